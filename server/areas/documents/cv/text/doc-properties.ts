import type { TextRange } from './doc-pieces.ts';
import { viewOf } from './doc-pieces.ts';

// How the paragraphs and letters of a Word file of 1997 to 2003 look ([MS-DOC] 2.4.6): pages of 512 bytes in the stream, which a
// table names, have the properties of each run of bytes.

export interface ParagraphProperties {
  isInTable: boolean;
  /** The mark after the last cell of a row. */
  isRowEnd: boolean;
  isBullet: boolean;
  isHeading: boolean;
}

export interface LetterProperties {
  isBold: boolean;
  /** Deleted, but kept for readers of the changes. */
  isDeleted: boolean;
  /** Stands for a sign of a font of signs. */
  isSymbol: boolean;
}

/** Properties of the bytes from `start` to before `end`. */
export type Run<Properties> = TextRange & { properties: Properties };

const PAGE_BYTES = 512;
/** A text of a million letters has fewer. */
const MAXIMUM_RUNS = 200_000;
/** Bytes for each run at the beginning of a page, after the places: the first says where in the page its properties are. */
const PARAGRAPH_ENTRY_BYTES = 13;
const LETTER_ENTRY_BYTES = 1;

const IN_TABLE = 0x2416;
const ROW_END = 0x2417;
const LIST = 0x460b;
const BOLD = 0x0835;
const DELETED = 0x0800;
const SYMBOL = 0x6a09;
/** Its length takes two bytes. */
const TABLE_DEFINITION = 0xd608;
/** Bytes of an operand by the upper three bits of its code. The rest has a length of its own. */
const OPERAND_BYTES = [1, 1, 2, 4, 2, 2, undefined, 3] as const;
/** Of the built-in headings 1 to 9. */
const LAST_HEADING_STYLE = 9;

export function readParagraphRuns(
  stream: Uint8Array,
  table: Uint8Array,
  place: TextRange,
): Run<ParagraphProperties>[] {
  return readRuns(stream, table, place, PARAGRAPH_ENTRY_BYTES, (page, at) => {
    // The length is in half words, and in the second byte if the first is 0.
    const isLong = page[at] === 0;
    const start = at + (isLong ? 2 : 1);
    const end = start + (isLong ? 2 * (page[at + 1] ?? 0) : 2 * (page[at] ?? 0) - 1);
    const style = (page[start] ?? 0) + 256 * (page[start + 1] ?? 0);
    const found = at === 0 ? new Map<number, number>() : readOperands(page.subarray(start + 2, end));
    const isHeading = at !== 0 && style >= 1 && style <= LAST_HEADING_STYLE;
    return {
      isInTable: found.get(IN_TABLE) === 1,
      isRowEnd: found.get(ROW_END) === 1,
      // Headings are in the list that can number them.
      isBullet: !isHeading && (found.get(LIST) ?? 0) !== 0,
      isHeading,
    };
  });
}

export function readLetterRuns(
  stream: Uint8Array,
  table: Uint8Array,
  place: TextRange,
): Run<LetterProperties>[] {
  return readRuns(stream, table, place, LETTER_ENTRY_BYTES, (page, at) => {
    const found =
      at === 0 ? new Map<number, number>() : readOperands(page.subarray(at + 1, at + 1 + (page[at] ?? 0)));
    return {
      isBold: found.get(BOLD) === 1,
      isDeleted: found.get(DELETED) === 1,
      isSymbol: found.has(SYMBOL),
    };
  });
}

/** The properties of the run that has this byte. The runs are sorted. */
export function propertiesAt<Properties>(
  runs: readonly Run<Properties>[],
  offset: number,
): Properties | undefined {
  let [low, high] = [0, runs.length - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const run = runs[middle]!;
    if (offset < run.start) high = middle - 1;
    else if (offset >= run.end) low = middle + 1;
    else return run.properties;
  }
  return undefined;
}

/** Runs sorted by place. Pages that the file does not have are left out. `at` is 0 for a run without properties. */
function readRuns<Properties>(
  stream: Uint8Array,
  table: Uint8Array,
  { start, end }: TextRange,
  entryBytes: number,
  toProperties: (page: Uint8Array, at: number) => Properties,
): Run<Properties>[] {
  const view = viewOf(table.subarray(start, end));
  const count = Math.max(0, Math.floor((view.byteLength - 4) / 8));
  const pages = Array.from(
    { length: count },
    (_, index) => view.getUint32(4 * (count + 1 + index), true) & 0x3f_ffff,
  );
  const runs: Run<Properties>[] = [];
  for (const number of new Set(pages)) {
    const page = stream.subarray(number * PAGE_BYTES, (number + 1) * PAGE_BYTES);
    if (page.length < PAGE_BYTES || runs.length > MAXIMUM_RUNS) continue;
    const pageView = viewOf(page);
    const runCount = page[PAGE_BYTES - 1]!;
    const entries = 4 * (runCount + 1);
    if (entries + runCount * entryBytes >= PAGE_BYTES) continue;
    for (let index = 0; index < runCount; index++)
      runs.push({
        start: pageView.getUint32(4 * index, true),
        end: pageView.getUint32(4 * (index + 1), true),
        properties: toProperties(page, 2 * page[entries + index * entryBytes]!),
      });
  }
  return runs.sort((left, right) => left.start - right.start);
}

/** The operands of a list of properties by their codes, each by its first byte. A list that is cut ends early. */
function readOperands(list: Uint8Array): Map<number, number> {
  const found = new Map<number, number>();
  for (let at = 0; at + 2 < list.length; ) {
    const code = list[at]! + 256 * list[at + 1]!;
    found.set(code, list[at + 2]!);
    const fixed = OPERAND_BYTES[code >>> 13];
    const isDefinition = code === TABLE_DEFINITION;
    const own = isDefinition ? 1 + list[at + 2]! + 256 * (list[at + 3] ?? 0) : 1 + list[at + 2]!;
    at += 2 + (fixed ?? own);
  }
  return found;
}
