import { type RawBuilder, sql } from 'kysely';
import { exactTime } from '../../../core/db/clock.ts';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { SearchText } from '../terms.ts';

interface CandidateText extends SearchText {
  candidateId: number;
}

/** The texts that find the candidates. */
export async function readTexts(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
): Promise<Map<number, SearchText[]>> {
  const own = (table: string) =>
    sql`FROM ${sql.table(table)} AS t WHERE t.tenant_id = ${tenantId} AND t.candidate_id = ANY (${ids}::int[])`;
  const { rows } = await sql<CandidateText>`
    SELECT candidate_id AS "candidateId", field, text, document_id AS "documentId" FROM (
      SELECT c.id AS candidate_id, part.field, part.text, NULL::int AS document_id
        FROM candidate AS c CROSS JOIN LATERAL (VALUES
             ('name', concat_ws(' ', c.first_name, c.last_name)), ('name', c.birth_name), ('email', c.email),
             ('phone', c.phone_e164), ('phone', c.mobile_e164), ('city', concat_ws(' ', c.zip_code, c.city)),
             ('desiredPosition', c.desired_position), ('importExternalId', c.import_external_id)) AS part (field, text)
       WHERE c.tenant_id = ${tenantId} AND c.id = ANY (${ids}::int[])
      UNION ALL SELECT t.candidate_id, CASE WHEN t.kind = 'email' THEN 'email' ELSE 'phone' END,
                       CASE WHEN t.kind = 'email' THEN t.address ELSE t.address_match END, NULL ${own('candidate_contact_channel')}
      UNION ALL SELECT t.candidate_id, 'keyword', t.keyword, NULL ${own('candidate_keyword')}
      UNION ALL SELECT t.candidate_id, 'profession', t.profession_id::text, NULL ${own('candidate_profession')}
      UNION ALL SELECT t.candidate_id, 'qualification', t.qualification_id::text, NULL ${own('candidate_qualification')}
      UNION ALL SELECT t.candidate_id, part.field, part.text, NULL
        FROM resume_job AS t CROSS JOIN LATERAL (VALUES ('position', t.position), ('employer', t.employer),
             ('resume', t.description)) AS part (field, text)
       WHERE t.tenant_id = ${tenantId} AND t.candidate_id = ANY (${ids}::int[])
      UNION ALL SELECT t.candidate_id, 'education', concat_ws(', ', t.title, t.provider, t.certificate), NULL ${own('resume_education')}
      UNION ALL SELECT t.candidate_id, 'education', concat_ws(', ', t.profession, t.degree, t.institution), NULL
                ${own('resume_profession_education')}
      UNION ALL SELECT t.candidate_id, 'education', concat_ws(', ', t.graduation, t.school), NULL ${own('resume_school_education')}
      UNION ALL SELECT d.candidate_id, 'document', t.text, d.id
        FROM document AS d JOIN document_text AS t ON t.tenant_id = ${tenantId} AND t.document_id = d.id
       WHERE d.tenant_id = ${tenantId} AND d.candidate_id = ANY (${ids}::int[])
    ) AS texts
     WHERE text <> ''`.execute(db);
  return Map.groupBy(rows, (row) => row.candidateId);
}

interface Application {
  jobAdId: number | null;
  stage: string;
  at: string;
}

export interface CandidateFacts {
  id: number;
  first_name: string;
  last_name: string;
  created_at: string;
  status_id: number | null;
  office_id: number | null;
  responsibility: number | null;
  source_of_supply_id: number | null;
  available_from: string | null;
  geo_lat: number | null;
  geo_lon: number | null;
  professions: number[];
  licenses: number[];
  languages: { id: number; level: number | null }[];
  applications: Application[];
}

/** What searches filter by. */
export async function readFacts(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
): Promise<CandidateFacts[]> {
  const rowsOf = (table: string, value: RawBuilder<unknown>) =>
    sql`ARRAY(SELECT ${value} FROM ${sql.table(table)} AS t WHERE t.tenant_id = ${tenantId} AND t.candidate_id = c.id)`;
  const { rows } = await sql<CandidateFacts>`
    SELECT c.id, c.first_name, c.last_name, c.created_at::text AS created_at, c.status_id, c.office_id, c.responsibility,
           c.source_of_supply_id, c.available_from, c.geo_lat, c.geo_lon,
           ${rowsOf('candidate_profession', sql`t.profession_id`)} AS professions,
           ${rowsOf('candidate_drivers_license', sql`t.drivers_license_id`)} AS licenses,
           array_to_json(${rowsOf('candidate_language', sql`json_build_object('id', t.language_id, 'level', t.language_level_id)`)}) AS languages,
           array_to_json(${rowsOf(
             'application',
             sql`json_build_object('jobAdId', t.job_ad_id, 'stage', t.stage, 'at', ${exactTime(sql`t.applied_at`)})`,
           )}) AS applications
      FROM candidate AS c WHERE c.tenant_id = ${tenantId} AND c.id = ANY (${ids}::int[])`.execute(db);
  return rows;
}
