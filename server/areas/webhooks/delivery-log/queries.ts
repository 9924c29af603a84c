import { type RawBuilder, sql } from 'kysely';
import { exactTime } from '../../../core/db/clock.ts';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { FAILED, requeue, SKIPPED, urlKey } from '../delivery/index.ts';
import type { DeliveryLogRow, LogPosition } from './rules.ts';
import { MAXIMUM_READ } from './schema.ts';

/** Selects deliveries. An absent property selects all. Times are ISO 8601, both inclusive. */
export interface DeliveryFilter {
  ids?: readonly string[];
  from?: string;
  to?: string;
  entityId?: number;
  eventTypeIds?: readonly number[];
  /** Null selects those whose first call has not ended. */
  statusIds?: readonly (number | null)[];
}

const SWEEP_BATCH = 5000;
const PAGE = 1000;
const COLUMNS =
  sql.raw(`id, event_type_id, entity_id, additional_data, occurred_at, url, send_status_id, reason, attempts,
             latency_ms, answer_excerpt, last_attempt_at, next_attempt_at`);

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
    ...(statusIds === undefined ? [] : [hasStatus(statusIds)]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` AND `)}`;
}

/** No element of an array equals NULL. */
function hasStatus(ids: readonly (number | null)[]): RawBuilder<unknown> {
  const condition = sql`delivery.send_status_id = ANY (${ids.filter((id) => id !== null)}::int[])`;
  return ids.includes(null) ? sql`(${condition} OR delivery.send_status_id IS NULL)` : condition;
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
      SELECT ${COLUMNS}, occurred_at::text AS position
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

/** As record_webhook_results stores it. */
interface FailedCall {
  endedAtUtc: string;
  reason: string;
  latencyMs: number;
  answerExcerpt: string | null;
}

interface LogPage {
  rows: DeliveryLogRow[];
  /** The last entry that the page has read, whether it matches or not. Undefined if nothing comes before it. */
  next: LogPosition | undefined;
}

/**
 * A page of the entries, with the newest first. Few of them can match, and an index for each filter would cost every delivery. So a page
 * reads at most MAXIMUM_READ along the index by time, and then ends, even if it is not full. It stops earlier if it is full.
 */
export async function searchDeliveryLog(
  db: TenantDatabase,
  tenantId: number,
  { from, to, ...filter }: DeliveryFilter,
  { before, limit }: { before: LogPosition | undefined; limit: number },
): Promise<LogPage> {
  const rest: RawBuilder<unknown> =
    before === undefined
      ? sql``
      : sql`AND (delivery.occurred_at, delivery.id) < (${before.at}::timestamptz, ${before.id}::uuid)`;
  const period = sql`
    FROM webhook_delivery AS delivery
   WHERE ${matches(tenantId, { from, to })} ${rest}
   ORDER BY delivery.occurred_at DESC, delivery.id DESC`;
  const at = exactTime(sql`occurred_at`);
  // In one statement: an entry that comes meanwhile would move the last one that is read.
  const { rows } = await sql<DeliveryLogRow & { at: string; last_read: LogPosition | null }>`
    WITH page AS MATERIALIZED (
      SELECT ${COLUMNS} FROM (SELECT * ${period} LIMIT ${MAXIMUM_READ}) AS delivery
       WHERE ${matches(tenantId, filter)}
       ORDER BY occurred_at DESC, id DESC LIMIT ${limit + 1})
    SELECT page.*, ${at} AS at,
           CASE WHEN (SELECT count(*) FROM page) <= ${limit}
                THEN (SELECT json_build_object('at', ${at}, 'id', id) ${period} OFFSET ${MAXIMUM_READ - 1} LIMIT 1) END AS last_read
      FROM (VALUES (1)) AS always LEFT JOIN page ON true
     ORDER BY page.occurred_at DESC, page.id DESC`.execute(db);
  // An empty page has one row of nulls.
  const page = rows.filter(({ id }) => id !== null).slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    rows: page,
    next: last === undefined ? (rows[0]!.last_read ?? undefined) : { at: last.at, id: last.id },
  };
}

/** An entry with its calls that failed. Undefined if the tenant has none with this id. */
export async function findDelivery(
  db: TenantDatabase,
  tenantId: number,
  id: string,
): Promise<(DeliveryLogRow & { failedCalls: FailedCall[] }) | undefined> {
  const { rows } = await sql<DeliveryLogRow & { failedCalls: FailedCall[] }>`
    SELECT ${COLUMNS}, failed_calls AS "failedCalls" FROM webhook_delivery
     WHERE tenant_id = ${tenantId} AND id = ${id}::uuid`.execute(db);
  return rows[0];
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
