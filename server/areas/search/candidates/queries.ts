import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Position } from '../../../core/http/page-position.ts';
import { type FoundPositions, MAXIMUM_TOTAL, sortFound } from '../found-page-queries.ts';
import { isAfter, keyText, orderBy } from '../order-sql.ts';
import type { QueryWord } from '../query-words.ts';
import { grouped, inCommon, lookUps } from '../ranked-sql.ts';
import type { ColumnOrder } from '../record-list-queries.ts';
import { has, hasNone, type TermScope } from '../term-sql.ts';
import { chooseSources, MAXIMUM_COMPARED } from './choose.ts';
import { type CandidateFilter, conditionsOf } from './filters-sql.ts';
import { INSTEAD_OF_RELEVANCE, type Sort, type Sorting } from './rules.ts';
import type { Source } from './sources-sql.ts';

export interface CandidateSearch {
  words: readonly QueryWord[];
  /** Groups of words. Who has all words of one is not found. */
  excluded: readonly (readonly QueryWord[])[];
  filter: CandidateFilter;
  sorting: Sorting;
  /** The last candidate of the page before. Its sorting is `sorting`. */
  after: Position | undefined;
  limit: number;
  readsDocuments: boolean;
}

interface FoundPage extends FoundPositions {
  /** What they are sorted by. */
  sorting: Sorting;
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
  const { words, sources, read, areFew } = await chooseSources(db, scope, requested);
  const search = { ...requested, words };
  const compareAll = async (compared: readonly Source[]): Promise<FoundPage> => ({
    ...(await sortFound(db, matching(scope, search, compared, areFew), orderOf(search.sorting), search)),
    sorting: search.sorting,
  });
  if (read.length > 0) return compareAll(read);
  // The page before was sorted by relevance, so this one is too, even if a word has become common meanwhile.
  if (search.after !== undefined && search.sorting.sort === 'relevance')
    return compareAll([sources.find(({ word }) => word !== undefined)!]);
  const sorting = search.sorting.sort === 'relevance' ? INSTEAD_OF_RELEVANCE : search.sorting;
  const inOrder = { ...search, sorting };
  const isOneWord =
    sources.length === 1 && search.excluded.length === 0 && conditionsOf(scope, search.filter).length === 0;
  const hasMore = isOneWord && (await countSome(db, sources[0]!)) > MAXIMUM_TOTAL;
  const [positions, total] = await Promise.all([
    search.limit === 0 ? [] : readInOrder(db, scope, inOrder),
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

/**
 * SQL for the id and the sort key of each candidate that matches. The words of a candidate that a filter excludes are not looked up.
 */
function matching(
  scope: TermScope,
  { words, excluded, filter, sorting }: CandidateSearch,
  sources: readonly Source[],
  areFew: boolean,
): RawBuilder<unknown> {
  const others = words.filter((word) => sources.every((source) => source.word !== word));
  const candidates = without(
    hasNone(scope, excluded, sql`e.id`, areFew),
    filtered(scope, filter, sorting, sources),
  );
  const { joins, ranks, where } = lookUps(scope, others);
  return sql`
    SELECT d.id, ${sorting.sort === 'relevance' ? sql.join([sql`d.rank`, ...ranks], sql` + `) : sql`d.key`} AS key
      FROM (${candidates}) AS d${joins}
     ${where}`;
}

/** SQL for those of the candidates that have nothing that is excluded, before other words are looked up. */
function without(
  conditions: readonly RawBuilder<boolean>[],
  candidates: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (conditions.length === 0) return candidates;
  return sql`SELECT * FROM (${candidates}) AS e WHERE ${sql.join(conditions, sql` AND `)} OFFSET 0`;
}

/** SQL for the candidates that all sources have and that meet the filters: id, rank, and what else they can be sorted by. */
function filtered(
  scope: TermScope,
  filter: CandidateFilter,
  sorting: Sorting,
  sources: readonly Source[],
): RawBuilder<unknown> {
  const { tenantId } = scope;
  const conditions = conditionsOf(scope, filter);
  const isRanked = sorting.sort === 'relevance';
  const key = orderOf(sorting).column;
  const [{ rows, condition }, ...others] = sources as [Source, ...Source[]];
  const inIndex = sql`SELECT s.candidate_id AS id, 0 AS rank, ${key} AS key FROM candidate_search AS s
                       WHERE s.tenant_id = ${tenantId} AND ${sql.join([condition, ...conditions], sql` AND `)} OFFSET 0`;
  if (condition !== undefined && others.length === 0) return inIndex;
  const isFiltered = condition !== undefined || conditions.length === 0;
  const common = inCommon(
    condition === undefined ? grouped(rows) : inIndex,
    others.map((other) => other.rows),
  );
  if (isFiltered && isRanked) return common;
  // OFFSET 0 keeps the planner from joining in another way than by the key of each candidate.
  return sql`SELECT c.id, c.rank, ${key} AS key FROM (${common}) AS c
              CROSS JOIN LATERAL (
                SELECT s.* FROM candidate_search AS s
                 WHERE s.tenant_id = ${tenantId} AND s.candidate_id = c.id OFFSET 0) AS s
              ${isFiltered ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`} OFFSET 0`;
}

/** Reads candidates in the order of an index until the page is full. */
async function readInOrder(
  db: TenantDatabase,
  scope: TermScope,
  search: CandidateSearch,
): Promise<Position[]> {
  const { sorting, after, limit } = search;
  const order = orderOf(sorting);
  const position =
    after === undefined ? sql`` : sql` AND ${isAfter(order, after, order.column, sql`s.candidate_id`)}`;
  const { rows } = await sql<Position>`
    SELECT id, ${keyText(order, sql`key`)} AS key FROM (
      SELECT s.candidate_id AS id, ${order.column} AS key FROM candidate_search AS s
       WHERE ${matches(scope, search)}${position}
       ORDER BY ${orderBy(order, order.column, sql`s.candidate_id`)} LIMIT ${limit + 1}) AS page
     ORDER BY ${orderBy(order, sql`page.key`, sql`page.id`)}`.execute(db);
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

function matches(scope: TermScope, { words, excluded, filter }: CandidateSearch): RawBuilder<unknown> {
  return sql.join(
    [
      sql`s.tenant_id = ${scope.tenantId}`,
      ...conditionsOf(scope, filter),
      ...hasNone(scope, excluded, sql`s.candidate_id`),
      ...words.map((word) => has(scope, word, sql`s.candidate_id`)),
    ],
    sql` AND `,
  );
}

const COLUMNS: Readonly<Record<Exclude<Sort, 'relevance'>, Omit<ColumnOrder, 'order'>>> = {
  name: { kind: 'text', column: sql`s.name_key` },
  createdAtUtc: { kind: 'time', column: sql`s.created_at` },
  appliedAtUtc: { kind: 'time', column: sql`s.applied_at` },
};

/** By relevance, no column is read. */
function orderOf({ sort, order }: Sorting): ColumnOrder {
  return sort === 'relevance' ? { kind: 'rank', order, column: sql`NULL` } : { ...COLUMNS[sort], order };
}
