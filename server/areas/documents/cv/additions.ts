import type { TenantDatabase } from '../../../core/db/connection.ts';
import { toNameMatch } from '../../../core/text/name-form.ts';
import { truncate } from '../../../core/text/truncate.ts';
import type { FoundProfessions } from './catalog/professions.ts';
import type { CvFacts, CvPeriod } from './extract/facts.ts';
import { type Columns, type Finding, LISTS, type ListProperty, type Value } from './findings.ts';
import { findPrimaryChannels, readEntries } from './queries.ts';

// The lengths that the API accepts for these fields.
const ONE_LINE = 255;
const LONG_TEXT = 65_535;
/** For each table. A CV has fewer; a file that lists thousands of languages must not fill the record. */
const MAXIMUM_ENTRIES = 100;

const normal = (value: unknown) =>
  String(value ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]+/gu, '');
const short = (text: string) => truncate(text, ONE_LINE).toWellFormed().trim();
const optional = (text: string | undefined) =>
  text === undefined || short(text) === '' ? null : short(text);

/** An end before the beginning was misread. The record does not accept it. */
function datesOf({ fromDate, untilDate }: CvPeriod): Columns {
  const endsBeforeStart = fromDate !== undefined && untilDate !== undefined && untilDate < fromDate;
  return { from_date: fromDate ?? null, until_date: endsBeforeStart ? null : (untilDate ?? null) };
}

/** The rows for each list, in the order of the facts. channels.ts has those of addresses and numbers. */
function rowsOf(
  facts: CvFacts,
  professions: FoundProfessions,
): Record<Exclude<ListProperty, 'contactChannels'>, Columns[]> {
  return {
    'resume.jobs': facts.jobs.map((job, index) => ({
      employer: short(job.employer),
      position: short(job.position),
      ...datesOf(job),
      is_current: job.isCurrent,
      city: optional(job.city),
      description: job.description === undefined ? null : truncate(job.description, LONG_TEXT).toWellFormed(),
      profession_id: professions.ofJobs[index] ?? null,
    })),
    'resume.professionEducations': facts.professionEducations.map((entry) => ({
      institution: short(entry.institution),
      profession: short(entry.profession),
      ...datesOf(entry),
    })),
    'resume.schoolEducations': facts.schoolEducations.map((entry) => ({
      school: short(entry.school),
      graduation: optional(entry.graduation),
      ...datesOf(entry),
    })),
    'resume.educations': facts.educations.map((entry) => ({
      title: short(entry.title),
      provider: optional(entry.provider),
      ...datesOf(entry),
    })),
    languages: facts.languages.map((entry) => ({
      language_id: entry.languageId,
      language_level_id: entry.languageLevelId ?? null,
    })),
    driversLicences: facts.driversLicenseIds.map((id) => ({ drivers_license_id: id })),
    qualifications: facts.qualificationIds.map((id) => ({ qualification_id: id })),
    professionObjects: professions.ofPerson.map(({ professionId }) => ({ profession_id: professionId })),
    keywords: facts.keywords.map((keyword) => ({ keyword: short(keyword) })),
  };
}

/** Returns the entries that the CV has and the candidate does not. */
export async function findAdditions(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  facts: CvFacts,
  professions: FoundProfessions,
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const [property, rows] of Object.entries(rowsOf(facts, professions)) as [ListProperty, Columns[]][]) {
    if (rows.length === 0) continue;
    const known = await readList(db, tenantId, candidateId, property);
    for (const [index, columns] of rows.slice(0, MAXIMUM_ENTRIES).entries()) {
      if (columns[LISTS[property].key[0]] === '' || isKnown(property, columns, known)) continue;
      known.push(columns);
      const weight = property === 'professionObjects' ? professions.ofPerson[index] : undefined;
      found.push({ property, index, columns, weight });
    }
  }
  return found;
}

/** The entries of one of the candidate's lists. What the profile shows is a channel too. */
export async function readList(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  property: ListProperty,
): Promise<Columns[]> {
  const rows = await readEntries(db, tenantId, candidateId, property);
  return property === 'contactChannels'
    ? [...rows.map(asReachable), ...(await readShown(db, tenantId, candidateId))]
    : rows;
}

/** Keywords such as C, C++ and C# differ in their signs, and so do addresses. */
function formOf(property: ListProperty, value: unknown): string {
  if (property === 'contactChannels') return String(value);
  return property === 'keywords' ? toNameMatch(String(value)) : normal(value);
}

/**
 * Whether the list has the entry already: two entries are the same if their names are equal except for spelling and their
 * start dates are not known to differ.
 */
export function isKnown(property: ListProperty, entry: Columns, known: readonly Columns[]): boolean {
  return known.some(
    (other) =>
      LISTS[property].key.every(
        (column) => formOf(property, other[column]) === formOf(property, entry[column]),
      ) &&
      (other.from_date == null || entry.from_date == null || other.from_date === entry.from_date),
  );
}

/** A number of WhatsApp reaches the candidate like one of SMS. */
const asReachable = (row: Columns): Columns => (row.kind === 'whatsapp' ? { ...row, kind: 'sms' } : row);

/** The address and the numbers of the profile, as channels. */
async function readShown(db: TenantDatabase, tenantId: number, candidateId: number): Promise<Columns[]> {
  return toShown((await findPrimaryChannels(db, tenantId, candidateId)) ?? {});
}

/** The same of the columns of a profile. */
export function toShown(columns: {
  email_match?: Value;
  mobile_e164?: Value;
  phone_e164?: Value;
}): Columns[] {
  return [
    { kind: 'email', address_match: columns.email_match ?? null },
    { kind: 'sms', address_match: columns.mobile_e164 ?? null },
    { kind: 'sms', address_match: columns.phone_e164 ?? null },
  ].filter(({ address_match }) => address_match !== null);
}
