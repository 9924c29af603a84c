import { isUtcDateTime } from '../../core/http/formats.ts';
import { invalid } from '../../core/http/index.ts';
import { INT32_MAXIMUM } from '../../core/http/schema.ts';

export type Order = 'asc' | 'desc';

/** What a list is sorted by. */
export interface Sorting<Sort extends string> {
  sort: Sort;
  order: Order;
}

/** The last record of a page. The next page begins after it. */
export interface Position {
  /** The rank, the time in UTC with microseconds, or the name as it is sorted. */
  key: string;
  id: number;
}

export function formatCursor({ sort, order }: Sorting<string>, { key, id }: Position): string {
  return Buffer.from(JSON.stringify([1, sort, order, id, key])).toString('base64url');
}

interface Expected<Sort extends string> {
  /** How the list can be sorted. */
  permitted: readonly Sorting<Sort>[];
  isKey(sort: Sort, key: string): boolean;
}

/** Returns the sorting and the position of a cursor, and throws a 400 if it is not one of a list that is sorted as permitted. */
export function parseCursor<Sort extends string>(
  cursor: string,
  { permitted, isKey }: Expected<Sort>,
): { sorting: Sorting<Sort>; position: Position } {
  const [version, sort, order, id, key, ...rest] = readArray(cursor);
  const sorting = permitted.find((one) => one.sort === sort && one.order === order);
  const isCursor = version === 1 && rest.length === 0 && isId(id) && isShortText(key);
  if (isCursor && sorting !== undefined && isKey(sorting.sort, key))
    return { sorting, position: { id, key } };
  throw invalid({
    property: 'cursor',
    code: 'format',
    message: 'cursor must be an unchanged nextCursor of this operation, with the same sort and order.',
  });
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
