/** Bytes that are sent as Base64. Only files, blobs and byte arrays can be sent again when a connection breaks. */
export type ByteSource =
  | Uint8Array
  | Blob
  | FileSource
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

/** A file on disk, opened each time it is sent. Made by `fromFile`. */
export class FileSource {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

/** The file at this path, for a property that takes a file: it is read while it is sent, never held whole. */
export function fromFile(path: string): FileSource {
  return new FileSource(path);
}

export interface RequestBody {
  /** Whether `open` may be called more than once. */
  isRepeatable: boolean;
  /** The body's bytes from the beginning; text where they are few. */
  open(): string | AsyncIterable<Uint8Array>;
}

// The service takes a data URL wherever it takes Base64, and demands one for attachments. It finds the media type in
// the contents, so this one says nothing.
const PREFIX = 'data:application/octet-stream;base64,';
const INLINE_BYTES = 1024 * 1024;
// A multiple of three encodes without padding, so that the pieces can be joined.
const PIECE_BYTES = 3 * 16 * 1024;

/** Thrown when reading what is to be sent fails: not the service's fault, and nothing to repeat. */
export class SourceFailure {
  readonly cause: unknown;
  constructor(cause: unknown) {
    this.cause = cause;
  }
}

/**
 * The JSON of a value in which files may stand wherever Base64 is wanted. Large ones are encoded while they are sent:
 * memory stays bounded whatever their size.
 */
export function toRequestBody(value: unknown): RequestBody {
  const sources: ByteSource[] = [];
  // Nothing in the value can be equal to a random name.
  const name = crypto.randomUUID();
  const template = substitute(value, (source) => `${name}:${sources.push(source) - 1}`);
  const json = JSON.stringify(template);
  if (json === undefined) throw new TypeError('The body must be an object.');
  if (sources.length === 0) return { isRepeatable: true, open: () => json };
  // Even places hold JSON, odd ones the number of the source that stands there.
  const parts = json.split(new RegExp(`${name}:(\\d+)`));
  if (sources.every((source) => source instanceof Uint8Array) && totalBytes(sources) <= INLINE_BYTES) {
    const whole = parts
      .map((part, index) => (index % 2 === 0 ? part : PREFIX + toBase64(sources[Number(part)] as Uint8Array)))
      .join('');
    return { isRepeatable: true, open: () => whole };
  }
  return {
    isRepeatable: sources.every(isRepeatable),
    open: () => assemble(parts, sources),
  };
}

async function* assemble(
  parts: readonly string[],
  sources: readonly ByteSource[],
): AsyncGenerator<Uint8Array> {
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 0) {
      yield Buffer.from(part);
      continue;
    }
    yield Buffer.from(PREFIX);
    yield* encode(bytesOf(sources[Number(part)]!));
  }
}

/** Base64 of the bytes; what does not fill a group of three waits for the next chunk. */
async function* encode(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array(0);
  try {
    for await (const chunk of chunks) {
      if (!(chunk instanceof Uint8Array))
        throw new TypeError('A stream that is to be sent as a file must give bytes, not text.');
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const end = bytes.length - (bytes.length % 3);
      for (let start = 0; start < end; start += PIECE_BYTES)
        yield Buffer.from(toBase64(bytes.subarray(start, Math.min(start + PIECE_BYTES, end))), 'latin1');
      // A copy: the giver may use the memory of its chunk again.
      rest = bytes.slice(end);
    }
  } catch (error) {
    throw new SourceFailure(error);
  }
  if (rest.length > 0) yield Buffer.from(toBase64(rest), 'latin1');
}

async function* bytesOf(source: ByteSource): AsyncGenerator<Uint8Array> {
  if (source instanceof Uint8Array) yield source;
  else if (source instanceof FileSource) {
    const { createReadStream } = await import('node:fs');
    yield* createReadStream(source.path, { highWaterMark: PIECE_BYTES });
  } else if (source instanceof Blob) yield* readStream(source.stream());
  else if (source instanceof ReadableStream) yield* readStream(source);
  else yield* source;
}

async function* readStream(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let isWhole = false;
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
    isWhole = true;
  } finally {
    if (!isWhole) await reader.cancel().catch(() => {});
  }
}

/** The value with a name in the place of every source; the same objects where there is none below them. */
function substitute(value: unknown, nameOf: (source: ByteSource) => string): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (isByteSource(value)) return nameOf(value);
  if (Array.isArray(value)) return value.map((item) => substitute(item, nameOf));
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, substitute(item, nameOf)]));
}

function isByteSource(value: object): value is ByteSource {
  return (
    value instanceof Uint8Array ||
    value instanceof Blob ||
    value instanceof FileSource ||
    value instanceof ReadableStream ||
    Symbol.asyncIterator in value
  );
}

function isRepeatable(source: ByteSource): boolean {
  return source instanceof Uint8Array || source instanceof Blob || source instanceof FileSource;
}

function totalBytes(sources: readonly ByteSource[]): number {
  return sources.reduce((sum, source) => sum + (source as Uint8Array).byteLength, 0);
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
