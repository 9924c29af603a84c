import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { REQUEST_STATUS } from '../../requests/index.ts';
import type { ProposalStatus } from '../record/rules.ts';
import type { Criterion, CriterionKind, RequestFacts } from './criteria.ts';
import { metersOf, outcomeOf } from './criterion-sql.ts';
import { type Pool, poolSql } from './pool-queries.ts';

/** Coordinates are those of the work location, or else of the site, or of the company, the first that the request has. */
export async function findRequestFacts(
  db: TenantDatabase,
  tenantId: number,
  requestId: number,
): Promise<RequestFacts | undefined> {
  const { rows } = await sql<RequestFacts>`
    SELECT r.id, r.office_id AS "officeId", b.name AS office, r.profession_id AS "professionId", r.requirements,
           r.start_date AS "startDate", r.end_date AS "endDate", r.weekly_hours AS "weeklyHours", r.shift_model AS "shiftModel",
           r.hourly_wage AS "hourlyWage", r.salary_to AS "salaryTo",
           CASE WHEN l.geo_lat IS NOT NULL THEN l.geo_lat WHEN s.geo_lat IS NOT NULL THEN s.geo_lat ELSE o.geo_lat END AS latitude,
           CASE WHEN l.geo_lat IS NOT NULL THEN l.geo_lon WHEN s.geo_lat IS NOT NULL THEN s.geo_lon ELSE o.geo_lon END AS longitude
      FROM customer_request AS r
      JOIN branch AS b ON b.tenant_id = ${tenantId} AND b.id = r.office_id
      JOIN company AS o ON o.tenant_id = ${tenantId} AND o.id = r.company_id
      LEFT JOIN site AS s ON s.tenant_id = ${tenantId} AND s.id = r.site_id
      LEFT JOIN work_location AS l ON l.tenant_id = ${tenantId} AND l.id = r.location_id
     WHERE r.tenant_id = ${tenantId} AND r.id = ${requestId}`.execute(db);
  return rows[0];
}

/** Where a candidate stands in the list. */
export interface Position {
  met: number;
  missed: number;
  /** Null without a distance, after all that have one. */
  meters: number | null;
  id: number;
}

export interface Match extends Position {
  /** In the order of the criteria, as outcomeOf says. */
  outcomes: (0 | 1 | 2 | null)[];
}

interface MatchSearch {
  requestId: number;
  criteria: readonly Criterion[];
  pool: Pool;
  /** Kinds of criteria that must all be met. */
  mustMeet: readonly CriterionKind[];
  officeId: number | undefined;
  isUnproposed: boolean;
  after: Position | undefined;
  limit: number;
}

/** Sorts after every distance on earth. */
const NO_DISTANCE = 1_000_000_000;

/** Compares the candidates of the pool with the criteria. Returns a page, one more than the limit if there are more, and how many match. */
export async function findMatches(
  db: TenantDatabase,
  tenantId: number,
  { requestId, criteria, pool, mustMeet, officeId, isUnproposed, after, limit }: MatchSearch,
): Promise<{ compared: number; total: number; page: Match[] }> {
  const outcome = (index: number) => sql.ref(`o${index}`);
  const outcomes = criteria.map(
    (criterion, index) => sql`${outcomeOf(tenantId, criterion)} AS ${outcome(index)}`,
  );
  const required = criteria.flatMap(({ isRequired }, index) => (isRequired ? [outcome(index)] : []));
  const filters = [
    ...criteria.flatMap(({ kind }, index) => (mustMeet.includes(kind) ? [sql`${outcome(index)} = 1`] : [])),
    ...(officeId === undefined ? [] : [sql`office_id = ${officeId}::int`]),
    ...(isUnproposed ? [isUnproposedSql(tenantId, requestId)] : []),
  ];
  const { rows } = await sql<{ compared: number; total: number; page: Match[] }>`
    WITH compared AS MATERIALIZED (
      SELECT s.candidate_id AS id, coalesce(d.meters, ${NO_DISTANCE}) AS meters, c.office_id, ${sql.join(outcomes)}
        FROM (SELECT s.candidate_id, s.geo_lat, s.geo_lon, s.profession_ids, s.license_ids, s.languages
                FROM ${poolSql(tenantId, pool)} OFFSET 0) AS s
        JOIN candidate AS c ON c.tenant_id = ${tenantId} AND c.id = s.candidate_id
       CROSS JOIN LATERAL (SELECT ${metersOf(criteria)} AS meters OFFSET 0) AS d
       WHERE c.is_visible),
    found AS MATERIALIZED (
      SELECT id, meters, ${sumOf(required, 1)} AS met, ${sumOf(required, 0)} AS missed,
             ARRAY[${sql.join(criteria.map((_, index) => outcome(index)))}]::int[] AS outcomes
        FROM compared ${filters.length === 0 ? sql`` : sql`WHERE ${sql.join(filters, sql` AND `)}`}),
    page AS (
      SELECT * FROM found ${after === undefined ? sql`` : sql`WHERE ${isAfter(after)}`}
       ORDER BY met DESC, missed, meters, id LIMIT ${limit + 1})
    SELECT (SELECT count(*)::int FROM compared) AS compared, (SELECT count(*)::int FROM found) AS total,
           (SELECT coalesce(json_agg(json_build_object('id', id, 'met', met, 'missed', missed,
                                       'meters', nullif(meters, ${NO_DISTANCE}), 'outcomes', outcomes)
                                     ORDER BY met DESC, missed, meters, id), '[]') FROM page) AS page`.execute(
    db,
  );
  return rows[0]!;
}

function sumOf(outcomes: readonly RawBuilder<unknown>[], value: 0 | 1): RawBuilder<unknown> {
  return sql.join(
    outcomes.map((outcome) => sql`(${outcome} IS NOT DISTINCT FROM ${sql.lit(value)})::int`),
    sql` + `,
  );
}

function isUnproposedSql(tenantId: number, requestId: number): RawBuilder<unknown> {
  return sql`(id IN (SELECT p.candidate_id FROM customer_request_proposal AS p
                      WHERE p.tenant_id = ${tenantId} AND p.customer_request_id = ${requestId})) IS NOT TRUE`;
}

function isAfter({ met, missed, meters, id }: Position): RawBuilder<unknown> {
  return sql`(-met, missed, meters, id) > (${-met}::int, ${missed}::int, ${meters ?? NO_DISTANCE}::int, ${id}::bigint)`;
}

/** What the record of a candidate says about the criteria. */
export interface CandidateFacts {
  id: number;
  name: string;
  city: string | null;
  statusId: number | null;
  officeId: number | null;
  office: string | null;
  radiusKm: number | null;
  availableFrom: string | null;
  weeklyHours: number | null;
  workPermitUntil: string | null;
  pay: number | null;
  payPeriod: 'hour' | 'month' | 'year' | null;
  currency: string | null;
  professionIds: number[];
  licenseIds: number[];
  qualificationIds: number[];
  languages: { id: number; levelId: number | null }[];
  proposal: { id: number; status: ProposalStatus } | null;
  placement: { requestId: number; requestTitle: string; company: string; endDate: string | null } | null;
}

/** More entries of a list are not shown beside a criterion. */
const MAXIMUM_LISTED = 20;

export async function readFacts(
  db: TenantDatabase,
  tenantId: number,
  requestId: number,
  ids: readonly number[],
): Promise<Map<number, CandidateFacts>> {
  const listed = (table: string, value: RawBuilder<unknown>) => sql`array_to_json(ARRAY(
    SELECT ${value} FROM ${sql.table(table)} AS t
     WHERE t.tenant_id = ${tenantId} AND t.candidate_id = c.id ORDER BY t.id LIMIT ${MAXIMUM_LISTED}))`;
  const { rows } = await sql<CandidateFacts>`
    SELECT c.id, concat_ws(' ', c.first_name, c.last_name) AS name, c.city, c.status_id AS "statusId",
           c.office_id AS "officeId", b.name AS office, c.radius_km AS "radiusKm", c.available_from AS "availableFrom",
           c.weekly_hours AS "weeklyHours",
           CASE WHEN c.work_permit_required IS NOT FALSE THEN c.work_permit_valid_until END AS "workPermitUntil",
           c.salary_expectation AS pay, c.salary_period AS "payPeriod", c.currency,
           ${listed('candidate_profession', sql`t.profession_id`)} AS "professionIds",
           ${listed('candidate_drivers_license', sql`t.drivers_license_id`)} AS "licenseIds",
           ${listed('candidate_qualification', sql`t.qualification_id`)} AS "qualificationIds",
           ${listed('candidate_language', sql`json_build_object('id', t.language_id, 'levelId', t.language_level_id)`)} AS languages,
           (SELECT json_build_object('id', p.id, 'status', p.status) FROM customer_request_proposal AS p
             WHERE p.tenant_id = ${tenantId} AND p.customer_request_id = ${requestId} AND p.candidate_id = c.id
             ORDER BY p.status = 'declined', p.id DESC LIMIT 1) AS proposal,
           (SELECT json_build_object('requestId', o.id, 'requestTitle', o.title, 'company', y.name, 'endDate', o.end_date)
              FROM customer_request_proposal AS p
              JOIN customer_request AS o ON o.tenant_id = ${tenantId} AND o.id = p.customer_request_id
              JOIN company AS y ON y.tenant_id = ${tenantId} AND y.id = o.company_id
              JOIN customer_request AS r ON r.tenant_id = ${tenantId} AND r.id = ${requestId}
             WHERE p.tenant_id = ${tenantId} AND p.candidate_id = c.id AND p.status = 'placed' AND o.id <> r.id
               AND o.status_id <> ${REQUEST_STATUS.cancelled}
               AND o.start_date <= coalesce(r.end_date, 'infinity') AND r.start_date <= coalesce(o.end_date, 'infinity')
             ORDER BY o.start_date DESC, o.id DESC LIMIT 1) AS placement
      FROM candidate AS c
      LEFT JOIN branch AS b ON b.tenant_id = ${tenantId} AND b.id = c.office_id
     WHERE c.tenant_id = ${tenantId} AND c.id = ANY (${[...ids]}::int[]) AND c.is_visible`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
