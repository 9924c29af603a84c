import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { ROTATION_LOCK } from '../crypto/rotation.ts';
import { describeProcessesOfOneServer } from '../db/running-processes.ts';
import { takeSessionLock } from '../db/session-lock.ts';
import { type MovedServer, MoveError } from './move.ts';

/** On the first server, held by the command that moves, and by a backup that begins. Arbitrary numbers, as in every version. */
export const MOVE_LOCK = 7_146_510_239;
/** With a tenant's id, the lock of the function take_tenant(). */
const TENANT_LOCK = 714_651;

/** Calls that are running have this long to end. */
const PATIENCE_MS = 5000;
/** A process that missed the notification keeps connections that nobody uses. */
const IDLE_SECONDS = 1;
const LONGEST_WAIT_MS = 60_000;
const INTERVAL_MS = 20;

/** Keeps other moves and rotations of the master key away until the connection ends. Throws MoveError. */
export async function claimMoves(first: pg.Client): Promise<void> {
  for (const [lock, holder] of [
    [MOVE_LOCK, 'Another move, or a backup that begins,'],
    [ROTATION_LOCK, 'A rotation of the master key'],
  ] as const) {
    if (!(await takeSessionLock(first, lock)))
      throw new MoveError(
        `${holder} is running. Wait until it ends. If its machine is gone, PostgreSQL ends its connection later; to end it now, run on the first server: SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'stellwerk move'`,
      );
  }
}

/** A process with one server in its settings takes no locks, so it would write to a server that the tenant has left. */
export async function refuseProcessesOfOneServer(server: MovedServer, client: pg.Client): Promise<void> {
  const found = await describeProcessesOfOneServer(client);
  if (found !== undefined)
    throw new MoveError(
      `A process of Stellwerk without DATABASE_SERVERS uses the server "${server.name}": ${found}. Stop it, set DATABASE_SERVERS, and start it again.`,
    );
}

/**
 * Waits until no session has the tenant, and lets none have it until the connection ends. The tenant must be marked as moving,
 * so that no session begins. Ends sessions that nobody uses, and after a while all.
 */
export async function lockTenant(
  client: pg.Client,
  tenantId: number,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const startedMs = performance.now();
  for (;;) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1, $2) AS held', [
      TENANT_LOCK,
      tenantId,
    ]);
    if (rows[0].held) return;
    const waitedMs = performance.now() - startedMs;
    if (waitedMs > LONGEST_WAIT_MS)
      throw new MoveError('Sessions of the tenant do not end, although PostgreSQL was told to end them.');
    if (waitedMs > IDLE_SECONDS * 1000 || patienceMs === 0)
      await endSessions(client, tenantId, waitedMs >= patienceMs);
    await delay(INTERVAL_MS);
  }
}

/** However often the connection has locked it. */
export async function unlockTenant(client: pg.Client): Promise<void> {
  await client.query('SELECT pg_advisory_unlock_all()');
}

async function endSessions(client: pg.Client, tenantId: number, withBusyOnes: boolean): Promise<void> {
  await client.query(
    `SELECT pg_terminate_backend(held.pid)
       FROM pg_locks AS held JOIN pg_stat_activity AS session ON session.pid = held.pid
      WHERE held.locktype = 'advisory' AND held.classid = $1 AND held.objid = $2 AND held.objsubid = 2 AND held.granted
        AND session.datname = current_database() AND held.database = session.datid AND held.pid <> pg_backend_pid()
        AND ($3 OR session.state = 'idle' AND session.state_change < clock_timestamp() - make_interval(secs => $4))`,
    [TENANT_LOCK, tenantId, withBusyOnes, IDLE_SECONDS],
  );
}
