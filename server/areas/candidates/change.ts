import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import { type EventType, notFound } from '../../core/http/index.ts';
import { rowChangeExpression } from '../changes/index.ts';

export interface CandidateChangeOptions {
  /** Where the event's entity is another record than the candidate. */
  eventEntityId?: number;
  /** Event-dependent ids; never personal data. */
  additionalData?: Record<string, number | string | null>;
  /** Set with the first application. */
  makesVisible?: boolean;
}

/**
 * Records that something belonging to the candidate changes in this transaction: the candidate is locked until its
 * end, its modification time moves on, change and event are written. 404 when there is no such candidate. First in
 * every write to a sub-record, so that two writers of one candidate take their locks in the same order; what turns
 * out not to change anything must be thrown out of the transaction or found out before.
 */
export async function changeCandidate(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  event: EventType,
  options: CandidateChangeOptions = {},
): Promise<void> {
  const { rows } = await sql`
    WITH touched AS (
      UPDATE candidate SET modified_at = clock_now(), is_visible = is_visible OR ${options.makesVisible ?? false}
       WHERE tenant_id = ${tenantId} AND id = ${candidateId}
      RETURNING id, row_guid, office_id)
    SELECT ${rowChangeExpression(tenantId, 'touched', {
      entity: 'candidate',
      kind: 'modified',
      event,
      eventEntityId: options.eventEntityId ?? null,
      additionalData: options.additionalData === undefined ? null : JSON.stringify(options.additionalData),
    })} FROM touched`.execute(db);
  if (rows.length === 0) throw notFound('Candidate');
}

/** Locks the candidate until the transaction ends, for writes that may turn out to change nothing. 404 when there is none. */
export async function lockCandidateRow(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<void> {
  const row = await db
    .selectFrom('candidate')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', candidateId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound('Candidate');
}
