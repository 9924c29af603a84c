import type { Segment } from './segment.ts';

// Lines that are stretched to the width of their text: each word seems to be a cell, with equal spaces between them.

/** Words. With fewer, equal spaces between them are those of columns. */
const MINIMUM_WORDS = 5;
const MINIMUM_CELLS = 4;
/** Words in a cell of a line with narrow spaces: some of them are as wide as between words of a cell. */
const MAXIMUM_WORDS_OF_CELL = 2;
/** In points. The spaces differ by rounding and kerning only. */
const SPACE_TOLERANCE = 1.5;
/** In points. Spaces of one width are those of a line, also if there are only three. */
const EXACT_TOLERANCE = 0.6;
/** In letter heights. */
const MODERATE_HEIGHTS = 2.5;
/** In letter heights. No space is stretched further. Columns are seldom as close as narrow ones. */
const WIDEST_HEIGHTS = 6;
const NARROW_HEIGHTS = 1.5;

const wordsOf = ({ text }: Segment) => text.trim().split(/\s+/u).length;

/** How many cells from `start` on are words of one stretched line. */
function lengthOfRun(row: readonly Segment[], start: number): number {
  const spaceAfter = (index: number) => row[index + 1]!.x - row[index]!.end;
  let end = start + 1;
  let [narrowest, widest] = [Number.POSITIVE_INFINITY, 0];
  for (; end < row.length; end++) {
    const space = spaceAfter(end - 1);
    [narrowest, widest] = [Math.min(narrowest, space), Math.max(widest, space)];
    if (widest - narrowest > SPACE_TOLERANCE || widest > WIDEST_HEIGHTS * row[start]!.size) break;
  }
  const run = row.slice(start, end);
  const isNarrow = row.length > 1 && run.length > 1 && spaceAfter(start) <= NARROW_HEIGHTS * row[start]!.size;
  const isExact = widest - narrowest <= EXACT_TOLERANCE && widest <= MODERATE_HEIGHTS * row[start]!.size;
  const isOfWords =
    run.length >= (isExact ? MINIMUM_CELLS : MINIMUM_WORDS) && run.every((cell) => wordsOf(cell) === 1);
  const isOfCells =
    isNarrow && run.length >= MINIMUM_CELLS && run.every((cell) => wordsOf(cell) <= MAXIMUM_WORDS_OF_CELL);
  return isOfWords || isOfCells ? run.length : 1;
}

/** A row with the words of such a line as one text. What is further away, such as dates at the margin, is a cell of its own. */
export function joinStretched(row: readonly Segment[]): Segment[] {
  const joined: Segment[] = [];
  for (let start = 0; start < row.length; ) {
    const length = lengthOfRun(row, start);
    joined.push(length === 1 ? row[start]! : join(row.slice(start, start + length)));
    start += length;
  }
  return joined;
}

function join([first, ...others]: readonly Segment[]): Segment {
  const joined = { ...first!, parts: [...(first!.parts ?? [first!.text])] };
  let font = first!.lastFont ?? first!.font;
  for (const segment of others) {
    joined.text += ` ${segment.text}`;
    joined.end = segment.end;
    joined.size = Math.max(joined.size, segment.size);
    const [begin, ...parts] = segment.parts ?? [segment.text];
    if (segment.font === font) joined.parts.push(`${joined.parts.pop()} ${begin}`, ...parts);
    else joined.parts.push(begin!, ...parts);
    font = segment.lastFont ?? segment.font;
  }
  return { ...joined, lastFont: font };
}
