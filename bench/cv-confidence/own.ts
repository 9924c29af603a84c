import { join } from 'node:path';
import type { ReadProperty } from '../../server/areas/documents/cv/values.ts';
import { readLabels, SAMPLES_DIRECTORY } from '../../server/checks/cv-samples/measure.ts';
import type { SampleFacts } from '../../server/checks/cv-samples/person-facts.ts';
import type { JudgedCv } from './judged-cv.ts';

// The fonts of the samples lack some letters and show them without their marks.
const LETTERS: Record<string, string> = { ı: 'i', ł: 'l', ś: 's' };
const comparable = (value: unknown) =>
  JSON.stringify(value ?? null).replaceAll(/[ıłś]/g, (letter) => LETTERS[letter]!);

/** The values of a property, each as what is compared. The labels have no keywords. */
const VALUES: Record<Exclude<ReadProperty, 'keywords'>, (facts: SampleFacts) => unknown[]> = {
  title: ({ name }) => [name?.title],
  'birth.date': ({ birthDate }) => [birthDate],
  'birth.place': ({ birthPlace }) => [birthPlace],
  nationalityId: ({ nationalityId }) => [nationalityId],
  'contact.email': ({ emails }) => emails.map((email) => email.toLowerCase()),
  'contact.phone': ({ phones }) => phones.map(({ e164 }) => e164),
  'contact.mobile': ({ phones }) => phones.map(({ e164 }) => e164),
  location: ({ address }) => [[address?.street, address?.streetNumber, address?.zipCode, address?.city]],
  'resume.jobs': ({ jobs }) => jobs.map((job) => [job.position, job.employer, job.fromDate, job.untilDate]),
  'resume.professionEducations': ({ professionEducations }) =>
    professionEducations.map((one) => [one.profession, one.institution, one.fromDate, one.untilDate]),
  'resume.schoolEducations': ({ schoolEducations }) =>
    schoolEducations.map((one) => [one.graduation, one.school, one.fromDate, one.untilDate]),
  'resume.educations': ({ educations }) => educations.map((one) => [one.title, one.provider, one.untilDate]),
  languages: ({ languages }) => languages.map((one) => [one.languageId, one.languageLevelId]),
  driversLicences: ({ driversLicenseIds }) => driversLicenseIds,
  qualifications: ({ qualificationIds }) => qualificationIds,
};

/** The generated CVs of this repository. */
export async function readOwn(): Promise<JudgedCv[]> {
  return [...(await readLabels('open')), ...(await readLabels('held-out'))].map(({ id, file, facts }) => ({
    id: `own ${id}`,
    file: join(SAMPLES_DIRECTORY, file),
    isRight: (found, property, index) => {
      if (property === 'keywords') return undefined;
      const expected = VALUES[property](facts).map(comparable);
      return expected.includes(comparable(VALUES[property](found)[index]));
    },
  }));
}
