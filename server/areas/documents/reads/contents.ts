import { BlobDamagedError, BlobNotFoundError, type ByteRange } from '../../../core/blobs/index.ts';
import type { RequestContext } from '../../../core/http/index.ts';
import { type AccessKind, insertAccess, type StoredDocument } from './queries.ts';

type Context = Pick<
  RequestContext<unknown, unknown, unknown>,
  'services' | 'tenantId' | 'db' | 'caller' | 'reserve'
>;

/** Contents that are being read. They hold an open file or connection and one of the downloads: iterate to the end or close them. */
export interface OpenContents {
  pieces: AsyncIterable<Uint8Array>;
  /** Idempotent. Can be called at any time. */
  close(): void;
}

/**
 * Starts to read a document's contents and writes the access log. The first piece is decrypted and verified before this
 * returns, so that contents that are missing or damaged at the beginning cause a 500 and not a truncated response. Damage
 * further on makes the iteration throw. Both are logged with the id of the document.
 */
export async function openContents(
  context: Context,
  document: StoredDocument,
  kind: AccessKind,
  range?: ByteRange,
): Promise<OpenContents> {
  const { services, tenantId, db, caller } = context;
  const giveBack = await context.reserve('downloads');
  const iterator = services.blobs.read(document.blob, { tenantId, ...(range && { range }) });
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
          {
            tenantId,
            documentId: document.id,
            reason: error instanceof BlobDamagedError ? error.reason : 'missing',
          },
          'document contents are missing or damaged',
        );
      throw error;
    }
  };
  let result: Awaited<ReturnType<typeof next>>;
  try {
    result = await next();
    await insertAccess(db, tenantId, { document, caller, kind });
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
