import { createHash, randomBytes } from 'node:crypto';
import { Base64StringReader, type SpillSink, STAGING_BYTES, throwSyntax } from './base64-string-reader.ts';
import { type Spilled, SpilledText, StreamedJsonError } from './streamed-json-error.ts';

export type { SpillSink } from './base64-string-reader.ts';
export * from './streamed-json-error.ts';

export interface StreamedJsonOptions {
  /** Exact property names whose string values are Base64 and go to a sink. */
  spill: ReadonlySet<string>;
  /** Called once per spilled value, before its first byte, with a path such as `documents[0].base64File`. */
  openSink(path: string): Promise<SpillSink>;
  maximumBodyBytes: number;
  /** Limit for everything that is not spilled, including white space. All of it is held in memory. */
  maximumSkeletonBytes: number;
  /** Limit for the decoded bytes of each value. */
  maximumSpilledBytes: number;
  maximumSpills: number;
  /** Limit for nested arrays and objects. `[]` has depth 1. */
  maximumDepth: number;
}

export interface StreamedJson {
  /** The value that JSON.parse would return, with a SpilledText in place of every spilled string. */
  value: unknown;
  /** Every spilled string in the order sent, including those that a duplicate key replaced. */
  spilled: Spilled[];
  /** SHA-256 of the raw body in hexadecimal. */
  sha256: string;
  /** Size of the raw body. */
  bytes: number;
  /** Peak size of this reader's buffers, without the buffers of the source and the sinks. */
  peakBufferBytes: number;
}

type Segment = string | number;

/** An open array or object. The offsets refer to the skeleton, so that keys are decoded only if needed. */
interface Frame {
  isArray: boolean;
  index: number;
  expects: 'key' | 'colon' | 'value';
  keyStart: number;
  keyEnd: number;
  key: string | undefined;
}

interface Placed {
  segments: Segment[];
  placeholder: string;
  spilled: Spilled;
}

/**
 * Reads a JSON body (RFC 8259, UTF-8 without a byte order mark) of any size with bounded memory. Base64 strings under the
 * given keys are decoded into sinks while they arrive, and JSON.parse parses the rest, which is called the skeleton. Within
 * the limits, the reader accepts exactly what JSON.parse accepts. The last of several duplicate keys wins.
 *
 * On failure, `for await` closes the source. To send a response on the same connection, pass
 * `request.iterator({ destroyOnReturn: false })`.
 *
 * Throws StreamedJsonError. Every sink has then either ended, and is listed in `spilled`, or was aborted.
 */
export async function readStreamedJson(
  source: AsyncIterable<Uint8Array>,
  options: StreamedJsonOptions,
): Promise<StreamedJson> {
  const reader = new BodyReader(options);
  try {
    for await (const chunk of withAbortedCode(source)) {
      await reader.read(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    }
    return reader.finish();
  } catch (error) {
    const spilled = await reader.abort();
    if (error instanceof StreamedJsonError) error.spilled = spilled;
    throw error;
  }
}

async function* withAbortedCode(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (cause) {
    throw new StreamedJsonError('aborted', 'The body ended before it was complete.', { cause });
  }
}

const MAXIMUM_SHOWN_KEY_LENGTH = 100;
/** The longest notation of a character is an escape such as `\u0041`. */
const MAXIMUM_BYTES_PER_KEY_CHARACTER = 6;

class BodyReader {
  readonly #options: StreamedJsonOptions;
  readonly #longestSpillKeyBytes: number;
  readonly #hash = createHash('sha256');
  readonly #staging = Buffer.allocUnsafeSlow(STAGING_BYTES);
  // Random for every body. A sender cannot guess it, so no string of the body can look like a placeholder.
  readonly #nonce = randomBytes(16).toString('hex');
  readonly #frames: Frame[] = [];
  readonly #placed: Placed[] = [];
  #skeleton = Buffer.allocUnsafeSlow(4096);
  #skeletonLength = 0;
  #placeholderBytes = 0;
  #bytes = 0;
  #spillCount = 0;
  #rootClosed = false;
  #inString = false;
  #isKey = false;
  #escaped = false;
  #open: { reader: Base64StringReader; path: string; segments: Segment[]; placeholder: string } | undefined;

  constructor(options: StreamedJsonOptions) {
    this.#options = options;
    let longest = 0;
    for (const key of options.spill) longest = Math.max(longest, Buffer.byteLength(key));
    this.#longestSpillKeyBytes = longest * MAXIMUM_BYTES_PER_KEY_CHARACTER;
  }

  async read(chunk: Buffer): Promise<void> {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#options.maximumBodyBytes) {
      throw new StreamedJsonError('tooLarge', 'The body is larger than allowed.', { limit: 'body' });
    }
    this.#hash.update(chunk);
    let position = 0;
    while (position < chunk.length) {
      if (this.#open === undefined) {
        position = this.#scan(chunk, position);
        if (position < 0) {
          position = -position;
          await this.#openSpill();
        }
      } else {
        position = await this.#open.reader.read(chunk, position);
        if (this.#open.reader.finished) this.#closeSpill();
      }
    }
  }

  finish(): StreamedJson {
    if (this.#open !== undefined || this.#inString || this.#frames.length > 0) throwSyntax();
    let value: unknown;
    try {
      // ignoreBOM keeps a byte order mark in the text, so that JSON.parse rejects it (RFC 8259 section 8.1).
      const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
      value = JSON.parse(decoder.decode(this.#skeleton.subarray(0, this.#skeletonLength)));
    } catch {
      // The parser's message quotes the body, so its error is not kept as the cause either.
      throwSyntax();
    }
    for (const placed of this.#placed) place(value, placed);
    return {
      value,
      spilled: this.#placed.map((placed) => placed.spilled),
      sha256: this.#hash.digest('hex'),
      bytes: this.#bytes,
      // The staging buffer, the string made from it and the decoded bytes, which take three quarters of it.
      peakBufferBytes: this.#skeleton.length + (STAGING_BYTES * 11) / 4,
    };
  }

  async abort(): Promise<Spilled[]> {
    await this.#open?.reader.abort();
    return this.#placed.map(({ spilled }) => ({ text: spilled.text, discarded: true }));
  }

  /**
   * Copies the chunk into the skeleton, up to its end or up to the opening quote of a string to spill. Returns the length of
   * the chunk, or the negated position after that quote.
   *
   * It recognizes only strings, keys and nesting, and leaves the rest of the grammar to JSON.parse. A placeholder string
   * replaces every spilled string, so the skeleton is well-formed if and only if the body is.
   */
  #scan(chunk: Buffer, start: number): number {
    let copied = start;
    for (let position = start; position < chunk.length; position += 1) {
      const byte = chunk[position]!;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === 0x5c) this.#escaped = true;
        else if (byte === 0x22) this.#endString(this.#skeletonLength + position - copied);
        continue;
      }
      if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) continue;
      if (this.#rootClosed) throwSyntax();
      if (byte === 0x22) {
        const frame = this.#frames.at(-1);
        this.#isKey = false;
        if (frame?.isArray === false) {
          if (frame.expects === 'colon') throwSyntax();
          if (frame.expects === 'key') {
            this.#isKey = true;
            frame.keyStart = this.#skeletonLength + position - copied + 1;
            frame.key = undefined;
          } else if (frame.keyEnd - frame.keyStart <= this.#longestSpillKeyBytes) {
            this.#append(chunk.subarray(copied, position));
            copied = position;
            if (this.#options.spill.has(this.#keyOf(frame))) return -(position + 1);
          }
        }
        this.#inString = true;
      } else if (byte === 0x7b || byte === 0x5b) this.#push(byte === 0x5b);
      else if (byte === 0x7d || byte === 0x5d) this.#pop(byte === 0x5d);
      else if (byte === 0x3a) this.#passColon();
      else if (byte === 0x2c) this.#passComma();
    }
    this.#append(chunk.subarray(copied));
    return chunk.length;
  }

  #endString(offset: number): void {
    this.#inString = false;
    if (!this.#isKey) return;
    const frame = this.#frames.at(-1)!;
    frame.keyEnd = offset;
    frame.expects = 'colon';
  }

  #push(isArray: boolean): void {
    if (this.#frames.length >= this.#options.maximumDepth) {
      throw new StreamedJsonError('tooDeep', 'The body is nested more deeply than allowed.');
    }
    const expects = isArray ? 'value' : 'key';
    this.#frames.push({ isArray, index: 0, expects, keyStart: 0, keyEnd: 0, key: undefined });
  }

  #pop(isArray: boolean): void {
    if (this.#frames.pop()?.isArray !== isArray) throwSyntax();
    this.#rootClosed = this.#frames.length === 0;
  }

  #passColon(): void {
    const frame = this.#frames.at(-1);
    if (frame?.expects !== 'colon') throwSyntax();
    frame.expects = 'value';
  }

  #passComma(): void {
    const frame = this.#frames.at(-1);
    if (frame?.expects !== 'value') throwSyntax();
    if (frame.isArray) frame.index += 1;
    else frame.expects = 'key';
  }

  /** Decodes the key once and shares it between all paths through the frame, so that a huge key is in memory only once. */
  #keyOf(frame: Frame): string {
    if (frame.key === undefined) {
      const written = this.#skeleton.toString('utf8', frame.keyStart, frame.keyEnd);
      try {
        frame.key = written.includes('\\') ? (JSON.parse(`"${written}"`) as string) : written;
      } catch {
        throwSyntax();
      }
    }
    return frame.key;
  }

  async #openSpill(): Promise<void> {
    if (this.#spillCount >= this.#options.maximumSpills) {
      throw new StreamedJsonError('tooLarge', 'The body has more Base64 values than allowed.', {
        limit: 'spills',
      });
    }
    const segments = this.#frames.map((frame) => (frame.isArray ? frame.index : this.#keyOf(frame)));
    const path = toPath(segments);
    const placeholder = `${this.#nonce}:${this.#spillCount}`;
    this.#spillCount += 1;
    this.#placeholderBytes += placeholder.length + 2;
    this.#append(Buffer.from(`"${placeholder}"`, 'latin1'));
    let sink: SpillSink;
    try {
      sink = await this.#options.openSink(path);
    } catch (cause) {
      throw new StreamedJsonError('sink', 'A decoded value of the body could not be stored.', {
        path,
        cause,
      });
    }
    const maximumBytes = this.#options.maximumSpilledBytes;
    const reader = new Base64StringReader({ sink, path, maximumBytes, staging: this.#staging });
    this.#open = { reader, path, segments, placeholder };
  }

  #closeSpill(): void {
    const { reader, path, segments, placeholder } = this.#open!;
    const { bytes, fault: reason, mediaType, result } = reader;
    const text = new SpilledText({ path, index: this.#placed.length, bytes, reason, mediaType, result });
    this.#placed.push({ segments, placeholder, spilled: { text, discarded: true } });
    this.#open = undefined;
  }

  #append(bytes: Buffer): void {
    const length = this.#skeletonLength + bytes.length;
    if (length - this.#placeholderBytes > this.#options.maximumSkeletonBytes) {
      throw new StreamedJsonError('tooLarge', 'The body without its Base64 values is larger than allowed.', {
        limit: 'skeleton',
      });
    }
    if (length > this.#skeleton.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(length, this.#skeleton.length * 2));
      this.#skeleton.copy(grown, 0, 0, this.#skeletonLength);
      this.#skeleton = grown;
    }
    bytes.copy(this.#skeleton, this.#skeletonLength);
    this.#skeletonLength = length;
  }
}

/** Replaces the placeholder with its spilled text. The text stays discarded if a duplicate key replaced the placeholder. */
function place(root: unknown, { segments, placeholder, spilled }: Placed): void {
  let parent = root;
  for (const segment of segments.slice(0, -1)) parent = ownValue(parent, segment);
  const last = segments.at(-1)!;
  if (ownValue(parent, last) !== placeholder) return;
  (parent as Record<Segment, unknown>)[last] = spilled.text;
  spilled.discarded = false;
}

function ownValue(parent: unknown, segment: Segment): unknown {
  if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, segment)) return undefined;
  return (parent as Record<Segment, unknown>)[segment];
}

function toPath(segments: Segment[]): string {
  let path = '';
  for (const segment of segments) {
    if (typeof segment === 'number') path += `[${segment}]`;
    else {
      const shown =
        segment.length > MAXIMUM_SHOWN_KEY_LENGTH
          ? `${segment.slice(0, MAXIMUM_SHOWN_KEY_LENGTH)}…`
          : segment;
      path += path === '' ? shown : `.${shown}`;
    }
  }
  return path;
}
