import { truncate } from '../../core/text/truncate.ts';
import type { Search } from './pages/list.ts';
import type { AdFilter } from './queries.ts';
import { toId } from './visit.ts';

const MAXIMUM_LENGTH = 100;
const MAXIMUM_WORDS = 8;
/** Nobody reads more than 500 pages of 20 ads, and a large offset is expensive. */
const LAST_PAGE = 500;

/**
 * Reads the search from a query string. Invalid and unknown parameters are ignored, because visitors should not see errors.
 */
export function readSearch(query: Record<string, unknown>): Search {
  const text = (name: string) => {
    const value = Array.isArray(query[name]) ? query[name][0] : query[name];
    // PostgreSQL cannot store U+0000. Soft hyphens are not searched, and an ä of two characters is one, as in the ads.
    const clean =
      typeof value === 'string'
        ? value.replaceAll('\u0000', '').replaceAll('\u00ad', '').normalize('NFC')
        : '';
    return truncate(clean.trim(), MAXIMUM_LENGTH);
  };
  return {
    q: text('q'),
    city: text('city'),
    branch: text('branch'),
    type: text('type'),
    page: Math.min(toId(text('page')) ?? 1, LAST_PAGE),
  };
}

export function toFilter({ q, city, branch, type }: Search): AdFilter {
  return {
    words: q.split(/\s+/).filter(Boolean).slice(0, MAXIMUM_WORDS),
    city: city || null,
    // An invalid branch becomes 0, which has no ads. Ignoring it would show all ads as results.
    branchId: branch === '' ? null : (toId(branch) ?? 0),
    employmentType: type || null,
  };
}
