import { flag, int32, line, list, nullable, oneOf, optional, pageLimit } from '../../core/http/schema.ts';
import { MAXIMUM_TOTAL } from './found-page-queries.ts';

// What the requests and responses of all searches of lists have in common.

export const LONGEST_QUERY = 200;
/** What all searches do with words that are written in a special way. */
export const WRITTEN_WORDS =
  'A word with signs, such as C++ or .NET, is a word of its own. Of a word with hyphens, records with the whole word come first in a list by relevance. -word excludes records that have exactly this word, and words in quotation marks are found only as they are written. Several of them need not stand next to each other.';
export const DEFAULT_LIMIT = 50;
const MAXIMUM_LIMIT = 200;
const MAXIMUM_CHOICES = 100;

/** A filter that matches any of its values. */
export const choice = <T extends Parameters<typeof list>[0]>(
  items: T,
  description: string,
  maxItems = MAXIMUM_CHOICES,
) => optional(list(items, `${description} Empty or omitted: all.`, { maxItems }));

interface Paged {
  /** What the list has, such as candidates. */
  records: string;
  /** What the order is if none is sent. */
  usualOrder: string;
  cursor: { maxLength: number; example: string };
  /** Whether a page can be empty, which counts without reading. */
  countsAlone?: boolean;
}

/** The order and the part of the list that are requested. */
export const pageOf = ({ records, usualOrder, cursor: { maxLength, example }, countsAlone }: Paged) => ({
  order: optional(oneOf(['asc', 'desc'], `Ascending or descending. Default: ${usualOrder}`)),
  cursor: optional(
    line('nextCursor of the previous page. Send it with the same words, filters, sort and order.', {
      maxLength,
      examples: [example],
    }),
  ),
  limit: optional(
    pageLimit(records, {
      standard: DEFAULT_LIMIT,
      maximum: MAXIMUM_LIMIT,
      examples: [25],
      ...(countsAlone === true ? { minimum: 0 } : {}),
    }),
  ),
});

/** What a response says of the whole list. */
export const foundOf = ({ records, cursor: { maxLength } }: Paged) => ({
  total: int32(`Number of ${records} that match, at most ${MAXIMUM_TOTAL}.`, { examples: [137] }),
  totalIsExact: flag(`False if more than ${MAXIMUM_TOTAL} ${records} match.`),
  nextCursor: nullable(line('Value of cursor for the next page. Null on the last page.', { maxLength })),
});

/** What a response says of the index. */
export const OF_INDEX = {
  isCurrent: flag(
    'False if a change that was made before the call may be missing, because it has not been indexed yet. Search again a little later.',
  ),
};
