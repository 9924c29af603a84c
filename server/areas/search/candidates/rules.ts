import { isUtcDateTime } from '../../../core/http/formats.ts';
import { invalid } from '../../../core/http/index.ts';
import { INT32_MAXIMUM } from '../../../core/http/schema.ts';

export const SORTS = ['relevance', 'appliedAtUtc', 'createdAtUtc', 'name'] as const;
export type Sort = (typeof SORTS)[number];
export type Order = 'asc' | 'desc';

/** The last candidate of a page. The next page begins after it. */
export interface Position {
  /** The rank, the time in UTC with microseconds, or the name as it is sorted. */
  key: string;
  id: number;
}

/** What a list is sorted by. */
export interface Sorting {
  sort: Sort;
  order: Order;
}

/** The order in which people expect to read it. */
export const USUAL_ORDERS: Readonly<Record<Sort, Order>> = {
  relevance: 'asc',
  appliedAtUtc: 'desc',
  createdAtUtc: 'desc',
  name: 'asc',
};

/** What a list by relevance is sorted by if a word has too many candidates to compare them. */
export const INSTEAD_OF_RELEVANCE: Sorting = { sort: 'appliedAtUtc', order: 'desc' };

export function formatCursor({ sort, order }: Sorting, { key, id }: Position): string {
  return Buffer.from(JSON.stringify([1, sort, order, id, key])).toString('base64url');
}

/** Returns the sorting and the position of a cursor, and throws a 400 if it is not one of a list that is sorted as requested. */
export function parseCursor(cursor: string, requested: Sorting): { sorting: Sorting; position: Position } {
  const [version, sort, order, id, key, ...rest] = readArray(cursor);
  const isSame = (one: Sorting) => one.sort === sort && one.order === order;
  const isPermitted = isSame(requested) || (requested.sort === 'relevance' && isSame(INSTEAD_OF_RELEVANCE));
  if (version === 1 && rest.length === 0 && isPermitted && isId(id) && isKey(sort as Sort, key))
    return { sorting: { sort: sort as Sort, order: order as Order }, position: { id, key } };
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

const LONGEST_KEY = 500;

function isKey(sort: Sort, key: unknown): key is string {
  if (typeof key !== 'string' || key.length > LONGEST_KEY) return false;
  if (sort === 'relevance') return /^\d{1,4}$/.test(key);
  if (sort === 'name') return /^[a-z0-9 ,]*$/.test(key);
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(key) && isUtcDateTime(key);
}
