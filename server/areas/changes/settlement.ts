import { setTimeout as delay } from 'node:timers/promises';
import type { Database, TenantDatabase } from '../../core/db/connection.ts';
import { ApiError } from '../../core/http/index.ts';
import { readClock, readOldestRunningTransactionId, takeTransactionId } from './queries.ts';

// Per database: every change with a time before this is committed or gone. Windows that ended before it are read
// without asking again.
const settledMs = new WeakMap<Database, number>();

const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 20;
// Writers are ended by their own time-out; the rest is for the server to do it.
const GRACE_MS = 5000;

/**
 * Whether the window that ends at `endMs` has ended; if so, returns only once every transaction that could hold a
 * change in it is over. Writers take their transaction id before their time, so each of them has an id below the
 * one taken here after the end is seen to have passed. 503 if one outlives the transaction time-out.
 *
 * The clock is read before the id is taken: a writer with a greater id then has a time after what the clock showed.
 */
export async function hasSettled(
  database: Database,
  db: TenantDatabase,
  endMs: number,
  transactionTimeoutMs: number,
): Promise<boolean> {
  if (endMs <= (settledMs.get(database) ?? 0)) return true;
  const nowMs = await readClock(db);
  if (nowMs < endMs) return false;
  const ownId = await takeTransactionId(db);
  const deadlineMs = performance.now() + transactionTimeoutMs + GRACE_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    if ((await readOldestRunningTransactionId(db)) >= ownId) break;
    if (performance.now() > deadlineMs)
      throw new ApiError('windowUnsettled', { headers: { 'retry-after': '2' } });
    await delay(pauseMs);
  }
  settledMs.set(database, Math.max(settledMs.get(database) ?? 0, nowMs));
  return true;
}
