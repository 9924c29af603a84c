import type { Database } from '../../../core/db/connection.ts';
import type { Difference, Match } from './rules.ts';

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
  differsIn: Difference[];
}

// Thousands of candidates can have names that sound alike. With more matches than this, a name alone says nothing. With a date of birth it
// does, so those who also have that are looked up by themselves.
const MATCHES_PER_RULE = 200;

const COLUMNS =
  'id, first_name, last_name, email, city, birth_date, first_name_sound, last_name_sound, is_visible';

// Each rule is a look-up in an index, so the cost does not grow with the number of candidates. Planning them takes several times as
// long as executing them, so the plan is kept, and must be right whatever the statistics were. Two things see to that:
// - An equality is written as a range, of which PostgreSQL always expects few rows. If all candidates had the same phone number when
//   the plan was made, it would expect all of them, and look for any other number by reading the table.
//   The range is in the last column that the index and the condition share, so that the scan ends with the equal rows.
// - Each look-up that depends on another one is a LATERAL with a limit or an offset, which cannot become a join.
// The rows that a rule finds have what the result shows, because looking up 200 rows again by their ids takes longer than finding them, and
// the longer the deeper the index is. Materialized, so that only one filter looks at them.

/** SQL of a condition that is met if the column has the value. */
const has = (column: string, value: string) => `${column} BETWEEN ${value} AND ${value}`;

/** SQL of the candidates that match by a rule. */
const matching = (rule: Match, condition: string) =>
  `(SELECT ${COLUMNS}, '${rule}' AS matched FROM candidate WHERE tenant_id = $1 AND ${condition} LIMIT ${MATCHES_PER_RULE})`;

/**
 * The same, by a contact channel of one kind, without what the result shows. For several kinds, PostgreSQL may use an index that has the
 * candidate before the address.
 */
const matchingChannel = (rule: Match, kind: string, address: string) =>
  channels(rule, `kind = '${kind}' AND ${has('address_match', address)}`);

const channels = (rule: Match, condition: string) =>
  `(SELECT candidate_id, '${rule}' AS matched FROM candidate_contact_channel
     WHERE tenant_id = $1 AND ${condition} LIMIT ${MATCHES_PER_RULE})`;

const DUPLICATES = `
  WITH found AS MATERIALIZED (
    ${matching('email', has('email_match', '$2::text'))}
    UNION ALL ${matching('emailCanonical', has('email_canonical', '$3::text'))}
    UNION ALL ${matching('name', `last_name_sound = $5::text AND ${has('first_name_sound', '$6::text')}`)}
    UNION ALL ${matching('name', `last_name_sound = $5::text AND first_name_sound = $6::text AND ${has('birth_date', '$7::date')}`)}
    UNION ALL
    SELECT c.* FROM unnest($4::text[]) AS wanted (number)
     CROSS JOIN LATERAL (${matching('phone', has('phone_e164', 'wanted.number'))}
                         UNION ALL ${matching('phone', has('mobile_e164', 'wanted.number'))}) AS c
    UNION ALL
    SELECT c.*, channel.matched
      FROM (${matchingChannel('email', 'email', '$2::text')}
            UNION ALL ${channels('emailCanonical', has('email_canonical', '$3::text'))}
            UNION ALL
            SELECT channel.* FROM unnest($4::text[]) AS wanted (number)
             CROSS JOIN LATERAL (${matchingChannel('phone', 'sms', 'wanted.number')}
                                 UNION ALL ${matchingChannel('phone', 'whatsapp', 'wanted.number')}) AS channel
           ) AS channel
     CROSS JOIN LATERAL (SELECT ${COLUMNS} FROM candidate WHERE tenant_id = $1 AND id = channel.candidate_id OFFSET 0) AS c)
  SELECT id, first_name AS "firstName", last_name AS "lastName", email, city,
         array_agg(DISTINCT matched) || CASE WHEN birth_date = $7::date THEN ARRAY['birthDate'] ELSE ARRAY[]::text[] END AS "matchedOn",
         array_remove(ARRAY[CASE WHEN last_name_sound <> $5::text OR first_name_sound <> $6::text THEN 'name' END,
                            CASE WHEN birth_date <> $7::date THEN 'birthDate' END], NULL) AS "differsIn"
    FROM found
   WHERE is_visible OR NOT $8::boolean
   GROUP BY ${COLUMNS}`;

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
