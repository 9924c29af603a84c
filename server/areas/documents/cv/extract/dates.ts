interface CalendarPoint {
  year: number;
  /** 1 to 12. */
  month?: number;
  /** The last month of a season or quarter. */
  lastMonth?: number;
  day?: number;
}

/** A period found in a text. `start` and `end` are its place there. */
export interface FoundPeriod {
  from?: CalendarPoint;
  until?: CalendarPoint;
  isCurrent: boolean;
  /** True for a single date, which is in `until`. */
  isPoint: boolean;
  start: number;
  end: number;
}

// Other numbers of four digits are not years of a career: postal codes, quantities.
const FIRST_YEAR = 1940;
const LAST_YEAR = 2069;
/** Years of two digits below this are in the 21st century: it goes with FIRST_YEAR. */
const CENTURY_TURN = 40;

const MONTH_NAMES: readonly (readonly string[])[] = [
  ['januar', 'jänner', 'january', 'jan'],
  ['februar', 'feber', 'february', 'feb'],
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
const MONTH = [...MONTHS.keys()].sort((left, right) => right.length - left.length).join('|');
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
const YEAR = "(\\d{4}|['’]\\d{2})(?!\\d)";
const POINTS: readonly [RegExp, (groups: (string | undefined)[]) => CalendarPoint | undefined][] = [
  [/(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/iy, ([, year, month, day]) => point(year, month, day)],
  [
    /(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})(?!\d|\.\d)/iy,
    ([, day, month, year]) => point(year, month, day),
  ],
  [
    /(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/iy,
    ([, first, second, year]) =>
      Number(second) > 12 ? point(year, first, second) : point(year, second, first),
  ],
  [/(\d{4})[-/.](0[1-9]|1[0-2])(?!\d)/iy, ([, year, month]) => point(year, month)],
  [/(\d{1,2})\s?[./-]\s?(\d{4})(?!\d)/iy, ([, month, year]) => point(year, month)],
  [/(0?[1-9]|1[0-2])\s?\/\s?['’]?(\d{2})(?![\d/])/iy, ([, month, year]) => point(year, month)],
  [
    new RegExp(`(?:(\\d{1,2})(?:\\.|st|nd|rd|th)?\\s+)?(${MONTH})\\.?,?[\\s/-]*${YEAR}`, 'iy'),
    ([, day, month, year]) => point(year, String(MONTHS.get(month!.toLowerCase())), day),
  ],
  [
    new RegExp(`(${MONTH})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})(?!\\d)`, 'iy'),
    ([, month, day, year]) => point(year, String(MONTHS.get(month!.toLowerCase())), day),
  ],
  [
    // "2023 Apr." ends the text or is followed by a sign. Otherwise a name begins there: Jan, May.
    new RegExp(`(\\d{4})\\s+(${MONTH})(?:\\.|(?!\\p{L}))(?=\\s*(?:$|[-–—−→,)|]))`, 'iuy'),
    ([, year, month]) => point(year, String(MONTHS.get(month!.toLowerCase()))),
  ],
  [
    new RegExp(`(${Object.keys(SEASONS).join('|')})[\\s/-]+(\\d{4})(?!\\d)`, 'iy'),
    ([, season, year]) => span(year, season),
  ],
  [/(\d{4})(?![\d,]|\.\d|-\d{2}-)/iy, ([, year]) => point(year)],
];
/** People set many signs for a dash: tildes, dashes of every length, arrows. */
const JOINT =
  /\s*(?:-+|[~∼～〜‒–—―−]|[→➔➜➝⟶]|\bbis(?:\s+(?:zum|zu))?\b|\bto\b|\btill?\b|\buntil\b|\bthrough\b)\s*/iy;
const OPEN =
  /(?:(?:bis|to|till?|until)\s+)?(?:heute|jetzt|aktuell|dato|laufend|gegenwärtig|gegenwart|derzeit|unbefristet|present|now|today|current(?:ly)?|ongoing|date)\b/iy;
const SINCE = /(?:seit|since|ab|as of|starting)\s+(?:dem\s+)?/iy;
const FROM = /(?:von|vom|from|zwischen|between)\s+/iy;
const UNTIL = /(?:bis(?:\s+zum)?|until|till)\s+/iy;
const AND = /\s+(?:und|and)\s+/iy;
/** A beginning without a year, which the end supplies: 03 – 06/2021, März – Juni 2021, 01.03. – 30.06.2021. */
const PARTS: readonly [
  RegExp,
  (groups: (string | undefined)[], until: CalendarPoint) => CalendarPoint | undefined,
][] = [
  [/(\d{1,2})\.(\d{1,2})\.(?!\d)/iy, ([, day, month], { year }) => point(String(year), month, day)],
  [
    /(\d{1,2})(?![\d./])/iy,
    ([, month], until) => (until.month === undefined ? undefined : point(String(until.year), month)),
  ],
  [
    new RegExp(`(${MONTH})\\.?(?!\\p{L})`, 'iuy'),
    ([, month], { year }) => point(String(year), String(MONTHS.get(month!.toLowerCase()))),
  ],
];

function point(yearText?: string, monthText?: string, dayText?: string): CalendarPoint | undefined {
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

function span(yearText?: string, name?: string): CalendarPoint | undefined {
  const year = point(yearText);
  const months = SEASONS[(name ?? '').toLowerCase()];
  return year === undefined || months === undefined
    ? undefined
    : { ...year, month: months[0], lastMonth: months[1] };
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function skip(pattern: RegExp, text: string, at: number): number {
  return at + (match(pattern, text, at)?.[0].length ?? 0);
}

/** The date that begins at this place in the text. */
function readPoint(text: string, at: number): { point: CalendarPoint; end: number } | undefined {
  for (const [pattern, make] of POINTS) {
    const found = match(pattern, text, at);
    const value = found === null ? undefined : make([...found]);
    if (found !== null && value !== undefined) return { point: value, end: at + found[0].length };
  }
  return undefined;
}

function readPeriod(text: string, at: number): FoundPeriod | undefined {
  const since = match(SINCE, text, at);
  if (since !== null) {
    const begin = readPoint(text, at + since[0].length);
    return begin && { from: begin.point, isCurrent: true, isPoint: false, start: at, end: begin.end };
  }
  const until = match(UNTIL, text, at);
  if (until !== null) {
    const end = readPoint(text, at + until[0].length);
    return end && { until: end.point, isCurrent: false, isPoint: false, start: at, end: end.end };
  }
  const from = skip(FROM, text, at);
  const begin = readPoint(text, from);
  if (begin === undefined) return readBorrowing(text, at, from);
  let joint = match(JOINT, text, begin.end) ?? (from > at ? match(AND, text, begin.end) : null);
  // Two years, as 2015/16 or 2015/2016.
  const short = match(/\/(\d{2}|\d{4})(?!\d)/y, text, begin.end);
  if (short !== null && begin.point.month === undefined) {
    const value = short[1]!.length === 4 ? short[1]! : `${String(begin.point.year).slice(0, 2)}${short[1]}`;
    const last = point(value);
    if (last !== undefined && last.year > begin.point.year)
      return {
        from: begin.point,
        until: last,
        isCurrent: false,
        isPoint: false,
        start: at,
        end: begin.end + short[0].length,
      };
  }
  if (joint === null) joint = match(/\s*,?\s+(?=(?:bis\s+)?(?:heute|dato|present))/iy, text, begin.end);
  if (joint !== null) {
    const next = begin.end + joint[0].length;
    const open = match(OPEN, text, next);
    if (open !== null)
      return { from: begin.point, isCurrent: true, isPoint: false, start: at, end: next + open[0].length };
    const end = readPoint(text, next);
    if (end !== undefined && compare(begin.point, end.point) <= 0)
      return {
        from: begin.point,
        until: end.point,
        isCurrent: false,
        isPoint: false,
        start: at,
        end: end.end,
      };
    if (/^\s*[-–—]\s*$/.test(joint[0]) && next >= text.trimEnd().length)
      return { from: begin.point, isCurrent: true, isPoint: false, start: at, end: text.length };
  }
  return { until: begin.point, isCurrent: false, isPoint: true, start: at, end: begin.end };
}

function readBorrowing(text: string, at: number, from: number): FoundPeriod | undefined {
  for (const [pattern, make] of PARTS) {
    const part = match(pattern, text, from);
    if (part === null) continue;
    const joint = match(JOINT, text, from + part[0].length);
    if (joint === null) continue;
    const end = readPoint(text, from + part[0].length + joint[0].length);
    const begin = end && make([...part], end.point);
    if (end !== undefined && begin !== undefined && compare(begin, end.point) <= 0)
      return { from: begin, until: end.point, isCurrent: false, isPoint: false, start: at, end: end.end };
  }
  return undefined;
}

function compare(left: CalendarPoint, right: CalendarPoint): number {
  if (left.year !== right.year) return left.year - right.year;
  if (left.month === undefined || right.month === undefined) return 0;
  return left.month - right.month;
}

/** Letters. The patterns are tried at each of them, and dates stand at the beginning of a line or near it. */
const MAXIMUM_SEARCHED_LENGTH = 400;

/** Dates and periods in a line, in order. Only the first 400 letters are searched. */
export function findPeriods(text: string): FoundPeriod[] {
  const found: FoundPeriod[] = [];
  const searched = text.slice(0, MAXIMUM_SEARCHED_LENGTH);
  for (let at = 0; at < searched.length; at++) {
    const before = searched[at - 1];
    if (before !== undefined && /[\p{L}\d./+]/u.test(before)) continue;
    if (!/[\p{L}\d'’]/u.test(searched[at]!)) continue;
    const period = readPeriod(searched, at);
    if (period === undefined || /^\d/.test(searched.slice(period.end))) continue;
    found.push(period);
    at = period.end - 1;
  }
  return found;
}

const two = (value: number) => String(value).padStart(2, '0');

/** The first day of a day, month or year. */
export function toFirstDay({ year, month = 1, day = 1 }: CalendarPoint): string {
  return `${year}-${two(month)}-${two(day)}`;
}

/** The last day of a day, month, season or year. */
export function toLastDay({ year, month = 12, lastMonth, day }: CalendarPoint): string {
  const last = lastMonth ?? month;
  return `${year}-${two(last)}-${two(day ?? daysIn(year, last))}`;
}
