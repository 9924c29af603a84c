import type { Settings } from '../config.ts';
import { connectClient } from '../core/db/connect-client.ts';
import { FIRST_SERVER } from '../core/db/connection.ts';
import { grantToService, inspectDatabase, migrate, requireWritableDatabase } from '../core/db/migrate.ts';
import { requireOwnSession } from '../core/db/own-session.ts';
import { OwnershipError } from '../core/db/privileges.ts';
import { UnsupportedDatabaseError } from '../core/db/server-version.ts';
import { migrateQueue } from '../core/queue/index.ts';
import type { ServerRoles } from '../open-services.ts';
import { CommandError } from './command.ts';
import { explainMigrationError } from './database-in-use.ts';
import { explainDatabaseError } from './errors.ts';

/** What opens the databases of all servers, with the settings. */
export interface DatabaseTarget {
  databaseUrl: string;
  databaseRole: string | undefined;
  serverRoles: ServerRoles;
}

interface Migrated extends DatabaseTarget {
  /** Names of the migrations that were applied, with the server if it is not the first one. */
  applied: string[];
}

interface MigrationOptions {
  /** Called before each server. */
  onStep?(what: string): void;
  /** The last migration to apply. By default, all are. See migrate(). */
  last?: string | undefined;
}

/** Migrates the first server and those of DATABASE_SERVERS. */
export async function migrateServers(
  settings: Settings,
  databaseUrl: string,
  { onStep = () => {}, last }: MigrationOptions = {},
): Promise<Migrated> {
  onStep('migrating the database');
  for (const worker of settings.databaseWorkers) await requireSessionsOfWorker(worker);
  const first = await migrateServer(
    { url: databaseUrl, ownerUrl: ownerUrlOf(settings, FIRST_SERVER), last },
    settings,
  );
  const applied = [...first.applied];
  const serverRoles: Record<string, string | undefined> = {};
  for (const { name, url } of settings.databaseServers) {
    onStep(`migrating the server ${name}`);
    const ownerUrl = ownerUrlOf(settings, name);
    const migrated = await migrateServer({ url, ownerUrl, last }, { ...settings, databaseUrl: url }, name);
    applied.push(...migrated.applied.map((migration) => `${name}: ${migration}`));
    serverRoles[name] = migrated.role;
  }
  return { databaseUrl, databaseRole: first.role, serverRoles, applied };
}

/** Throws if the tenants are distributed: then the engine does the work of a command, whose name this is. */
export function refuseWorkers({ databaseWorkers }: Settings, name: string): void {
  if (databaseWorkers.length > 0)
    throw new CommandError(
      `"${name}" does not work on tenants that Citus distributes. See "Distribute tenants with Citus" in docs/operations.md.`,
    );
}

/** The URL of the role that owns the tables of a server, if it is not the login of the service. */
export function ownerUrlOf(settings: Settings, server: string): string | undefined {
  if (server === FIRST_SERVER) return settings.migrationDatabaseUrl;
  return settings.migrationDatabaseServers.find(({ name }) => name === server)?.url;
}

interface MigratedServer {
  url: string;
  ownerUrl: string | undefined;
  last: string | undefined;
}

async function migrateServer({ url, ownerUrl, last }: MigratedServer, settings: Settings, name?: string) {
  try {
    if (ownerUrl !== undefined) await requireUsable(settings, ownerUrl);
    const { applied, role } = await migrate(url, { ownerUrl, last });
    await migrateQueue({
      databaseUrl: ownerUrl ?? url,
      databaseRole: role,
      isDistributed: settings.databaseWorkers.length > 0,
    });
    if (ownerUrl !== undefined) await grantToService(url, ownerUrl);
    return { applied, role };
  } catch (error) {
    const explained =
      error instanceof OwnershipError || error instanceof UnsupportedDatabaseError
        ? new CommandError(error.message)
        : await explainMigrationError(error, settings);
    throw nameServer(explained, name);
  }
}

/** The coordinator migrates the workers, so nothing else connects to them before the service does. */
async function requireSessionsOfWorker({ name, url }: { name: string; url: string }): Promise<void> {
  try {
    const client = await connectClient({
      connectionString: url,
      application_name: 'stellwerk inspection',
      connectionTimeoutMillis: 10_000,
    });
    await requireOwnSession(client, url).finally(() => client.end());
  } catch (error) {
    // The service works with the other ones meanwhile.
    if (!(error instanceof UnsupportedDatabaseError)) return;
    throw nameServer(new CommandError(error.message), name, 'DATABASE_WORKERS');
  }
}

/** So that an error names the right setting. */
async function requireUsable(settings: Settings, ownerUrl: string): Promise<void> {
  try {
    const client = await connectClient({
      connectionString: ownerUrl,
      application_name: 'stellwerk migrate',
    });
    await requireWritableDatabase(client, ownerUrl).finally(() => client.end());
  } catch (error) {
    const explained =
      error instanceof UnsupportedDatabaseError
        ? new CommandError(error.message)
        : explainDatabaseError(error, { ...settings, databaseUrl: ownerUrl });
    if (!(explained instanceof CommandError)) throw error;
    throw new CommandError(
      explained.message.replaceAll(/(?<!MIGRATION_)DATABASE_URL/g, 'MIGRATION_DATABASE_URL'),
    );
  }
}

/** Finds the roles for servers that are migrated already. Throws unless all are migrated to this version. */
export async function inspectServers(settings: Settings, databaseUrl: string): Promise<DatabaseTarget> {
  const databaseRole = await inspectServer(databaseUrl, settings);
  const serverRoles: Record<string, string | undefined> = {};
  for (const { name, url } of settings.databaseServers)
    serverRoles[name] = await inspectServer(url, { ...settings, databaseUrl: url }, name);
  return { databaseUrl, databaseRole, serverRoles };
}

async function inspectServer(url: string, settings: Settings, name?: string): Promise<string | undefined> {
  const state = await inspectDatabase(url).catch((error) => {
    throw nameServer(explainDatabaseError(error, settings), name);
  });
  const database = name === undefined ? 'The database' : `The server "${name}"`;
  if (state.fault !== undefined) throw nameServer(new CommandError(state.fault), name);
  if (state.foreign.length > 0) {
    throw new CommandError(
      `${database} was migrated by another version of Stellwerk. Run the command with that version.`,
    );
  }
  if (state.pending.length > 0) {
    throw new CommandError(
      `${database} is not migrated to this version. If an earlier version wrote it, first run "npx stellwerk backup FILE" with that version. Then run "npx stellwerk migrate" or start the service.`,
    );
  }
  return state.role;
}

/** Explanations speak of DATABASE_URL. */
export function nameServer(
  error: unknown,
  name: string | undefined,
  setting: 'DATABASE_SERVERS' | 'DATABASE_WORKERS' = 'DATABASE_SERVERS',
): unknown {
  if (name === undefined || !(error instanceof CommandError)) return error;
  return new CommandError(`Server "${name}": ${error.message.replaceAll('DATABASE_URL', setting)}`);
}
