import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { KnownValues } from './rules.ts';

interface Read {
  candidateId: number;
  /** Null if no text was read from the document. */
  text: string | null;
  known: KnownValues;
}

/** Of each list. A candidate has fewer, and each entry is looked for in every line. */
const MAXIMUM_ENTRIES = 50;

const RESUME = {
  jobs: { table: 'resume_job', name: 'position', place: 'employer' },
  professionEducations: { table: 'resume_profession_education', name: 'profession', place: 'institution' },
  schoolEducations: { table: 'resume_school_education', name: 'school', place: 'graduation' },
  educations: { table: 'resume_education', name: 'title', place: 'provider' },
} as const;

const VALUES = {
  languages: { table: 'candidate_language', value: 'language_id' },
  driversLicences: { table: 'candidate_drivers_license', value: 'drivers_license_id' },
  qualifications: { table: 'candidate_qualification', value: 'qualification_id' },
} as const;

/** The text that was read from a document, with the values of its candidate. Undefined if the document does not exist. */
export async function readForSources(
  db: TenantDatabase,
  tenantId: number,
  documentId: number,
): Promise<Read | undefined> {
  const of = (table: string) =>
    sql`FROM ${sql.table(table)} WHERE tenant_id = ${tenantId} AND candidate_id = c.id ORDER BY id LIMIT ${sql.lit(MAXIMUM_ENTRIES)}`;
  const resume = Object.entries(RESUME).map(
    ([list, { table, name, place }]) => sql`${sql.lit(list)}, ARRAY(
      SELECT json_build_object('id', id, 'name', ${sql.ref(name)}, 'place', ${sql.ref(place)}) ${of(table)})`,
  );
  const values = Object.entries(VALUES).map(
    ([list, { table, value }]) => sql`${sql.lit(list)}, ARRAY(
      SELECT json_build_object('id', id, 'valueId', ${sql.ref(value)}) ${of(table)})`,
  );
  const { rows } = await sql<Read>`
    SELECT d.candidate_id AS "candidateId", t.text,
           json_build_object('title', c.title, 'birthDate', c.birth_date, 'birthPlace', c.birth_place,
             'nationalityId', c.nationality_id, 'email', c.email, 'phone', c.phone, 'mobile', c.mobile, 'street', c.street,
             'zipCode', c.zip_code, 'city', c.city, ${sql.join([...resume, ...values])}) AS known
      FROM document AS d
      JOIN candidate AS c ON c.tenant_id = ${tenantId} AND c.id = d.candidate_id
      LEFT JOIN document_text AS t ON t.tenant_id = ${tenantId} AND t.document_id = d.id
     WHERE d.tenant_id = ${tenantId} AND d.id = ${documentId}`.execute(db);
  return rows[0];
}
