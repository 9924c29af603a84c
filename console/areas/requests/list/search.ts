import type { RequestFilter } from '../../../core/api/records.ts';
import { toOfficeIds } from '../../../core/list/rows.ts';
import type { RequestKind, RequestSort, RequestsSearch } from '../../../core/paths.ts';
import { toId, toText } from '../../../core/search-values.ts';

const LONGEST_TEXT = 200;
export const KINDS: readonly RequestKind[] = ['temporarystaffing', 'directplacement', 'servicecontract'];
export const SORTS: readonly RequestSort[] = ['start', 'changed'];

/** Reads what the address says about the list. What it says wrongly is left out. */
export function readRequestsSearch(search: Record<string, unknown>): RequestsSearch {
  const { branch, status } = search;
  const read: RequestsSearch = {
    text: toText(search.text, LONGEST_TEXT),
    status: status === 'over' || status === 'all' ? status : toId(status),
    kind: KINDS.find((kind) => kind === search.kind),
    branch: branch === 'mine' || branch === 'all' ? branch : toId(branch),
    responsible: toId(search.responsible),
    company: toId(search.company),
    sort: SORTS.find((sort) => sort === search.sort),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

const SORTINGS = {
  start: { sort: 'startDate', order: 'asc' },
  changed: { sort: 'modifiedAtUtc', order: 'desc' },
} as const;

/** The filter of the service. Keys are left out if there is nothing to filter by, so that equal filters are one read. */
export function toRequestFilter(search: RequestsSearch, ownBranches: readonly number[]): RequestFilter {
  const { text, status, kind, branch, responsible, company, sort } = search;
  const filter: RequestFilter = {
    text,
    isOpen: status === undefined ? true : status === 'over' ? false : undefined,
    statusIds: typeof status === 'number' ? [status] : undefined,
    kinds: kind === undefined ? undefined : [kind],
    officeIds: toOfficeIds(branch, ownBranches),
    responsibilities: responsible === undefined ? undefined : [responsible],
    companyIds: company === undefined ? undefined : [company],
    ...(sort === undefined ? {} : SORTINGS[sort]),
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
