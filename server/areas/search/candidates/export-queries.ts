import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { ApplicationStage } from '../../candidates/index.ts';

/** A candidate with the ids of what a file names. */
interface StoredRow {
  id: number;
  profile: Record<string, string | number | boolean | null>;
  latitude: number | null;
  longitude: number | null;
  salutationId: number | null;
  genderId: number | null;
  nationalityId: number | null;
  levelId: number | null;
  officeId: number | null;
  responsibility: number | null;
  birthCountryId: number | null;
  countryId: number | null;
  federalStateId: number | null;
  sourceOfSupplyId: number | null;
  statusId: number | null;
  languages: { languageId: number; levelId: number | null }[];
  licenseIds: number[];
  professionIds: number[];
  qualificationIds: number[];
  keywords: string[];
  application: {
    appliedAtUtc: string;
    stage: ApplicationStage;
    jobAdId: number | null;
    jobAd: string | null;
    channelId: number | null;
    recruiterId: number | null;
  } | null;
}

/** What a file has of the candidates, as they are now. One statement for all of them. */
export async function readStoredRows(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
): Promise<Map<number, StoredRow>> {
  const list = (table: string, value: string) => sql`
    (SELECT coalesce(json_agg(${sql.raw(value)} ORDER BY x.id), '[]')
       FROM ${sql.table(table)} AS x WHERE x.tenant_id = ${tenantId} AND x.candidate_id = c.id)`;
  const { rows } = await sql<StoredRow>`
    SELECT c.id, c.geo_lat AS latitude, c.geo_lon AS longitude, c.salutation_id AS "salutationId", c.gender_id AS "genderId",
           c.nationality_id AS "nationalityId", c.level_id AS "levelId", c.office_id AS "officeId", c.responsibility,
           c.birth_country_id AS "birthCountryId", c.country_id AS "countryId", c.federal_state_id AS "federalStateId",
           c.source_of_supply_id AS "sourceOfSupplyId", c.status_id AS "statusId",
           json_build_object(
             'firstName', c.first_name, 'lastName', c.last_name, 'title', c.title, 'birthDate', c.birth_date,
             'birthPlace', c.birth_place, 'birthName', c.birth_name, 'email', c.email, 'phone', c.phone, 'mobile', c.mobile,
             'website', c.website, 'hasWhatsApp', c.has_whatsapp, 'whatsAppConsentChecked', c.whatsapp_consent_checked,
             'street', c.street, 'streetNumber', c.street_number, 'zipCode', c.zip_code, 'city', c.city,
             'addressLine1', c.address_line1, 'addressLine2', c.address_line2, 'desiredPosition', c.desired_position,
             'availableFrom', c.available_from, 'noticePeriod', c.notice_period, 'weeklyHours', c.weekly_hours,
             'salaryExpectation', c.salary_expectation, 'salaryPeriod', c.salary_period, 'currency', c.currency,
             'shiftWork', c.shift_work, 'radiusKm', c.radius_km, 'hasCar', c.has_car,
             'workPermitRequired', c.work_permit_required, 'workPermitValidUntil', c.work_permit_valid_until,
             'remarks', c.remarks, 'importExternalId', c.import_external_id, 'createdAtUtc', utc(c.created_at),
             'modifiedAtUtc', utc(c.modified_at)) AS profile,
           ${list('candidate_language', `json_build_object('languageId', x.language_id, 'levelId', x.language_level_id)`)} AS languages,
           ${list('candidate_drivers_license', 'x.drivers_license_id')} AS "licenseIds",
           ${list('candidate_profession', 'x.profession_id')} AS "professionIds",
           ${list('candidate_qualification', 'x.qualification_id')} AS "qualificationIds",
           ${list('candidate_keyword', 'x.keyword')} AS keywords,
           (SELECT json_build_object('appliedAtUtc', utc(a.applied_at), 'stage', a.stage, 'jobAdId', a.job_ad_id,
                     'jobAd', (SELECT j.title FROM job_ad AS j WHERE j.tenant_id = ${tenantId} AND j.id = a.job_ad_id),
                     'channelId', a.channel_id, 'recruiterId', a.recruiter_id)
              FROM application AS a WHERE a.tenant_id = ${tenantId} AND a.candidate_id = c.id
             ORDER BY a.applied_at DESC, a.id DESC LIMIT 1) AS application
      FROM candidate AS c
     WHERE c.tenant_id = ${tenantId} AND c.id = ANY (${ids}::int[]) AND c.is_visible`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

interface NamedUser {
  id: number;
  email: string | null;
  fullName: string | null;
  isActive: boolean;
}

export async function readUserNames(db: TenantDatabase, tenantId: number): Promise<NamedUser[]> {
  const { rows } = await sql<NamedUser>`
    SELECT u.id, u.email, nullif(concat_ws(' ', u.first_name, u.last_name), '') AS "fullName", u.is_active AS "isActive"
      FROM user_account AS u WHERE u.tenant_id = ${tenantId}`.execute(db);
  return rows;
}

interface NamedBranch {
  id: number;
  name: string;
  number: string | null;
}

export async function readBranchNames(db: TenantDatabase, tenantId: number): Promise<NamedBranch[]> {
  return db.selectFrom('branch').select(['id', 'name', 'number']).where('tenant_id', '=', tenantId).execute();
}
