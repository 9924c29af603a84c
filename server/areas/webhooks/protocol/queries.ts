import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { FAILED, SKIPPED, wake } from '../delivery/index.ts';
import type { ProtocolRow } from './rules.ts';

/** Which deliveries; absent parts do not restrict. Times are ISO 8601, both included. */
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
    // Answers show milliseconds: a time that was read there includes its event.
    ...(to === undefined ? [] : [sql`delivery.occurred_at < ${to}::timestamptz + interval '1 millisecond'`]),
    ...(entityId === undefined ? [] : [sql`delivery.entity_id = ${entityId}`]),
    ...(eventTypeIds === undefined ? [] : [sql`delivery.event_type_id = ANY (${eventTypeIds}::int[])`]),
    ...(statusIds === undefined ? [] : [sql`delivery.send_status_id = ANY (${statusIds}::int[])`]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` AND `)}`;
}

/** Entries by the time of their event, in pages, so that memory stays bounded however long the period is. */
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
 * Puts deliveries in the queue again, oldest first, those that were transferred only when asked for by id or status.
 * Those whose pair is not registered, or paused, are left: `left` counts them.
 */
export async function resendDeliveries(
  db: TenantDatabase,
  tenantId: number,
  filter: DeliveryFilter,
): Promise<{ queued: number; left: number }> {
  const isExplicit = filter.ids !== undefined || filter.statusIds !== undefined;
  const wanted: DeliveryFilter = isExplicit ? filter : { ...filter, statusIds: [FAILED, SKIPPED] };
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ registration_id: number; count: number }>`
      WITH queued AS (
        UPDATE webhook_delivery AS delivery
           SET registration_id = registration.id, next_attempt_at = occurred_at, round_attempts = 0,
               reason = CASE WHEN send_status_id = ${SKIPPED} THEN NULL ELSE reason END,
               send_status_id = nullif(send_status_id, ${SKIPPED})
          FROM webhook_registration AS registration
         WHERE registration.tenant_id = delivery.tenant_id AND registration.event_type_id = delivery.event_type_id
           AND registration.url = delivery.url AND registration.paused_at IS NULL AND ${matches(tenantId, wanted)}
        RETURNING registration.id)
      SELECT id AS registration_id, count(*) AS count FROM queued GROUP BY id ORDER BY id`.execute(
      transaction,
    );
    for (const { registration_id } of rows) {
      await wake(transaction, { tenantId, registrationId: registration_id }, 0, 'new');
    }
    const { rows: all } = await sql<{ left: number }>`
      SELECT count(*) AS left FROM webhook_delivery AS delivery
       WHERE ${matches(tenantId, wanted)} AND delivery.next_attempt_at IS NULL`.execute(transaction);
    return { queued: rows.reduce((sum, { count }) => sum + count, 0), left: all[0]!.left };
  });
}

/** Removes a tenant's entries older than `days`, whatever became of them; answers how many. */
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
