import { truncate } from '../../../core/text/truncate.ts';
import type { CatalogName } from '../cv/extract/personal.ts';
import { MAXIMUM_LINE } from '../cv/values.ts';
import { toWords } from '../cv/words.ts';

/** What a candidate has and a CV can say. Ids of value lists where the candidate has them. */
export interface KnownValues {
  title: string | null;
  birthDate: string | null;
  birthPlace: string | null;
  nationalityId: number | null;
  email: string | null;
  phone: string | null;
  mobile: string | null;
  street: string | null;
  zipCode: string | null;
  city: string | null;
  languages: readonly KnownId[];
  driversLicences: readonly KnownId[];
  qualifications: readonly KnownId[];
  jobs: readonly KnownEntry[];
  professionEducations: readonly KnownEntry[];
  schoolEducations: readonly KnownEntry[];
  educations: readonly KnownEntry[];
}

interface KnownId {
  id: number;
  /** Of the value list. */
  valueId: number;
}

interface KnownEntry {
  id: number;
  /** What the entry is called, and where it was. */
  name: string;
  place: string | null;
}

/** The names of the entries of value lists, by their ids. */
export interface Names {
  languages: ReadonlyMap<number, CatalogName>;
  nationalities: ReadonlyMap<number, CatalogName>;
  driversLicences: ReadonlyMap<number, CatalogName>;
  qualifications: ReadonlyMap<number, CatalogName>;
}

interface CvSource {
  property: string;
  id: number | null;
  line: string;
}

/** A line as it is compared. */
interface Line {
  text: string;
  /** Its letters and digits in lower case, with a space between words and at both ends. */
  words: string;
  digits: string;
}

type Condition = (line: Line) => boolean;

/** A value to look for. The conditions that come first say most. */
interface Wanted {
  property: string;
  id: number | null;
  conditions: readonly Condition[];
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

/** The lines of a CV that have what the candidate has now, each value with the first line that does. */
export function findSources(text: string, known: KnownValues, names: Names): CvSource[] {
  const lines = text
    .split('\n')
    .map((line): Line => ({ text: line.trim(), words: toWords(line), digits: digitsOf(line) }));
  return wantedOf(known, names).flatMap(({ property, id, conditions }) => {
    for (const condition of conditions) {
      const found = lines.find(condition);
      if (found !== undefined)
        return [{ property, id, line: truncate(found.text, MAXIMUM_LINE).toWellFormed() }];
    }
    return [];
  });
}

function wantedOf(known: KnownValues, names: Names): Wanted[] {
  const one = (property: string, ...conditions: Condition[]): Wanted => ({ property, id: null, conditions });
  const lists = {
    'resume.jobs': known.jobs,
    'resume.professionEducations': known.professionEducations,
    'resume.schoolEducations': known.schoolEducations,
    'resume.educations': known.educations,
  };
  const ofValues = (property: string, values: readonly KnownId[], list: Names['languages'], has = named) =>
    values.map(({ id, valueId }): Wanted => ({ property, id, conditions: has(list.get(valueId)) }));
  return [
    one('title', ...having(known.title)),
    one('birth.date', ...onDate(known.birthDate)),
    one('birth.place', ...having(known.birthPlace)),
    one('nationalityId', ...named(names.nationalities.get(known.nationalityId ?? 0))),
    one('contact.email', ...withAddress(known.email)),
    one('contact.phone', ...withNumber(known.phone)),
    one('contact.mobile', ...withNumber(known.mobile)),
    one('location', ...having(known.zipCode, known.city), ...having(known.street), ...having(known.city)),
    ...Object.entries(lists).flatMap(([property, entries]) =>
      entries.map(({ id, name, place }) => ({
        property,
        id,
        conditions: [...having(name, place), ...having(name), ...having(place)],
      })),
    ),
    ...ofValues('languages', known.languages, names.languages),
    ...ofValues('driversLicences', known.driversLicences, names.driversLicences, asLicence),
    ...ofValues('qualifications', known.qualifications, names.qualifications),
  ];
}

/** All of the texts as the beginnings of words: a CV writes German as well as German skills. None if one is missing. */
function having(...texts: (string | null | undefined)[]): Condition[] {
  const words = texts.map((text) => toWords(text ?? '').trimEnd());
  return words.includes('') ? [] : [(line) => words.every((word) => line.words.includes(word))];
}

function named(name: CatalogName | undefined): Condition[] {
  if (name === undefined) return [];
  const forms = [name.nameDe, name.nameEn].flatMap((form) => [form, form.replace(/\s*[(/].*$/, '')]);
  // Whole words first: Deutsche Bahn is no language.
  const whole = forms.map((form): Condition => {
    const words = toWords(form);
    return (line) => words !== '  ' && line.words.includes(words);
  });
  return [...whole, ...forms.flatMap((form) => having(form))];
}

const LICENCE =
  / (?:\p{L}*fuhrerschein|fahrerlaubnis|driv\p{L}* licen[cs]e|klassen?|class(?:es)?|pkw|lkw)\p{L}* /u;

/** The name of a licence ends with its class, which is one or two letters: only a line about licences has it. */
function asLicence(name: CatalogName | undefined): Condition[] {
  const licence = name && toWords(name.nameDe).trim().split(' ').at(-1)!;
  if (licence === undefined || licence.length > 3) return named(name);
  return [(line) => LICENCE.test(line.words) && line.words.includes(` ${licence} `)];
}

// Blanks before the bracket are matched only from the first of them: from each of them, a long run would take quadratic time.
const WRITTEN_AT = /(?:(?<!\s)\s+)?[[(](?:at|ät)[\])]\s*/g;

function withAddress(email: string | null): Condition[] {
  if (email === null) return [];
  const address = email.toLowerCase();
  return [({ text }) => text.toLowerCase().replaceAll(WRITTEN_AT, '@').includes(address)];
}

const COUNTRY_CODE = /^(?:49|0049|0)/;
/** Fewer digits are in dates and postal codes as well. */
const MINIMUM_DIGITS = 6;

function withNumber(number: string | null): Condition[] {
  const digits = digitsOf(number ?? '').replace(COUNTRY_CODE, '');
  // "+49 (0) 171" has another zero.
  return digits.length < MINIMUM_DIGITS ? [] : [(line) => line.digits.includes(digits)];
}

/** In German and English, also shortened. Without accents. */
const MONTHS = [
  'jan(?:uar|uary)?',
  'feb(?:ruar|ruary)?',
  'ma(?:rz|erz|r|rch)',
  'apr(?:il)?',
  'ma[iy]',
  'jun[ie]?',
  'jul[iy]?',
  'aug(?:ust)?',
  'sept?(?:ember)?',
  'o[kc]t(?:ober)?',
  'nov(?:ember)?',
  'de[zc](?:ember)?',
];

/** A date in digits, or with the name of the month in German or English. */
function onDate(date: string | null): Condition[] {
  if (date === null) return [];
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const short = String(year % 100).padStart(2, '0');
  const [d, m] = [`0?${day}`, `0?${month}`];
  const name = MONTHS[month - 1];
  const dayFirst = `${d} ${m} (?:${year}|${short})|${year} ${m} ${d}`;
  const inWords = `${d}(?:st|nd|rd|th)? ${name} ${year}|${name} ${d}(?:st|nd|rd|th)? ${year}`;
  const pattern = new RegExp(` (?:${dayFirst}|${inWords}) `);
  const american = new RegExp(`\\b${m}/${d}/${year}\\b`);
  return [({ words }) => pattern.test(words), ({ text }) => american.test(text)];
}
