import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Language } from '../../../core/http/index.ts';
import { cursorOf, findPosition } from '../../../core/http/page-position.ts';
import { PAIRS } from './rules.ts';
import { DEFAULT_LIMIT, MAXIMUM_TOTAL, type PairQueryValues } from './schema.ts';

const MAXIMUM_OF_CANDIDATE = 50;

/** SQL of DuplicateCandidateDto for the candidate whose id this column has. */
function candidateJson(tenantId: number, column: string, language: Language) {
  const count = (table: string) =>
    sql`(SELECT count(*) FROM ${sql.table(table)} AS x WHERE x.tenant_id = ${tenantId} AND x.candidate_id = c.id)`;
  return sql`(
    SELECT json_build_object(
             'id', c.id, 'firstName', c.first_name, 'lastName', c.last_name, 'birthDate', c.birth_date, 'city', c.city,
             'email', c.email, 'phone', c.phone, 'mobile', c.mobile, 'statusId', c.status_id,
             'status', (SELECT s.${sql.ref(`name_${language}`)} FROM catalog_entry AS s
                         WHERE s.list = 'candidatestatus' AND s.id = c.status_id),
             'hasPicture', ${count('candidate_picture')} > 0, 'applications', ${count('application')},
             'documents', ${count('document')}, 'communications', ${count('communication')},
             'createdAtUtc', utc(c.created_at), 'modifiedAtUtc', utc(c.modified_at))
      FROM candidate AS c WHERE c.tenant_id = ${tenantId} AND c.id = ${sql.ref(column)})`;
}

/** SQL of DuplicatePairDto for pair `p`. */
function pairJson(tenantId: number, language: Language) {
  return sql`json_build_object(
    'id', p.id, 'score', p.score / 100.0, 'matchedOn', to_json(p.matched_on), 'foundAtUtc', utc(p.found_at),
    'dismissedAtUtc', utc(p.dismissed_at), 'dismissedById', p.dismissed_by,
    'dismissedByName', (SELECT nullif(concat_ws(' ', u.first_name, u.last_name), '') FROM user_account AS u
                         WHERE u.tenant_id = ${tenantId} AND u.id = p.dismissed_by),
    'first', ${candidateJson(tenantId, 'p.first_id', language)}, 'second', ${candidateJson(tenantId, 'p.second_id', language)})`;
}

/** A page of the pairs as JSON text. */
export async function listPairs(
  db: TenantDatabase,
  tenantId: number,
  { state, after, limit = DEFAULT_LIMIT }: PairQueryValues,
  language: Language,
): Promise<string> {
  const position = findPosition(after, PAIRS);
  const listed = sql`e.tenant_id = ${tenantId} AND e.dismissed_at ${state === 'dismissed' ? sql`IS NOT NULL` : sql`IS NULL`}`;
  // The subquery selects the page first, so that candidates are looked up only for its rows. One row more shows whether there is another page.
  const { rows } = await sql<{ json: string }>`
    SELECT json_build_object(
             'pairs', coalesce(json_agg(${pairJson(tenantId, language)} ORDER BY p.score DESC, p.id DESC)
                               FILTER (WHERE p.place <= ${limit}), '[]'),
             'total', least((SELECT count(*) FROM (SELECT FROM duplicate_pair AS e WHERE ${listed}
                              LIMIT ${sql.lit(MAXIMUM_TOTAL + 1)}) AS counted), ${sql.lit(MAXIMUM_TOTAL)}),
             'totalIsExact', (SELECT count(*) FROM (SELECT FROM duplicate_pair AS e WHERE ${listed}
                               LIMIT ${sql.lit(MAXIMUM_TOTAL + 1)}) AS counted) <= ${sql.lit(MAXIMUM_TOTAL)},
             'nextCursor', CASE WHEN count(*) > ${limit}
               THEN max(${cursorOf(PAIRS, sql`p.score`, sql`p.id`)}) FILTER (WHERE p.place = ${limit}) END)::text AS json
      FROM (SELECT e.*, row_number() OVER (ORDER BY e.score DESC, e.id DESC) AS place
              FROM duplicate_pair AS e
             WHERE ${listed} ${position === undefined ? sql`` : sql`AND (e.score, e.id) < (${position.key}::smallint, ${position.id}::int)`}
             ORDER BY e.score DESC, e.id DESC LIMIT ${limit + 1}) AS p`.execute(db);
  return rows[0]!.json;
}

/** The open pairs of a candidate as JSON text. Undefined if the candidate does not exist. */
export async function listPairsOf(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  language: Language,
): Promise<string | undefined> {
  const open = (column: string) => sql`
    SELECT e.* FROM duplicate_pair AS e
     WHERE e.tenant_id = ${tenantId} AND ${sql.ref(`e.${column}`)} = ${candidateId} AND e.dismissed_at IS NULL`;
  const { rows } = await sql<{ json: string }>`
    SELECT json_build_object('pairs', (
             SELECT coalesce(json_agg(${pairJson(tenantId, language)} ORDER BY p.score DESC, p.id DESC), '[]')
               FROM (SELECT * FROM (${open('first_id')} UNION ALL ${open('second_id')}) AS own
                      ORDER BY own.score DESC, own.id DESC LIMIT ${sql.lit(MAXIMUM_OF_CANDIDATE)}) AS p))::text AS json
      FROM candidate AS c WHERE c.tenant_id = ${tenantId} AND c.id = ${candidateId}`.execute(db);
  return rows[0]?.json;
}

/** Says that a pair is two people, or takes that back. False if there is no such pair. Repeating it changes nothing. */
export async function setDismissal(
  db: TenantDatabase,
  tenantId: number,
  pairId: number,
  userId: number | null,
): Promise<boolean> {
  const isDismissed = userId !== null;
  const { numAffectedRows } = isDismissed
    ? await sql`
        UPDATE duplicate_pair SET dismissed_on = matched_on, dismissed_at = clock_now(), dismissed_by = ${userId}
         WHERE tenant_id = ${tenantId} AND id = ${pairId} AND dismissed_at IS NULL`.execute(db)
    : await sql`
        UPDATE duplicate_pair SET dismissed_on = NULL, dismissed_at = NULL, dismissed_by = NULL
         WHERE tenant_id = ${tenantId} AND id = ${pairId} AND dismissed_at IS NOT NULL`.execute(db);
  if (numAffectedRows === 1n) return true;
  const { rows } = await sql`
    SELECT FROM duplicate_pair WHERE tenant_id = ${tenantId} AND id = ${pairId}`.execute(db);
  return rows.length > 0;
}

/** Has the candidates of a pair indexed again: while it was dismissed, they may have stopped sharing anything. */
export async function markCandidatesOf(db: TenantDatabase, tenantId: number, pairId: number): Promise<void> {
  await sql`
    INSERT INTO search_mark (tenant_id, entity, record_id)
    SELECT ${tenantId}, 'candidate', p.first_id FROM duplicate_pair AS p
     WHERE p.tenant_id = ${tenantId} AND p.id = ${pairId}`.execute(db);
}
