import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { CvFacts, CvPeriod } from '../../areas/documents/cv/extract/facts.ts';
import type { SampleEntry, SamplePerson } from './person.ts';
import * as words from './vocabulary.ts';

/** Ids of the list of countries. */
const COUNTRY_IDS = { de: 276, at: 40, ch: 756, gb: 826, us: 840 } as const;

/** Of a sample. No list has its keywords. */
export type SampleFacts = Omit<CvFacts, 'keywords'>;

/** What the CV of this person says, with dates as precise as the CV has them. */
export function toFacts(
  person: SamplePerson,
  shown: { yearsOnly: boolean; hasBirth: boolean; hasCity: boolean; englishId: number },
): SampleFacts {
  const period = ({ months }: SampleEntry): CvPeriod => ({
    fromDate: Number.isNaN(months.from) ? undefined : firstDay(months.from, shown.yearsOnly),
    untilDate: months.until === undefined ? undefined : lastDay(months.until, shown.yearsOnly),
  });
  const region = person.country.toUpperCase() as 'DE';
  return {
    name: { title: person.title, firstName: person.firstName, lastName: person.lastName },
    emails: [person.email],
    phones: person.phones.map((text) => ({
      text,
      e164: parsePhoneNumberFromString(text, region)!.number,
      isMobile: true,
    })),
    address: {
      street: person.street,
      streetNumber: person.streetNumber,
      zipCode: person.zipCode,
      city: person.city,
      countryId: COUNTRY_IDS[person.country],
    },
    birthDate: shown.hasBirth ? person.birthDate : undefined,
    birthPlace: shown.hasBirth && person.birthDate !== undefined ? person.birthPlace : undefined,
    nationalityId: shown.hasBirth ? person.nationality?.id : undefined,
    jobs: person.jobs.map((entry) => ({
      employer: entry.place,
      position: entry.title,
      ...period(entry),
      isCurrent: entry.months.until === undefined,
      city: shown.hasCity ? entry.city : undefined,
    })),
    professionEducations: person.trainings.map((entry) => ({
      institution: entry.place,
      profession: entry.title,
      ...period(entry),
    })),
    schoolEducations: person.schools.map((entry) => ({
      school: entry.place,
      graduation: entry.title,
      ...period(entry),
    })),
    educations: person.courses.map((entry) => ({
      title: entry.title,
      provider: entry.place,
      ...period(entry),
    })),
    languages: person.languages.map(({ id, levelId }) => ({
      languageId: id === 0 ? shown.englishId : id,
      languageLevelId: levelId,
    })),
    driversLicenseIds: [...(person.licence?.ids ?? [])],
    qualificationIds: [
      ...person.qualifications.map(({ id }) => id),
      ...person.skills.flatMap((skill) => words.SKILL_QUALIFICATIONS[skill] ?? []),
      ...person.courses.flatMap(({ title }) => words.COURSE_QUALIFICATIONS[title] ?? []),
    ],
  };
}

function firstDay(month: number, yearsOnly: boolean): string {
  return yearsOnly
    ? `${Math.floor(month / 12)}-01-01`
    : `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}

function lastDay(month: number, yearsOnly: boolean): string {
  if (yearsOnly) return `${Math.floor(month / 12)}-12-31`;
  return new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).toISOString().slice(0, 10);
}
