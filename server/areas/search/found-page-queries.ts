import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import { formatCursor, type Position, type Sorting } from '../../core/http/page-position.ts';
import { isAfter, keyText, type ListOrder, orderBy } from './order-sql.ts';
import type { IndexedEntity } from './terms.ts';

/** Beyond it, a total is not counted. */
export const MAXIMUM_TOTAL = 10_000;

/** Where a page begins and ends. */
export interface PageBounds {
  /** The last record of the page before. */
  after: Position | undefined;
  limit: number;
}

export interface FoundPositions {
  /** At most one more than the limit. */
  positions: Position[];
  /** The exact number of records, or one more than the maximum if there are more. */
  total: number;
}

/** Sorts all records that were found by `found`, SQL for their id and key, and returns a page of them. */
export async function sortFound(
  db: TenantDatabase,
  found: RawBuilder<unknown>,
  list: ListOrder,
  { after, limit }: PageBounds,
): Promise<FoundPositions> {
  const order = orderBy(list, sql`key`, sql`id`);
  const position = after === undefined ? sql`` : sql`WHERE ${isAfter(list, after, sql`key`, sql`id`)}`;
  const { rows } = await sql<{ total: number; positions: Position[] }>`
    WITH found AS MATERIALIZED (${found}),
    page AS (SELECT id, key FROM found ${position} ORDER BY ${order} LIMIT ${limit + 1})
    SELECT (SELECT count(*) FROM found) AS total,
           (SELECT coalesce(json_agg(json_build_object('id', id, 'key', ${keyText(list, sql`key`)}) ORDER BY ${order}), '[]')
              FROM page) AS positions`.execute(db);
  const { total, positions } = rows[0]!;
  return { positions, total: Math.min(total, MAXIMUM_TOTAL + 1) };
}

/** Whether the index has all records of these kinds as they were committed before this call. Call it before the search. */
export async function isIndexCurrent(
  db: TenantDatabase,
  tenantId: number,
  entities: readonly IndexedEntity[],
): Promise<boolean> {
  const { rows } = await sql<{ isCurrent: boolean }>`
    SELECT NOT EXISTS (SELECT FROM search_mark
                        WHERE tenant_id = ${tenantId} AND entity = ANY (${entities}::text[]))
       AND NOT EXISTS (SELECT FROM search_backfill
                        WHERE tenant_id = ${tenantId} AND entity = ANY (${entities}::text[])) AS "isCurrent"`.execute(
    db,
  );
  return rows[0]!.isCurrent;
}

/** The ids of a page, and what its response says of the whole list. */
export function toPage({ positions, total }: FoundPositions, limit: number, sorting: Sorting<string>) {
  const page = positions.slice(0, limit);
  const last = positions.length > limit ? page.at(-1) : undefined;
  return {
    ids: page.map(({ id }) => id),
    ofList: {
      total: Math.min(total, MAXIMUM_TOTAL),
      totalIsExact: total <= MAXIMUM_TOTAL,
      nextCursor: last === undefined ? null : formatCursor(sorting, last),
    },
  };
}

/** The number of rows of each, or its limit if there are more. */
export async function countEach(
  db: TenantDatabase,
  counted: readonly { rows: RawBuilder<unknown>; limit: number }[],
): Promise<number[]> {
  if (counted.length === 0) return [];
  const counts = counted.map(
    ({ rows, limit }) => sql`(SELECT count(*) FROM (SELECT FROM (${rows}) AS row LIMIT ${limit}) AS counted)`,
  );
  const { rows } = await sql<{
    counts: number[];
  }>`SELECT ARRAY[${sql.join(counts)}]::int[] AS counts`.execute(db);
  return rows[0]!.counts;
}
