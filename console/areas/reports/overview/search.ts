import type { FigureName } from '../../../core/api/records.ts';
import type { ReportsSearch } from '../../../core/paths.ts';
import { toDay, toId } from '../../../core/search-values.ts';
import { FIGURES, type Kind } from '../figures/kinds.ts';

export const TABS = ['days', 'jobs', 'channels', 'offices', 'recruiters', 'requests'] as const;
export type Tab = (typeof TABS)[number];

const UNITS = ['day', 'week', 'month'] as const;

/** Reads what the address says about the page. Invalid values are left out. */
export function readReportsSearch(search: Record<string, unknown>): ReportsSearch {
  const tab = TABS.find((name) => name === search.tab);
  const read: ReportsSearch = {
    tab: tab === 'days' ? undefined : tab,
    period: search.period === 'all' ? 'all' : undefined,
    from: toDay(search.from),
    to: toDay(search.to),
    branch: toId(search.branch),
    by: UNITS.find((name) => name === search.by),
    sort: tab === undefined || tab === 'days' ? undefined : toSort(tab, search.sort),
    order: search.order === 'asc' || search.order === 'desc' ? search.order : undefined,
    page: toId(search.page),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

function toSort(kind: Kind, value: unknown): ReportsSearch['sort'] {
  const names: readonly NonNullable<ReportsSearch['sort']>[] = ['name', 'group', ...FIGURES[kind]];
  return names.find((name): name is FigureName | 'name' | 'group' => name === value);
}
