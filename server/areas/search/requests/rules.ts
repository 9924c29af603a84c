import { isCalendarDate } from '../../../core/http/formats.ts';
import {
  isTimeKey,
  type Sorting as ListSorting,
  type Order,
  type PagedList,
} from '../../../core/http/page-position.ts';
import { INT32_MAXIMUM } from '../../../core/http/schema.ts';
import type { QueryWord } from '../query-words.ts';

export const SORTS = ['createdAtUtc', 'modifiedAtUtc', 'startDate'] as const;
export type Sort = (typeof SORTS)[number];
export type Sorting = ListSorting<Sort>;

/** The order in which people expect to read it: the latest changes, but the earliest start. */
export const USUAL_ORDERS: Readonly<Record<Sort, Order>> = {
  createdAtUtc: 'desc',
  modifiedAtUtc: 'desc',
  startDate: 'asc',
};

export const listOf = (sorting: Sorting): PagedList<Sort> => ({ permitted: [sorting], isKey });

/** PostgreSQL rejects days that do not exist. */
const isKey = (key: string, sort: Sort): boolean =>
  sort === 'startDate' ? isCalendarDate(key) : isTimeKey(key);

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
