import type { Block } from '../cv-samples/document.ts';
import type { DateForm } from './dates.ts';
import type { LayoutPerson } from './people.ts';

// Ways in which an entry shows title, employer, city and dates.

export interface Choice {
  separator: string;
  /** Where the city is: nowhere, after the employer, or on the right of its line. */
  city: 'none' | 'after' | 'right';
  citySeparator: string;
  dates: DateForm;
  duties: 'none' | 'bullets' | 'lines' | 'indented';
  isBold: boolean;
  hasGaps: boolean;
}

export interface HeadParts {
  title: string;
  place: string;
  /** Beside or below the employer. Undefined if it has no place of its own. */
  city?: string;
  /** Whether or not it has one. */
  anyCity: string;
  language: LayoutPerson['language'];
  isEducation: boolean;
  /** What is left of it is below the head. */
  duties: string[];
  dates: string;
  from: string;
  until: string;
  separator: string;
  isBold: boolean;
}

export type Head = (parts: HeadParts) => Block[];

const DATES_LEFT = [0.27, 0.73];
const YEARS_LEFT = [0.14, 0.86];
export const RIGHT = [0.68, 0.32];
export const line = (text: string, bold = false): Block => ({ kind: 'line', text, bold });
export const row = (cells: string[], widths: number[], bold = false): Block => ({
  kind: 'row',
  cells,
  widths,
  bold,
  alignsRight: widths === RIGHT,
});
/** The employer with its city, on a line of its own or in a cell. */
const placeLine = ({ place, city, isBold }: HeadParts, isFirst: boolean): Block =>
  city === undefined ? line(place, isBold && isFirst) : row([place, city], RIGHT, isBold && isFirst);

export const PLAIN_HEADS: Readonly<Record<string, Head>> = {
  'dates / title / employer': (p) => [line(p.dates), line(p.title, p.isBold), placeLine(p, false)],
  'dates / employer / title': (p) => [line(p.dates), placeLine(p, true), line(p.title)],
  'title / employer / dates': (p) => [line(p.title, p.isBold), placeLine(p, false), line(p.dates)],
  'employer / title / dates': (p) => [placeLine(p, true), line(p.title), line(p.dates)],
  'title / dates / employer': (p) => [line(p.title, p.isBold), line(p.dates), placeLine(p, false)],
  'employer / dates / title': (p) => [placeLine(p, true), line(p.dates), line(p.title)],
  'title | dates right / employer': (p) => [row([p.title, p.dates], RIGHT, p.isBold), placeLine(p, false)],
  'employer | dates right / title': (p) => [
    row([p.place, p.dates], RIGHT, p.isBold),
    p.city === undefined ? line(p.title) : row([p.title, p.city], RIGHT),
  ],
  'title / employer | dates right': (p) => [line(p.title, p.isBold), row([p.place, p.dates], RIGHT)],
  'employer / title | dates right': (p) => [placeLine(p, true), row([p.title, p.dates], RIGHT)],
  'dates left | title / employer': (p) => [
    row([p.dates, p.title], DATES_LEFT, p.isBold),
    row(['', p.place], DATES_LEFT),
  ],
  'dates left | employer / title': (p) => [
    row([p.dates, p.place], DATES_LEFT, p.isBold),
    row(['', p.title], DATES_LEFT),
  ],
  'dates left | title + employer': (p) => [
    row([p.dates, `${p.title}${p.separator}${p.place}`], DATES_LEFT, p.isBold),
  ],
  'dates left | employer + title': (p) => [
    row([p.dates, `${p.place}${p.separator}${p.title}`], DATES_LEFT, p.isBold),
  ],
  'title + employer / dates': (p) => [line(`${p.title}${p.separator}${p.place}`, p.isBold), line(p.dates)],
  'employer + title / dates': (p) => [line(`${p.place}${p.separator}${p.title}`, p.isBold), line(p.dates)],
  'dates / title + employer': (p) => [line(p.dates), line(`${p.title}${p.separator}${p.place}`, p.isBold)],
  'dates / employer + title': (p) => [line(p.dates), line(`${p.place}${p.separator}${p.title}`, p.isBold)],
  'title + employer | dates right': (p) => [
    row([`${p.title}${p.separator}${p.place}`, p.dates], RIGHT, p.isBold),
  ],
  'employer + title | dates right': (p) => [
    row([`${p.place}${p.separator}${p.title}`, p.dates], RIGHT, p.isBold),
  ],
  'title + employer (dates)': (p) => [line(`${p.title}${p.separator}${p.place} (${p.dates})`, p.isBold)],
  'title / employer + dates': (p) => [
    line(p.title, p.isBold),
    line(`${p.place}${/^ (?:bei|at) $/.test(p.separator) ? ', ' : p.separator}${p.dates}`),
  ],
  'dates: title + employer': (p) => [line(`${p.dates}: ${p.title}${p.separator}${p.place}`, p.isBold)],
  'dates  employer / * title': (p) => [
    line(`${p.dates}  ${p.place}`, p.isBold),
    { kind: 'bullet', text: p.title, sign: '•' },
  ],
  'from over until | title / employer': (p) => [
    row([p.from, p.title], YEARS_LEFT, p.isBold),
    row([p.until, p.place], YEARS_LEFT),
  ],
  'from over until | employer / title': (p) => [
    row([p.from, p.place], YEARS_LEFT, p.isBold),
    row([p.until, p.title], YEARS_LEFT),
  ],
  'from over sign over until | title / employer': (p) => [
    row([p.from, p.title], YEARS_LEFT, p.isBold),
    row(['–', p.place], YEARS_LEFT),
    row([p.until], YEARS_LEFT),
  ],
};
