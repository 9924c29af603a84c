// biome-ignore-all lint/style/noExcessiveLinesPerFile: a list of data.

// Longer than other files: most of it is a list of data, the layouts of the sample CVs. Their order decides about the
// sample files.

import type { Block, HeadingStyle, SampleFormat, SampleLanguage } from './document.ts';
import type { EntryParts } from './entry-styles.ts';
import {
  capitalsPlace,
  colonLine,
  dashPlaceFirst,
  datesAbovePlaceFirst,
  datesAboveTitleFirst,
  datesBelow,
  datesRightPlaceFirst,
  datesRightTitleFirst,
  europass,
  europassNew,
  headingLineAt,
  headingLineDash,
  pipes,
  placeDates,
  placeThenDates,
  shortList,
  tableAt,
  tableOneLine,
  tablePlaceFirst,
  tableTitleFirst,
  threeColumns,
} from './entry-styles.ts';

export type DateStyle =
  | 'numeric'
  | 'numericTo'
  | 'padded'
  | 'monthName'
  | 'shortMonth'
  | 'years'
  | 'since'
  | 'full';
type HeaderStyle = 'left' | 'centered' | 'labelled' | 'twoColumns' | 'oneLine' | 'europass' | 'titled';
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

export interface Layout {
  key: string;
  languages: readonly SampleLanguage[];
  formats: readonly SampleFormat[];
  header: HeaderStyle;
  heading: HeadingStyle;
  dates: DateStyle;
  entry: (parts: EntryParts) => Block[];
  /** In order. Those of `side` are in a separate narrow column. */
  main: readonly Section[];
  side?: { place: 'left' | 'right'; sections: readonly Section[] };
  languageStyle: 'parentheses' | 'colon' | 'dash' | 'row' | 'sentence';
  photo?: boolean;
  furniture?: boolean;
  /** Leaves out the city of each job. */
  hidesCity?: boolean;
}

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

/** Keys name what a reader sees first in an entry. */
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
