import type { SavedView } from '../../../core/api/records.ts';
import type { CandidateSearch } from '../../../core/paths.ts';
import { readCandidateSearch, toView } from './search.ts';

type Views = readonly SavedView[] | undefined;

export const filtersOf = ({ filter }: Pick<SavedView, 'filter'>): CandidateSearch =>
  toView(readCandidateSearch(filter));

const sorted = (search: CandidateSearch) =>
  Object.entries(search)
    .map(([name, value]) => [name, Array.isArray(value) ? [...value].sort() : value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** Whether both find the same candidates in the same order. The order of values within a filter does not matter. */
export const isSameFilter = (one: CandidateSearch, other: CandidateSearch): boolean =>
  JSON.stringify(sorted(toView(one))) === JSON.stringify(sorted(toView(other)));

export const hasOnlyView = (address: CandidateSearch): boolean =>
  address.view !== undefined && Object.keys(address).length === 1;

/** What the list shows: the filters of the view, if the address names nothing else. */
export function toShown(address: CandidateSearch, views: Views): CandidateSearch {
  const view = hasOnlyView(address) ? views?.find(({ id }) => id === address.view) : undefined;
  return view === undefined ? address : { ...filtersOf(view), view: view.id };
}

/** What the address says: only the view, as long as the filters are those of the view. */
export function toAddress(shown: CandidateSearch, views: Views): CandidateSearch {
  const view = views?.find(({ id }) => id === shown.view);
  if (view !== undefined && isSameFilter(shown, filtersOf(view))) return { view: view.id };
  // An address with nothing but a view would open the view with its filters.
  return Object.keys(toView(shown)).length === 0 ? {} : shown;
}
