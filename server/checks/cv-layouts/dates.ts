import { MONTHS, SHORT_MONTHS_DE } from '../cv-samples/cv-words.ts';
import type { LayoutEntry, LayoutPerson } from './people.ts';

// Forms in which a CV writes the months of an entry.

type Language = LayoutPerson['language'];

const two = (value: number) => String(value).padStart(2, '0');
const yearOf = (months: number) => String(Math.floor(months / 12));
const SHORT = { de: SHORT_MONTHS_DE, en: MONTHS.en.map((name) => name.slice(0, 3)) };
const NOW = { de: 'heute', en: 'present' };
const SINCE = { de: 'seit', en: 'since' };

export interface DateForm {
  key: string;
  /** How exact the truth is: a form can leave out the months. */
  precision: 'month' | 'year';
  point: (months: number, language: Language) => string;
  joint: string;
  /** "seit 2019" instead of "2019 – heute". */
  usesSince?: boolean;
  /** What is said of a job that lasts. */
  now?: Record<Language, string>;
}

const inMonths = (key: string, joint: string, point: DateForm['point'], usesSince = false): DateForm => ({
  key,
  precision: 'month',
  point,
  joint,
  usesSince,
});
const inYears = (key: string, joint: string, usesSince = false): DateForm => ({
  key,
  precision: 'year',
  point: yearOf,
  joint,
  usesSince,
});
const shortYear = (months: number) => yearOf(months).slice(2);
const plainShort = (months: number, language: Language) => SHORT[language][months % 12]!.replace('.', '');
const slash = (months: number) => `${two((months % 12) + 1)}/${yearOf(months)}`;
const dot = (months: number) => `${two((months % 12) + 1)}.${yearOf(months)}`;
const short = (months: number, language: Language) => `${SHORT[language][months % 12]} ${yearOf(months)}`;

/** In letter-spaced capitals, the distance after a narrow letter comes as a space. */
const tear = (text: string) => text.toUpperCase().replaceAll(/(?<=[ENT])(?=\p{L})/gu, ' ');
const month = (months: number, language: Language) => `${MONTHS[language][months % 12]} ${yearOf(months)}`;

export const DATE_FORMS: readonly DateForm[] = [
  {
    ...inMonths('SE PT E MBE R 2019', ' — ', (months, language) => tear(month(months, language))),
    now: { de: tear('heute'), en: tear('present') },
  },
  { ...inMonths('MM/YYYY – to date', ' – ', slash), now: { de: 'bis heute', en: 'to date' } },
  { ...inMonths('MM.YYYY - dato', ' - ', dot), now: { de: 'dato', en: 'ongoing' } },
  inMonths('MM/YYYY - MM/YYYY', ' - ', slash),
  inMonths('MM/YYYY bis', ' bis ', slash),
  inMonths('MM.YYYY–', '–', dot),
  inMonths('seit MM/YYYY', ' – ', slash, true),
  inMonths('Apr. 2019', ' – ', short),
  inMonths('since Apr 2019', ' to ', short, true),
  inMonths('April 2019', ' – ', month),
  inMonths('2019-04', ' – ', (months) => `${yearOf(months)}-${two((months % 12) + 1)}`),
  inMonths('MM/YY', ' - ', (months) => `${two((months % 12) + 1)}/${shortYear(months)}`),
  inMonths('2019-Apr', ' – ', (months, language) => `${yearOf(months)}-${SHORT[language][months % 12]}`),
  inMonths('Apr-19', ' - ', (months, language) => `${plainShort(months, language)}-${shortYear(months)}`),
  inMonths("Apr '19", ' – ', (months, language) => `${plainShort(months, language)} '${shortYear(months)}`),
  inMonths('MM.YY', ' – ', (months) => `${two((months % 12) + 1)}.${shortYear(months)}`),
  inMonths('MM|YYYY', ' – ', (months) => `${two((months % 12) + 1)}|${yearOf(months)}`),
  inYears('2019 – 2021', ' – '),
  inYears('2019-2021', '-'),
  inYears('since 2019', ' – ', true),
];

export function periodText(
  { from, until, hasOneDate }: LayoutEntry,
  form: DateForm,
  language: Language,
): string {
  const begin = form.point(from, language);
  if (hasOneDate) return begin;
  if (until !== undefined) return `${begin}${form.joint}${form.point(until, language)}`;
  return form.usesSince
    ? `${SINCE[language]} ${begin}`
    : `${begin}${form.joint}${(form.now ?? NOW)[language]}`;
}

export function endText({ until }: LayoutEntry, form: DateForm, language: Language): string {
  return until === undefined ? (form.now ?? NOW)[language] : form.point(until, language);
}

/** How the dates that are read begin, if they are right. */
export function expectedDate(months: number | undefined, { precision }: DateForm): string | undefined {
  if (months === undefined) return undefined;
  return precision === 'year' ? yearOf(months) : `${yearOf(months)}-${two((months % 12) + 1)}`;
}
