import type { TenantDatabase } from '../../../core/db/connection.ts';

/** Where each property of an entry is stored, for every kind of entry. */
const COLUMNS = {
  resume_job: {
    employer: 'employer',
    position: 'position',
    fromDate: 'from_date',
    untilDate: 'until_date',
    isCurrent: 'is_current',
    description: 'description',
    city: 'city',
    countryId: 'country_id',
    professionId: 'profession_id',
    industryId: 'industry_id',
  },
  resume_education: {
    title: 'title',
    provider: 'provider',
    fromDate: 'from_date',
    untilDate: 'until_date',
    hours: 'hours',
    certificate: 'certificate',
  },
  resume_profession_education: {
    institution: 'institution',
    profession: 'profession',
    degree: 'degree',
    fromDate: 'from_date',
    untilDate: 'until_date',
    isCompleted: 'is_completed',
    description: 'description',
  },
  resume_school_education: {
    school: 'school',
    graduation: 'graduation',
    fromDate: 'from_date',
    untilDate: 'until_date',
    grade: 'grade',
    city: 'city',
  },
} as const;

export type ResumeTable = keyof typeof COLUMNS;

/** Adds an entry to the candidate's resume and answers its id. */
export async function insertResumeEntry(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  table: ResumeTable,
  entry: Record<string, unknown>,
): Promise<number> {
  const values = Object.fromEntries(
    Object.entries(COLUMNS[table]).map(([property, column]) => [column, entry[property] ?? null]),
  );
  const { id } = await db
    .insertInto(table)
    .values({ tenant_id: tenantId, candidate_id: candidateId, ...values } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
