import { sql } from 'kysely';
import type { SystemDatabase, TenantDatabase } from '../../core/db/connection.ts';
import type { ChangeKind, LoggedEntity, Position } from '../changes/index.ts';

/** Lets changes of the tenants send notifications for the next minute. Writes only if less than half of it is left. */
export async function requestNotifications(db: SystemDatabase, tenantIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE tenant SET live_until = clock_now() + interval '60 seconds'
     WHERE id = ANY (${tenantIds}::int[])
       AND coalesce(live_until, '-infinity') < clock_now() + interval '30 seconds'`.execute(db);
}

export interface LiveChange {
  generation: number;
  transaction_id: string;
  sequence: string;
  entity: LoggedEntity;
  kind: ChangeKind;
  record_id: number;
  actor_kind: string | null;
  actor_name: string | null;
}

/** The changes after the position that no other change can precede any more, oldest first, of every record type. */
export async function readFinalChanges(
  db: TenantDatabase,
  tenantId: number,
  { generation, transactionId, sequence }: Position,
  limit: number,
): Promise<LiveChange[]> {
  const { rows } = await sql<LiveChange>`
    SELECT page.generation, page.transaction_id::text AS transaction_id, page.sequence::text AS sequence, page.entity,
           page.kind, page.record_id, page.actor_kind,
           (SELECT nullif(concat_ws(' ', u.first_name, u.last_name), '') FROM user_account AS u
             WHERE page.actor_kind = 'user' AND u.tenant_id = ${tenantId} AND u.id = page.actor_id) AS actor_name
      FROM log_ceiling(${tenantId}::int) AS final
     CROSS JOIN LATERAL (
           SELECT log.generation, log.transaction_id, log.sequence, log.entity, log.kind, log.record_id, log.actor_kind,
                  log.actor_id
             FROM change_log AS log
            WHERE log.tenant_id = ${tenantId}
              AND (log.generation, log.transaction_id, log.sequence) > (${generation}::int, ${transactionId.toString()}::bigint, ${sequence.toString()}::bigint)
              AND (log.generation, log.transaction_id) < (final.generation, final.ceiling)
            ORDER BY log.generation, log.transaction_id, log.sequence LIMIT ${limit}) AS page
     ORDER BY page.generation, page.transaction_id, page.sequence`.execute(db);
  return rows;
}

/**
 * Whether a change is committed that is not final yet, because an older transaction is still running. Compares the last change only: of
 * an EXISTS, PostgreSQL expects that a third of the log meets the condition, and reads all of it.
 */
export async function hasPendingChanges(db: TenantDatabase, tenantId: number): Promise<boolean> {
  const { rows } = await sql<{ pending: boolean }>`
    SELECT coalesce((SELECT (last.generation, last.transaction_id) >= (final.generation, final.ceiling)
                       FROM log_ceiling(${tenantId}::int) AS final
                      CROSS JOIN LATERAL (SELECT log.generation, log.transaction_id
                                            FROM change_log AS log WHERE log.tenant_id = ${tenantId}
                                           ORDER BY log.generation DESC, log.transaction_id DESC, log.sequence DESC LIMIT 1) AS last),
                    false) AS pending`.execute(db);
  return rows[0]!.pending;
}
