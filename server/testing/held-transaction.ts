import assert from 'node:assert/strict';
import { type QueryExecutorProvider, sql } from 'kysely';
import pg from 'pg';
import { eventually } from './another-process.ts';
import type { TestService } from './harness.ts';

/** The connection of a test, or a transaction of the service. */
export type Holder = pg.Client | QueryExecutorProvider;

/**
 * Runs the statement as the tenant in a transaction of its own, starts the call, commits once the call waits for a lock of the transaction,
 * and returns the result of the call. A call that does not wait ends before the commit. If it is several calls, `waiting` is how many of
 * them wait first.
 */
export async function callDuring<T>(
  { databaseUrl, tenant }: TestService,
  statement: string,
  values: unknown[],
  call: (holder: Holder) => Promise<T>,
  waiting = 1,
): Promise<T> {
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  try {
    await holder.query('BEGIN');
    await holder.query("SELECT set_config('app.tenant_id', $1, true)", [String(tenant.id)]);
    const { rowCount } = await holder.query(statement, values);
    assert.ok(rowCount, 'the statement concerns no row');
    const result = call(holder);
    await untilWaiting(holder, waiting, result);
    await holder.query('COMMIT');
    return await result;
  } finally {
    await holder.end();
  }
}

/** Resolves once so many calls wait for locks of the holder, or the call is over. Returns the process ids of those that wait. */
export async function untilWaiting(holder: Holder, count = 1, call?: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  call?.then(end, end);
  let found: number[] = [];
  await eventually(`${count} calls wait for the lock`, async () => {
    found = await findWaiting(holder);
    return isOver || found.length >= count;
  });
  return found;
}

// Not pg_stat_activity, which stays the same until the end of a transaction.
const WAITING = `
  WITH RECURSIVE waiting (pid) AS (
    SELECT pg_backend_pid()
     UNION
    SELECT behind.pid FROM waiting, (SELECT DISTINCT pid FROM pg_locks WHERE NOT granted) AS behind
     WHERE waiting.pid = ANY (pg_blocking_pids(behind.pid)))
  SELECT pid FROM waiting WHERE pid <> pg_backend_pid()`;

/** The process ids of those that wait for locks of the holder, also if they wait behind each other. */
export async function findWaiting(holder: Holder): Promise<number[]> {
  const { rows } =
    holder instanceof pg.Client
      ? await holder.query<{ pid: number }>(WAITING)
      : await sql.raw<{ pid: number }>(WAITING).execute(holder);
  return rows.map(({ pid }) => pid);
}
