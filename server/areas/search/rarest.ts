import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import type { QueryWord } from './query-words.ts';

export interface RarestWord {
  word: QueryWord;
  /** Its entries in the index, or one more than the maximum if there are more. */
  size: number;
}

/**
 * The word with the fewest entries in the index. Undefined if there is no word. One statement, which counts at most `maximum` entries and
 * one of each word. `entriesOf` returns SQL for the entries of a word.
 */
export async function findRarest(
  db: TenantDatabase,
  words: readonly QueryWord[],
  { maximum, entriesOf }: { maximum: number; entriesOf: (word: QueryWord) => RawBuilder<unknown> },
): Promise<RarestWord | undefined> {
  if (words.length === 0) return undefined;
  const sizes = words.map(
    (word, index) => sql`
      SELECT ${index}::int AS word, count(*) AS size
        FROM (SELECT FROM (${entriesOf(word)}) AS entry LIMIT ${maximum + 1}) AS entries`,
  );
  const { rows } = await sql<{ word: number; size: number }>`
    SELECT word, size FROM (${sql.join(sizes, sql` UNION ALL `)}) AS sizes ORDER BY size, word LIMIT 1`.execute(
    db,
  );
  const { word, size } = rows[0]!;
  return { word: words[word]!, size };
}
