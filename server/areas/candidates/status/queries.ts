import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { EVENTS, rowChangeExpression } from '../../changes/index.ts';

/** Reads the status and locks the candidate until the transaction ends. Undefined if the candidate does not exist. */
export function lockStatus(db: TenantDatabase, tenantId: number, candidateId: number) {
  return db
    .selectFrom('candidate')
    .select(['id', 'status_id'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', candidateId)
    .forUpdate()
    .executeTakeFirst();
}

export async function findLatestStatusEntry(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('candidate_status_entry')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('candidate_id', '=', candidateId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Sets the status, adds an entry to the status history, and returns the id of the entry, in one statement. */
export async function setStatus(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  status: { statusId: number; comment: string | null },
): Promise<number> {
  const { id } = await db
    .with('changed', (change) =>
      change
        .updateTable('candidate')
        .set({
          status_id: status.statusId,
          status_changed_at: sql`clock_now()`,
          modified_at: sql`clock_now()`,
        })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', candidateId)
        .returning(['id', 'row_guid', 'office_id', 'status_changed_at']),
    )
    .with('entry', (entry) =>
      entry
        .insertInto('candidate_status_entry')
        .columns(['tenant_id', 'candidate_id', 'status_id', 'comment', 'set_at'])
        .expression((from) =>
          from
            .selectFrom('changed')
            .select([
              sql<number>`${tenantId}::int`.as('tenant_id'),
              'changed.id',
              sql<number>`${status.statusId}::int`.as('status_id'),
              sql<string | null>`${status.comment}::text`.as('comment'),
              'changed.status_changed_at',
            ]),
        )
        .returning('id'),
    )
    .selectFrom(['changed', 'entry'])
    .select([
      'entry.id',
      rowChangeExpression(tenantId, 'changed', {
        entity: 'candidate',
        kind: 'modified',
        event: EVENTS.candidateStatusChanged,
      }).as('changed_at'),
    ])
    .executeTakeFirstOrThrow();
  return id;
}
