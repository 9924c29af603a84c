import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BlobExistsError, type BlobStore, type BlobWriter } from '../blobs/index.ts';
import { raiseGeneration } from '../db/change-log-generation.ts';
import { lockMigrations } from '../db/migrate.ts';
import { type Catalog, readCatalog } from './catalog.ts';
import { BackupError, type BackupFile } from './format.ts';
import { prepareTransaction } from './session.ts';

/** A store that can be told that nobody is writing a blob any more. */
type RestorableStore = BlobStore & { removeUnfinishedOf?(key: string): Promise<void> };

interface RestoreOptions {
  /** Verified. */
  file: BackupFile;
  /** Of a database at this version's migrations; the login owns its tables. */
  databaseUrl: string;
  store: RestorableStore;
  signal?: AbortSignal;
}

interface RestoreReport {
  tenants: number;
  blobs: number;
}

/**
 * Puts a backup into a database without tenants, in one transaction: either everything is there afterwards or nothing
 * is, and blobs written for it are removed again. A process that dies in between leaves blobs that no record refers
 * to; the next restore of the same backup takes them over. Throws BackupError when the database is in use.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { file, store } = options;
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    application_name: 'stellwerk restore',
  });
  client.on('error', () => {});
  await client.connect();
  const blobs = new RestoredBlobs(store);
  try {
    // A service that starts meanwhile waits for it with its migrations.
    await lockMigrations(client);
    await refuseCompany(client);
    await client.query('BEGIN');
    await prepareTransaction(client);
    await client.query("SET LOCAL lock_timeout = '10s'");
    const catalog = await readCatalog(client);
    await openTables(client, catalog);
    const { rows } = await client.query('SELECT count(*)::int AS tenants FROM tenant');
    if (rows[0].tenants > 0) {
      throw new BackupError(
        `The database has ${rows[0].tenants} tenant${rows[0].tenants === 1 ? '' : 's'}: a restore needs one without any, such as a new DATA_DIR. Nothing was changed.`,
      );
    }
    await client.query(`TRUNCATE ${catalog.tables.map(({ name }) => `public.${name}`).join(', ')}`);
    await readSections(client, options, blobs);
    await beginGeneration(client, file);
    await closeTables(client, catalog);
    const restored = await client.query('SELECT count(*)::int AS tenants FROM tenant');
    options.signal?.throwIfAborted();
    await client.query('COMMIT');
    // Without statistics the first queries would read whole tables.
    await client.query('ANALYZE');
    return { tenants: restored.rows[0].tenants, blobs: blobs.count };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    await blobs.remove(file);
    throw error;
  } finally {
    await client.end();
  }
}

async function refuseCompany(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `SELECT count(*)::int AS others FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'stellwerk%'`,
  );
  if (rows[0].others > 0) {
    throw new BackupError(
      'A service or another command is connected to the database. Stop it first. Nothing was changed.',
    );
  }
}

/**
 * COPY cannot write behind row-level security, so the owner lifts it from himself until the end of the transaction;
 * nobody else sees it lifted, since the change locks the tables. Triggers have done their work when the rows were
 * first written.
 */
async function openTables(client: pg.Client, { tables, circular }: Catalog): Promise<void> {
  for (const { name, isWalled, hasTriggers } of tables) {
    if (isWalled) await client.query(`ALTER TABLE public.${name} NO FORCE ROW LEVEL SECURITY`);
    else await client.query(`LOCK TABLE public.${name}`);
    if (hasTriggers) await client.query(`ALTER TABLE public.${name} DISABLE TRIGGER USER`);
  }
  for (const { from, constraint } of circular) {
    await client.query(
      `ALTER TABLE public.${from} ALTER CONSTRAINT ${constraint} DEFERRABLE INITIALLY DEFERRED`,
    );
  }
}

async function closeTables(client: pg.Client, { tables, circular }: Catalog): Promise<void> {
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  for (const { from, constraint } of circular) {
    await client.query(`ALTER TABLE public.${from} ALTER CONSTRAINT ${constraint} NOT DEFERRABLE`);
  }
  for (const { name, isWalled, hasTriggers } of tables) {
    if (isWalled) await client.query(`ALTER TABLE public.${name} FORCE ROW LEVEL SECURITY`);
    if (hasTriggers) await client.query(`ALTER TABLE public.${name} ENABLE TRIGGER USER`);
  }
}

async function readSections(
  client: pg.Client,
  { file, signal }: RestoreOptions,
  blobs: RestoredBlobs,
): Promise<void> {
  let hasEnded = false;
  for await (const { section, data } of file.sections(signal)) {
    switch (section.kind) {
      case 'table': {
        const { table, columns } = section;
        const rows = client.query(copyFrom(`COPY public.${table} (${columns.join(', ')}) FROM STDIN`));
        await pipeline(Readable.from(data, { objectMode: false }), rows, { signal });
        break;
      }
      case 'sequences':
        // Unlike setval() this is undone with the transaction.
        for (const { name, next } of section.sequences) {
          await client.query(`ALTER SEQUENCE public.${name} RESTART WITH ${BigInt(next)}`);
        }
        break;
      case 'blob':
        await blobs.write(section.key, data);
        break;
      case 'end':
        hasEnded = true;
    }
  }
  if (!hasEnded) throw new BackupError('The backup has no end. Nothing was changed.');
}

/**
 * New changes sort behind all restored ones although this cluster counts its transactions anew. Restored changes of
 * transactions that ended while an older one was still running at the time of the backup move to the beginning of the
 * new generation: below that older transaction lies what any reader can have finished reading before the backup, and
 * only so can a cursor of the old cluster that has seen more be told from one of this cluster (see isBeyondBackup).
 */
async function beginGeneration(client: pg.Client, file: BackupFile): Promise<void> {
  const { generation, snapshot } = file.header.changeLog;
  const begun = await raiseGeneration(client, generation, snapshot);
  await client.query(
    `UPDATE change_log SET generation = $1, transaction_id = 0
      WHERE generation = $2 AND transaction_id >= pg_snapshot_xmin($3::pg_snapshot)::text::bigint`,
    [begun, generation, snapshot],
  );
}

class RestoredBlobs {
  count = 0;
  readonly #store: RestorableStore;
  // Those of an earlier attempt, or of another installation that uses the same store: never ours to remove.
  readonly #found = new Set<string>();

  constructor(store: RestorableStore) {
    this.#store = store;
  }

  async write(key: string, data: AsyncIterable<Buffer>): Promise<void> {
    if ((await this.#store.size(key)) !== undefined) {
      this.#found.add(key);
      this.count += 1;
      if ((await digest(data)) === (await digest((await this.#store.read(key)) as AsyncIterable<Buffer>)))
        return;
      throw new BackupError(
        `The store of documents has another file under the key ${key}. Give the restored installation a store of its own (BLOB_URL). Nothing was changed.`,
      );
    }
    const writer = await this.#open(key);
    try {
      for await (const chunk of data) await writer.write(chunk);
      await writer.commit();
    } catch (error) {
      await writer.abort();
      throw error;
    }
    this.count += 1;
  }

  async #open(key: string): Promise<BlobWriter> {
    try {
      return await this.#store.create(key);
    } catch (error) {
      if (!(error instanceof BlobExistsError) || this.#store.removeUnfinishedOf === undefined) throw error;
      // A restore was killed in the middle of this blob. Nobody else writes it: keys are random, and the database is locked.
      await this.#store.removeUnfinishedOf(key);
      return this.#store.create(key);
    }
  }

  /** Removes what was written, by reading the backup once more: a list of all keys would grow with the backup. */
  async remove(file: BackupFile): Promise<void> {
    let index = 0;
    if (this.count === 0) return;
    for await (const { section } of file.sections()) {
      if (section.kind !== 'blob') continue;
      if (!this.#found.has(section.key)) await this.#store.delete(section.key);
      index += 1;
      if (index === this.count) return;
    }
  }
}

async function digest(chunks: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}
