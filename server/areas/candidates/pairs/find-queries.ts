import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Difference, Match } from '../duplicates/rules.ts';

/**
 * With more candidates than this, a value says nothing about two of them: it is the number of an agency, or the address of an office that
 * applies for others. It also bounds the pairs: they grow with the candidates, and not with their square.
 */
const MAXIMUM_SHARED = 20;

export interface FoundPair {
  firstId: number;
  secondId: number;
  matchedOn: Match[];
  differsIn: Difference[];
}

const EMAILS = ['email'];
const NUMBERS = ['sms', 'whatsapp'];

/** The candidates with this value, at most one more than may share it. An equality as a range, as in the look-up of duplicates. */
const withValue = (tenantId: number, rule: Match, column: string) => sql`
  (SELECT c.id FROM candidate AS c
    WHERE c.tenant_id = ${tenantId} AND v.rule = ${rule} AND ${sql.ref(`c.${column}`)} BETWEEN v.value AND v.value
    LIMIT ${sql.lit(MAXIMUM_SHARED + 1)})`;

const withChannel = (tenantId: number, kind: string, rule: Match) => sql`
  (SELECT x.candidate_id FROM candidate_contact_channel AS x
    WHERE x.tenant_id = ${tenantId} AND v.rule = ${rule} AND x.kind = ${sql.lit(kind)} AND x.address_match BETWEEN v.value AND v.value
    LIMIT ${sql.lit(MAXIMUM_SHARED + 1)})`;

/**
 * The pairs of these candidates with any other: those that share an address, a mailbox, or a number, in contact or as a channel, and those
 * whose names sound alike and who were born on the same day. Each look-up is one in an index. Candidates without an application have none.
 */
export async function findPairs(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
): Promise<FoundPair[]> {
  const own = (rule: Match, column: string) =>
    sql`SELECT own.id, ${rule}::text AS rule, ${sql.ref(`own.${column}`)} AS value FROM own WHERE ${sql.ref(`own.${column}`)} IS NOT NULL`;
  const ownChannels = (rule: Match, column: string, kinds: readonly string[]) => sql`
    SELECT x.candidate_id, ${rule}::text, ${sql.ref(`x.${column}`)} FROM candidate_contact_channel AS x
     WHERE x.tenant_id = ${tenantId} AND x.candidate_id = ANY (${ids}::int[]) AND x.kind = ANY (${kinds}::text[])
       AND ${sql.ref(`x.${column}`)} IS NOT NULL`;
  const { rows } = await sql<FoundPair>`
    WITH own AS MATERIALIZED (
      SELECT c.id, c.email_match, c.email_canonical, c.phone_e164, c.mobile_e164, c.last_name_sound, c.first_name_sound, c.birth_date
        FROM candidate AS c WHERE c.tenant_id = ${tenantId} AND c.id = ANY (${ids}::int[]) AND c.is_visible),
    known AS MATERIALIZED (
      ${own('email', 'email_match')} UNION ${own('emailCanonical', 'email_canonical')}
      UNION ${own('phone', 'phone_e164')} UNION ${own('phone', 'mobile_e164')}
      UNION ${ownChannels('email', 'address_match', EMAILS)} UNION ${ownChannels('emailCanonical', 'email_canonical', EMAILS)}
      UNION ${ownChannels('phone', 'address_match', NUMBERS)}),
    found AS MATERIALIZED (
      SELECT v.id, v.rule, v.value, o.id AS other
        FROM known AS v CROSS JOIN LATERAL (SELECT DISTINCT sharing.id FROM (
             ${withValue(tenantId, 'email', 'email_match')} UNION ALL ${withChannel(tenantId, 'email', 'email')}
             UNION ALL ${withValue(tenantId, 'emailCanonical', 'email_canonical')}
             UNION ALL (SELECT x.candidate_id FROM candidate_contact_channel AS x
                         WHERE x.tenant_id = ${tenantId} AND v.rule = 'emailCanonical' AND x.email_canonical BETWEEN v.value AND v.value
                         LIMIT ${sql.lit(MAXIMUM_SHARED + 1)})
             UNION ALL ${withValue(tenantId, 'phone', 'phone_e164')} UNION ALL ${withValue(tenantId, 'phone', 'mobile_e164')}
             UNION ALL ${withChannel(tenantId, 'sms', 'phone')} UNION ALL ${withChannel(tenantId, 'whatsapp', 'phone')}) AS sharing) AS o
      UNION ALL
      SELECT own.id, 'name', '', o.id
        FROM own CROSS JOIN LATERAL (
             SELECT c.id FROM candidate AS c
              WHERE c.tenant_id = ${tenantId} AND c.last_name_sound = own.last_name_sound AND c.first_name_sound = own.first_name_sound
                AND c.birth_date BETWEEN own.birth_date AND own.birth_date
              LIMIT ${sql.lit(MAXIMUM_SHARED + 1)}) AS o),
    evidence AS (
      SELECT counted.id, counted.rule, counted.other
        FROM (SELECT f.*, count(*) OVER (PARTITION BY f.id, f.rule, f.value) AS sharing FROM found AS f) AS counted
       WHERE counted.sharing <= ${sql.lit(MAXIMUM_SHARED)} AND counted.other <> counted.id)
    SELECT least(own.id, o.id) AS "firstId", greatest(own.id, o.id) AS "secondId",
           array_agg(DISTINCT e.rule)
             || CASE WHEN own.last_name_sound = o.last_name_sound AND own.first_name_sound = o.first_name_sound
                     THEN ARRAY['name'] ELSE ARRAY[]::text[] END
             || CASE WHEN own.birth_date = o.birth_date THEN ARRAY['birthDate'] ELSE ARRAY[]::text[] END AS "matchedOn",
           array_remove(ARRAY[
             CASE WHEN own.last_name_sound <> o.last_name_sound OR own.first_name_sound <> o.first_name_sound THEN 'name' END,
             CASE WHEN own.birth_date <> o.birth_date THEN 'birthDate' END], NULL) AS "differsIn"
      FROM evidence AS e JOIN own ON own.id = e.id
     CROSS JOIN LATERAL (
           SELECT c.id, c.last_name_sound, c.first_name_sound, c.birth_date FROM candidate AS c
            WHERE c.tenant_id = ${tenantId} AND c.id = e.other AND c.is_visible OFFSET 0) AS o
     GROUP BY own.id, o.id, own.last_name_sound, o.last_name_sound, own.first_name_sound, o.first_name_sound, own.birth_date, o.birth_date`.execute(
    db,
  );
  return rows;
}
