import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Match } from './rules.ts';

interface DuplicateSearch {
  emailMatch: string | null;
  emailCanonical: string | null;
  phonesE164: readonly string[];
  firstNameSound: string | null;
  lastNameSound: string | null;
  birthDate: string | null;
  /** Omits candidates without an application. */
  onlyVisible: boolean;
}

interface FoundDuplicate {
  id: number;
  firstName: string;
  lastName: string;
  email: string | null;
  city: string | null;
  matchedOn: Match[];
}

// Thousands of candidates can have names that sound alike. With more matches than this, a name alone says nothing.
const MATCHES_PER_RULE = 200;

/**
 * Candidates that match by any rule. Each branch of the query is an equality lookup in its own index, so the cost does not
 * grow with the number of candidates.
 */
export async function findDuplicates(
  db: TenantDatabase,
  tenantId: number,
  search: DuplicateSearch,
): Promise<FoundDuplicate[]> {
  const { rows } = await sql<FoundDuplicate>`
    WITH found AS (
      (SELECT id, 'email' AS matched FROM candidate WHERE tenant_id = ${tenantId} AND email_match = ${search.emailMatch} LIMIT ${MATCHES_PER_RULE})
      UNION ALL
      (SELECT candidate_id, 'email' FROM candidate_contact_channel
        WHERE tenant_id = ${tenantId} AND kind = 'email' AND address_match = ${search.emailMatch} LIMIT ${MATCHES_PER_RULE})
      UNION ALL
      (SELECT id, 'emailCanonical' FROM candidate WHERE tenant_id = ${tenantId} AND email_canonical = ${search.emailCanonical} LIMIT ${MATCHES_PER_RULE})
      UNION ALL
      (SELECT id, 'phone' FROM candidate WHERE tenant_id = ${tenantId} AND phone_e164 = ANY(${search.phonesE164}::text[]) LIMIT ${MATCHES_PER_RULE})
      UNION ALL
      (SELECT id, 'phone' FROM candidate WHERE tenant_id = ${tenantId} AND mobile_e164 = ANY(${search.phonesE164}::text[]) LIMIT ${MATCHES_PER_RULE})
      UNION ALL
      (SELECT candidate_id, 'phone' FROM candidate_contact_channel
        WHERE tenant_id = ${tenantId} AND kind IN ('sms', 'whatsapp') AND address_match = ANY(${search.phonesE164}::text[]) LIMIT ${MATCHES_PER_RULE})
      UNION ALL
      (SELECT id, 'name' FROM candidate
        WHERE tenant_id = ${tenantId} AND last_name_sound = ${search.lastNameSound} AND first_name_sound = ${search.firstNameSound} LIMIT ${MATCHES_PER_RULE})
    ), matched AS (SELECT id, array_agg(DISTINCT matched) AS matched FROM found GROUP BY id)
    SELECT c.id, c.first_name AS "firstName", c.last_name AS "lastName", c.email, c.city,
           matched.matched || CASE WHEN c.birth_date = ${search.birthDate}::date THEN ARRAY['birthDate'] ELSE ARRAY[]::text[] END AS "matchedOn"
      FROM matched JOIN candidate AS c ON c.tenant_id = ${tenantId} AND c.id = matched.id
     WHERE c.is_visible OR NOT ${search.onlyVisible}::boolean`.execute(db);
  return rows;
}
