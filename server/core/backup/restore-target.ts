import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { connectClient } from '../db/connect-client.ts';
import { FIRST_SERVER } from '../db/connection.ts';
import { lockMigrations } from '../db/migrate.ts';
import { findOtherOwner } from '../db/privileges.ts';
import { type Catalog, EMPTIED_TABLES, readCatalog } from './catalog.ts';
import { type BackedUpServer, BackupError } from './format.ts';
import { prepareTransaction } from './session.ts';

const COMPANY_ATTEMPTS = 20;
const COMPANY_MS = 100;

/** A server that a restore writes to. */
export interface Target extends BackedUpServer {
  client: pg.Client;
}

export interface TargetServer {
  name: string;
  /** The database must have this version's migrations, and the login must own its tables. */
  url: string;
}

/** Connects to the servers of a backup. The caller ends the clients, also if this rejects. */
export async function connectTargets(
  backedUp: readonly BackedUpServer[],
  servers: readonly TargetServer[],
  targets: Target[],
): Promise<void> {
  for (const server of backedUp) {
    const { url } = servers.find(({ name }) => name === server.name)!;
    const client = await connectClient({ connectionString: url, application_name: 'stellwerk restore' });
    targets.push({ ...server, client });
  }
}

/** Throws BackupError unless the servers are those of the backup, by their names. */
export function requireSameServers(
  backedUp: readonly BackedUpServer[],
  servers: readonly { name: string }[],
): void {
  const missing = backedUp.find(({ name }) => !servers.some((server) => server.name === name));
  if (missing !== undefined)
    throw new BackupError(
      `The backup has the server "${missing.name}", which DATABASE_SERVERS does not have. Add it, with the URL of an empty database. Nothing was changed.`,
    );
  const further = servers.find(({ name }) => !backedUp.some((server) => server.name === name));
  if (further !== undefined)
    throw new BackupError(
      `The backup does not have the server "${further.name}" of DATABASE_SERVERS. Remove it for the restore, and add it before the start. Nothing was changed.`,
    );
}

/**
 * Keeps migrations and starts away until the connections end, and throws BackupError unless the servers are empty and belong
 * together. What a restore has left that was interrupted while its transactions ended counts as empty.
 */
export async function claimTargets(
  targets: readonly [Target, ...Target[]],
): Promise<{ isUnfinished: boolean }> {
  const [first, ...others] = targets;
  await refuseSameDatabase(targets);
  for (const target of targets) {
    await lockMigrations(target.client);
    await refuseCompany(target);
  }
  for (const { client, name } of targets)
    if ((await findOtherOwner(client)) !== undefined)
      throw new BackupError(
        `The login does not own the tables of ${describe(name)}. Set MIGRATION_DATABASE_URL, or MIGRATION_DATABASE_SERVERS. Nothing was changed.`,
      );
  const own = await readIdentity(first);
  if (own.server !== null)
    throw new BackupError(
      `DATABASE_URL is the server "${own.server}" of the installation ${own.id}. Nothing was changed. Use an empty database.`,
    );
  if (!own.isUnfinished) await refuseTenants(first);
  for (const target of others) {
    const found = await readIdentity(target);
    const isOwn = found.id === own.id && found.server === target.name;
    if (found.server !== null && !isOwn)
      throw new BackupError(
        `The server "${target.name}" of DATABASE_SERVERS is the server "${found.server}" of the installation ${found.id}. Nothing was changed. Use an empty database.`,
      );
    if (!(own.isUnfinished && isOwn)) await refuseTenants(target);
  }
  return own;
}

/** Two locks of one database would wait for each other. */
async function refuseSameDatabase(targets: readonly Target[]): Promise<void> {
  const found = new Map<string, string>();
  for (const { client, name } of targets) {
    const { rows } = await client.query('SELECT this_server() AS server, current_database() AS database');
    const database = `${rows[0].server} ${rows[0].database}`;
    const other = found.get(database);
    if (other !== undefined)
      throw new BackupError(
        `The servers "${other}" and "${name}" are the same database. Nothing was changed. Use one for each.`,
      );
    found.set(database, name);
  }
}

async function readIdentity({ client }: Target) {
  const { rows } = await client.query<{ id: string; server: string | null; isUnfinished: boolean }>(
    'SELECT id::text, server, restore_began_at IS NOT NULL AS "isUnfinished" FROM installation',
  );
  return rows[0]!;
}

function describe(name: string): string {
  return name === FIRST_SERVER ? 'the database' : `the server "${name}"`;
}

/** A service that has just stopped is still connected for a moment. */
async function refuseCompany({ client, name }: Target): Promise<void> {
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
    `A service or another command is connected to ${describe(name)}. Stop it first. Nothing was changed.`,
  );
}

async function refuseTenants({ client, name }: Target): Promise<void> {
  const { rows } = await client.query('SELECT count(*)::int AS tenants FROM tenant');
  if (rows[0].tenants === 0) return;
  throw new BackupError(
    `${name === FIRST_SERVER ? 'The database' : `The server "${name}"`} has ${rows[0].tenants} tenant${rows[0].tenants === 1 ? '' : 's'}: a restore needs one without any, such as a new DATA_DIR. Nothing was changed.`,
  );
}

/** Begins the transaction of a server, which then has no rows. */
export async function beginRestore({ client }: Target): Promise<Catalog> {
  await client.query('BEGIN');
  await prepareTransaction(client);
  await client.query("SET LOCAL lock_timeout = '10s'");
  const catalog = await readCatalog(client);
  const emptied = [...catalog.tables.map(({ name }) => name), ...EMPTIED_TABLES];
  await refuseReferences(client, emptied);
  await openTables(client, catalog);
  await client.query(`TRUNCATE ${emptied.map((name) => `public.${name}`).join(', ')}`);
  return catalog;
}

/** A table that an operator has added keeps its rows, so it cannot refer to tables that become empty. */
async function refuseReferences(client: pg.Client, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string; table: string }>(
    `SELECT quote_ident(conname) AS name, conrelid::regclass::text AS table FROM pg_constraint
      WHERE contype = 'f' AND confrelid = ANY ($1::regclass[]) AND conrelid <> ALL ($1::regclass[]) AND conparentid = 0
      ORDER BY 2, 1`,
    [tables.map((name) => `public.${name}`)],
  );
  const [reference] = rows;
  if (reference === undefined) return;
  throw new BackupError(
    `The table ${reference.table}, which the migrations did not create, refers to tables that the restore fills. Nothing was changed. Remove its foreign key, and add it again after the restore: ALTER TABLE ${reference.table} DROP CONSTRAINT ${reference.name}`,
  );
}

/** Ends what beginRestore() began, but not the transaction. Returns the number of tenants. */
export async function completeRestore(target: Target, catalog: Catalog): Promise<number> {
  const { client } = target;
  await beginGeneration(target);
  await closeTables(client, catalog);
  const { rows } = await client.query('SELECT count(*)::int AS tenants FROM tenant');
  return rows[0].tenants;
}

/** Makes the server part of the installation of the first one, as it was in the backup. */
export async function register({ client, name, number }: Target, first: Target): Promise<void> {
  const { id } = await readIdentity(first);
  await client.query(
    'UPDATE installation SET id = $1, server = $2, server_number = $3, store_claimed_at = clock_now()',
    [id, name, number],
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

/**
 * Makes new changes sort after all restored ones, although this cluster numbers its transactions from the start. Some restored
 * changes belong to transactions that ended while an older one was still running at the time of the backup. They move to the
 * beginning of the new generation. No reader can have passed that older transaction before the backup, so a cursor of the old
 * cluster that has seen more can be told from a cursor of this cluster (see isBeyondBackup).
 */
async function beginGeneration({ client, changeLog: { server, snapshot } }: Target): Promise<void> {
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
