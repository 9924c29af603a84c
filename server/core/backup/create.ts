import { rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { sql } from 'kysely';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { BlobNotFoundError, type BlobStore } from '../blobs/index.ts';
import { toMasterKeyId } from '../crypto/sealing.ts';
import type { Database } from '../db/connection.ts';
import { syncDirectory } from '../files/durable-directory.ts';
import { type BackedUpTable, type Catalog, readCatalog } from './catalog.ts';
import {
  BackupError,
  type BackupHeader,
  dataFrames,
  type SequenceState,
  sectionFrame,
  writeBackupFile,
} from './format.ts';
import { prepareTransaction } from './session.ts';

const KEYS_PER_FETCH = 500;

interface BackupOptions {
  path: string;
  database: Database;
  store: BlobStore;
  masterKey: Buffer;
  /** Version of Stellwerk. */
  version: string;
  migrations: BackupHeader['migrations'];
  now: Date;
  signal?: AbortSignal;
}

interface BackupReport {
  tenants: number;
  blobs: number;
  sizeBytes: number;
  /** Keys of blobs whose records were deleted while the backup ran. */
  erased: string[];
  /** Keys of blobs that a record refers to but the store does not have. */
  lost: string[];
}

interface Missing {
  tenantId: number;
  key: string;
}

/**
 * Writes everything from one database snapshot into one file, with constant memory. Readers and writers wait for none of its
 * locks, but the database cannot remove dead rows while it runs. The file is called `<path>.partial` until it is complete and
 * durable. Throws BackupError if the path exists.
 */
export async function createBackup(options: BackupOptions): Promise<BackupReport> {
  const path = resolve(options.path);
  const partial = `${path}.partial`;
  if (await exists(path)) throw new BackupError(`${path} already exists. Choose another name.`);
  if (await exists(partial)) {
    throw new BackupError(
      `${partial} exists: another backup is being written there, or one was killed. In the second case delete it.`,
    );
  }
  const session = await options.database.checkout(null);
  const { client } = session;
  let isFinished = false;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await prepareTransaction(client);
    const header = await readHeader(client, options);
    const catalog = await readCatalog(client);
    const tenantIds = (await client.query('SELECT id FROM tenant ORDER BY id')).rows.map((row) => row.id);
    const outcome = { blobs: 0, missing: [] as Missing[] };
    const frames = readEverything(client, options.store, catalog, tenantIds, outcome);
    let sizeBytes: number;
    try {
      ({ sizeBytes } = await writeBackupFile(partial, header, frames, options));
      if (await exists(path)) throw new BackupError(`${path} already exists. Choose another name.`);
      await rename(partial, path);
    } catch (error) {
      // Opened exclusively. If the file existed before, it belongs to another backup.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(partial, { force: true });
      throw error;
    }
    await syncDirectory(dirname(path));
    await client.query('COMMIT');
    isFinished = true;
    const { erased, lost } = await judgeMissing(options.database, catalog, outcome.missing);
    return { tenants: tenantIds.length, blobs: outcome.blobs, sizeBytes, erased, lost };
  } finally {
    session.release(!isFinished);
  }
}

async function readHeader(
  client: pg.ClientBase,
  { masterKey, version, migrations, now }: BackupOptions,
): Promise<BackupHeader> {
  const { rows } = await client.query(
    'SELECT this_server() AS server, pg_current_snapshot()::text AS snapshot',
  );
  const { server, snapshot } = rows[0];
  return {
    createdAt: now.toISOString(),
    version,
    masterKeyId: toMasterKeyId(masterKey),
    migrations,
    changeLog: { server, snapshot },
  };
}

async function* readEverything(
  client: pg.PoolClient,
  store: BlobStore,
  { tables, sequences }: Catalog,
  tenantIds: number[],
  outcome: { blobs: number; missing: Missing[] },
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
  const withBlobs = tables.filter(({ hasBlobs }) => hasBlobs);
  for (const tenantId of withBlobs.length === 0 ? [] : tenantIds) {
    await setTenant(client, tenantId);
    for await (const key of readBlobKeys(client, withBlobs, tenantId)) {
      const stored = await store.read(key).catch((error) => {
        if (error instanceof BlobNotFoundError) return undefined;
        throw error;
      });
      if (stored === undefined) {
        outcome.missing.push({ tenantId, key });
        continue;
      }
      yield sectionFrame({ kind: 'blob', key });
      for await (const chunk of stored as AsyncIterable<Buffer>) yield* dataFrames(chunk);
      outcome.blobs += 1;
    }
  }
  yield sectionFrame({ kind: 'end' });
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

async function* readBlobKeys(
  client: pg.ClientBase,
  tables: BackedUpTable[],
  tenantId: number,
): AsyncGenerator<string> {
  const queries = tables.map(
    ({ name }) =>
      `SELECT blob_key FROM public.${name} WHERE tenant_id = ${Number(tenantId)} AND blob_key IS NOT NULL`,
  );
  await client.query(`DECLARE blob_keys NO SCROLL CURSOR FOR ${queries.join(' UNION ')}`);
  for (;;) {
    const { rows } = await client.query(`FETCH ${KEYS_PER_FETCH} FROM blob_keys`);
    for (const row of rows) yield row.blob_key;
    if (rows.length < KEYS_PER_FETCH) break;
  }
  await client.query('CLOSE blob_keys');
}

/** A record that was deleted after the snapshot has lost its blob. A record that still exists should have one. */
async function judgeMissing(
  database: Database,
  { tables }: Catalog,
  missing: Missing[],
): Promise<{ erased: string[]; lost: string[] }> {
  const erased: string[] = [];
  const lost: string[] = [];
  for (const { tenantId, key } of missing) {
    let isReferredTo = false;
    for (const { name } of tables.filter(({ hasBlobs }) => hasBlobs)) {
      const { rows } = await sql`
        SELECT FROM ${sql.raw(`public.${name}`)} WHERE tenant_id = ${tenantId} AND blob_key = ${key} LIMIT 1`.execute(
        database.tenant(tenantId),
      );
      isReferredTo ||= rows.length > 0;
    }
    (isReferredTo ? lost : erased).push(key);
  }
  return { erased, lost };
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
