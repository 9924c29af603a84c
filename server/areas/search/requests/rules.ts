import { isCalendarDate, isUtcDateTime } from '../../../core/http/formats.ts';
import { invalid } from '../../../core/http/index.ts';
import { INT32_MAXIMUM } from '../../../core/http/schema.ts';
import type { QueryWord } from '../query-words.ts';

export const SORTS = ['createdAtUtc', 'modifiedAtUtc', 'startDate'] as const;
export type Sort = (typeof SORTS)[number];
export type Order = 'asc' | 'desc';

/** What a list is sorted by. */
export interface Sorting {
  sort: Sort;
  order: Order;
}

/** The last request of a page. The next page begins after it. */
export interface Position {
  /** The time in UTC with microseconds, or the first day of work. */
  key: string;
  id: number;
}

/** The order in which people expect to read it: the latest changes, but the earliest start. */
export const USUAL_ORDERS: Readonly<Record<Sort, Order>> = {
  createdAtUtc: 'desc',
  modifiedAtUtc: 'desc',
  startDate: 'asc',
};

export function formatCursor({ sort, order }: Sorting, { key, id }: Position): string {
  return Buffer.from(`1.${sort}.${order}.${id}.${key}`).toString('base64url');
}

const CURSOR_PATTERN = /^1\.([a-zA-Z]+)\.(asc|desc)\.([1-9]\d{0,9})\.([\d.:TZ-]+)$/;
const EXACT_TIME_LENGTH = 'yyyy-mm-ddThh:mm:ss.ffffffZ'.length;

/** Throws a 400 if the text is not a cursor of a list that is sorted like this. */
export function parseCursor(cursor: string, { sort, order }: Sorting): Position {
  const [, ownSort, ownOrder, id, key] =
    CURSOR_PATTERN.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (ownSort === sort && ownOrder === order && Number(id) <= INT32_MAXIMUM && isKey(sort, key!))
    return { key: key!, id: Number(id) };
  throw invalid({
    property: 'cursor',
    code: 'format',
    message: 'cursor must be an unchanged nextCursor of this operation, with the same sort and order.',
  });
}

/** PostgreSQL rejects days and times that do not exist. */
function isKey(sort: Sort, key: string): boolean {
  if (sort === 'startDate') return isCalendarDate(key);
  return key.length === EXACT_TIME_LENGTH && isUtcDateTime(key);
}

/** Terms of a phone number, and of an email address. */
const OF_CONTACT_DATA = /^[#%@]/;

/**
 * What the word finds in the name, customer number, and address of a company. Without its phone numbers and email addresses: the
 * number of a request would find every company whose phone number ends with it. Undefined if nothing is left.
 */
export function toCompanyWord(word: QueryWord): QueryWord | undefined {
  const ranges = word.ranges.filter(({ from }) => !OF_CONTACT_DATA.test(from));
  return ranges.length + word.terms.length === 0 ? undefined : { ...word, ranges };
}

/** The id of a request, if the word can be one. */
export function toRequestId({ text }: QueryWord): number | undefined {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return id > 0 && id <= INT32_MAXIMUM ? id : undefined;
}
