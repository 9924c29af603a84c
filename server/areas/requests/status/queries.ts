import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { EVENTS, rowChangeExpression } from '../../changes/index.ts';
import { REQUEST_STATUS } from './rules.ts';

/** Returns the status of a request and locks the request until the transaction ends, or undefined if it does not exist. */
export function lockStatus(db: TenantDatabase, tenantId: number, requestId: number) {
  return db
    .selectFrom('customer_request')
    .select(['id', 'kind', 'status_id'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', requestId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The status of a request. Undefined if it does not exist. */
export function readStatus(db: TenantDatabase, tenantId: number, requestId: number) {
  return db
    .selectFrom('customer_request')
    .select('status_id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', requestId)
    .executeTakeFirst();
}

/** The comment of the current status entry. Call it after `lockStatus`, so that no other call can replace the entry. */
export async function findCurrentComment(
  db: TenantDatabase,
  tenantId: number,
  requestId: number,
): Promise<string | null> {
  const entry = await db
    .selectFrom('customer_request_status_entry')
    .select('comment')
    .where('tenant_id', '=', tenantId)
    .where('request_id', '=', requestId)
    .where('held_until', '=', sql<string>`'infinity'`)
    .executeTakeFirst();
  return entry?.comment ?? null;
}

type StoredStatus = NonNullable<Awaited<ReturnType<typeof lockStatus>>>;

/**
 * Sets the status, ends the current status entry, and adds the new one, with change and event in one statement. The status can be
 * the current one, for another comment. `setAt` defaults to the current time.
 */
export async function setStatus(
  db: TenantDatabase,
  tenantId: number,
  { id, kind, status_id: currentStatusId }: Pick<StoredStatus, 'id' | 'kind'> & Partial<StoredStatus>,
  { statusId, comment, setAt = null }: { statusId: number; comment: string | null; setAt?: string | null },
): Promise<void> {
  const attributes = JSON.stringify({ kind });
  await sql`
    WITH clock AS MATERIALIZED (SELECT coalesce(${setAt}::timestamptz, clock_now()) AS now),
    changed AS (
      UPDATE customer_request
         SET status_id = ${statusId}, modified_at = clock.now,
             first_filled_at = coalesce(first_filled_at, CASE WHEN ${statusId === REQUEST_STATUS.filled} THEN clock.now END)
        FROM clock
       WHERE tenant_id = ${tenantId} AND id = ${id}
      RETURNING id, row_guid, office_id, modified_at),
    previous AS (
      UPDATE customer_request_status_entry AS e SET held_until = changed.modified_at FROM changed
       WHERE e.tenant_id = ${tenantId} AND e.request_id = changed.id AND e.held_until = 'infinity')
    SELECT add_request_status_entry(${tenantId}::int, id, ${statusId}::int, ${comment}::text, modified_at),
           ${rowChangeExpression(tenantId, 'changed', {
             entity: 'request',
             kind: 'modified',
             properties: [...(statusId === currentStatusId ? [] : ['statusId']), 'statusHistory'],
             attributes,
             event: EVENTS.requestStatusChanged,
             additionalData: attributes,
           })} AS changed_at
      FROM changed`.execute(db);
}
