import { type RawBuilder, sql } from 'kysely';
import { exactTime } from '../../../core/db/clock.ts';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { cursorOf, type Position } from '../../../core/http/page-position.ts';
import { CANDIDATE_STATUS } from '../../candidates/index.ts';
import { holdInForce } from '../holds/in-force-sql.ts';
import { CLOSED_WITHOUT_SUCCESS, DUE_CANDIDATES, type RetentionFacts } from './rules.ts';
import { DEFAULT_MONTHS, MAXIMUM_READ } from './schema.ts';

/** Months after the end of the last application after which the erasure is proposed. Null: nothing is proposed. */
export async function readMonths(db: TenantDatabase, tenantId: number): Promise<number | null> {
  const row = await db
    .selectFrom('retention_setting')
    .select('erasure_after_months as months')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row === undefined ? DEFAULT_MONTHS : row.months;
}

export async function setMonths(db: TenantDatabase, tenantId: number, months: number | null): Promise<void> {
  await db
    .insertInto('retention_setting')
    .values({ tenant_id: tenantId, erasure_after_months: months })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ erasure_after_months: months }))
    .execute();
}

/**
 * Locks the rule of a tenant until the transaction ends. Only for a transaction that sets it: a tenant that has the default has no row,
 * so this inserts one.
 */
export async function lockRule(db: TenantDatabase, tenantId: number): Promise<{ tenant_id: number }> {
  await db
    .insertInto('retention_setting')
    .values({ tenant_id: tenantId, erasure_after_months: DEFAULT_MONTHS })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .execute();
  return db
    .selectFrom('retention_setting')
    .select('tenant_id')
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** What decides about a candidate, with the rule of the tenant. Undefined if the candidate does not exist. */
export async function readRetention(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<(RetentionFacts & { months: number | null }) | undefined> {
  const { rows } = await sql<
    Omit<RetentionFacts, 'closedAt'> & { months: number | null; closedAt: string | null }
  >`
    SELECT c.status_id IS NOT DISTINCT FROM ${CANDIDATE_STATUS.hired}::int OR a.hired AS "isHired",
           a.open AS "hasOpenApplication", utc(a.closed_at) AS "closedAt",
           ${holdInForce(tenantId, sql`c.id`)} IS NOT NULL AS "isHeld",
           CASE WHEN r.tenant_id IS NULL THEN ${DEFAULT_MONTHS}::int ELSE r.erasure_after_months END AS months
      FROM candidate AS c
      LEFT JOIN retention_setting AS r ON r.tenant_id = ${tenantId}
     CROSS JOIN LATERAL (
           SELECT coalesce(bool_or(stage = 'hired'), false) AS hired,
                  coalesce(bool_or(stage <> ALL (${CLOSED_WITHOUT_SUCCESS}::text[]) AND stage <> 'hired'), false) AS open,
                  max(in_stage_since) AS closed_at
             FROM application WHERE tenant_id = ${tenantId} AND candidate_id = c.id) AS a
     WHERE c.tenant_id = ${tenantId} AND c.id = ${candidateId}`.execute(db);
  const [row] = rows;
  return row && { ...row, closedAt: row.closedAt === null ? null : new Date(row.closedAt) };
}

interface DueCandidate {
  candidateId: number;
  firstName: string;
  lastName: string;
  applicationId: number;
  stage: (typeof CLOSED_WITHOUT_SUCCESS)[number];
  jobAdId: number | null;
  jobAd: string | null;
  closedAtUtc: string;
}

interface DuePage {
  candidates: DueCandidate[];
  /** Cursor of the last application that the page has read, if there can be more. */
  next: string | null;
}

/**
 * A page of the candidates whose last application was closed before this time, with the earliest first.
 *
 * Reads the closed applications along application_by_stage_change, which does not have those that are open, and passes over each that is
 * not the last one of a candidate who is due. Many can be passed over: all that candidates who were hired later ever had. So a page reads
 * at most MAXIMUM_READ of them and then ends, even if it is not full. It stops earlier if it is full. What a page costs depends
 * neither on the size of the tenant nor on the plan: the subqueries with LIMIT are looked up for one application after the other,
 * and cannot become joins that read whole tables.
 */
export async function listDue(
  db: TenantDatabase,
  tenantId: number,
  { closedBefore, after, limit }: { closedBefore: Date; after: Position | undefined; limit: number },
): Promise<DuePage> {
  const ranges = CLOSED_WITHOUT_SUCCESS.map(
    (stage) => sql`(
      SELECT a.id, a.candidate_id, a.job_ad_id, a.stage, a.in_stage_since FROM application AS a
       WHERE a.tenant_id = ${tenantId} AND a.stage = ${stage}
         AND a.in_stage_since < ${closedBefore.toISOString()}::timestamptz ${startAfter(after)}
       ORDER BY a.in_stage_since, a.id LIMIT ${MAXIMUM_READ})`,
  );
  const { rows } = await sql<DuePage>`
    WITH closed AS MATERIALIZED (
      SELECT * FROM (${sql.join(ranges, sql` UNION ALL `)}) AS range
       ORDER BY in_stage_since, id LIMIT ${MAXIMUM_READ}),
    due AS MATERIALIZED (
      SELECT closed.*, c.first_name, c.last_name, row_number() OVER (ORDER BY closed.in_stage_since, closed.id) AS place
        FROM closed
       CROSS JOIN LATERAL (
             SELECT first_name, last_name FROM candidate
              WHERE tenant_id = ${tenantId} AND id = closed.candidate_id AND status_id IS DISTINCT FROM ${CANDIDATE_STATUS.hired}
              LIMIT 1) AS c
       WHERE ${laterApplication(tenantId)} IS NULL
         AND ${holdInForce(tenantId, sql`closed.candidate_id`)} IS NULL
       ORDER BY closed.in_stage_since, closed.id LIMIT ${limit + 1})
    SELECT coalesce(json_agg(json_build_object(
             'candidateId', due.candidate_id, 'firstName', due.first_name, 'lastName', due.last_name, 'applicationId', due.id,
             'stage', due.stage, 'jobAdId', due.job_ad_id,
             'jobAd', (SELECT title FROM job_ad WHERE tenant_id = ${tenantId} AND id = due.job_ad_id),
             'closedAtUtc', utc(due.in_stage_since)) ORDER BY due.place) FILTER (WHERE due.place <= ${limit}), '[]') AS candidates,
           CASE WHEN count(*) > ${limit} THEN max(${position('due')}) FILTER (WHERE due.place = ${limit})
                WHEN (SELECT count(*) FROM closed) = ${MAXIMUM_READ}
                THEN (SELECT ${position('closed')} FROM closed ORDER BY in_stage_since DESC, id DESC LIMIT 1) END AS next
      FROM due`.execute(db);
  return rows[0]!;
}

function startAfter(after: Position | undefined): RawBuilder<unknown> {
  if (after === undefined) return sql``;
  return sql`AND (a.in_stage_since, a.id) > (${after.key}::timestamptz, ${after.id}::int)`;
}

/**
 * SQL for an application that keeps the data of its candidate longer than the one of the row `closed`, or NULL: one that is open or led to
 * an employment, or was closed later. Of those that were closed at once, the first one counts: it is found first, so that a candidate
 * with very many of them costs no more than others.
 */
function laterApplication(tenantId: number): RawBuilder<unknown> {
  return sql`(
    SELECT o.id FROM application AS o
     WHERE o.tenant_id = ${tenantId} AND o.candidate_id = closed.candidate_id
       AND (o.stage <> ALL (${CLOSED_WITHOUT_SUCCESS}::text[]) OR o.in_stage_since > closed.in_stage_since
            OR (o.in_stage_since = closed.in_stage_since AND o.id < closed.id))
     LIMIT 1)`;
}

function position(row: string): RawBuilder<string> {
  return cursorOf(DUE_CANDIDATES, exactTime(sql.ref(`${row}.in_stage_since`)), sql.ref(`${row}.id`));
}
