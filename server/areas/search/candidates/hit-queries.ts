import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { ApplicationStage } from '../../candidates/index.ts';

interface CandidateRow {
  id: number;
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
  mobile: string | null;
  zipCode: string | null;
  city: string | null;
  latitude: number | null;
  longitude: number | null;
  statusId: number | null;
  officeId: number | null;
  office: string | null;
  responsibility: number | null;
  responsibleUser: string | null;
  availableFrom: string | null;
  appliedAtUtc: string | null;
  stage: ApplicationStage | null;
  jobAdId: number | null;
  jobAd: string | null;
  desiredPosition: string | null;
  professionId: number | null;
  createdAtUtc: string;
  modifiedAtUtc: string;
}

/** What a list shows of the candidates, as they are now. */
export async function readCandidates(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
): Promise<Map<number, CandidateRow>> {
  const { rows } = await sql<CandidateRow>`
    SELECT c.id, c.first_name AS "firstName", c.last_name AS "lastName", c.email, c.phone, c.mobile, c.zip_code AS "zipCode",
           c.city, c.geo_lat AS latitude, c.geo_lon AS longitude, c.status_id AS "statusId", c.office_id AS "officeId",
           b.name AS office, c.responsibility, nullif(concat_ws(' ', u.first_name, u.last_name), '') AS "responsibleUser",
           c.available_from AS "availableFrom", utc(a.applied_at) AS "appliedAtUtc", a.stage, a.job_ad_id AS "jobAdId",
           j.title AS "jobAd", c.desired_position AS "desiredPosition",
           (SELECT p.profession_id FROM candidate_profession AS p
             WHERE p.tenant_id = ${tenantId} AND p.candidate_id = c.id
             ORDER BY p.is_primary DESC, p.id LIMIT 1) AS "professionId",
           utc(c.created_at) AS "createdAtUtc", utc(c.modified_at) AS "modifiedAtUtc"
      FROM candidate AS c
      LEFT JOIN branch AS b ON b.tenant_id = ${tenantId} AND b.id = c.office_id
      LEFT JOIN user_account AS u ON u.tenant_id = ${tenantId} AND u.id = c.responsibility
      LEFT JOIN LATERAL (
        SELECT l.applied_at, l.stage, l.job_ad_id FROM application AS l
         WHERE l.tenant_id = ${tenantId} AND l.candidate_id = c.id
         ORDER BY l.applied_at DESC, l.id DESC LIMIT 1) AS a ON true
      LEFT JOIN job_ad AS j ON j.tenant_id = ${tenantId} AND j.id = a.job_ad_id
     WHERE c.tenant_id = ${tenantId} AND c.id = ANY (${ids}::int[]) AND c.is_visible`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
