import type { CompanySearch } from '../../../core/paths.ts';
import { toId } from '../../../core/search-values.ts';

export const TABS = ['profile', 'sites', 'activities', 'history'] as const;
export type Tab = (typeof TABS)[number];

/** Reads what the address says about the page. What it says wrongly is left out. */
export function readCompanySearch({ tab, site }: Record<string, unknown>): CompanySearch {
  const known = TABS.find((name) => name === tab);
  if (known === undefined || known === 'profile') return {};
  const siteId = known === 'sites' ? toId(site) : undefined;
  return siteId === undefined ? { tab: known } : { tab: known, site: siteId };
}
