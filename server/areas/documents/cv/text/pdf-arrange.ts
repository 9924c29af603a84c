import type { Rectangle } from '../values.ts';
import { type TextLine, toLine } from './lines.ts';
import { findColumns } from './pdf-columns.ts';
import { dropFurniture } from './pdf-furniture.ts';
import { mergeWrapped, type ParagraphRow } from './pdf-paragraphs.ts';
import { joinSegments, toRows } from './pdf-segments.ts';
import type { Row, Segment } from './segment.ts';

/** In letter heights. More space than this above a line sets it apart: just more than within paragraphs (1.5). */
const SECTION_GAP_HEIGHTS = 1.65;
/** In letter heights. How far letters such as g reach below their baseline. */
const DESCENT_HEIGHTS = 0.22;
/** Part of all texts that may begin further left than a column does: indented headings and hanging bullets. */
const COLUMN_START_QUANTILE = 0.25;

/** Part of the page that a column has which is not narrow, whatever its texts are. */
const ROOMY_SHARE = 0.45;

/** In points. A usual distance between the texts of two columns. */
const COLUMN_DISTANCE = 15;

/**
 * Puts the text of pages into reading order. Headers and footers are dropped. Columns that have their own sections are
 * read one after the other: the wide one of all pages first.
 */
export function arrangePages(pages: readonly (readonly Segment[])[], pageWidth: number): TextLine[] {
  const wide: Row[] = [];
  const narrow: Row[] = [];
  const breaks = new Set<Row>();
  for (const rows of dropFurniture(pages.map((items) => toRows(joinSegments(items))))) {
    const columns = findColumns(rows);
    if (columns === undefined) {
      if (rows[0] !== undefined) breaks.add(rows[0]);
      wide.push(...rows);
    } else {
      for (const row of [columns.wide[0], columns.narrow[0], columns.after[0]])
        if (row !== undefined) breaks.add(row);
      wide.push(...columns.before, ...columns.wide, ...columns.after);
      narrow.push(...columns.narrow);
    }
  }
  const starts = [...wide, ...narrow].flatMap((row) => row.segments.map(({ x }) => x));
  const isWideRight = narrow.length === 0 || columnStart(wide) > columnStart(narrow);
  // The right margin is usually as wide as the left one.
  const margin = pageWidth - Math.min(...starts);
  const pageEdge = isWideRight ? margin : columnStart(narrow) - COLUMN_DISTANCE;
  // Short texts can make the column with more room the one with less text.
  const isRoomy = !isWideRight && margin - columnStart(narrow) > pageWidth * ROOMY_SHARE;
  const [first, ...others] = toLines(narrow, breaks, isRoomy ? margin : 0);
  const column = first === undefined ? [] : [{ ...first, startsColumn: true }, ...others];
  return [...toLines(wide, breaks, pageEdge), ...column];
}

function columnStart(rows: readonly Row[]): number {
  const starts = rows.flatMap((row) => row.segments.map(({ x }) => x)).sort((left, right) => left - right);
  return starts[Math.floor(starts.length * COLUMN_START_QUANTILE)] ?? 0;
}

function toLines(rows: readonly Row[], breaks: ReadonlySet<Row>, pageEdge: number): TextLine[] {
  const bodyFont = mostUsedFont(rows);
  const merged = mergeWrapped(rows, breaks, pageEdge);
  return merged.flatMap((row, index): TextLine[] => {
    const size = Math.max(...row.segments.map((segment) => segment.size));
    const above = merged[index - 1];
    const line = toLine(
      row.segments.map(({ x, text, parts }) => ({ x, text, parts })),
      {
        size,
        isBold: row.segments[0]!.font !== bodyFont,
        hasGapBefore: above === undefined || above.bottom - row.y > SECTION_GAP_HEIGHTS * size,
        page: row.segments[0]!.page,
        rectangle: rectangleOf(row, size),
      },
    );
    return line === undefined ? [] : [line];
  });
}

/** Of a line that continues on the next page, only what is on the first one. */
function rectangleOf({ y, bottom, segments }: ParagraphRow, size: number): Rectangle {
  const lowest = bottom < y ? bottom : y;
  return {
    left: round(Math.min(...segments.map(({ x }) => x))),
    bottom: round(lowest - DESCENT_HEIGHTS * size),
    right: round(Math.max(...segments.map(({ end, longestLineEnd = end }) => longestLineEnd))),
    top: round(y + (1 - DESCENT_HEIGHTS) * size),
  };
}

const round = (points: number) => Math.round(points * 10) / 10;

function mostUsedFont(rows: readonly Row[]): string | undefined {
  const letters = new Map<string, number>();
  for (const { segments } of rows)
    for (const { font, text } of segments) letters.set(font, (letters.get(font) ?? 0) + text.length);
  return [...letters].sort((left, right) => right[1] - left[1])[0]?.[0];
}
