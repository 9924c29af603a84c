import { lineText, type TextLine } from '../text/lines.ts';
import type { Entry } from './entries.ts';
import { headPeriod } from './entry-dates.ts';
import { type Chunk, Slots, type TitleScore } from './entry-roles.ts';
import { cleanHead, splitCity, splitFonts, splitOne, toPlace, toTitle, trim } from './entry-texts.ts';
import { placeScore } from './evidence.ts';

// Lists of educations without any date.

/** Letters. A longer line is running text. */
const MAXIMUM_LINE_LENGTH = 110;
/** Title, place, city and a note. */
const MAXIMUM_GROUP_LINES = 4;
/** More than anybody has. */
const MAXIMUM_ENTRIES = 30;

type Grouping = (lines: readonly TextLine[]) => TextLine[][];

/**
 * Entries of a list in which no line has a date: lines that are apart from others, that begin with a line that looks like
 * the first, or by twos. Only those that have a title and a place, of which one has words that say so.
 */
export function readUndated(source: readonly TextLine[], titleScore: TitleScore): Entry[] {
  const lines = joinShifted(withoutBullets(source));
  if (lines.length > MAXIMUM_ENTRIES * MAXIMUM_GROUP_LINES) return [];
  if (lines.some((line) => headPeriod(line, true) !== undefined || isText(line))) return [];
  let best: Entry[] = [];
  for (const grouping of [byGaps, byStyle, byTwos, byLines]) {
    const groups = grouping(lines);
    if (groups.some((group) => group.length > MAXIMUM_GROUP_LINES)) continue;
    const entries = toEntries(groups, titleScore);
    if (entries.length > best.length) best = entries;
  }
  return best;
}

/** Bullets describe entries, unless all lines have one. */
function withoutBullets(lines: readonly TextLine[]): TextLine[] {
  const plain = lines.filter(({ isBullet }) => !isBullet);
  return plain.length === 0 ? [...lines] : plain;
}

function isText(line: TextLine): boolean {
  const text = lineText(line);
  return text.length > MAXIMUM_LINE_LENGTH || /\p{Ll}{4}\.$/u.test(text);
}

/** Where sizes differ, they show it: what is bold depends on the font that is used most. */
function looksLike(one: TextLine, other: TextLine, hasSizes = false): boolean {
  return one.size === other.size && (hasSizes || one.isBold === other.isBold);
}

/** Lines of one text that is flush right or centred begin at different places. Where titles look unlike places, they are known. */
function joinShifted(lines: readonly TextLine[]): TextLine[] {
  const [first] = lines;
  if (first === undefined || lines.every((line) => looksLike(line, first))) return [...lines];
  const joined: TextLine[] = [];
  for (const line of lines) {
    const above = joined.at(-1);
    const [end, start] = [above?.cells.at(-1), line.cells[0]!];
    const isShifted = above?.cells.length === 1 && line.cells.length === 1 && end!.x !== start.x;
    if (above === undefined || !isShifted || line.hasGapBefore || !looksLike(above, line)) joined.push(line);
    else joined[joined.length - 1] = { ...above, cells: [{ x: end!.x, text: `${end!.text} ${start.text}` }] };
  }
  return joined;
}

const byLines: Grouping = (lines) => lines.map((line) => [line]);

const byTwos: Grouping = (lines) => (lines.length % 2 === 1 ? [] : cut(lines, (_, index) => index % 2 === 0));

const byGaps: Grouping = (lines) => cut(lines, ({ hasGapBefore }) => hasGapBefore);

const byStyle: Grouping = (lines) => {
  const [first, second] = lines;
  if (first === undefined || second === undefined || looksLike(first, second)) return [];
  return cut(lines, (line) => looksLike(line, first, first.size !== second.size));
};

function cut(lines: readonly TextLine[], begins: (line: TextLine, index: number) => boolean): TextLine[][] {
  const groups: TextLine[][] = [];
  for (const [index, line] of lines.entries()) {
    if (index === 0 || begins(line, index)) groups.push([line]);
    else groups.at(-1)!.push(line);
  }
  return groups;
}

function toEntries(groups: readonly TextLine[][], titleScore: TitleScore): Entry[] {
  const heads = groups.map((group) => chunksOfGroup(group, titleScore));
  const slots = new Slots(heads, titleScore);
  return heads.flatMap((chunks): Entry[] => {
    const chosen = slots.choose(chunks.filter((chunk) => !slots.isCity(chunk)));
    if (chosen === undefined) return [];
    const [name, city] = splitCity(toPlace(chosen.place.text));
    const entry = { title: toTitle(chosen.title.text), place: toPlace(name), city, isCurrent: false };
    const isNamed = placeScore(entry.place) > titleScore(entry.place) || titleScore(entry.title) > 0;
    return isNamed && entry.title !== '' && entry.place !== '' ? [entry] : [];
  });
}

/** The texts of an entry: its lines and cells, or the parts of its only one. */
function chunksOfGroup(group: readonly TextLine[], titleScore: TitleScore): Chunk[] {
  const chunks = group.flatMap(({ cells }, line) =>
    cells.map(
      ({ text, parts }, cell): Chunk => ({ text: cleanHead(text), slot: `line${line}.${cell}`, parts }),
    ),
  );
  const named = chunks.filter(({ text }) => trim(text) !== '');
  const [only] = named;
  const cut = named.map((chunk) => titleAndPlaceOf(chunk, titleScore));
  // A line with both is an entry of its own.
  if (only === undefined || named.length > 1) return cut.some((parts) => parts.length > 0) ? [] : named;
  return cut[0]!.map((text, index) => ({ text, slot: `part${index}` }));
}

/** The title and the place in one text. Empty if it has only one of them. */
function titleAndPlaceOf({ text, parts: ofFonts }: Chunk, titleScore: TitleScore): string[] {
  const parts = splitFonts(text, ofFonts) ?? splitOne(text, titleScore);
  const hasBoth =
    parts.some((part) => placeScore(part) > titleScore(part)) &&
    parts.some((part) => titleScore(part) > placeScore(part));
  return hasBoth ? parts : [];
}
