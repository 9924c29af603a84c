import type { NewCandidateSearch } from '../../../core/paths.ts';
import { toId } from '../../../core/search-values.ts';

/** Reads what the address says about a new candidate. What it says wrongly is left out. */
export function readNewCandidateSearch({ jobAd }: Record<string, unknown>): NewCandidateSearch {
  const id = toId(jobAd);
  return id === undefined ? {} : { jobAd: id };
}
