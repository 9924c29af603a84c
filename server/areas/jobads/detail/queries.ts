import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { RecordKey } from '../../../core/http/record-key.ts';
import { type JobAdView, jobAdJson } from '../record-sql.ts';

/** Returns the job ad (JobAdDto) as JSON text. */
export async function findJobAd(
  db: TenantDatabase,
  tenantId: number,
  key: RecordKey,
  view: JobAdView,
): Promise<string | undefined> {
  const condition: RawBuilder<unknown> =
    typeof key === 'number' ? sql`j.id = ${key}` : sql`j.row_guid = ${key}::uuid`;
  const { rows } = await sql<{ job_ad: string }>`
    SELECT ${jobAdJson(tenantId, view)}::text AS job_ad
      FROM job_ad AS j
     WHERE j.tenant_id = ${tenantId} AND ${condition} AND j.deleted_at IS NULL`.execute(db);
  return rows[0]?.job_ad;
}
