import type { TenantDatabase } from '../../../core/db/connection.ts';
import { sweepCounts, sweepRequests } from './queries.ts';
import { COUNTED_DAYS, LISTED_DAYS } from './schema.ts';

export { requestLogEndpoints } from './endpoints.ts';
export { getRequestRecorder } from './recorder.ts';

/** Of one client. */
const MAXIMUM_ENTRIES = 20_000;
const BATCH = 5000;

/** Deletes what is too old, and of busy clients all but the newest entries. Returns how many rows. */
export async function sweepRequestLog(
  db: TenantDatabase,
  tenantId: number,
  { most = MAXIMUM_ENTRIES, batch = BATCH }: { most?: number; batch?: number } = {},
): Promise<number> {
  const requests = await sweepRequests(db, tenantId, { days: LISTED_DAYS, most, batch });
  return requests + (await sweepCounts(db, tenantId, COUNTED_DAYS));
}
