/** Bytes that are sent as Base64. Only files, blobs and byte arrays can be sent again if the connection breaks. */
export type ByteSource =
  | Uint8Array
  | Blob
  | FileSource
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

/** A file on disk, opened each time it is sent. Created by `fromFile`. */
export class FileSource {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

/** A file for a property that takes Base64. It is read while it is sent and never held in memory as a whole. */
export function fromFile(path: string): FileSource {
  return new FileSource(path);
}

export interface RequestBody {
  /** Whether `open` can be called more than once. */
  isRepeatable: boolean;
  /** The body from its start, as a string if it is small. */
  open(): string | AsyncIterable<Uint8Array>;
}

// The service accepts a data URL wherever it accepts Base64, and requires one for attachments. It detects the media
// type from the contents, so this one does not matter.
const PREFIX = 'data:application/octet-stream;base64,';
const MAXIMUM_INLINE_BYTES = 1024 * 1024;
// A multiple of three has no padding, so the encoded pieces can be concatenated.
const PIECE_BYTES = 3 * 16 * 1024;

/** Thrown if a source of the body cannot be read. The service is not involved, so there is no retry. */
export class SourceFailure {
  readonly cause: unknown;
  constructor(cause: unknown) {
    this.cause = cause;
  }
}

/**
 * The JSON of a value that may contain files wherever the service takes Base64. Large files are encoded while they are
 * sent, so memory use does not depend on their size.
 */
export function toRequestBody(value: unknown): RequestBody {
  const sources: ByteSource[] = [];
  // A random name cannot occur in the value.
  const name = crypto.randomUUID();
  const template = substitute(value, (source) => `${name}:${sources.push(source) - 1}`);
  const json = JSON.stringify(template);
  if (json === undefined) throw new TypeError('The body must be an object.');
  if (sources.length === 0) return { isRepeatable: true, open: () => json };
  // Even indexes hold JSON, odd indexes the number of a source.
  const parts = json.split(new RegExp(`${name}:(\\d+)`));
  if (
    sources.every((source) => source instanceof Uint8Array) &&
    totalBytes(sources) <= MAXIMUM_INLINE_BYTES
  ) {
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

/** Encodes the bytes as Base64. Bytes that do not fill a group of three are kept for the next chunk. */
async function* encode(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array(0);
  try {
    for await (const chunk of chunks) {
      if (!(chunk instanceof Uint8Array))
        throw new TypeError('A stream that is sent as a file must yield bytes, not text.');
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const end = bytes.length - (bytes.length % 3);
      for (let start = 0; start < end; start += PIECE_BYTES)
        yield Buffer.from(toBase64(bytes.subarray(start, Math.min(start + PIECE_BYTES, end))), 'latin1');
      // A copy, because the source may reuse the memory of its chunk.
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

/** Replaces every source in the value by its name. */
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
