import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import { jobExpression } from '../../core/queue/jobs.ts';

/** Also written by record_webhook_results, in the database. */
export const SEND_MAIL = 'send-mail';

/**
 * RFC 5321, 4.5.4.1: at least 30 minutes. Not longer, because a link for a new password is valid for an hour.
 */
const REPEAT_SECONDS = 1800;

/** With the queue's delays, the last attempt is two days after the first one. */
const MAXIMUM_ATTEMPTS = 17;

/** What a mail is about. The job contains ids and no personal data: the mail is composed when it is sent. */
export interface MailReference {
  /** Selects the composer. */
  kind: string;
  tenantId: number;
  id: number | string;
  /** The recipient, of a mail that goes to several users. */
  userId?: number | undefined;
  /** If absent, the composer chooses. */
  language?: 'de' | 'en' | undefined;
  /** The key of a mail that the server did not confirm, so that it may have arrived. The job sends this mail once more. */
  unconfirmed?: string | undefined;
}

/**
 * Adds the job that sends a mail, in the caller's transaction. Requires the queue's tables. Call it only if the installation
 * sends mail (`sendsMail`). An urgent mail is sent before all that wait.
 */
export async function queueMail(
  db: TenantDatabase,
  { kind, tenantId, id, userId, language, unconfirmed }: MailReference,
  { isUrgent }: { isUrgent?: boolean } = {},
): Promise<void> {
  const payload = JSON.stringify({ kind, tenantId, id, userId, language, unconfirmed });
  const about = userId === undefined ? id : `${id}:${userId}`;
  const isRepeated = unconfirmed !== undefined;
  await sql`SELECT ${jobExpression({
    task: SEND_MAIL,
    payload: sql`${payload}::json`,
    // A repetition must not replace a job about a later mail, such as that of another pause.
    key: sql`${`${SEND_MAIL}:${kind}:${tenantId}:${about}${isRepeated ? ':repeated' : ''}`}::text`,
    delaySeconds: isRepeated ? REPEAT_SECONDS : undefined,
    lane: SEND_MAIL,
    maximumAttempts: MAXIMUM_ATTEMPTS,
    isUrgent,
  })}`.execute(db);
}
