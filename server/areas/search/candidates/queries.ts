import { type RawBuilder, sql } from 'kysely';
import { exactTime } from '../../../core/db/clock.ts';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Position } from '../cursor.ts';
import type { QueryWord } from '../query-words.ts';
import { has, rankOf, type TermScope } from '../term-sql.ts';
import { chooseSources, MAXIMUM_COMPARED } from './choose.ts';
import { type CandidateFilter, conditionsOf } from './filters.ts';
import { INSTEAD_OF_RELEVANCE, type Sorting } from './rules.ts';
import type { Source } from './sources.ts';

/** Beyond it, a total is not counted. */
export const MAXIMUM_TOTAL = 10_000;
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

/**
 * Finds a page of candidates. There are two ways, and the sizes in the index decide, never statistics of the database: If a word
 * or filter has few candidates, all of them are read, compared with the rest, and sorted. Otherwise candidates are read in the
 * order of the list until the page is full, and each is looked up in the index.
 */
export async function findCandidates(
  db: TenantDatabase,
  tenantId: number,
  requested: CandidateSearch,
): Promise<FoundPage> {
  const scope = { tenantId, entity: 'candidate', readsDocuments: requested.readsDocuments } as const;
  const { words, sources, read } = await chooseSources(db, scope, requested.words, requested.filter);
  const search = { ...requested, words };
  if (read.length > 0) return compareAll(db, scope, search, read);
  // The page before was sorted by relevance, so this one is too, even if a word has become common meanwhile.
  if (search.after !== undefined && search.sorting.sort === 'relevance')
    return compareAll(db, scope, search, [sources.find(({ word }) => word !== undefined)!]);
  const sorting = search.sorting.sort === 'relevance' ? INSTEAD_OF_RELEVANCE : search.sorting;
  const inOrder = { ...search, sorting };
  const isOneWord = sources.length === 1 && conditionsOf(search.filter).length === 0;
  const hasMore = isOneWord && (await countSome(db, sources[0]!)) > MAXIMUM_TOTAL;
  const [positions, total] = await Promise.all([
    readInOrder(db, scope, inOrder),
    hasMore ? MAXIMUM_TOTAL + 1 : countInOrder(db, scope, inOrder),
  ]);
  return { positions, sorting, total };
}

/** The number of different candidates among the first entries of a source. */
async function countSome(db: TenantDatabase, { rows: entries }: Source): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT id) AS count
      FROM (SELECT id FROM (${entries}) AS entry LIMIT ${MAXIMUM_COMPARED}) AS entries`.execute(db);
  return rows[0]!.count;
}

interface Row {
  id: number;
  key: string;
}

/** Reads all candidates that the sources have in common, and compares each with the other words and the filters. */
async function compareAll(
  db: TenantDatabase,
  scope: TermScope,
  search: CandidateSearch,
  sources: readonly Source[],
): Promise<FoundPage> {
  const { sorting, after, limit } = search;
  const direction = directionOf(sorting);
  const { rows } = await sql<{ total: number; page: Row[] }>`
    WITH found AS MATERIALIZED (${matching(scope, search, sources)}),
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

/**
 * SQL for the id and the sort key of each candidate that matches. Each step takes the id from the one before, so that the words
 * of a candidate that a filter excludes are not looked up, nor is a word if one before is missing.
 */
function matching(
  scope: TermScope,
  { words, filter, sorting }: CandidateSearch,
  sources: readonly Source[],
): RawBuilder<unknown> {
  const isRanked = sorting.sort === 'relevance';
  const others = words.filter((word) => sources.every((source) => source.word !== word));
  const steps = others.map((word, index) => {
    const id = index === 0 ? sql`d.id` : sql.ref(`w${index - 1}.id`);
    return sql` CROSS JOIN LATERAL (SELECT ${id} AS id, ${rankOf(scope, word, id)} AS rank OFFSET 0) AS ${sql.id(`w${index}`)}`;
  });
  const ranks = others.map((_, index) => sql.ref(`w${index}.rank`));
  const has = ranks.map((rank) => sql`${rank} IS NOT NULL`);
  return sql`
    SELECT d.id, ${isRanked ? sql.join([sql`d.rank`, ...ranks], sql` + `) : sql`d.key`} AS key
      FROM (${filtered(scope, filter, sorting, sources)}) AS d${sql.join(steps, sql``)}
     ${has.length === 0 ? sql`` : sql`WHERE ${sql.join(has, sql` AND `)}`}`;
}

/** SQL for the candidates that all sources have and that meet the filters: id, rank, and what else they can be sorted by. */
function filtered(
  { tenantId }: TermScope,
  filter: CandidateFilter,
  sorting: Sorting,
  sources: readonly Source[],
): RawBuilder<unknown> {
  const conditions = conditionsOf(filter);
  const isRanked = sorting.sort === 'relevance';
  const key = isRanked ? sql`NULL` : keyOf(sorting);
  const [{ rows, condition }, ...others] = sources as [Source, ...Source[]];
  const inIndex = sql`SELECT s.candidate_id AS id, 0 AS rank, ${key} AS key FROM candidate_search AS s
                       WHERE s.tenant_id = ${tenantId} AND ${sql.join([condition, ...conditions], sql` AND `)} OFFSET 0`;
  if (condition !== undefined && others.length === 0) return inIndex;
  const isFiltered = condition !== undefined || conditions.length === 0;
  const common = inCommon(condition === undefined ? grouped(rows) : inIndex, others);
  if (isFiltered && isRanked) return common;
  // OFFSET 0 keeps the planner from joining in another way than by the key of each candidate.
  return sql`SELECT c.id, c.rank, ${key} AS key FROM (${common}) AS c
              CROSS JOIN LATERAL (
                SELECT s.* FROM candidate_search AS s
                 WHERE s.tenant_id = ${tenantId} AND s.candidate_id = c.id OFFSET 0) AS s
              ${isFiltered ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`} OFFSET 0`;
}

function grouped(entries: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT id, min(rank) AS rank FROM (${entries}) AS entry GROUP BY id OFFSET 0`;
}

/**
 * SQL for those of the candidates that all other sources have too, with the sum of the ranks of their words. Of the others, only
 * entries of the candidates are grouped. IS TRUE keeps the planner from joining: what it looks up in is always a hash, and a group
 * is never planned badly either.
 */
function inCommon(candidates: RawBuilder<unknown>, others: readonly Source[]): RawBuilder<unknown> {
  if (others.length === 0) return candidates;
  const entries = others.map(
    ({ rows }, index) => sql`
      SELECT id, rank, ${index + 1}::int AS source FROM (${rows}) AS entry
       WHERE (id IN (SELECT id FROM candidates)) IS TRUE`,
  );
  const ranks = [0, ...others.keys().map((index) => index + 1)].map(
    (source) => sql`min(rank) FILTER (WHERE source = ${source}::int)`,
  );
  const rank = sql.join(ranks, sql` + `);
  return sql`
    WITH candidates AS MATERIALIZED (${candidates})
    SELECT id, ${rank} AS rank
      FROM (SELECT id, rank, 0 AS source FROM candidates UNION ALL ${sql.join(entries, sql` UNION ALL `)}) AS entry
     GROUP BY id HAVING ${rank} IS NOT NULL OFFSET 0`;
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
  return sort === 'name' ? sql`key` : exactTime(sql`key`);
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
