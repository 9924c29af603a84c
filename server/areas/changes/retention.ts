import type { TenantDatabase } from '../../core/db/connection.ts';
import { removeOldest } from './queries.ts';

const BATCH = 5000;

/**
 * Removes a tenant's change log entries that are older than `days`; answers how many. Each batch moves the horizon
 * in its own statement, so that no cursor can miss an entry unnoticed: one from before the horizon is refused.
 *
 * The log is read from its beginning in the order of its primary key, which is nearly that of time, and the sweep
 * ends at the first batch in which nothing is old. It costs what it removes and one batch more, and needs no index.
 */
export async function sweepChangeLog(
  db: TenantDatabase,
  tenantId: number,
  days: number,
  batch = BATCH,
): Promise<number> {
  let total = 0;
  for (;;) {
    const removed = await removeOldest(db, tenantId, days, batch);
    total += removed;
    if (removed === 0) return total;
  }
}
