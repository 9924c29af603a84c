import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type { Settings } from '../../config.ts';
import { type MailAddress, parseMailAddress, toHeaderText } from './address.ts';
import { MailError, type SmtpFailure, toMailError } from './failure.ts';
import { isLoopback, parseSmtpUrl } from './smtp-url.ts';

// The only user of nodemailer.

export interface Mail {
  /** Identifies the mail: sending it again has the same Message-ID, so that receivers can drop the duplicate. */
  key: string;
  /** One address: a server that refuses one of several does not fail the mail, so nobody would try again for that one. */
  to: string;
  /** Replaces the name of the sender in MAIL_FROM. */
  senderName?: string | undefined;
  replyTo?: string | null;
  subject: string;
  text: string;
  html: string;
  language: string;
}

type MailSettings = Pick<Settings, 'smtpUrl' | 'mailFrom' | 'publicUrl'>;

const CONNECTION_TIMEOUT_MS = 10_000;
/** From the first attempt to connect until the server has the contents. */
const HANDOVER_SECONDS = 60;
/**
 * From then on, until the server responds to the contents. A server may look for viruses first, and a client that gives up too
 * early sends the mail again. RFC 5321, 4.5.3.2.6 asks for ten minutes, but all mails are sent one after the other.
 */
const CONFIRMATION_MINUTES = 5;
const TIMEOUTS = { handoverMs: HANDOVER_SECONDS * 1000, confirmationMs: CONFIRMATION_MINUTES * 60_000 };
export const LONGEST_SENDING_MS = TIMEOUTS.handoverMs + TIMEOUTS.confirmationMs;

interface SendingOptions {
  /** Ends the attempt. */
  signal?: AbortSignal | undefined;
  timeouts?: typeof TIMEOUTS | undefined;
}

/** Whether the operator has set up mail. Without it, nothing adds jobs of mails. */
export function sendsMail({ smtpUrl }: Pick<Settings, 'smtpUrl'>): boolean {
  return smtpUrl !== undefined;
}

/** Sends a mail. Throws a MailError. Never call it in a transaction. */
export async function sendMail(
  settings: MailSettings,
  mail: Mail,
  { signal, timeouts = TIMEOUTS }: SendingOptions = {},
): Promise<void> {
  const from = sender(settings);
  const transport = await openTransport(settings, LONGEST_SENDING_MS);
  const timeout = new AbortController();
  let timer = setTimeout(() => timeout.abort(), timeouts.handoverMs);
  let isHandedOver = false;
  transport.use('stream', ({ message: contents }, done) => {
    contents.processFunc((stream) =>
      stream.once('end', () => {
        isHandedOver = true;
        clearTimeout(timer);
        timer = setTimeout(() => timeout.abort(), timeouts.confirmationMs);
      }),
    );
    done();
  });
  const message = {
    from: { ...from, name: toHeaderText(mail.senderName ?? from.name) },
    to: { name: '', address: mail.to },
    ...(mail.replyTo == null ? {} : { replyTo: { name: '', address: mail.replyTo } }),
    subject: toHeaderText(mail.subject),
    text: mail.text,
    html: mail.html,
    messageId: toMessageId(settings.publicUrl, mail.key, from),
    // RFC 3834: nobody is on vacation from a mail that a program wrote. Exchange reads the second one.
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': mail.language,
    },
    signal: AbortSignal.any([timeout.signal, ...(signal === undefined ? [] : [signal])]),
  };
  try {
    await transport.sendMail(message);
  } catch (error) {
    const hasResponse = (error as SmtpFailure).responseCode !== undefined;
    if (isHandedOver && !hasResponse)
      throw new MailError(
        `The mail server took the mail but did not confirm it${timeout.signal.aborted ? ` within ${CONFIRMATION_MINUTES} minutes` : ''}. The mail may arrive. Check why the server is slow or closes the connection.`,
        'unconfirmed',
      );
    if (timeout.signal.aborted) throw tooSlow();
    if (signal?.aborted) throw new MailError('The process stops before the mail was sent.', 'temporary');
    const addresses = { sender: from.address, recipient: mail.to };
    throw toMailError(error, parseSmtpUrl(settings.smtpUrl!), addresses);
  } finally {
    clearTimeout(timer);
  }
}

function tooSlow(): MailError {
  return new MailError(
    `The mail server was not ready within ${HANDOVER_SECONDS} seconds. Check why it is slow.`,
    'temporary',
  );
}

/** Connects and signs in, without sending anything. Throws a MailError. */
export async function checkMailServer(settings: MailSettings): Promise<void> {
  const transport = await openTransport(settings, TIMEOUTS.handoverMs);
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  // Ends a server that sends a little now and then.
  const timer = setTimeout(() => reject(tooSlow()), TIMEOUTS.handoverMs);
  try {
    await Promise.race([transport.verify(), timeout]);
  } catch (error) {
    throw error instanceof MailError ? error : toMailError(error, parseSmtpUrl(settings.smtpUrl!));
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}

function sender({ mailFrom }: MailSettings): MailAddress {
  return parseMailAddress(mailFrom!)!;
}

function toMessageId(publicUrl: string, key: string, { address }: MailAddress): string {
  const hash = createHash('sha256').update(`${publicUrl} ${key}`).digest('hex').slice(0, 40);
  // RFC 5322 allows only ASCII in it. Empty if the domain is none.
  return `<${hash}@${domainToASCII(address.split('@').at(-1)!) || 'invalid'}>`;
}

async function openTransport({ smtpUrl, publicUrl }: MailSettings, idleTimeoutMs: number) {
  // Loaded with the first mail: most processes send none, and it takes a tenth of their loading time.
  const { createTransport } = await import('nodemailer');
  const { host, port, isSecure, credentials } = parseSmtpUrl(smtpUrl!);
  return createTransport({
    host,
    port,
    secure: isSecure,
    // A password is never sent in clear text over a network.
    requireTLS: credentials !== undefined && !isLoopback(host),
    // Servers offer STARTTLS with a certificate that they made themselves. Without it, the same mail would be sent in clear text.
    tls: { rejectUnauthorized: isSecure || credentials !== undefined || !isLoopback(host) },
    ...(credentials === undefined ? {} : { auth: { user: credentials.user, pass: credentials.password } }),
    name: new URL(publicUrl).hostname,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: idleTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
