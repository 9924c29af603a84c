import { Readable } from 'node:stream';
import { BlobDamagedError, BlobNotFoundError, type ByteRange, type SealedBlob } from '../blobs/index.ts';
import { toOfferedFileName } from '../files/offered-file-name.ts';
import { parseRange, rangeApplies } from './byte-range.ts';
import type { RequestContext } from './context.ts';
import { attachment } from './disposition.ts';
import { ByteStream, NOT_MODIFIED } from './endpoint.ts';
import { ApiError } from './errors.ts';

type Context = RequestContext<unknown, unknown, unknown>;

/** A stored file of a record. */
export interface StoredContents {
  blob: SealedBlob;
  /** Ids of the record for the log, such as `documentId`. */
  ids: Readonly<Record<string, number>>;
  /** Writes the access log, after the first piece was verified and before it is sent. */
  record(range: ByteRange | undefined): Promise<void>;
}

/** Contents that are being read. They hold an open file or connection and one of the downloads: iterate to the end or close them. */
interface OpenContents {
  pieces: AsyncIterable<Uint8Array>;
  /** Idempotent. Can be called at any time. */
  close(): void;
}

/** The response headers of `sendContents`, for the description of an endpoint. */
export const CONTENT_HEADERS = {
  'content-type': 'Media type of the contents.',
  'content-disposition':
    '`attachment`, with the file name. A name whose extension does not belong to the media type has the usual one in addition, such as `cv.bat.txt`.',
  'accept-ranges': 'bytes',
  'x-content-type-options': 'nosniff',
} as const;

/** Returns the bytes with their headers. Supports HEAD, If-None-Match and a single range: set `etag` and `ranges`. */
export async function sendContents(
  context: Context,
  contents: StoredContents & { mimeType: string; fileName: string },
): Promise<ByteStream | typeof NOT_MODIFIED> {
  const { isHead, requestHeader, setHeader } = context;
  const { sizeBytes, sha256 } = contents.blob;
  const tag = `"${sha256}"`;
  setHeader('cache-control', 'no-store, no-transform');
  if (context.isCurrent(tag)) return NOT_MODIFIED;
  // Only GET supports Range (RFC 9110 section 14.2).
  const range =
    !isHead && rangeApplies(requestHeader('if-range'), tag)
      ? parseRange(requestHeader('range'), sizeBytes)
      : undefined;
  if (range === 'unsatisfiable')
    throw new ApiError('rangeNotSatisfiable', { headers: { 'content-range': `bytes */${sizeBytes}` } });
  const source = await readContents(context, contents, (pieces) => pieces, range);
  setHeader('content-type', contents.mimeType);
  setHeader('content-disposition', attachment(toOfferedFileName(contents.fileName, contents.mimeType)));
  setHeader('x-content-type-options', 'nosniff');
  setHeader('accept-ranges', 'bytes');
  setHeader('content-length', String(range === undefined ? sizeBytes : range.end - range.start + 1));
  if (range !== undefined) setHeader('content-range', `bytes ${range.start}-${range.end}/${sizeBytes}`);
  return new ByteStream(source, range === undefined ? 200 : 206);
}

/** The contents in the form that `write` gives them. Empty for HEAD. They are closed with the stream. */
export async function readContents(
  context: Context,
  contents: StoredContents,
  write: (pieces: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array | string>,
  range?: ByteRange,
): Promise<Readable> {
  if (context.isHead) return Readable.from([], { objectMode: false });
  const { pieces, close } = await openContents(context, contents, range);
  const source = Readable.from(write(pieces), { objectMode: false });
  // A generator never starts if the client disconnects early.
  source.once('close', close);
  return source;
}

/**
 * Starts to read. The first piece is decrypted and verified before this returns, so that contents that are missing or damaged
 * at the beginning cause a 500 and not a truncated response. Damage further on makes the iteration throw. Both are logged with
 * the ids of the record.
 */
async function openContents(
  { services, tenantId, reserve }: Context,
  { blob, ids, record }: StoredContents,
  range: ByteRange | undefined,
): Promise<OpenContents> {
  const giveBack = await reserve('downloads');
  const iterator = services.blobs.read(blob, { tenantId, ...(range && { range }) });
  const close = () => {
    void iterator.return(undefined).catch(() => {});
    giveBack();
  };
  const next = async () => {
    try {
      return await iterator.next();
    } catch (error) {
      if (error instanceof BlobDamagedError || error instanceof BlobNotFoundError)
        services.log.error(
          { tenantId, ...ids, reason: error instanceof BlobDamagedError ? error.reason : 'missing' },
          'document contents are missing or damaged',
        );
      throw error;
    }
  };
  let result: Awaited<ReturnType<typeof next>>;
  try {
    result = await next();
    await record(range);
  } catch (error) {
    close();
    throw error;
  }
  return {
    close,
    pieces: (async function* () {
      for (; !result.done; result = await next()) yield result.value;
    })(),
  };
}
