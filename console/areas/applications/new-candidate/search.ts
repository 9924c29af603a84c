import type { NewCandidateSearch } from '../../../core/paths.ts';

/** Reads what the address says about a new candidate. What it says wrongly is left out. */
export function readNewCandidateSearch({ jobAd }: Record<string, unknown>): NewCandidateSearch {
  const id = Number(jobAd);
  return Number.isInteger(id) && id > 0 ? { jobAd: id } : {};
}
