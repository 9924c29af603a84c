import type { Block } from '../cv-samples/document.ts';
import { type Head, type HeadParts, line, RIGHT, row } from './heads.ts';

// Heads as templates, forms and agencies print them: with labels, dates below the city, narrow columns, tables.

const LABELS = {
  de: { job: ['Position', 'Arbeitgeber'], education: ['Abschluss', 'Einrichtung'] },
  en: { job: ['Job title', 'Employer'], education: ['Qualification', 'Institution'] },
} as const;
const WORDS = {
  de: { from: 'Von', until: 'Bis', begin: 'Beginn', end: 'Ende', period: 'Zeitraum', city: 'Ort' },
  en: { from: 'From', until: 'To', begin: 'Start date', end: 'End date', period: 'Period', city: 'Location' },
} as const;

const labelsOf = ({ language, isEducation }: HeadParts) =>
  LABELS[language][isEducation ? 'education' : 'job'];
const LABEL = [0.3, 0.7];
const NARROW = [0.13, 0.87];
const TABLE = [0.24, 0.36, 0.4];
const TABLE_OF_TEXTS = [0.38, 0.36, 0.26];
const MIDDLE = [0.3, 0.7];

export const TEMPLATE_HEADS: Readonly<Record<string, Head>> = {
  'labels: title / employer / from / until': (p) => {
    const [title, place] = labelsOf(p);
    const words = WORDS[p.language];
    return [
      line(`${title}: ${p.title}`),
      line(`${place}: ${p.place}`),
      ...(p.city === undefined ? [] : [line(`${words.city}: ${p.city}`)]),
      line(`${words.from}: ${p.from}`),
      line(`${words.until}: ${p.until}`),
    ];
  },
  'labels beside: begin / end / employer / title': (p) => {
    const [title, place] = labelsOf(p);
    const words = WORDS[p.language];
    return [
      row([words.begin, p.from], LABEL),
      row([words.end, p.until], LABEL),
      row([place, p.place], LABEL),
      row([title, p.title], LABEL),
    ];
  },
  'labels beside: period / title / employer': (p) => {
    const [title, place] = labelsOf(p);
    return [
      row([WORDS[p.language].period, p.dates], LABEL),
      row([title, p.title], LABEL),
      row([place, p.place], LABEL),
    ];
  },
  'dates left | employer / label | title': (p) => [
    row([p.dates, p.place], LABEL, p.isBold),
    row([labelsOf(p)[0], p.title], LABEL),
  ],
  'employer, title | city right / duty | dates right': (p) => datesBelow(p, `${p.place}, ${p.title}`),
  'title, employer | city right / duty | dates right': (p) => datesBelow(p, `${p.title}, ${p.place}`),
  'employer | city right / title | dates right': (p) => [
    row([p.place, p.anyCity], RIGHT, p.isBold),
    row([p.title, p.dates], RIGHT),
  ],
  'title | dates right / employer | city right': (p) => [
    row([p.title, p.dates], RIGHT, p.isBold),
    row([p.place, p.anyCity], RIGHT),
  ],
  'employer | city right / dates right / title': (p) => [
    row([p.place, p.anyCity], RIGHT, p.isBold),
    row(['', p.dates], RIGHT),
    line(p.title),
  ],
  'employer + title / dates | city': (p) => [
    line(`${p.place}${p.separator}${p.title}`, p.isBold),
    line(`${p.dates} | ${p.anyCity}`),
  ],
  'title / employer / dates | city beside': (p) => [
    line(p.title, p.isBold),
    line(p.place),
    row([p.dates, p.anyCity], MIDDLE),
  ],
  'dates left | title / city left | employer': (p) => [
    row([p.dates, p.title], LABEL, p.isBold),
    row([p.anyCity, p.place], LABEL),
  ],
  'dates left | employer / city left | title': (p) => [
    row([p.dates, p.place], LABEL, p.isBold),
    row([p.anyCity, p.title], LABEL),
  ],
  'dates | city / title / employer': (p) => [
    line(`${p.dates} | ${p.anyCity}`),
    line(p.title, p.isBold),
    line(p.place),
  ],
  'title / dates | city / employer': (p) => [
    line(p.title, p.isBold),
    line(`${p.dates} | ${p.anyCity}`),
    line(p.place),
  ],
  'dates narrow left | title / employer': (p) => [
    row([p.dates, p.title], NARROW, p.isBold),
    row(['', p.place], NARROW),
  ],
  'dates narrow left | employer / title': (p) => [
    row([p.dates, p.place], NARROW, p.isBold),
    row(['', p.title], NARROW),
  ],
  'table: dates | employer | title': (p) => [row([p.dates, p.place, p.title], TABLE)],
  'table: dates | title | employer': (p) => [row([p.dates, p.title, p.place], TABLE)],
  'table: title | employer | dates': (p) => [row([p.title, p.place, p.dates], TABLE_OF_TEXTS)],
  'table: employer | title | dates': (p) => [row([p.place, p.title, p.dates], TABLE_OF_TEXTS)],
};

/** Below the city, beside what describes the entry. */
function datesBelow({ anyCity, dates, duties, isBold }: HeadParts, text: string): Block[] {
  const first = duties.shift();
  return [row([text, anyCity], RIGHT, isBold), row([first === undefined ? '' : `   ${first}`, dates], RIGHT)];
}
