import type { TenantDatabase } from '../../core/db/connection.ts';

export async function findJobAds(db: TenantDatabase, tenantId: number, ids: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('job_ad')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .execute();
  return rows.map((row) => row.id);
}
