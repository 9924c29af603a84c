import { Counter, type Registry } from 'prom-client';
import { runTransaction } from '../../core/db/transaction.ts';
import { type Mail, MailError, sendMail, sendsMail } from '../../core/mail/index.ts';
import type { QueueTask } from '../../core/queue/index.ts';
import type { Services } from '../../core/services.ts';
import { type MailReference, queueMail, SEND_MAIL } from './job.ts';

/** A mail before it has the key that its job determines. */
export interface ComposedMail extends Omit<Mail, 'key'> {
  /** Distinguishes mails about the same record. */
  keySuffix?: string;
}

/**
 * Reads the records of a mail. Undefined if it must not be sent anymore, because its record was erased or has changed. The users
 * whom to send it to, if `userId` is absent and the mail goes to several: each of them gets a job.
 */
export type Composer = (
  services: Services,
  reference: MailReference,
) => Promise<ComposedMail | { userIds: readonly number[] } | undefined>;

type Outcome = 'sent' | 'dropped' | 'rejected' | 'retried' | 'failed' | 'unconfirmed';

/** Metrics of a process that sends mail. */
export class MailMetrics {
  readonly #mails: Counter<'kind' | 'outcome'>;

  constructor(registry: Registry) {
    this.#mails = new Counter({
      name: 'mails_total',
      help: 'Attempts to send a mail, by kind and outcome: sent, dropped (its record is gone), rejected (by the mail server), retried, failed (after the last attempt), or unconfirmed (by the mail server, so that it may arrive).',
      labelNames: ['kind', 'outcome'],
      registers: [registry],
    });
  }

  count(kind: string, outcome: Outcome): void {
    this.#mails.inc({ kind, outcome });
  }
}

/**
 * The background task that sends mails. The queue retries it after a temporary failure. After a crash, a mail can be sent
 * again, with the same Message-ID. A mail that the server did not confirm is sent once more, later: with each attempt, its
 * recipient may get it again.
 */
export function mailTask(
  services: Services,
  composers: Readonly<Record<string, Composer>>,
  metrics?: MailMetrics,
): QueueTask {
  const { settings, log, database } = services;
  return {
    name: SEND_MAIL,
    async run(payload, attempt) {
      const reference = payload as MailReference;
      const { kind, tenantId, id, userId } = reference;
      const composer = composers[kind];
      if (composer === undefined) throw new TypeError('The kind of this mail is unknown to this version.');
      const entry = { kind, tenantId, id, ...(userId === undefined ? {} : { userId }) };
      if (!sendsMail(settings)) throw new MailError('SMTP_URL is not set in this process.', 'temporary');
      const composed = await composer(services, reference);
      const userIds = composed !== undefined && 'userIds' in composed ? composed.userIds : [];
      if (userIds.length > 0) {
        await runTransaction(database.tenant(tenantId), async (db) => {
          for (const one of userIds) await queueMail(db, { ...reference, userId: one });
        });
        return;
      }
      const mail = composed !== undefined && 'to' in composed ? composed : undefined;
      const key = [kind, tenantId, id, mail?.keySuffix ?? '', ...(userId === undefined ? [] : [userId])].join(
        ' ',
      );
      const isAnother = reference.unconfirmed !== undefined && reference.unconfirmed !== key;
      if (mail === undefined || isAnother) {
        metrics?.count(kind, 'dropped');
        log.info(entry, 'mail dropped, because its record is gone or has changed');
        return;
      }
      try {
        await sendMail(settings, { ...mail, key }, { signal: attempt?.signal });
      } catch (error) {
        if (!(error instanceof MailError)) throw error;
        const reason = error.message;
        if (error.failure === 'unconfirmed') {
          metrics?.count(kind, 'unconfirmed');
          if (reference.unconfirmed === undefined) {
            await queueMail(database.tenant(tenantId), { ...reference, unconfirmed: key });
            log.warn({ ...entry, reason }, 'mail not confirmed, it is sent once more in half an hour');
            return;
          }
        } else {
          const isLast = attempt?.isLast ?? false;
          const isPermanent = error.failure === 'permanent';
          metrics?.count(kind, isPermanent ? 'rejected' : isLast ? 'failed' : 'retried');
          if (!isPermanent && !isLast) throw error;
        }
        log.warn({ ...entry, reason }, 'mail given up');
        return;
      }
      metrics?.count(kind, 'sent');
      log.info(entry, 'mail sent');
    },
  };
}
