import { CompiledQuery } from 'kysely';
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
  const { rows } = await db.executeQuery<{ site: string }>(
    CompiledQuery.raw(
      `
    SELECT ${siteJson(language, '$1')}::text AS site
      FROM site AS s
     WHERE s.tenant_id = $1 AND s.id = $2`,
      [tenantId, siteId],
    ),
  );
  return rows[0]?.site;
}
