import type { TextLine } from '../text/lines.ts';
import { findAddress } from './address.ts';
import { findEmails, findPhones } from './contact.ts';
import { type Entry, readEntries } from './entries.ts';
import { educationScore, isSchool, positionScore } from './evidence.ts';
import type { CvFacts, CvPeriod } from './facts.ts';
import type { SectionKind } from './headings.ts';
import { findLanguages } from './languages.ts';
import { findLicences } from './licences.ts';
import { findName } from './name.ts';
import { type CatalogName, findBirth, findNationality } from './personal.ts';
import { findQualifications, type QualificationEntry } from './qualifications.ts';
import { type Section, toSections } from './sections.ts';

/** The value lists that words of a CV are looked up in. */
export interface CvCatalogs {
  languages: readonly CatalogName[];
  nationalities: readonly CatalogName[];
  countries: readonly CatalogName[];
  qualifications: readonly QualificationEntry[];
}

const PERSON = new Set<Section['kind']>(['head', 'contact', 'personal', 'profile']);
const EDUCATION = new Set<Section['kind']>(['training', 'school', 'education']);

/** What a CV in German or English says, out of its lines in reading order. Never throws; what is not found is absent. */
export function extractFacts(lines: readonly TextLine[], catalogs: CvCatalogs): CvFacts {
  const sections = toSections(lines);
  const linesOf = (isWanted: (kind: Section['kind']) => boolean) =>
    sections.filter(({ kind }) => isWanted(kind)).flatMap((section) => section.lines);
  const person = linesOf((kind) => PERSON.has(kind));
  const emails = findEmails(lines);
  const jobs = linesOf((kind) => kind === 'jobs');
  const educations = sections
    .filter(({ kind }) => EDUCATION.has(kind))
    .flatMap(({ kind, lines: of }) =>
      readEntries(of, educationScore, true).map((entry) => ({ kind: kind as SectionKind, entry })),
    );
  const schools = educations.filter(({ kind, entry }) =>
    kind === 'school' ? true : isSchool(entry.title, entry.place),
  );
  const trainings = educations.filter((education) => !schools.includes(education));
  return {
    name: findName(lines, emails, (line) => person.includes(line)),
    emails,
    phones: findPhones(person.length > 0 ? person : lines),
    address: findAddress(person) ?? findAddress(lines.slice(0, 20)),
    ...findBirth(lines),
    nationalityId: findNationality(lines, catalogs.nationalities, catalogs.countries),
    jobs: readEntries(jobs, positionScore, false)
      .filter(({ title, place }) => title !== '' && place !== '')
      .map(({ title, place, city, isCurrent, description, ...period }) => ({
        employer: place,
        position: title,
        city,
        isCurrent,
        description,
        ...toPeriod(period),
      })),
    professionEducations: trainings
      .filter(({ entry }) => entry.title !== '' && entry.place !== '')
      .map(({ entry }) => ({ institution: entry.place, profession: entry.title, ...toPeriod(entry) })),
    schoolEducations: schools.map(({ entry }) => ({
      school: entry.place || entry.title,
      graduation: entry.place === '' ? undefined : entry.title || undefined,
      ...toPeriod(entry),
    })),
    educations: readEntries(
      linesOf((kind) => kind === 'courses'),
      educationScore,
      true,
    ).map((entry) => ({
      title: entry.title || entry.place,
      provider: entry.title === '' ? undefined : entry.place || undefined,
      ...toPeriod(entry),
    })),
    languages: findLanguages(
      linesOf((kind) => kind === 'languages'),
      catalogs.languages,
    ),
    driversLicenseIds: findLicences(
      sections.flatMap(({ kind, lines: of }) =>
        kind === 'jobs' || EDUCATION.has(kind)
          ? []
          : of.map((line) => ({ line, isSection: kind === 'licences' })),
      ),
    ),
    qualificationIds: findQualifications(
      linesOf((kind) => kind === 'skills' || kind === 'courses' || kind === 'other'),
      catalogs.qualifications,
    ),
  };
}

function toPeriod({ fromDate, untilDate }: Pick<Entry, 'fromDate' | 'untilDate'>): CvPeriod {
  return { fromDate, untilDate };
}
