import { type RawBuilder, sql } from 'kysely';
import { partsOf, type QueryWord } from '../query-words.ts';
import { recordsWith, recordsWithTerms, type TermScope } from '../term-sql.ts';
import { type CandidateFilter, cellsOf, termsOfFilter } from './filters-sql.ts';

/** Candidates that can match, and all that do are among them. */
export interface Source {
  /** Selects id and rank. */
  rows: RawBuilder<unknown>;
  /** How often the index is searched to look it up for one candidate. */
  parts: number;
  /** The word that all of them have. */
  word?: QueryWord;
  /** The terms of which all of them have one. */
  terms?: readonly string[];
  /** The condition on a row `s` of candidate_search that all of them meet, if it has an index. */
  condition?: RawBuilder<unknown>;
}

export function sourceOf(scope: TermScope, word: QueryWord): Source {
  return { rows: recordsWith(scope, word), parts: partsOf(word).length, word };
}

/** The filters that have an index. */
export function sourcesOfFilter(scope: TermScope, filter: CandidateFilter): Source[] {
  const cells = cellsOf(filter);
  return [
    ...(cells === undefined ? [] : [candidatesIn(scope.tenantId, cells)]),
    ...termsOfFilter(filter).map((terms) => ({ rows: recordsWithTerms(scope, terms), parts: 1, terms })),
  ];
}

function candidatesIn(tenantId: number, cells: readonly number[]): Source {
  const condition = sql`s.geo_cell = ANY (${cells}::int[])`;
  return {
    rows: sql`SELECT s.candidate_id AS id, 0 AS rank FROM candidate_search AS s
               WHERE s.tenant_id = ${tenantId} AND ${condition}`,
    parts: 1,
    condition,
  };
}
