import type pg from 'pg';
import type { Catalog } from '../backup/catalog.ts';
import { connectClient } from '../db/connect-client.ts';
import { lockMigrations, unlockMigrations } from '../db/migrate.ts';
import { TENANT_MOVED } from '../db/notifications.ts';
import { MOVE_NAME } from '../db/running-processes.ts';
import { PublishingClient } from '../db/statements.ts';
import { type Move, type MovedServer, MoveError } from './move.ts';
import { begin, end, findProgress, isSettledOn, switchServer } from './move-directory.ts';
import { copyJobs, deleteJobs, holdJobs, releaseJobs } from './move-jobs.ts';
import { claimMoves, lockTenant, refuseProcessesOfOneServer, unlockTenant } from './move-locks.ts';
import {
  copyRows,
  countRows,
  deleteRows,
  enterTenant,
  isReadByAll,
  readTenantCatalog,
  requireGuards,
} from './move-rows.ts';

// A move is a series of transactions on two or three servers, so it can be interrupted between them. The directory says that it has
// begun, and each step can be repeated. The steps, and who has the tenant:
//
//   admitted  Nothing was changed, and nothing speaks against the move.
//   begun     The directory names both servers. Calls go on.
//   locked    The old server refuses the tenant, and no session has it any more.
//   copied    Both servers have all rows, and refuse the tenant.
//   switched  The directory names the new server. From here on, the move can only be completed.
//   opened    The new server has the tenant.
//   deleted   The old server has nothing of it.
//
// A command that lost a connection, or was paused, cannot do harm later: its locks are those of its connections, and whoever
// continues the move takes the same locks, for which these connections are ended.

export type MoveStep = 'admitted' | 'begun' | 'locked' | 'copied' | 'switched' | 'opened' | 'deleted';

interface MoveOptions {
  /** Called after each step. */
  onStep?(step: MoveStep): void | Promise<void>;
}

interface Connections {
  first: pg.Client;
  source: pg.Client;
  target: pg.Client;
  catalog: Catalog;
}

/**
 * Moves a tenant with all its rows and waiting jobs to another server, or completes a move that was interrupted. Services can run
 * meanwhile. Their calls of the tenant get 503 from the step `locked` to `opened`. Throws MoveError. Returns the number of rows.
 */
export function moveTenant(move: Move, { onStep = () => {} }: MoveOptions = {}): Promise<number> {
  return withConnections(move, async (connections) => {
    const { first, source } = connections;
    await onStep('admitted');
    const isSwitched = await begin(first, move);
    let rows = 0;
    if (!isSwitched) {
      await refuseProcessesOfOneServer(move.first, first);
      await refuseProcessesOfOneServer(move.from, source);
      await onStep('begun');
      await close(connections, move);
      await onStep('locked');
      rows = await copy(connections, move);
      await onStep('copied');
      await switchServer(first, move);
    }
    await onStep('switched');
    await open(connections, move);
    // First, because the new server has them. One that is run here too would do everything twice.
    await deleteJobs({ client: source, role: move.from.role }, move.tenant.id);
    await onStep('opened');
    await deleteRows(source, connections.catalog.tables, move.tenant.id);
    await onStep('deleted');
    await end(first, move, move.to).catch((error) => confirmEnd(move, error));
    return rows;
  });
}

/** The end may be stored although its response was lost. Throws the error if it is not, or if that cannot be found out. */
async function confirmEnd(move: Move, error: unknown): Promise<void> {
  const config = { connectionString: move.first.url, application_name: MOVE_NAME };
  const first = await connectClient(config, PublishingClient).catch(() => {
    throw error;
  });
  try {
    if (!(await isSettledOn(first, move, move.to))) throw error;
  } finally {
    await first.end().catch(() => {});
  }
}

/**
 * Leaves the tenant where it is, and deletes what a move has copied. Returns false if the move has gone too far, so that it must be
 * completed. Throws MoveError.
 */
export function cancelMove(move: Move): Promise<boolean> {
  return withConnections(move, async ({ first, source, target, catalog }) => {
    const { id } = move.tenant;
    const progress = await findProgress(first, move);
    if (progress === undefined) return !(await isSettledOn(first, move, move.to));
    if (progress.isSwitched) return false;
    await lockTenant(target, id, 0);
    await deleteRows(target, catalog.tables, id);
    await releaseJobs({ client: source, role: move.from.role }, id);
    if (await isMoving(source, id)) {
      await lockTenant(source, id, 0);
      await mark(source, id, false);
      await unlockTenant(source);
    }
    await end(first, move, move.from);
    return true;
  });
}

async function withConnections<T>(move: Move, work: (connections: Connections) => Promise<T>): Promise<T> {
  const clients: pg.Client[] = [];
  const connect = async ({ url }: MovedServer) => {
    const config = { connectionString: url, application_name: MOVE_NAME };
    const client = await connectClient(config, PublishingClient);
    clients.push(client);
    // No migration begins while this connection is open, and none is running.
    await lockMigrations(client);
    await unlockMigrations(client);
    return client;
  };
  try {
    const first = await connect(move.first);
    await claimMoves(first);
    const [source, target] = [await connect(move.from), await connect(move.to)];
    for (const client of [source, target]) await enterTenant(client, move.tenant.id);
    return await work({ first, source, target, catalog: await requireSameTables(source, target) });
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
}

/** Returns the tables with rows of tenants. */
async function requireSameTables(source: pg.Client, target: pg.Client): Promise<Catalog> {
  // A move deletes what it has copied, so it also takes the tables and columns of an operator along.
  const read = (client: pg.Client) => readTenantCatalog(client, { withOwn: true });
  const [own, other] = [await read(source), await read(target)];
  if (JSON.stringify(own) !== JSON.stringify(other))
    throw new MoveError('The two servers have different tables. Run "npx stellwerk migrate".');
  await requireGuards(target, other);
  const keysOf = async (client: pg.Client) =>
    JSON.stringify((await client.query('SELECT id FROM master_key ORDER BY id')).rows);
  if ((await keysOf(source)) !== (await keysOf(target)))
    throw new MoveError(
      'The two servers have different master keys. Complete the rotation: npx stellwerk keys rotate-master',
    );
  return own;
}

/** From the return on, nobody but this command sees or changes the rows on the old server. */
async function close({ source, target }: Connections, { tenant: { id }, from }: Move): Promise<void> {
  const queue = { client: source, role: from.role };
  // While their tenant is still here, so that those that are running can end.
  await holdJobs(queue, id);
  await mark(source, id, true);
  await lockTenant(source, id);
  await holdJobs(queue, id);
  // Only an earlier attempt can have it.
  await lockTenant(target, id, 0);
}

async function copy({ source, target, catalog }: Connections, { tenant: { id } }: Move): Promise<number> {
  const { tables } = catalog;
  const found = await countRows(target, tables, id);
  // Of an attempt that was interrupted.
  if ([...found.values()].some((rows) => rows > 0)) await deleteRows(target, tables, id);
  const rows = await copyRows(source, target, catalog, id);
  // Makes everything before it durable, so that the directory can switch.
  await mark(target, id, true);
  return rows;
}

/** Lets the new server have the tenant. The move may have done so already. */
async function open({ first, source, target, catalog }: Connections, { tenant, from, to }: Move) {
  await lockTenant(source, tenant.id, 0);
  if (!(await isMoving(target, tenant.id))) return;
  await lockTenant(target, tenant.id, 0);
  // A session that ends on the new server must not be found on the old one.
  await deleteRows(source, catalog.tables.filter(isReadByAll), tenant.id);
  await target.query('BEGIN');
  await copyJobs({ client: source, role: from.role }, { client: target, role: to.role }, tenant.id);
  await target.query('UPDATE tenant SET is_moving = false WHERE id = $1', [tenant.id]);
  await target.query('COMMIT');
  await unlockTenant(target);
  for (const client of [first, target]) await notify(client, tenant.id);
}

async function isMoving(client: pg.Client, tenantId: number): Promise<boolean> {
  const { rows } = await client.query('SELECT is_moving FROM tenant WHERE id = $1', [tenantId]);
  return rows[0].is_moving;
}

async function mark(client: pg.Client, tenantId: number, isMoving: boolean): Promise<void> {
  await client.query('UPDATE tenant SET is_moving = $2 WHERE id = $1', [tenantId, isMoving]);
  await notify(client, tenantId);
}

/** Tells the processes that listen. One that does not is refused by the server when it opens a session. */
async function notify(client: pg.Client, tenantId: number): Promise<void> {
  await client.query('SELECT pg_notify($1, $2)', [TENANT_MOVED, String(tenantId)]);
}
