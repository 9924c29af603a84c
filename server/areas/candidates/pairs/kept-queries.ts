import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Match } from '../duplicates/rules.ts';

export interface PairRow {
  firstId: number;
  secondId: number;
  matchedOn: readonly Match[];
  /** In hundredths. */
  score: number;
}

interface StoredPair extends PairRow {
  id: number;
  isDismissed: boolean;
}

/** Keeps the candidates from being deleted until the transaction ends. Leaves out those that another transaction has locked. */
export async function holdCandidates(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM candidate WHERE tenant_id = ${tenantId} AND id = ANY (${ids}::int[])
     ORDER BY id FOR KEY SHARE SKIP LOCKED`.execute(db);
  return rows.map((row) => row.id);
}

/** The pairs of the candidates, also the dismissed ones. */
export async function readPairsOf(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
): Promise<StoredPair[]> {
  const { rows } = await sql<StoredPair>`
    SELECT id, first_id AS "firstId", second_id AS "secondId", matched_on AS "matchedOn", score,
           dismissed_at IS NOT NULL AS "isDismissed"
      FROM duplicate_pair
     WHERE tenant_id = ${tenantId} AND (first_id = ANY (${ids}::int[]) OR second_id = ANY (${ids}::int[]))`.execute(
    db,
  );
  return rows;
}

/** Deletes the pairs that nobody has dismissed meanwhile. */
export async function deletePairs(
  db: TenantDatabase,
  tenantId: number,
  pairs: readonly { id: number }[],
): Promise<void> {
  if (pairs.length === 0) return;
  await sql`
    DELETE FROM duplicate_pair
     WHERE tenant_id = ${tenantId} AND id = ANY (${pairs.map(({ id }) => id)}::int[]) AND dismissed_at IS NULL`.execute(
    db,
  );
}

export async function deletePairsOf(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`
    DELETE FROM duplicate_pair
     WHERE tenant_id = ${tenantId} AND (first_id = ANY (${ids}::int[]) OR second_id = ANY (${ids}::int[]))`.execute(
    db,
  );
}

/** Writes pairs. A dismissed one comes back if they match on something on which they did not match when it was dismissed. */
export async function writePairs(
  db: TenantDatabase,
  tenantId: number,
  pairs: readonly PairRow[],
): Promise<void> {
  if (pairs.length === 0) return;
  const stays = sql`excluded.matched_on <@ p.dismissed_on`;
  await sql`
    INSERT INTO duplicate_pair AS p (tenant_id, first_id, second_id, matched_on, score)
    SELECT ${tenantId}, found.first_id, found.second_id, string_to_array(found.matched_on, ','), found.score
      FROM unnest(${pairs.map((pair) => pair.firstId)}::int[], ${pairs.map((pair) => pair.secondId)}::int[],
                  ${pairs.map((pair) => pair.matchedOn.join())}::text[], ${pairs.map((pair) => pair.score)}::smallint[])
        AS found (first_id, second_id, matched_on, score)
        ON CONFLICT (tenant_id, first_id, second_id) DO UPDATE
       SET matched_on = excluded.matched_on, score = excluded.score,
           dismissed_on = CASE WHEN ${stays} THEN p.dismissed_on END,
           dismissed_at = CASE WHEN ${stays} THEN p.dismissed_at END,
           dismissed_by = CASE WHEN ${stays} THEN p.dismissed_by END`.execute(db);
}
