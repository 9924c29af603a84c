import { CompiledQuery } from 'kysely';
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
  const { rows } = await db.executeQuery<{ contact: string }>(
    CompiledQuery.raw(
      `
    SELECT ${contactJson(language, '$1')}::text AS contact
      FROM contact AS p
     WHERE p.tenant_id = $1 AND p.id = $2`,
      [tenantId, contactId],
    ),
  );
  return rows[0]?.contact;
}
