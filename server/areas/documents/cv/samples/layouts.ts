import type { Block, HeadingStyle, SampleFormat, SampleLanguage } from './document.ts';
import type { SampleEntry } from './person.ts';

export type DateStyle =
  | 'numeric'
  | 'numericTo'
  | 'padded'
  | 'monthName'
  | 'shortMonth'
  | 'years'
  | 'since'
  | 'full';
export type HeaderStyle = 'left' | 'centered' | 'labelled' | 'twoColumns' | 'oneLine' | 'europass' | 'titled';
export type Section =
  | 'profile'
  | 'jobs'
  | 'training'
  | 'school'
  | 'education'
  | 'courses'
  | 'languages'
  | 'skills'
  | 'licences'
  | 'interests'
  | 'personal'
  | 'contact';

export interface EntryParts {
  entry: SampleEntry;
  dates: string;
  language: SampleLanguage;
  sign: string;
}

export interface Layout {
  key: string;
  languages: readonly SampleLanguage[];
  formats: readonly SampleFormat[];
  header: HeaderStyle;
  heading: HeadingStyle;
  dates: DateStyle;
  entry: (parts: EntryParts) => Block[];
  /** In order; those of `side` stand in a narrow column of their own. */
  main: readonly Section[];
  side?: { place: 'left' | 'right'; sections: readonly Section[] };
  languageStyle: 'parentheses' | 'colon' | 'dash' | 'row' | 'sentence';
  photo?: boolean;
  furniture?: boolean;
  /** Without the place of each job. */
  hidesCity?: boolean;
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

const tableTitleFirst = (parts: EntryParts): Block[] => [
  row([parts.dates, parts.entry.title], WIDTHS, true),
  row(['', placeOf(parts.entry)]),
  ...parts.entry.duties.map((text) => row(['', `${parts.sign} ${text}`])),
];
const tablePlaceFirst = (parts: EntryParts): Block[] => [
  row([parts.dates, placeOf(parts.entry)], WIDTHS, true),
  row(['', parts.entry.title]),
  ...parts.entry.duties.map((text) => row(['', `${parts.sign} ${text}`])),
];
const tableOneLine = (parts: EntryParts): Block[] => [
  row([parts.dates, `${parts.entry.title}, ${placeOf(parts.entry)}`]),
  ...(parts.entry.duties.length > 0 ? [row(['', parts.entry.duties.join(', ')])] : []),
];
const tableAt = (parts: EntryParts): Block[] => [
  row([
    parts.dates,
    `${parts.entry.title} ${parts.language === 'de' ? 'bei' : 'at'} ${placeOf(parts.entry)}`,
  ]),
  ...parts.entry.duties.map((text) => row(['', `${parts.sign} ${text}`])),
];
const datesRightTitleFirst = (parts: EntryParts): Block[] => [
  row([parts.entry.title, parts.dates], RIGHT, true),
  line(placeOf(parts.entry)),
  ...bullets(parts),
  gap,
];
const datesRightPlaceFirst = (parts: EntryParts): Block[] => [
  row([placeOf(parts.entry), parts.dates], RIGHT, true),
  line(parts.entry.title),
  ...bullets(parts),
  gap,
];
const headingLineAt = (parts: EntryParts): Block[] => [
  line(
    `${parts.entry.title} ${parts.language === 'de' ? 'bei' : 'at'} ${placeOf(parts.entry)} (${parts.dates})`,
    true,
  ),
  ...bullets(parts),
  gap,
];
const headingLineDash = (parts: EntryParts): Block[] => [
  line(`${parts.dates}: ${parts.entry.title} – ${placeOf(parts.entry)}`, true),
  ...bullets(parts),
];
const datesAboveTitleFirst = (parts: EntryParts): Block[] => [
  line(parts.dates),
  line(parts.entry.title, true),
  line(placeOf(parts.entry)),
  ...bullets(parts),
  gap,
];
const datesAbovePlaceFirst = (parts: EntryParts): Block[] => [
  line(parts.dates),
  line(placeOf(parts.entry), true),
  line(parts.entry.title),
  ...bullets(parts),
  gap,
];
const datesBelow = (parts: EntryParts): Block[] => [
  line(parts.entry.title, true),
  line(placeOf(parts.entry)),
  line(parts.dates),
  ...bullets(parts),
  gap,
];
const pipes = (parts: EntryParts): Block[] => [
  line(`${parts.entry.title} | ${placeOf(parts.entry, ' | ')} | ${parts.dates}`, true),
  ...bullets(parts),
  gap,
];
const placeThenDates = (parts: EntryParts): Block[] => [
  line(placeOf(parts.entry), true),
  line(`${parts.entry.title}, ${parts.dates}`),
  ...bullets(parts),
  gap,
];
const placeDates = (parts: EntryParts): Block[] => [
  line(parts.entry.title, true),
  line(`${placeOf(parts.entry)} | ${parts.dates}`),
  ...bullets(parts),
  gap,
];
const capitalsPlace = (parts: EntryParts): Block[] => [
  row([placeOf(parts.entry).toUpperCase() === '' ? '' : placeOf(parts.entry), parts.dates], RIGHT, true),
  line(parts.entry.title),
  ...bullets(parts),
];
const shortList = (parts: EntryParts): Block[] => [
  line(`${parts.dates}  ${parts.entry.place}, ${parts.entry.title}`),
];
const dashPlaceFirst = (parts: EntryParts): Block[] => [
  line(`${parts.dates} – ${placeOf(parts.entry)} – ${parts.entry.title}`),
  ...bullets(parts),
];
const europass = (parts: EntryParts): Block[] => [
  row([parts.language === 'de' ? 'Zeitraum' : 'Dates', parts.dates]),
  row([parts.language === 'de' ? 'Beruf oder Funktion' : 'Occupation or position held', parts.entry.title]),
  row([parts.language === 'de' ? 'Name des Arbeitgebers' : 'Name of employer', placeOf(parts.entry)]),
  ...(parts.entry.duties.length > 0
    ? [row([parts.language === 'de' ? 'Tätigkeiten' : 'Main activities', parts.entry.duties.join('; ')])]
    : []),
  gap,
];
const europassNew = (parts: EntryParts): Block[] => [
  line(`[ ${parts.dates} ]`),
  line(parts.entry.title, true),
  line(
    parts.language === 'de' ? `Arbeitgeber: ${placeOf(parts.entry)}` : `Employer: ${placeOf(parts.entry)}`,
  ),
  ...bullets(parts),
  gap,
];
const threeColumns = (parts: EntryParts): Block[] => [
  row([parts.dates, parts.entry.title, placeOf(parts.entry)], [0.24, 0.36, 0.4]),
];
const colonLine = (parts: EntryParts): Block[] => [
  line(`${parts.entry.title}: ${placeOf(parts.entry)}, ${parts.dates}`, true),
  ...bullets(parts),
];

const ALL: readonly Section[] = [
  'jobs',
  'training',
  'school',
  'courses',
  'languages',
  'skills',
  'licences',
  'interests',
];
const COMBINED: readonly Section[] = [
  'profile',
  'jobs',
  'education',
  'courses',
  'languages',
  'skills',
  'licences',
];
const EITHER = ['de', 'en'] as const;
const GERMAN = ['de'] as const;
const ENGLISH = ['en'] as const;

/** Names begin with what is seen first. */
export const LAYOUTS: readonly Layout[] = [
  {
    key: 'table-title-first',
    languages: GERMAN,
    formats: ['pdf', 'docx', 'odt'],
    header: 'labelled',
    heading: 'bold',
    dates: 'numeric',
    entry: tableTitleFirst,
    main: ['personal', ...ALL],
    languageStyle: 'colon',
  },
  {
    key: 'table-place-first',
    languages: GERMAN,
    formats: ['pdf', 'docx', 'rtf'],
    header: 'titled',
    heading: 'underlined',
    dates: 'padded',
    entry: tablePlaceFirst,
    main: ['personal', ...ALL],
    languageStyle: 'row',
    photo: true,
  },
  {
    key: 'table-one-line',
    languages: GERMAN,
    formats: ['docx', 'pdf', 'txt'],
    header: 'left',
    heading: 'bold',
    dates: 'numericTo',
    entry: tableOneLine,
    main: ['personal', 'jobs', 'training', 'school', 'courses', 'languages', 'licences'],
    languageStyle: 'parentheses',
  },
  {
    key: 'table-at',
    languages: EITHER,
    formats: ['odt', 'pdf'],
    header: 'left',
    heading: 'colon',
    dates: 'since',
    entry: tableAt,
    main: ALL,
    languageStyle: 'dash',
  },
  {
    key: 'sidebar-left',
    languages: EITHER,
    formats: ['pdf', 'docx'],
    header: 'left',
    heading: 'capitals',
    dates: 'numeric',
    entry: datesAboveTitleFirst,
    main: ['profile', 'jobs', 'training', 'school', 'courses'],
    side: { place: 'left', sections: ['contact', 'personal', 'languages', 'skills', 'licences'] },
    languageStyle: 'parentheses',
    photo: true,
  },
  {
    key: 'sidebar-right',
    languages: EITHER,
    formats: ['pdf'],
    header: 'left',
    heading: 'bold',
    dates: 'shortMonth',
    entry: datesRightTitleFirst,
    main: ['profile', 'jobs', 'education', 'courses'],
    side: {
      place: 'right',
      sections: ['contact', 'personal', 'languages', 'skills', 'licences', 'interests'],
    },
    languageStyle: 'colon',
  },
  {
    key: 'dates-right',
    languages: EITHER,
    formats: ['pdf', 'docx', 'rtf'],
    header: 'centered',
    heading: 'capitals',
    dates: 'monthName',
    entry: datesRightTitleFirst,
    main: COMBINED,
    languageStyle: 'parentheses',
  },
  {
    key: 'heading-line-at',
    languages: EITHER,
    formats: ['docx', 'rtf', 'txt'],
    header: 'oneLine',
    heading: 'bold',
    dates: 'numeric',
    entry: headingLineAt,
    main: COMBINED,
    languageStyle: 'sentence',
  },
  {
    key: 'heading-line-dash',
    languages: EITHER,
    formats: ['txt', 'pdf', 'odt'],
    header: 'left',
    heading: 'capitals',
    dates: 'numeric',
    entry: headingLineDash,
    main: ALL,
    languageStyle: 'colon',
  },
  {
    key: 'letter-spaced',
    languages: EITHER,
    formats: ['pdf'],
    header: 'centered',
    heading: 'spaced',
    dates: 'numeric',
    entry: datesRightPlaceFirst,
    main: COMBINED,
    languageStyle: 'dash',
  },
  {
    key: 'boxes',
    languages: EITHER,
    formats: ['pdf', 'docx'],
    header: 'twoColumns',
    heading: 'box',
    dates: 'years',
    entry: tableTitleFirst,
    main: ['personal', ...ALL],
    languageStyle: 'colon',
    photo: true,
  },
  {
    key: 'dates-below',
    languages: EITHER,
    formats: ['pdf', 'odt', 'txt'],
    header: 'left',
    heading: 'underlined',
    dates: 'monthName',
    entry: datesBelow,
    main: COMBINED,
    languageStyle: 'parentheses',
  },
  {
    key: 'pipes',
    languages: EITHER,
    formats: ['docx', 'txt', 'pdf'],
    header: 'oneLine',
    heading: 'capitals',
    dates: 'shortMonth',
    entry: pipes,
    main: COMBINED,
    languageStyle: 'parentheses',
    hidesCity: false,
  },
  {
    key: 'place-then-dates',
    languages: EITHER,
    formats: ['rtf', 'pdf', 'docx'],
    header: 'centered',
    heading: 'bold',
    dates: 'numericTo',
    entry: placeThenDates,
    main: COMBINED,
    languageStyle: 'colon',
  },
  {
    key: 'us-classic',
    languages: ENGLISH,
    formats: ['pdf', 'docx'],
    header: 'centered',
    heading: 'capitals',
    dates: 'shortMonth',
    entry: capitalsPlace,
    main: ['profile', 'jobs', 'education', 'courses', 'skills', 'languages'],
    languageStyle: 'parentheses',
  },
  {
    key: 'uk-classic',
    languages: ENGLISH,
    formats: ['docx', 'pdf', 'rtf'],
    header: 'titled',
    heading: 'bold',
    dates: 'monthName',
    entry: headingLineDash,
    main: ['personal', 'profile', 'jobs', 'education', 'courses', 'skills', 'languages', 'interests'],
    languageStyle: 'dash',
  },
  {
    key: 'europass',
    languages: EITHER,
    formats: ['pdf', 'docx'],
    header: 'europass',
    heading: 'bold',
    dates: 'numeric',
    entry: europass,
    main: ['jobs', 'education', 'courses', 'languages', 'licences'],
    languageStyle: 'row',
  },
  {
    key: 'europass-new',
    languages: EITHER,
    formats: ['pdf'],
    header: 'left',
    heading: 'capitals',
    dates: 'full',
    entry: europassNew,
    main: ['jobs', 'education', 'courses', 'languages', 'skills', 'licences'],
    languageStyle: 'colon',
  },
  {
    key: 'functional',
    languages: EITHER,
    formats: ['pdf', 'odt', 'docx'],
    header: 'left',
    heading: 'bold',
    dates: 'years',
    entry: shortList,
    main: ['profile', 'skills', 'jobs', 'education', 'courses', 'languages'],
    languageStyle: 'sentence',
    hidesCity: true,
  },
  {
    key: 'many-pages',
    languages: EITHER,
    formats: ['pdf'],
    header: 'titled',
    heading: 'underlined',
    dates: 'numeric',
    entry: tablePlaceFirst,
    main: ['personal', 'profile', ...ALL],
    languageStyle: 'row',
    furniture: true,
  },
  {
    key: 'dates-above-place',
    languages: EITHER,
    formats: ['docx', 'pdf'],
    header: 'twoColumns',
    heading: 'box',
    dates: 'padded',
    entry: datesAbovePlaceFirst,
    main: ALL,
    languageStyle: 'dash',
  },
  {
    key: 'place-dates-line',
    languages: EITHER,
    formats: ['pdf', 'rtf'],
    header: 'oneLine',
    heading: 'underlined',
    dates: 'shortMonth',
    entry: placeDates,
    main: COMBINED,
    languageStyle: 'colon',
  },
  {
    key: 'dash-list',
    languages: GERMAN,
    formats: ['txt', 'rtf'],
    header: 'labelled',
    heading: 'colon',
    dates: 'full',
    entry: dashPlaceFirst,
    main: ['personal', ...ALL],
    languageStyle: 'parentheses',
  },
  {
    key: 'three-columns',
    languages: EITHER,
    formats: ['docx', 'pdf'],
    header: 'left',
    heading: 'bold',
    dates: 'numeric',
    entry: threeColumns,
    main: ALL,
    languageStyle: 'row',
  },
  {
    key: 'colon-line',
    languages: EITHER,
    formats: ['pdf', 'txt'],
    header: 'centered',
    heading: 'colon',
    dates: 'years',
    entry: colonLine,
    main: COMBINED,
    languageStyle: 'sentence',
  },
  {
    key: 'sidebar-left-table',
    languages: EITHER,
    formats: ['pdf'],
    header: 'titled',
    heading: 'box',
    dates: 'numeric',
    entry: datesAbovePlaceFirst,
    main: ['jobs', 'education', 'courses'],
    side: { place: 'left', sections: ['contact', 'personal', 'skills', 'languages', 'interests'] },
    languageStyle: 'dash',
  },
];
