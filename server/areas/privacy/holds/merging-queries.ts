import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { ApiError } from '../../../core/http/index.ts';
import { isInForce } from './in-force-sql.ts';
import { findHold } from './queries.ts';

/** A candidate on hold must not be deleted, and a merge deletes it. The caller has locked it. */
export async function refuseMergeOnHold(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<void> {
  if ((await findHold(db, tenantId, candidateId)) !== undefined) throw new ApiError('mergedCandidateOnHold');
}

/** What is taken off a candidate on hold could be erased with the new one. The caller has locked it. */
export async function refuseUndoOnHold(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<void> {
  if ((await findHold(db, tenantId, candidateId)) !== undefined)
    throw new ApiError('unmergedCandidateOnHold');
}

/** Those of the candidates that are on hold. */
export async function findHeldCandidates(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT h.candidate_id AS id FROM candidate_hold AS h
     WHERE h.tenant_id = ${tenantId} AND h.candidate_id = ANY (${ids}::int[]) AND ${isInForce('h')}`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}
