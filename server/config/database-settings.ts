import { databaseServers, databaseUrl, integer, type ServerAddress } from './values.ts';

/** Settings of how the service waits for its database. */
export const DATABASE_SETTINGS = [
  {
    name: 'DATABASE_SERVERS',
    key: 'databaseServers',
    default: '(none: all tenants are on DATABASE_URL)',
    meaning:
      'Further PostgreSQL servers for tenants: north=postgres://… south=postgres://…, separated by spaces. A tenant is created on one of them with --server. Keep the names.',
    read: (text: string | undefined) => (text === undefined ? [] : databaseServers(text)),
  },
  {
    name: 'MIGRATION_DATABASE_URL',
    key: 'migrationDatabaseUrl',
    default: '(none: the login of DATABASE_URL)',
    meaning:
      'The database of DATABASE_URL with a role that owns the tables. Only "migrate", "start", and "restore" use it. Then the login of DATABASE_URL can change rows but not tables.',
    read: (text: string | undefined) => (text === undefined ? undefined : databaseUrl(text)),
  },
  {
    name: 'MIGRATION_DATABASE_SERVERS',
    key: 'migrationDatabaseServers',
    default: '(none: the logins of DATABASE_SERVERS)',
    meaning: 'The same for DATABASE_SERVERS, with their names: north=postgres://…',
    read: (text: string | undefined) => (text === undefined ? [] : databaseServers(text)),
  },
  {
    name: 'DATABASE_WORKERS',
    key: 'databaseWorkers',
    default: '(none: tenants are not distributed)',
    meaning:
      'The workers of Citus, if DATABASE_URL is its coordinator and "distribute" has spread the tenants over them: east=postgres://… west=postgres://…',
    read: (text: string | undefined) => (text === undefined ? [] : databaseServers(text)),
  },
  {
    name: 'DATABASE_SILENCE_MS',
    key: 'databaseSilenceMs',
    default: '10000',
    meaning:
      'Milliseconds without any response of the database after which running calls fail with 503. Further calls then fail immediately until it responds again.',
    limits: '1000 to 25000',
    read: (text: string | undefined) => integer(text, 10_000, 1000, 25_000),
  },
] as const;

/** What is never done if the only service has this role. */
const WITHOUT_ANOTHER_SERVICE: Readonly<Record<string, string>> = {
  api: 'do the background work',
  worker: 'serve requests',
};

interface Read {
  name: string;
  value: unknown;
  fault?: string | undefined;
}

/** Adds the faults of settings that do not fit together. */
export function compareDatabaseSettings(results: readonly Read[]): void {
  const read = (name: string) => results.find((result) => result.name === name)!;
  const namesOf = (name: string) =>
    ((read(name).value ?? []) as readonly ServerAddress[]).map((server) => server.name);
  // One with a fault is present, and its own fault is reported.
  const hasUrl = read('DATABASE_URL').value !== undefined || read('DATABASE_URL').fault !== undefined;
  if (namesOf('DATABASE_SERVERS').length > 0 && !hasUrl)
    read('DATABASE_SERVERS').fault =
      'DATABASE_SERVERS needs DATABASE_URL: the embedded database has no other servers';
  if (namesOf('DATABASE_WORKERS').length > 0 && (!hasUrl || namesOf('DATABASE_SERVERS').length > 0))
    read('DATABASE_WORKERS').fault = hasUrl
      ? 'DATABASE_WORKERS and DATABASE_SERVERS cannot be used together: tenants are either distributed or on servers'
      : 'DATABASE_WORKERS needs DATABASE_URL: the embedded database has no workers';
  if (read('MIGRATION_DATABASE_URL').value !== undefined && !hasUrl)
    read('MIGRATION_DATABASE_URL').fault =
      'MIGRATION_DATABASE_URL needs DATABASE_URL: the embedded database belongs to its login';
  // A second service on the embedded database is refused.
  const undone = WITHOUT_ANOTHER_SERVICE[String(read('ROLE').value)];
  if (undone !== undefined && !hasUrl)
    read('ROLE').fault =
      `ROLE=${read('ROLE').value} needs DATABASE_URL: only one service can use the embedded database, and nothing would ${undone}. Set DATABASE_URL, or ROLE to all`;
  const names = read('DATABASE_SERVERS').value === undefined ? undefined : namesOf('DATABASE_SERVERS');
  const unknown = names && namesOf('MIGRATION_DATABASE_SERVERS').find((name) => !names.includes(name));
  if (unknown !== undefined)
    read('MIGRATION_DATABASE_SERVERS').fault =
      `MIGRATION_DATABASE_SERVERS has a server "${unknown}", which DATABASE_SERVERS does not have`;
}
