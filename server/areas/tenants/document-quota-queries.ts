import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';

export interface DocumentUsage {
  usedBytes: number;
  /** Null without a quota. */
  quotaBytes: number | null;
}

/** The size of a tenant's files, and its quota. Without a quota, nothing counts them as they come, so this reads all their rows. */
export async function readDocumentUsage(db: TenantDatabase, tenantId: number): Promise<DocumentUsage> {
  const quota = await db
    .selectFrom('document_quota')
    .select(['used_bytes as usedBytes', 'quota_bytes as quotaBytes'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  if (quota !== undefined) return quota;
  const { rows } = await sql<{ usedBytes: number }>`
    SELECT (coalesce((SELECT sum(size_bytes) FROM document WHERE tenant_id = ${tenantId}), 0)
            + coalesce((SELECT sum(size_bytes) FROM communication_attachment WHERE tenant_id = ${tenantId}), 0)
            + coalesce((SELECT sum(size_bytes) FROM candidate_picture WHERE tenant_id = ${tenantId}), 0)
           )::bigint AS "usedBytes"`.execute(db);
  return { usedBytes: rows[0]!.usedBytes, quotaBytes: null };
}

/** Sets the quota of a tenant; null removes it. Files that exceed it already stay. */
export async function setDocumentQuota(
  db: TenantDatabase,
  tenantId: number,
  quotaBytes: number | null,
): Promise<void> {
  await sql`SELECT set_document_quota(${tenantId}, ${quotaBytes}::bigint)`.execute(db);
}
