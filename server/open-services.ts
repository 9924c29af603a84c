import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { parseS3Url } from './config/s3-url.ts';
import type { Settings } from './config.ts';
import {
  type BlobStore,
  FilesystemBlobStore,
  readInstallationId,
  S3BlobStore,
  SealedBlobs,
  TracedBlobStore,
} from './core/blobs/index.ts';
import {
  loadMasterKey,
  MasterKeyError,
  parseMasterKey,
  readMasterKeyFile,
} from './core/crypto/master-key.ts';
import { MasterKeys, readMasterKeys } from './core/crypto/master-keys.ts';
import { Batches } from './core/db/batches.ts';
import { type Database, openDatabase, type SystemDatabase } from './core/db/connection.ts';
import { findHome } from './core/db/embedded/location.ts';
import { joinServers, TenantDirectory } from './core/db/placement.ts';
import { ShardPlacement } from './core/distribution/shard-placement.ts';
import { DiskSpace } from './core/files/disk-space.ts';
import { explainFileError } from './core/files/file-error.ts';
import { showMode } from './core/files/mode.ts';
import { describeCause } from './core/http/describe-cause.ts';
import { createLoadLimits } from './core/load/limits.ts';
import type { Services } from './core/services.ts';
import type { Tracer } from './core/tracing/index.ts';

export type ServerRoles = Readonly<Record<string, string | undefined>>;

interface OpenOptions {
  settings: Settings;
  log: Logger;
  databaseUrl: string;
  /** The role that `migrate` returns. It is set if the login role bypasses row-level security. */
  databaseRole?: string;
  /** The same for the servers of DATABASE_SERVERS, by their names. */
  serverRoles?: ServerRoles;
  masterKey: Buffer;
  now?: () => Date;
  tracer?: Tracer;
}

/** Opens the services of a process: the database pools and the blob store. */
export function openServices({
  settings,
  log,
  databaseUrl,
  databaseRole,
  serverRoles = {},
  masterKey,
  now,
  tracer,
}: OpenOptions): Services {
  const database = openServers(settings, { databaseUrl, databaseRole, serverRoles });
  const masterKeys = openMasterKeys(settings, database.system, masterKey);
  const store = openBlobStore(settings, () => readInstallationId(database.system));
  const blobs = new SealedBlobs({
    store: tracer === undefined ? store : new TracedBlobStore(store),
    masterKeys,
    onThreadFailure: (error) =>
      log.error({ cause: describeCause(error) }, 'the thread that seals documents failed'),
  });
  const disk = openDiskSpace(settings);
  const load = createLoadLimits(settings, log, database);
  return {
    settings,
    database,
    batches: new Batches({ mayHalve: settings.workers === 1 }),
    blobs,
    masterKeys,
    disk,
    log,
    load,
    now: now ?? (() => new Date()),
    tracer,
  };
}

/** The database of all servers. With one server, it is that server's. */
export function openServers(
  settings: Settings,
  {
    databaseUrl,
    databaseRole,
    serverRoles = {},
  }: Pick<OpenOptions, 'databaseUrl' | 'databaseRole' | 'serverRoles'>,
): Database {
  const isDistributed = settings.databaseWorkers.length > 0;
  const open = (target: { name?: string; url: string; role: string | undefined }) =>
    openDatabase({
      ...target,
      maximumConnections: settings.databaseConnections,
      maximumStreams: settings.streamConnections,
      transactionTimeoutMs: settings.transactionTimeoutMs,
      silenceMs: settings.databaseSilenceMs,
      locksTenants: settings.databaseServers.length > 0 || isDistributed,
      isDistributed,
    });
  const database = open({ url: databaseUrl, role: databaseRole });
  const others = [...settings.databaseServers, ...settings.databaseWorkers].flatMap(
    ({ name, url }) => open({ name, url, role: serverRoles[name] }).servers,
  );
  if (others.length === 0) return database;
  const first = database.servers[0]!;
  const servers = [first, ...others] as const;
  return isDistributed
    ? joinServers(servers, new ShardPlacement(first, others), [first])
    : joinServers(servers, new TenantDirectory(servers));
}

/**
 * The services for the background work of each server, whose control plane is that of this server. Those of the first server reach all
 * servers, because the queue of the control plane is there. What a tenant's work has begun goes on where the tenant is by then.
 */
export function servicesOfServers(services: Services): { name: string; services: Services }[] {
  const { tenant, systemOf, read, checkout, checkoutStream } = services.database;
  return services.database.servers.map(({ name, database }, index) => ({
    name,
    services:
      index === 0
        ? services
        : { ...services, database: { ...database, tenant, systemOf, read, checkout, checkoutStream } },
  }));
}

export function openDiskSpace(settings: Settings): DiskSpace {
  return new DiskSpace({ directories: () => findDirectories(settings), floorMb: settings.diskFloorMb });
}

/** The directories of the installation whose disks can become full, except those of other servers. */
async function findDirectories(settings: Settings): Promise<string[]> {
  const directories: string[] = [];
  const blobs = findBlobDirectory(settings);
  if (blobs !== undefined) directories.push(blobs);
  if (settings.databaseUrl === undefined) {
    const embedded = join(settings.dataDirectory, 'postgres');
    directories.push((await findHome(embedded)) ?? embedded);
  }
  return directories;
}

/** Undefined for an object store. */
export function findBlobDirectory({ blobUrl, dataDirectory }: Settings): string | undefined {
  if (blobUrl === undefined) return join(dataDirectory, 'blobs');
  return blobUrl.startsWith('s3:') ? undefined : fileURLToPath(blobUrl);
}

/**
 * Opens the store of encrypted documents, without the keys to read them. `installation` returns the id that a directory must
 * have when it is used. Whoever opens the store without it compares the ids once. `setting` names the store in messages.
 */
export function openBlobStore(
  settings: Settings,
  installation?: () => Promise<string>,
  setting = settings.blobUrl === undefined ? 'DATA_DIR' : 'BLOB_URL',
): BlobStore {
  const { blobUrl, awsAccessKeyId, awsSecretAccessKey } = settings;
  const directory = findBlobDirectory(settings);
  if (directory !== undefined)
    return new FilesystemBlobStore({
      directory,
      setting,
      ...(installation && { installation }),
    });
  return new S3BlobStore({
    ...parseS3Url(blobUrl!),
    setting,
    accessKeyId: awsAccessKeyId!,
    secretAccessKey: awsSecretAccessKey!,
  });
}

/** The master keys, starting with the configured one. */
export function openMasterKeys(settings: Settings, db: SystemDatabase, masterKey: Buffer): MasterKeys {
  const reread =
    settings.masterKey === undefined ? () => readMasterKeyFile(masterKeyFile(settings)) : undefined;
  return new MasterKeys(db, masterKey, reread);
}

export function masterKeyFile({ dataDirectory }: Settings): string {
  return join(dataDirectory, 'master.key');
}

/** The master key from the settings, or the one in DATA_DIR. Undefined if there is none. */
export async function findMasterKey(settings: Settings): Promise<Buffer | undefined> {
  if (settings.masterKey !== undefined) return parseMasterKey(settings.masterKey);
  return readMasterKeyFile(masterKeyFile(settings)).catch((error) => {
    throw explainKeyFile(error, settings);
  });
}

function explainKeyFile(error: unknown, settings: Settings): unknown {
  return explainFileError(error, {
    path: masterKeyFile(settings),
    what: 'the master key',
    setting: 'DATA_DIR',
    wayOut: 'set MASTER_KEY',
  });
}

/** What is wrong with the mode of the master key, with the way out. Undefined if nothing is, or if the key is elsewhere. */
export async function findOpenKeyFile(settings: Settings): Promise<string | undefined> {
  const file = masterKeyFile(settings);
  if (settings.masterKey !== undefined || process.platform === 'win32') return undefined;
  const mode = await stat(file).then(
    (entry) => entry.mode & 0o777,
    () => 0,
  );
  if ((mode & 0o077) === 0) return undefined;
  return `Other users have access to the master key ${file} (${showMode(mode)}). Run: chmod 600 ${file}`;
}

/**
 * The master key from the settings, or the one in DATA_DIR. Generates a key for a new installation. Throws MasterKeyError if
 * the database has data that were sealed with a key that is gone: a new one could not open them, and would hide the loss.
 */
export async function readMasterKey(settings: Settings, db: SystemDatabase): Promise<Buffer> {
  const found = await findMasterKey(settings).catch(async (error) => {
    if (!(error instanceof MasterKeyError)) throw error;
    const needed = await describeNeededKey(settings, db);
    throw new MasterKeyError(
      needed === undefined
        ? `${error.message} No data are sealed with a master key. Delete the file, and a start generates a key.`
        : `${error.message} The data ${needed}`,
    );
  });
  if (found !== undefined) return found;
  const needed = await describeNeededKey(settings, db);
  if (needed !== undefined) throw new MasterKeyError(`There is no master key, but the data ${needed}`);
  const { masterKey } = await loadMasterKey(masterKeyFile(settings)).catch((error) => {
    throw explainKeyFile(error, settings);
  });
  return masterKey;
}

/** Completes "The data …" with the key that opens them and the way out. Undefined if nothing is sealed yet. */
async function describeNeededKey(settings: Settings, db: SystemDatabase): Promise<string | undefined> {
  const [newest] = await readMasterKeys(db);
  if (newest === undefined) {
    // A version without a table of master keys sealed it.
    const sealed = await db.selectFrom('signing_key').select('key_id').limit(1).executeTakeFirst();
    if (sealed === undefined) return undefined;
  }
  const key = newest === undefined ? 'one' : `the master key ${newest.id}`;
  return `are sealed with ${key}. Nothing was changed. Copy that key to ${masterKeyFile(settings)} (mode 600), or set MASTER_KEY. If DATA_DIR is wrong, correct it.`;
}
