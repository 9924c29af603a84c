import type { Search } from './pages/list.ts';
import type { AdFilter } from './queries.ts';
import { toId } from './visit.ts';

const LONGEST = 100;
const MOST_WORDS = 8;
/** 500 pages of 20 are more than anybody turns; further ones would only cost. */
const LAST_PAGE = 500;

/** The search in an address. What is not understood there is left out; what is unknown is not an error of the visitor's. */
export function readSearch(query: Record<string, unknown>): Search {
  const text = (name: string) => {
    const value = Array.isArray(query[name]) ? query[name][0] : query[name];
    // The database takes no U+0000.
    return typeof value === 'string' ? value.replaceAll('\u0000', '').trim().slice(0, LONGEST) : '';
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
    words: q.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS),
    city: city || null,
    // A branch that cannot be is asked for all the same, and has no ads: showing all of them would be a lie.
    branchId: branch === '' ? null : (toId(branch) ?? 0),
    employmentType: type || null,
  };
}
