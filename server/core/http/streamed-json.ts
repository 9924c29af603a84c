import { randomBytes } from 'node:crypto';
import { Base64Buffers, Base64StringReader, type SpillSink } from './base64-string-reader.ts';
import { keepNumbers } from './exact-numbers.ts';
import { canGoOn, findJsonFault, isTooLong, type JsonFault, toPlace } from './json-fault.ts';
import { type Spilled, SpilledText, StreamedJsonError, throwSyntax } from './streamed-json-error.ts';
import { type PathPattern, type PathSegment, replaceAt, toListPath, toPath } from './streamed-json-path.ts';
import { JsonScanner } from './streamed-json-scanner.ts';
import { JsonSkeleton } from './streamed-json-skeleton.ts';

export type { SpillSink } from './base64-string-reader.ts';
export { SpilledText, StreamedJsonError } from './streamed-json-error.ts';

export interface StreamedJsonOptions {
  /** The places whose string values are Base64 and go to a sink. A property with the same name elsewhere stays a string. */
  spill: readonly PathPattern[];
  /** Called once for each such value, before its first byte, with a path like `documents[0].base64File`. */
  openSink(path: string): Promise<SpillSink>;
  maximumBodyBytes: number;
  /** Of everything that is not spilled, including white space. This much is held in memory. */
  maximumSkeletonBytes: number;
  /** Of each spilled value, decoded. */
  maximumSpilledBytes: number;
  maximumSpills: number;
  /** Gets the raw body. The reader waits for the promise, if there is one, and then reuses the bytes. */
  hash?: { update(bytes: Uint8Array): Promise<void> | undefined } | undefined;
  /** Levels of nested arrays and objects; `[]` has depth 1. */
  maximumDepth: number;
  /** Properties of the body whose numbers keep all digits (see keepNumbers). */
  exactNumbers?: readonly string[] | undefined;
}

interface StreamedJson {
  /** What JSON.parse returns for the whole body, with a SpilledText in place of every spilled string. Undefined without a body. */
  value: unknown;
  /** Those of `exactNumbers` with a number that cannot be stored. */
  refusedNumbers: string[];
  /** Every spilled string in the order sent, including those that a duplicate key replaced. */
  spilled: Spilled[];
  /** Length of the raw body. */
  bytes: number;
  /** The most that this reader's buffers held at once. Excludes what the source and the sinks hold. */
  heldBytes: number;
}

interface SpilledPlace {
  segments: PathSegment[];
  placeholder: string;
  spilled: Spilled;
  /** Of the string as written, without its quotes. */
  writtenBytes: number;
}

/**
 * Reads a JSON body (RFC 8259, UTF-8 with or without byte order mark) of any size with bounded memory. Base64 strings at the
 * given places are decoded into sinks as they arrive; JSON.parse reads the rest. Within the limits, this accepts exactly
 * what JSON.parse accepts, and the last of several duplicate keys wins.
 * The source is closed on failure, as `for await` does. A caller who still has to respond on the same connection passes
 * `request.iterator({ destroyOnReturn: false })`.
 * Throws StreamedJsonError, after every sink has ended (listed in `spilled`) or was aborted.
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
    if (error instanceof StreamedJsonError) {
      error.spilled = spilled;
      if (error.code === 'syntax') error.fault = reader.findFault();
    }
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

/** Hands each byte of a body either to the scanner or to the reader of the spilled string that is open. */
class BodyReader {
  readonly #options: StreamedJsonOptions;
  readonly #skeleton: JsonSkeleton;
  readonly #scanner: JsonScanner;
  readonly #buffers = new Base64Buffers();
  // New for every body: a sender who cannot guess it cannot make one of their own strings look spilled.
  readonly #nonce = randomBytes(16).toString('hex');
  readonly #places: SpilledPlace[] = [];
  #bytes = 0;
  #hasEnded = false;
  #spillCount = 0;
  #open:
    | {
        reader: Base64StringReader;
        path: string;
        segments: PathSegment[];
        placeholder: string;
        writtenBytes: number;
      }
    | undefined;

  constructor(options: StreamedJsonOptions) {
    this.#options = options;
    this.#skeleton = new JsonSkeleton(options.maximumSkeletonBytes);
    this.#scanner = new JsonScanner(this.#skeleton, options);
  }

  async read(chunk: Buffer): Promise<void> {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#options.maximumBodyBytes) {
      throw new StreamedJsonError('tooLarge', 'The body is larger than allowed.', { limit: 'body' });
    }
    // Not always awaited: most pieces only fill a buffer.
    const hashing = this.#options.hash?.update(chunk);
    if (hashing !== undefined) await hashing;
    let position = 0;
    while (position < chunk.length) {
      if (this.#open === undefined) {
        const stop = this.#scanner.scan(chunk, position);
        position = stop.position;
        if (stop.reason === 'spilledString') await this.#openSpill();
      } else {
        const start = position;
        position = await this.#open.reader.read(chunk, start);
        this.#open.writtenBytes += position - start;
        if (this.#open.reader.finished) this.#closeSpill();
      }
    }
  }

  finish(): StreamedJson {
    this.#hasEnded = true;
    // The scanner has checked the levels.
    if (this.#skeleton.hasStructureFault())
      throw new StreamedJsonError('tooLarge', 'The body has more parts than allowed.', { limit: 'parts' });
    if (this.#open !== undefined || !this.#scanner.isComplete) throwSyntax();
    const value = this.#bytes === 0 ? undefined : this.#skeleton.parse();
    const { exactNumbers } = this.#options;
    const refusedNumbers =
      exactNumbers === undefined
        ? []
        : keepNumbers(value, this.#skeleton.text({ mayGoOn: false }), exactNumbers);
    for (const { segments, placeholder, spilled } of this.#places) {
      // Where a duplicate key replaced the placeholder, the spilled text stays discarded.
      spilled.discarded = !replaceAt(value, segments, placeholder, spilled.text);
    }
    return {
      value,
      refusedNumbers,
      spilled: this.#places.map(({ spilled }) => spilled),
      bytes: this.#bytes,
      heldBytes: this.#skeleton.capacity + Base64Buffers.heldBytes,
    };
  }

  async abort(): Promise<Spilled[]> {
    await this.#open?.reader.abort();
    return this.#places.map(({ spilled }) => ({ text: spilled.text, discarded: true }));
  }

  /** Where the body is not JSON. A place in the skeleton is one in the body, but for the columns after a spilled string. */
  findFault(): JsonFault | undefined {
    let text: string;
    try {
      text = this.#skeleton.text({ mayGoOn: !this.#hasEnded });
    } catch {
      return 'encoding';
    }
    if (isTooLong(text)) return this.#hasEnded && canGoOn(text) ? 'end' : undefined;
    const index = findJsonFault(text) ?? text.length;
    if (index === text.length) {
      if (this.#hasEnded) return 'end';
      if (this.#open !== undefined) return undefined;
    }
    const place = toPlace(text, index);
    const line = text.slice(index - place.column + 1, index);
    for (const { placeholder, spilled, writtenBytes } of this.#places) {
      if (!line.includes(placeholder)) continue;
      // Only Base64 has as many characters as bytes.
      if (!spilled.text.valid) return undefined;
      place.column += writtenBytes - placeholder.length;
    }
    return place;
  }

  async #openSpill(): Promise<void> {
    const segments = this.#scanner.path();
    const path = toPath(segments);
    if (this.#spillCount >= this.#options.maximumSpills) {
      throw new StreamedJsonError('tooLarge', 'The body has more Base64 values than allowed.', {
        limit: 'spills',
        path: toListPath(segments),
      });
    }
    const placeholder = `${this.#nonce}:${this.#spillCount}`;
    this.#spillCount += 1;
    this.#skeleton.appendPlaceholder(placeholder);
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
    const reader = new Base64StringReader({ sink, path, maximumBytes, buffers: this.#buffers });
    this.#open = { reader, path, segments, placeholder, writtenBytes: 0 };
  }

  #closeSpill(): void {
    const { reader, path, segments, placeholder, writtenBytes } = this.#open!;
    const { bytes, fault: reason, mediaType, result } = reader;
    const text = new SpilledText({ path, index: this.#places.length, bytes, reason, mediaType, result });
    // The closing quote was read with the string.
    const place = { segments, placeholder, writtenBytes: writtenBytes - 1 };
    this.#places.push({ ...place, spilled: { text, discarded: true } });
    this.#open = undefined;
  }
}
