import type { TenantDatabase } from '../../../core/db/connection.ts';
import { countEach } from '../found-page-queries.ts';
import { partsOf, type QueryWord, withParts } from '../query-words.ts';
import { recordsWith, type TermScope } from '../term-sql.ts';
import { type CandidateFilter, conditionsOf } from './filters-sql.ts';
import { readShares, type Share } from './sample-queries.ts';
import { type Source, sourceOf, sourcesOfFilter } from './sources-sql.ts';

/** In index entries, of which a candidate can have several. */
const FEW = 6000;
export const MAXIMUM_COMPARED = 20_000;
const MAXIMUM_FILTERED = 120_000;
const MAXIMUM_IN_COMMON = 400_000;
/** Reading so many entries in their order takes as long as looking up one part of a word of one candidate. */
const ENTRIES_PER_LOOK = 20;
/** The same for entries that are counted first, which takes about as long as reading them. */
const COUNTED_PER_LOOK = 10;

interface Requested {
  words: readonly QueryWord[];
  excluded: readonly unknown[];
  filter: CandidateFilter;
}

interface Chosen {
  /** Without the parts that no candidate has, so that those are not looked up for each one. */
  words: QueryWord[];
  /** All words and filters that have an index. */
  sources: readonly Source[];
  /** Those that are to be read, the one with the fewest entries first. Empty if all are too large. */
  read: readonly Source[];
  /** The first source to be read has few entries. */
  areFew: boolean;
}

/** A source with the number of its index entries, or more than are few if there are more. */
interface Sized {
  source: Source;
  size: number;
}

/**
 * Chooses what to read. Most searches have a word or filter with few entries, so the others are not counted to the end. Otherwise a
 * sample of the candidates tells which has the fewest, and that one is counted. The sample never decides what is found or how it is
 * sorted, only how fast.
 */
export async function chooseSources(
  db: TenantDatabase,
  scope: TermScope,
  { words, excluded, filter }: Requested,
): Promise<Chosen> {
  const sized = await countFew(db, scope, words, filter);
  const sources = sized.map(({ source }) => source);
  const few = sized.filter(({ source, size }) => size <= fewOf(source)).toSorted((a, b) => a.size - b.size);
  const read =
    few.length > 0
      ? await addCounted(db, sources, few)
      : await chooseLarge(db, scope, sources, conditionsOf(scope, filter).length + excluded.length > 0);
  return { words: sources.flatMap(({ word }) => word ?? []), sources, read, areFew: few.length > 0 };
}

/** The sources with their sizes, and their words without the parts that no candidate has. */
async function countFew(
  db: TenantDatabase,
  scope: TermScope,
  words: readonly QueryWord[],
  filter: CandidateFilter,
): Promise<Sized[]> {
  const filters = sourcesOfFilter(scope, filter);
  const parts = words.flatMap((word) => partsOf(word).map((part) => ({ word, part })));
  const sizes = await countEach(db, [
    ...filters.map((source) => ({ rows: source.rows, limit: fewOf(source) + 1 })),
    ...parts.map(({ part }) => ({ rows: recordsWith(scope, part), limit: FEW + 1 })),
  ]);
  const sizedParts = parts.map((one, index) => ({ ...one, size: sizes[filters.length + index]! }));
  return [
    ...filters.map((source, index) => ({ source, size: sizes[index]! })),
    ...words.map((word) => {
      const known = sizedParts.filter((one) => one.word === word && one.size > 0);
      // Few names sound like a word that is no name, and few words end with a name.
      const own = known.length === 0 ? word : withParts(word, known);
      return { source: sourceOf(scope, own), size: known.reduce((sum, { size }) => sum + size, 0) };
    }),
  ];
}

/** Of the candidates around a place, those that meet the filters are read from the index alone, so more of them are still few. */
function fewOf({ condition }: Source): number {
  return condition === undefined ? FEW : MAXIMUM_COMPARED;
}

/** Adds the words that are counted and read faster than they are looked up for each candidate of the smallest source. */
async function addCounted(
  db: TenantDatabase,
  sources: readonly Source[],
  few: readonly Sized[],
): Promise<readonly Source[]> {
  const read = few.map(({ source }) => source);
  // Without a word among them, filters exclude most candidates before a word is looked up.
  if (read.every(({ word }) => word === undefined)) return read;
  // Each candidate is in most parts of a word, and is looked up once.
  const candidates = Math.min(...few.map(({ source, size }) => size / source.parts));
  for (const source of sources.filter(({ word }) => word !== undefined)) {
    const limit = Math.ceil(candidates * source.parts * COUNTED_PER_LOOK);
    if (limit <= FEW || few.some((one) => one.source === source)) continue;
    const [size] = await countEach(db, [{ rows: source.rows, limit: limit + 1 }]);
    if (size! <= limit) read.push(source);
  }
  return read;
}

/**
 * Returns the sources to read of those that all have more than few entries. With several conditions more is read, because a list in
 * order could be read for long until its page is full, and with several words even more, because few candidates can have them all.
 */
async function chooseLarge(
  db: TenantDatabase,
  scope: TermScope,
  sources: readonly Source[],
  hasConditions: boolean,
): Promise<readonly Source[]> {
  const limitOf = ({ word }: Source) => {
    if (sources.length === 1 && !hasConditions) return MAXIMUM_COMPARED;
    const words = sources.filter((one) => one.word !== undefined);
    return words.length > 1 && word !== undefined ? MAXIMUM_IN_COMMON : MAXIMUM_FILTERED;
  };
  const shares = await readShares(db, scope, sources);
  const smallestFirst = shares.toSorted((a, b) => a.candidates - b.candidates);
  for (const share of smallestFirst) {
    const limit = limitOf(share.source);
    const [size] = await countEach(db, [{ rows: share.source.rows, limit: limit + 1 }]);
    if (size! <= limit) return [share.source, ...toRead(share, smallestFirst)];
  }
  return [];
}

/** The words that are read faster than they are looked up for each candidate of the first source. */
function toRead(first: Share, smallestFirst: readonly Share[]): Source[] {
  // Filters exclude most candidates before a word is looked up.
  if (first.source.word === undefined) return [];
  let { candidates } = first;
  return smallestFirst.flatMap((share) => {
    const { source, entries } = share;
    const maximum = candidates * source.parts * ENTRIES_PER_LOOK;
    if (share === first || source.word === undefined || entries > maximum) return [];
    candidates *= share.candidates;
    return [source];
  });
}
