import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { runTransaction } from '../../../core/db/transaction.ts';
import { FAILED, lockRegistrations, requeue, SKIPPED, urlKey } from '../delivery/index.ts';
import { matches, readPage } from './queries.ts';
import type { DeliveryFilter, LogPosition } from './rules.ts';

/** Deliveries that a transaction queues. It takes less than half a second, for which the outcomes of their registrations wait. */
const STEP = 5000;

interface Resent {
  queued: number;
  /** Deliveries that were not queued because their address is no longer registered for the event, or is paused. */
  left: number;
}

/** Queues all these deliveries again, oldest first, in several transactions. If one fails, the deliveries before it are queued. */
export async function resendDeliveries(
  db: TenantDatabase,
  tenantId: number,
  filter: DeliveryFilter,
): Promise<Resent> {
  const total = { queued: 0, left: 0 };
  let after: LogPosition | undefined;
  do {
    const step = await runTransaction(db, (transaction) => resendPage(transaction, tenantId, filter, after));
    total.queued += step.queued;
    total.left += step.left;
    after = step.next;
  } while (after !== undefined);
  return total;
}

/**
 * Queues the first of these deliveries again, oldest first, in the caller's transaction. `next` is where to go on, with the same filter.
 * Includes transferred ones only if the filter has ids or statuses.
 */
export async function resendPage(
  db: TenantDatabase,
  tenantId: number,
  filter: DeliveryFilter,
  after: LogPosition | undefined,
): Promise<Resent & { next: LogPosition | undefined }> {
  const { statusIds, eventTypeIds, ...read } = filter;
  const isExplicit = read.ids !== undefined || statusIds !== undefined;
  const matching = { eventTypeIds, statusIds: isExplicit ? statusIds : [FAILED, SKIPPED] };
  const { rows, next } = await readPage<{ id: string; event_type_id: number; url: string }>(db, tenantId, {
    read,
    matching,
    columns: sql`id, occurred_at, event_type_id, url`,
    order: 'oldest first',
    after,
    limit: STEP,
  });
  if (rows.length === 0) return { queued: 0, left: 0, next };
  // A delivery keeps the spelling with which its address was registered at the time, and the address may have been registered again with
  // another spelling.
  const keys = Object.fromEntries([...new Set(rows.map(({ url }) => url))].map((url) => [url, urlKey(url)]));
  const registrationIds = await lockRegistrations(
    db,
    tenantId,
    sql`registration.event_type_id = ANY (${[...new Set(rows.map((row) => row.event_type_id))]}::int[])
        AND registration.url_key = ANY (${Object.values(keys)}::text[])`,
  );
  // Some may have succeeded before the lock.
  const isChosen = sql<boolean>`
    delivery.id = ANY (${rows.map(({ id }) => id)}::uuid[]) AND ${matches(tenantId, matching)}`;
  const queued = await requeue(
    db,
    tenantId,
    sql`registration.id = ANY (${registrationIds}::int[])
        AND registration.url_key = ${JSON.stringify(keys)}::jsonb ->> delivery.url AND ${isChosen}`,
  );
  const { rows: counts } = await sql<{ left: number }>`
    SELECT count(*) AS left FROM webhook_delivery AS delivery
     WHERE ${isChosen} AND delivery.next_attempt_at IS NULL`.execute(db);
  return { queued, left: counts[0]!.left, next };
}
