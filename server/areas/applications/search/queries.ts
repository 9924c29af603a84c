import { type RawBuilder, sql } from 'kysely';
import { exactTime } from '../../../core/db/clock.ts';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Position, Sorting } from '../../../core/http/page-position.ts';
import { periodBounds } from '../../../core/http/period.ts';
import { APPLICATION_STAGES, type ApplicationStage } from '../../candidates/index.ts';
import type { SortKey } from './rules.ts';

interface ApplicationFilter {
  stages: readonly ApplicationStage[];
  jobAdIds: readonly number[];
  officeIds: readonly number[];
  responsibilities: readonly number[];
  startDate: string | undefined;
  endDate: string | undefined;
}

interface Page {
  sorting: Sorting<SortKey>;
  after: Position | undefined;
  limit: number;
}

const COLUMNS: Readonly<Record<SortKey, RawBuilder<unknown>>> = {
  appliedAtUtc: sql`a.applied_at`,
  stageChangedAtUtc: sql`a.in_stage_since`,
};

/**
 * A page of applications, with one more than `limit` if there are more. Each stage is read along its own index range in the
 * order of the page (application_by_stage, application_by_stage_change, application_by_job_ad_and_stage), so a page costs at
 * most seven ranges as long as the page, however many applications there are. A filter by branch or user skips the rows of
 * others on the way, within the index.
 */
export async function searchApplications(
  db: TenantDatabase,
  tenantId: number,
  filter: ApplicationFilter,
  { sorting: { sort, order }, after, limit }: Page,
) {
  const key = COLUMNS[sort];
  const direction = order === 'asc' ? sql`ASC` : sql`DESC`;
  const position =
    after === undefined
      ? sql``
      : sql`AND (${key}, a.id) ${order === 'asc' ? sql`>` : sql`<`} (${after.key}::timestamptz, ${after.id}::int)`;
  const stages = filter.stages.length === 0 ? APPLICATION_STAGES : [...new Set(filter.stages)];
  const ranges = stages.map(
    (stage) => sql`(
      SELECT a.id, a.candidate_id, a.job_ad_id, a.office_id, a.recruiter_id, a.applied_at, a.stage, a.in_stage_since,
             a.stage_reason, ${key} AS position
        FROM application AS a
       WHERE a.tenant_id = ${tenantId} AND a.stage = ${stage} ${conditions(tenantId, filter)} ${position}
       ORDER BY ${key} ${direction}, a.id ${direction} LIMIT ${limit + 1})`,
  );
  const { rows } = await sql<SearchRow & { position: string }>`
    WITH page AS MATERIALIZED (
      SELECT * FROM (${sql.join(ranges, sql` UNION ALL `)}) AS part
       ORDER BY position ${direction}, id ${direction} LIMIT ${limit + 1})
    SELECT ${itemColumns(tenantId)},
           ${exactTime(sql`p.position`)} AS position
      FROM page AS p ${itemJoins(tenantId)}
     ORDER BY p.position ${direction}, p.id ${direction}`.execute(db);
  return rows;
}

/** The application as a page of the search has it. Undefined if it does not exist. */
export async function findApplication(
  db: TenantDatabase,
  tenantId: number,
  applicationId: number,
): Promise<SearchRow | undefined> {
  const { rows } = await sql<SearchRow>`
    SELECT ${itemColumns(tenantId)}
      FROM (SELECT * FROM application WHERE tenant_id = ${tenantId} AND id = ${applicationId}) AS p ${itemJoins(tenantId)}`.execute(
    db,
  );
  return rows[0];
}

/** SQL for the properties of the application `p`, with the joins of itemJoins. */
function itemColumns(tenantId: number): RawBuilder<unknown> {
  return sql`p.id, p.candidate_id AS "candidateId", c.first_name AS "firstName", c.last_name AS "lastName",
           c.status_id AS "candidateStatusId", p.job_ad_id AS "jobAdId", j.title AS "jobAd", b.id AS "officeId",
           b.name AS office, u.id AS responsibility,
           nullif(concat_ws(' ', u.first_name, u.last_name), '') AS "responsibleUser", utc(p.applied_at) AS "appliedAtUtc",
           p.stage, utc(p.in_stage_since) AS "stageChangedAtUtc", p.stage_reason AS "stageReason",
           ${latestCv(tenantId)} AS "cvDocumentId"`;
}

function itemJoins(tenantId: number): RawBuilder<unknown> {
  return sql`
      JOIN candidate AS c ON c.tenant_id = ${tenantId} AND c.id = p.candidate_id
      LEFT JOIN job_ad AS j ON j.tenant_id = ${tenantId} AND j.id = p.job_ad_id
      LEFT JOIN branch AS b ON b.tenant_id = ${tenantId} AND b.id = coalesce(p.office_id, j.office_id, c.office_id)
      LEFT JOIN user_account AS u ON u.tenant_id = ${tenantId} AND u.id = coalesce(p.recruiter_id, j.responsibility, c.responsibility)`;
}

interface SearchRow {
  id: number;
  candidateId: number;
  firstName: string;
  lastName: string;
  candidateStatusId: number | null;
  jobAdId: number | null;
  jobAd: string | null;
  officeId: number | null;
  office: string | null;
  responsibility: number | null;
  responsibleUser: string | null;
  appliedAtUtc: string;
  stage: ApplicationStage;
  stageChangedAtUtc: string;
  stageReason: string | null;
  cvDocumentId: number | null;
}

/** The number of applications that match, or `maximum` + 1 if there are more than `maximum`. */
export async function countApplications(
  db: TenantDatabase,
  tenantId: number,
  filter: ApplicationFilter,
  maximum: number,
): Promise<number> {
  const stages = filter.stages.length === 0 ? sql`` : sql`AND a.stage = ANY (${filter.stages}::text[])`;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count
      FROM (SELECT FROM application AS a
             WHERE a.tenant_id = ${tenantId} ${stages} ${conditions(tenantId, filter)}
             LIMIT ${maximum + 1}) AS found`.execute(db);
  return rows[0]!.count;
}

function conditions(tenantId: number, filter: ApplicationFilter): RawBuilder<unknown> {
  const { jobAdIds, officeIds, responsibilities, startDate, endDate } = filter;
  const { fromMs, toMs } = periodBounds({
    ...(startDate === undefined ? {} : { startDate }),
    ...(endDate === undefined ? {} : { endDate }),
  });
  return sql.join(
    [
      sql``,
      ...(jobAdIds.length === 0 ? [] : [sql`a.job_ad_id = ANY (${jobAdIds}::int[])`]),
      ...(officeIds.length === 0 ? [] : [owned(tenantId, 'office_id', 'office_id', officeIds)]),
      ...(responsibilities.length === 0
        ? []
        : [owned(tenantId, 'recruiter_id', 'responsibility', responsibilities)]),
      ...(fromMs === undefined ? [] : [sql`a.applied_at >= ${new Date(fromMs).toISOString()}::timestamptz`]),
      ...(toMs === undefined ? [] : [sql`a.applied_at < ${new Date(toMs).toISOString()}::timestamptz`]),
    ],
    sql` AND `,
  );
}

/**
 * The branch and the user of an application are those recorded with it, or else those of its job ad or of its candidate, so
 * that no application is missing from every queue. Only applications without their own look there.
 */
function owned(
  tenantId: number,
  column: 'office_id' | 'recruiter_id',
  inherited: 'office_id' | 'responsibility',
  ids: readonly number[],
): RawBuilder<unknown> {
  return sql`(${sql.ref(`a.${column}`)} = ANY (${ids}::int[]) OR (${sql.ref(`a.${column}`)} IS NULL AND coalesce(
      (SELECT ${sql.ref(inherited)} FROM job_ad WHERE tenant_id = ${tenantId} AND id = a.job_ad_id),
      (SELECT ${sql.ref(inherited)} FROM candidate WHERE tenant_id = ${tenantId} AND id = a.candidate_id)) = ANY (${ids}::int[])))`;
}

/** SQL for the id of the latest CV of the application `p`, or else of its candidate. */
function latestCv(tenantId: number): RawBuilder<unknown> {
  return sql`(
    SELECT d.id FROM document AS d
     WHERE d.tenant_id = ${tenantId} AND d.candidate_id = p.candidate_id AND d.document_category_id = (
           SELECT k.id FROM catalog_entry AS k WHERE k.list = 'documentcategories' AND k.attributes->>'key' = 'cv')
     ORDER BY coalesce(d.application_id = p.id, false) DESC, d.id DESC LIMIT 1)`;
}
