import type { Row, Segment } from './segment.ts';

// Joins lines that the producer of a PDF wrapped: the file has no paragraphs, only lines at places.

/** A segment that can extend over several lines. `end` stays that of its first line. */
interface Paragraph extends Segment {
  /** Where its last line ends; undefined while it has only one. */
  lastLineEnd?: number;
  /** Where its longest line ends; undefined while it has only one. */
  longestLineEnd?: number;
}

export interface ParagraphRow extends Row {
  segments: Paragraph[];
  /** Baseline of its lowest line, in points. */
  bottom: number;
}

/** In points. Lines of one column begin at the same x except for rounding. */
const SAME_X_TOLERANCE = 2;
/** In points. Lines of one paragraph have the same letter size except for rounding. */
const SAME_SIZE_TOLERANCE = 0.5;

/**
 * In letter heights. Lines of one paragraph are at most this far apart: "one and a half" is the widest usual spacing, and is
 * rounded.
 */
const PARAGRAPH_GAP_HEIGHTS = 1.52;
/** In letter heights. Baselines closer than this overlap, so they are not two lines of one text. */
const MINIMUM_PITCH_HEIGHTS = 0.9;
/** Baselines are rounded, so lines of one paragraph can be this much further apart than the closest two lines. */
const PITCH_TOLERANCE_FACTOR = 1.05;

/** In letter heights. The width of a space in Helvetica and Arial. */
const SPACE_WIDTH_HEIGHTS = 0.28;
/**
 * In points. A word that fits on the line above with less than this to spare can still have been wrapped: its width is
 * only estimated, from its number of letters.
 */
const WORD_WIDTH_TOLERANCE = 7;

/** In points. How far the right ends of lines that are wrapped at the same edge differ: the last word rarely fills a line. */
const LINE_END_TOLERANCE = 15;
/** So many lines that end together show the edge at which the text is wrapped. Fewer do by chance. */
const MINIMUM_LINES_AT_EDGE = 3;

/** In points. A cell beside a text begins after its end; measured widths can be this much too large. */
const CELL_OVERLAP_TOLERANCE = 1;
/** In points. What begins closer to the beginning of a text than this is not a cell beside it. */
const MINIMUM_CELL_DISTANCE = 5;

const STARTS_WITH_DATE = /^\s*(?:\d{1,2}\s?[./]\s?\d|\d{4}\b|(?:seit|since|from|von)\s)/iu;
const ENDS_OPEN = /(?:[-–—,/&]|\s(?:bis|to|und|and|von|from|of|für|for|der|die|im|in|at|bei))\s*$/u;

/** The rest of a sentence or name. Mailboxes and "since" begin with small letters too. */
const GOES_ON = /^\s*(?!seit |since |until |bis |ab )\p{Ll}+(?![\p{L}@.\d])/u;
/** A name never begins with these words, so it goes on with them. */
const CONNECTING_WORD = /^\s*(?:für|of|und|and|des|der|of the|zur|zum)\s\S/u;

/** A name never ends with these words. */
const ENDS_IN_NAME = /\p{L}\s+(?:of|für|for|und|and|im|der|des|zur|zum|the|&)\s*$/u;

/** The end of a head: "06/2016 – 01/2021". A sentence goes on with a small letter. */
const ENDS_WITH_PERIOD =
  /(?:19|20)\d\d\s*(?:[–—-]|bis|to)\s*(?:(?:\p{L}{3,9}\.?\s|\d{1,2}[./])?(?:19|20)\d\d|heute|present|today|now|current)\)?\s*$/iu;

interface ColumnMeasures {
  /** Where lines are wrapped, in points. */
  edge: number;
  /** By rounded letter size, the smallest distance between two lines: that of the lines of one paragraph. In points. */
  pitches: ReadonlyMap<number, number>;
}

/**
 * Joins what was wrapped: the first word below would not have fitted after the end of the line above. Never joins a row
 * of `breaks` to the one above. `pageEdge` is the right margin of the page.
 */
export function mergeWrapped(
  rows: readonly Row[],
  breaks: ReadonlySet<Row>,
  pageEdge: number,
): ParagraphRow[] {
  const merged: ParagraphRow[] = [];
  const column = { edge: wrapEdge(rows, pageEdge), pitches: smallestPitches(rows) };
  for (const row of rows) {
    const above = merged.at(-1);
    const joined = above === undefined || breaks.has(row) ? 0 : joinLeadingSegments(row, above, column);
    if (above === undefined || joined === 0) {
      merged.push(toParagraphRow(row, row.segments));
      continue;
    }
    above.bottom = row.y;
    const others = row.segments.slice(joined);
    const isBelowText = (segment: Segment) => above.segments.some((other) => beginsAtSameX(other, segment));
    const [below, beside] = [others.filter(isBelowText), others.filter((segment) => !isBelowText(segment))];
    above.segments.push(...beside);
    if (below.length > 0) merged.push(toParagraphRow(row, below));
  }
  return merged;
}

function toParagraphRow(row: Row, segments: readonly Segment[]): ParagraphRow {
  return { y: row.y, segments: segments.map((segment) => ({ ...segment })), bottom: row.y };
}

/** Joins segments to the row above, from the left, until one does not continue it. Returns how many. */
function joinLeadingSegments(row: Row, above: ParagraphRow, column: ColumnMeasures): number {
  let joined = 0;
  for (const segment of row.segments) {
    const target = above.segments.find((candidate) => beginsAtSameX(candidate, segment));
    if (target === undefined || !continues(segment, row, target, above, column)) break;
    target.text = joinText(target.text, segment.text);
    target.parts = joinParts(target, segment);
    target.lastFont = segment.lastFont ?? segment.font;
    target.lastLineEnd = segment.end;
    target.longestLineEnd = Math.max(target.longestLineEnd ?? target.end, segment.end);
    joined += 1;
  }
  return joined;
}

function continues(
  segment: Segment,
  row: Row,
  target: Paragraph,
  above: ParagraphRow,
  { edge, pitches }: ColumnMeasures,
): boolean {
  if (
    (target.lastFont ?? target.font) !== segment.font ||
    Math.abs(target.size - segment.size) > SAME_SIZE_TOLERANCE
  )
    return false;
  const distance = above.bottom - row.y;
  if (distance > PARAGRAPH_GAP_HEIGHTS * segment.size || startsAnew(segment.text)) return false;
  // The first cell of a row of cells usually begins an entry of a table.
  const isFirstOfCells = row.segments.length > 1 && segment === row.segments[0];
  const looksNew =
    STARTS_WITH_DATE.test(segment.text) || (isFirstOfCells && !/^\s*\p{Ll}/u.test(segment.text));
  if (ENDS_WITH_PERIOD.test(target.text) && /^\s*\p{Lu}/u.test(segment.text)) return false;
  if (looksNew && !ENDS_OPEN.test(target.text) && !ENDS_IN_NAME.test(target.text)) return false;
  const pitch = pitches.get(Math.round(segment.size)) ?? 0;
  if (distance > pitch * PITCH_TOLERANCE_FACTOR) return false;
  const cellsBeside = [...above.segments, ...row.segments]
    .map(({ x }) => x)
    .filter((x) => x > target.end - CELL_OVERLAP_TOLERANCE && x > target.x + MINIMUM_CELL_DISTANCE);
  if (CONNECTING_WORD.test(segment.text) && /\p{L}$/u.test(target.text.trim())) return true;
  if (ENDS_IN_NAME.test(target.text) && /^\s*\p{L}/u.test(segment.text)) return true;
  return !fitsAfter(target, segment, Math.min(edge, ...cellsBeside));
}

/** Whether the first word of `segment` would have had room after the last line of `target`. */
function fitsAfter(target: Paragraph, segment: Segment, limit: number): boolean {
  const wordShare = segment.text.trim().split(' ')[0]!.length / Math.max(1, segment.text.length);
  const lineEnd = target.lastLineEnd ?? target.end;
  const wordEnd = lineEnd + SPACE_WIDTH_HEIGHTS * segment.size + wordShare * (segment.end - segment.x);
  return wordEnd < limit - WORD_WIDTH_TOLERANCE;
}

/** The last of several fonts goes on in the line below. Where there is only one, or more follow, the fonts say too little. */
function joinParts(above: Paragraph, below: Segment): string[] | undefined {
  const parts = above.parts ?? [];
  if (parts.length < 2 || (below.parts?.length ?? 0) > 1) return undefined;
  return [...parts.slice(0, -1), joinText(parts.at(-1)!, below.text)];
}

/**
 * An address that was broken at `@` or before its end is closed up, a hyphenated word too. Otherwise a space is added.
 * The hyphen after a number means "until".
 */
function joinText(above: string, below: string): string {
  const isBrokenAddress = (/@\S*$/.test(above) && /^[\w.-]+$/.test(below)) || /^@[\w.-]+$/.test(below);
  if (isBrokenAddress) return above + below;
  // "Hans-Böckler-" and "Berufskolleg"
  if (/\p{L}-$/u.test(above) && /^\p{Lu}/u.test(below)) return above + below;
  const isHyphenated = /[^\s\d]-$/.test(above.trim()) && /^\p{Ll}/u.test(below);
  return isHyphenated ? above.trim().slice(0, -1) + below : `${above.trimEnd()} ${below.trimStart()}`;
}

/** Bullets, labels, numbers and addresses begin a new line, however full the line above is. */
function startsAnew(text: string): boolean {
  return (
    /^\s*(?:[•●▪◦·*–-](?:\s|$)|[\p{L} /-]{3,30}:|\+?\(?\d{3}|[\w.-]+@)/u.test(text) &&
    !/^\s*\d{4}\s*(?:$|[-–])/.test(text)
  );
}

function beginsAtSameX(left: Segment, right: Segment): boolean {
  return Math.abs(left.x - right.x) < SAME_X_TOLERANCE;
}

/**
 * Where several lines end together and one of them goes on below, the text is wrapped there. Otherwise only the page says
 * how long a line can be: short texts end together by chance.
 */
function wrapEdge(rows: readonly Row[], pageEdge: number): number {
  const ends = rows.flatMap((row) => row.segments.map(({ end }) => end));
  const farthest = Math.max(0, ...ends);
  const isAtEdge = ({ end }: Segment) => end > farthest - LINE_END_TOLERANCE;
  const atEdge = rows.flatMap((row, index) =>
    row.segments.filter(isAtEdge).map((segment) => ({ segment, index })),
  );
  const goesOn = atEdge.some(({ segment, index }) => {
    const below = rows[index + 1]?.segments.find(
      (other) => beginsAtSameX(other, segment) && other.font === segment.font && other.size === segment.size,
    );
    return below !== undefined && (ENDS_OPEN.test(segment.text) || GOES_ON.test(below.text));
  });
  return atEdge.length >= MINIMUM_LINES_AT_EDGE && goesOn ? farthest : Math.max(farthest, pageEdge);
}

function smallestPitches(rows: readonly Row[]): Map<number, number> {
  const pitches = new Map<number, number>();
  for (const [index, row] of rows.entries()) {
    for (const segment of row.segments) {
      const above = rows[index - 1]?.segments.find(
        (other) => beginsAtSameX(other, segment) && other.size === segment.size,
      );
      const distance = above === undefined ? 0 : above.y - segment.y;
      const size = Math.round(segment.size);
      const isLine = distance > MINIMUM_PITCH_HEIGHTS * segment.size;
      if (isLine && distance < (pitches.get(size) ?? Number.POSITIVE_INFINITY)) pitches.set(size, distance);
    }
  }
  return pitches;
}
