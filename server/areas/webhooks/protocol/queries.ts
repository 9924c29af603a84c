import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { FAILED, requeue, SKIPPED, urlKey } from '../delivery/index.ts';
import type { ProtocolRow } from './rules.ts';

/** Selects deliveries; an absent property does not restrict. Times are ISO 8601, both inclusive. */
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
    // Responses show milliseconds: a time that was read there must include its event.
    ...(to === undefined ? [] : [sql`delivery.occurred_at < ${to}::timestamptz + interval '1 millisecond'`]),
    ...(entityId === undefined ? [] : [sql`delivery.entity_id = ${entityId}`]),
    ...(eventTypeIds === undefined ? [] : [sql`delivery.event_type_id = ANY (${eventTypeIds}::int[])`]),
    ...(statusIds === undefined ? [] : [sql`delivery.send_status_id = ANY (${statusIds}::int[])`]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` AND `)}`;
}

/** Reads entries sorted by the time of their event, in pages: memory is bounded for any period. */
export async function* readProtocol(
  db: TenantDatabase,
  tenantId: number,
  filter: DeliveryFilter,
): AsyncGenerator<ProtocolRow[]> {
  let after: { at: string; id: string } | undefined;
  for (;;) {
    const rest: RawBuilder<unknown> =
      after === undefined
        ? sql``
        : sql`AND (delivery.occurred_at, delivery.id) > (${after.at}::timestamptz, ${after.id}::uuid)`;
    const { rows } = await sql<ProtocolRow & { position: string }>`
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
 * Puts deliveries in the queue again, oldest first, transferred ones only when they are asked for by id or status.
 * Those whose pair of address and event is paused or no longer registered are left out; `left` counts them.
 */
export async function resendDeliveries(
  db: TenantDatabase,
  tenantId: number,
  filter: DeliveryFilter,
): Promise<{ queued: number; left: number }> {
  const isExplicit = filter.ids !== undefined || filter.statusIds !== undefined;
  const wanted = matches(tenantId, isExplicit ? filter : { ...filter, statusIds: [FAILED, SKIPPED] });
  return db.transaction().execute(async (transaction) => {
    const keys = await findUrlKeys(transaction, wanted);
    const queued = await requeue(
      transaction,
      tenantId,
      sql`registration.url_key = ${JSON.stringify(keys)}::jsonb ->> delivery.url AND ${wanted}`,
    );
    const { rows } = await sql<{ left: number }>`
      SELECT count(*) AS left FROM webhook_delivery AS delivery
       WHERE ${wanted} AND delivery.next_attempt_at IS NULL`.execute(transaction);
    return { queued, left: rows[0]!.left };
  });
}

/**
 * The keys of the addresses that deliveries were made for. A delivery keeps the spelling that was registered at its
 * time, and the same address may be registered in another spelling since.
 */
async function findUrlKeys(db: TenantDatabase, wanted: RawBuilder<boolean>): Promise<Record<string, string>> {
  const { rows } = await sql<{ url: string }>`
    SELECT DISTINCT url FROM webhook_delivery AS delivery WHERE ${wanted}`.execute(db);
  return Object.fromEntries(rows.map(({ url }) => [url, urlKey(url)]));
}

/** Removes a tenant's entries older than `days`, with any status. Returns how many. */
export async function sweepProtocol(
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
