import type { Database } from '../../../core/db/connection.ts';
import type { Match } from './rules.ts';

interface DuplicateSearch {
  emailMatch: string | null;
  emailCanonical: string | null;
  /** Only digits and plus signs. */
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

/** SQL of the candidates that match by a rule. `id` is their id in the table. */
function matching(rule: Match, condition: string, table = 'candidate', id = 'id'): string {
  return `(SELECT ${id} AS id, '${rule}' AS matched FROM ${table} WHERE tenant_id = $1 AND ${condition} LIMIT ${MATCHES_PER_RULE})`;
}

const matchingChannel = (rule: Match, condition: string) =>
  matching(rule, condition, 'candidate_contact_channel', 'candidate_id');

// Each part is an equality lookup in its own index, so the cost does not grow with the number of candidates. Planning it takes
// several times as long as executing it.
const DUPLICATES = `
  WITH found AS (
    ${[
      matching('email', 'email_match = $2::text'),
      matchingChannel('email', `kind = 'email' AND address_match = $2::text`),
      matching('emailCanonical', 'email_canonical = $3::text'),
      matching('phone', 'phone_e164 = ANY($4::text[])'),
      matching('phone', 'mobile_e164 = ANY($4::text[])'),
      matchingChannel('phone', `kind IN ('sms', 'whatsapp') AND address_match = ANY($4::text[])`),
      matching('name', 'last_name_sound = $5::text AND first_name_sound = $6::text'),
    ].join(' UNION ALL ')}
  ), matched AS (SELECT id, array_agg(DISTINCT matched) AS matched FROM found GROUP BY id)
  SELECT c.id, c.first_name AS "firstName", c.last_name AS "lastName", c.email, c.city,
         matched.matched || CASE WHEN c.birth_date = $7::date THEN ARRAY['birthDate'] ELSE ARRAY[]::text[] END AS "matchedOn"
    FROM matched JOIN candidate AS c ON c.tenant_id = $1 AND c.id = matched.id
   WHERE c.is_visible OR NOT $8::boolean`;

/** Candidates that match by any rule. */
export function findDuplicates(
  database: Database,
  tenantId: number,
  search: DuplicateSearch,
): Promise<FoundDuplicate[]> {
  return database.read<FoundDuplicate>(tenantId, DUPLICATES, [
    tenantId,
    search.emailMatch,
    search.emailCanonical,
    `{${search.phonesE164.join()}}`,
    search.lastNameSound,
    search.firstNameSound,
    search.birthDate,
    String(search.onlyVisible),
  ]);
}
