import { sectionOf } from '../extract/headings.ts';
import { rowText } from './pdf-segments.ts';
import type { Row, Segment } from './segment.ts';

/** In points. A column begins at the same x except for rounding. */
const EDGE_TOLERANCE = 2;
/** In points. Between the texts of two columns there is at least so much space. Measured widths are rounded up. */
const GUTTER_WIDTH = 4;
/** Columns of fewer rows are a short table or a head with an address beside the name. */
const MINIMUM_COLUMN_ROWS = 4;
/** Makes the number of headings decide between two edges, and the number of rows only between equals. */
const HEADING_WEIGHT = 1000;
/** A column without headings counts as half a heading, so that one with headings is preferred. */
const WITHOUT_HEADINGS = 0.5;
/** From this part of its rows on, a column of dates belongs to the texts beside it, and one of headings too. */
const DATES_SHARE = 0.4;
const DATES_SHARE_OF_WIDER = 0.7;
const LABELS_SHARE = 0.75;
/** In points. Parts of one line have the same baseline except for rounding. */
const BASELINE_TOLERANCE = 2;
/** In a table, nearly all labels have a text on their line, and few headings do. */
const MINIMUM_LABELS = 3;
const LABELS_BESIDE_SHARE = 0.85;
const HEADINGS_BESIDE_SHARE = 0.35;
/** By chance, so many dates are seldom on the lines of the texts in another column. */
const MINIMUM_DATES_BESIDE = 3;
/** Part of the texts that have dates beside them. The others are employers, headings, and wrapped lines. */
const DATED_SHARE = 0.3;
const DATED_SHARE_OF_COLUMN = 0.2;
/** So many telephone numbers, addresses and the like make a column without headings one about the person. */
const MINIMUM_CONTACTS = 2;
/** So many headings show that the other column, which has none, is not the one with the text. */
const MINIMUM_HEADINGS_OF_MAIN = 2;

const DATES =
  /^\W*(?:(?:seit|since|bis|ab|until)\s.{4,}|(?:\p{L}{3,9}\.?,?[\s/-]*|\d{1,2}[./|-]\s?){0,2}(?:19|20)\d\d(?!\d).{0,24}|heute|present|dato|current|(?:\d{1,2}[./|'’-]\s?|\p{L}{3,9}\.?[\s/-]?['’]?)\d{2}\s*[–—-].{0,14}|\p{L}{3,9}\.?\s?['’]\d{2})\W*$/iu;
const CONTACT = /@|(?:\+|\(?\b0)\d[\d ()/.-]{6,}\d|(?:^|\D)\d{4,5} \p{Lu}|www\.|https?:/u;

/** A page with two columns: `before` and `after` extend over the whole width. */
interface Columns {
  before: Row[];
  wide: Row[];
  narrow: Row[];
  after: Row[];
}

/**
 * A page has two columns if each of them has section headings, or one has them and the other is about the person. In a
 * table of dates and texts, or of headings and texts, each row is read across.
 */
export function findColumns(rows: readonly Row[]): Columns | undefined {
  const isHeading = headingsOf();
  const [best, ofDates] = [findBest(rows, isHeading, false), findBest(rows, isHeading, true)];
  return (best === undefined || (ofDates !== undefined && ofDates.score > best.score) ? ofDates : best)
    ?.columns;
}

/** With `acceptsDates`, the wider side may have dates on many of its rows, as a list of short entries does. */
function findBest(
  rows: readonly Row[],
  isHeading: (row: Row) => boolean,
  acceptsDates: boolean,
): { score: number; columns: Columns } | undefined {
  const edges = [...new Set(rows.flatMap((row) => row.segments.map(({ x }) => Math.round(x))))].sort(
    (left, right) => left - right,
  );
  let best: { score: number; columns: Columns } | undefined;
  for (const edge of edges.slice(1)) {
    for (const { start, end } of bandsWithGutter(rows, edge)) {
      const band = rows.slice(start, end);
      const [left, right] = [sideOf(band, edge, 'left'), sideOf(band, edge, 'right')];
      const headings = countHeadings(left, right, isHeading, acceptsDates);
      if (headings === 0) continue;
      const score = headings * HEADING_WEIGHT + band.length + countRowsAt(edge, right);
      if (best !== undefined && score <= best.score) continue;
      const [wide, narrow] = widthOf(left) >= widthOf(right) ? [left, right] : [right, left];
      best = { score, columns: { before: rows.slice(0, start), wide, narrow, after: rows.slice(end) } };
    }
  }
  return best;
}

/** How many rows begin at the edge of their column, as far as they show one: texts that are flush right beside it do not. */
function countRowsAt(edge: number, rows: readonly Row[]): number {
  const count = rows.filter(({ segments }) => Math.abs(segments[0]!.x - edge) <= EDGE_TOLERANCE).length;
  return Math.min(count, MINIMUM_COLUMN_ROWS);
}

/** Whether a row is a heading. The same rows are looked at for every edge. */
function headingsOf(): (row: Row) => boolean {
  const known = new Map<string, boolean>();
  return (row) => {
    const text = rowText(row);
    const found = known.get(text) ?? sectionOf(text) !== undefined;
    known.set(text, found);
    return found;
  };
}

/** The headings of the column that has fewer. 0 if the sides are no columns. */
function countHeadings(
  left: readonly Row[],
  right: readonly Row[],
  isHeading: (row: Row) => boolean,
  acceptsDates: boolean,
): number {
  if (Math.min(left.length, right.length) < MINIMUM_COLUMN_ROWS) return 0;
  const [ofLeft, ofRight] = [left, right].map((rows) => rows.filter(isHeading).length) as [number, number];
  if (Math.max(ofLeft, ofRight) === 0) return 0;
  const isTable = [left, right].some(
    (rows, index) =>
      share(rows, (row) => DATES.test(rowText(row))) >=
        (acceptsDates && widthOf(rows) > widthOf(index === 0 ? right : left)
          ? DATES_SHARE_OF_WIDER
          : DATES_SHARE) || [ofLeft, ofRight][index]! >= rows.length * LABELS_SHARE,
  );
  if (isTable) return 0;
  if (areDatesOf(left, right) || areDatesOf(right, left)) return 0;
  if (isTableBelowHeadings(left, right, isHeading) || isTableBelowHeadings(right, left, isHeading)) return 0;
  const fewer = Math.min(ofLeft, ofRight);
  if (fewer > 0) return fewer;
  const [main, other] = ofLeft > 0 ? [ofLeft, right] : [ofRight, left];
  return main >= MINIMUM_HEADINGS_OF_MAIN && isAboutPerson(other) ? WITHOUT_HEADINGS : 0;
}

/**
 * Whether one side has headings and the labels of a table, such as dates: the labels are on the lines of the other side,
 * and the headings between them. Two columns that share lines do so with their headings too.
 */
function isTableBelowHeadings(
  rows: readonly Row[],
  others: readonly Row[],
  isHeading: (row: Row) => boolean,
): boolean {
  const isBeside = (row: Row) => others.some((other) => Math.abs(other.y - row.y) < BASELINE_TOLERANCE);
  const [headings, labels] = [rows.filter(isHeading), rows.filter((row) => !isHeading(row))];
  return (
    headings.length > 0 &&
    labels.length >= MINIMUM_LABELS &&
    share(labels, isBeside) >= LABELS_BESIDE_SHARE &&
    share(headings, isBeside) <= HEADINGS_BESIDE_SHARE
  );
}

/**
 * Whether one side has the dates of texts on the other: each row with dates has a text on its line, and these texts are a
 * good part of the other side. All rows of two columns that are set alike share lines.
 */
function areDatesOf(rows: readonly Row[], others: readonly Row[]): boolean {
  const dates = rows.filter(({ segments }) => segments.some(({ text }) => DATES.test(text)));
  const isColumn = dates.every(({ segments }) => DATES.test(segments[0]!.text));
  const areLevel = (one: Row, other: Row) => Math.abs(other.y - one.y) < BASELINE_TOLERANCE;
  return (
    dates.length >= MINIMUM_DATES_BESIDE &&
    dates.every((row) => others.some((other) => areLevel(row, other))) &&
    share(others, (other) => dates.some((row) => areLevel(row, other))) >=
      (isColumn ? DATED_SHARE_OF_COLUMN : DATED_SHARE)
  );
}

function share(rows: readonly Row[], isCounted: (row: Row) => boolean): number {
  return rows.filter(isCounted).length / rows.length;
}

function isAboutPerson(rows: readonly Row[]): boolean {
  const texts = rows.map(rowText);
  return (
    texts.filter((text) => CONTACT.test(text)).length >= MINIMUM_CONTACTS &&
    !texts.some((text) => DATES.test(text))
  );
}

/** The longest runs of rows in which no text crosses the gutter to the left of `edge`. `end` is exclusive. */
function bandsWithGutter(rows: readonly Row[], edge: number): { start: number; end: number }[] {
  const crosses = ({ x, end }: Segment) => x < edge - EDGE_TOLERANCE && end > edge - GUTTER_WIDTH;
  const bands: { start: number; end: number }[] = [];
  let start = 0;
  for (let index = 0; index <= rows.length; index++) {
    if (index < rows.length && !rows[index]!.segments.some(crosses)) continue;
    bands.push({ start, end: index });
    start = index + 1;
  }
  return bands;
}

function sideOf(band: readonly Row[], edge: number, side: 'left' | 'right'): Row[] {
  const isRight = ({ x }: Segment) => x >= edge - EDGE_TOLERANCE;
  return band
    .map((row) => ({
      y: row.y,
      segments: row.segments.filter((segment) => isRight(segment) === (side === 'right')),
    }))
    .filter((row) => row.segments.length > 0);
}

function widthOf(rows: readonly Row[]): number {
  const segments = rows.flatMap((row) => row.segments);
  return Math.max(...segments.map(({ end }) => end)) - Math.min(...segments.map(({ x }) => x));
}
