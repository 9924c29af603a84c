import type { TenantDatabase } from '../../core/db/connection.ts';
import { removeOldest } from './queries.ts';

const BATCH = 5000;

/**
 * Deletes a tenant's change log entries that are older than `days`, and returns how many. Each batch also moves the horizon
 * in the same transaction. A cursor before the horizon is rejected, so no reader misses an entry unnoticed. The last change of
 * each candidate stays known, so lists of a period contain candidates whose last change is older than the log.
 *
 * The sweep reads the log from its start, sorted by primary key, which is nearly the order of time. It stops at the first
 * batch that contains nothing old. So it reads only one batch more than it deletes, and needs no further index.
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
