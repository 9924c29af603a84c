import type { MatchesSearch, RequestSearch } from '../../../core/paths.ts';

export const TABS = ['request', 'proposals', 'matches'] as const;
export type Tab = (typeof TABS)[number];

const ONLY = ['profession', 'distance', 'availability'] as const;

/** Reads what the address says about the page of a request. What is wrong is left out. */
export function readRequestSearch(search: Record<string, unknown>): RequestSearch {
  const tab = (['proposals', 'matches'] as const).find((name) => name === search.tab);
  return tab === 'matches' ? { tab, ...readMatches(search) } : tab === undefined ? {} : { tab };
}

function readMatches({ only, branch, unproposed, everyone }: Record<string, unknown>): MatchesSearch {
  const kinds = Array.isArray(only) ? ONLY.filter((kind) => only.includes(kind)) : [];
  return {
    ...(kinds.length > 0 && { only: kinds }),
    ...(Number.isInteger(branch) && (branch as number) > 0 && { branch: branch as number }),
    ...(unproposed === true && { unproposed }),
    ...(everyone === true && { everyone }),
  };
}
