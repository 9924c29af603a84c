import { type RawBuilder, sql } from 'kysely';
import { type Period, periodBounds } from '../../core/http/period.ts';

interface FactSelection {
  tenantId: number;
  period: Period;
  /** Restricts the facts to this job ad. */
  jobAdId?: number;
}

/**
 * The common table expressions of every report.
 *
 * `fact` has counts by job ad, channel, branch, and recruiter. Traffic does not record a branch or recruiter, so views and
 * clicks count for those that the job ad has now. An application counts as officeOf and recruiterOf say. A decision (hired,
 * rejected) is the stage that an application is in, and counts at the time when it came there. The status history would not
 * do: it also has decisions that were replaced later, and those that moved no application. So who knows the stages of the
 * applications can compute the same figures.
 *
 * `publication` has the number of days (UTC) on which a job ad was published. Each day counts once, even if the job ad was
 * withdrawn and published again. A publication that ended at midnight has no part of the day that begins then. So a job ad
 * that is withdrawn after its end date, whose publication ends at that midnight, has the same days as before.
 *
 * Each part reads an index range as long as the period (job_ad_traffic_by_day, application_by_time,
 * application_by_stage_change), or the range of the job ad if there is one.
 */
export function factsSql(selection: FactSelection): RawBuilder<unknown> {
  return sql`
  fact AS (
    ${traffic(selection)}
    UNION ALL
    ${applications(selection)}
    UNION ALL
    ${decisions(selection)}
  ), publication AS (
    ${publications(selection)}
  )`;
}

/**
 * SQL for the branch of the application `a`, with its job ad `j`: the one recorded with it, or else that of its job ad or of its
 * candidate. The queue has the same rule (applications/search/queries.ts), so that both find the same applications. Only an
 * application with neither of the first two reads its candidate.
 */
export function officeOf(tenantId: number): RawBuilder<unknown> {
  return sql`coalesce(a.office_id, j.office_id,
                      (SELECT office_id FROM candidate WHERE tenant_id = ${tenantId} AND id = a.candidate_id))`;
}

/** SQL for the recruiter of the application `a`, as officeOf. */
function recruiterOf(tenantId: number): RawBuilder<unknown> {
  return sql`coalesce(a.recruiter_id, j.responsibility,
                      (SELECT responsibility FROM candidate WHERE tenant_id = ${tenantId} AND id = a.candidate_id))`;
}

/** The period as instants, including the start and excluding the end. */
function instants({ period }: FactSelection): { from: string; to: string } {
  const { fromMs, toMs } = periodBounds(period);
  return {
    from: fromMs === undefined ? '-infinity' : new Date(fromMs).toISOString(),
    to: toMs === undefined ? 'infinity' : new Date(toMs).toISOString(),
  };
}

/** The period as its first and last day. */
function days({ period }: FactSelection): { firstDay: string; lastDay: string } {
  return { firstDay: period.startDate ?? '-infinity', lastDay: period.endDate ?? 'infinity' };
}

function jobAdCondition(column: string, { jobAdId }: FactSelection): RawBuilder<unknown> {
  return jobAdId === undefined ? sql`` : sql`AND ${sql.ref(column)} = ${jobAdId}::int`;
}

function traffic(selection: FactSelection): RawBuilder<unknown> {
  const { tenantId } = selection;
  const { firstDay, lastDay } = days(selection);
  return sql`
    SELECT t.job_ad_id, t.channel_id, j.office_id, j.responsibility AS recruiter_id, t.views, t.apply_clicks,
           0 AS applications, 0 AS hires, 0 AS rejections
      FROM (SELECT job_ad_id, channel_id, sum(views) AS views, sum(apply_clicks) AS apply_clicks
              FROM job_ad_traffic AS day
             WHERE day.tenant_id = ${tenantId} AND day.day BETWEEN ${firstDay}::date AND ${lastDay}::date
                   ${jobAdCondition('day.job_ad_id', selection)}
             GROUP BY job_ad_id, channel_id) AS t
      JOIN job_ad AS j ON j.tenant_id = ${tenantId} AND j.id = t.job_ad_id`;
}

function applications(selection: FactSelection): RawBuilder<unknown> {
  const { tenantId } = selection;
  const { from, to } = instants(selection);
  return sql`
    SELECT a.job_ad_id, a.channel_id, ${officeOf(tenantId)}, ${recruiterOf(tenantId)},
           0, 0, count(*), 0, 0
      FROM application AS a
      LEFT JOIN job_ad AS j ON j.tenant_id = ${tenantId} AND j.id = a.job_ad_id
     WHERE a.tenant_id = ${tenantId} AND a.applied_at >= ${from}::timestamptz AND a.applied_at < ${to}::timestamptz
           ${jobAdCondition('a.job_ad_id', selection)}
     GROUP BY 1, 2, 3, 4`;
}

function decisions(selection: FactSelection): RawBuilder<unknown> {
  const { tenantId } = selection;
  const { from, to } = instants(selection);
  return sql`
    SELECT a.job_ad_id, a.channel_id, ${officeOf(tenantId)}, ${recruiterOf(tenantId)},
           0, 0, 0, count(*) FILTER (WHERE a.stage = 'hired'), count(*) FILTER (WHERE a.stage = 'rejected')
      FROM application AS a
      LEFT JOIN job_ad AS j ON j.tenant_id = ${tenantId} AND j.id = a.job_ad_id
     WHERE a.tenant_id = ${tenantId} AND a.stage IN ('hired', 'rejected')
           AND a.in_stage_since >= ${from}::timestamptz AND a.in_stage_since < ${to}::timestamptz
           ${jobAdCondition('a.job_ad_id', selection)}
     GROUP BY 1, 2, 3, 4`;
}

function publications(selection: FactSelection): RawBuilder<unknown> {
  const { tenantId } = selection;
  const { from, to } = instants(selection);
  const { firstDay, lastDay } = days(selection);
  return sql`
    SELECT job_ad_id, (SELECT sum(upper(days) - lower(days)) FROM unnest(range_agg(published)) AS days) AS days
      FROM (SELECT p.job_ad_id,
                   daterange((p.published_at AT TIME ZONE 'UTC')::date,
                             greatest((p.published_at AT TIME ZONE 'UTC')::date,
                                      least((coalesce(p.ended_at - interval '1 microsecond', now.at) AT TIME ZONE 'UTC')::date,
                                            CASE WHEN p.ended_at IS NULL THEN j.end_date END)), '[]')
                   * daterange(${firstDay}::date, ${lastDay}::date, '[]') AS published
              FROM job_ad_publication AS p
              JOIN job_ad AS j ON j.tenant_id = ${tenantId} AND j.id = p.job_ad_id,
                   (SELECT clock_now() AS at) AS now
             WHERE p.tenant_id = ${tenantId} AND p.published_at < ${to}::timestamptz
               AND (p.ended_at IS NULL OR p.ended_at >= ${from}::timestamptz) ${jobAdCondition('p.job_ad_id', selection)}) AS p
     WHERE NOT isempty(published)
     GROUP BY job_ad_id`;
}
