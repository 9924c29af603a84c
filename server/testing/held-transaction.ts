import assert from 'node:assert/strict';
import pg from 'pg';
import type { TestService } from './harness.ts';

/**
 * Runs the statement as the tenant in a transaction of its own, starts the call, commits once the call waits for a lock of the transaction,
 * and returns the result of the call. A call that does not wait ends before the commit. `last` is run right before the commit, and is
 * what the transaction could wait for while the call waits for the transaction.
 */
export async function callDuring<T>(
  { databaseUrl, sql, tenant }: TestService,
  statement: string,
  values: unknown[],
  call: () => Promise<T>,
  last?: { statement: string; values: unknown[] },
): Promise<T> {
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
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    while (!isOver && (await sql(waiting)).length === 0);
    if (last !== undefined) await other.query(last.statement, last.values);
    await other.query('COMMIT');
    return await result;
  } finally {
    await other.end();
  }
}
