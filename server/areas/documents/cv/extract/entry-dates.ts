import { cellInColumn, lineText, type TextCell, type TextLine } from '../text/lines.ts';
import { MONTH } from './date-points.ts';
import { type FoundPeriod, findPeriods, NOW_WORDS } from './dates.ts';

// Where an entry of a list of jobs or educations has its dates: at the edge of a line or in a cell of their own.

/** The period that a line of a head has, and what is beside it on the line. */
export interface HeadPeriod {
  period: FoundPeriod;
  beside: string[];
  /** The texts of the line, cut where their font changes. */
  parts: readonly string[];
  /** Whether text comes before the dates in their cell. Descriptions have dates there too. */
  isAfterText: boolean;
  /** Whether the dates are in another font than the text before them. */
  isInOwnFont: boolean;
  /** Whether the dates have a cell of their own, and where it begins. */
  ownX?: number;
  /** Where the line ends, if the dates end it. */
  right?: number;
  /** Where the cell of the dates begins. */
  x: number;
}

/** Letters. A single year in a longer line ends a sentence and does not date an entry. */
const MAXIMUM_LENGTH_AROUND_YEAR = 90;
/** With more words before the dates, the line is a sentence. */
const MAXIMUM_WORDS_BEFORE_DATES = 14;

/**
 * "2 Jahre 11 Monate", "(3 years)", "ein Jahr", "Bis heute 4 Jahre und 5 Monate", "6 mos": how long, beside from when to when.
 */
const DURATION =
  /^\(?(?:bis heute |until now )?(?:(?:über |ca\. ?|more than )?(?:\d+(?:[.,]\d)?\+?|eine?[mn]?|an?|one) ?(?:jahre?n?|monate?n?|wochen?|years?|months?|weeks?|mos?|yrs?|j\.|mon\.)[ ,]*(?:und|and|&)?[ ,]*)+\)?$/iu;
export const isDuration = (text: string): boolean => DURATION.test(text);
/** The head of a table, and labels of its cells. */
const TABLE_HEAD_WORDS =
  'von|bis|vom|zeitraum|datum|zeit|dauer|wann|tätigkeit(?: als)?|tätigkeiten|firma|betrieb|arbeitgeber|unternehmen|abschluss|einrichtung|institution|bildungseinrichtung|universität|hochschule|studiengang|fach|note|lehrgang|anbieter|veranstalter|position|funktion|stelle|ort|schule|bezeichnung|from|to|until|dates?|period|years?|employer|company|organi[sz]ation|title|job title|role|duties|school|university|degree|qualification|subject|course|provider|location|city|grade|place';
const TABLE_HEAD = new RegExp(`^(?:${TABLE_HEAD_WORDS})\\s*(?:\\(.*\\))?:?$`, 'iu');
/** Labels of narrow columns stand as close to each other as words. */
const TABLE_HEADS = new RegExp(`^(?:(?:${TABLE_HEAD_WORDS})(?:\\s*[/|]\\s*|\\s+|$)){2,}$`, 'iu');
/** A line of so many labels and nothing else is the head of a table, in one cell too. */
const MINIMUM_TABLE_HEADS = 3;
const ONE_DATE = `(?:\\p{L}{3,9}\\.?,? \\d{4}|(?:\\d{1,2}\\.?[-/ ])?(?:${MONTH})\\.?,?[ /-]?(?:\\d{4}|['’]?\\d{2})|\\d{4},?[-/. ](?:${MONTH})\\.?|(?:\\d{1,2} ?[|'’] ?|0[1-9]-)\\d{2,4}|(?:\\d{1,2}[./]\\s?){1,2}\\d{2,4}|\\d{4}(?:[-/.]\\d{1,2}){0,2})`;
const NOW = `(?:(?:bis |to |until |up to )?${NOW_WORDS})`;
export const POINT_ONLY = new RegExp(`^(?:${ONE_DATE})$`, 'iu');
export const END_ONLY = new RegExp(`^(?:${ONE_DATE}|${NOW})$`, 'iu');
/** "02/2018 Manager", "today Employer" */
export const BEFORE_TEXT = new RegExp(`^(${ONE_DATE}|${NOW}) (\\p{Lu}.+)$`, 'iu');
const BEGUN = new RegExp(`^(.*?)(${ONE_DATE}) ?(?:[–—-]|bis|to)(?: (?!\\d)(.+))?$`, 'iu');
const ENDED = new RegExp(`^(${ONE_DATE}|${NOW})(?![\\p{L}\\d/.])(?:\\s*\\)?$|[ ]+(.*)$)`, 'iu');
/** A sign that a font draws as a picture, such as a calendar. Its letter means nothing. */
const PICTOGRAM = /^\p{L} (?=\d)/u;

export function isTableHead(line: TextLine): boolean {
  if (line.cells.length === 1) {
    const [{ text }] = line.cells as [TextCell];
    return TABLE_HEADS.test(text) && text.split(/[\s/|]+/).length >= MINIMUM_TABLE_HEADS;
  }
  return line.cells.every(({ text }) => TABLE_HEAD.test(text) || TABLE_HEADS.test(text));
}

/** "heute" and "current" beside or above the dates of an entry. Its dates say the same. */
const BADGE = new RegExp(`^\\(?${NOW}\\)?$`, 'iu');

/** Without texts that only say how long an entry lasted or that it lasts: they are neither its title nor its place. */
export function withoutDurations(lines: readonly TextLine[]): TextLine[] {
  return lines.flatMap((line) => {
    const cells = line.cells.filter(({ text }) => !DURATION.test(text));
    if (cells.length === 0 || (cells.length === 1 && BADGE.test(cells[0]!.text))) return [];
    return [cells.length === line.cells.length ? line : { ...line, cells }];
  });
}

/** The period that a line has at its beginning or end, or in separate cells. */
export function headPeriod(source: TextLine, acceptsPoints: boolean): HeadPeriod | undefined {
  if (source.isBullet) return undefined;
  const line = joinPeriodCells(source);
  for (const [index, cell] of line.cells.entries()) {
    const text = cell.text.replace(PICTOGRAM, '');
    for (const period of findPeriods(text)) {
      if (period.isPoint && !acceptsPoints) continue;
      const before = text
        .slice(0, period.start)
        .replace(/[\s([{,|:;·–—-]+$/u, '')
        .replace(/\b(?:von|from)$/i, '')
        .trim();
      const rest = text
        .slice(period.end)
        .replace(/^[\s)\]},|:;.·–—-]+/u, '')
        .trim();
      const isAtEdge = before === '' || rest === '' || /^\([^)]*\)$/.test(rest) || DURATION.test(before);
      const endsSentence = period.isPoint && before !== '' && text.length > MAXIMUM_LENGTH_AROUND_YEAR;
      if (!isAtEdge || endsSentence || before.split(' ').length > MAXIMUM_WORDS_BEFORE_DATES) continue;
      const others = line.cells.filter((_, place) => place !== index).map((other) => other.text);
      const around = [before, rest];
      const beside = (index === 0 ? [...around, ...others] : [...others, ...around]).filter(
        (part) => part !== '' && !DURATION.test(part) && !(period.isCurrent && BADGE.test(part)),
      );
      const own = text.slice(period.start, period.end);
      const isInOwnFont = cell.parts?.some((part) => part.trim() === own) === true;
      const isAfterText = before !== '' && !DURATION.test(before);
      const parts = line.cells.flatMap((other) => other.parts ?? []);
      const ownX = before === '' && rest === '' ? cell.x : undefined;
      const isLast = rest === '' && index === line.cells.length - 1;
      const right = isLast ? line.rectangle?.right : undefined;
      return { period, beside, parts, isAfterText, isInOwnFont, ownX, right, x: cell.x };
    }
  }
  return undefined;
}

/** "03/2019" and "heute" in two cells, as columns for begin and end, become one cell. */
function joinPeriodCells(line: TextLine): TextLine {
  const index = line.cells.findIndex(
    ({ text }, place) => END_ONLY.test(line.cells[place + 1]?.text ?? '') && POINT_ONLY.test(text),
  );
  if (index === -1) return joinAfterText(joinDatePairs(line));
  const [from, until] = [line.cells[index]!, line.cells[index + 1]!];
  const cells = line.cells.toSpliced(index, 2, { x: from.x, text: `${from.text} – ${until.text}` });
  return { ...line, cells };
}

/** Slow for a long text, so it is tested only before what can be an end. */
const ENDS_WITH_DATE = new RegExp(`^.*\\p{L}{3}[^\\d–—-]*\\s(?:${ONE_DATE})$`, 'iu');

/** "Employer, city. April 2019" and "present" in two cells: some fonts have a dash that is no letter. */
function joinAfterText(line: TextLine): TextLine {
  const index = line.cells.findIndex(
    ({ text }, place) => END_ONLY.test(line.cells[place + 1]?.text ?? '') && ENDS_WITH_DATE.test(text),
  );
  if (index === -1) return line;
  const [from, until] = [line.cells[index]!, line.cells[index + 1]!];
  return {
    ...line,
    cells: line.cells.toSpliced(index, 2, { x: from.x, text: `${from.text} – ${until.text}` }),
  };
}

/** "September 2010 June 2013": nothing else, and no years alone, which could be those of prizes. */
const DATE_PAIR = new RegExp(`^(?=[^\\d]*\\p{L}{3}|\\d{1,2}[./])(${ONE_DATE})\\s+(${ONE_DATE})$`, 'iu');

/** Two dates in a cell of their own, with a sign between them. */
function joinDatePairs(line: TextLine): TextLine {
  const index = line.cells.findIndex(({ text }) => DATE_PAIR.test(text));
  const cell = line.cells[index];
  if (cell === undefined) return line;
  const text = cell.text.replace(DATE_PAIR, '$1 – $2');
  return { ...line, cells: line.cells.with(index, { x: cell.x, text }) };
}

/** Whether nothing is between the beginning and the end of a period: they could be two dates. */
export const lacksSign = (line: TextLine): boolean =>
  joinAfterText(line) !== line || joinDatePairs(line) !== line;

/** Periods that a narrow column breaks after the dash: their end begins the next line. */
export function joinBrokenPeriods(lines: readonly TextLine[]): TextLine[] {
  const result: TextLine[] = [];
  for (let index = 0; index < lines.length; index++) {
    const [line, next] = [lines[index]!, lines[index + 1]];
    const joined = next && joinBroken(line, next);
    if (joined === undefined) {
      result.push(line);
      continue;
    }
    result.push(...joined);
    index += 1;
  }
  return result;
}

/** "May 2017 – September" and "2019" */
const BEGUN_IN_END = new RegExp(`${ONE_DATE} ?(?:[–—-]|bis|to) (?:\\p{L}{3,9}\\.?|\\d{1,2}[./|])$`, 'iu');
const REST_OF_END = /^(?:\d{1,2}[./])?\d{4}(?!\d)/;

const MONTH_ONLY = new RegExp(`^(?:${MONTH})\\.?$`, 'iu');
const WHOLE_REST = /^(?:\d{1,2}[./])?\d{4}\)?$/;
const ENDS_NOW = new RegExp(`(?:^|\\s)${NOW}$`, 'iu');

const SINCE_ONLY = /^(?:seit|since|ab)$/iu;

/** "seit" in a narrow column, with the date below it. */
function joinSince(line: TextLine, next: TextLine): TextLine[] | undefined {
  const [since, ...beside] = line.cells;
  const [date, ...below] = next.cells;
  const isBroken = SINCE_ONLY.test(since!.text) && POINT_ONLY.test(date!.text);
  if (!isBroken || Math.abs(since!.x - date!.x) >= MAXIMUM_SHIFT) return undefined;
  const head = { ...line, cells: [{ ...since!, text: `${since!.text} ${date!.text}` }, ...beside] };
  return [head, ...(below.length === 0 ? [] : [{ ...next, cells: below }])];
}

/** A period in a column whose end is broken: the rest of it begins the same column of the next line. */
function joinBrokenEnd(line: TextLine, next: TextLine): TextLine[] | undefined {
  for (const [index, cell] of line.cells.entries()) {
    if (!BEGUN_IN_END.test(cell.text) || ENDS_NOW.test(cell.text)) continue;
    const rest = next.cells.find(
      (other) =>
        WHOLE_REST.test(other.text) &&
        (next.cells.length === 1 || Math.abs(other.x - cell.x) < MAXIMUM_SHIFT),
    );
    if (rest === undefined) continue;
    const cells = line.cells.with(index, { ...cell, text: `${cell.text} ${rest.text}` });
    const below = next.cells.filter((other) => other !== rest);
    return [{ ...line, cells }, ...(below.length === 0 ? [] : [{ ...next, cells: below }])];
  }
  return undefined;
}

/** Dates and two texts: with fewer, what is below the text can be the second one. */
const MINIMUM_TABLE_CELLS = 3;

/** A row of a table that is wrapped in its cells: where the dates go on below, the texts do too. */
function joinTableRow(line: TextLine, next: TextLine): TextLine[] | undefined {
  if (line.cells.length < MINIMUM_TABLE_CELLS || next.cells.length < 2 || next.isBullet) return undefined;
  const below = line.cells.map((cell) => cellInColumn(next, cell.x));
  const isWhole = next.cells.every((cell) => below.includes(cell));
  const isBroken = line.cells.some(({ text }, index) => {
    const rest = below[index]?.text ?? '';
    const begun = BEGUN.exec(text);
    const isOpen = begun !== null && begun[3] === undefined && END_ONLY.test(rest);
    return isOpen || (BEGUN_IN_END.test(text) && !ENDS_NOW.test(text) && WHOLE_REST.test(rest));
  });
  if (!isWhole || !isBroken) return undefined;
  const cells = line.cells.map((cell, index) => {
    const rest = below[index]?.text;
    if (rest === undefined) return cell;
    const isHyphenated = /\p{Ll}-$/u.test(cell.text) && /^\p{Ll}/u.test(rest);
    const text = isHyphenated ? cell.text.slice(0, -1) + rest : `${cell.text} ${rest}`;
    return { ...cell, text: text.replace(/(?<=\d[|/.]) (?=\d{4})/, ''), parts: undefined };
  });
  return [{ ...line, cells }];
}

function joinBroken(line: TextLine, next: TextLine): TextLine[] | undefined {
  const whole = joinSince(line, next) ?? joinTableRow(line, next) ?? joinBrokenEnd(line, next);
  if (whole !== undefined) return whole;
  const [last, first] = [line.cells.at(-1)!, next.cells[0]!];
  const isEnd = BEGUN_IN_END.test(last.text) && REST_OF_END.test(first.text);
  const isAlone = [line, next].every(({ cells }) => cells.length === 1);
  if (isEnd && isAlone) return [{ ...line, cells: [{ ...last, text: `${last.text} ${first.text}` }] }];
  // "2010" and "2012" below it
  if (isAlone && POINT_ONLY.test(last.text) && END_ONLY.test(first.text) && !next.hasGapBefore)
    return [{ ...line, cells: [{ ...last, text: `${last.text} – ${first.text}` }] }];
  for (const [index, cell] of line.cells.entries()) {
    const begun = BEGUN.exec(cell.text);
    if (begun === null || POINT_ONLY.test(begun[3] ?? '')) continue;
    if (END_ONLY.test(line.cells[index + 1]?.text ?? '')) continue;
    // In columns, the end is below the beginning. Without columns, it begins the line.
    const place = next.cells.findIndex((other) => Math.abs(other.x - cell.x) < MAXIMUM_SHIFT);
    const end = next.cells[place === -1 ? 0 : place];
    const ended = ENDED.exec(end?.text ?? '');
    if (ended === null || (place === -1 && index > 0) || isWholePeriod(next)) continue;
    // "May 2017 – September" and "2019": the month is no text beside the dates.
    const isInEnd = MONTH_ONLY.test(begun[3] ?? '') && /^\d{4}$/.test(ended[1]!);
    const text = isInEnd ? `${cell.text} ${ended[1]}` : `${begun[1]}${begun[2]} – ${ended[1]}`;
    const rest: TextCell[] = begun[3] === undefined || isInEnd ? [] : [{ x: cell.x + 1, text: begun[3] }];
    const head = { ...line, cells: line.cells.toSpliced(index, 1, { ...cell, text }, ...rest) };
    const below = next.cells.flatMap((other) => {
      if (other !== end) return [other];
      return ended[2] === undefined ? [] : [{ x: other.x + 1, text: ended[2] }];
    });
    if (below.length === 0) return [head];
    const isBullet = next.isBullet || /^[○•▪◦*–-]\s/u.test(below[0]!.text);
    const [first, ...others] = below;
    const text2 = first!.text.replace(/^[○•▪◦*–-]\s+/u, '');
    return [head, { ...next, isBullet, cells: [{ ...first!, text: text2 }, ...others] }];
  }
  return undefined;
}

/** In points, in a PDF. A column of dates is sometimes set flush right, so its lines begin at different places. */
const MAXIMUM_SHIFT = 60;

function isWholePeriod(line: TextLine): boolean {
  return (
    /^[–—-]/.test(line.cells[1]?.text ?? '') || findPeriods(lineText(line)).some(({ isPoint }) => !isPoint)
  );
}
