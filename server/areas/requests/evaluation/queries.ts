import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { type Period, periodBounds } from '../../../core/http/period.ts';
import { REQUEST_STATUS } from '../status/rules.ts';

interface EvaluationRow {
  officeId: number;
  office: string;
  kind: string;
  opened: number;
  filled: number;
  cancelled: number;
  open: number;
  headcountRequested: number;
  headcountFilled: number;
  averageDaysToFill: number | null;
}

/**
 * Returns the figures of the period by branch and kind. Each of the three parts reads one index range: requests by creation,
 * status entries by status and time, and open status entries by their end. The last range contains the entries that are
 * still current and those that ended after the period. For a tenant with 100,000 requests and 370,000 status entries, a
 * month takes 16 to 31 ms and the whole history 300 ms.
 */
export async function evaluateRequests(
  db: TenantDatabase,
  tenantId: number,
  { officeId, ...period }: Period & { officeId?: number },
): Promise<EvaluationRow[]> {
  const { fromMs, toMs } = periodBounds(period);
  const from = fromMs === undefined ? '-infinity' : new Date(fromMs).toISOString();
  const to = toMs === undefined ? 'infinity' : new Date(toMs).toISOString();
  const ofBranch = officeId === undefined ? sql`` : sql`AND r.office_id = ${officeId}`;
  // A comment on the current status adds an entry too, maybe in a later period than the one in which the request reached the status.
  // A period without a start contains both, and counts the request once.
  const isNewStatus = sql`AND e.status_id IS DISTINCT FROM (
           SELECT (array_agg(previous.status_id ORDER BY previous.id DESC))[1] FROM customer_request_status_entry AS previous
            WHERE previous.tenant_id = ${tenantId} AND previous.request_id = e.request_id AND previous.id < e.id)`;
  const { rows } = await sql<EvaluationRow>`
    WITH opened AS (
      SELECT r.office_id, r.kind, count(*) AS opened, sum(r.headcount) AS headcount_requested
        FROM customer_request AS r
       WHERE r.tenant_id = ${tenantId} AND r.created_at >= ${from}::timestamptz AND r.created_at < ${to}::timestamptz
             ${ofBranch}
       GROUP BY r.office_id, r.kind),
    reached AS (
      SELECT DISTINCT e.request_id, e.status_id
        FROM customer_request_status_entry AS e
       WHERE e.tenant_id = ${tenantId} AND e.status_id IN (${REQUEST_STATUS.filled}, ${REQUEST_STATUS.cancelled})
         AND e.set_at >= ${from}::timestamptz AND e.set_at < ${to}::timestamptz
         -- Not if the request was opened again, or cancelled, by the end of the period. Closing a request keeps its result.
         AND NOT EXISTS (SELECT FROM customer_request_status_entry AS later
                          WHERE later.tenant_id = ${tenantId} AND later.request_id = e.request_id AND later.id > e.id
                            AND later.set_at < ${to}::timestamptz
                            AND later.status_id NOT IN (e.status_id, ${REQUEST_STATUS.closed}))
         ${fromMs === undefined ? sql`` : isNewStatus}),
    ended AS (
      SELECT r.office_id, r.kind,
             count(*) FILTER (WHERE reached.status_id = ${REQUEST_STATUS.filled}) AS filled,
             count(*) FILTER (WHERE reached.status_id = ${REQUEST_STATUS.cancelled}) AS cancelled,
             sum(r.headcount) FILTER (WHERE reached.status_id = ${REQUEST_STATUS.filled}) AS headcount_filled,
             avg(extract(epoch FROM r.first_filled_at - r.created_at) / 86400)
               FILTER (WHERE reached.status_id = ${REQUEST_STATUS.filled}) AS days_to_fill
        FROM reached
        JOIN customer_request AS r ON r.tenant_id = ${tenantId} AND r.id = reached.request_id ${ofBranch}
       GROUP BY r.office_id, r.kind),
    pending AS (
      SELECT r.office_id, r.kind, count(*) AS open
        FROM customer_request_status_entry AS e
        JOIN customer_request AS r ON r.tenant_id = ${tenantId} AND r.id = e.request_id ${ofBranch}
       WHERE e.tenant_id = ${tenantId} AND e.status_id IN (${sql.lit(REQUEST_STATUS.open)}, ${sql.lit(REQUEST_STATUS.inProgress)})
         AND e.set_at < ${to}::timestamptz AND e.held_until >= ${to}::timestamptz
       GROUP BY r.office_id, r.kind)
    SELECT office_id AS "officeId", b.name AS office, kind, coalesce(opened, 0) AS opened, coalesce(filled, 0) AS filled,
           coalesce(cancelled, 0) AS cancelled, coalesce(open, 0) AS open,
           coalesce(headcount_requested, 0) AS "headcountRequested", coalesce(headcount_filled, 0) AS "headcountFilled",
           round(days_to_fill, 1) AS "averageDaysToFill"
      FROM opened FULL JOIN ended USING (office_id, kind) FULL JOIN pending USING (office_id, kind)
      JOIN branch AS b ON b.tenant_id = ${tenantId} AND b.id = office_id
     ORDER BY office_id, kind`.execute(db);
  return rows;
}
