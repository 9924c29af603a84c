import { type RawBuilder, sql } from 'kysely';
import type { QueryWord } from '../query-words.ts';
import { DOCUMENT_WEIGHT } from '../terms.ts';

// SQL that reads the inverted index. Each part is one range of an index. Joined by OR they would not be.

/** Which terms a query may use. */
export interface TermScope {
  tenantId: number;
  /** False for users who cannot read documents. */
  readsDocuments: boolean;
}

/** SQL for the ids of the candidates with the word, each with a rank: the lower, the more the place says about them. */
export function candidatesWith(scope: TermScope, word: QueryWord): RawBuilder<unknown> {
  const parts = partsOf(word).map(
    ({ condition, rank }) =>
      sql`SELECT t.candidate_id, ${rank} AS rank FROM candidate_search_term AS t
           WHERE t.tenant_id = ${scope.tenantId} AND ${condition}${documents(scope)}`,
  );
  return sql.join(parts, sql` UNION ALL `);
}

/** SQL for the ids of the candidates with one of the terms. */
export function candidatesWithTerms(tenantId: number, terms: readonly string[]): RawBuilder<unknown> {
  return sql`SELECT t.candidate_id, 0 AS rank FROM candidate_search_term AS t
              WHERE t.tenant_id = ${tenantId} AND t.term = ANY (${terms}::text[])`;
}

/** SQL for the rank of the word for a candidate, by the SQL of the id. Null if the candidate does not have it. */
export function rankOf(
  scope: TermScope,
  word: QueryWord,
  candidateId: RawBuilder<unknown>,
): RawBuilder<number | null> {
  const parts = partsOf(word).map(
    ({ condition, rank }) =>
      sql`(SELECT min(${rank}) FROM candidate_search_term AS t
            WHERE t.tenant_id = ${scope.tenantId} AND t.candidate_id = ${candidateId} AND ${condition}${documents(scope)})`,
  );
  return sql`least(${sql.join(parts)})`;
}

/** SQL condition: the candidate has the word. */
export function has(
  scope: TermScope,
  word: QueryWord,
  candidateId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  // EXISTS could be planned as a hash of the whole range.
  const parts = partsOf(word).map(
    ({ condition }) =>
      sql`(SELECT true FROM candidate_search_term AS t
            WHERE t.tenant_id = ${scope.tenantId} AND t.candidate_id = ${candidateId} AND ${condition}${documents(scope)} LIMIT 1)`,
  );
  return sql`coalesce(${sql.join(parts)}, false)`;
}

function partsOf({ exact, ranges, terms }: QueryWord) {
  const ofRanges = ranges.map(({ from, to }) => ({
    condition: sql`t.term >= ${from} AND t.term < ${to}`,
    rank: sql`t.weight + CASE WHEN t.term = ${exact} THEN 0 ELSE 1 END`,
  }));
  if (terms.length === 0) return ofRanges;
  return [...ofRanges, { condition: sql`t.term = ANY (${terms}::text[])`, rank: sql`t.weight + 1` }];
}

function documents({ readsDocuments }: TermScope): RawBuilder<unknown> {
  return readsDocuments ? sql`` : sql` AND t.weight < ${DOCUMENT_WEIGHT}`;
}
