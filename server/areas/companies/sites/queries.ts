import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Language } from '../../../core/http/index.ts';
import { siteJson } from '../record-sql.ts';

/** Returns the site with its work locations and contacts as JSON text. */
export async function findSite(
  db: TenantDatabase,
  tenantId: number,
  siteId: number,
  language: Language,
): Promise<string | undefined> {
  const { rows } = await sql<{ site: string }>`
    SELECT ${sql.raw(siteJson(language))}::text AS site
      FROM site AS s
     WHERE s.tenant_id = ${tenantId} AND s.id = ${siteId}`.execute(db);
  return rows[0]?.site;
}
