import {
  isRankKey,
  isTimeKey,
  type Sorting as ListSorting,
  type Order,
  type PagedList,
} from '../../../core/http/page-position.ts';
import { distanceKm, type Point } from '../../addresses/index.ts';

export const SORTS = ['relevance', 'appliedAtUtc', 'createdAtUtc', 'name'] as const;
export type Sort = (typeof SORTS)[number];
export type Sorting = ListSorting<Sort>;

/** The order in which people expect to read it. */
export const USUAL_ORDERS: Readonly<Record<Sort, Order>> = {
  relevance: 'asc',
  appliedAtUtc: 'desc',
  createdAtUtc: 'desc',
  name: 'asc',
};

/** What a list by relevance is sorted by if a word has too many candidates to compare them. */
export const INSTEAD_OF_RELEVANCE: Sorting = { sort: 'appliedAtUtc', order: 'desc' };

/** The list whose cursor continues one that is sorted as requested. */
export function listOf(requested: Sorting): PagedList<Sort> {
  return {
    permitted: requested.sort === 'relevance' ? [requested, INSTEAD_OF_RELEVANCE] : [requested],
    isKey,
  };
}

function isKey(key: string, sort: Sort): boolean {
  if (sort === 'relevance') return isRankKey(key);
  return sort === 'name' ? /^[a-z0-9 ,]*$/.test(key) : isTimeKey(key);
}

/** In kilometers, to a tenth. */
export function distanceFrom(
  center: Point | undefined,
  { latitude, longitude }: { latitude: number | null; longitude: number | null },
): number | null {
  if (center === undefined || latitude === null || longitude === null) return null;
  return Math.round(distanceKm(center, { latitude, longitude }) * 10) / 10;
}
