import { access, constants, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { BlobStore } from '../blobs/index.ts';
import type { MasterKeys } from '../crypto/master-keys.ts';
import { toMasterKeyId } from '../crypto/sealing.ts';
import type { Database } from '../db/connection.ts';
import { isStorageFull } from '../db/faults.ts';
import { findOwnObjects } from '../db/own-objects.ts';
import { syncDirectory } from '../files/durable-directory.ts';
import { exists } from '../files/exists.ts';
import { type BackedUpTable, type Catalog, readCatalog } from './catalog.ts';
import { noFaults } from './fault-judge.ts';
import {
  type BackedUpServer,
  BackupError,
  type BackupHeader,
  dataFrames,
  type SequenceState,
  sectionFrame,
  writeBackupFile,
} from './format.ts';
import { openSnapshots, type Snapshot } from './snapshots.ts';
import { readBlobs, type StoredBlobs } from './stored-blobs.ts';

interface BackupOptions {
  path: string;
  database: Database;
  store: BlobStore;
  masterKeys: Pick<MasterKeys, 'own' | 'find'>;
  /** Version of Stellwerk. */
  version: string;
  migrations: BackupHeader['migrations'];
  now: Date;
  signal?: AbortSignal;
  /** How long to wait for a move of a tenant. */
  movePatienceMs?: number;
}

interface BackupReport extends StoredBlobs {
  tenants: number;
  servers: { name: string; tenants: number }[];
  sizeBytes: number;
  /** Tables, columns, and sequences that an operator has added. They are not in the backup. */
  ownObjects: string[];
}

/**
 * Writes everything from one snapshot of each server into one file, with constant memory. Readers and writers wait for none of
 * its locks, but the databases cannot remove dead rows while it runs. A move of a tenant waits for a moment. The file is called
 * `<path>.partial` until it is complete and durable. Throws BackupError if the path exists.
 */
export async function createBackup(options: BackupOptions): Promise<BackupReport> {
  const path = resolve(options.path);
  const partial = `${path}.partial`;
  if (await exists(path)) throw new BackupError(`${path} already exists. Choose another name.`);
  await requireDirectory(path);
  if (await exists(partial)) {
    throw new BackupError(
      `${partial} exists: another backup is being written there, or one was killed. In the second case delete it.`,
    );
  }
  const opened = await openSnapshots(options.database, options);
  const { snapshots } = opened;
  let sizeBytes: number;
  const stored: StoredBlobs = { blobs: 0, ...noFaults() };
  try {
    const catalog = await readCatalog(snapshots[0].client);
    if (catalog.tables.length === 0)
      throw new BackupError(
        'The schema public has no tables of Stellwerk. If they are in another schema, stop the service and move them with ALTER TABLE … SET SCHEMA public. Nothing was written.',
      );
    const ownObjects = await findOwn(snapshots);
    await learnMasterKeys(snapshots[0].client, options.masterKeys);
    const header = await readHeader(snapshots, options);
    const frames = readServers(snapshots, options, catalog, stored);
    try {
      ({ sizeBytes } = await writeBackupFile(partial, header, frames, {
        masterKey: options.masterKeys.own,
        ...(options.signal && { signal: options.signal }),
      }));
      if (await exists(path)) throw new BackupError(`${path} already exists. Choose another name.`);
      await rename(partial, path);
    } catch (error) {
      // Opened exclusively. If the file existed before, it belongs to another backup.
      const { code, syscall } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST') await rm(partial, { force: true });
      if (isStorageFull(error) && syscall !== undefined)
        throw new BackupError(
          `${path} cannot be written (${code}): its disk is full. The unfinished file was removed. Make space, or choose a file on another disk.`,
        );
      throw error;
    }
    await syncDirectory(dirname(path));
    const servers = snapshots.map(({ server, tenantIds }) => ({
      name: server.name,
      tenants: tenantIds.length,
    }));
    const tenants = servers.reduce((sum, server) => sum + server.tenants, 0);
    return { tenants, servers, sizeBytes, ownObjects, ...stored };
  } finally {
    opened.close();
  }
}

async function findOwn(snapshots: readonly Snapshot[]): Promise<string[]> {
  const found = new Set<string>();
  for (const { client } of snapshots) {
    const { tables, columns, sequences } = await findOwnObjects(client);
    for (const name of [...tables, ...columns, ...sequences]) found.add(name);
  }
  return [...found];
}

async function readHeader(
  snapshots: readonly Snapshot[],
  { masterKeys, version, migrations, now }: BackupOptions,
): Promise<BackupHeader> {
  const servers: BackedUpServer[] = [];
  for (const { server, client } of snapshots) {
    const { rows } = await client.query(
      `SELECT this_server() AS server, pg_current_snapshot()::text AS snapshot, server_number AS number FROM installation`,
    );
    const { server: writer, snapshot, number } = rows[0];
    servers.push({ name: server.name, number, changeLog: { server: writer, snapshot } });
  }
  return {
    createdAt: now.toISOString(),
    version,
    masterKeyId: toMasterKeyId(masterKeys.own),
    migrations,
    servers,
  };
}

/**
 * A rotation can end during the backup, and what the snapshot has is then sealed with a key that the database no longer has.
 * The process keeps what it has learned.
 */
async function learnMasterKeys(
  client: pg.ClientBase,
  masterKeys: BackupOptions['masterKeys'],
): Promise<void> {
  const { rows } = await client.query('SELECT id FROM master_key');
  for (const { id } of rows) await masterKeys.find(id);
}

async function* readServers(
  snapshots: readonly Snapshot[],
  sources: Pick<BackupOptions, 'database' | 'store' | 'masterKeys'>,
  catalog: Catalog,
  stored: StoredBlobs,
): AsyncGenerator<Buffer> {
  for (const { server, client, tenantIds } of snapshots) {
    yield sectionFrame({ kind: 'server', name: server.name });
    yield* readServer(client, sources, catalog, tenantIds, stored);
  }
  yield sectionFrame({ kind: 'end' });
}

async function* readServer(
  client: pg.PoolClient,
  sources: Pick<BackupOptions, 'database' | 'store' | 'masterKeys'>,
  { tables, sequences }: Catalog,
  tenantIds: number[],
  stored: StoredBlobs,
): AsyncGenerator<Buffer> {
  for (const table of tables) {
    if (!table.isWalled) yield* readTable(client, table, '');
    else {
      for (const tenantId of tenantIds) {
        await setTenant(client, tenantId);
        // Name the tenant too: a login that bypasses row-level security would see the rows of all tenants.
        yield* readTable(client, table, ` WHERE tenant_id = ${Number(tenantId)}`);
      }
    }
  }
  // Sequences are not part of snapshots. Read after the snapshot, they are at or past every number in it.
  yield sectionFrame({ kind: 'sequences', sequences: await readSequences(client, sequences) });
  const withBlobs = tables.flatMap(({ withFiles }) => withFiles ?? []);
  for (const tenantId of withBlobs.length === 0 ? [] : tenantIds) {
    await setTenant(client, tenantId);
    yield* readBlobs(client, sources, { tables: withBlobs, tenantId }, stored);
  }
}

async function setTenant(client: pg.ClientBase, tenantId: number): Promise<void> {
  await client.query("SELECT set_config('app.tenant_id', $1, true)", [String(tenantId)]);
}

async function* readTable(
  client: pg.PoolClient,
  table: BackedUpTable,
  where: string,
): AsyncGenerator<Buffer> {
  const { name, columns } = table;
  const rows = client.query(
    copyTo(`COPY (SELECT ${columns.join(', ')} FROM public.${name}${where}) TO STDOUT`),
  );
  let isFirst = true;
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    if (isFirst) yield sectionFrame({ kind: 'table', table: name, columns });
    isFirst = false;
    yield* dataFrames(chunk);
  }
}

async function readSequences(client: pg.ClientBase, sequences: string[]): Promise<SequenceState[]> {
  const states: SequenceState[] = [];
  for (const name of sequences) {
    const { rows } = await client.query(
      `SELECT (last_value + CASE WHEN is_called THEN seqincrement ELSE 0 END)::text AS next
         FROM public.${name}, pg_sequence WHERE seqrelid = $1::regclass`,
      [`public.${name}`],
    );
    states.push({ name, next: rows[0].next });
  }
  return states;
}

/** Before the databases are read, which can take long. */
async function requireDirectory(path: string): Promise<void> {
  await access(dirname(path), constants.W_OK | constants.X_OK).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(
      `${path} cannot be written (${error.code}). Choose a file in a directory that exists and that you may write to.`,
    );
  });
}
