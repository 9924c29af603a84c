import { truncate } from '../../core/text/truncate.ts';
import { LAST_PAGE, type Search } from './pages/list.ts';
import type { AdFilter } from './queries.ts';
import { toId } from './visit.ts';

const MAXIMUM_LENGTH = 100;
const MAXIMUM_WORDS = 8;

/**
 * Reads the search from a query string. Invalid and unknown parameters are ignored, because visitors should not see errors.
 */
export function readSearch(query: Record<string, unknown>): Search {
  const given = (name: string) => {
    const value = Array.isArray(query[name]) ? query[name][0] : query[name];
    // PostgreSQL cannot store U+0000.
    return typeof value === 'string' ? value.replaceAll('\u0000', '') : '';
  };
  const text = (name: string) => tidy(given(name));
  return {
    // Soft hyphens are not searched. An option of the filters can have some, because it is the text of an ad.
    q: tidy(given('q').replaceAll('\u00ad', '')),
    city: text('city'),
    branch: text('branch'),
    type: text('type'),
    page: Math.min(toId(text('page')) ?? 1, LAST_PAGE),
  };
}

/** An ä of two characters is one, as in the ads. */
function tidy(text: string): string {
  return truncate(text.normalize('NFC').trim(), MAXIMUM_LENGTH);
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
