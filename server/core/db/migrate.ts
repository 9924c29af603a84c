import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { connectClient } from './connect-client.ts';
import { findWriteFault, requireUsableDatabase } from './database-requirements.ts';
import {
  findOtherOwner,
  grantTo,
  OwnershipError,
  requireOwnership,
  requireSeparateRoles,
} from './privileges.ts';
import { refuseRunningProcesses } from './running-processes.ts';
import { formatServerVersion, UnsupportedDatabaseError } from './server-version.ts';
import { REMOVE_TIMEOUTS } from './session-settings.ts';
import { splitStatements } from './sql-statements.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
// An arbitrary number. Every version must use the same one, so that processes of different versions exclude each other.
const MIGRATION_LOCK = 7_146_510_234;
const APPLICATION_ROLE = 'stellwerk_app';

interface MigrationReport {
  /** Names of the migrations applied by this call. */
  applied: string[];
  /** Role that the service must set after connecting, because the login role bypasses row-level security. */
  role?: string;
}

/**
 * Applies the migrations that the database at `url` lacks, each file in a separate transaction. There are no down migrations.
 * A lock lets only one process migrate at a time. Throws if an applied file was edited later, or if a newer version has
 * migrated the database. Throws DatabaseInUseError if migrations are pending while other processes use the database.
 *
 * With `ownerUrl`, the role of that URL applies them and owns what they create. Throws OwnershipError if the roles do not fit,
 * and without it if migrations are pending and the login does not own the tables.
 *
 * With `last`, the name of a migration, none after it is applied, as for the backup of an earlier version. Throws if the database has
 * a later one.
 */
export async function migrate(
  url: string,
  { ownerUrl, last }: { ownerUrl?: string | undefined; last?: string | undefined } = {},
): Promise<MigrationReport> {
  const client = await connectClient({ connectionString: url, application_name: 'stellwerk migrate' });
  try {
    await requireWritableDatabase(client, url);
    if (ownerUrl === undefined) return await migrateAsLogin(client, last);
    return { applied: await migrateAsOwner(client, ownerUrl, last) };
  } finally {
    await client.end();
  }
}

async function migrateAsLogin(client: pg.Client, last: string | undefined): Promise<MigrationReport> {
  await lockMigrations(client);
  const owner = await findOtherOwner(client);
  if (owner !== undefined) {
    await requireNothingPending(client, owner);
    return { applied: [] };
  }
  await requireRestrictable(client);
  const applied = await applyMigrations(client, client, last);
  const role = await createRestrictedRole(client);
  return { applied, role };
}

async function migrateAsOwner(
  service: pg.Client,
  ownerUrl: string,
  last: string | undefined,
): Promise<string[]> {
  const owner = await connectClient({ connectionString: ownerUrl, application_name: 'stellwerk migrate' });
  try {
    await lockMigrations(owner);
    await requireSeparateRoles(service, owner);
    await requireOwnership(owner);
    return await applyMigrations(owner, service, last);
  } finally {
    await owner.end();
  }
}

/** Lets the login of the service work with all rows, also with those of the queue. Call it when all tables exist. */
export async function grantToService(url: string, ownerUrl: string): Promise<void> {
  const service = await connectClient({ connectionString: url, application_name: 'stellwerk migrate' });
  const login = (await service.query('SELECT current_user::text AS login')).rows[0].login;
  await service.end();
  const owner = await connectClient({ connectionString: ownerUrl, application_name: 'stellwerk migrate' });
  try {
    // Two processes that grant at the same time would disturb each other.
    await lockMigrations(owner);
    await grantTo(owner, login);
  } finally {
    await owner.end();
  }
}

/** Throws UnsupportedDatabaseError if the service cannot use the database. */
export async function requireWritableDatabase(client: pg.Client, url: string): Promise<void> {
  await requireUsableDatabase(client, url);
  const fault = await findWriteFault(client);
  if (fault !== undefined) throw new UnsupportedDatabaseError(fault);
}

async function findFault(client: pg.Client, url: string): Promise<string | undefined> {
  try {
    await requireUsableDatabase(client, url);
    return undefined;
  } catch (error) {
    if (!(error instanceof UnsupportedDatabaseError)) throw error;
    return error.message;
  }
}

async function requireNothingPending(client: pg.Client, owner: string): Promise<void> {
  const { pending } = await comparedMigrations(client);
  if (pending.length > 0)
    throw new OwnershipError(
      `${pending.length === 1 ? '1 migration is' : `${pending.length} migrations are`} pending, and the tables belong to the role ${owner}, which is not the login of DATABASE_URL. Nothing was changed. Run "npx stellwerk migrate" with MIGRATION_DATABASE_URL.`,
    );
}

/** `service` sees where the connections of the service come from, which other roles may not. */
async function applyMigrations(
  client: pg.Client,
  service: pg.Client,
  last: string | undefined,
): Promise<string[]> {
  await client.query(`CREATE TABLE IF NOT EXISTS migration (
    name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
  const { pending, applied } = await comparedMigrations(client);
  if (last === undefined) return applyPending(client, service, pending);
  const later = applied.findLast((name) => name > last);
  if (later !== undefined)
    throw new Error(
      `The database has the tables of a later version than the backup (migration ${later}). Nothing was changed. Use a new DATA_DIR, or an empty database.`,
    );
  return applyPending(
    client,
    service,
    pending.filter(({ name }) => name <= last),
  );
}

export interface DatabaseState {
  /** For example 18.1. */
  version: string;
  /** Why this version of Stellwerk cannot use the database, with the way out. */
  fault?: string;
  /** Why it takes no writes, with the way out. Commands that only read work. */
  writeFault?: string;
  /** Names of migrations that the database lacks. */
  pending: string[];
  /** Names of applied migrations that this version does not have, or has with other contents. */
  foreign: string[];
  loginRole: string;
  /** As in MigrationReport. Also undefined if the login role bypasses the policies but no migration has run yet. */
  role?: string;
  bypassesRowLevelSecurity: boolean;
  /** It bypasses the policies, and cannot set a role that does not. */
  isUnrestricted: boolean;
  /** Tables whose policy somebody has switched off, or that no longer applies to their owner. */
  openTables: string[];
  /** The role that owns the tables, if the login cannot change them. */
  tablesOwner?: string;
  /** Whether the login can create tables. */
  canCreate: boolean;
}

/** Reports what migrate() would do, and changes nothing. Throws only if the database is unreachable. */
export async function inspectDatabase(url: string): Promise<DatabaseState> {
  const client = await connectClient({
    connectionString: url,
    application_name: 'stellwerk inspection',
    connectionTimeoutMillis: 10_000,
  });
  try {
    const { rows } = await client.query(`
      SELECT current_setting('server_version_num')::integer AS version, current_user AS login, rolsuper OR rolbypassrls AS bypasses,
             to_regclass('migration') IS NOT NULL AS migrated,
             has_schema_privilege('public', 'CREATE') AS can_create,
             EXISTS (SELECT FROM pg_roles WHERE rolname = '${APPLICATION_ROLE}') AS has_role, ${CAN_RESTRICT} AS can_restrict
        FROM pg_roles WHERE rolname = current_user`);
    const {
      version,
      login,
      bypasses,
      migrated,
      has_role: hasRole,
      can_restrict: canRestrict,
      can_create: canCreate,
    } = rows[0];
    const applied = migrated ? (await client.query('SELECT name, sha256 FROM migration')).rows : [];
    const files = await readMigrations();
    const known = new Map(files.map(({ name, sha256 }) => [name, sha256]));
    return {
      version: formatServerVersion(version),
      fault: await findFault(client, url),
      writeFault: await findWriteFault(client),
      pending: files.map(({ name }) => name).filter((name) => !applied.some((row) => row.name === name)),
      foreign: applied.filter((row) => known.get(row.name) !== row.sha256).map((row) => row.name),
      loginRole: login,
      role: bypasses && hasRole && canRestrict ? APPLICATION_ROLE : undefined,
      bypassesRowLevelSecurity: bypasses,
      isUnrestricted: bypasses && !canRestrict,
      openTables: await findOpenTables(client),
      tablesOwner: await findOtherOwner(client),
      canCreate,
    };
  } finally {
    await client.end();
  }
}

/**
 * A policy stays when row-level security is disabled, and does not apply to the owner when it is not forced. Citus moves only tables
 * for which it is not forced, and then the owner is not the login.
 */
async function findOpenTables(client: pg.Client): Promise<string[]> {
  const isForced = (await hasCitus(client)) ? 'true' : 'c.relforcerowsecurity';
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class AS c
      WHERE c.relnamespace = 'public'::regnamespace AND NOT (c.relrowsecurity AND ${isForced})
        AND EXISTS (SELECT FROM pg_policy AS p WHERE p.polrelid = c.oid AND p.polname = 'tenant_wall')
      ORDER BY c.relname`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Waits for the lock that lets one process at a time migrate or restore. The connection holds the lock until it ends. Neither the
 * wait nor what follows has a timeout.
 */
export async function lockMigrations(client: pg.Client): Promise<void> {
  await client.query(REMOVE_TIMEOUTS);
  await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
}

export async function unlockMigrations(client: pg.Client): Promise<void> {
  await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
}

/** The migrations of this version, in the order in which they are applied. */
export async function listMigrations(): Promise<{ name: string; sha256: string }[]> {
  return (await readMigrations()).map(({ name, sha256 }) => ({ name, sha256 }));
}

/** The name of the last migration with this text. */
export async function findLastMigrationWith(text: RegExp): Promise<string | undefined> {
  return (await readMigrations()).findLast((migration) => text.test(migration.text))?.name;
}

interface Migration {
  name: string;
  text: string;
  sha256: string;
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(MIGRATIONS, name), 'utf8');
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** Throws if the database has migrations that this version does not have, or has with other contents. */
async function comparedMigrations(client: pg.Client) {
  const applied = new Map<string, string>(
    (await client.query('SELECT name, sha256 FROM migration')).rows.map((row) => [row.name, row.sha256]),
  );
  const files = await readMigrations();
  const unknown = [...applied.keys()].filter((name) => !files.some((file) => file.name === name));
  if (unknown.length > 0) {
    throw new Error(
      `A newer version of Stellwerk has migrated the database (${unknown.join(', ')}). Start that version, or restore a backup from before the upgrade, with a new DATA_DIR or an empty database: see "Upgrades" in docs/operations.md.`,
    );
  }
  const pending = files.filter(({ name }) => !applied.has(name));
  const edited = files.find(({ name, sha256 }) => applied.has(name) && applied.get(name) !== sha256);
  if (edited !== undefined) {
    throw new Error(
      `Migration ${edited.name} was edited after it was applied. Undo the edit and add a new migration.`,
    );
  }
  return { pending, applied: [...applied.keys()].sort() };
}

async function applyPending(
  client: pg.Client,
  service: pg.Client,
  pending: readonly Migration[],
): Promise<string[]> {
  if (pending.length > 0) await refuseRunningProcesses(service, pending.length);
  // Citus takes changes of tables only as single statements, and those of functions beside them only over one connection to each node.
  const isDistributed = await hasCitus(client);
  for (const { name, text, sha256 } of pending) {
    await client.query('BEGIN');
    try {
      if (isDistributed) await client.query("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'");
      for (const statement of splitStatements(text)) await client.query(statement);
      await client.query('INSERT INTO migration (name, sha256) VALUES ($1, $2)', [name, sha256]);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
    }
  }
  return pending.map(({ name }) => name);
}

async function hasCitus(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS has",
  );
  return rows[0].has;
}

/** Whether the login can set the restricted role. A superuser can, also before it exists. */
const CAN_RESTRICT = `rolsuper OR EXISTS (
  SELECT FROM pg_roles AS restricted
   WHERE restricted.rolname = '${APPLICATION_ROLE}'
     AND pg_has_role(restricted.oid, CASE WHEN current_setting('server_version_num')::integer < 160000 THEN 'MEMBER' ELSE 'SET' END))`;

/** What a login must do that bypasses row-level security and cannot set a role that does not. */
export function toBypassWayOut(login: string): string {
  return `The login ${login} has BYPASSRLS, so it would see the data of all tenants. As a superuser, run: ALTER ROLE ${pg.escapeIdentifier(login)} NOBYPASSRLS`;
}

/** Throws OwnershipError if the login bypasses row-level security and could not set a role that does not. */
async function requireRestrictable(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `SELECT current_user::text AS login, rolbypassrls AND NOT (${CAN_RESTRICT}) AS is_unrestricted
       FROM pg_roles WHERE rolname = current_user`,
  );
  if (rows[0].is_unrestricted)
    throw new OwnershipError(`DATABASE_URL: Nothing was changed. ${toBypassWayOut(rows[0].login)}`);
}

/**
 * If the login role bypasses row-level security, creates the role that the service sets instead, grants it the necessary
 * privileges, and returns its name. Returns undefined if the policies apply to the login role.
 */
async function createRestrictedRole(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query(
    'SELECT rolsuper OR rolbypassrls AS bypasses FROM pg_roles WHERE rolname = current_user',
  );
  if (!rows[0].bypasses) return undefined;
  await client.query(`DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${APPLICATION_ROLE}') THEN
      CREATE ROLE ${APPLICATION_ROLE} NOLOGIN NOSUPERUSER NOBYPASSRLS;
    END IF;
  END $$`);
  await client.query(`GRANT USAGE, CREATE ON SCHEMA public TO ${APPLICATION_ROLE}`);
  await client.query(
    `GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE ON ALL TABLES IN SCHEMA public TO ${APPLICATION_ROLE}`,
  );
  await client.query(`GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA public TO ${APPLICATION_ROLE}`);
  return APPLICATION_ROLE;
}
