import { sectionOf } from '../extract/headings.ts';
import { type TextLine, toLine } from './lines.ts';

/** Text at a place; y grows upwards as in PDF. All in points. */
export interface Segment {
  x: number;
  end: number;
  y: number;
  size: number;
  font: string;
  text: string;
}

interface Row {
  y: number;
  segments: Segment[];
}

// In letter heights: what is further apart is another cell; what is less far down belongs to the same paragraph.
const CELL_GAP = 1;
const PARAGRAPH_GAP = 1.5;
const SECTION_GAP = 1.65;
const GUTTER_WIDTH = 8;
const MINIMUM_COLUMN_ROWS = 4;
const EDGE_SHARE = 0.09;
const LINE_END_TOLERANCE = 15;
const LINES_AT_EDGE = 3;

/**
 * Puts the text of pages into reading order: lines that recur at the edge of every page are dropped, columns with
 * sections of their own are read one after the other, the wide one of all pages first.
 */
export function arrangePages(pages: readonly (readonly Segment[])[], pageWidth: number): TextLine[] {
  const rowsOf = pages.map((items) => toRows(joinSegments(items)));
  const kept = dropFurniture(rowsOf);
  const wide: Row[] = [];
  const narrow: Row[] = [];
  const breaks = new Set<Row>();
  for (const rows of kept) {
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
  const isWideRight = narrow.length === 0 || widthStart(wide) > widthStart(narrow);
  // Margins are mostly the same on both sides.
  const edge = isWideRight ? pageWidth - Math.min(...starts) : 0;
  return [...toLines(wide, breaks, edge), ...toLines(narrow, breaks, 0)];
}

function joinSegments(items: readonly Segment[]): Segment[] {
  const sorted = items
    .filter((item) => item.text.trim() !== '')
    .toSorted((left, right) => right.y - left.y || left.x - right.x);
  const rows: Segment[][] = [];
  for (const item of sorted) {
    const row = rows.at(-1);
    if (row !== undefined && Math.abs(row[0]!.y - item.y) <= Math.max(1.5, 0.2 * item.size)) row.push(item);
    else rows.push([item]);
  }
  return rows.flatMap((row) => {
    const joined: Segment[] = [];
    for (const item of row.toSorted((left, right) => left.x - right.x)) {
      const last = joined.at(-1);
      const gap = last === undefined ? Number.POSITIVE_INFINITY : item.x - last.end;
      if (last === undefined || gap > CELL_GAP * Math.max(item.size, last.size)) {
        joined.push({ ...item });
        continue;
      }
      last.text += gap > 0.15 * item.size && !/\s$/.test(last.text) ? ` ${item.text}` : item.text;
      last.end = Math.max(last.end, item.end);
      last.size = Math.max(last.size, item.size);
    }
    return joined;
  });
}

function toRows(segments: readonly Segment[]): Row[] {
  const rows: Row[] = [];
  for (const segment of segments.toSorted((left, right) => right.y - left.y || left.x - right.x)) {
    const row = rows.at(-1);
    if (row !== undefined && Math.abs(row.y - segment.y) <= Math.max(1.5, 0.2 * segment.size))
      row.segments.push(segment);
    else rows.push({ y: segment.y, segments: [segment] });
  }
  for (const row of rows) row.segments.sort((left, right) => left.x - right.x);
  return rows;
}

const rowText = (row: Row) => row.segments.map(({ text }) => text.trim()).join(' ');

function dropFurniture(pages: readonly Row[][]): Row[][] {
  const top = Math.max(0, ...pages.flat().map((row) => row.y));
  const isAtEdge = (row: Row) => row.y < top * EDGE_SHARE || row.y > top * (1 - EDGE_SHARE);
  const key = (row: Row) => `${Math.round(row.y)} ${rowText(row).replaceAll(/\d+/g, '#')}`;
  const seen = new Map<string, number>();
  for (const rows of pages)
    for (const name of new Set(rows.map(key))) seen.set(name, (seen.get(name) ?? 0) + 1);
  const full = pages.filter((rows) => rows.length > 0).length;
  const kept = pages.map((rows) =>
    rows.filter((row) => {
      if (
        /^(?:seite|page|s\.)?\s*\d{1,2}\s*(?:(?:von|of|\/)\s*\d{1,2})?$/i.test(rowText(row)) &&
        isAtEdge(row)
      )
        return false;
      return full < 2 || !isAtEdge(row) || (seen.get(key(row)) ?? 0) < Math.max(2, full * 0.6);
    }),
  );
  // Pages of nothing but what recurs are not furniture.
  return kept.some((rows) => rows.length > 0) ? kept : [...pages];
}

interface Columns {
  before: Row[];
  wide: Row[];
  narrow: Row[];
  after: Row[];
}

/** Two columns are such when each has section headings; a table of dates and texts has them on one side only. */
function findColumns(rows: readonly Row[]): Columns | undefined {
  const edges = [...new Set(rows.flatMap((row) => row.segments.map(({ x }) => Math.round(x))))].sort(
    (left, right) => left - right,
  );
  let best: { score: number; columns: Columns } | undefined;
  for (const edge of edges.slice(1)) {
    const crosses = (segment: Segment) =>
      segment.x < edge - GUTTER_WIDTH && segment.end > edge - GUTTER_WIDTH / 2;
    let start = 0;
    for (let index = 0; index <= rows.length; index++) {
      if (index < rows.length && !rows[index]!.segments.some(crosses)) continue;
      const band = rows.slice(start, index);
      const side = (isRight: boolean): Row[] =>
        band
          .map((row) => ({
            y: row.y,
            segments: row.segments.filter((segment) => segment.x >= edge - GUTTER_WIDTH / 2 === isRight),
          }))
          .filter((row) => row.segments.length > 0);
      const [left, right] = [side(false), side(true)];
      const headings = (column: Row[]) =>
        column.filter((row) => sectionOf(rowText(row)) !== undefined).length;
      if (
        left.length >= MINIMUM_COLUMN_ROWS &&
        right.length >= MINIMUM_COLUMN_ROWS &&
        headings(left) > 0 &&
        headings(right) > 0
      ) {
        const score = Math.min(headings(left), headings(right)) * 1000 + band.length;
        if (best === undefined || score > best.score) {
          const [wide, narrow] = widthOf(left) >= widthOf(right) ? [left, right] : [right, left];
          best = { score, columns: { before: rows.slice(0, start), wide, narrow, after: rows.slice(index) } };
        }
      }
      start = index + 1;
    }
  }
  return best?.columns;
}

function widthStart(rows: readonly Row[]): number {
  const starts = rows.flatMap((row) => row.segments.map(({ x }) => x)).sort((left, right) => left - right);
  return starts[Math.floor(starts.length / 4)] ?? 0;
}

function widthOf(rows: readonly Row[]): number {
  const segments = rows.flatMap((row) => row.segments);
  return Math.max(...segments.map(({ end }) => end)) - Math.min(...segments.map(({ x }) => x));
}

function toLines(rows: readonly Row[], breaks: ReadonlySet<Row>, pageEdge: number): TextLine[] {
  const letters = new Map<string, number>();
  for (const { segments } of rows)
    for (const { font, text } of segments) letters.set(font, (letters.get(font) ?? 0) + text.length);
  const bodyFont = [...letters].sort((left, right) => right[1] - left[1])[0]?.[0];
  const merged = mergeWrapped(rows, breaks, pageEdge);
  return merged.flatMap((row, index): TextLine[] => {
    const size = Math.max(...row.segments.map((segment) => segment.size));
    const above = merged[index - 1];
    const line = toLine(
      row.segments.map(({ x, text }) => ({ x, text })),
      {
        size,
        isBold: row.segments[0]!.font !== bodyFont,
        hasGapBefore: above === undefined || breaks.has(row) || above.bottom - row.y > SECTION_GAP * size,
      },
    );
    return line === undefined ? [] : [line];
  });
}

const STARTS_WITH_DATE = /^\s*(?:\d{1,2}\s?[./]\s?\d|\d{4}\b|(?:seit|since|from|von)\s)/iu;

/** For each letter size, the least distance between two lines of a column: that of the lines of one paragraph. */
function smallestPitches(rows: readonly Row[]): Map<number, number> {
  const pitches = new Map<number, number>();
  for (const [index, row] of rows.entries()) {
    for (const segment of row.segments) {
      const above = rows[index - 1]?.segments.find(
        ({ x, size }) => Math.abs(x - segment.x) < 2 && size === segment.size,
      );
      const distance = above === undefined ? 0 : above.y - segment.y;
      const size = Math.round(segment.size);
      if (distance > 0.9 * segment.size && distance < (pitches.get(size) ?? Number.POSITIVE_INFINITY))
        pitches.set(size, distance);
    }
  }
  return pitches;
}

/** Bullets, labels, numbers and addresses begin a line of their own, however full the line above is. */
function startsAnew(text: string): boolean {
  return (
    /^\s*(?:[•●▪◦·*–-](?:\s|$)|[\p{L} /-]{3,30}:|\+?\(?\d{3}|[\w.-]+@)/u.test(text) &&
    !/^\s*\d{4}\s*(?:$|[-–])/.test(text)
  );
}

/** Joins what was wrapped: the first word below would not have fitted behind the end of the line above. */
function mergeWrapped(
  rows: readonly Row[],
  breaks: ReadonlySet<Row>,
  pageEdge: number,
): (Row & { bottom: number })[] {
  const result: (Row & { bottom: number })[] = [];
  const pitches = smallestPitches(rows);
  const ends = rows.flatMap((row) => row.segments.map(({ end }) => end));
  const farthest = Math.max(0, ...ends);
  // Where several lines end alike the text is broken there; else only the page tells how long a line may be.
  const isSet = ends.filter((end) => end > farthest - LINE_END_TOLERANCE).length >= LINES_AT_EDGE;
  const edge = isSet ? farthest : Math.max(farthest, pageEdge);
  for (const row of rows) {
    const above = result.at(-1);
    const left = [...row.segments];
    if (above !== undefined && !breaks.has(row)) {
      for (const segment of row.segments) {
        if (left[0] !== segment) break;
        const target = above.segments.find((candidate) => Math.abs(candidate.x - segment.x) < 2);
        if (
          target === undefined ||
          target.font !== segment.font ||
          Math.abs(target.size - segment.size) > 0.5
        )
          continue;
        if (above.bottom - row.y > PARAGRAPH_GAP * segment.size || startsAnew(segment.text)) break;
        const endsOpen =
          /(?:[-–—,/&]|\s(?:bis|to|und|and|von|from|of|für|for|der|die|im|in|at|bei))\s*$/u.test(target.text);
        const isFreeOfOthers =
          row.segments.length === 1 || segment !== row.segments[0] || /^\s*\p{Ll}/u.test(segment.text);
        if (!endsOpen && (STARTS_WITH_DATE.test(segment.text) || !isFreeOfOthers)) break;
        if (above.bottom - row.y > (pitches.get(Math.round(segment.size)) ?? 0) * 1.05) break;
        const limit = Math.min(
          edge,
          ...[...above.segments, ...row.segments]
            .map(({ x }) => x)
            .filter((x) => x > target.end - 1 && x > target.x + 5),
        );
        const firstWord = segment.text.trim().split(' ')[0]!.length / Math.max(1, segment.text.length);
        const lineEnd = (target as Segment & { lastEnd?: number }).lastEnd ?? target.end;
        if (lineEnd + 0.28 * segment.size + firstWord * (segment.end - segment.x) < limit - 7) break;
        target.text =
          (/@\S*$/.test(target.text) && /^[\w.-]+$/.test(segment.text)) || /^@[\w.-]+$/.test(segment.text)
            ? target.text + segment.text
            : /\S-$/.test(target.text.trim()) && /^\p{Ll}/u.test(segment.text)
              ? target.text.trim().slice(0, -1) + segment.text
              : `${target.text.trimEnd()} ${segment.text.trimStart()}`;
        (target as Segment & { lastEnd?: number }).lastEnd = segment.end;
        left.shift();
      }
    }
    if (left.length === row.segments.length || above === undefined)
      result.push({ ...row, segments: row.segments.map((segment) => ({ ...segment })), bottom: row.y });
    else {
      above.bottom = row.y;
      if (left.length > 0)
        above.segments.push(
          ...left.filter(({ x }) => !above.segments.some((other) => Math.abs(other.x - x) < 2)),
        );
      const rest = left.filter(({ x }) =>
        above.segments.some((other) => Math.abs(other.x - x) < 2 && !left.includes(other)),
      );
      if (rest.length > 0)
        result.push({ y: row.y, segments: rest.map((segment) => ({ ...segment })), bottom: row.y });
    }
  }
  return result;
}
