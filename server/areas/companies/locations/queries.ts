import { sql } from 'kysely';
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
  const { rows } = await sql<{ location: string }>`
    SELECT ${sql.raw(locationJson(language))}::text AS location
      FROM work_location AS l
     WHERE l.tenant_id = ${tenantId} AND l.id = ${locationId} AND l.deleted_at IS NULL`.execute(db);
  return rows[0]?.location;
}
