import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Language } from '../../../core/http/index.ts';
import { contactJson } from '../record-sql.ts';

/** Returns the contact as JSON text. */
export async function findContact(
  db: TenantDatabase,
  tenantId: number,
  contactId: number,
  language: Language,
): Promise<string | undefined> {
  const { rows } = await sql<{ contact: string }>`
    SELECT ${sql.raw(contactJson(language))}::text AS contact
      FROM contact AS p
     WHERE p.tenant_id = ${tenantId} AND p.id = ${contactId}`.execute(db);
  return rows[0]?.contact;
}
