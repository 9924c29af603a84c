import type { TextCell, TextLine } from '../text/lines.ts';
import { findPeriods } from './dates.ts';
import { END_ONLY, isDuration, POINT_ONLY } from './entry-dates.ts';
import { isDegree, placeScore, positionScore } from './evidence.ts';

// Descriptions that are set further right than the texts of their entry. Some producers draw their bullets as pictures,
// so that only the place of the lines says what they are.

/** In points, in a PDF. */
const MINIMUM_INDENT = 5;
const MAXIMUM_INDENT = 36;
const SAME_X = 3;
/** In plain text, letters have a hundredth (plain.ts). */
const MINIMUM_INDENT_OF_TEXT = 0.02;
const MAXIMUM_INDENT_OF_TEXT = 0.1;
/** Part of the descriptions of a list that begin at the same place. */
const ALIGNED_SHARE = 0.7;

interface Run {
  /** Index of the line above it. */
  head: number;
  lines: number[];
}

/**
 * Marks such lines as bullets. Dates at their right end are those of the entry: they are below its city, at the right
 * margin, and move into the line above.
 */
export function markIndented(source: readonly TextLine[]): TextLine[] {
  const runs = findRuns(source);
  const names = runs.filter(({ lines }) => soundsLikeName(source[lines[0]!]!));
  if (
    runs.length === 0 ||
    names.length * 2 > runs.length - (areDated(source, runs) ? 1 : 0) ||
    !areAligned(source, runs)
  )
    return [...source];
  const lines = [...source];
  for (const { head, lines: own } of runs) {
    for (const index of own) {
      const line = lines[index]!;
      const [first, ...others] = line.cells;
      const dates = others.find(({ text }) => isWholePeriod(text));
      const above = lines[head]!;
      if (dates !== undefined && !above.cells.some(({ text }) => isWholePeriod(text)))
        lines[head] = { ...above, cells: [...above.cells, dates] };
      lines[index] = { ...line, isBullet: true, cells: [first!] };
    }
  }
  return lines;
}

const isIndent = (shift: number, { page }: TextLine) =>
  page === undefined
    ? shift >= MINIMUM_INDENT_OF_TEXT && shift <= MAXIMUM_INDENT_OF_TEXT
    : shift > MINIMUM_INDENT && shift < MAXIMUM_INDENT;

/** Whether the dates of all entries are beside their first indented line. Descriptions have none: half of them are enough. */
const areDated = (lines: readonly TextLine[], runs: readonly Run[]) =>
  runs.every((run) => lines[run.lines[0]!]!.cells.some(({ text }) => isWholePeriod(text)));

/** Lines in a row that begin further right than a text of the last line before them. */
function findRuns(lines: readonly TextLine[]): Run[] {
  const runs: Run[] = [];
  let head = -1;
  for (const [index, line] of lines.entries()) {
    const reference = head === -1 ? undefined : textOf(lines[head]!);
    const shift = reference === undefined ? 0 : line.cells[0]!.x - reference.x;
    const isIndented = isIndent(shift, line) && hasOneText(line);
    if (!isIndented || line.isBullet) {
      // Below a line with nothing but dates, what is above it goes on.
      if (!line.isBullet && textOf(line) !== undefined) head = index;
      continue;
    }
    const last = runs.at(-1);
    if (last?.head !== head) runs.push({ head, lines: [index] });
    else if (Math.abs(lines[last.lines[0]!]!.cells[0]!.x - line.cells[0]!.x) < SAME_X) last.lines.push(index);
  }
  return runs;
}

/** Whether the lines have two left edges. Those of a text that is centred or flush right begin anywhere. */
function areAligned(lines: readonly TextLine[], runs: readonly Run[]): boolean {
  const share = (at: number, xs: readonly number[]) =>
    xs.filter((x) => Math.abs(x - at) < SAME_X).length / xs.length;
  const heads = runs.map(({ head }) => textOf(lines[head]!)!.x);
  const own = runs.map((run) => lines[run.lines[0]!]!.cells[0]!.x);
  const isInRun = new Set(runs.flatMap((run) => [run.head, ...run.lines]));
  const others = lines
    .filter((_, index) => !isInRun.has(index))
    .flatMap(({ cells }) => cells.map(({ x }) => x));
  if (runs.length === 1) return others.some((x) => Math.abs(x - heads[0]!) < SAME_X);
  return (
    heads.some((x) => share(x, heads) >= ALIGNED_SHARE) && own.some((x) => share(x, own) >= ALIGNED_SHARE)
  );
}

const isWholePeriod = (text: string) =>
  POINT_ONLY.test(text) || findPeriods(text).some(({ start, end }) => start === 0 && end === text.length);

/**
 * The text of a line that its description is indented from: the first, or the one beside the dates. Typed columns do not
 * begin at exactly the same place.
 */
function textOf({ cells, page }: TextLine): TextCell | undefined {
  const first = cells.find(({ text }) => !isWholePeriod(text) && !END_ONLY.test(text));
  return page === undefined && first !== cells[0] ? undefined : first;
}

/** Whether a line has only one text, apart from dates and what they last. */
function hasOneText({ cells: [first, ...others] }: TextLine): boolean {
  const isDate = (text: string) => isWholePeriod(text) || isDuration(text);
  return !isDate(first!.text) && others.every(({ text }) => isDate(text));
}

const soundsLikeName = ({ cells: [first] }: TextLine) =>
  positionScore(first!.text) > 0 || placeScore(first!.text) > 0 || isDegree(first!.text);
