import { fromCork } from './cork.ts';
import { joinStretched } from './pdf-stretched.ts';
import type { Row, Segment } from './segment.ts';

// The pieces of a line that belong together, and the rows that they form.

/**
 * Baselines this close belong to one row, in points or in letter heights, whichever is more: the parts of a line are
 * often set separately, with positions that rounding, superscripts and other letter sizes shift a little.
 */
const BASELINE_TOLERANCE_POINTS = 1.5;
const BASELINE_TOLERANCE_HEIGHTS = 0.2;

/** In letter heights. A wider gap than this begins another cell: spaces are about 0.3 wide, table columns stand apart. */
const CELL_GAP_HEIGHTS = 1;

/** In letter heights. The space after a picture that is set as a letter is wider than one between words. */
const PICTURE_GAP_HEIGHTS = 0.4;
/** Letters that are so many times as large are set for another purpose: the name beside the address, or the position. */
const OTHER_SIZE_FACTOR = 1.5;
/** In letter heights. No space between words is wider. */
const WIDEST_SPACE_HEIGHTS = 0.4;

/** In letter heights. A wider gap than this is a space between words: about half of a narrow space. */
const WORD_GAP_HEIGHTS = 0.15;

/** In letter heights. Baselines closer than this are not those of two lines. */
const BESIDE_HEIGHTS = 0.8;

/** Part of the rows of a page that can begin in its margin. */
const MARGIN_SHARE = 0.3;

/** In letter heights, and part of the width. A text that is printed again closer than this is its shadow, or makes it bold. */
const SHADOW_HEIGHTS = 0.3;
const SHADOW_WIDTHS = 0.5;

/** Without texts that are printed again at nearly the same position. The last one is on top and stays. */
function withoutShadows(pieces: readonly Segment[]): Segment[] {
  const seen = new Map<string, Segment[]>();
  const isOnTop = (piece: Segment) => {
    const same = seen.get(piece.text) ?? [];
    seen.set(piece.text, same);
    const distance = SHADOW_HEIGHTS * piece.size;
    const isShadow = same.some(
      (other) =>
        Math.abs(other.y - piece.y) <= distance &&
        Math.abs(other.x - piece.x) <= Math.min(distance, SHADOW_WIDTHS * (piece.end - piece.x)),
    );
    if (!isShadow) same.push(piece);
    return !isShadow;
  };
  return pieces.toReversed().filter(isOnTop).toReversed();
}

/** Joins pieces of one line that stand close together. Producers of PDF often write words or letters one by one. */
export function joinSegments(source: readonly Segment[]): Segment[] {
  const pieces = source.map((piece) => ({ ...piece, text: fromCork(piece.text) }));
  const rows = groupByBaseline(withoutShadows(pieces.filter((piece) => piece.text.trim() !== '')));
  const joined = rows.map((row) => joinRow(row, NO_COLUMNS));
  const columns = columnsOf(joined);
  return rows.flatMap((row, index) =>
    joinStretched(row.some(({ x }) => columns.has(Math.round(x))) ? joinRow(row, columns) : joined[index]!),
  );
}

const NO_COLUMNS: ReadonlySet<number> = new Set();
/** So many rows must have a cell that begins at a place, for it to be a column of a table. */
const MINIMUM_ROWS_OF_COLUMN = 2;
/** Cells of a row of a table. With fewer, the places of texts are those of a list. */
const MINIMUM_TABLE_CELLS = 3;
/** Dates have a column in lists of two columns too. */
const PERIOD = /^\s*(?:\p{L}{3,9}\.?\s|\d{1,2}[./])?(?:19|20)\d\d\s*[–—-]\s*\S.{0,20}$/u;
/** In letter heights. No space between words of a table is wider, and none between its columns narrower. */
const COLUMN_GAP_HEIGHTS = 0.45;

/** Where the columns of tables begin, apart from the first. */
function columnsOf(rows: readonly (readonly Segment[])[]): Set<number> {
  const counts = new Map<number, number>();
  for (const row of rows) {
    const cells = row.slice(1).filter(({ text }) => row.length >= MINIMUM_TABLE_CELLS || PERIOD.test(text));
    for (const x of new Set(cells.map((segment) => Math.round(segment.x))))
      counts.set(x, (counts.get(x) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count >= MINIMUM_ROWS_OF_COLUMN).map(([x]) => x));
}

export function toRows(segments: readonly Segment[]): Row[] {
  const groups = groupByBaseline(segments).map((group) => ({
    y: group[0]!.y,
    segments: group.toSorted(byX),
  }));
  const rows = joinCentred(joinRaised(groups));
  for (let index = 1; index < rows.length; index++) {
    const [above, row] = [rows[index - 1]!, rows[index]!];
    if (isBesideLeft(row, above) && isInMargin(row, rows)) [rows[index - 1], rows[index]] = [row, above];
  }
  return rows;
}

/** Part of the letter size beside it that a small date has at most. */
const SMALL_SHARE = 0.8;
/** The part of the difference of two letter sizes that texts whose tops are level have between their baselines. */
const RAISED_SHARE = 0.8;

/** Rows with the small dates on their right whose tops are level with theirs, so that their baselines are higher. */
function joinRaised(rows: readonly Row[]): Row[] {
  const joined: Row[] = [];
  for (const row of rows) {
    const above = joined.at(-1);
    const isRaised =
      above?.segments.length === 1 &&
      !isBesideLeft(row, above) &&
      /\d/.test(above.segments[0]!.text) &&
      above.segments[0]!.x > row.segments.at(-1)!.end &&
      above.segments[0]!.size <= row.segments[0]!.size * SMALL_SHARE &&
      above.y - row.y <=
        RAISED_SHARE * (row.segments[0]!.size - above.segments[0]!.size) + BASELINE_TOLERANCE_POINTS;
    if (!isRaised) joined.push(row);
    else joined[joined.length - 1] = { ...row, segments: [...row.segments, ...above.segments] };
  }
  return joined;
}

/** Rows with what is set beside two lines of a text, at half of their height: a cell of a table that is centred. */
function joinCentred(rows: readonly Row[]): Row[] {
  const joined: Row[] = [];
  for (const [index, row] of rows.entries()) {
    const [above, below] = [joined.at(-1), rows[index + 1]];
    const [first] = above?.segments ?? [];
    const isClose = (one: Row, other: Row) => one.y - other.y < BESIDE_HEIGHTS * row.segments[0]!.size;
    const isCentred =
      above !== undefined &&
      below !== undefined &&
      isClose(above, row) &&
      isClose(row, below) &&
      // Larger letters are those of a heading in the margin.
      row.segments[0]!.size - first!.size < BASELINE_TOLERANCE_POINTS / 2 &&
      row.segments.at(-1)!.end < first!.x &&
      row.segments.at(-1)!.end < below.segments[0]!.x;
    if (isCentred) joined[joined.length - 1] = { ...above, segments: [...row.segments, ...above.segments] };
    else joined.push(row);
  }
  return joined;
}

/**
 * Whether a text is set beside the row above, on its left, and only a little lower: it is read first, like a heading in the
 * margin whose letters are larger.
 */
function isBesideLeft(row: Row, above: Row): boolean {
  const [only, second] = row.segments;
  const first = above.segments[0]!;
  return (
    second === undefined &&
    only!.end < first.x &&
    only!.size > first.size &&
    above.y - row.y < BESIDE_HEIGHTS * first.size
  );
}

/** Whether a text is to the left of where most rows begin. */
function isInMargin({ segments }: Row, rows: readonly Row[]): boolean {
  const beginsLeft = rows.filter((other) => other.segments[0]!.x <= segments[0]!.end).length;
  return beginsLeft <= rows.length * MARGIN_SHARE;
}

export function rowText(row: Row): string {
  return row.segments.map(({ text }) => text.trim()).join(' ');
}

const byX = (left: Segment, right: Segment) => left.x - right.x;

/** Groups from top to bottom; the first segment of a group gives its baseline. */
function groupByBaseline(segments: readonly Segment[]): Segment[][] {
  const groups: Segment[][] = [];
  for (const segment of segments.toSorted((left, right) => right.y - left.y || byX(left, right))) {
    const group = groups.at(-1);
    const tolerance = Math.max(BASELINE_TOLERANCE_POINTS, BASELINE_TOLERANCE_HEIGHTS * segment.size);
    if (group !== undefined && Math.abs(group[0]!.y - segment.y) <= tolerance) group.push(segment);
    else groups.push([segment]);
  }
  return groups;
}

/** Whether a text has only single letters, and ends with two of one word: "E R I K A  M". */
const isSpaced = (text: string) => /^\S(?: {1,2}\S)*$/u.test(text) && /\S \S$/u.test(text);

/** A letter that stands for a picture: a house before the address, a telephone before the number. */
const isPicture = (text: string) => /^[\p{L}@]$/u.test(text.trim());

/** In points. A wider gap than this begins another cell. Where letters of two sizes meet, the smaller ones decide. */
function cellGap(last: Segment, piece: Segment): number {
  const [small, large] = [Math.min(last.size, piece.size), Math.max(last.size, piece.size)];
  // Recognized letters have one font, and sizes that are only estimated.
  if ((last.lastFont ?? last.font) === piece.font) return CELL_GAP_HEIGHTS * large;
  if (isPicture(last.text)) return PICTURE_GAP_HEIGHTS * small;
  const isOfTwoSizes = large > small * OTHER_SIZE_FACTOR;
  return CELL_GAP_HEIGHTS * (isOfTwoSizes ? Math.max(small, large * WIDEST_SPACE_HEIGHTS) : large);
}

function joinRow(row: readonly Segment[], columns: ReadonlySet<number>): Segment[] {
  const joined: Segment[] = [];
  let font = '';
  for (const piece of row.toSorted(byX)) {
    const last = joined.at(-1);
    const gap = last === undefined ? Number.POSITIVE_INFINITY : piece.x - last.end;
    const isColumn = columns.has(Math.round(piece.x)) && gap > COLUMN_GAP_HEIGHTS * piece.size;
    if (last === undefined || isColumn || gap > cellGap(last, piece)) {
      joined.push({ ...piece, parts: [piece.text] });
      font = piece.font;
      continue;
    }
    const isNewWord = gap > WORD_GAP_HEIGHTS * piece.size && !/\s$/.test(last.text);
    const isBetweenWords = isNewWord || /[\s,|(–-]$/u.test(last.text) || /^[\s,|)–-]/u.test(piece.text);
    // Between words whose letters are set apart, one space would be one between letters.
    const space = isNewWord && isSpaced(last.text) && isSpaced(piece.text) ? '  ' : ' ';
    last.text += isNewWord ? space + piece.text : piece.text;
    last.lastFont = piece.font;
    const parts = last.parts!;
    if (isBetweenWords && piece.font !== font) {
      parts.push(piece.text);
      font = piece.font;
    } else parts.push(`${parts.pop()}${isNewWord ? ' ' : ''}${piece.text}`);
    last.end = Math.max(last.end, piece.end);
    last.size = Math.max(last.size, piece.size);
  }
  return joined;
}
