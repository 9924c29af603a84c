import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import { jobExpression } from '../../core/queue/jobs.ts';

/** Also written by record_webhook_results, in the database. */
export const SEND_MAIL = 'send-mail';

/** With the queue's delays, the last attempt is two days after the first one. */
const MAXIMUM_ATTEMPTS = 17;

/** What a mail is about. The job contains ids and no personal data: the mail is composed when it is sent. */
export interface MailReference {
  /** Selects the composer. */
  kind: string;
  tenantId: number;
  id: number | string;
  /** If absent, the composer chooses. */
  language?: 'de' | 'en' | undefined;
}

/**
 * Adds the job that sends a mail, in the caller's transaction. Requires the queue's tables. Call it only if the installation
 * sends mail (`sendsMail`).
 */
export async function queueMail(
  db: TenantDatabase,
  { kind, tenantId, id, language }: MailReference,
): Promise<void> {
  const payload = JSON.stringify({ kind, tenantId, id, language });
  await sql`SELECT ${jobExpression({
    task: SEND_MAIL,
    payload: sql`${payload}::json`,
    key: sql`${`${SEND_MAIL}:${kind}:${tenantId}:${id}`}::text`,
    lane: SEND_MAIL,
    maximumAttempts: MAXIMUM_ATTEMPTS,
  })}`.execute(db);
}
