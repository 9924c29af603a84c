import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { partsOf, type QueryWord } from '../query-words.ts';
import { areKnown, recordsWith, recordsWithTerms, type TermScope } from '../term-sql.ts';
import { type CandidateFilter, cellsOf, termsOfFilter } from './filters.ts';

/** In index entries, of which a candidate can have several. */
const FEW = 2000;
const SOME = 6000;
export const MAXIMUM_COMPARED = 20_000;
const MAXIMUM_FILTERED = 120_000;
const MAXIMUM_IN_COMMON = 400_000;
/** Reading so many entries in their order takes as long as looking up one part of a word of one candidate. */
const ENTRIES_PER_LOOK = 10;

/** Candidates that can match, and all that do are among them. */
export interface Source {
  /** Selects id and rank. */
  rows: RawBuilder<unknown>;
  /** The word that all of them have. */
  word?: QueryWord;
  /** The condition on a row `s` of candidate_search that all of them meet, if it has an index. */
  condition?: RawBuilder<unknown>;
}

/**
 * The words without the parts that no candidate has, so that those are not looked up for each one. Few names sound like a word
 * that is no name, and few words end with a name.
 */
export async function withoutUnknownParts(
  db: TenantDatabase,
  scope: TermScope,
  words: readonly QueryWord[],
): Promise<QueryWord[]> {
  const parts = words.flatMap((word) => partsOf(word).map((part) => ({ word, part })));
  if (parts.length === 0) return [];
  const { rows } = await sql<{ known: boolean[] }>`
    SELECT ${areKnown(
      scope,
      parts.map(({ part }) => part),
    )} AS known`.execute(db);
  const known = parts.filter((_, index) => rows[0]!.known[index]);
  return words.map((word) => {
    const own = known.filter((one) => one.word === word).map(({ part }) => part);
    if (own.length === 0) return word;
    return { ...word, ranges: own.flatMap(({ ranges }) => ranges), terms: own.flatMap(({ terms }) => terms) };
  });
}

/** The words and filters that have an index. */
export function sourcesOf(scope: TermScope, words: readonly QueryWord[], filter: CandidateFilter): Source[] {
  const cells = cellsOf(filter);
  return [
    ...(cells === undefined ? [] : [candidatesIn(scope.tenantId, cells)]),
    ...words.map((word) => ({ rows: recordsWith(scope, word), word })),
    ...termsOfFilter(filter).map((terms) => ({ rows: recordsWithTerms(scope, terms) })),
  ];
}

/**
 * Returns the sources that are to be read, or none if all are too large. Most searches have one with very few entries, so they do
 * not count the others to the end. With several conditions, more are read, because a list in order could be read for long until
 * its page is full, and with several words even more, because few candidates can have them all.
 */
export async function findSmall(
  db: TenantDatabase,
  sources: readonly Source[],
  isOneWord: boolean,
): Promise<readonly Source[]> {
  if (sources.length === 0) return [];
  for (const limit of [FEW, SOME]) {
    const small = await findUpTo(db, sources, limit);
    if (small.length > 0) return addReadable(db, sources, small, limit);
  }
  const words = sources.filter(({ word }) => word !== undefined);
  const steps = [
    { limit: MAXIMUM_COMPARED, usable: sources },
    { limit: MAXIMUM_FILTERED, usable: isOneWord ? [] : sources },
    { limit: MAXIMUM_IN_COMMON, usable: words.length < 2 ? [] : words },
  ];
  for (const { limit, usable } of steps) {
    // Counting to such a limit takes about as long as reading, so the first that is small enough will do.
    for (const source of usable) {
      const small = await findUpTo(db, [source], limit);
      if (small.length > 0) return addReadable(db, sources, small, SOME);
    }
  }
  return [];
}

/** A source with the number of its index entries. */
interface Sized {
  source: Source;
  size: number;
}

/**
 * Adds the words whose entries are fewer than what looking them up for each candidate would read. All sources that are not in
 * `small` have more than `known` entries. Returns those with the fewest entries first.
 */
async function addReadable(
  db: TenantDatabase,
  sources: readonly Source[],
  small: readonly Sized[],
  known: number,
): Promise<readonly Source[]> {
  const isWord = ({ word }: Source) => word !== undefined;
  const others = sources.filter((source) => isWord(source) && small.every((one) => one.source !== source));
  // Each candidate is in most parts of a word, and is looked up once.
  const candidates = Math.min(...small.map(({ source, size }) => size / countParts(source)));
  const read = [...small];
  // Without a word among them, filters exclude most candidates before a word is looked up.
  if (small.some(({ source }) => isWord(source)))
    for (const source of others) {
      const limit = Math.ceil(candidates * countParts(source) * ENTRIES_PER_LOOK);
      if (limit > known) read.push(...(await findUpTo(db, [source], limit)));
    }
  return read.toSorted((a, b) => a.size - b.size).map(({ source }) => source);
}

function countParts({ word }: Source): number {
  return word === undefined ? 1 : partsOf(word).length;
}

/** The sources with at most so many index entries. */
async function findUpTo(db: TenantDatabase, sources: readonly Source[], limit: number): Promise<Sized[]> {
  const sizes = sources.map(
    ({ rows }, index) => sql`
      SELECT ${index}::int AS index, count(*) AS size FROM (SELECT FROM (${rows}) AS entry LIMIT ${limit + 1}) AS entries`,
  );
  const { rows } = await sql<{ index: number; size: number }>`${sql.join(sizes, sql` UNION ALL `)}`.execute(
    db,
  );
  return rows
    .filter(({ size }) => size <= limit)
    .map(({ index, size }) => ({ source: sources[index]!, size }));
}

function candidatesIn(tenantId: number, cells: readonly number[]): Source {
  const condition = sql`s.geo_cell = ANY (${cells}::int[])`;
  return {
    rows: sql`SELECT s.candidate_id AS id, 0 AS rank FROM candidate_search AS s
               WHERE s.tenant_id = ${tenantId} AND ${condition}`,
    condition,
  };
}
