import type { TenantDatabase } from '../../core/db/connection.ts';

/** Returns the ids of job ads that exist, in any status. */
export async function findJobAds(db: TenantDatabase, tenantId: number, ids: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('job_ad')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map((row) => row.id);
}
