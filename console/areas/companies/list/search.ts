import type { CompanyFilter } from '../../../core/api/records.ts';
import { toOfficeIds } from '../../../core/list/rows.ts';
import type { CompaniesSearch, CompanySort } from '../../../core/paths.ts';
import { toId, toList, toText } from '../../../core/search-values.ts';

const LONGEST_TEXT = 200;
export const SORTS: readonly CompanySort[] = ['name', 'changed', 'created'];

/** Reads what the address says about the list. What it says wrongly is left out. */
export function readCompaniesSearch(search: Record<string, unknown>): CompaniesSearch {
  const { branch } = search;
  const read: CompaniesSearch = {
    text: toText(search.text, LONGEST_TEXT),
    branch: branch === 'mine' || branch === 'all' ? branch : toId(branch),
    status: toList(search.status, toId),
    contract: toList(search.contract, toId),
    industry: toList(search.industry, toId),
    responsible: toList(search.responsible, toId),
    sort: SORTS.find((name) => name === search.sort),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

const SORTINGS = { name: 'name', changed: 'modifiedAtUtc', created: 'createdAtUtc' } as const;

/** The filter of the service. Keys are left out if there is nothing to filter by, so that equal filters are one read. */
export function toCompanyFilter(search: CompaniesSearch, ownBranches: readonly number[]): CompanyFilter {
  const { branch, sort } = search;
  const filter: CompanyFilter = {
    text: search.text,
    officeIds: toOfficeIds(branch, ownBranches),
    statusIds: search.status,
    contractStatusIds: search.contract,
    industryIds: search.industry,
    responsibilities: search.responsible,
    sort: sort && SORTINGS[sort],
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
