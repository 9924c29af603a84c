import type { TenantDatabase } from '../../core/db/connection.ts';
import { countEach } from './found-page-queries.ts';
import { partsOf, type QueryWord, withParts } from './query-words.ts';
import { recordsWith, type TermScope } from './term-sql.ts';

/** A word among the terms of one kind of record. */
export interface Side {
  scope: TermScope;
  word: QueryWord;
}

/** Where a list looks for a word: among the terms of its records, and perhaps of others that they belong to. */
export interface SoughtWord {
  word: QueryWord;
  sides: readonly Side[];
}

export interface SizedWord extends SoughtWord {
  /** Its entries in the index, or more than the maximum if there are more. */
  size: number;
  /** False if it has more entries than `size`. */
  isCounted: boolean;
}

/**
 * The words with the numbers of their entries in the index, the rarest first. They are without the parts that no record has, such as
 * names that sound like a word that is no name, so that those are neither planned nor looked up. At most one more than `maximum` entries
 * of each part are counted.
 */
export async function sizeWords(
  db: TenantDatabase,
  words: readonly SoughtWord[],
  maximum: number,
): Promise<SizedWord[]> {
  const parts = words.flatMap((sought) =>
    sought.sides.flatMap((side) => partsOf(side.word).map((part) => ({ sought, side, part }))),
  );
  const sizes = await countEach(
    db,
    parts.map(({ side, part }) => ({ rows: recordsWith(side.scope, part), limit: maximum + 1 })),
  );
  const known = parts.map((one, index) => ({ ...one, size: sizes[index]! })).filter(({ size }) => size > 0);
  return words
    .map((sought) => {
      const own = known.filter((one) => one.sought === sought);
      const sides = sought.sides.flatMap((side) => {
        const found = own.filter((one) => one.side === side);
        return found.length === 0 ? [] : [{ ...side, word: withParts(side.word, found) }];
      });
      const size = own.reduce((sum, one) => sum + one.size, 0);
      const isCounted = own.every((one) => one.size <= maximum);
      return { ...sought, sides: sides.length === 0 ? sought.sides : sides, size, isCounted };
    })
    .toSorted((a, b) => a.size - b.size || b.word.text.length - a.word.text.length);
}

/** Looking up so many records takes as long as reading the most common word of 100,000 records. */
export const FEW = 1000;
/** Reading so many entries takes as long as looking up one part of a word for one record. */
const ENTRIES_PER_LOOK = 10;

/** How words are compared with the records that have another one. */
export interface Comparison {
  /** All entries of them are read. */
  read: SizedWord[];
  /** They are looked up for each record. */
  lookedUp: SizedWord[];
}

/** Divides the words by what is faster for so many records. */
export function compareWith(records: number, words: readonly SizedWord[]): Comparison {
  const looksAt = ({ sides }: SizedWord) => sides.reduce((sum, { word }) => sum + partsOf(word).length, 0);
  const isRead = (word: SizedWord) =>
    records > FEW || (word.isCounted && word.size <= records * looksAt(word) * ENTRIES_PER_LOOK);
  return { read: words.filter(isRead), lookedUp: words.filter((word) => !isRead(word)) };
}
