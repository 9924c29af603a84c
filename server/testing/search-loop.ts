import type { QueryWord } from '../areas/search/query-words.ts';
import { DOCUMENT_WEIGHT } from '../areas/search/terms.ts';

// What searches must find, for tests that compare them with a loop over all records. A record has its terms with their weights.

type Terms = ReadonlyMap<string, number>;

const COST_OF_PART = 100;
const COST_OF_LIKE_PART = 110;

/** Numbers that differ from record to record, but not from run to run. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The weights of the terms that the word finds, with what it adds. */
export function ranksOf(terms: Terms, word: QueryWord, readsDocuments = true): number[] {
  return [...terms].flatMap(([term, weight]) => {
    if (!readsDocuments && weight >= DOCUMENT_WEIGHT) return [];
    const ranks = word.ranges
      .filter(({ from, to }) => term >= from && term < to)
      .map(() => weight + costOf(term, word));
    return word.terms.includes(term) ? [...ranks, weight + costOf(term, word)] : ranks;
  });
}

/** Only the word itself adds nothing. A part of a word adds more than everything that is like the whole. */
function costOf(term: string, { exact, whole }: QueryWord): number {
  if (whole === undefined) return term === exact ? 0 : 1;
  if (term === whole.exact) return 0;
  if (term.startsWith(whole.exact) || whole.terms.includes(term)) return 1;
  return term === exact ? COST_OF_PART : COST_OF_LIKE_PART;
}

/** Whether a record has all words of one of the groups. */
export function isExcluded(
  groups: readonly (readonly QueryWord[])[],
  has: (word: QueryWord) => boolean,
): boolean {
  return groups.some((words) => words.every(has));
}
