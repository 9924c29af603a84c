import { setTimeout as delay } from 'node:timers/promises';
import type { Database, TenantDatabase } from '../../core/db/connection.ts';
import { ApiError } from '../../core/http/index.ts';
import { allocateTransactionId, readClock, readOldestRunningTransactionId } from './queries.ts';

// Per database, the time before which every change is committed or rolled back. Windows that ended before it need no further
// check.
const settledMs = new WeakMap<Database, number>();

const FIRST_DELAY_MS = 1;
const MAXIMUM_DELAY_MS = 20;
// The server ends writers at the transaction timeout. This is the time it can take to do so.
const GRACE_MS = 5000;

/**
 * Returns whether the window that ends at `endMs` has ended. If so, it first waits until every transaction that can contain
 * a change in the window has ended, and throws a 503 if one of them exceeds the transaction timeout.
 *
 * A writer gets its transaction id before it reads the time. This function does the reverse: it reads the clock, and
 * allocates an id after the window has ended. So a writer with a higher id can only write changes after the window.
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
  const ownId = await allocateTransactionId(db);
  const deadlineMs = performance.now() + transactionTimeoutMs + GRACE_MS;
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(2 * delayMs, MAXIMUM_DELAY_MS)) {
    if ((await readOldestRunningTransactionId(db)) >= ownId) break;
    if (performance.now() > deadlineMs)
      throw new ApiError('windowUnsettled', { headers: { 'retry-after': '2' } });
    await delay(delayMs);
  }
  settledMs.set(database, Math.max(settledMs.get(database) ?? 0, nowMs));
  return true;
}
