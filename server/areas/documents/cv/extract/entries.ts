import { truncate } from '../../../../core/text/truncate.ts';
import { lineText, type TextLine } from '../text/lines.ts';
import { toFirstDay, toLastDay } from './date-points.ts';
import { type Block, headLinesOf, toBlocks } from './entry-blocks.ts';
import { cutHeads } from './entry-cuts.ts';
import { type Chunk, chunksOfLine, roleOfLabel, Slots, type TitleScore } from './entry-roles.ts';
import {
  cleanHead,
  looksLikeCity,
  splitCity,
  splitFonts,
  splitOne,
  splitParts,
  toPlace,
  toTitle,
  trim,
  withoutRemark,
} from './entry-texts.ts';
import { placeScore } from './evidence.ts';
import { type Head, isComplete } from './head-complete.ts';
import { findRoles, partCities, type Roles } from './head-roles.ts';
import { isKnownCity } from './known-names.ts';
import { inheritPlaces } from './promotions.ts';

/** One entry of a list of jobs or educations. */
export interface Entry {
  title: string;
  place: string;
  city?: string;
  fromDate?: string;
  untilDate?: string;
  isCurrent: boolean;
  /** The first day of its single date, which others have no beginning for: the list has periods. */
  singleDate?: string;
  description?: string;
}

/** All that parts the texts of a head. */
const ANY_SIGN = /\s+(?:[|·•–—/-]|bei|at|@)\s+|,\s+/iu;

/** Letters. Longer descriptions are cut: they are read on a screen. */
const MAXIMUM_DESCRIPTION_LENGTH = 5000;

/**
 * Entries of a list. Each has a head around its dates: the lines above them, as many as the first entry has, what is
 * beside them, and below them as many lines as a title and a place need. `titleScore` distinguishes titles from places.
 * Where the words decide nothing, the place in the head does: it is the same in all entries.
 */
export function readEntries(
  lines: readonly TextLine[],
  titleScore: TitleScore,
  acceptsPoints: boolean,
): Entry[] {
  const blocks = toBlocks(lines, acceptsPoints);
  const heads = withTitlesBelow(withLineBelow(dropOddChunks(blocks.map(toHead))), blocks, titleScore);
  const above = new Slots(
    heads.map(({ chunks, below }) => [...chunks, ...below.flat().filter(({ slot }) => !slot.endsWith('.0'))]),
    titleScore,
  );
  const cuts = cutHeads(heads, above, titleScore);
  const open = heads.filter((head) => !cuts.has(head));
  const below = linesBelowDates(open, above, titleScore);
  const bound = boundHeads(heads, above, titleScore);
  for (const head of open) if (!bound.has(head)) takeBelow(head, below, above, titleScore);
  const slots = new Slots(
    heads.map(({ chunks }) => chunks),
    titleScore,
  );
  const found = heads.map((head) => cuts.get(head) ?? findRoles(head.chunks, slots, titleScore));
  const roles = inheritPlaces(partCities(found, titleScore), titleScore);
  return heads.flatMap((head, index) => {
    const entry = toEntry(head, blocks[index]!, roles[index]!);
    return entry === undefined ? [] : [entry];
  });
}

function toEntry(
  { below, rest }: Head,
  { period, isSingle }: Block,
  { title, place, city }: Roles,
): Entry | undefined {
  if (title === undefined && place === undefined) return undefined;
  const [name, cityOfPlace] = splitCity(toPlace(place ?? ''));
  const description = [...below.flat().map(({ text }) => text), ...rest].join('\n');
  return {
    title: toTitle(title ?? ''),
    place: toPlace(name),
    city: cityOfPlace ?? (city === undefined ? undefined : withoutRemark(trim(city))),
    fromDate: period.from && toFirstDay(period.from),
    untilDate: period.until && toLastDay(period.until),
    isCurrent: period.isCurrent,
    singleDate: isSingle && period.until !== undefined ? toFirstDay(period.until) : undefined,
    description: description === '' ? undefined : truncate(description, MAXIMUM_DESCRIPTION_LENGTH),
  };
}

function toHead({ before, beside, parts, after }: Block): Head {
  const chunks: Chunk[] = [
    ...before.flatMap((line, index) => chunksOfLine(line, `above${before.length - index}`)),
    ...beside
      .filter((text) => roleOfLabel(text) === undefined)
      .map((text, index): Chunk => ({ text, slot: `beside${index}`, parts })),
  ];
  const duties = after.findIndex((line) => roleOfLabel(lineText(line)) === 'description');
  const count = Math.min(headLinesOf(after, chunks.length > 0), duties === -1 ? after.length : duties);
  const below: Chunk[][] = [];
  const rest: string[] = [];
  for (const [index, line] of after.entries()) {
    const own = chunksOfLine(line, `below${index}`);
    const role = own[0]?.role;
    if (role === 'title' || role === 'place') chunks.push(...own);
    else if (role === 'city') chunks.push(...own);
    else if (role === 'description' || index >= count || below.length !== index)
      rest.push(...own.map(({ text }) => text));
    else below.push(own);
  }
  return { chunks: chunks.flatMap(cleanChunk), below, rest };
}

/** Where dates have a line of their own above everything else, the head begins below them. */
function withLineBelow(heads: readonly Head[]): Head[] {
  const isBelow = ({ chunks, below }: Head) => chunks.length === 0 && below.length > 0;
  if (heads.filter(isBelow).length * 2 <= heads.length) return [...heads];
  return heads.map((head) =>
    isBelow(head)
      ? { ...head, chunks: head.below[0]!.flatMap(cleanChunk), below: head.below.slice(1) }
      : head,
  );
}

/** Part of the heads of a list that must have the title below, and of their titles that must be named by words. */
const SHARE_WITH_TITLE_BELOW = 0.7;
const SHARE_OF_NAMED_TITLES = 0.5;
/** Letters. Longer lines below a head describe the entry. */
const MAXIMUM_TITLE_LENGTH = 80;

/**
 * Lists whose heads name the employer and its city only: the line below is the title, with a bullet too. The other lines
 * with bullets describe the entry.
 */
function withTitlesBelow(heads: readonly Head[], blocks: readonly Block[], titleScore: TitleScore): Head[] {
  const isTitled = (text: string) => titleScore(text) > placeScore(text);
  const found = heads.map((head, index) => {
    const { chunks, rest, below } = head;
    const [line] = blocks[index]!.after;
    const isPlain = chunks.every(
      ({ role, text }) => role === undefined && !splitParts(text, ANY_SIGN).some(isTitled),
    );
    const names = chunks.filter(({ text }, at) => at === 0 || !looksLikeCity(text, titleScore));
    const title = line?.cells[0]?.text ?? '';
    const isTitle =
      title !== '' &&
      title.length <= MAXIMUM_TITLE_LENGTH &&
      !/\.$/.test(title) &&
      placeScore(title) === 0 &&
      splitFonts(title, line?.cells[0]?.parts) === undefined &&
      !isKnownCity(names[0]?.text.split(', ')[0] ?? '');
    return isPlain && names.length === 1 && isTitle && rest.length + below.length > 0 ? title : undefined;
  });
  const titles = found.filter((title) => title !== undefined);
  const isUsual =
    titles.length >= heads.length * SHARE_WITH_TITLE_BELOW &&
    titles.filter(isTitled).length > titles.length * SHARE_OF_NAMED_TITLES;
  if (!isUsual || areCities(heads, blocks, titleScore)) return [...heads];
  return heads.map((head, index): Head => {
    const title = found[index];
    const { chunks, below, rest } = head;
    if (title === undefined) return head;
    const [name, ...cities] = chunks;
    const own: Chunk[] = [
      { ...name!, role: 'place' },
      ...cities.map((chunk): Chunk => ({ ...chunk, role: 'city' })),
      { text: title, slot: 'below0.0', role: 'title' },
    ];
    return below.length > 0
      ? { chunks: own, below: below.slice(1), rest }
      : { chunks: own, below, rest: rest.slice(1) };
  });
}

/** Whether the only texts of heads are cities: some are known, or most have the place two lines below. */
function areCities(heads: readonly Head[], blocks: readonly Block[], titleScore: TitleScore): boolean {
  const names = heads.map(({ chunks: [first] }) => trim(first?.text ?? ''));
  if (!names.every((name) => name === '' || looksLikeCity(name, titleScore))) return false;
  if (names.filter(isKnownCity).length > names.length * SHARE_OF_NAMED_TITLES) return true;
  const placed = blocks.filter(({ after: [, second] }) => {
    const text = second === undefined || second.isBullet ? '' : lineText(second);
    return placeScore(text) > titleScore(text);
  });
  return placed.length >= heads.length * SHARE_OF_NAMED_TITLES;
}

function cleanChunk(chunk: Chunk): Chunk[] {
  if (chunk.role !== undefined) return chunk.role === 'dates' ? [] : [chunk];
  const text = cleanHead(chunk.text);
  return trim(text) === '' ? [] : [{ ...chunk, text }];
}

/** How many lines below the dates belong to the heads of a list: what most entries have that need one. */
function linesBelowDates(heads: readonly Head[], slots: Slots, titleScore: TitleScore): number {
  const counts = heads
    .filter((head) => !isComplete(head, slots, titleScore))
    .map(({ below }) => below.length);
  const some = counts.filter((count) => count > 0);
  return some.length === 0 || some.length * 2 < counts.length ? 0 : Math.max(...some);
}

/** Fewer entries do not show what the heads of a list have. */
const MINIMUM_COMPLETE_HEADS = 2;

const shapeOf = ({ chunks }: Head) => chunks.map(({ slot }) => slot).join(' ');

/** Where most heads of a list have two or more texts in the same places, a further text in another place is not part of one. */
function dropOddChunks(heads: readonly Head[]): Head[] {
  const isUsual = (head: Head) =>
    head.chunks.length > 1 &&
    heads.filter((other) => shapeOf(other) === shapeOf(head)).length * 2 > heads.length;
  const slots = heads.find(isUsual)?.chunks.map(({ slot }) => slot);
  if (slots === undefined || heads.length <= MINIMUM_COMPLETE_HEADS) return [...heads];
  return heads.map((head) => {
    const usual = head.chunks.filter(({ slot }) => slots.includes(slot));
    const odd = head.chunks.filter(({ slot, role }) => !slots.includes(slot) && role === undefined);
    const isOdd =
      usual.length === slots.length && odd.length > 0 && !odd.some(({ text }) => isKnownCity(text));
    if (!isOdd) return head;
    const chunks = head.chunks.filter((chunk) => !odd.includes(chunk));
    return { ...head, chunks, rest: [...odd.map(({ text }) => text), ...head.rest] };
  });
}

/**
 * Heads whose words do not say that they are complete, in lists in which most are. If they are in the same places and can
 * be cut in two, the line below their dates describes the entry, as in the others.
 */
function boundHeads(heads: readonly Head[], slots: Slots, titleScore: TitleScore): Set<Head> {
  const complete = heads.filter((head) => isComplete(head, slots, titleScore));
  const isBound = (head: Head) => {
    const [only, second] = head.chunks;
    const alike = complete.filter((other) => shapeOf(other) === shapeOf(head));
    if (alike.length < MINIMUM_COMPLETE_HEADS || alike.length * 2 <= heads.length) return false;
    if (only === undefined || second !== undefined || complete.includes(head)) return false;
    const parts = splitFonts(only.text, only.parts) ?? splitOne(only.text, titleScore);
    return parts.length > 1 && !parts.some((part) => isKnownCity(part));
  };
  return new Set(heads.filter(isBound));
}

/** Takes lines below the dates into the head until it has a title and a place. */
function takeBelow(head: Head, maximum: number, slots: Slots, titleScore: TitleScore): void {
  for (let taken = 0; taken < maximum; taken++) {
    const [next] = head.below;
    if (next === undefined || isComplete(head, slots, titleScore)) return;
    head.below.shift();
    head.chunks.push(...next.flatMap(cleanChunk));
  }
}
