import type { Insertable, InsertObject } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { DB } from '../../../core/db/generated/database.ts';
import { toNameMatch } from '../../../core/text/name-form.ts';
import { insertCandidate, toE164 } from '../../candidates/index.ts';
import type { DemoCandidate } from '../plan/candidates.ts';
import { addDays } from '../plan/dates.ts';

export interface StoredDemoCandidate {
  id: number;
  officeId: number;
  recruiterId: number;
  plan: DemoCandidate;
}

export interface Organisation {
  branchIds: readonly number[];
  userIds: readonly number[];
  jobAdIds: readonly number[];
}

/**
 * Stores the candidates with their sub-records. One statement per candidate writes its change and event, and one statement
 * per kind of sub-record writes the rest, which is part of the creation and not a separate change.
 */
export async function writeCandidates(
  db: TenantDatabase,
  tenantId: number,
  plans: readonly DemoCandidate[],
  { branchIds, userIds }: Organisation,
): Promise<StoredDemoCandidate[]> {
  const stored: StoredDemoCandidate[] = [];
  for (const plan of plans) {
    const officeId = branchIds[plan.branch]!;
    const recruiterId = userIds[plan.recruiter]!;
    const { id } = await insertCandidate(db, tenantId, {
      ...plan.body,
      officeId,
      responsibility: recruiterId,
    });
    stored.push({ id, officeId, recruiterId, plan });
  }
  await writeSkills(db, tenantId, stored);
  await writeResumes(db, tenantId, stored);
  return stored;
}

type SubRecordTable =
  | 'candidate_language'
  | 'candidate_profession'
  | 'candidate_qualification'
  | 'candidate_drivers_license'
  | 'candidate_keyword'
  | 'candidate_contact_channel'
  | 'resume_job'
  | 'resume_profession_education'
  | 'resume_school_education'
  | 'resume_education';

/** Inserts the rows of all candidates at once: at most a few hundred, far below PostgreSQL's limit of 65,535 parameters. */
function subRecordWriter(db: TenantDatabase, tenantId: number, stored: readonly StoredDemoCandidate[]) {
  return async <T extends SubRecordTable>(
    table: T,
    toRows: (plan: DemoCandidate) => Omit<Insertable<DB[T]>, 'tenant_id' | 'candidate_id'>[],
  ): Promise<void> => {
    // TypeScript does not see that the two columns make the row complete again.
    const rows = stored.flatMap(({ id, plan }) =>
      toRows(plan).map((row) => ({ tenant_id: tenantId, candidate_id: id, ...row }) as InsertObject<DB, T>),
    );
    if (rows.length > 0) await db.insertInto(table).values(rows).execute();
  };
}

async function writeSkills(
  db: TenantDatabase,
  tenantId: number,
  stored: readonly StoredDemoCandidate[],
): Promise<void> {
  const write = subRecordWriter(db, tenantId, stored);
  await write('candidate_language', ({ skills }) =>
    skills.languages.map((entry) => ({
      language_id: entry.languageId,
      language_level_id: entry.languageLevelId,
    })),
  );
  await write('candidate_profession', ({ skills }) =>
    skills.professions.map((entry) => ({
      profession_id: entry.professionId,
      is_primary: entry.isPrimary,
      years_of_experience: entry.yearsOfExperience,
    })),
  );
  await write('candidate_qualification', ({ skills }) =>
    skills.qualifications.map((entry) => ({ qualification_id: entry.qualificationId, score: entry.score })),
  );
  await write('candidate_drivers_license', ({ skills }) =>
    skills.driversLicenses.map((entry) => ({
      drivers_license_id: entry.driversLicenseId,
      issued_at: entry.issuedAt,
      valid_until: entry.validUntil,
    })),
  );
  await write('candidate_keyword', ({ skills }) =>
    skills.keywords.map((keyword) => ({ keyword, keyword_match: toNameMatch(keyword) })),
  );
  await write('candidate_contact_channel', ({ skills, createdAt }) =>
    skills.channels.map((channel) => ({
      kind: channel.kind,
      address: channel.address,
      address_match: toE164(channel.address)!,
      consent_checked: channel.consentChecked,
      is_primary: channel.isPrimary,
      created_at: addDays(createdAt, 0.01).toISOString(),
    })),
  );
}

async function writeResumes(
  db: TenantDatabase,
  tenantId: number,
  stored: readonly StoredDemoCandidate[],
): Promise<void> {
  const write = subRecordWriter(db, tenantId, stored);
  await write('resume_job', ({ resume }) =>
    resume.jobs.map((job) => ({
      employer: job.employer,
      position: job.position,
      from_date: job.fromDate,
      until_date: job.untilDate,
      is_current: job.isCurrent,
      description: job.description,
      city: job.city,
      country_id: job.countryId,
      profession_id: job.professionId,
      industry_id: job.industryId,
    })),
  );
  await write('resume_profession_education', ({ resume }) =>
    resume.professionEducations.map((education) => ({
      institution: education.institution,
      profession: education.profession,
      degree: education.degree,
      from_date: education.fromDate,
      until_date: education.untilDate,
      is_completed: true,
    })),
  );
  await write('resume_school_education', ({ resume }) =>
    resume.schoolEducations.map((education) => ({
      school: education.school,
      graduation: education.graduation,
      from_date: education.fromDate,
      until_date: education.untilDate,
      city: education.city,
    })),
  );
  await write('resume_education', ({ resume }) =>
    resume.educations.map((education) => ({
      title: education.title,
      provider: education.provider,
      from_date: education.fromDate,
      until_date: education.untilDate,
      hours: education.hours,
      certificate: education.certificate,
    })),
  );
}
