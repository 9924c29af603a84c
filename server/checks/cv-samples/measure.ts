import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CvCatalogs, extractFacts } from '../../areas/documents/cv/extract/extract.ts';
import { readText } from '../../areas/documents/cv/text/read-text.ts';
import { readCatalog } from '../../areas/masterdata/index.ts';
import type { Label } from './generate.ts';
import type { SampleFacts } from './person-facts.ts';

interface Score {
  right: number;
  found: number;
  expected: number;
}

/** By the name of a measured field, its items. An item is right if its text is the same as expected. */
const FIELDS: Record<string, (facts: SampleFacts) => string[]> = {
  name: ({ name }) => (name === undefined ? [] : [`${name.firstName}|${name.lastName}`]),
  title: ({ name }) => (name?.title === undefined ? [] : [name.title]),
  'e-mail': ({ emails }) => emails.map((email) => email.toLowerCase()),
  phone: ({ phones }) => phones.map(({ e164 }) => e164),
  street: ({ address }) =>
    address?.street === undefined ? [] : [`${address.street}|${address.streetNumber ?? ''}`],
  'postal code and city': ({ address }) =>
    address?.city === undefined
      ? []
      : [`${address.zipCode ?? ''}|${address.city}|${address.countryId ?? ''}`],
  'birth date': ({ birthDate }) => (birthDate === undefined ? [] : [birthDate]),
  'birth place': ({ birthPlace }) => (birthPlace === undefined ? [] : [birthPlace]),
  nationality: ({ nationalityId }) => (nationalityId === undefined ? [] : [String(nationalityId)]),
  'jobs (all four)': ({ jobs }) =>
    jobs.map((job) => [job.position, job.employer, job.fromDate, job.untilDate].join('|')),
  'educations (all four)': (facts) => [
    ...facts.professionEducations.map((entry) =>
      ['training', entry.profession, entry.institution, entry.fromDate, entry.untilDate].join('|'),
    ),
    ...facts.schoolEducations.map((entry) =>
      ['school', entry.graduation, entry.school, entry.fromDate, entry.untilDate].join('|'),
    ),
  ],
  'further training': ({ educations }) =>
    educations.map((entry) => [entry.title, entry.provider, entry.untilDate].join('|')),
  'languages with level': ({ languages }) =>
    languages.map((entry) => `${entry.languageId}|${entry.languageLevelId}`),
  'driving licences': ({ driversLicenseIds }) => driversLicenseIds.map(String),
  qualifications: ({ qualificationIds }) => qualificationIds.map(String),
};

// The fonts of the samples lack some letters and show them without their marks.
const LETTERS: Record<string, string> = { ı: 'i', ł: 'l', ś: 's' };
const comparable = (text: string) => text.replaceAll(/[ıłś]/g, (letter) => LETTERS[letter]!);

export const FIELD_NAMES: readonly string[] = Object.keys(FIELDS);
export const SAMPLES_DIRECTORY = join(import.meta.dirname, 'files');

export function builtInCatalogs(): CvCatalogs {
  return {
    languages: readCatalog('languages').entries,
    nationalities: readCatalog('nationalities').entries,
    countries: readCatalog('countries').entries,
    qualifications: readCatalog('qualifications').entries.map(({ id, nameDe, nameEn }) => ({
      id,
      names: [nameDe, nameEn],
    })),
  };
}

export async function readLabels(part: 'open' | 'held-out'): Promise<Label[]> {
  const directory = join(SAMPLES_DIRECTORY, part);
  const names = (await readdir(directory)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(directory, name), 'utf8')) as Label),
  );
}

const CATALOGS = builtInCatalogs();

async function readSample({ file }: Label): Promise<SampleFacts> {
  const bytes = new Uint8Array(await readFile(join(SAMPLES_DIRECTORY, file)));
  return extractFacts(await readText(bytes), CATALOGS);
}

/** Reads the CVs and compares them with their labels. `onMistake` is for work on the open part. */
export async function measure(
  labels: readonly Label[],
  onMistake?: (id: string, field: string, missing: string[], extra: string[]) => void,
  read: (label: Label) => Promise<SampleFacts> = readSample,
): Promise<Map<string, Score>> {
  const scores = new Map(
    FIELD_NAMES.map((name): [string, Score] => [name, { right: 0, found: 0, expected: 0 }]),
  );
  for (const label of labels) {
    const facts = await read(label);
    for (const [name, itemsOf] of Object.entries(FIELDS)) {
      const expected = itemsOf(label.facts).map(comparable);
      const found = itemsOf(facts).map(comparable);
      const missing = [...expected];
      const extra = found.filter((item) => {
        const place = missing.indexOf(item);
        if (place !== -1) missing.splice(place, 1);
        return place === -1;
      });
      const score = scores.get(name)!;
      score.expected += expected.length;
      score.found += found.length;
      score.right += expected.length - missing.length;
      if (missing.length + extra.length > 0) onMistake?.(label.id, name, missing, extra);
    }
  }
  return scores;
}

export function f1({ right, found, expected }: Score): number {
  return found + expected === 0 ? 1 : (2 * right) / (found + expected);
}
