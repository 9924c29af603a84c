import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/** Another test file can be creating demo data, which is a single transaction. */
const WITHIN_MS = 300_000;
const INTERVAL_MS = 5;

/** Resolves when every transaction of the whole PostgreSQL server that has begun is over. */
export async function settle(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ next: string }>('SELECT pg_current_xact_id()::text AS next');
  const isSettled = async () => {
    const oldest = await client.query<{ settled: boolean }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 AS settled',
      [rows[0]!.next],
    );
    return oldest.rows[0]!.settled;
  };
  for (const deadline = Date.now() + WITHIN_MS; !(await isSettled()); await delay(INTERVAL_MS))
    assert.ok(Date.now() < deadline, 'a transaction of the PostgreSQL server does not end');
}
