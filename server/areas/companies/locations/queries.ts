import { CompiledQuery } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Language } from '../../../core/http/index.ts';
import { locationJson } from '../record-sql.ts';

/** Returns the work location as JSON text, or undefined if it is deleted. */
export async function findLocation(
  db: TenantDatabase,
  tenantId: number,
  locationId: number,
  language: Language,
): Promise<string | undefined> {
  const { rows } = await db.executeQuery<{ location: string }>(
    CompiledQuery.raw(
      `
    SELECT ${locationJson(language, '$1')}::text AS location
      FROM work_location AS l
     WHERE l.tenant_id = $1 AND l.id = $2 AND l.deleted_at IS NULL`,
      [tenantId, locationId],
    ),
  );
  return rows[0]?.location;
}
