import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import type { Language } from '../../core/http/index.ts';
import { type Period, periodBounds } from '../../core/http/period.ts';
import type { RecordKey } from '../../core/http/record-key.ts';
import { factsSql, officeOf } from './facts-sql.ts';
import { conversionRate } from './rules.ts';

interface Selection {
  tenantId: number;
  period: Period;
  officeId: number | undefined;
}

interface FigureRow {
  views: number;
  applyClicks: number;
  applications: number;
  hires: number;
  rejections: number;
  publishedDays: number;
}

/** SQL of the sums of the table `alias`, named like the properties of the response. */
const sums = (alias: string) => sql`
  coalesce(sum(${sql.ref(`${alias}.views`)}), 0) AS views, coalesce(sum(${sql.ref(`${alias}.apply_clicks`)}), 0) AS "applyClicks",
  coalesce(sum(${sql.ref(`${alias}.applications`)}), 0) AS applications, coalesce(sum(${sql.ref(`${alias}.hires`)}), 0) AS hires,
  coalesce(sum(${sql.ref(`${alias}.rejections`)}), 0) AS rejections`;

/**
 * Returns the figures of every job ad that existed in the period or has a figure in it. With `jobAdId`, returns only that
 * job ad, whatever the period. Deleted job ads are included.
 */
export async function evaluateJobAds(
  db: TenantDatabase,
  { tenantId, period, officeId }: Selection,
  jobAdId?: number,
) {
  const { rows } = await sql<
    FigureRow & { jobAdId: number; id: string; title: string; officeId: number; isDeleted: boolean }
  >`
    WITH ${factsSql({ tenantId, period, jobAdId })},
    figure AS (SELECT f.job_ad_id, ${sums('f')} FROM fact AS f WHERE f.job_ad_id IS NOT NULL GROUP BY f.job_ad_id)
    SELECT j.id AS "jobAdId", j.row_guid AS id, j.title, j.office_id AS "officeId",
           j.deleted_at IS NOT NULL AS "isDeleted", coalesce(f.views, 0) AS views, coalesce(f."applyClicks", 0) AS "applyClicks",
           coalesce(f.applications, 0) AS applications, coalesce(f.hires, 0) AS hires,
           coalesce(f.rejections, 0) AS rejections, coalesce(p.days, 0) AS "publishedDays"
      FROM job_ad AS j
      LEFT JOIN figure AS f ON f.job_ad_id = j.id
      LEFT JOIN publication AS p ON p.job_ad_id = j.id
     WHERE j.tenant_id = ${tenantId} ${officeId === undefined ? sql`` : sql`AND j.office_id = ${officeId}::int`}
       AND ${jobAdId === undefined ? existedOrHasFigures(period) : sql`j.id = ${jobAdId}::int`}
     ORDER BY j.id`.execute(db);
  return rows.map(withRate);
}

function existedOrHasFigures({ startDate, endDate }: Period): RawBuilder<unknown> {
  return sql`(f.job_ad_id IS NOT NULL OR p.job_ad_id IS NOT NULL
              OR ((j.created_at AT TIME ZONE 'UTC')::date <= ${endDate ?? 'infinity'}::date
                  AND (j.deleted_at IS NULL OR (j.deleted_at AT TIME ZONE 'UTC')::date >= ${startDate ?? '-infinity'}::date)))`;
}

/** Returns the integer id of the job ad, even if it is deleted. */
export async function findEvaluatedJobAd(
  db: TenantDatabase,
  tenantId: number,
  key: RecordKey,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('job_ad')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where((jobAd) => (typeof key === 'number' ? jobAd('id', '=', key) : jobAd('row_guid', '=', key)))
    .executeTakeFirst();
  return row?.id;
}

/** Returns the figures of each channel. Its published days are those of the job ads for which it has a fact. */
export async function evaluateChannels(db: TenantDatabase, selection: Selection, language: Language) {
  const { tenantId } = selection;
  const { rows } = await sql<FigureRow & { channelId: number; channel: string | null }>`
    WITH ${factsSql(selection)},
    chosen AS (SELECT * FROM fact WHERE ${officeCondition('office_id', selection)}),
    figure AS (SELECT c.channel_id, ${sums('c')} FROM chosen AS c GROUP BY c.channel_id),
    reached AS (
      SELECT c.channel_id, sum(p.days) AS days
        FROM (SELECT DISTINCT channel_id, job_ad_id FROM chosen) AS c
        JOIN publication AS p ON p.job_ad_id = c.job_ad_id
       GROUP BY c.channel_id)
    SELECT f.channel_id AS "channelId", e.${sql.ref(`name_${language}`)} AS channel, f.views, f."applyClicks", f.applications,
           f.hires, f.rejections, coalesce(r.days, 0) AS "publishedDays"
      FROM figure AS f
      LEFT JOIN reached AS r ON r.channel_id = f.channel_id
      LEFT JOIN tenant_catalog_entry AS e ON e.tenant_id = ${tenantId} AND e.list = 'channels' AND e.id = f.channel_id
     ORDER BY f.channel_id`.execute(db);
  return rows.map(withRate);
}

/** Returns the figures of each branch, with the published days of its job ads. */
export async function evaluateOffices(db: TenantDatabase, selection: Selection) {
  const { tenantId } = selection;
  const { rows } = await sql<FigureRow & { officeId: number | null; office: string | null }>`
    WITH ${factsSql(selection)}, ${figuresByOwner(selection, 'office_id')}
    SELECT f.owner_id AS "officeId", b.name AS office, f.views, f."applyClicks", f.applications, f.hires, f.rejections,
           f."publishedDays"
      FROM figure AS f
      LEFT JOIN branch AS b ON b.tenant_id = ${tenantId} AND b.id = f.owner_id
     ORDER BY f.owner_id NULLS LAST`.execute(db);
  return rows.map(withRate);
}

/** Returns the figures of each recruiter, with the published days of their job ads. */
export async function evaluateRecruiters(db: TenantDatabase, selection: Selection) {
  const { tenantId } = selection;
  const { rows } = await sql<FigureRow & { recruiterId: number | null; recruiter: string | null }>`
    WITH ${factsSql(selection)}, ${figuresByOwner(selection, 'recruiter_id')}
    SELECT f.owner_id AS "recruiterId", nullif(concat_ws(' ', u.first_name, u.last_name), '') AS recruiter,
           f.views, f."applyClicks", f.applications, f.hires, f.rejections, f."publishedDays"
      FROM figure AS f
      LEFT JOIN user_account AS u ON u.tenant_id = ${tenantId} AND u.id = f.owner_id
     ORDER BY f.owner_id NULLS LAST`.execute(db);
  return rows.map(withRate);
}

/** The table `figure` of branches or recruiters. Published days count for the current branch and recruiter of a job ad. */
function figuresByOwner(selection: Selection, owner: 'office_id' | 'recruiter_id'): RawBuilder<unknown> {
  const { tenantId } = selection;
  return sql`
    published_fact AS (
      SELECT office_id, recruiter_id, views, apply_clicks, applications, hires, rejections, 0 AS days FROM fact
      UNION ALL
      SELECT j.office_id, j.responsibility, 0, 0, 0, 0, 0, p.days
        FROM publication AS p JOIN job_ad AS j ON j.tenant_id = ${tenantId} AND j.id = p.job_ad_id),
    figure AS (
      SELECT c.${sql.ref(owner)} AS owner_id, ${sums('c')}, sum(c.days) AS "publishedDays"
        FROM published_fact AS c WHERE ${officeCondition('c.office_id', selection)} GROUP BY 1)`;
}

/** Counts the applications of each day by the stage that they have now. Reads the index range of the period. */
export async function countByDay(
  db: TenantDatabase,
  tenantId: number,
  { startDate, endDate, officeId }: Required<Period> & { officeId?: number },
) {
  const { fromMs, toMs } = periodBounds({ startDate, endDate });
  const ofBranch = officeId === undefined ? sql`` : sql`AND ${officeOf(tenantId)} = ${officeId}::int`;
  const { rows } = await sql<{
    date: string;
    open: number;
    hired: number;
    rejected: number;
    withdrawn: number;
  }>`
    WITH counted AS (
      SELECT (a.applied_at AT TIME ZONE 'UTC')::date AS day,
             count(*) FILTER (WHERE a.stage NOT IN ('hired', 'rejected', 'withdrawn')) AS open,
             count(*) FILTER (WHERE a.stage = 'hired') AS hired,
             count(*) FILTER (WHERE a.stage = 'rejected') AS rejected,
             count(*) FILTER (WHERE a.stage = 'withdrawn') AS withdrawn
        FROM application AS a
        LEFT JOIN job_ad AS j ON j.tenant_id = ${tenantId} AND j.id = a.job_ad_id
       WHERE a.tenant_id = ${tenantId} AND a.applied_at >= ${new Date(fromMs!).toISOString()}::timestamptz
         AND a.applied_at < ${toMs === undefined ? 'infinity' : new Date(toMs).toISOString()}::timestamptz
             ${ofBranch}
       GROUP BY 1)
    SELECT period.day::date AS date, coalesce(c.open, 0) AS open, coalesce(c.hired, 0) AS hired,
           coalesce(c.rejected, 0) AS rejected, coalesce(c.withdrawn, 0) AS withdrawn
      FROM generate_series(${startDate}::timestamp, ${endDate}::timestamp, interval '1 day') AS period (day)
      LEFT JOIN counted AS c ON c.day = period.day::date
     ORDER BY 1`.execute(db);
  return rows;
}

function officeCondition(column: string, { officeId }: Selection): RawBuilder<unknown> {
  return officeId === undefined ? sql`true` : sql`${sql.ref(column)} = ${officeId}::int`;
}

function withRate<T extends FigureRow>(row: T) {
  return { ...row, conversionRate: conversionRate(row.applications, row.views) };
}
