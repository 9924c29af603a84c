import {
  isRankKey,
  isTimeKey,
  type Sorting as ListSorting,
  type Order,
  type PagedList,
} from '../../../core/http/page-position.ts';

export const SORTS = ['relevance', 'name', 'modifiedAtUtc', 'createdAtUtc'] as const;
type Sort = (typeof SORTS)[number];
export type Sorting = ListSorting<Sort>;

/** The order in which people expect to read it. */
const USUAL_ORDERS: Readonly<Record<Sort, Order>> = {
  relevance: 'asc',
  name: 'asc',
  modifiedAtUtc: 'desc',
  createdAtUtc: 'desc',
};

/** What a list by relevance is sorted by if its words have too many companies to compare them. */
export const INSTEAD_OF_RELEVANCE: Sorting = { sort: 'name', order: 'asc' };

/** Without words, all companies are equally relevant. */
export function toSorting(
  { sort, order }: { sort?: Sort | null; order?: Order | null },
  hasWords: boolean,
): Sorting {
  const chosen = sort ?? 'relevance';
  if (chosen === 'relevance')
    return hasWords ? { sort: chosen, order: USUAL_ORDERS[chosen] } : INSTEAD_OF_RELEVANCE;
  return { sort: chosen, order: order ?? USUAL_ORDERS[chosen] };
}

/** The list whose cursor continues one that is sorted as requested. */
export function listOf(requested: Sorting): PagedList<Sort> {
  return {
    permitted: requested.sort === 'relevance' ? [requested, INSTEAD_OF_RELEVANCE] : [requested],
    isKey,
  };
}

function isKey(key: string, sort: Sort): boolean {
  if (sort === 'relevance') return isRankKey(key);
  // A name can contain everything but what no text of the database can.
  return sort === 'name' ? !key.includes('\0') : isTimeKey(key);
}
