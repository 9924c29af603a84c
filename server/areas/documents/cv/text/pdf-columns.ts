import { sectionOf } from '../extract/headings.ts';
import { type Row, rowText, type Segment } from './pdf-segments.ts';

/** In points. Text that begins further left of a column than this and reaches into it crosses the gutter. */
const GUTTER_WIDTH = 8;
/** In points. Positions and widths are rounded, so text may reach this far into the gutter and still end before it. */
const GUTTER_TOLERANCE = GUTTER_WIDTH / 2;
/** Columns of fewer rows are a short table or a head with an address beside the name. */
const MINIMUM_COLUMN_ROWS = 4;
/** Makes the number of headings decide between two edges, and the number of rows only between equals. */
const HEADING_WEIGHT = 1000;

/** A page with two columns: `before` and `after` extend over the whole width. */
interface Columns {
  before: Row[];
  wide: Row[];
  narrow: Row[];
  after: Row[];
}

/** A page has two columns if each of them has section headings. A table of dates and texts has them on one side only. */
export function findColumns(rows: readonly Row[]): Columns | undefined {
  const edges = [...new Set(rows.flatMap((row) => row.segments.map(({ x }) => Math.round(x))))].sort(
    (left, right) => left - right,
  );
  let best: { score: number; columns: Columns } | undefined;
  for (const edge of edges.slice(1)) {
    for (const { start, end } of bandsWithGutter(rows, edge)) {
      const band = rows.slice(start, end);
      const [left, right] = [sideOf(band, edge, 'left'), sideOf(band, edge, 'right')];
      const headings = Math.min(countHeadings(left), countHeadings(right));
      if (Math.min(left.length, right.length) < MINIMUM_COLUMN_ROWS || headings === 0) continue;
      const score = headings * HEADING_WEIGHT + band.length;
      if (best !== undefined && score <= best.score) continue;
      const [wide, narrow] = widthOf(left) >= widthOf(right) ? [left, right] : [right, left];
      best = { score, columns: { before: rows.slice(0, start), wide, narrow, after: rows.slice(end) } };
    }
  }
  return best?.columns;
}

/** The longest runs of rows in which no text crosses the gutter to the left of `edge`. `end` is exclusive. */
function bandsWithGutter(rows: readonly Row[], edge: number): { start: number; end: number }[] {
  const crosses = ({ x, end }: Segment) => x < edge - GUTTER_WIDTH && end > edge - GUTTER_TOLERANCE;
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
  const isRight = ({ x }: Segment) => x >= edge - GUTTER_TOLERANCE;
  return band
    .map((row) => ({
      y: row.y,
      segments: row.segments.filter((segment) => isRight(segment) === (side === 'right')),
    }))
    .filter((row) => row.segments.length > 0);
}

function countHeadings(rows: readonly Row[]): number {
  return rows.filter((row) => sectionOf(rowText(row)) !== undefined).length;
}

function widthOf(rows: readonly Row[]): number {
  const segments = rows.flatMap((row) => row.segments);
  return Math.max(...segments.map(({ end }) => end)) - Math.min(...segments.map(({ x }) => x));
}
