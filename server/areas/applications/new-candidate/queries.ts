import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';

/**
 * The branch of a candidate who is entered without one: that of the job ad, or else the primary one of the user, or any of the
 * user's if none is primary. Without a branch, the candidate would be missing in every list of a branch, also for who entered it.
 */
export async function findDefaultBranch(
  db: TenantDatabase,
  tenantId: number,
  { jobAdId, userId }: { jobAdId: number | null; userId: number },
): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    SELECT coalesce(
      (SELECT office_id FROM job_ad WHERE tenant_id = ${tenantId} AND id = ${jobAdId}::int),
      (SELECT ub.branch_id
         FROM user_branch AS ub JOIN branch AS b ON b.tenant_id = ${tenantId} AND b.id = ub.branch_id
        WHERE ub.tenant_id = ${tenantId} AND ub.user_id = ${userId} AND b.is_active
        ORDER BY ub.is_primary DESC, ub.branch_id LIMIT 1)) AS id`.execute(db);
  return rows[0]!.id;
}
