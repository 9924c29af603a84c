// Single dates as CVs write them: a day, a month, a season or a year.

export interface CalendarPoint {
  year: number;
  /** 1 to 12. */
  month?: number;
  /** The last month of a season, quarter or term. */
  last?: { year: number; month: number };
  day?: number;
}

/** A date and where it ends in the text. */
export interface ReadPoint {
  point: CalendarPoint;
  end: number;
}

/** A date that could be something else. It counts beside another of its form. */
interface WeakPoint extends ReadPoint {
  form: string;
}

// Other numbers of four digits are not years of a career: postal codes, quantities.
const FIRST_YEAR = 1940;
const LAST_YEAR = 2069;
/** Years of two digits below this are in the 21st century: it goes with FIRST_YEAR. */
const CENTURY_TURN = 40;

const MONTH_NAMES: readonly (readonly string[])[] = [
  ['januar', 'jänner', 'january', 'jan', 'jän'],
  ['februar', 'feber', 'february', 'febr', 'feb'],
  ['märz', 'maerz', 'march', 'mär', 'mrz', 'mar'],
  ['april', 'apr'],
  ['mai', 'may'],
  ['juni', 'june', 'jun'],
  ['juli', 'july', 'jul'],
  ['august', 'aug'],
  ['september', 'sept', 'sep'],
  ['oktober', 'october', 'okt', 'oct'],
  ['november', 'nov'],
  ['dezember', 'december', 'dez', 'dec'],
];
const MONTHS = new Map(
  MONTH_NAMES.flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
);
/** Names of months as a pattern, the longer ones first. */
export const MONTH: string = [...MONTHS.keys()].sort((left, right) => right.length - left.length).join('|');
/** First and last month. */
const SEASONS: Record<string, [number, number]> = {
  frühjahr: [3, 5],
  frühling: [3, 5],
  spring: [3, 5],
  sommer: [6, 8],
  summer: [6, 8],
  herbst: [9, 11],
  autumn: [9, 11],
  fall: [9, 11],
  anfang: [1, 3],
  early: [1, 3],
  mitte: [6, 6],
  mid: [6, 6],
  ende: [12, 12],
  late: [12, 12],
  q1: [1, 3],
  q2: [4, 6],
  q3: [7, 9],
  q4: [10, 12],
};
/** The winter is in two years. Its year alone says only the year. */
const SEASON = `${Object.keys(SEASONS).join('|')}|winter`;
const WINTER: readonly [number, number] = [12, 2];
const SUMMER_TERM = '(?:sose|ss|sommersemester|summer (?:term|semester))';
const WINTER_TERM = '(?:wise|ws|wintersemester|winter (?:term|semester))';
const SUMMER_MONTHS = [4, 9] as const;
const WINTER_MONTHS = [10, 3] as const;
const YEAR = "(\\d{4}|['’]\\d{2})(?!\\d)";

type Groups = (string | undefined)[];

const monthOf = (name: string | undefined) => String(MONTHS.get(name!.toLowerCase()));
const POINTS: readonly [RegExp, (groups: Groups) => CalendarPoint | undefined][] = [
  [/(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/iy, ([, year, month, day]) => toPoint(year, month, day)],
  [
    /(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})(?!\d|\.\d)/iy,
    ([, day, month, year]) => toPoint(year, month, day),
  ],
  [
    /(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/iy,
    ([, first, second, year]) =>
      Number(second) > 12 ? toPoint(year, first, second) : toPoint(year, second, first),
  ],
  [
    // A year and a month with no sign before what follows are the years around a dash: "2015-Mai 2018".
    new RegExp(
      `(\\d{4})[-/.](${MONTH})(?![\\p{L}])(?!\\.?,?\\s*['’]?\\d)(?:[-/.](\\d{1,2})(?!\\d))?\\.?`,
      'iuy',
    ),
    ([, year, month, day]) => toPoint(year, monthOf(month), day),
  ],
  [/(\d{4})[-/.](0[1-9]|1[0-2])(?!\d)/iy, ([, year, month]) => toPoint(year, month)],
  [/(\d{1,2})\s?[./|-]\s?(\d{4})(?!\d)/iy, ([, month, year]) => toPoint(year, month)],
  [/(0?[1-9]|1[0-2])\s?\/\s?['’]?(\d{2})(?![\d/])/iy, ([, month, year]) => toPoint(year, month)],
  [/(0?[1-9]|1[0-2])['’](\d{4}|\d{2})(?!\d)/iy, ([, month, year]) => toPoint(year, month)],
  [
    new RegExp(
      `(?:(\\d{1,2})(?:\\.\\s*|(?:st|nd|rd|th)?\\s+|[-/]))?(${MONTH})\\.?,?(?:\\s*|[/-]|\\s/\\s)${YEAR}`,
      'iy',
    ),
    ([, day, month, year]) => toPoint(year, monthOf(month), day),
  ],
  [
    new RegExp(`(${MONTH})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})(?!\\d)`, 'iy'),
    ([, month, day, year]) => toPoint(year, monthOf(month), day),
  ],
  [
    // "2023 Apr." ends the text or is followed by a sign. Otherwise a name begins there: Jan, May.
    new RegExp(
      `(\\d{4}),?\\s+(${MONTH})(?:\\.|(?!\\p{L}))(?=\\s*(?:$|[-–—→~,:)\\]|]|(?:bis|to|until|till)\\s))`,
      'iuy',
    ),
    ([, year, month]) => toPoint(year, monthOf(month)),
  ],
  [
    new RegExp(`${WINTER_TERM}\\s*${YEAR}(?:\\s?/\\s?(?:\\d{4}|\\d{2})(?!\\d))?`, 'iy'),
    ([, year]) => toTerm(year, WINTER_MONTHS),
  ],
  [new RegExp(`${WINTER_TERM}\\s*(\\d{2})/\\d{2}(?!\\d)`, 'iy'), ([, year]) => toTerm(year, WINTER_MONTHS)],
  [
    new RegExp(`${SUMMER_TERM}\\s*(\\d{4}|['’]?\\d{2})(?!\\d)`, 'iy'),
    ([, year]) => toTerm(year, SUMMER_MONTHS),
  ],
  [/(?:im )?winter\s+(\d{4})\s?\/\s?(?:\d{4}|\d{2})(?!\d)/iy, ([, year]) => toTerm(year, WINTER)],
  [
    new RegExp(`(?:im )?(${SEASON})(?:\\s+of\\s+|[\\s/-]+)${YEAR}`, 'iy'),
    ([, season, year]) => toSeason(year, season),
  ],
  [/(\d{4})[\s/-]?(q[1-4])(?!\p{L}|\d)/iuy, ([, year, quarter]) => toSeason(year, quarter)],
  [
    new RegExp(`([1-4])(?:\\.|st|nd|rd|th)\\s?(?:quartal|quarter)\\s${YEAR}`, 'iy'),
    ([, quarter, year]) => toSeason(year, `q${quarter}`),
  ],
  [/(\d{4})(?![\d,]|\.\d|-\d{2}-)/iy, ([, year]) => toPoint(year)],
];

/** Times and prices have these forms too: "08.00 – 12.00 Uhr". */
const NO_UNIT = '(?!\\d|[.,:]\\d|\\s*(?:uhr|h\\b|a\\.?m|p\\.?m|o.clock|€|eur|%))';
const WEAK_POINTS: readonly [form: string, RegExp, (groups: Groups) => CalendarPoint | undefined][] = [
  [
    'Jun 19',
    new RegExp(`(${MONTH})(?:\\.?\\s|\\.?[-/]|\\.)(\\d{2})${NO_UNIT}`, 'iy'),
    ([, month, year]) => toPoint(year, monthOf(month)),
  ],
  [
    '06.19',
    new RegExp(`(0?[1-9]|1[0-2])\\.\\s?(\\d{2})${NO_UNIT}`, 'iy'),
    ([, month, year]) => toPoint(year, month),
  ],
  [
    '06-19',
    new RegExp(`(0[1-9]|1[0-2])-(\\d{2})${NO_UNIT}`, 'iy'),
    ([, month, year]) => toPoint(year, month),
  ],
  ['06 2019', /(0[1-9]|1[0-2]) (\d{4})(?!\d)/iy, ([, month, year]) => toPoint(year, month)],
  ['2019 06', /(\d{4}) (0[1-9]|1[0-2])(?!\d|[.,/-]\d)/iy, ([, year, month]) => toPoint(year, month)],
  ['2019/6', /(\d{4})[./-](0?[1-9]|1[0-2])(?!\d|[.,/-]\d)/iy, ([, year, month]) => toPoint(year, month)],
  [
    '2019 Jun',
    new RegExp(`(\\d{4}),?\\s(${MONTH})(?!\\p{L})(?!\\.?,?\\s*['’]?\\d)\\.?`, 'iuy'),
    ([, year, month]) => toPoint(year, monthOf(month)),
  ],
];

function toPoint(yearText?: string, monthText?: string, dayText?: string): CalendarPoint | undefined {
  const digits = (yearText ?? '').replaceAll(/\D/g, '');
  let year = Number(digits);
  if (digits.length === 2) year += year < CENTURY_TURN ? 2000 : 1900;
  if (year < FIRST_YEAR || year > LAST_YEAR) return undefined;
  if (monthText === undefined) return { year };
  const month = Number(monthText);
  if (!(month >= 1 && month <= 12)) return undefined;
  if (dayText === undefined) return { year, month };
  const day = Number(dayText);
  return day >= 1 && day <= daysIn(year, month) ? { year, month, day } : undefined;
}

function toSeason(yearText?: string, name?: string): CalendarPoint | undefined {
  const point = toPoint(yearText);
  const months = SEASONS[(name ?? '').toLowerCase()];
  return point === undefined || months === undefined
    ? point
    : { ...point, month: months[0], last: { year: point.year, month: months[1] } };
}

/** A term that ends in an earlier month than it begins in ends in the next year. */
function toTerm(
  yearText: string | undefined,
  [first, last]: readonly [number, number],
): CalendarPoint | undefined {
  const point = toPoint(yearText);
  return (
    point && { ...point, month: first, last: { year: point.year + (last < first ? 1 : 0), month: last } }
  );
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The date that begins at this place in the text. */
export function readPoint(text: string, at: number): ReadPoint | undefined {
  for (const [pattern, make] of POINTS) {
    const found = match(pattern, text, at);
    const point = found === null ? undefined : make([...found]);
    if (found !== null && point !== undefined) return { point, end: at + found[0].length };
  }
  return undefined;
}

/** The date that begins at this place in a form that only counts beside another date of the form. */
export function readWeakPoint(text: string, at: number, wanted?: string): WeakPoint | undefined {
  for (const [form, pattern, make] of WEAK_POINTS) {
    if (wanted !== undefined && form !== wanted) continue;
    const found = match(pattern, text, at);
    const point = found === null ? undefined : make([...found]);
    if (found !== null && point !== undefined) return { point, end: at + found[0].length, form };
  }
  return undefined;
}

/** A beginning without a year, which the end supplies: 03 – 06/2021, März – Juni 2021, 01.03. – 30.06.2021. */
export const PARTS: readonly [RegExp, (groups: Groups, until: CalendarPoint) => CalendarPoint | undefined][] =
  [
    [/(\d{1,2})\.(\d{1,2})\.(?!\d)/iy, ([, day, month], { year }) => toPoint(String(year), month, day)],
    [
      /(\d{1,2})(?![\d./])/iy,
      ([, month], until) => (until.month === undefined ? undefined : toPoint(String(until.year), month)),
    ],
    [
      new RegExp(`(${MONTH})\\.?(?!\\p{L})`, 'iuy'),
      ([, month], { year }) => toPoint(String(year), monthOf(month)),
    ],
  ];

/** The second of two years: 2015/16, 2015/2016. */
export function readSecondYear(text: string, { point, end }: ReadPoint): ReadPoint | undefined {
  const short = match(/\/(\d{2}|\d{4})(?!\d)/y, text, end);
  if (short === null || point.month !== undefined) return undefined;
  const value = short[1]!.length === 4 ? short[1]! : `${String(point.year).slice(0, 2)}${short[1]}`;
  const last = toPoint(value);
  return last !== undefined && last.year > point.year
    ? { point: last, end: end + short[0].length }
    : undefined;
}

const two = (value: number) => String(value).padStart(2, '0');

/** The first day of a day, month or year. */
export function toFirstDay({ year, month = 1, day = 1 }: CalendarPoint): string {
  return `${year}-${two(month)}-${two(day)}`;
}

/** The last day of a day, month, season or year. */
export function toLastDay({ year, month = 12, last = { year, month }, day }: CalendarPoint): string {
  return `${last.year}-${two(last.month)}-${two(day ?? daysIn(last.year, last.month))}`;
}
