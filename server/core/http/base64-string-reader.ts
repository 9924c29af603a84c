import { type Base64Fault, StreamedJsonError } from './streamed-json-error.ts';

/** Receives the decoded bytes. The reader never calls a method before the previous call has settled. */
export interface SpillSink {
  /** Receives the next decoded bytes. The sink owns the chunk and can keep it. The reader awaits each call (backpressure). */
  write(chunk: Uint8Array): Promise<void> | void;
  /** Called after the last byte. The returned value becomes `SpilledText.result`. */
  end(): Promise<unknown>;
  /** Drops everything written. Also called after `end` or `write` has failed. */
  abort(): Promise<void>;
}

/** Size of a batch of text: 64 KiB of Base64 become 48 KiB. Batches four times as large measured only 2 % faster. */
export const STAGING_BYTES = 64 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const OUTSIDE_ALPHABET = 0x21;

// The length of the prefix is bounded, so it fits into the first batch. A comma ends it, so quoted parameters are not
// supported.
const DATA_URL = /^ *data:([!-+\--:<-~]{0,200})(?:;[!-+\--~]{0,200})?;base64,/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids raw control characters here.
const CONTROL_CHARACTER = /[\u0000-\u001f]/;
const NOT_BASE64 = /[^A-Za-z0-9+/= ]/;

/** The characters that can follow a backslash, except `u` (RFC 8259 section 7). */
const SIMPLE_ESCAPES = new Map([
  [0x22, 0x22],
  [0x5c, 0x5c],
  [0x2f, 0x2f],
  [0x62, 0x08],
  [0x66, 0x0c],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
]);

/**
 * Reads a JSON string from the position after its opening quote up to its closing quote, and decodes it as Base64 into a
 * sink (RFC 4648 section 4, with optional padding, ignoring escaped white space). A JSON string that is not Base64 is
 * skipped to its end and reported as a fault. Invalid JSON is an error. As in most decoders, unused bits at the end need not
 * be zero.
 */
export class Base64StringReader {
  bytes = 0;
  mediaType: string | undefined;
  fault: Base64Fault | undefined;
  result: unknown;
  finished = false;
  readonly #path: string;
  readonly #maximumBytes: number;
  readonly #staging: Buffer;
  #sink: SpillSink | undefined;
  #staged = 0;
  #escape = 0;
  #codeUnit = 0;
  #prefixRead = false;
  #padded = false;
  #skippedText: InstanceType<typeof TextDecoder> | undefined;

  /** `staging` has STAGING_BYTES bytes. Readers that run one after the other can share it. */
  constructor(options: { sink: SpillSink; path: string; maximumBytes: number; staging: Buffer }) {
    this.#sink = options.sink;
    this.#path = options.path;
    this.#maximumBytes = options.maximumBytes;
    this.#staging = options.staging;
  }

  /** Continues at `position`. Returns the position after the closing quote, or the end of the chunk. */
  async read(chunk: Buffer, position: number): Promise<number> {
    let quote = -1;
    let backslash = -1;
    while (position < chunk.length) {
      if (this.#escape !== 0) {
        const codeUnit = this.#readEscape(chunk[position]!);
        position += 1;
        if (codeUnit >= 0 && this.fault === undefined) {
          this.#staging[this.#staged] = toStagedByte(codeUnit);
          this.#staged += 1;
          if (this.#staged === STAGING_BYTES) await this.#decode(false);
        }
        continue;
      }
      // Both positions are kept until the reader has passed them. Searching for the closing quote again after every escape
      // would take quadratic time for a body full of `\/`.
      if (quote < position) quote = indexOrEnd(chunk, QUOTE, position);
      if (backslash < position) backslash = indexOrEnd(chunk, BACKSLASH, position);
      const stop = Math.min(quote, backslash);
      while (position < stop && this.fault === undefined) {
        const copied = Math.min(stop - position, STAGING_BYTES - this.#staged);
        chunk.copy(this.#staging, this.#staged, position, position + copied);
        this.#staged += copied;
        position += copied;
        if (this.#staged === STAGING_BYTES) await this.#decode(false);
      }
      // Includes the ASCII terminator, so that the check finds a UTF-8 sequence that is cut off before it.
      if (this.fault !== undefined) this.#checkSkipped(chunk.subarray(position, stop + 1));
      position = stop + 1;
      if (stop === chunk.length) return stop;
      if (stop === quote) {
        await this.#finish();
        return position;
      }
      this.#escape = 1;
    }
    return position;
  }

  /** Aborts the sink unless it has ended. An error of the abort must not hide the error that caused it. */
  async abort(): Promise<void> {
    const sink = this.#sink;
    this.#sink = undefined;
    try {
      await sink?.abort();
    } catch {
      // No record refers to the remaining bytes, and the sweep of the blob store deletes them.
    }
  }

  async #finish(): Promise<void> {
    if (this.fault === undefined) await this.#decode(true);
    if (this.fault === undefined) this.result = await this.#callSink((sink) => sink.end());
    this.#sink = undefined;
    this.finished = true;
  }

  /** Returns the code unit of an escape, or -1 while the escape is incomplete. */
  #readEscape(byte: number): number {
    if (this.#escape === 1) {
      if (byte === 0x75) {
        this.#escape = 2;
        this.#codeUnit = 0;
        return -1;
      }
      this.#escape = 0;
      return SIMPLE_ESCAPES.get(byte) ?? throwSyntax();
    }
    const lower = byte | 0x20;
    const digit =
      byte >= 0x30 && byte <= 0x39
        ? byte - 0x30
        : lower >= 0x61 && lower <= 0x66
          ? lower - 0x57
          : throwSyntax();
    this.#codeUnit = this.#codeUnit * 16 + digit;
    this.#escape += 1;
    if (this.#escape < 6) return -1;
    this.#escape = 0;
    return this.#codeUnit;
  }

  /**
   * Decodes the staged text. Unlike Buffer.from, Uint8Array.setFromBase64 rejects invalid characters and wrong padding. It
   * stops before an incomplete group, which is carried over to the next batch.
   */
  async #decode(final: boolean): Promise<void> {
    let text = this.#staging.toString('latin1', 0, this.#staged);
    if (!this.#prefixRead) {
      this.#prefixRead = true;
      const prefix = DATA_URL.exec(text);
      if (prefix !== null) {
        this.mediaType = prefix[1]!;
        text = text.slice(prefix[0].length);
      }
    }
    const decoded = Buffer.allocUnsafeSlow(Math.ceil((text.length * 3) / 4));
    let consumed: { read: number; written: number };
    try {
      if (this.#padded && /[^ ]/.test(text)) throw new SyntaxError();
      consumed = decoded.setFromBase64(text, { lastChunkHandling: final ? 'loose' : 'stop-before-partial' });
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.fault = this.#padded ? 'padding' : faultOf(text);
      this.#skippedText = new TextDecoder('utf-8', { fatal: true });
      this.#checkSkipped(this.#staging.subarray(0, this.#staged), final);
      await this.abort();
      return;
    }
    const rest = text.length - consumed.read;
    // If 4 characters give exactly 3 bytes, they contain no white space and no padding. Escaped white space was staged as
    // spaces, so a control character found here was not escaped in the body, which JSON forbids.
    if (consumed.written * 4 !== consumed.read * 3 || rest > 3) {
      if (CONTROL_CHARACTER.test(text)) throwSyntax();
      if (text.lastIndexOf('=', consumed.read - 1) >= 0 && consumed.read > 0) this.#padded = true;
    }
    const carry = rest > 3 ? text.slice(consumed.read).replaceAll(' ', '') : text.slice(consumed.read);
    this.#staged = this.#staging.write(carry, 0, 'latin1');
    if (consumed.written === 0) return;
    this.bytes += consumed.written;
    if (this.bytes > this.#maximumBytes) {
      throw new StreamedJsonError('tooLarge', 'A Base64 value of the body is larger than allowed.', {
        limit: 'spilledText',
        path: this.#path,
      });
    }
    await this.#callSink((sink) => sink.write(decoded.subarray(0, consumed.written)));
  }

  /** Text that is not Base64 must still be a valid JSON string: UTF-8 without control characters. */
  #checkSkipped(bytes: Buffer, final = false): void {
    let text: string;
    try {
      text = this.#skippedText!.decode(bytes, { stream: !final });
    } catch {
      throwSyntax();
    }
    if (CONTROL_CHARACTER.test(text)) throwSyntax();
  }

  async #callSink<Result>(call: (sink: SpillSink) => Result): Promise<Awaited<Result>> {
    try {
      return await call(this.#sink!);
    } catch (cause) {
      throw new StreamedJsonError('sink', 'A decoded value of the body could not be stored.', {
        path: this.#path,
        cause,
      });
    }
  }
}

export function throwSyntax(): never {
  throw new StreamedJsonError('syntax', 'The body is not well-formed JSON.');
}

function indexOrEnd(chunk: Buffer, byte: number, from: number): number {
  const index = chunk.indexOf(byte, from);
  return index < 0 ? chunk.length : index;
}

function toStagedByte(codeUnit: number): number {
  if (codeUnit > SPACE && codeUnit < 0x7f) return codeUnit;
  const isWhiteSpace =
    codeUnit === SPACE || codeUnit === 0x09 || codeUnit === 0x0a || codeUnit === 0x0c || codeUnit === 0x0d;
  return isWhiteSpace ? SPACE : OUTSIDE_ALPHABET;
}

function faultOf(text: string): Base64Fault {
  if (NOT_BASE64.test(text)) return 'character';
  return text.includes('=') ? 'padding' : 'length';
}
