import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { EVENTS } from '../../changes/index.ts';
import { lockRegistrations } from '../delivery/index.ts';

interface Deleted {
  /** Also those that were merged into a deleted one. */
  candidateIds?: readonly number[];
  documentIds?: readonly number[];
}

const typesOf = (...entities: readonly string[]) =>
  Object.values(EVENTS)
    .filter(({ entity }) => entities.includes(entity))
    .map(({ id }) => id);
const OF_CANDIDATES = typesOf('candidate', 'application', 'communication');
const OF_DOCUMENTS = typesOf('document');

/**
 * Deletes what receivers have answered to events about these records, and lets their deliveries store nothing of later answers: a receiver
 * can name the person in any of them. The status, the times, and the number of calls remain. Call it in the transaction of the deletion and
 * after it, because the delivery of the deletion must forget too.
 */
export async function forgetAnswers(
  db: TenantDatabase,
  tenantId: number,
  { candidateIds = [], documentIds = [] }: Deleted,
): Promise<void> {
  const types = [...OF_CANDIDATES, ...OF_DOCUMENTS];
  await lockRegistrations(db, tenantId, sql`registration.event_type_id = ANY (${types}::int[])`);
  await sql`
    UPDATE webhook_delivery
       SET forgets_answers = true, answer_excerpt = NULL, reason = reason_without_answer(reason),
           failed_calls = calls_without_answers(failed_calls)
     WHERE tenant_id = ${tenantId} AND entity_id = ANY (${[...candidateIds, ...documentIds]}::int[])
       AND (entity_id = ANY (${candidateIds}::int[]) AND event_type_id = ANY (${OF_CANDIDATES}::int[])
         OR entity_id = ANY (${documentIds}::int[]) AND event_type_id = ANY (${OF_DOCUMENTS}::int[]))`.execute(
    db,
  );
}
