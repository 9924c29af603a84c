import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { parseS3Url } from './config/s3-url.ts';
import type { Settings } from './config.ts';
import { type BlobStore, FilesystemBlobStore, S3BlobStore, SealedBlobs } from './core/blobs/index.ts';
import { loadMasterKey, parseMasterKey } from './core/crypto/master-key.ts';
import { openDatabase } from './core/db/connection.ts';
import type { Services } from './core/services.ts';

interface OpenOptions {
  settings: Settings;
  log: Logger;
  databaseUrl: string;
  /** The role that `migrate` returns. It is set if the login role bypasses row-level security. */
  databaseRole?: string;
  masterKey: Buffer;
  now?: () => Date;
}

/** Opens the services of a process: the database pool and the blob store. */
export function openServices({
  settings,
  log,
  databaseUrl,
  databaseRole,
  masterKey,
  now,
}: OpenOptions): Services {
  const database = openDatabase({
    url: databaseUrl,
    role: databaseRole,
    maximumConnections: settings.databaseConnections,
    transactionTimeoutMs: settings.transactionTimeoutMs,
  });
  const blobs = new SealedBlobs({ store: openBlobStore(settings), masterKey });
  return { settings, database, blobs, masterKey, log, now: now ?? (() => new Date()) };
}

/** Opens the store of encrypted documents, without the keys to read them. */
export function openBlobStore(settings: Settings): BlobStore {
  const { blobUrl, dataDirectory, awsAccessKeyId, awsSecretAccessKey } = settings;
  if (blobUrl === undefined) return new FilesystemBlobStore({ directory: join(dataDirectory, 'blobs') });
  if (!blobUrl.startsWith('s3:')) return new FilesystemBlobStore({ directory: fileURLToPath(blobUrl) });
  return new S3BlobStore({
    ...parseS3Url(blobUrl),
    accessKeyId: awsAccessKeyId!,
    secretAccessKey: awsSecretAccessKey!,
  });
}

/** The master key from the settings, or the one in DATA_DIR, which is generated if it does not exist. */
export async function readMasterKey(settings: Settings): Promise<Buffer> {
  if (settings.masterKey !== undefined) return parseMasterKey(settings.masterKey);
  return (await loadMasterKey(join(settings.dataDirectory, 'master.key'))).masterKey;
}
