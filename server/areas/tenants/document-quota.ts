import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';

/** The size of a tenant's files and its quota. Undefined without a quota. */
export async function findDocumentUsage(
  db: TenantDatabase,
  tenantId: number,
): Promise<{ usedBytes: number; quotaBytes: number } | undefined> {
  return db
    .selectFrom('document_quota')
    .select(['used_bytes as usedBytes', 'quota_bytes as quotaBytes'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
}

/** Sets the quota of a tenant; null removes it. Files that exceed it already stay. */
export async function setDocumentQuota(
  db: TenantDatabase,
  tenantId: number,
  quotaBytes: number | null,
): Promise<void> {
  await sql`SELECT set_document_quota(${tenantId}, ${quotaBytes}::bigint)`.execute(db);
}
