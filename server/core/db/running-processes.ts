import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/** Thrown by `migrate` while other processes of Stellwerk use the database. Nothing was changed. */
export class DatabaseInUseError extends Error {}

/**
 * The names of connections that services and commands keep open. A service keeps at least one: an API process listens to
 * notifications, and a worker to new jobs. Since 0.2.0, every version has used these names, so do not change them.
 */
const NAMES = ['stellwerk', 'stellwerk queue', 'stellwerk streams', 'stellwerk health'];
/** Those of processes that have several servers in their settings, and lock the tenants of their sessions. */
const PLACED_NAMES = [
  'stellwerk placed',
  'stellwerk placed queue',
  'stellwerk placed streams',
  'stellwerk placed health',
];
/** A command that keeps several servers busy. */
export const MOVE_NAME = 'stellwerk move';
/** The server notices the end of a process that was killed, or of a short command, a moment later. */
const PATIENCE_MS = 3000;
const INTERVAL_MS = 200;

/**
 * Throws DatabaseInUseError if another process of Stellwerk, of whatever version and on whatever machine, is connected to the
 * database. Before a migration, the caller must hold the lock of migrations, at which every start waits.
 */
export async function refuseRunningProcesses(client: pg.Client, pending: number): Promise<void> {
  const migrations = pending === 1 ? '1 migration is' : `${pending} migrations are`;
  await refuseProcesses(client, `${migrations} pending, which would break running processes.`);
}

/** The same for another reason, which is a sentence. */
export async function refuseProcesses(client: pg.Client, reason: string): Promise<void> {
  const company = await describeConnections(client, [...NAMES, ...PLACED_NAMES, MOVE_NAME]);
  if (company === undefined) return;
  throw new DatabaseInUseError(
    `Stellwerk is running on this database: ${company}. ${reason} Nothing was changed.`,
  );
}

/**
 * The connections of processes that have only one server in their settings, so that a move would not keep them from a tenant. Undefined
 * if there are none, perhaps after a moment.
 */
export function describeProcessesOfOneServer(client: pg.Client): Promise<string | undefined> {
  return describeConnections(client, NAMES);
}

/** The connections with these names. Undefined if there are none, perhaps after a moment. */
async function describeConnections(client: pg.Client, names: readonly string[]): Promise<string | undefined> {
  const deadlineMs = performance.now() + PATIENCE_MS;
  let found = await findConnections(client, names);
  while (found.length > 0 && performance.now() < deadlineMs) {
    await delay(INTERVAL_MS);
    found = await findConnections(client, names);
  }
  if (found.length === 0) return undefined;
  const where = found.map(
    ({ count, address, since }) =>
      `${count} ${count === 1 ? 'connection' : 'connections'} from ${address} since ${since}`,
  );
  return where.join(', ');
}

/** Grouped by machine. The address of a socket in the file system is unknown: it is on the machine of the database. */
async function findConnections(
  client: pg.Client,
  names: readonly string[],
): Promise<{ count: number; address: string; since: string }[]> {
  const { rows } = await client.query(
    `SELECT count(*)::int AS count, coalesce(host(client_addr), 'the machine of the database') AS address,
            to_char(min(backend_start) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS since
       FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = ANY ($1)
      GROUP BY client_addr ORDER BY client_addr`,
    [names],
  );
  return rows;
}
