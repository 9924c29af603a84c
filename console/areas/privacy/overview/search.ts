import type { PrivacySearch } from '../../../core/paths.ts';
import { toDay } from '../../../core/search-values.ts';

export const TABS = ['due', 'holds', 'rule', 'accesses'] as const;
export type Tab = (typeof TABS)[number];

/** Reads what the address says about the page. What it says wrongly is left out. */
export function readPrivacySearch({ tab, from, to }: Record<string, unknown>): PrivacySearch {
  const known = TABS.find((name) => name === tab);
  const read: PrivacySearch = {
    tab: known === 'due' ? undefined : known,
    from: toDay(from),
    to: toDay(to),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
