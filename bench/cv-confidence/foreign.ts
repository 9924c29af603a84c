import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CvFacts } from '../../server/areas/documents/cv/extract/facts.ts';
import type { ReadProperty } from '../../server/areas/documents/cv/values.ts';
import type { JudgedCv } from './judged-cv.ts';

// CVs of other makers, which lie beside the checkout where there are any: files, and what a person says they contain.

interface Place {
  title: string[];
  from?: string | null;
  until?: string | null;
  city?: string;
  optional?: boolean;
}

interface ForeignFacts {
  name: { first: string; last: string; title?: string };
  emails: string[];
  phones: string[];
  street?: string[];
  place?: { zip?: string; city: string[]; cityOnly?: boolean };
  birthDate?: string;
  birthPlace?: string[];
  nationality?: number;
  jobs: (Place & { employer: string })[];
  educations: (Place & { place: string; kinds?: string[] })[];
  courses: { title: string[] }[];
  languages: { id: number; levels?: number[] }[];
  licences: { ids: number[]; optional: number[] };
  qualifications: { id: number }[];
  optionalQualifications: number[];
}

interface ForeignCv {
  id: string;
  file: string;
  unreadable?: boolean;
  facts: ForeignFacts;
}

/** What a person would not call a skill, of the keywords that were read. The CVs say nothing about keywords. */
const NO_KEYWORDS = new Set(['certificate MAG (135)']);

const normal = (text: unknown) =>
  String(text ?? '')
    .normalize('NFKC')
    .replaceAll('İ', 'i')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .replaceAll('ø', 'o')
    .replaceAll(/[^\p{L}\d]+/gu, '');
const isSame = (left: unknown, right: unknown) => normal(left) === normal(right);

/** Where the foreign CVs are: in the directory of --foreign, beside this checkout, or beside the directory above it. */
export function findForeign(): string | undefined {
  const option = process.argv.indexOf('--foreign');
  if (option !== -1) return join(process.argv[option + 1]!, 'foreign');
  return ['../shared/cv/foreign', '../../shared/cv/foreign']
    .map((path) => join(import.meta.dirname, '../..', path))
    .find((path) => existsSync(join(path, 'truth.json')));
}

export async function readForeign(directory: string): Promise<JudgedCv[]> {
  const all = JSON.parse(await readFile(join(directory, 'truth.json'), 'utf8')) as ForeignCv[];
  return all
    .filter(({ unreadable }) => unreadable !== true)
    .map(({ id, file, facts }) => ({
      id,
      file: join(directory, file),
      isRight: (found, property, index) => isRight(facts, found, property, index),
    }));
}

interface FoundEntry {
  title?: string;
  place?: string;
  fromDate?: string;
  untilDate?: string;
  isCurrent?: boolean;
}

function isEntry(found: FoundEntry, expected: readonly (Place & { place: string })[]): boolean | undefined {
  const isDate = (date: string | undefined, wanted: string | null | undefined) =>
    wanted === undefined ? true : wanted === null ? date === undefined : (date ?? '').startsWith(wanted);
  const matches = expected.filter(
    (entry) =>
      entry.title.some((title) => isSame(title, found.title)) &&
      [entry.place, `${entry.place} ${entry.city ?? ''}`, `${entry.place} in ${entry.city ?? ''}`].some(
        (place) => isSame(place, found.place),
      ) &&
      isDate(found.fromDate, entry.from) &&
      isDate(found.untilDate, entry.until) &&
      (entry.until !== null || found.isCurrent !== false),
  );
  return matches.length > 0;
}

/** Whether the value is what a person reads. Undefined if the CV leaves it open. */
function isRight(
  truth: ForeignFacts,
  facts: CvFacts,
  property: ReadProperty,
  index: number,
): boolean | undefined {
  switch (property) {
    case 'title':
      return truth.name.title !== undefined && isSame(facts.name?.title, truth.name.title);
    case 'birth.date':
      return facts.birthDate === truth.birthDate;
    case 'birth.place':
      return truth.birthPlace?.some((place) => isSame(place, facts.birthPlace)) === true;
    case 'nationalityId':
      return facts.nationalityId === truth.nationality;
    case 'contact.email':
      return truth.emails.some((email) => email.toLowerCase() === facts.emails[index]?.toLowerCase());
    case 'contact.phone':
    case 'contact.mobile':
      return truth.phones.includes(facts.phones[index]!.e164);
    case 'location':
      return isAddress(truth, facts);
    case 'languages': {
      const { languageId, languageLevelId } = facts.languages[index]!;
      const expected = truth.languages.find(({ id }) => id === languageId);
      if (expected === undefined) return false;
      return (
        languageLevelId === undefined ||
        expected.levels === undefined ||
        expected.levels.includes(languageLevelId)
      );
    }
    case 'driversLicences': {
      const id = facts.driversLicenseIds[index]!;
      return truth.licences.ids.includes(id) || (truth.licences.optional.includes(id) ? undefined : false);
    }
    case 'qualifications': {
      const id = facts.qualificationIds[index]!;
      return (
        truth.qualifications.some((one) => one.id === id) ||
        (truth.optionalQualifications.includes(id) ? undefined : false)
      );
    }
    case 'keywords':
      return !NO_KEYWORDS.has(facts.keywords[index]!);
    default:
      return isResumeEntry(truth, facts, property, index);
  }
}

function isAddress({ street, place }: ForeignFacts, { address }: CvFacts): boolean {
  if (place === undefined) return false;
  const isStreet =
    address?.street === undefined ||
    isSame(`${address.street}${address.streetNumber ?? ''}`, street?.join(''));
  const isZip =
    place.cityOnly === true ? address?.zipCode === undefined : isSame(address?.zipCode, place.zip);
  return isStreet && isZip && place.city.some((city) => isSame(city, address?.city));
}

function isResumeEntry(
  truth: ForeignFacts,
  facts: CvFacts,
  property: ReadProperty,
  index: number,
): boolean | undefined {
  const educations = truth.educations;
  switch (property) {
    case 'resume.jobs': {
      const { position: title, employer: place, ...rest } = facts.jobs[index]!;
      return isEntry(
        { ...rest, title, place },
        truth.jobs.map((job) => ({ ...job, place: job.employer })),
      );
    }
    case 'resume.professionEducations': {
      const { profession: title, institution: place, ...rest } = facts.professionEducations[index]!;
      return isEntry({ ...rest, title, place }, educations);
    }
    case 'resume.schoolEducations': {
      const { graduation: title, school: place, ...rest } = facts.schoolEducations[index]!;
      return isEntry({ ...rest, title, place }, educations);
    }
    default: {
      const title = normal(facts.educations[index]!.title);
      return truth.courses.some((course) => course.title.some((one) => normal(one) === title));
    }
  }
}
