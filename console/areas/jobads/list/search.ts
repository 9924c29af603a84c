import { JOB_AD_STATUSES } from '../../../core/api/records.ts';
import type { JobAdsSearch } from '../../../core/paths.ts';
import { toId } from '../../../core/search-values.ts';

/** Reads what the address says about the list of job ads. What it says wrongly is left out. */
export function readJobAdsSearch({ q, status, branch, before }: Record<string, unknown>): JobAdsSearch {
  const words = typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, 255) : '';
  const read: JobAdsSearch = {
    q: words === '' ? undefined : words,
    status: JOB_AD_STATUSES.find((name) => name === status),
    branch: toId(branch),
    before: toId(before),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
