import { MONTH } from '../extract/date-points.ts';
import type { CvPeriod } from '../extract/facts.ts';
import { cellInColumn, isSameColumn } from '../text/lines.ts';
import { toWords } from '../words.ts';
import type { ReadLine } from './page-text.ts';

/** An entry of a list of jobs or educations, whatever its fields are called. */
export interface WeighedEntry extends CvPeriod {
  title: string;
  place: string;
  isCurrent: boolean;
  /** Of a job. */
  description?: string;
}

/** Where an entry was found again in the text. Indexes of lines. */
export interface EntryPlace {
  title: number | undefined;
  place: number | undefined;
  dates: number | undefined;
}

/** More occurrences of a text are not looked at. */
const MAXIMUM_OCCURRENCES = 40;
/** Lines over which a period can be broken. */
const BROKEN_LINES = 2;
/** Lines between the parts of an entry. What is further away belongs to another one. */
const FAR = 1000;

/** Finds the lines of an entry: of all lines that have its texts and its dates, those that are closest to each other. */
export function locateEntry(
  entry: WeighedEntry,
  lines: readonly ReadLine[],
  usedDates: Set<number>,
): EntryPlace {
  const titles = linesWith(entry.title, lines);
  const places = linesWith(entry.place, lines);
  const dates = datesOf(entry, lines);
  const nearest = (at: number, of: readonly number[]) =>
    of.length === 0
      ? undefined
      : of.reduce((best, one) => (distance(one, at) < distance(best, at) ? one : best));
  let best: { span: number; found: EntryPlace } | undefined;
  const anchors = dates.length > 0 ? dates.slice(0, MAXIMUM_OCCURRENCES).map(({ index }) => index) : titles;
  for (const anchor of anchors) {
    const [title, place] = [nearest(anchor, titles), nearest(anchor, places)];
    const all = [title, place, anchor].filter((index) => index !== undefined);
    const span = Math.max(...all) - Math.min(...all) + (usedDates.has(anchor) ? FAR : 0);
    if (best === undefined || span < best.span)
      best = { span, found: { title, place, dates: dates.length > 0 ? anchor : undefined } };
  }
  if (best?.found.dates !== undefined) usedDates.add(best.found.dates);
  return best?.found ?? { title: titles[0], place: places[0], dates: undefined };
}

const distance = (left: number, right: number) => Math.abs(left - right);

/** The lines that have the period of an entry, or else those in which it begins, if its end is near. */
function datesOf(entry: WeighedEntry, lines: readonly ReadLine[]): ReadLine[] {
  const whole = lines.filter(({ periods }) => periods.some((period) => isPeriodOf(entry, period)));
  const { fromDate, untilDate, isCurrent } = entry;
  if (whole.length > 0 || fromDate === undefined) return whole;
  const hasMonth = (line: ReadLine | undefined, date: string) =>
    line?.periods.some((period) =>
      [period.fromDate, period.untilDate].some((one) => one?.slice(0, 7) === date.slice(0, 7)),
    ) === true;
  return lines.filter(
    (line, at) =>
      hasMonth(line, fromDate) &&
      (isCurrent ||
        (untilDate !== undefined &&
          lines
            .slice(Math.max(0, at - BROKEN_LINES), at + BROKEN_LINES + 1)
            .some((near) => hasMonth(near, untilDate)))),
  );
}

const DATE_PART = `(?:(?:${MONTH})\\.?|\\d{1,2}|\\d{4}|q[1-4])`;
const BEFORE_PERIOD = new RegExp(`(?:^|[\\s([|/–—-])${DATE_PART}[\\s.,/|'’–—-]*$`, 'iu');
const AFTER_PERIOD = new RegExp(
  `^[\\s.,/|'’([–—-]*${DATE_PART}(?![\\p{L}\\d])(?!\\s*(?:jahr|monat|woche|year|month|week|yrs?|mos?|j\\.|m\\.))`,
  'iu',
);

/** Whether what is beside a period looks like a part of it that was not read: "2016" in "2016-Jan". */
export function isCutFromDates(
  entry: WeighedEntry,
  { dates }: EntryPlace,
  lines: readonly ReadLine[],
): boolean {
  if (dates === undefined) return false;
  const { text, periods } = lines[dates]!;
  const own = periods.filter((period) => isPeriodOf(entry, period));
  return (
    own.length > 0 &&
    own.every(
      ({ start, end }) => BEFORE_PERIOD.test(text.slice(0, start)) || AFTER_PERIOD.test(text.slice(end)),
    )
  );
}

function isPeriodOf(entry: WeighedEntry, period: ReadLine['periods'][number]): boolean {
  return (
    entry.fromDate === period.fromDate &&
    entry.untilDate === period.untilDate &&
    (entry.fromDate !== undefined || entry.untilDate !== undefined)
  );
}

/** Indexes of the lines that have all words of the text next to each other, or else those of its first part. */
export function linesWith(text: string, lines: readonly ReadLine[]): number[] {
  for (const part of [text, text.split(/,\s/)[0]!]) {
    const words = toWords(part);
    if (words.trim() === '') return [];
    const found = lines.filter((line) => line.words.includes(words));
    if (found.length > 0) return found.slice(0, MAXIMUM_OCCURRENCES).map(({ index }) => index);
  }
  return [];
}

/** Signs and words between the parts of a line. */
const BEFORE = /(?:^|[|•·–—:;()@/\t]| {2}|[,.-] |\b(?:bei(?:m| der)?|at|als|as|in|for|für)\s+)\s*$/iu;
const AFTER = /^\s*(?:$|[|•·–—:;()@\t]| {2}|, | - |(?:bei(?:m| der)?|at|in|for|für)\b)/iu;

/** Whether a text of a line ends where a part of the line ends, on both sides: dates are parts. */
export function isWholePart(text: string, { text: line, periods }: ReadLine): boolean {
  const start = line.indexOf(text);
  if (start === -1) return false;
  const end = start + text.length;
  const beginsAfterDates = periods.some(
    (period) => period.end <= start && /^[\s):,;|–—-]*$/.test(line.slice(period.end, start)),
  );
  const endsBeforeDates = periods.some(
    (period) => period.start >= end && /^[\s(:,;|–—-]*$/.test(line.slice(end, period.start)),
  );
  return (
    (beginsAfterDates || BEFORE.test(line.slice(0, start))) &&
    (endsBeforeDates || AFTER.test(line.slice(end)))
  );
}

/** How a line begins that goes on with what the line above ends with. */
const CONTINUES = /^(?:und|and|&|für|for|der|des|of|the|von|zur|zum|mit|with)\s/iu;

/** How a text ends that goes on in the line below: "Institute of", "Fachverkäuferin im". */
const BROKEN =
  /(?:[-–&,/(]|\s(?:und|and|für|for|der|die|das|des|dem|of|the|von|zur|zum|mit|with|im|in|an|at|bei|a|\p{L}+(?:isch|lich|ional)e[nrsm]?))$|^[^(]*\)$|\([^)]*$/iu;

/** Whether a text goes on in the next line, or with what is above it, so that it is only a part of a name. */
export function isContinued(text: string, line: ReadLine | undefined, lines: readonly ReadLine[]): boolean {
  if (BROKEN.test(text.trim())) return true;
  if (line === undefined) return false;
  const [above, next] = [lines[line.index - 1], lines[line.index + 1]];
  if (above !== undefined && (goesOnFromLine(text, line, above) || goesOnFromCell(text, line, above)))
    return true;
  if (next === undefined || next.line.isBullet) return false;
  if (goesOnInTable(text, line, next) || goesOnAtMargin(text, line, next)) return true;
  if (!withoutDatesAfter(line).endsWith(text)) return false;
  return next.line.cells.some((cell) => CONTINUES.test(cell.text));
}

/** The text of a line up to the dates that end it. */
function withoutDatesAfter({ text, periods }: ReadLine): string {
  const plain = text.trimEnd();
  const last = periods.at(-1);
  return last?.end === plain.length ? plain.slice(0, last.start).trimEnd() : plain;
}

/** Cells of a row that is one of a table: dates and two texts. */
const TABLE_CELLS = 3;

/** Whether what is above a text in its column ends within a name: "Ausbildung zum". */
function goesOnFromCell(text: string, { line }: ReadLine, above: ReadLine): boolean {
  const own = line.cells.find((cell) => cell.text === text);
  const upper = own && cellInColumn(above.line, own.x);
  return upper !== undefined && line.cells.length > 1 && BROKEN.test(upper.text);
}

/** In letter heights. The usual width of a letter, a bit more than measured. */
const LETTER_WIDTH = 0.56;

/** Whether a text fills its cell of a table, with another one below it: it may go on there. */
function goesOnInTable(text: string, { line }: ReadLine, { line: next }: ReadLine): boolean {
  const at = line.cells.findIndex((cell) => cell.text === text);
  const [own, beside] = [line.cells[at], line.cells[at + 1]];
  if (own === undefined || beside === undefined || line.cells.length < TABLE_CELLS || next.hasGapBefore)
    return false;
  const below = cellInColumn(next, own.x);
  const [word = ''] = below?.text.split(' ') ?? [];
  const width = (text.length + 1 + word.length) * line.size * LETTER_WIDTH;
  return word !== '' && width > beside.x - own.x;
}

/** Whether the last of several parts beside the dates may go on below the dates, as typed lines do that have no indent. */
function goesOnAtMargin(
  text: string,
  { line, section }: ReadLine,
  { line: next, periods, section: nextSection }: ReadLine,
): boolean {
  const [first, own] = line.cells;
  if (first === undefined || own === undefined || own.text === text || !own.text.endsWith(text)) return false;
  return (
    line.cells.length === 2 &&
    next.cells.length === 1 &&
    nextSection === section &&
    periods.length === 0 &&
    !next.hasGapBefore &&
    isSameColumn(next.cells[0]!.x, first.x)
  );
}

/** Words that a text cannot end with, at the end of the line above: what is below them goes on. */
const GOES_ON = /(?:[-,]|\s(?:und|and|&|für|for|der|die|das|des|dem|of|the|von|zur|zum|mit|with))$/iu;

/** Whether a text begins a line that goes on with the whole line above. */
function goesOnFromLine(text: string, { line, text: own }: ReadLine, above: ReadLine): boolean {
  if (line.hasGapBefore || line.isBullet || !own.startsWith(text)) return false;
  return above.periods.length === 0 && GOES_ON.test(above.text.trim());
}

/** Whether a line has nothing but a text and dates. */
export function isWholeLine(text: string, { text: line, periods }: ReadLine): boolean {
  const dates = [...periods].reverse();
  const rest = dates
    .reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), line)
    .replace(text, '');
  return line.includes(text) && !/[\p{L}\p{N}]/u.test(rest);
}

/** In a name. */
const MAXIMUM_WORDS = 9;
/** Words of a name that have no capital letter. */
const PARTICLES =
  /^(?:und|der|die|das|des|dem|den|für|von|vom|zu|zum|zur|im|in|am|an|auf|bei|mit|als|of|and|the|for|in|at|to|on|de|du|la|le|del|e|y|&|i|a|gmbh|mbh|co|kg|ag)$/i;

/** Words that say what comes next, and are no title themselves. */
const LABELLED =
  /^(?:.+ (?:arbeitgebers|zuständigkeiten|of employer|responsibilities|position held|awarded)|beruf oder funktion|bezeichnung der \p{L}+ \p{L}+|name und art|(?:(?:berufs)?tätigkeit|beschäftigung|beschäftigt|tätig|angestellt) als|(?:worked|employed|employment|working) as) /iu;
const LABEL =
  /^(?:abschluss|titel|ausbildung|studium|schule|firma|arbeitgeber|position|tätigkeit|degree|employer|company|title)$/i;

/** Whether a text is written like a name and not like a sentence: its words have capital letters. */
export function isName(text: string): boolean {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2 && !PARTICLES.test(word));
  return (
    !LABEL.test(text.trim()) &&
    !LABELLED.test(text) &&
    words.length <= MAXIMUM_WORDS &&
    words.every((word) => !/^\p{Ll}/u.test(word))
  );
}
