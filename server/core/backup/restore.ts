import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  BlobExistsError,
  type BlobStore,
  type BlobWriter,
  claimStore,
  releaseStore,
} from '../blobs/index.ts';
import { connectClient } from '../db/connect-client.ts';
import { lockMigrations } from '../db/migrate.ts';
import { type Catalog, EMPTIED_TABLES, readCatalog } from './catalog.ts';
import { BackupError, type BackupFile } from './format.ts';
import { prepareTransaction } from './session.ts';

const COMPANY_ATTEMPTS = 20;
const COMPANY_MS = 100;

/** A store that can release a key whose writer has crashed. */
type RestorableStore = BlobStore & { removeUnfinishedOf?(key: string): Promise<void> };

interface RestoreOptions {
  /** Already verified. */
  file: BackupFile;
  /** The database must have this version's migrations, and the login must own its tables. */
  databaseUrl: string;
  store: RestorableStore;
  /** Whether the store may belong to another installation, which loses it. */
  takesOverStore?: boolean;
  signal?: AbortSignal;
}

interface RestoreReport {
  tenants: number;
  blobs: number;
}

/**
 * Restores a backup into a database without tenants, in one transaction. If it fails, the database stays empty and the blobs
 * written for it are removed. If the process dies, blobs without records stay behind, and the next restore of the same backup
 * adopts them. Throws BackupError if the database is in use, and StoreOwnershipError if the store belongs to another installation.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { file, store } = options;
  const client = await connectClient({
    connectionString: options.databaseUrl,
    application_name: 'stellwerk restore',
  });
  client.on('error', () => {});
  const blobs = new RestoredBlobs(store);
  const run = async (text: string) => (await client.query(text)).rows;
  let hasClaimed = false;
  try {
    // A service that starts in the meantime waits here with its migrations.
    await lockMigrations(client);
    await refuseCompany(client);
    await refuseTenants(client);
    hasClaimed = await claimStore(run, store, { takesOver: options.takesOverStore ?? false });
    await client.query('BEGIN');
    await prepareTransaction(client);
    await client.query("SET LOCAL lock_timeout = '10s'");
    const catalog = await readCatalog(client);
    await openTables(client, catalog);
    await refuseTenants(client);
    const emptied = [...catalog.tables.map(({ name }) => name), ...EMPTIED_TABLES];
    await client.query(`TRUNCATE ${emptied.map((name) => `public.${name}`).join(', ')}`);
    await readSections(client, options, blobs);
    await beginGeneration(client, file);
    await closeTables(client, catalog);
    const restored = await client.query('SELECT count(*)::int AS tenants FROM tenant');
    options.signal?.throwIfAborted();
    await client.query('COMMIT');
    // Without statistics, the first queries would scan whole tables.
    await client.query('ANALYZE');
    return { tenants: restored.rows[0].tenants, blobs: blobs.count };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    await blobs.remove(file);
    // Otherwise the store would be refused if the operator starts over with a new database.
    if (hasClaimed) await releaseStore(run, store).catch(() => {});
    throw error;
  } finally {
    await client.end();
  }
}

/** A service that has just stopped is still connected for a moment. */
async function refuseCompany(client: pg.Client): Promise<void> {
  for (let attempt = 0; attempt < COMPANY_ATTEMPTS; attempt++) {
    if (attempt > 0) {
      await delay(COMPANY_MS);
      // A transaction sees the connections as they were when it first looked.
      await client.query('SELECT pg_stat_clear_snapshot()');
    }
    const { rows } = await client.query(
      `SELECT count(*)::int AS others FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'stellwerk%'`,
    );
    if (rows[0].others === 0) return;
  }
  throw new BackupError(
    'A service or another command is connected to the database. Stop it first. Nothing was changed.',
  );
}

async function refuseTenants(client: pg.Client): Promise<void> {
  const { rows } = await client.query('SELECT count(*)::int AS tenants FROM tenant');
  if (rows[0].tenants === 0) return;
  throw new BackupError(
    `The database has ${rows[0].tenants} tenant${rows[0].tenants === 1 ? '' : 's'}: a restore needs one without any, such as a new DATA_DIR. Nothing was changed.`,
  );
}

/**
 * COPY cannot write to tables with row-level security, so the owner disables it until the end of the transaction. Nobody else
 * sees that, because the change locks the tables. Triggers ran when the rows were first written, so they are disabled too.
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
        // Unlike setval(), this is rolled back with the transaction.
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
  if (!hasEnded)
    throw new BackupError('The backup is incomplete: it has no end marker. Nothing was changed.');
}

/**
 * Makes new changes sort after all restored ones, although this cluster numbers its transactions from the start. Some restored
 * changes belong to transactions that ended while an older one was still running at the time of the backup. They move to the
 * beginning of the new generation. No reader can have passed that older transaction before the backup, so a cursor of the old
 * cluster that has seen more can be told from a cursor of this cluster (see isBeyondBackup).
 */
async function beginGeneration(client: pg.Client, file: BackupFile): Promise<void> {
  const { server, snapshot } = file.header.changeLog;
  // As in own_log_generation(), which begins the next generation of tenants whose last change another server wrote.
  const next = `greatest(own.generation + 1, ${Math.floor(Date.now() / 60_000)})`;
  await client.query(
    `INSERT INTO ended_log_generation (tenant_id, generation, snapshot)
     SELECT tenant_id, generation, $2 FROM log_generation WHERE server = $1`,
    [server, snapshot],
  );
  await client.query(
    `UPDATE change_log AS log SET generation = ${next}, transaction_id = 0
       FROM log_generation AS own
      WHERE own.server = $1 AND log.tenant_id = own.tenant_id AND log.generation = own.generation
        AND log.transaction_id >= pg_snapshot_xmin($2::pg_snapshot)::text::bigint`,
    [server, snapshot],
  );
  await client.query(
    `UPDATE log_generation AS own SET generation = ${next}, server = this_server() WHERE server = $1`,
    [server],
  );
}

class RestoredBlobs {
  count = 0;
  readonly #store: RestorableStore;
  // From an earlier attempt, or from another installation that uses the same store. Never remove these.
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
      // An earlier restore was killed while writing this blob. Nobody else writes it: keys are random, and the database is locked.
      await this.#store.removeUnfinishedOf(key);
      return this.#store.create(key);
    }
  }

  /** Removes what was written by reading the backup again, because a list of all keys would grow with the backup. */
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
