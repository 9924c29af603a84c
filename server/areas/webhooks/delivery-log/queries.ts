import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { FAILED, requeue, SKIPPED, urlKey } from '../delivery/index.ts';
import type { DeliveryLogRow } from './rules.ts';

/** Selects deliveries. An absent property selects all. Times are ISO 8601, both inclusive. */
export interface DeliveryFilter {
  ids?: readonly string[];
  from?: string;
  to?: string;
  entityId?: number;
  eventTypeIds?: readonly number[];
  statusIds?: readonly number[];
}

const SWEEP_BATCH = 5000;
const PAGE = 1000;

function matches(tenantId: number, filter: DeliveryFilter): RawBuilder<boolean> {
  const { ids, from, to, entityId, eventTypeIds, statusIds } = filter;
  const conditions = [
    sql`delivery.tenant_id = ${tenantId}`,
    ...(ids === undefined ? [] : [sql`delivery.id = ANY (${ids}::uuid[])`]),
    ...(from === undefined ? [] : [sql`delivery.occurred_at >= ${from}::timestamptz`]),
    // Responses have times in milliseconds. The time of an event must select the event, whose stored time is more precise.
    ...(to === undefined ? [] : [sql`delivery.occurred_at < ${to}::timestamptz + interval '1 millisecond'`]),
    ...(entityId === undefined ? [] : [sql`delivery.entity_id = ${entityId}`]),
    ...(eventTypeIds === undefined ? [] : [sql`delivery.event_type_id = ANY (${eventTypeIds}::int[])`]),
    ...(statusIds === undefined ? [] : [sql`delivery.send_status_id = ANY (${statusIds}::int[])`]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` AND `)}`;
}

/** Reads entries sorted by the time of their event, in pages, so that memory stays bounded for any period. */
export async function* readDeliveryLog(
  db: TenantDatabase,
  tenantId: number,
  filter: DeliveryFilter,
): AsyncGenerator<DeliveryLogRow[]> {
  let after: { at: string; id: string } | undefined;
  for (;;) {
    const rest: RawBuilder<unknown> =
      after === undefined
        ? sql``
        : sql`AND (delivery.occurred_at, delivery.id) > (${after.at}::timestamptz, ${after.id}::uuid)`;
    const { rows } = await sql<DeliveryLogRow & { position: string }>`
      SELECT id, event_type_id, entity_id, additional_data, occurred_at, url, send_status_id, reason, attempts,
             latency_ms, answer_excerpt, last_attempt_at, next_attempt_at, occurred_at::text AS position
        FROM webhook_delivery AS delivery
       WHERE ${matches(tenantId, filter)} ${rest}
       ORDER BY delivery.occurred_at, delivery.id
       LIMIT ${PAGE}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    const last = rows.at(-1)!;
    after = { at: last.position, id: last.id };
  }
}

/**
 * Queues deliveries again, oldest first. Includes transferred ones only if the filter has ids or statuses. `left` is the
 * number of deliveries that were not queued because their address is no longer registered for the event, or is paused.
 */
export async function resendDeliveries(
  db: TenantDatabase,
  tenantId: number,
  filter: DeliveryFilter,
): Promise<{ queued: number; left: number }> {
  const isExplicit = filter.ids !== undefined || filter.statusIds !== undefined;
  const condition = matches(tenantId, isExplicit ? filter : { ...filter, statusIds: [FAILED, SKIPPED] });
  return db.transaction().execute(async (transaction) => {
    const keys = await findUrlKeys(transaction, condition);
    const queued = await requeue(
      transaction,
      tenantId,
      sql`registration.url_key = ${JSON.stringify(keys)}::jsonb ->> delivery.url AND ${condition}`,
    );
    const { rows } = await sql<{ left: number }>`
      SELECT count(*) AS left FROM webhook_delivery AS delivery
       WHERE ${condition} AND delivery.next_attempt_at IS NULL`.execute(transaction);
    return { queued, left: rows[0]!.left };
  });
}

/**
 * Returns the URL keys of the addresses of deliveries, by address. A delivery keeps the spelling with which its address was
 * registered at the time, and the address may have been registered again with another spelling.
 */
async function findUrlKeys(
  db: TenantDatabase,
  condition: RawBuilder<boolean>,
): Promise<Record<string, string>> {
  const { rows } = await sql<{ url: string }>`
    SELECT DISTINCT url FROM webhook_delivery AS delivery WHERE ${condition}`.execute(db);
  return Object.fromEntries(rows.map(({ url }) => [url, urlKey(url)]));
}

/** Deletes a tenant's entries that are older than `days`, whatever their status. Returns their number. */
export async function sweepDeliveryLog(
  db: TenantDatabase,
  tenantId: number,
  days: number,
  batch = SWEEP_BATCH,
): Promise<number> {
  let total = 0;
  for (;;) {
    const { rows } = await sql<{ removed: number }>`
      WITH oldest AS (
        SELECT id FROM webhook_delivery
         WHERE tenant_id = ${tenantId} AND occurred_at < clock_now() - make_interval(days => ${days})
         ORDER BY occurred_at LIMIT ${batch}),
      removed AS (
        DELETE FROM webhook_delivery AS delivery USING oldest
         WHERE delivery.tenant_id = ${tenantId} AND delivery.id = oldest.id
        RETURNING 1)
      SELECT count(*) AS removed FROM removed`.execute(db);
    const { removed } = rows[0]!;
    total += removed;
    if (removed < batch) return total;
  }
}
