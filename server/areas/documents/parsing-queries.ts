import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import { jobExpression } from '../../core/queue/jobs.ts';
import { PARSE_CV } from './cv/task.ts';

/** Retries help when the database is unavailable. An unreadable file is never retried. */
const MAXIMUM_ATTEMPTS = 5;

/**
 * Adds the job that reads the document as a CV, in the running transaction. CVs are read one at a time, so that a large
 * import does not block other tasks. Requires the queue's tables.
 */
export async function requestParsing(
  db: TenantDatabase,
  tenantId: number,
  documentId: number,
): Promise<void> {
  await db
    .updateTable('document')
    .set({ cv_parsing_state: 'requested', cv_parsing_message: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', documentId)
    .execute();
  await sql`SELECT ${jobExpression({
    task: PARSE_CV,
    payload: sql`json_build_object('tenantId', ${tenantId}::int, 'documentId', ${documentId}::int)`,
    key: sql`${`${PARSE_CV}:${tenantId}:${documentId}`}::text`,
    lane: PARSE_CV,
    maximumAttempts: MAXIMUM_ATTEMPTS,
  })}`.execute(db);
}
