import assert from 'node:assert/strict';
import pg from 'pg';
import type { TestService } from './harness.ts';

/**
 * Runs the statement as the tenant in a transaction of its own, starts the call, commits once the call waits for a lock of the transaction,
 * and returns the result of the call. A call that does not wait ends before the commit. If it is several calls, `waiting` is how many of
 * them wait first.
 */
export async function callDuring<T>(
  service: TestService,
  statement: string,
  values: unknown[],
  call: () => Promise<T>,
  waiting = 1,
): Promise<T> {
  const { databaseUrl, tenant } = service;
  const other = new pg.Client({ connectionString: databaseUrl });
  await other.connect();
  try {
    await other.query('BEGIN');
    await other.query("SELECT set_config('app.tenant_id', $1, true)", [String(tenant.id)]);
    const { rowCount } = await other.query(statement, values);
    assert.ok(rowCount, 'the statement concerns no row');
    let isOver = false;
    const result = call().finally(() => {
      isOver = true;
    });
    await untilWaiting(service, waiting, () => isOver);
    await other.query('COMMIT');
    return await result;
  } finally {
    await other.end();
  }
}

/** Resolves once so many calls wait for a lock, or `isOver` returns true. */
export async function untilWaiting({ sql }: TestService, count: number, isOver = () => false): Promise<void> {
  const waiters = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while (!isOver() && (await sql(waiters)).length < count);
}
