import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { CvFacts, CvPeriod } from './extract/facts.ts';

// The lengths that the API accepts for these fields.
const ONE_LINE = 255;
const LONG_TEXT = 65_535;
/** For each table. A CV has fewer; a file that lists thousands of languages must not fill the record. */
const MAXIMUM_ENTRIES = 100;

type Row = Record<string, string | number | boolean | null>;

/** The property of a candidate with the rows of each table. */
export const LIST_PROPERTIES = {
  resume_job: 'resume.jobs',
  resume_profession_education: 'resume.professionEducations',
  resume_school_education: 'resume.schoolEducations',
  resume_education: 'resume.educations',
  candidate_language: 'languages',
  candidate_drivers_license: 'driversLicences',
  candidate_qualification: 'qualifications',
} as const;

/** Rows that a CV adds to one table of a candidate. */
interface Additions {
  table: keyof typeof LIST_PROPERTIES;
  rows: Row[];
}

const normal = (value: unknown) =>
  String(value ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]+/gu, '');
const short = (text: string) => text.slice(0, ONE_LINE).toWellFormed().trim();
const optional = (text: string | undefined) =>
  text === undefined || short(text) === '' ? null : short(text);

/** An end before the beginning was misread. The record does not accept it. */
function datesOf({ fromDate, untilDate }: CvPeriod): Row {
  const endsBeforeStart = fromDate !== undefined && untilDate !== undefined && untilDate < fromDate;
  return { from_date: fromDate ?? null, until_date: endsBeforeStart ? null : (untilDate ?? null) };
}

/** The rows for each table. `key` lists the columns that identify the thing that a row is about. */
function proposals(facts: CvFacts): (Additions & { key: string[] })[] {
  return [
    {
      table: 'resume_job',
      key: ['employer', 'position'],
      rows: facts.jobs.map((job) => ({
        employer: short(job.employer),
        position: short(job.position),
        ...datesOf(job),
        is_current: job.isCurrent,
        city: optional(job.city),
        description: job.description?.slice(0, LONG_TEXT).toWellFormed() ?? null,
      })),
    },
    {
      table: 'resume_profession_education',
      key: ['institution', 'profession'],
      rows: facts.professionEducations.map((entry) => ({
        institution: short(entry.institution),
        profession: short(entry.profession),
        ...datesOf(entry),
      })),
    },
    {
      table: 'resume_school_education',
      key: ['school', 'graduation'],
      rows: facts.schoolEducations.map((entry) => ({
        school: short(entry.school),
        graduation: optional(entry.graduation),
        ...datesOf(entry),
      })),
    },
    {
      table: 'resume_education',
      key: ['title', 'provider'],
      rows: facts.educations.map((entry) => ({
        title: short(entry.title),
        provider: optional(entry.provider),
        ...datesOf(entry),
      })),
    },
    {
      table: 'candidate_language',
      key: ['language_id'],
      rows: facts.languages.map((entry) => ({
        language_id: entry.languageId,
        language_level_id: entry.languageLevelId ?? null,
      })),
    },
    {
      table: 'candidate_drivers_license',
      key: ['drivers_license_id'],
      rows: facts.driversLicenseIds.map((id) => ({ drivers_license_id: id })),
    },
    {
      table: 'candidate_qualification',
      key: ['qualification_id'],
      rows: facts.qualificationIds.map((id) => ({ qualification_id: id })),
    },
  ];
}

/**
 * Returns what the CV has and the candidate does not. Two entries are the same if their names are equal except for
 * spelling and their start dates are not known to differ.
 */
export async function findAdditions(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  facts: CvFacts,
): Promise<Additions[]> {
  const additions: Additions[] = [];
  for (const { table, key, rows } of proposals(facts)) {
    if (rows.length === 0) continue;
    const known = (await db
      .selectFrom(table)
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('candidate_id', '=', candidateId)
      .execute()) as Row[];
    const added: Row[] = [];
    const isSame = (left: Row, right: Row) =>
      key.every((column) => normal(left[column]) === normal(right[column])) &&
      (left.from_date == null || right.from_date == null || left.from_date === right.from_date);
    for (const row of rows.slice(0, MAXIMUM_ENTRIES)) {
      if (row[key[0]!] === '' || [...known, ...added].some((other) => isSame(other, row))) continue;
      added.push(row);
    }
    if (added.length > 0) additions.push({ table, rows: added });
  }
  return additions;
}
