import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { countOf, type TermScope } from '../term-sql.ts';
import type { Source } from './sources-sql.ts';

/** More cost more than a better choice saves. */
const CANDIDATES = 64;

/** What some candidates have of a source, on average. */
export interface Share {
  source: Source;
  /** Index entries of a candidate. */
  entries: number;
  /** The share of candidates that have any. */
  candidates: number;
}

/**
 * Looks at candidates at equal distances. It takes as long for a million as for a thousand, while an index cannot tell how many
 * entries a word has without counting them, and what PostgreSQL assumes of the beginning of a word is often wrong by ten times.
 */
export async function readShares(
  db: TenantDatabase,
  scope: TermScope,
  sources: readonly Source[],
): Promise<Share[]> {
  // There is nothing to choose.
  if (sources.length < 2) return sources.map((source) => ({ source, entries: 1, candidates: 1 }));
  const { tenantId } = scope;
  const names = sources.map((_, index) => sql.ref(`e${index}`));
  const counts = sources.map((source, index) => sql`${entriesOf(scope, source)} AS ${names[index]}`);
  const { rows } = await sql<{ entries: number[]; candidates: number[] }>`
    SELECT ARRAY[${sql.join(names.map((name) => sql`avg(${name})`))}]::float8[] AS entries,
           ARRAY[${sql.join(names.map((name) => sql`avg((${name} > 0)::int)`))}]::float8[] AS candidates
      FROM (SELECT ${sql.join(counts)}
              FROM (SELECT min(candidate_id) AS first, max(candidate_id) AS last FROM candidate_search
                     WHERE tenant_id = ${tenantId}) AS ids
             CROSS JOIN generate_series(0, ${CANDIDATES - 1}) AS n
             CROSS JOIN LATERAL (
               SELECT candidate_id, geo_cell FROM candidate_search
                WHERE tenant_id = ${tenantId}
                  AND candidate_id >= ids.first + ((ids.last - ids.first)::float8 * n / ${CANDIDATES})::int
                ORDER BY candidate_id LIMIT 1) AS s) AS sampled`.execute(db);
  const { entries, candidates } = rows[0]!;
  return sources.map((source, index) => ({
    source,
    entries: entries[index] ?? 0,
    candidates: candidates[index] ?? 0,
  }));
}

/** SQL for the number of index entries of the source that the candidate of the row `s` has. */
function entriesOf(scope: TermScope, { word, terms, condition }: Source): RawBuilder<unknown> {
  if (condition !== undefined) return sql`(${condition})::int`;
  return countOf(scope, word ?? terms!, sql`s.candidate_id`);
}
