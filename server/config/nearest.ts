import { closest, distance } from 'fastest-levenshtein';

/** The known word with the smallest edit distance, if it is small. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const best = closest(word, known);
  return distance(word, best) <= Math.max(2, Math.floor(word.length / 3)) ? best : undefined;
}
