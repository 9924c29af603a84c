import type { BranchesSearch } from '../../../core/paths.ts';
import { toWords } from '../../../core/search-values.ts';

/** Reads what the address says about the list of branches. What it says wrongly is left out. */
export function readBranchesSearch({ q, state }: Record<string, unknown>): BranchesSearch {
  const read: BranchesSearch = {
    q: toWords(q),
    state: (['closed', 'all'] as const).find((name) => name === state),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
