import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import type { Position } from '../../core/http/page-position.ts';
import {
  countEach,
  type FoundPositions,
  MAXIMUM_TOTAL,
  type PageBounds,
  sortFound,
} from './found-page-queries.ts';
import { isAfter, keyText, type ListOrder, orderBy } from './order-sql.ts';
import { compareWith, FEW, type SizedWord } from './sized-words.ts';

/** Rows of the list that are tried for each row of the page. A row whose words are looked up costs ten times as much. */
const TRIED_WITH_WORDS = 20;
const TRIED_WITHOUT_WORDS = 100;

/** Records that are searched, as `r` in SQL. */
export interface RecordList {
  tenantId: number;
  table: 'company' | 'customer_request';
  /** SQL conditions of the filters. */
  conditions: readonly RawBuilder<unknown>[];
  /** SQL for the id of each record with the word, more than once if the record has it in several places. */
  idsWith(word: SizedWord): RawBuilder<unknown>;
  /** SQL condition: the record has the word. All records with the word are read, once. */
  isAmong(word: SizedWord): RawBuilder<unknown>;
  /** SQL condition: the record has the word. It is looked up for each record. */
  has(word: SizedWord): RawBuilder<unknown>;
}

/** An order with SQL for the column of a record. */
export interface ColumnOrder extends ListOrder {
  column: RawBuilder<unknown>;
}

/** Reads all records of the first word, compares them with the other words and the filters, and sorts them. */
export async function compareAll(
  db: TenantDatabase,
  list: RecordList,
  words: readonly SizedWord[],
  order: ColumnOrder,
  bounds: PageBounds,
): Promise<FoundPositions> {
  const found = matching(list, await conditionsOf(db, list, words), sql`r.id, ${order.column} AS key`);
  return sortFound(db, found, order, bounds);
}

/**
 * Reads the list in its order until the page is full. If the page is not full soon, because few records meet the filters or have all
 * words, all records are compared and sorted.
 */
export async function readInOrder(
  db: TenantDatabase,
  list: RecordList,
  words: readonly SizedWord[],
  order: ColumnOrder,
  bounds: PageBounds,
): Promise<FoundPositions> {
  const positions = await tryInOrder(db, list, words, order, bounds);
  if (positions.length <= bounds.limit) return compareAll(db, list, words, order, bounds);
  return { positions, total: await countAll(db, list, words) };
}

async function tryInOrder(
  db: TenantDatabase,
  { tenantId, table, conditions, has }: RecordList,
  words: readonly SizedWord[],
  order: ColumnOrder,
  { after, limit }: PageBounds,
): Promise<Position[]> {
  const tried = (limit + 1) * (words.length > 0 ? TRIED_WITH_WORDS : TRIED_WITHOUT_WORDS);
  const position = after === undefined ? sql`` : sql` AND ${isAfter(order, after, order.column, sql`r.id`)}`;
  const all = [sql`true`, ...conditions, ...words.map(has)];
  const sorted = orderBy(order, order.column, sql`r.id`);
  const { rows } = await sql<Position>`
    SELECT r.id, ${keyText(order, order.column)} AS key FROM (
      SELECT * FROM ${sql.table(table)} AS r WHERE r.tenant_id = ${tenantId}${position} ORDER BY ${sorted} LIMIT ${tried}) AS r
     WHERE ${sql.join(all, sql` AND `)} ORDER BY ${sorted} LIMIT ${limit + 1}`.execute(db);
  return rows;
}

/** The number of records, or one more than the maximum if there are more. */
async function countAll(db: TenantDatabase, list: RecordList, words: readonly SizedWord[]): Promise<number> {
  const limit = MAXIMUM_TOTAL + 1;
  const count = async (rows: RawBuilder<unknown>) => (await countEach(db, [{ rows, limit }]))[0]!;
  const [only] = words;
  if (only !== undefined && words.length === 1 && list.conditions.length === 0) {
    // Some of the entries of the only condition are enough to see that there are more.
    const some = sql`SELECT id FROM (${list.idsWith(only)}) AS entry LIMIT ${2 * MAXIMUM_TOTAL}`;
    if ((await count(sql`SELECT DISTINCT id FROM (${some}) AS entries`)) === limit) return limit;
  }
  return count(matching(list, await conditionsOf(db, list, words), sql``));
}

/** SQL conditions: the record has the words. The first one is read, and the others are compared with its records. */
async function conditionsOf(
  db: TenantDatabase,
  list: RecordList,
  [first, ...others]: readonly SizedWord[],
): Promise<RawBuilder<unknown>[]> {
  if (first === undefined) return [];
  const ids = list.idsWith(first);
  // A word of few companies can be one of many requests.
  const isCounted = others.length > 0 && first.size <= FEW;
  const records = isCounted ? (await countEach(db, [{ rows: ids, limit: FEW + 1 }]))[0]! : FEW + 1;
  const { read, lookedUp } = compareWith(records, others);
  // An array in this place is always planned as a search of an index for all of its values, whatever PostgreSQL expects.
  return [sql`r.id = ANY (ARRAY(${ids}))`, ...read.map(list.isAmong), ...lookedUp.map(list.has)];
}

function matching(
  { tenantId, table, conditions }: RecordList,
  more: readonly RawBuilder<unknown>[],
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const all = [sql`r.tenant_id = ${tenantId}`, ...conditions, ...more];
  return sql`SELECT ${columns} FROM ${sql.table(table)} AS r WHERE ${sql.join(all, sql` AND `)}`;
}
