import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { EVENTS, rowChangeExpression } from '../../changes/index.ts';
import { retireImportId } from './import-id-queries.ts';

/** Deletes the candidate with all that the database deletes along with it, and records its change and event. */
export async function deleteCandidate(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<void> {
  await retireImportId(db, tenantId, candidateId);
  await sql`
    WITH gone AS (DELETE FROM candidate WHERE tenant_id = ${tenantId} AND id = ${candidateId} RETURNING id, row_guid, office_id)
    SELECT ${rowChangeExpression(tenantId, 'gone', {
      entity: 'candidate',
      kind: 'deleted',
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
