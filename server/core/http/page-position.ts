import { type RawBuilder, sql } from 'kysely';
import { type Fault, invalid } from './errors.ts';
import { isUtcDateTime } from './formats.ts';
import { INT32_MAXIMUM } from './schema.ts';

// The cursor of a list of the console: where its next page begins. It lives as long as the page that shows the list, so its form
// can change with any release. Those of the change feed are stored by others (areas/changes/cursor.ts).

export type Order = 'asc' | 'desc';

/** What a list is sorted by. */
export interface Sorting<Sort extends string = string> {
  sort: Sort;
  order: Order;
}

/** The last record of a page. The next page begins after it. */
export interface Position {
  /** The rank, the time in UTC with microseconds, or the name as it is sorted. */
  key: string;
  id: number;
}

/** What a cursor of a list can be. */
export interface PagedList<Sort extends string = string> {
  /** How the list can be sorted. */
  permitted: readonly [Sorting<Sort>, ...Sorting<Sort>[]];
  isKey(key: string, sort: Sort): boolean;
}

export function formatCursor({ sort, order }: Sorting, { key, id }: Position): string {
  return Buffer.from(JSON.stringify([1, sort, order, id, key])).toString('base64url');
}

/** SQL for the cursor of the record with this id and key, in a list with one order. */
export function cursorOf(
  { permitted: [{ sort, order }] }: PagedList,
  key: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<string> {
  const json = sql`json_build_array(1, ${sort}::text, ${order}::text, ${id}, (${key})::text)::text`;
  return sql`translate(encode(convert_to(${json}, 'UTF8'), 'base64'), E'+/=\n', '-_')`;
}

interface Cursor<Sort extends string> {
  sorting: Sorting<Sort>;
  position: Position;
}

function readCursor<Sort extends string>(
  cursor: string,
  { permitted, isKey }: PagedList<Sort>,
): Cursor<Sort> | undefined {
  const [version, sort, order, id, key, ...rest] = readArray(cursor);
  const sorting = permitted.find((one) => one.sort === sort && one.order === order);
  const isCursor = version === 1 && rest.length === 0 && isId(id) && isShortText(key);
  if (!isCursor || sorting === undefined || !isKey(key, sorting.sort)) return undefined;
  return { sorting, position: { id, key } };
}

/** Returns the fault of a property that is not a cursor of the list. */
export function cursorFaults(property: string, cursor: string | null | undefined, list: PagedList): Fault[] {
  if (cursor == null || readCursor(cursor, list) !== undefined) return [];
  const message = `${property} must be an unchanged nextCursor of this operation, sent with the same filters and order. Omit it for the first page.`;
  return [{ property, code: 'format', message }];
}

/** Returns where the page begins: undefined for the first one. `cursorFaults` has checked the cursor. */
export function findPosition(cursor: string | null | undefined, list: PagedList): Position | undefined {
  return cursor == null ? undefined : readCursor(cursor, list)?.position;
}

/** Throws a 400 for a cursor that is not one of the list. For a list whose order depends on more than the input. */
export function parseCursor<Sort extends string>(cursor: string, list: PagedList<Sort>): Cursor<Sort> {
  const found = readCursor(cursor, list);
  if (found === undefined) throw invalid(...cursorFaults('cursor', cursor, list));
  return found;
}

function readArray(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function isId(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) <= INT32_MAXIMUM;
}

// Of a name with 255 letters, each of which is two where names are compared.
const LONGEST_KEY = 510;

function isShortText(key: unknown): key is string {
  return typeof key === 'string' && key.length <= LONGEST_KEY;
}

export function isRankKey(key: string): boolean {
  return /^\d{1,4}$/.test(key);
}

export function isTimeKey(key: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(key) && isUtcDateTime(key);
}
