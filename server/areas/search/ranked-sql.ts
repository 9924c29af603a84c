import { type RawBuilder, sql } from 'kysely';
import type { QueryWord } from './query-words.ts';
import type { Comparison, Side } from './sized-words.ts';
import { rankOf, recordsWith, type TermScope } from './term-sql.ts';

// SQL for the records that have several words, with the sum of the ranks of the words. Each part is SQL for ids and ranks.

/** SQL for each id once, with its best rank. */
export function grouped(entries: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT id, min(rank) AS rank FROM (${entries}) AS entry GROUP BY id OFFSET 0`;
}

/**
 * SQL for those of the records that all others have too, with the sum of the ranks. Of the others, only entries of the records are
 * grouped. IS TRUE keeps the planner from joining: what it looks up in is always a hash, and a group is never planned badly either.
 */
export function inCommon(
  records: RawBuilder<unknown>,
  others: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  if (others.length === 0) return records;
  const entries = others.map(
    (rows, index) => sql`
      SELECT id, rank, ${index + 1}::int AS source FROM (${rows}) AS entry
       WHERE (id IN (SELECT id FROM candidates)) IS TRUE`,
  );
  const ranks = [0, ...others.keys().map((index) => index + 1)].map(
    (source) => sql`min(rank) FILTER (WHERE source = ${source}::int)`,
  );
  const rank = sql.join(ranks, sql` + `);
  return sql`
    WITH candidates AS MATERIALIZED (${records})
    SELECT id, ${rank} AS rank
      FROM (SELECT id, rank, 0 AS source FROM candidates UNION ALL ${sql.join(entries, sql` UNION ALL `)}) AS entry
     GROUP BY id HAVING ${rank} IS NOT NULL OFFSET 0`;
}

/** SQL that looks up words of the record `d`, one after another until one is missing. */
export function lookUps(
  scope: TermScope,
  words: readonly QueryWord[],
): {
  /** What follows `d` after FROM. */
  joins: RawBuilder<unknown>;
  /** The rank of each word. Null if the record does not have it. */
  ranks: RawBuilder<unknown>[];
  /** WHERE, if there are words: the record has all of them. */
  where: RawBuilder<unknown>;
} {
  // Each step takes the id from the one before, so that a word is not looked up if one before is missing.
  const joins = words.map((word, index) => {
    const id = index === 0 ? sql`d.id` : sql.ref(`w${index - 1}.id`);
    return sql` CROSS JOIN LATERAL (SELECT ${id} AS id, ${rankOf(scope, word, id)} AS rank OFFSET 0) AS ${sql.id(`w${index}`)}`;
  });
  const ranks = words.map((_, index) => sql.ref(`w${index}.rank`));
  const has = ranks.map((rank) => sql`${rank} IS NOT NULL`);
  return {
    joins: sql.join(joins, sql``),
    ranks,
    where: has.length === 0 ? sql`` : sql`WHERE ${sql.join(has, sql` AND `)}`,
  };
}

/** SQL for the id and rank of the records of `entries` that have the other words. */
export function rankedSql(
  scope: TermScope,
  entries: RawBuilder<unknown>,
  { read, lookedUp }: Comparison,
): RawBuilder<unknown> {
  const only = ({ sides }: { sides: readonly Side[] }) => sides[0]!.word;
  const others = read.map((word) => recordsWith(scope, only(word)));
  const common = inCommon(grouped(entries), others);
  if (lookedUp.length === 0) return common;
  const { joins, ranks, where } = lookUps(scope, lookedUp.map(only));
  return sql`SELECT d.id, ${sql.join([sql`d.rank`, ...ranks], sql` + `)} AS rank FROM (${common}) AS d${joins} ${where}`;
}
