import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';

const BATCH = 5000;

/**
 * Removes a tenant's change log entries that are older than `days`; answers how many. Each batch moves the horizon
 * in its own statement, so that no cursor can miss an entry unnoticed: one from before the horizon is refused.
 *
 * The log is read from its beginning in the order of its primary key, which is nearly that of time, and the sweep
 * ends at the first batch in which nothing is old. It costs what it removes and one batch more, and needs no index.
 */
export async function sweepChangeLog(
  db: TenantDatabase,
  tenantId: number,
  days: number,
  batch = BATCH,
): Promise<number> {
  let total = 0;
  for (;;) {
    const { rows } = await sql<{ removed: number }>`
      WITH oldest AS (
        SELECT generation, transaction_id, sequence
          FROM (SELECT generation, transaction_id, sequence, changed_at
                  FROM change_log
                 WHERE tenant_id = ${tenantId}
                 ORDER BY generation, transaction_id, sequence
                 LIMIT ${batch}) AS first
         WHERE changed_at < clock_now() - make_interval(days => ${days})),
      removed AS (
        DELETE FROM change_log AS log USING oldest
         WHERE log.tenant_id = ${tenantId} AND log.generation = oldest.generation
           AND log.transaction_id = oldest.transaction_id AND log.sequence = oldest.sequence
        RETURNING log.generation, log.transaction_id, log.sequence),
      horizon AS (
        INSERT INTO change_horizon AS horizon (tenant_id, generation, transaction_id, sequence)
        SELECT ${tenantId}, generation, transaction_id, sequence FROM removed
         ORDER BY generation DESC, transaction_id DESC, sequence DESC LIMIT 1
        ON CONFLICT (tenant_id) DO UPDATE
           SET generation = excluded.generation, transaction_id = excluded.transaction_id, sequence = excluded.sequence
         WHERE (horizon.generation, horizon.transaction_id, horizon.sequence)
               < (excluded.generation, excluded.transaction_id, excluded.sequence))
      SELECT count(*) AS removed FROM removed`.execute(db);
    const { removed } = rows[0]!;
    total += removed;
    if (removed === 0) return total;
  }
}
