import type { TextCell, TextLine } from '../text/lines.ts';
import { toFirstDay } from './date-points.ts';
import { findPeriods } from './dates.ts';
import { BEFORE_TEXT, END_ONLY, POINT_ONLY } from './entry-dates.ts';

// Periods whose beginning is above their end, in a column beside the texts of the entry.

/** In points, in a PDF. The column can be centred or flush right, so that its lines begin at different places. */
const MAXIMUM_SHIFT = 60;
/** Lines between the beginning and the end: a sign, and what is beside them. */
const MAXIMUM_DISTANCE = 3;
/** What some columns have between the beginning and the end. */
const JOINT = /^(?:[|–—↓↑-]|bis|to|until)$/iu;

interface Stack {
  from: number;
  until: number;
  fromCell: TextCell;
  untilCell: TextCell;
  hasSign: boolean;
}

/** Lines with such periods on their first line. Others are returned as they are. */
export function joinStackedPeriods(lines: readonly TextLine[]): TextLine[] {
  const stacks = findStacks(lines);
  if (isColumnOfStacks(lines, stacks)) return joinStacks(lines, stacks);
  const begun = withOpenBegin(lines, stacks);
  if (begun !== undefined) return joinStacks(begun, stacks);
  const parted = lines.map(partDate);
  const others = findStacks(parted);
  if (others.length < MINIMUM_TOUCHING || !isColumnOfStacks(parted, others)) return [...lines];
  const used = new Set(others.flatMap(({ from, until }) => [from, until]));
  return joinStacks(
    parted.map((line, index) => (used.has(index) ? line : lines[index]!)),
    others,
  );
}

/** So many periods must be in a column that touches the texts beside it. One can be a date in a text. */
const MINIMUM_TOUCHING = 2;

/** So many periods must be below a single beginning. */
const MINIMUM_BELOW_OPEN = 2;

/**
 * Lists whose newest entry has only its beginning, as it lasts: a date alone above the first of such periods, and not before
 * its end. Undefined for other lists.
 */
function withOpenBegin(lines: readonly TextLine[], stacks: readonly Stack[]): TextLine[] | undefined {
  const open = lines.findIndex((line) => dateCellOf(line, POINT_ONLY) !== undefined);
  const [first] = stacks;
  if (open === -1 || first === undefined || open >= first.from || stacks.length < MINIMUM_BELOW_OPEN)
    return undefined;
  const cell = dateCellOf(lines[open]!, POINT_ONLY)!;
  const [begin, end] = [yearsOf(cell.text), yearsOf(first.untilCell.text)];
  const others = lines.with(open, { ...lines[open]!, isBullet: true });
  if (begin === undefined || end === undefined || begin < end || !isColumnOfStacks(others, stacks))
    return undefined;
  const cells = lines[open]!.cells.map((one) => (one === cell ? { ...one, text: `seit ${one.text}` } : one));
  return lines.with(open, { ...lines[open]!, cells });
}

/** What is after a date in a period that is broken in its end: "Sep 2016 to Apr". */
const GOES_ON = /^(?:bis|to|until|till)\s/iu;

/** The date before a text, as a cell of its own: a narrow column touches the texts beside it. */
function partDate(line: TextLine): TextLine {
  const [first, ...others] = line.cells;
  const match = BEFORE_TEXT.exec(first!.text);
  if (match === null || line.isBullet || hasPeriod(line) || GOES_ON.test(match[2]!)) return line;
  return {
    ...line,
    cells: [{ x: first!.x, text: match[1]! }, { x: first!.x + 1, text: match[2]! }, ...others],
  };
}

function joinStacks(lines: readonly TextLine[], stacks: readonly Stack[]): TextLine[] {
  const byLine = new Map<number, Stack>();
  for (const stack of stacks)
    for (let index = stack.from; index <= stack.until; index++) byLine.set(index, stack);
  return lines.flatMap((line, index): TextLine[] => {
    const own = byLine.get(index);
    if (own === undefined) return [line];
    const cells = line.cells.flatMap((cell): TextCell[] => {
      if (cell === own.fromCell)
        return [{ ...cell, text: `${cell.text} – ${own.untilCell.text}`, parts: undefined }];
      return cell === own.untilCell ||
        (index > own.from && isNear(cell, own.fromCell) && JOINT.test(cell.text))
        ? []
        : [cell];
    });
    // The dash between the years was taken for a bullet.
    const isBullet = line.isBullet && index !== own.until && index !== own.from + 1;
    return cells.length === 0 ? [] : [{ ...line, cells, isBullet }];
  });
}

const isNear = (one: TextCell, other: TextCell) => Math.abs(one.x - other.x) < MAXIMUM_SHIFT;

/** Dates that are a whole cell, at the beginning of a line or at its end. */
function dateCellOf({ cells, isBullet }: TextLine, pattern: RegExp): TextCell | undefined {
  if (isBullet) return undefined;
  return [cells[0]!, cells.at(-1)!].find(({ text }) => pattern.test(text));
}

function findStacks(lines: readonly TextLine[]): Stack[] {
  const stacks: Stack[] = [];
  for (let from = 0; from < lines.length; from++) {
    const fromCell = dateCellOf(lines[from]!, POINT_ONLY);
    if (fromCell === undefined || hasPeriod(lines[from]!)) continue;
    for (let until = from + 1; until <= from + MAXIMUM_DISTANCE && until < lines.length; until++) {
      const line = lines[until]!;
      const untilCell = dateCellOf(line, END_ONLY);
      if (untilCell === undefined && !hasPeriod(line)) continue;
      if (untilCell === undefined || !isNear(untilCell, fromCell) || !isInOrder(fromCell, untilCell)) break;
      const between = lines.slice(from + 1, until);
      const hasSign = between.some(({ cells }) =>
        cells.some((cell) => isNear(cell, fromCell) && JOINT.test(cell.text)),
      );
      stacks.push({ from, until, fromCell, untilCell, hasSign });
      from = until;
      break;
    }
  }
  return stacks;
}

function hasPeriod({ cells }: TextLine): boolean {
  return cells.some(({ text }) => findPeriods(text).some(({ isPoint }) => !isPoint));
}

const yearsOf = (text: string) => {
  const [period] = findPeriods(text);
  return period?.until && toFirstDay(period.until);
};

function isInOrder(from: TextCell, until: TextCell): boolean {
  const [begin, end] = [yearsOf(from.text), yearsOf(until.text)];
  return begin !== undefined && (end === undefined || begin <= end);
}

/**
 * Whether the dates of a list are such periods, and not single dates one below the other: all of them are paired, and a
 * sign or "heute" says so, or each pair is older than the one above while its own dates ascend.
 */
function isColumnOfStacks(lines: readonly TextLine[], stacks: readonly Stack[]): boolean {
  const [first] = stacks;
  if (first === undefined) return false;
  const used = new Set(stacks.flatMap(({ from, until }) => [from, until]));
  const others = lines.filter(
    (line, index) => !used.has(index) && dateCellOf(line, POINT_ONLY) !== undefined,
  );
  if (others.length > 0 && others.length * 3 > stacks.length) return false;
  if (stacks.some(({ hasSign, untilCell }) => hasSign || yearsOf(untilCell.text) === undefined)) return true;
  const begins = stacks.map(({ fromCell }) => yearsOf(fromCell.text)!);
  const descends = begins.every((begin, index) => index === 0 || begin < begins[index - 1]!);
  const isApart = stacks.every(
    ({ from, until }) => !lines[until]!.hasGapBefore && (from === 0 || lines[from]!.hasGapBefore),
  );
  const isBroad = stacks.some(({ from, until }) => until - from > 1);
  return (stacks.length > 1 && (descends || isApart)) || (isBroad && isApart);
}
