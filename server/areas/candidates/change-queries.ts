import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import { type EventType, notFound } from '../../core/http/index.ts';
import { rowChangeExpression } from '../changes/index.ts';

interface CandidateChangeOptions {
  /** The record that the event is about, if it is not the candidate. */
  eventEntityId?: number;
  /** Ids that depend on the event. Never personal data. */
  additionalData?: Record<string, number | string | null>;
  /** The changed properties, or the list that changed. See changeExpression. */
  properties?: readonly string[];
  /** The transaction created the candidate and has not recorded it. The event is then the only one of the creation. */
  isNew?: boolean;
  /** Makes the candidate visible to recruiters, as an application does. */
  makesVisible?: boolean;
}

/**
 * Records a change to the candidate or one of its sub-records. Locks the candidate until the transaction ends, updates its
 * modification time, and writes the change and the event. Throws 404 if the candidate does not exist.
 *
 * Call it first in every write to a sub-record, so that concurrent writers take their locks in the same order. A write that
 * then changes nothing must throw, to roll this back. If that is no error, check for it before the call.
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
      kind: options.isNew ? 'new' : 'modified',
      properties: options.properties,
      event,
      eventEntityId: options.eventEntityId ?? null,
      additionalData: options.additionalData === undefined ? null : JSON.stringify(options.additionalData),
    })} FROM touched`.execute(db);
  if (rows.length === 0) throw notFound('Candidate');
}

/**
 * Locks the candidate until the transaction ends, for a write that may change nothing, and returns its id. Throws 404 if it
 * does not exist.
 */
export async function lockCandidateRow(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<{ id: number }> {
  const row = await db
    .selectFrom('candidate')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', candidateId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound('Candidate');
  return row;
}
