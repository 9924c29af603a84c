import {
  type CalendarPoint,
  PARTS,
  type ReadPoint,
  readPoint,
  readSecondYear,
  readWeakPoint,
} from './date-points.ts';

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

/** People set many signs for a dash: tildes, dashes of every length, arrows, dots. */
const JOINT =
  /\s*(?:-+>?|[~∼～〜‒–—―−]|[→➔➜➝⟶]|…|\.{2,3}|\bbis(?:\s+(?:zum|zu))?\b|\bto\b|\btill?\b|\buntil\b|\bthrough\b)\s*/iy;
/** What stands for an end that has not come. */
export const NOW_WORDS =
  '(?:auf weiteres|heute|jetzt|aktuell|dato|(?:fort)?laufend|lfd\\.?|andauernd|gegenwärtig|gegenwart|derzeit|zurzeit|zur zeit|momentan|unbefristet|(?:the )?present(?: day)?|now|today|current(?:ly)?|ongoing|continuing|date)';
const OPEN = new RegExp(`[([]?(?:(?:bis|to|till?|until|up to)\\s+)?${NOW_WORDS}(?![\\p{L}])[)\\]]?`, 'iuy');
/** "heute" beside a date, with no dash between them. */
const OPEN_BESIDE =
  /\s*,?\s+(?=(?:bis\s+)?(?:heute|dato|present))|\s*[([](?=(?:bis |to |until )?(?:heute|dato|laufend|andauernd|aktuell|present|ongoing|current|now)[)\]])/iy;
const NOW_FIRST = /(?:heute|present|today|now|current|dato|jetzt)\s*[-–—]\s*/iy;
const SINCE =
  /(?:seit|since|ab|as of|starting)(?::\s*|\s+)(?:dem\s+|(?:ca\.?|circa|etwa|about|around)\s+)?/iy;
const FROM = /(?:von|vom|from|zwischen|between)\s+/iy;
const UNTIL = /(?:bis(?:\s+zum)?|until|till)\s+/iy;
const AND = /\s+(?:und|and)\s+/iy;

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function skip(pattern: RegExp, text: string, at: number): number {
  return at + (match(pattern, text, at)?.[0].length ?? 0);
}

const since = (start: number, { point, end }: ReadPoint): FoundPeriod => ({
  from: point,
  isCurrent: true,
  isPoint: false,
  start,
  end,
});

const between = (start: number, from: CalendarPoint, { point, end }: ReadPoint): FoundPeriod => ({
  from,
  until: point,
  isCurrent: false,
  isPoint: false,
  start,
  end,
});

function readPeriod(text: string, at: number): FoundPeriod | undefined {
  return readLikeDates(text, at) ?? readPlain(text, at);
}

/** A period between two dates of one form that could be something else alone, or from such a date until today. */
function readLikeDates(text: string, at: number): FoundPeriod | undefined {
  const sinceWord = match(SINCE, text, at);
  if (sinceWord !== null) {
    const begin = readWeakPoint(text, at + sinceWord[0].length);
    return begin && since(at, begin);
  }
  const begin = readWeakPoint(text, skip(FROM, text, at));
  const joint = begin && match(JOINT, text, begin.end);
  if (begin === undefined || joint === undefined || joint === null) return undefined;
  const next = begin.end + joint[0].length;
  const open = match(OPEN, text, next);
  if (open !== null) return since(at, { point: begin.point, end: next + open[0].length });
  const end = readWeakPoint(text, next, begin.form);
  return end !== undefined && compare(begin.point, end.point) <= 0
    ? between(at, begin.point, end)
    : undefined;
}

function readPlain(text: string, at: number): FoundPeriod | undefined {
  const sinceWord = match(SINCE, text, at);
  if (sinceWord !== null) {
    const begin = readPoint(text, at + sinceWord[0].length);
    return begin && since(at, begin);
  }
  const until = match(UNTIL, text, at);
  if (until !== null) {
    const end = readPoint(text, at + until[0].length);
    return end && { until: end.point, isCurrent: false, isPoint: false, start: at, end: end.end };
  }
  const nowFirst = match(NOW_FIRST, text, at);
  if (nowFirst !== null) {
    const begin = readPoint(text, at + nowFirst[0].length);
    return begin && since(at, begin);
  }
  const from = skip(FROM, text, at);
  const begin = readPoint(text, from);
  if (begin === undefined) return readBorrowing(text, at, from);
  const second = readSecondYear(text, begin);
  if (second !== undefined) return between(at, begin.point, second);
  const joint =
    match(JOINT, text, begin.end) ??
    (from > at ? match(AND, text, begin.end) : null) ??
    match(OPEN_BESIDE, text, begin.end);
  if (joint !== null) {
    const next = begin.end + joint[0].length;
    const open = match(OPEN, text, next);
    if (open !== null) return since(at, { point: begin.point, end: next + open[0].length });
    const end = readPoint(text, next);
    if (end !== undefined && compare(begin.point, end.point) <= 0) return between(at, begin.point, end);
    if (/^\s*[-–—]\s*$/.test(joint[0]) && next >= text.trimEnd().length)
      return since(at, { point: begin.point, end: text.length });
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
      return between(at, begin, end);
  }
  return undefined;
}

function compare(left: CalendarPoint, right: CalendarPoint): number {
  if (left.year !== right.year) return left.year - right.year;
  if (left.month === undefined || right.month === undefined) return 0;
  if (left.month !== right.month || left.day === undefined || right.day === undefined)
    return left.month - right.month;
  return left.day - right.day;
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
