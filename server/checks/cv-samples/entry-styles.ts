import type { Block, SampleLanguage } from './document.ts';
import type { SampleEntry } from './person.ts';

// Styles in which a CV shows one entry of a list.

export interface EntryParts {
  entry: SampleEntry;
  dates: string;
  language: SampleLanguage;
  sign: string;
}

const WIDTHS = [0.26, 0.74];
const RIGHT = [0.7, 0.3];
const line = (text: string, bold = false): Block => ({ kind: 'line', text, bold });
const row = (cells: string[], widths: number[] = WIDTHS, bold = false): Block => ({
  kind: 'row',
  cells,
  widths,
  bold,
  alignsRight: widths === RIGHT,
});
const placeOf = ({ place, city }: SampleEntry, separator = ', ') =>
  city === undefined ? place : `${place}${separator}${city}`;
const bullets = ({ entry, sign }: EntryParts): Block[] =>
  entry.duties.map((text) => ({ kind: 'bullet', text, sign }));
const gap: Block = { kind: 'gap' };

export const tableTitleFirst = (parts: EntryParts): Block[] => [
  row([parts.dates, parts.entry.title], WIDTHS, true),
  row(['', placeOf(parts.entry)]),
  ...parts.entry.duties.map((text) => row(['', `${parts.sign} ${text}`])),
];
export const tablePlaceFirst = (parts: EntryParts): Block[] => [
  row([parts.dates, placeOf(parts.entry)], WIDTHS, true),
  row(['', parts.entry.title]),
  ...parts.entry.duties.map((text) => row(['', `${parts.sign} ${text}`])),
];
export const tableOneLine = (parts: EntryParts): Block[] => [
  row([parts.dates, `${parts.entry.title}, ${placeOf(parts.entry)}`]),
  ...(parts.entry.duties.length > 0 ? [row(['', parts.entry.duties.join(', ')])] : []),
];
export const tableAt = (parts: EntryParts): Block[] => [
  row([
    parts.dates,
    `${parts.entry.title} ${parts.language === 'de' ? 'bei' : 'at'} ${placeOf(parts.entry)}`,
  ]),
  ...parts.entry.duties.map((text) => row(['', `${parts.sign} ${text}`])),
];
export const datesRightTitleFirst = (parts: EntryParts): Block[] => [
  row([parts.entry.title, parts.dates], RIGHT, true),
  line(placeOf(parts.entry)),
  ...bullets(parts),
  gap,
];
export const datesRightPlaceFirst = (parts: EntryParts): Block[] => [
  row([placeOf(parts.entry), parts.dates], RIGHT, true),
  line(parts.entry.title),
  ...bullets(parts),
  gap,
];
export const headingLineAt = (parts: EntryParts): Block[] => [
  line(
    `${parts.entry.title} ${parts.language === 'de' ? 'bei' : 'at'} ${placeOf(parts.entry)} (${parts.dates})`,
    true,
  ),
  ...bullets(parts),
  gap,
];
export const headingLineDash = (parts: EntryParts): Block[] => [
  line(`${parts.dates}: ${parts.entry.title} – ${placeOf(parts.entry)}`, true),
  ...bullets(parts),
];
export const datesAboveTitleFirst = (parts: EntryParts): Block[] => [
  line(parts.dates),
  line(parts.entry.title, true),
  line(placeOf(parts.entry)),
  ...bullets(parts),
  gap,
];
export const datesAbovePlaceFirst = (parts: EntryParts): Block[] => [
  line(parts.dates),
  line(placeOf(parts.entry), true),
  line(parts.entry.title),
  ...bullets(parts),
  gap,
];
export const datesBelow = (parts: EntryParts): Block[] => [
  line(parts.entry.title, true),
  line(placeOf(parts.entry)),
  line(parts.dates),
  ...bullets(parts),
  gap,
];
export const pipes = (parts: EntryParts): Block[] => [
  line(`${parts.entry.title} | ${placeOf(parts.entry, ' | ')} | ${parts.dates}`, true),
  ...bullets(parts),
  gap,
];
export const placeThenDates = (parts: EntryParts): Block[] => [
  line(placeOf(parts.entry), true),
  line(`${parts.entry.title}, ${parts.dates}`),
  ...bullets(parts),
  gap,
];
export const placeDates = (parts: EntryParts): Block[] => [
  line(parts.entry.title, true),
  line(`${placeOf(parts.entry)} | ${parts.dates}`),
  ...bullets(parts),
  gap,
];
export const capitalsPlace = (parts: EntryParts): Block[] => [
  row([placeOf(parts.entry).toUpperCase() === '' ? '' : placeOf(parts.entry), parts.dates], RIGHT, true),
  line(parts.entry.title),
  ...bullets(parts),
];
export const shortList = (parts: EntryParts): Block[] => [
  line(`${parts.dates}  ${parts.entry.place}, ${parts.entry.title}`),
];
export const dashPlaceFirst = (parts: EntryParts): Block[] => [
  line(`${parts.dates} – ${placeOf(parts.entry)} – ${parts.entry.title}`),
  ...bullets(parts),
];
export const europass = (parts: EntryParts): Block[] => [
  row([parts.language === 'de' ? 'Zeitraum' : 'Dates', parts.dates]),
  row([parts.language === 'de' ? 'Beruf oder Funktion' : 'Occupation or position held', parts.entry.title]),
  row([parts.language === 'de' ? 'Name des Arbeitgebers' : 'Name of employer', placeOf(parts.entry)]),
  ...(parts.entry.duties.length > 0
    ? [row([parts.language === 'de' ? 'Tätigkeiten' : 'Main activities', parts.entry.duties.join('; ')])]
    : []),
  gap,
];
export const europassNew = (parts: EntryParts): Block[] => [
  line(`[ ${parts.dates} ]`),
  line(parts.entry.title, true),
  line(
    parts.language === 'de' ? `Arbeitgeber: ${placeOf(parts.entry)}` : `Employer: ${placeOf(parts.entry)}`,
  ),
  ...bullets(parts),
  gap,
];
export const threeColumns = (parts: EntryParts): Block[] => [
  row([parts.dates, parts.entry.title, placeOf(parts.entry)], [0.24, 0.36, 0.4]),
];
export const colonLine = (parts: EntryParts): Block[] => [
  line(`${parts.entry.title}: ${placeOf(parts.entry)}, ${parts.dates}`, true),
  ...bullets(parts),
];
