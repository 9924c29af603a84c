import { isSameColumn, lineText, type TextLine } from '../text/lines.ts';
import type { FoundPeriod } from './dates.ts';
import { repeatEmployers } from './employer-groups.ts';
import {
  type HeadPeriod,
  headPeriod,
  isTableHead,
  joinBrokenPeriods,
  withoutDurations,
} from './entry-dates.ts';
import { labelOf } from './entry-roles.ts';
import { educationScore, placeScore, positionScore } from './evidence.ts';
import { markIndented } from './indented.ts';
import { joinAfterCommas } from './justified.ts';
import { joinLabelledPeriods, withoutOrdinals } from './labelled-periods.ts';
import { withoutPauses } from './pauses.ts';
import { isInOtherColumn, isRemarkAbove } from './remark-above.ts';
import { withoutRepeatedPeriods } from './repeated-periods.ts';
import { joinStackedPeriods } from './stacked-periods.ts';

// Cuts a list of jobs or educations at its dates.

/** The lines of an entry around the line of its dates. */
export interface Block {
  period: FoundPeriod;
  /** Whether it is a single date among periods. */
  isSingle: boolean;
  /** What is above the dates and belongs to the head. */
  before: TextLine[];
  /** What is on the line of the dates beside them. */
  beside: string[];
  /** The texts of the line of the dates, cut where their font changes. */
  parts: readonly string[];
  after: TextLine[];
}

/** A head has at most title, place and city above its dates. What is further from them belongs to another entry. */
const MAXIMUM_HEAD_LINES = 3;
/** Labels say what each line of a head is, so it can have more. */
const MAXIMUM_LABELLED_LINES = 6;
/** More than any career has. A file with thousands of dates must not become thousands of entries. */
const MAXIMUM_ENTRIES = 60;

type Anchor = HeadPeriod & { index: number };

export function toBlocks(source: readonly TextLine[], acceptsPoints: boolean): Block[] {
  const lines = withoutListBullets(toPlainLines(source), acceptsPoints);
  const anchors = findAnchors(lines, acceptsPoints);
  const above = linesAboveDates(lines, anchors);
  const hasPeriods = anchors.some(({ period }) => !period.isPoint);
  const starts = startsAtSpaces(lines, anchors) ?? startsOf(lines, anchors, above);
  if (anchors.length > 1 && isInOtherColumn(lines, anchors)) starts[0] = anchors[0]!.index;
  return anchors.slice(0, MAXIMUM_ENTRIES).map(({ period, beside, parts, index }, order) => {
    const start = starts[order]!;
    const end = Math.max(index + 1, starts[order + 1] ?? lines.length);
    const before = lines.slice(start, index);
    // A bullet before the dates belongs to the entry above.
    return {
      period,
      isSingle: hasPeriods && period.isPoint,
      beside,
      parts,
      before: before.slice(before.findLastIndex(({ isBullet }) => isBullet) + 1),
      after: lines.slice(index + 1, end),
    };
  });
}

/** Fewer entries do not show that spaces part them. */
const MINIMUM_SPACED_ENTRIES = 3;

/**
 * Where the entries begin if one space parts each from the one above, and their heads are not equally long: one has no
 * employer, or a city more. Undefined if spaces do not show it, or the entries begin with their dates.
 */
function startsAtSpaces(lines: readonly TextLine[], anchors: readonly Anchor[]): number[] | undefined {
  if (anchors.length < MINIMUM_SPACED_ENTRIES) return undefined;
  const starts: number[] = [];
  for (const [order, { index }] of anchors.entries()) {
    const from = order === 0 ? 0 : anchors[order - 1]!.index + 1;
    const gaps = lines.slice(from, index + 1).flatMap((line, at) => (line.hasGapBefore ? [from + at] : []));
    const start = order === 0 ? 0 : gaps[0];
    const hasOneGap = order === 0 || gaps.length === 1;
    if (start === undefined || !hasOneGap || start === index || index - start > MAXIMUM_HEAD_LINES)
      return undefined;
    starts.push(start);
  }
  const lengths = new Set(anchors.map(({ index }, order) => index - starts[order]!));
  return lengths.size > 1 ? starts : undefined;
}

/**
 * Where the entries begin: as many lines above their dates as the first has. Where most begin with a space,
 * and nothing else has one, what is above the space belongs to the entry before.
 */
function startsOf(lines: readonly TextLine[], anchors: readonly Anchor[], above: number): number[] {
  const starts = anchors.map(({ index }, order) =>
    Math.max(index - above, order === 0 ? 0 : anchors[order - 1]!.index + 1),
  );
  const later = starts.slice(1).filter((start) => lines[start]!.hasGapBefore);
  const gaps = lines.slice(1).filter(({ hasGapBefore }) => hasGapBefore);
  if (later.length * 2 < starts.length || gaps.length >= starts.length) return starts;
  return starts.map((start, order) => {
    if (order === 0) return start;
    const gap = lines.slice(start, anchors[order]!.index).findLastIndex(({ hasGapBefore }) => hasGapBefore);
    return start + Math.max(0, gap);
  });
}

/** The lines of a list with its periods on one line each, and without what says nothing. */
function toPlainLines(source: readonly TextLine[]): TextLine[] {
  const lines = joinAfterCommas(
    withoutOrdinals(source.filter((line) => !isTableHead(line)).map(withoutLabelBullet)),
  );
  const joined = joinBrokenPeriods(joinStackedPeriods(joinLabelledPeriods(lines)));
  const lasting = withoutDurations(repeatEmployers(markIndented(joined)));
  return withoutPauses(withoutRepeatedPeriods(lasting));
}

/** The bullet before "Firma: Muster GmbH" is an ornament of the label. */
function withoutLabelBullet(line: TextLine): TextLine {
  return line.isBullet && labelOf(line) !== undefined ? { ...line, isBullet: false } : line;
}

/** If only bullets have dates, the entries are a list of bullets, whose signs mean nothing. */
export function withoutListBullets(lines: readonly TextLine[], acceptsPoints: boolean): TextLine[] {
  const hasDates = (line: TextLine) => headPeriod(line, acceptsPoints) !== undefined;
  if (lines.some(hasDates)) return [...lines];
  const unmarked = (line: TextLine) => ({ ...line, isBullet: false });
  return lines.map((line) => (hasDates(unmarked(line)) ? unmarked(line) : line));
}

function findAnchors(lines: readonly TextLine[], acceptsPoints: boolean): Anchor[] {
  const periods = lines.flatMap((line) => headPeriod(line, false) ?? []);
  const found = lines.flatMap((line, index) => {
    const head = headPeriod(line, true);
    if (head === undefined) return [];
    // In a list of periods, a single date is one of an entry if it is where they are.
    const isAccepted =
      !head.period.isPoint || acceptsPoints || periods.length === 0 || isPlacedLike(head, periods);
    const accepted = isAccepted ? head : headPeriod(line, false);
    return accepted === undefined ? [] : [{ ...accepted, index }];
  });
  // Where most entries have their dates apart, dates at the end of a text are part of a description.
  const afterText = found.filter(({ isAfterText }) => isAfterText);
  return afterText.length * 2 <= found.length - afterText.length
    ? found.filter(({ isAfterText, isInOwnFont }) => !isAfterText || isInOwnFont)
    : found;
}

/** Part of the periods of a list that must be where a single date is. */
const SHARE_OF_PLACE = 0.5;

/** Whether a single date is where the periods of its list are: in their column, or before or after a text as they are. */
function isPlacedLike(head: HeadPeriod, periods: readonly HeadPeriod[]): boolean {
  const isNear = (one: number | undefined, other: number | undefined) =>
    one !== undefined && other !== undefined && isSameColumn(one, other);
  if (head.ownX !== undefined)
    return periods.some(({ ownX, right }) => isNear(ownX, head.ownX) || isNear(right, head.right));
  const alike = periods.filter(
    ({ ownX, isAfterText, x, period }) =>
      ownX === undefined &&
      isAfterText === head.isAfterText &&
      (isAfterText || isNear(x, head.x)) &&
      (period.from?.month === undefined) === (head.period.until?.month === undefined),
  );
  return alike.length > periods.length * SHARE_OF_PLACE;
}

/** Every entry has its dates in the same place of its head: the first shows how many lines are above them. */
function linesAboveDates(lines: readonly TextLine[], anchors: readonly Anchor[]): number {
  const [first] = anchors;
  if (first === undefined || isRemarkAbove(lines, anchors)) return 0;
  const usual = usualDistanceToGap(lines, anchors);
  const isUsual = usual !== undefined && usual === first.index - 1 && lines[1]!.hasGapBefore;
  if (isUsual && saysNothing(lineText(lines[0]!))) return usual;
  const above = first.index;
  const labelled = lines.slice(0, above).filter((line) => labelOf(line) !== undefined).length;
  const isHead = above - labelled <= MAXIMUM_HEAD_LINES && above <= MAXIMUM_LABELLED_LINES;
  if (isHead && !lines.slice(0, above).some(({ isBullet }) => isBullet)) return above;
  const gap = lines.slice(0, above + 1).findLastIndex(({ hasGapBefore }) => hasGapBefore);
  if (gap === above - 1 && isHeadingOnly(lines, anchors)) return 0;
  return gap === -1 || above - gap > MAXIMUM_HEAD_LINES ? 0 : above - gap;
}

/**
 * Whether the line above the first dates is a heading: the other entries begin with a space and their dates, and no line
 * above dates has the word of a position.
 */
function isHeadingOnly(lines: readonly TextLine[], anchors: readonly Anchor[]): boolean {
  return (
    anchors.length > 1 &&
    anchors.slice(1).every(({ index }) => lines[index]!.hasGapBefore) &&
    saysNothing(lineText(lines[anchors[0]!.index - 1]!)) &&
    anchors.every(({ index }) => positionScore(lineText(lines[index - 1]!)) === 0)
  );
}

/** Whether no word of a text is one of titles or places: it can be a heading in words of its own. */
function saysNothing(text: string): boolean {
  return placeScore(text) === 0 && positionScore(text) === 0 && educationScore(text) === 0;
}

/**
 * How many lines the entries after the first have between the space above them and their dates, if it is the same in all.
 * Undefined if the space says nothing, because most lines have some.
 */
function usualDistanceToGap(lines: readonly TextLine[], anchors: readonly Anchor[]): number | undefined {
  const distances = anchors.slice(1, MAXIMUM_ENTRIES).map(({ index }, order) => {
    const gap = lines.slice(0, index + 1).findLastIndex(({ hasGapBefore }) => hasGapBefore);
    return gap > anchors[order]!.index ? index - gap : undefined;
  });
  const [distance] = distances;
  const isUsual = distance !== undefined && distance > 0 && distance <= MAXIMUM_HEAD_LINES;
  const spaced = anchors.slice(1).filter(({ index }) => lines[index - distance! - 1]?.hasGapBefore);
  return isUsual && spaced.length * 2 < anchors.length && distances.every((other) => other === distance)
    ? distance
    : undefined;
}

/** Letters. A longer line below the dates is running text and not part of the head. */
const MAXIMUM_HEAD_LINE_LENGTH = 110;

/** The end of a sentence of four words or more. Names end with a stop after an abbreviation, which is shorter. */
const SENTENCE = /^(?:\S+\s+){3,}.*\p{Ll}{4}\.$/u;

/**
 * Number of lines below the dates that can belong to the head: those before the first bullet, gap or running text.
 * Where the head has nothing else, a sentence can be all of it.
 */
export function headLinesOf(after: readonly TextLine[], hasText: boolean): number {
  const end = after.findIndex(
    (line, index) =>
      line.isBullet ||
      (line.hasGapBefore && index > 0) ||
      lineText(line).length > MAXIMUM_HEAD_LINE_LENGTH ||
      ((hasText || index > 0) && SENTENCE.test(lineText(line))),
  );
  return Math.min(end === -1 ? after.length : end, MAXIMUM_HEAD_LINES);
}
