import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import { jobExpression } from '../../core/queue/jobs.ts';
import { PARSE_CV } from './cv/task.ts';

// A file that cannot be read is no reason to try again; the database being away is.
const ATTEMPTS = 5;

/**
 * Asks, in the running transaction, for the CV parser to read the document. CVs are read one after the other, so that
 * an import of many leaves room for other tasks. Needs the queue's tables.
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
    maximumAttempts: ATTEMPTS,
  })}`.execute(db);
}
