import { type QualificationEntry, toQualificationForms } from '../catalog/qualifications.ts';
import type { TextLine } from '../text/lines.ts';
import { findAddress, findStreetAndCity } from './address.ts';
import { extractCareer } from './career.ts';
import { findEmails, findPhones } from './contact.ts';
import { extractCourses } from './courses.ts';
import type { CvFacts } from './facts.ts';
import { findKeywords } from './keywords.ts';
import { joinLabelledAddress } from './labelled-address.ts';
import { findLanguages, findLanguagesElsewhere } from './languages.ts';
import { findDocumentDate, withoutLetter } from './letter.ts';
import { findLicences } from './licences.ts';
import { limitFacts } from './limits.ts';
import { findName } from './name.ts';
import { type CatalogName, findBirth, findNationality } from './personal.ts';
import { findPhoneCountries } from './phone-country.ts';
import { findQualifications } from './qualifications.ts';
import { type Section, toSections } from './sections.ts';

/** The value lists in which words of a CV are looked up. */
export interface CvCatalogs {
  languages: readonly CatalogName[];
  nationalities: readonly CatalogName[];
  countries: readonly CatalogName[];
  qualifications: readonly QualificationEntry[];
}

/** Lines at the top of a CV that can hold the address when no section about the person has it. */
const HEAD_LINES = 20;

const PERSON = new Set<Section['kind']>(['head', 'contact', 'personal', 'profile']);
const EDUCATION = new Set<Section['kind']>(['school', 'education']);

/** Lists of entries, in which languages, addresses and numbers are those of others. */
const LISTS = new Set<Section['kind']>(['jobs', 'career', 'school', 'education', 'courses']);

/** Lines of the sections that a predicate accepts. */
type LinesOf = (isWanted: (kind: Section['kind']) => boolean) => TextLine[];

/** What a CV in German or English says, given its lines in reading order. Never throws. What is not found is absent. */
export function extractFacts(source: readonly TextLine[], catalogs: CvCatalogs): CvFacts {
  const lines = withoutLetter(source);
  const sections = toSections(lines);
  const linesOf: LinesOf = (isWanted) =>
    sections.filter(({ kind }) => isWanted(kind)).flatMap((section) => section.lines);
  const person = extractPerson(lines, linesOf, catalogs);
  const qualifications = toQualificationForms(catalogs.qualifications);
  return limitFacts({
    ...person,
    documentDate: findDocumentDate(source)?.date,
    ...extractCareer(
      sections,
      sections.filter(({ kind }) => PERSON.has(kind) || kind === 'other'),
    ),
    educations: extractCourses(sections.filter(({ kind }) => kind === 'courses').map((own) => own.lines)),
    languages: extractLanguages(linesOf, catalogs),
    driversLicenseIds: findLicences(
      sections.flatMap(({ kind, lines: own }) =>
        kind === 'jobs' || kind === 'career' || EDUCATION.has(kind)
          ? []
          : own.map((line) => ({ line, isSection: kind === 'licences' })),
      ),
    ),
    qualificationIds: findQualifications(
      linesOf((kind) => kind === 'skills' || kind === 'courses' || kind === 'other'),
      qualifications,
    ),
    keywords: findKeywords(
      sections.filter(({ kind }) => kind === 'skills').map((section) => section.lines),
      {
        languages: catalogs.languages,
        qualifications,
        names: [person.name?.firstName ?? '', person.name?.lastName ?? ''],
      },
    ),
  });
}

function extractLanguages(linesOf: LinesOf, { languages }: CvCatalogs): CvFacts['languages'] {
  const stated = findLanguages(
    linesOf((kind) => kind === 'languages'),
    languages,
  );
  if (stated.length > 0) return stated;
  return findLanguagesElsewhere(
    linesOf((kind) => !LISTS.has(kind)),
    languages,
  );
}

function extractPerson(lines: readonly TextLine[], linesOf: LinesOf, catalogs: CvCatalogs) {
  const person = linesOf((kind) => PERSON.has(kind));
  const outside = linesOf((kind) => !LISTS.has(kind));
  const emails = findEmails(lines);
  const address =
    findAddress(joinLabelledAddress(person), catalogs.countries) ??
    findAddress(lines.slice(0, HEAD_LINES), catalogs.countries) ??
    findAddress(outside, catalogs.countries) ??
    findStreetAndCity(person, catalogs.countries);
  const countries = findPhoneCountries(lines, address?.countryId);
  return {
    name: findName(lines, emails, (line) => person.includes(line)),
    emails,
    phones: firstFound([person, outside, lines], (part) => findPhones(part, countries)),
    address,
    ...findBirth(lines, (line) => person.includes(line)),
    nationalityId: findNationality(lines, catalogs.nationalities, catalogs.countries),
  };
}

function firstFound<Found>(
  parts: readonly (readonly TextLine[])[],
  find: (lines: readonly TextLine[]) => Found[],
): Found[] {
  for (const part of parts) {
    const found = find(part);
    if (found.length > 0) return found;
  }
  return [];
}
