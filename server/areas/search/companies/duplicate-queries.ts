import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';

export const MATCHED_ON = ['vatId', 'name'] as const;
export const MAXIMUM_OF_EACH = 5;
export const LONGEST_NAME = 200;
const FEWEST_LETTERS = 3;
/** Sorts after everything that follows a beginning. */
const LAST = '\u{10ffff}';

interface Duplicate {
  id: number;
  name: string;
  customerNumber: string | null;
  zipCode: string | null;
  city: string | null;
  statusId: number;
  matchedOn: (typeof MATCHED_ON)[number][];
}

/** The companies with the VAT id, then those whose name begins with the letters, the shortest in the order of the index first. */
export async function findDuplicates(
  db: TenantDatabase,
  tenantId: number,
  { name = '', vatId = '' }: { name?: string | undefined; vatId?: string | undefined },
): Promise<Duplicate[]> {
  const letters = lettersOf(name.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, ''))
    .toLowerCase()
    .replaceAll('ß', 'ss');
  const hasName = letters.length >= FEWEST_LETTERS;
  const vatLetters = lettersOf(vatId).toUpperCase();
  if (!hasName && vatLetters === '') return [];
  const { rows } = await sql<Duplicate>`
    WITH by_vat_id AS (
      SELECT id FROM company
       WHERE tenant_id = ${tenantId} AND vat_id_letters = ${vatLetters || null}::text COLLATE "C"
       ORDER BY id LIMIT ${MAXIMUM_OF_EACH}),
    by_name AS (
      SELECT id FROM company
       WHERE tenant_id = ${tenantId} AND name_letters >= ${hasName ? letters : null}::text COLLATE "C"
         AND name_letters < ${hasName ? letters + LAST : null}::text COLLATE "C"
       ORDER BY name_letters, id LIMIT ${MAXIMUM_OF_EACH}),
    found AS (
      SELECT id, array_agg(reason ORDER BY reason DESC) AS reasons
        FROM (SELECT id, 'vatId' AS reason FROM by_vat_id UNION ALL SELECT id, 'name' FROM by_name) AS each
       GROUP BY id)
    SELECT c.id, c.name, c.customer_number AS "customerNumber", c.zip_code AS "zipCode", c.city, c.status_id AS "statusId",
           found.reasons AS "matchedOn"
      FROM found JOIN company AS c ON c.tenant_id = ${tenantId} AND c.id = found.id
     ORDER BY 'vatId' = ANY (found.reasons) DESC, c.name_letters, c.id`.execute(db);
  return rows;
}

/** The text without spaces and signs, as the database stores it. */
function lettersOf(text: string): string {
  return text.replaceAll(/[\s!-/:-@[-`{-~–—’]/g, '');
}
