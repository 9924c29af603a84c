import { BLANK_WITHIN } from './base64-blanks.ts';
import { BACKSLASH, CARRIAGE_RETURN, FORM_FEED, LINE_FEED, QUOTE, SPACE, TAB } from './json-bytes.ts';
import { type Base64Fault, StreamedJsonError, throwSyntax } from './streamed-json-error.ts';

/** Where decoded bytes go. The reader never calls a method before the previous call has settled. */
export interface SpillSink {
  /** Takes decoded bytes, in order. The reader waits, which is back-pressure, and then reuses the chunk. */
  write(chunk: Uint8Array): Promise<void> | void;
  /** Called after the last byte. What it returns becomes `SpilledText.result`. */
  end(): Promise<unknown>;
  /** Drops everything written. Also called when `end` or `write` failed. */
  abort(): Promise<void>;
}

/** Text that is decoded at once: 64 KiB of Base64 become 48 KiB. Four times as much was only 2 % faster. */
const STAGING_BYTES = 64 * 1024;
const DECODED_BYTES = (STAGING_BYTES * 3) / 4;

/**
 * What a reader works in. Readers that are used one after the other share it: with new buffers for each batch, collecting garbage
 * took half of the time of an upload.
 */
export class Base64Buffers {
  /** What the buffers and the string that is made of the staged text hold. */
  static readonly heldBytes = 2 * STAGING_BYTES + DECODED_BYTES;
  readonly staging = Buffer.allocUnsafeSlow(STAGING_BYTES);
  readonly decoded = Buffer.allocUnsafeSlow(DECODED_BYTES);
}

/** DEL, staged for each escaped character that neither Base64 nor the prefix of a data URL can have. Neither can have DEL itself. */
const OUTSIDE_ALPHABET = 0x7f;

// The prefix is bounded, because it must lie in the first batch. A comma ends it, so quoted parameters are not accepted. Senders put the
// media type of an HTTP header before ";base64,", which can have spaces: text/plain; charset=utf-8.
const DATA_URL = /^ *data:([!-+\--:<-~]{0,200}) *(?:;[ -+\--~]{0,200})?; *base64,/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: raw control characters are what JSON forbids here.
const CONTROL_CHARACTER = /[\u0000-\u001f]/;
const NOT_BASE64 = /[^A-Za-z0-9+/= ]/;
const BLANK_AT_START = /^ +[^ ]/;

/** What the character after a backslash stands for, except `u` (RFC 8259 section 7). */
const SIMPLE_ESCAPES = new Map(
  [
    ['"', '"'],
    ['\\', '\\'],
    ['/', '/'],
    ['b', '\b'],
    ['f', '\f'],
    ['n', '\n'],
    ['r', '\r'],
    ['t', '\t'],
  ].map(([letter, meaning]) => [letter!.charCodeAt(0), meaning!.charCodeAt(0)]),
);
const UNICODE_ESCAPE = 'u'.charCodeAt(0);
const UNICODE_ESCAPE_DIGITS = 4;
/** The value of each byte as a hexadecimal digit; NaN for other bytes. A Map made bodies of `\u0041` 20 % slower. */
const HEXADECIMAL_VALUES = Array.from({ length: 256 }, (_, byte) =>
  Number.parseInt(String.fromCharCode(byte), 16),
);
/** The first code unit after the printable ASCII characters. */
const DELETE = 0x7f;
/** The white space of ASCII (WHATWG Infra) that does not break the line. */
const ESCAPED_BLANKS = new Set([TAB, FORM_FEED, SPACE]);

/** Where the reader stands between two bytes: in an escape, it needs one or more bytes before it knows a character. */
type ReaderState = 'inText' | 'afterBackslash' | 'inUnicodeEscape';

/**
 * Reads one JSON string, from after its opening quote to its closing quote, and decodes it as Base64 (RFC 4648
 * section 4, padding optional) into a sink. Escaped line breaks are ignored, with the blanks beside them, and so are blanks
 * at both ends. A blank elsewhere is a fault: usually a form turned a plus sign into it, and ignoring it would damage the
 * file. Text that is a JSON string but not Base64 is skipped to its end and reported as a fault; text that is not a JSON
 * string is an error. As in most decoders, the bits beyond the last whole byte need not be zero.
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
  readonly #decoded: Buffer;
  #sink: SpillSink | undefined;
  #staged = 0;
  #afterLineBreak = false;
  #state: ReaderState = 'inText';
  #escapeDigits = 0;
  #codeUnit = 0;
  #prefixRead = false;
  #padded = false;
  #skippedText: InstanceType<typeof TextDecoder> | undefined;

  constructor(options: { sink: SpillSink; path: string; maximumBytes: number; buffers: Base64Buffers }) {
    this.#sink = options.sink;
    this.#path = options.path;
    this.#maximumBytes = options.maximumBytes;
    this.#staging = options.buffers.staging;
    this.#decoded = options.buffers.decoded;
  }

  /** Reads on from `position` and returns where it stopped: after the closing quote, or at the chunk's end. */
  async read(chunk: Buffer, start: number): Promise<number> {
    let position = start;
    let quote = -1;
    let backslash = -1;
    while (position < chunk.length) {
      if (this.#state !== 'inText') {
        const codeUnit = this.#readEscape(chunk[position]!);
        position += 1;
        if (codeUnit !== undefined && this.fault === undefined) {
          this.#stage(codeUnit);
          if (this.#staged === STAGING_BYTES) await this.#decode(false);
        }
        continue;
      }
      // Both positions are kept until they are passed: a new search for the distant quote at every escape would make a
      // body full of `\/` take quadratic time.
      if (quote < position) quote = indexOrEnd(chunk, QUOTE, position);
      if (backslash < position) backslash = indexOrEnd(chunk, BACKSLASH, position);
      const stop = Math.min(quote, backslash);
      if (this.#afterLineBreak) {
        while (position < stop && chunk[position] === SPACE) position += 1;
        if (position < stop) this.#afterLineBreak = false;
      }
      // Not in an async method: awaiting one at every escape would take most of the time.
      while (position < stop && this.fault === undefined) {
        const copied = Math.min(stop - position, STAGING_BYTES - this.#staged);
        chunk.copy(this.#staging, this.#staged, position, position + copied);
        this.#staged += copied;
        position += copied;
        if (this.#staged === STAGING_BYTES) await this.#decode(false);
      }
      // The ASCII terminator is included, so that an incomplete UTF-8 sequence before it is detected.
      if (this.fault !== undefined) this.#checkSkipped(chunk.subarray(position, stop + 1));
      if (stop === chunk.length) return stop;
      position = stop + 1;
      if (stop === quote) {
        await this.#finish();
        return position;
      }
      this.#state = 'afterBackslash';
    }
    return position;
  }

  /** Aborts the sink unless it has ended. Never rejects: that would hide the failure that led here. */
  async abort(): Promise<void> {
    const sink = this.#sink;
    this.#sink = undefined;
    try {
      await sink?.abort();
    } catch {
      // Nothing refers to what the sink could not drop, and the store's sweep finds it.
    }
  }

  async #finish(): Promise<void> {
    if (this.fault === undefined) await this.#decode(true);
    if (this.fault === undefined) this.result = await this.#callSink((sink) => sink.end());
    this.#sink = undefined;
    this.finished = true;
  }

  /** Stages an escaped character. A line break removes the blanks before it, and those after it are skipped. */
  #stage(codeUnit: number): void {
    if (codeUnit === LINE_FEED || codeUnit === CARRIAGE_RETURN) {
      this.#breakLine();
      return;
    }
    const byte = toStagedByte(codeUnit);
    if (this.#afterLineBreak && byte === SPACE) return;
    this.#afterLineBreak = false;
    this.#staging[this.#staged] = byte;
    this.#staged += 1;
  }

  #breakLine(): void {
    while (this.#staged > 0 && this.#staging[this.#staged - 1] === SPACE) this.#staged -= 1;
    this.#afterLineBreak = true;
    // The bytes before and after the line break must not become one character of UTF-8.
    if (this.#staged > 0 && this.#staging[this.#staged - 1]! > DELETE) this.#stage(DELETE);
  }

  /** Returns the code unit that an escape stands for, or undefined while the escape is incomplete. */
  #readEscape(byte: number): number | undefined {
    if (this.#state === 'afterBackslash') {
      if (byte === UNICODE_ESCAPE) {
        this.#state = 'inUnicodeEscape';
        this.#escapeDigits = 0;
        this.#codeUnit = 0;
        return undefined;
      }
      this.#state = 'inText';
      return SIMPLE_ESCAPES.get(byte) ?? throwSyntax();
    }
    const digit = HEXADECIMAL_VALUES[byte]!;
    if (Number.isNaN(digit)) throwSyntax();
    this.#codeUnit = this.#codeUnit * 16 + digit;
    this.#escapeDigits += 1;
    if (this.#escapeDigits < UNICODE_ESCAPE_DIGITS) return undefined;
    this.#state = 'inText';
    return this.#codeUnit;
  }

  /**
   * Decodes what is staged. Unlike Buffer.from, Uint8Array.setFromBase64 rejects other characters and wrong padding, and
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
    let consumed: { read: number; written: number };
    try {
      if (this.#padded && /[^ ]/.test(text)) throw new SyntaxError();
      const lastChunkHandling = final ? 'loose' : 'stop-before-partial';
      consumed = this.#decoded.setFromBase64(text, { lastChunkHandling });
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return this.#refuse(this.#padded ? 'padding' : this.#faultOf(text), final);
    }
    let carry = text.slice(consumed.read);
    // Exactly 3 bytes from every 4 characters: there was no blank and no padding. Escaped blanks are staged as spaces, so a
    // control character that is found here was in the body unescaped, which JSON forbids.
    if (consumed.written * 4 !== consumed.read * 3 || carry.length > 3) {
      if (CONTROL_CHARACTER.test(text)) throwSyntax();
      if (this.#hasBlankWithin(text)) return this.#refuse('blank', final);
      if (text.lastIndexOf('=', consumed.read - 1) >= 0 && consumed.read > 0) this.#padded = true;
      // One blank at the end is kept: whether it is within the text depends on what follows.
      carry = carry.replaceAll(' ', '') + (text.endsWith(' ') ? ' ' : '');
    }
    this.#staged = this.#staging.write(carry, 0, 'latin1');
    if (consumed.written === 0) return;
    this.bytes += consumed.written;
    if (this.bytes > this.#maximumBytes) {
      throw new StreamedJsonError('tooLarge', 'A Base64 value of the body is larger than allowed.', {
        limit: 'spilledText',
        path: this.#path,
      });
    }
    await this.#callSink((sink) => sink.write(this.#decoded.subarray(0, consumed.written)));
  }

  async #refuse(fault: Base64Fault, final: boolean): Promise<void> {
    this.fault = fault;
    this.#skippedText = new TextDecoder('utf-8', { fatal: true });
    this.#checkSkipped(this.#staging.subarray(0, this.#staged), final);
    await this.abort();
  }

  #faultOf(text: string): Base64Fault {
    if (NOT_BASE64.test(text)) return 'character';
    if (this.#hasBlankWithin(text)) return 'blank';
    return text.includes('=') ? 'padding' : 'length';
  }

  #hasBlankWithin(text: string): boolean {
    if (!text.includes(' ')) return false;
    return BLANK_WITHIN.test(text) || (this.bytes > 0 && BLANK_AT_START.test(text));
  }

  /** Text that is not Base64 must still be a JSON string: UTF-8 without control characters. */
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

function indexOrEnd(chunk: Buffer, byte: number, from: number): number {
  const index = chunk.indexOf(byte, from);
  return index < 0 ? chunk.length : index;
}

function toStagedByte(codeUnit: number): number {
  if (codeUnit > SPACE && codeUnit < DELETE) return codeUnit;
  return ESCAPED_BLANKS.has(codeUnit) ? SPACE : OUTSIDE_ALPHABET;
}
