import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { QueryWord } from '../query-words.ts';
import { has, rankOf, recordsWith, recordsWithTerms, type TermScope } from '../term-sql.ts';
import { type CandidateFilter, cellsOf, conditionsOf, termsOfFilter } from './filters.ts';
import { INSTEAD_OF_RELEVANCE, type Position, type Sorting } from './rules.ts';

/** Beyond it, a total is not counted. */
export const MAXIMUM_TOTAL = 10_000;
/** In index entries, of which a candidate can have several. */
const FEW = 2000;
const MAXIMUM_COMPARED = 20_000;
const MAXIMUM_FILTERED = 120_000;

export interface CandidateSearch {
  words: readonly QueryWord[];
  filter: CandidateFilter;
  sorting: Sorting;
  /** The last candidate of the page before. Its sorting is `sorting`. */
  after: Position | undefined;
  limit: number;
  readsDocuments: boolean;
}

export interface FoundPage {
  /** At most one more than the limit. */
  positions: Position[];
  /** What they are sorted by. */
  sorting: Sorting;
  /** The exact number of candidates, or one more than the maximum if there are more. */
  total: number;
}

/** Candidates that can match, and all that do are among them. */
interface Source {
  /** Selects id and rank. */
  rows: RawBuilder<unknown>;
  /** The word that all of them have. */
  word: QueryWord | undefined;
}

/**
 * Finds a page of candidates. There are two ways, and the sizes in the index decide, never statistics of the database: If a word
 * or filter has few candidates, all of them are read, compared with the rest, and sorted. Otherwise candidates are read in the
 * order of the list until the page is full, and each is looked up in the index.
 */
export async function findCandidates(
  db: TenantDatabase,
  tenantId: number,
  search: CandidateSearch,
): Promise<FoundPage> {
  const scope = { tenantId, entity: 'candidate', readsDocuments: search.readsDocuments } as const;
  const sources = sourcesOf(scope, search);
  const isOneWord = sources.length === 1 && conditionsOf(search.filter).length === 0;
  const small = await findSmall(db, sources, isOneWord);
  if (small !== undefined) return compareAll(db, scope, search, small);
  // The page before was sorted by relevance, so this one is too, even if a word has become common meanwhile.
  if (search.after !== undefined && search.sorting.sort === 'relevance')
    return compareAll(db, scope, search, sources.find(({ word }) => word !== undefined)!);
  const sorting = search.sorting.sort === 'relevance' ? INSTEAD_OF_RELEVANCE : search.sorting;
  const inOrder = { ...search, sorting };
  const hasMore = isOneWord && (await countSome(db, sources[0]!)) > MAXIMUM_TOTAL;
  const [positions, total] = await Promise.all([
    readInOrder(db, scope, inOrder),
    hasMore ? MAXIMUM_TOTAL + 1 : countInOrder(db, scope, inOrder),
  ]);
  return { positions, sorting, total };
}

/** The words and filters that have an index. */
function sourcesOf(scope: TermScope, { words, filter }: CandidateSearch): Source[] {
  const cells = cellsOf(filter);
  return [
    ...(cells === undefined ? [] : [{ rows: candidatesIn(scope.tenantId, cells), word: undefined }]),
    ...words.map((word) => ({ rows: recordsWith(scope, word), word })),
    ...termsOfFilter(filter).map((terms) => ({
      rows: recordsWithTerms(scope, terms),
      word: undefined,
    })),
  ];
}

/**
 * Returns a source with few enough entries to compare all of them, or undefined. Most searches have one with very few, so they
 * do not count the others to the end. With several conditions, more are compared, because a list in order could be read for long
 * until its page is full.
 */
async function findSmall(
  db: TenantDatabase,
  sources: readonly Source[],
  isOneWord: boolean,
): Promise<Source | undefined> {
  if (sources.length === 0) return undefined;
  for (const limit of [FEW, MAXIMUM_COMPARED]) {
    const sizes = await measure(db, sources, limit);
    const smallest = Math.min(...sizes);
    if (smallest <= limit) return sources[sizes.indexOf(smallest)];
  }
  if (isOneWord) return undefined;
  for (const source of sources) {
    const [size] = await measure(db, [source], MAXIMUM_FILTERED);
    if (size! <= MAXIMUM_FILTERED) return source;
  }
  return undefined;
}

/** The number of index entries of each source, at most one more than the limit. */
async function measure(db: TenantDatabase, sources: readonly Source[], limit: number): Promise<number[]> {
  const sizes = sources.map(
    ({ rows }, index) => sql`
      SELECT ${index}::int AS source, count(*) AS size FROM (SELECT FROM (${rows}) AS entry LIMIT ${limit + 1}) AS entries`,
  );
  const { rows } = await sql<{ source: number; size: number }>`${sql.join(sizes, sql` UNION ALL `)}`.execute(
    db,
  );
  return rows.toSorted((a, b) => a.source - b.source).map(({ size }) => size);
}

/** The number of different candidates among the first entries of a source. */
async function countSome(db: TenantDatabase, { rows: entries }: Source): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT id) AS count
      FROM (SELECT id FROM (${entries}) AS entry LIMIT ${MAXIMUM_COMPARED}) AS entries`.execute(db);
  return rows[0]!.count;
}

function candidatesIn(tenantId: number, cells: readonly number[]): RawBuilder<unknown> {
  return sql`SELECT t.candidate_id AS id, 0 AS rank FROM candidate_search AS t
              WHERE t.tenant_id = ${tenantId} AND t.geo_cell = ANY (${cells}::int[])`;
}

interface Row {
  id: number;
  key: string;
}

/** Reads all candidates of the source, and compares each with the other words and the filters. */
async function compareAll(
  db: TenantDatabase,
  scope: TermScope,
  search: CandidateSearch,
  source: Source,
): Promise<FoundPage> {
  const { sorting, after, limit } = search;
  const conditions = conditionsOf(search.filter);
  const ranks = search.words
    .filter((word) => word !== source.word)
    .map((word) => sql` + ${rankOf(scope, word, sql`d.id`)}`);
  const isRanked = sorting.sort === 'relevance';
  // OFFSET 0 keeps the planner from joining in another way than by the key of each candidate.
  const entry =
    conditions.length === 0 && isRanked
      ? sql``
      : sql`CROSS JOIN LATERAL (
          SELECT s.* FROM candidate_search AS s
           WHERE s.tenant_id = ${scope.tenantId} AND s.candidate_id = d.id OFFSET 0) AS s`;
  const where = conditions.length === 0 ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`;
  const direction = directionOf(sorting);
  const { rows } = await sql<{ total: number; page: Row[] }>`
    WITH driver AS MATERIALIZED (
      SELECT id, min(rank) AS rank FROM (${source.rows}) AS entry GROUP BY id),
    compared AS MATERIALIZED (
      SELECT d.id, d.rank${sql.join(ranks, sql``)} AS rank, ${isRanked ? sql`NULL` : keyOf(sorting)} AS key
        FROM driver AS d ${entry} ${where}),
    found AS (
      SELECT id, ${isRanked ? sql`rank` : sql`key`} AS key FROM compared WHERE rank IS NOT NULL),
    page AS (
      SELECT id, key FROM found ${after === undefined ? sql`` : sql`WHERE ${isAfter(sorting, after, sql`key`, sql`id`)}`}
       ORDER BY key ${direction}, id ${idDirection(sorting)} LIMIT ${limit + 1})
    SELECT (SELECT count(*) FROM found) AS total,
           (SELECT coalesce(json_agg(json_build_object('id', id, 'key', ${keyText(sorting)})
                                     ORDER BY key ${direction}, id ${idDirection(sorting)}), '[]') FROM page) AS page`.execute(
    db,
  );
  const { total, page } = rows[0]!;
  return { positions: page, sorting, total: Math.min(total, MAXIMUM_TOTAL + 1) };
}

/** Reads candidates in the order of an index until the page is full. */
async function readInOrder(
  db: TenantDatabase,
  scope: TermScope,
  search: CandidateSearch,
): Promise<Position[]> {
  const { sorting, after, limit } = search;
  const direction = directionOf(sorting);
  const position =
    after === undefined ? sql`` : sql` AND ${isAfter(sorting, after, keyOf(sorting), sql`s.candidate_id`)}`;
  const { rows } = await sql<Row>`
    SELECT id, ${keyText(sorting)} AS key FROM (
      SELECT s.candidate_id AS id, ${keyOf(sorting)} AS key FROM candidate_search AS s
       WHERE ${matches(scope, search)}${position}
       ORDER BY ${keyOf(sorting)} ${direction}, s.candidate_id ${idDirection(sorting)} LIMIT ${limit + 1}) AS page
     ORDER BY page.key ${direction}, page.id ${idDirection(sorting)}`.execute(db);
  return rows;
}

async function countInOrder(db: TenantDatabase, scope: TermScope, search: CandidateSearch): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (
      SELECT FROM candidate_search AS s WHERE ${matches(scope, search)} LIMIT ${MAXIMUM_TOTAL + 1}) AS found`.execute(
    db,
  );
  return rows[0]!.count;
}

function matches(scope: TermScope, { words, filter }: CandidateSearch): RawBuilder<unknown> {
  return sql.join(
    [
      sql`s.tenant_id = ${scope.tenantId}`,
      ...conditionsOf(filter),
      ...words.map((word) => has(scope, word, sql`s.candidate_id`)),
    ],
    sql` AND `,
  );
}

function keyOf({ sort }: Sorting): RawBuilder<unknown> {
  if (sort === 'name') return sql`s.name_key`;
  return sort === 'createdAtUtc' ? sql`s.created_at` : sql`s.applied_at`;
}

function keyText({ sort }: Sorting): RawBuilder<unknown> {
  if (sort === 'relevance') return sql`key::text`;
  return sort === 'name' ? sql`key` : sql`to_char(key AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

function directionOf({ order }: Sorting): RawBuilder<unknown> {
  return order === 'asc' ? sql`ASC` : sql`DESC`;
}

/** Of equally relevant candidates, the newest comes first. All other lists have one direction, which an index has too. */
function idDirection(sorting: Sorting): RawBuilder<unknown> {
  return sorting.sort === 'relevance' ? sql`DESC` : directionOf(sorting);
}

function isAfter(
  sorting: Sorting,
  { key, id }: Position,
  keySql: RawBuilder<unknown>,
  idSql: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (sorting.sort === 'relevance')
    return sql`(${keySql} > ${key}::int OR (${keySql} = ${key}::int AND ${idSql} < ${id}::int))`;
  const value = sorting.sort === 'name' ? sql`${key}::text COLLATE "C"` : sql`${key}::timestamptz`;
  return sql`(${keySql}, ${idSql}) ${sorting.order === 'asc' ? sql`>` : sql`<`} (${value}, ${id}::int)`;
}
