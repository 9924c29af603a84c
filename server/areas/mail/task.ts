import { Counter, type Registry } from 'prom-client';
import { type Mail, MailError, sendMail, sendsMail } from '../../core/mail/index.ts';
import type { QueueTask } from '../../core/queue/index.ts';
import type { Services } from '../../core/services.ts';
import { type MailReference, SEND_MAIL } from './job.ts';

/** A mail before it has the key that its job determines. */
export interface ComposedMail extends Omit<Mail, 'key'> {
  /** Distinguishes mails about the same record. */
  keySuffix?: string;
}

/** Reads the records of a mail. Undefined if it must not be sent anymore, because its record was erased or has changed. */
export type Composer = (services: Services, reference: MailReference) => Promise<ComposedMail | undefined>;

type Outcome = 'sent' | 'dropped' | 'rejected' | 'retried' | 'failed';

/** Metrics of a process that sends mail. */
export class MailMetrics {
  readonly #mails: Counter<'kind' | 'outcome'>;

  constructor(registry: Registry) {
    this.#mails = new Counter({
      name: 'mails_total',
      help: 'Attempts to send a mail, by kind and outcome: sent, dropped (its record is gone), rejected (by the mail server), retried, or failed (after the last attempt).',
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
 * again, with the same Message-ID.
 */
export function mailTask(
  services: Services,
  composers: Readonly<Record<string, Composer>>,
  metrics?: MailMetrics,
): QueueTask {
  const { settings, log } = services;
  return {
    name: SEND_MAIL,
    async run(payload, attempt) {
      const reference = payload as MailReference;
      const { kind, tenantId, id } = reference;
      const composer = composers[kind];
      if (composer === undefined) throw new TypeError('The kind of this mail is unknown to this version.');
      const entry = { kind, tenantId, id };
      if (!sendsMail(settings)) throw new MailError('SMTP_URL is not set in this process.', false);
      const mail = await composer(services, reference);
      if (mail === undefined || mail.to.length === 0) {
        metrics?.count(kind, 'dropped');
        log.info(entry, 'mail dropped, because its record is gone or has changed');
        return;
      }
      try {
        await sendMail(settings, { ...mail, key: `${kind} ${tenantId} ${id} ${mail.keySuffix ?? ''}` });
      } catch (error) {
        if (!(error instanceof MailError)) throw error;
        const isLast = attempt?.isLast ?? false;
        metrics?.count(kind, error.isPermanent ? 'rejected' : isLast ? 'failed' : 'retried');
        if (!error.isPermanent && !isLast) throw error;
        log.warn({ ...entry, reason: error.message }, 'mail given up');
        return;
      }
      metrics?.count(kind, 'sent');
      log.info(entry, 'mail sent');
    },
  };
}
