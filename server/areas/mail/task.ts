import { Counter, type Registry } from 'prom-client';
import { runTransaction } from '../../core/db/transaction.ts';
import { type Mail, MailError, sendMail, sendsMail } from '../../core/mail/index.ts';
import { LoggedFailure, type QueueTask } from '../../core/queue/index.ts';
import type { Services } from '../../core/services.ts';
import { type MailReference, queueMail, SEND_MAIL } from './job-queries.ts';

/** A mail before it has the key that its job determines. */
interface ComposedMail extends Omit<Mail, 'key'> {
  /** Distinguishes mails about the same record. */
  keySuffix?: string;
  /** The user who receives it, for the log. */
  userId?: number;
  /** Stores that the server will not get this mail, for somebody who can correct the address. */
  storeFailure?: () => Promise<void>;
}

/**
 * Reads the records of a mail. Undefined if it must not be sent anymore, because its record was erased or has changed. The users
 * whom to send it to, if `userId` is absent and the mail goes to several: each of them gets a job.
 */
export type Composer = (
  services: Services,
  reference: MailReference,
) => Promise<ComposedMail | { userIds: readonly number[] } | undefined>;

const OUTCOMES = ['sent', 'dropped', 'rejected', 'retried', 'failed', 'unconfirmed'] as const;
type Outcome = (typeof OUTCOMES)[number];

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

  /** Shows 0 for what has not happened yet. Prometheus would see no growth when a series begins with 1. */
  begin(kinds: readonly string[]): void {
    for (const kind of kinds) for (const outcome of OUTCOMES) this.#mails.inc({ kind, outcome }, 0);
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
  const { settings, log } = services;
  metrics?.begin(Object.keys(composers));
  return {
    name: SEND_MAIL,
    async run(payload, attempt) {
      const reference = payload as MailReference;
      const { kind, tenantId, id, userId } = reference;
      const composer = composers[kind];
      if (composer === undefined) throw new TypeError('The kind of this mail is unknown to this version.');
      if (!sendsMail(settings)) throw new MailError('SMTP_URL is not set in this process.', 'temporary');
      const composed = await composer(services, reference);
      if (composed !== undefined && 'userIds' in composed && composed.userIds.length > 0)
        return queueForEach(services, reference, composed.userIds);
      const mail = composed !== undefined && 'to' in composed ? composed : undefined;
      const recipientId = userId ?? mail?.userId;
      const entry = { kind, tenantId, id, ...(recipientId === undefined ? {} : { userId: recipientId }) };
      const key = keyOf(reference, mail?.keySuffix);
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
        const outcome = outcomeOf(error, attempt?.isLast ?? false);
        if (outcome === 'rejected' || outcome === 'failed') await mail.storeFailure?.();
        metrics?.count(kind, outcome);
        if (outcome === 'retried') {
          log.warn({ ...entry, reason: error.message }, 'mail not sent yet, the queue tries again');
          throw new LoggedFailure(error.message);
        }
        const isRepeated = outcome === 'unconfirmed' && reference.unconfirmed === undefined;
        if (isRepeated)
          await queueMail(services.database.tenant(tenantId), { ...reference, unconfirmed: key });
        const event = isRepeated
          ? 'mail not confirmed, it is sent once more in half an hour'
          : 'mail given up';
        log.warn({ ...entry, reason: error.message }, event);
        return;
      }
      metrics?.count(kind, 'sent');
      log.info(entry, 'mail sent');
    },
  };
}

/** Identifies the mail: its Message-ID is made of it. */
function keyOf({ kind, tenantId, id, userId }: MailReference, suffix = ''): string {
  return [kind, tenantId, id, suffix, ...(userId === undefined ? [] : [userId])].join(' ');
}

/** All or none, so that an attempt that fails leaves no recipient behind. */
function queueForEach(
  { database }: Services,
  reference: MailReference,
  userIds: readonly number[],
): Promise<void> {
  return runTransaction(database.tenant(reference.tenantId), async (db) => {
    for (const userId of userIds) await queueMail(db, { ...reference, userId });
  });
}

function outcomeOf({ failure }: MailError, isLast: boolean): Outcome {
  if (failure === 'unconfirmed') return 'unconfirmed';
  if (failure === 'permanent') return 'rejected';
  return isLast ? 'failed' : 'retried';
}
