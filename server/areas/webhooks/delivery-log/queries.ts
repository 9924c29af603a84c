import { type RawBuilder, sql } from 'kysely';
import { exactTime } from '../../../core/db/clock.ts';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { DeliveryFilter, DeliveryLogRow, LogPosition } from './rules.ts';
import { MAXIMUM_READ } from './schema.ts';

const SWEEP_BATCH = 5000;
const PAGE = 1000;
const COLUMNS =
  sql.raw(`id, event_type_id, entity_id, additional_data, occurred_at, url, send_status_id, reason, attempts,
             latency_ms, answer_excerpt, last_attempt_at, next_attempt_at`);

export function matches(tenantId: number, filter: DeliveryFilter): RawBuilder<boolean> {
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

interface Page<Row> {
  rows: Row[];
  /** The last entry that the page has read, whether it matches or not. Undefined if nothing comes after it. */
  next: LogPosition | undefined;
}

interface PageOptions {
  /** Which entries are read, along an index: a period, a record, or ids. */
  read: DeliveryFilter;
  /** Which of them match. */
  matching: DeliveryFilter;
  /** With id and occurred_at. */
  columns: RawBuilder<unknown>;
  order: 'newest first' | 'oldest first';
  after: LogPosition | undefined;
  limit: number;
}

/**
 * A page of the entries. Few of them can match, and an index for each filter would cost every delivery. So a page reads at most
 * MAXIMUM_READ, and then ends, even if it is not full. It stops earlier if it is full.
 */
export async function readPage<Row extends { id: string }>(
  db: TenantDatabase,
  tenantId: number,
  { read, matching, columns, order, after, limit }: PageOptions,
): Promise<Page<Row>> {
  const [isAfter, direction] = order === 'newest first' ? [sql`<`, sql`DESC`] : [sql`>`, sql`ASC`];
  const rest: RawBuilder<unknown> =
    after === undefined
      ? sql``
      : sql`AND (delivery.occurred_at, delivery.id) ${isAfter} (${after.at}::timestamptz, ${after.id}::uuid)`;
  const period = sql`
    FROM webhook_delivery AS delivery
   WHERE ${matches(tenantId, read)} ${rest}
   ORDER BY delivery.occurred_at ${direction}, delivery.id ${direction}`;
  const at = exactTime(sql`occurred_at`);
  // In one statement: an entry that comes meanwhile would move the last one that is read.
  const { rows } = await sql<Row & { at: string; last_read: LogPosition | null }>`
    WITH page AS MATERIALIZED (
      SELECT ${columns} FROM (SELECT * ${period} LIMIT ${MAXIMUM_READ}) AS delivery
       WHERE ${matches(tenantId, matching)}
       ORDER BY occurred_at ${direction}, id ${direction} LIMIT ${limit + 1})
    SELECT page.*, ${at} AS at,
           CASE WHEN (SELECT count(*) FROM page) <= ${limit}
                THEN (SELECT json_build_object('at', ${at}, 'id', id) ${period} OFFSET ${MAXIMUM_READ - 1} LIMIT 1) END AS last_read
      FROM (VALUES (1)) AS always LEFT JOIN page ON true
     ORDER BY page.occurred_at ${direction}, page.id ${direction}`.execute(db);
  // An empty page has one row of nulls.
  const page = rows.filter(({ id }) => id !== null).slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    rows: page,
    next: last === undefined ? (rows[0]!.last_read ?? undefined) : { at: last.at, id: last.id },
  };
}

/** A page of the entries, with the newest first. */
export function searchDeliveryLog(
  db: TenantDatabase,
  tenantId: number,
  { from, to, ...matching }: DeliveryFilter,
  { before, limit }: { before: LogPosition | undefined; limit: number },
): Promise<Page<DeliveryLogRow>> {
  return readPage(db, tenantId, {
    read: { from, to },
    matching,
    columns: COLUMNS,
    order: 'newest first',
    after: before,
    limit,
  });
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
 * Deletes a tenant's entries that are older than `days`, whatever their status. Returns their number. Leaves those that are being written
 * to the next sweep: it does not have the locks of their registrations, so it must not wait for them.
 */
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
         ORDER BY occurred_at LIMIT ${batch}
           FOR UPDATE SKIP LOCKED),
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
