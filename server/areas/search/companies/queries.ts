import { type RawBuilder, sql } from 'kysely';
import { exactTime } from '../../../core/db/clock.ts';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Position } from '../cursor.ts';
import type { QueryWord } from '../query-words.ts';
import { findRarest } from '../rarest.ts';
import { has, rankOf, recordsWith, type TermScope } from '../term-sql.ts';
import { INSTEAD_OF_RELEVANCE, type Sorting } from './rules.ts';

/** Beyond it, a total is not counted. */
export const MAXIMUM_TOTAL = 10_000;
/** Entries of the index. A word that has more is looked up for each company of the list. */
export const MAXIMUM_COMPARED = 20_000;

/** Each list matches any of its values. An empty one matches everything. */
export interface CompanyFilter {
  statusIds: readonly number[];
  contractStatusIds: readonly number[];
  officeIds: readonly number[];
  industryIds: readonly number[];
  responsibilities: readonly number[];
}

export interface CompanySearch {
  words: readonly QueryWord[];
  filter: CompanyFilter;
  sorting: Sorting;
  /** The last company of the page before. Its sorting is `sorting`. */
  after: Position | undefined;
  limit: number;
}

export interface FoundPage {
  /** At most one more than the limit. */
  positions: Position[];
  /** What they are sorted by. */
  sorting: Sorting;
  /** The exact number of companies, or one more than the maximum if there are more. */
  total: number;
}

/**
 * Finds a page of companies. If a word has few entries in the index, all of its companies are read, compared with the rest, and
 * sorted. Otherwise companies are read in the order of the list until the page is full. Statuses, branches, and the like have no index:
 * a tenant has thousands of companies, not millions.
 */
export async function findCompanies(
  db: TenantDatabase,
  tenantId: number,
  search: CompanySearch,
): Promise<FoundPage> {
  const scope = { tenantId, entity: 'company', readsDocuments: false } as const;
  const rarest = await findRarest(db, search.words, {
    maximum: MAXIMUM_COMPARED,
    entriesOf: (word) => recordsWith(scope, word),
  });
  const isRanked = search.sorting.sort === 'relevance';
  // The page before was sorted by relevance, so this one is too, even if a word has become common meanwhile.
  const mustRank = isRanked && search.after !== undefined;
  if (rarest !== undefined && (rarest.size <= MAXIMUM_COMPARED || mustRank))
    return compareAll(db, scope, search, rarest.word);
  const inOrder = { ...search, sorting: isRanked ? INSTEAD_OF_RELEVANCE : search.sorting };
  const [positions, total] = await Promise.all([
    readInOrder(db, scope, inOrder),
    countInOrder(db, scope, inOrder),
  ]);
  return { positions, sorting: inOrder.sorting, total };
}

/** Reads all companies with the word, and compares each with the other words and the filters. */
async function compareAll(
  db: TenantDatabase,
  scope: TermScope,
  { words, filter, sorting, after, limit }: CompanySearch,
  rarest: QueryWord,
): Promise<FoundPage> {
  const ranks = words
    .filter((word) => word !== rarest)
    .map((word) => sql` + ${rankOf(scope, word, sql`d.id`)}`);
  const key = sorting.sort === 'relevance' ? sql`r.rank` : keyOf(sorting);
  const direction = directionOf(sorting);
  const idDirection = idDirectionOf(sorting);
  // OFFSET 0 keeps the planner from joining in another way than by the key of each company.
  const { rows } = await sql<{ total: number; page: Position[] }>`
    WITH driver AS MATERIALIZED (
      SELECT id, min(rank) AS rank FROM (${recordsWith(scope, rarest)}) AS entry GROUP BY id),
    ranked AS MATERIALIZED (SELECT d.id, d.rank${sql.join(ranks, sql``)} AS rank FROM driver AS d),
    found AS MATERIALIZED (
      SELECT r.id, ${key} AS key
        FROM ranked AS r CROSS JOIN LATERAL (
             SELECT c.* FROM company AS c
              WHERE ${sql.join([sql`c.tenant_id = ${scope.tenantId}`, sql`c.id = r.id`, ...conditionsOf(filter)], sql` AND `)}
             OFFSET 0) AS c
       WHERE r.rank IS NOT NULL),
    page AS (
      SELECT id, key FROM found ${after === undefined ? sql`` : sql`WHERE ${isAfter(sorting, after, sql`key`, sql`id`)}`}
       ORDER BY key ${direction}, id ${idDirection} LIMIT ${limit + 1})
    SELECT (SELECT count(*) FROM found) AS total,
           (SELECT coalesce(json_agg(json_build_object('id', id, 'key', ${keyText(sorting)})
                                     ORDER BY key ${direction}, id ${idDirection}), '[]') FROM page) AS page`.execute(
    db,
  );
  const { total, page } = rows[0]!;
  return { positions: page, sorting, total: Math.min(total, MAXIMUM_TOTAL + 1) };
}

/** Reads companies in the order of an index until the page is full. */
async function readInOrder(db: TenantDatabase, scope: TermScope, search: CompanySearch): Promise<Position[]> {
  const { sorting, after, limit } = search;
  const direction = directionOf(sorting);
  const position =
    after === undefined ? sql`` : sql` AND ${isAfter(sorting, after, keyOf(sorting), sql`c.id`)}`;
  const { rows } = await sql<Position>`
    SELECT id, ${keyText(sorting)} AS key FROM (
      SELECT c.id, ${keyOf(sorting)} AS key FROM company AS c
       WHERE ${matches(scope, search)}${position}
       ORDER BY ${keyOf(sorting)} ${direction}, c.id ${direction} LIMIT ${limit + 1}) AS page
     ORDER BY page.key ${direction}, page.id ${direction}`.execute(db);
  return rows;
}

async function countInOrder(db: TenantDatabase, scope: TermScope, search: CompanySearch): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (
      SELECT FROM company AS c WHERE ${matches(scope, search)} LIMIT ${MAXIMUM_TOTAL + 1}) AS found`.execute(
    db,
  );
  return rows[0]!.count;
}

function matches(scope: TermScope, { words, filter }: CompanySearch): RawBuilder<unknown> {
  return sql.join(
    [
      sql`c.tenant_id = ${scope.tenantId}`,
      ...conditionsOf(filter),
      ...words.map((word) => has(scope, word, sql`c.id`)),
    ],
    sql` AND `,
  );
}

/** SQL conditions on a row `c` of company. */
function conditionsOf(filter: CompanyFilter): RawBuilder<unknown>[] {
  const any = (column: string, ids: readonly number[]) =>
    ids.length === 0 ? [] : [sql`${sql.ref(`c.${column}`)} = ANY (${ids}::int[])`];
  return [
    ...any('status_id', filter.statusIds),
    ...any('contract_status_id', filter.contractStatusIds),
    ...any('office_id', filter.officeIds),
    ...any('industry_id', filter.industryIds),
    ...any('responsibility', filter.responsibilities),
  ];
}

function keyOf({ sort }: Sorting): RawBuilder<unknown> {
  if (sort === 'name') return sql`c.name_key`;
  return sort === 'createdAtUtc' ? sql`c.created_at` : sql`c.modified_at`;
}

function keyText({ sort }: Sorting): RawBuilder<unknown> {
  if (sort === 'relevance') return sql`key::text`;
  return sort === 'name' ? sql`key` : exactTime(sql`key`);
}

function directionOf({ order }: Sorting): RawBuilder<unknown> {
  return order === 'asc' ? sql`ASC` : sql`DESC`;
}

/** Of equally relevant companies, the newest comes first. All other lists have one direction, which an index has too. */
function idDirectionOf(sorting: Sorting): RawBuilder<unknown> {
  return sorting.sort === 'relevance' ? sql`DESC` : directionOf(sorting);
}

function isAfter(
  { sort, order }: Sorting,
  { key, id }: Position,
  keySql: RawBuilder<unknown>,
  idSql: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (sort === 'relevance')
    return sql`(${keySql} > ${key}::int OR (${keySql} = ${key}::int AND ${idSql} < ${id}::int))`;
  const value = sort === 'name' ? sql`${key}::text COLLATE "C"` : sql`${key}::timestamptz`;
  return sql`(${keySql}, ${idSql}) ${order === 'asc' ? sql`>` : sql`<`} (${value}, ${id}::int)`;
}
