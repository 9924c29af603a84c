import { lineText, type TextLine } from '../text/lines.ts';
import { END_ONLY, POINT_ONLY } from './entry-dates.ts';

// Periods whose beginning and end have labels of their own, as forms print them: "Von: 04/2020" above "Bis: 09/2022".

const FROM =
  /^(?:von|vom|beginn|begonnen|start(?:datum)?|anfang|eintritt(?:sdatum)?|(?:date )?from|start(?:ed|ing)?(?: date)?|begin(?:ning)?|joined)$/iu;
const UNTIL =
  /^(?:bis(?: zum)?|ende|beendet|end(?:datum)?|austritt(?:sdatum)?|(?:date )?to|until|end(?:ed|ing)?(?: date)?|finish(?:ed)?(?: date)?|left)$/iu;
/** Lines from the beginning to the end: what is between them has a label too. */
const MAXIMUM_DISTANCE = 2;
/** What forms print where nothing was entered. */
const NOTHING = /^[-–—./]*$/u;

/** Number of an entry in a form: "Station 2", "Education 1:". It says nothing about the entry. */
const NUMBERED =
  /^(?:(?:berufliche|professional|work|previous) )?(?:station|position|job|stelle|tätigkeit|arbeitgeber|firma|beschäftigung|arbeitsstelle|eintrag|entry|employment|employer|experience|erfahrung|ausbildung|bildung|abschluss|schule|studium|education|school|qualification|degree) ?(?:nr\.? ?|no\.? ?|#)?\(?\d{1,2}\)?\s*[:.]?$/iu;

interface Labelled {
  isBegin: boolean;
  text: string;
}

/** The beginning or end that a line says, after a label or in the cell beside it. */
function dateOf(line: TextLine): Labelled | undefined {
  const [first, second, third] = line.cells;
  if (first === undefined || third !== undefined) return undefined;
  const match = /^([\p{L} ]{2,20}?)\s*(?::\s*(.*)|\s(.*\d.*))?$/u.exec(first.text);
  const label = match?.[1] ?? '';
  const isBegin = FROM.test(label);
  if (!isBegin && !UNTIL.test(label)) return undefined;
  const own = (match![2] ?? match![3] ?? '').trim();
  if (own !== '' && second !== undefined) return undefined;
  const text = own === '' ? (second?.text.trim() ?? '') : own;
  const isDate = isBegin ? POINT_ONLY.test(text) : END_ONLY.test(text) || NOTHING.test(text);
  return isDate && (text !== '' || first.text.endsWith(':')) ? { isBegin, text } : undefined;
}

export const hasLabelledDate = (line: TextLine): boolean => dateOf(line)?.isBegin === true;

/**
 * Lines with such periods on one line, without the labels. A beginning that is not followed by an end lasts. Lines that
 * number the entries are dropped.
 */
export function joinLabelledPeriods(source: readonly TextLine[]): TextLine[] {
  const dates = source.map(dateOf);
  const lines: TextLine[] = [];
  const used = new Set<number>();
  for (const [index, line] of source.entries()) {
    const date = dates[index];
    if (date?.isBegin) {
      const end = dates.findIndex(
        (other, at) => at > index && at <= index + MAXIMUM_DISTANCE && other?.isBegin === false,
      );
      const until = end === -1 || NOTHING.test(dates[end]!.text) ? 'heute' : dates[end]!.text;
      if (end !== -1) used.add(end);
      lines.push({ ...line, cells: [{ x: line.cells[0]!.x, text: `${date.text} – ${until}` }] });
    } else if (!used.has(index)) lines.push(line);
  }
  return withoutNumbers(lines);
}

/** Without lines such as "Station 2". The space above them is above what follows. */
function withoutNumbers(lines: readonly TextLine[]): TextLine[] {
  return lines.flatMap((line, index) => {
    if (isNumber(line)) return [];
    const above = lines[index - 1];
    return [above !== undefined && isNumber(above) ? { ...line, hasGapBefore: true } : line];
  });
}

/** "1. Köchin": in digits, before a text. */
const ORDINAL = /^(\d{1,2})[.)] (?=\p{L})/u;
const ordinalOf = (line: TextLine) => Number(ORDINAL.exec(line.cells[0]!.text)?.[1] ?? 0);

/** Without the numbers of entries that are counted from the first on. Other numbers are parts of names: "1. Offizier". */
export function withoutOrdinals(lines: readonly TextLine[]): TextLine[] {
  const numbers = lines.map(ordinalOf).filter((number) => number > 0);
  const areCounted = numbers.length > 1 && numbers.every((number, index) => number === index + 1);
  if (!areCounted) return [...lines];
  return lines.map((line) => {
    const [first, ...others] = line.cells;
    const text = first!.text.replace(ORDINAL, '');
    return text === first!.text ? line : { ...line, cells: [{ x: first!.x, text }, ...others] };
  });
}

const isNumber = (line: TextLine) => line.cells.length === 1 && NUMBERED.test(lineText(line));
