import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { EVENTS, rowChangeExpression } from '../../changes/index.ts';
import { retireImportId } from './import-id-queries.ts';

/**
 * Waits until no other candidate of the tenant is being deleted, merged, or taken apart. These change the pairs of their candidates with third
 * ones, so two at once would each wait for a pair of the other. Take it before the lock of a candidate.
 */
export async function lockDeletions(db: TenantDatabase, tenantId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`candidate_merge ${tenantId}`}, 0))`.execute(db);
}

/**
 * Deletes the candidate with all that the database deletes along with it, and records its change and event. The change names the candidate
 * that it was merged into. The caller has the lock of lockDeletions.
 */
export async function deleteCandidate(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  { mergedIntoId }: { mergedIntoId?: number } = {},
): Promise<void> {
  await retireImportId(db, tenantId, candidateId);
  await sql`
    WITH gone AS (DELETE FROM candidate WHERE tenant_id = ${tenantId} AND id = ${candidateId} RETURNING id, row_guid, office_id)
    SELECT ${rowChangeExpression(tenantId, 'gone', {
      entity: 'candidate',
      kind: 'deleted',
      attributes: mergedIntoId === undefined ? null : JSON.stringify({ mergedIntoId }),
      event: EVENTS.candidateDeleted,
    })} FROM gone`.execute(db);
}

/** The ids of the candidates that were merged into this one and are deleted. Read them before it is deleted too. */
export async function findMergedIds(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT merged_candidate_id AS id FROM candidate_merge
     WHERE tenant_id = ${tenantId} AND candidate_id = ${candidateId}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The candidate that has the data of one that was merged. Undefined if there is none. */
export async function findMergedInto(
  db: TenantDatabase,
  tenantId: number,
  mergedId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT candidate_id AS id FROM candidate_merge
     WHERE tenant_id = ${tenantId} AND merged_candidate_id = ${mergedId}`.execute(db);
  return rows[0]?.id;
}
