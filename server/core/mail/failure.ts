import type { SmtpServer } from './smtp-url.ts';

/**
 * - permanent: the server will never accept this mail.
 * - temporary: the server does not have the mail.
 * - unconfirmed: the server got the contents and did not respond to them. The mail may arrive.
 */
type Failure = 'permanent' | 'temporary' | 'unconfirmed';

/** Sending failed. The message contains no address, because servers repeat them in their responses. */
export class MailError extends Error {
  readonly failure: Failure;
  /** Private, so that no log of the error contains it. */
  readonly #response: string | undefined;

  constructor(message: string, failure: Failure, response?: string) {
    super(message);
    this.failure = failure;
    this.#response = response;
  }

  /** What the server said about the mail, in one line. It can repeat addresses: show it only to who has typed them. */
  get response(): string | undefined {
    return this.#response;
  }
}

/** An error of nodemailer. */
export interface SmtpFailure {
  code?: string;
  /** The code of the system or of TLS, if the library replaced it. */
  originalCode?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/**
 * The server's response to the sender, a recipient, or the contents decides about the mail. A response to anything else, such
 * as the password, is a fault of the settings that the operator can fix while the queue retries.
 */
const ABOUT_THE_MAIL = ['MAIL FROM', 'RCPT TO', 'DATA'];

/** RFC 4954: the server wants a sign-in, or another one. Without a user, the first command that it refuses is about the mail. */
const ASKS_FOR_SIGN_IN = [530, 534, 535, 538];

const UNTRUSTED =
  'The certificate is signed by no authority that this machine trusts. Add yours with NODE_EXTRA_CA_CERTS=/path/ca.pem.';
const OUTDATED = 'The certificate is not valid today. Replace it, or correct the clock of this machine.';

/** By the codes of Node and OpenSSL. */
const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens there. Check the host and port in SMTP_URL.',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_HAS_EXPIRED: OUTDATED,
  CERT_NOT_YET_VALID: OUTDATED,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The certificate is for another host name. Use the name of the certificate in SMTP_URL.',
};

interface Addresses {
  sender: string;
  recipient: string;
}

/** Describes an error of nodemailer. The message has the codes of the server's response, not its text, and no addresses. */
export function toMailError(error: unknown, { credentials }: SmtpServer, addresses?: Addresses): MailError {
  const failure = error as SmtpFailure;
  const { code = 'unknown', originalCode, command, responseCode } = failure;
  const advice = adviseOnSignIn(failure, credentials !== undefined);
  const isRejected = isAboutMail(failure) && responseCode! >= 500 && advice === undefined;
  const isMalformed = code === 'EENVELOPE' && command === 'API';
  const step = command === undefined ? '' : ` at ${command.split(' ', 2).join(' ')}`;
  const response =
    responseCode === undefined ? '' : `, response ${[responseCode, ...enhancedStatus(failure)].join(' ')}`;
  const cause = originalCode === undefined ? '' : `, ${originalCode}`;
  const event = isRejected ? 'The mail server rejected the mail' : 'The mail server could not be used';
  return new MailError(
    `${event} (${code}${step}${response}${cause}). ${advice ?? explain(failure, addresses)}`.trim(),
    isRejected || isMalformed ? 'permanent' : 'temporary',
    isAboutMail(failure) ? toOneLine(failure.response) : undefined,
  );
}

/** RFC 3463: the status after the code, such as 5.1.1. Digits only, so it repeats nothing of the mail. */
function enhancedStatus({ response = '' }: SmtpFailure): string[] {
  const [, status] = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})(?!\S)/.exec(response) ?? [];
  return status === undefined ? [] : [status];
}

/** Of a response with several lines too. A server must not control the terminal. */
function toOneLine(response = ''): string | undefined {
  return response.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim() || undefined;
}

function isAboutMail({ command, responseCode }: SmtpFailure): boolean {
  return command !== undefined && ABOUT_THE_MAIL.includes(command) && responseCode !== undefined;
}

/** What to change about the sign-in. Undefined if the failure has another reason. */
function adviseOnSignIn(failure: SmtpFailure, hasCredentials: boolean): string | undefined {
  const { code, command, response = '', responseCode } = failure;
  if (code === 'EAUTH' || (responseCode !== undefined && ASKS_FOR_SIGN_IN.includes(responseCode)))
    return hasCredentials
      ? 'Check the user and password in SMTP_URL.'
      : 'The server requires a user and password in SMTP_URL.';
  // There is no response code for it: only the text tells it from a recipient who does not exist.
  if (command === 'RCPT TO' && /relay/i.test(response))
    return `The server does not relay mail for this installation. ${hasCredentials ? 'Check the user in SMTP_URL and MAIL_FROM' : 'Add a user and password to SMTP_URL'}, or permit it at the server.`;
  return undefined;
}

function explain(failure: SmtpFailure, addresses?: Addresses): string {
  const { code, originalCode = '', command, responseCode } = failure;
  if (command === 'STARTTLS')
    return 'The server refuses STARTTLS, and no password is sent without TLS. If the server has a port for TLS, use smtps://.';
  if (responseCode !== undefined && responseCode < 500)
    return 'The server refuses it for now, as with greylisting, and may take it in a few minutes. The service repeats its mails by itself.';
  if (responseCode !== undefined) return isAboutMail(failure) ? explainRejection(failure, addresses) : '';
  if (code === 'EENVELOPE') return 'The address of the recipient or of MAIL_FROM is malformed.';
  if (code === 'EDNS') return 'The host name in SMTP_URL could not be resolved. Check it.';
  return (
    CAUSES[originalCode] ??
    'Check the host and port in SMTP_URL, and that the port matches smtp:// (STARTTLS) or smtps:// (TLS).'
  );
}

/** The library sends such an address to every server, and some take it although they do not offer SMTPUTF8. */
const NEEDS_SMTPUTF8 = /[^\p{ASCII}].*@/u;

function explainRejection(
  failure: SmtpFailure,
  { sender = '', recipient = '' }: Partial<Addresses> = {},
): string {
  const { command } = failure;
  const needed = 'has letters before the @ that are not ASCII, which only servers with SMTPUTF8 can take';
  if (command === 'RCPT TO' && NEEDS_SMTPUTF8.test(recipient))
    return `The address of the recipient ${needed}.`;
  if (command === 'MAIL FROM' && NEEDS_SMTPUTF8.test(sender)) return `MAIL_FROM ${needed}.`;
  const [status] = enhancedStatus(failure);
  return REASONS[status?.slice(2) ?? ''] ?? REJECTIONS[command!]!;
}

const BAD_SENDER = 'The server rejects the sender. Check MAIL_FROM.';
const TOO_LARGE = 'The mail is larger than the server takes.';
const FULL = 'The mailbox of the recipient is full.';

/** By the command. A server can hold back what it has against the sender or this machine until it knows the recipient. */
const REJECTIONS: Readonly<Record<string, string>> = {
  'MAIL FROM': BAD_SENDER,
  'RCPT TO':
    'The server rejects the recipient. Check the address. If it is right, check in the log of the server whether it rejects MAIL_FROM or this machine.',
  DATA: 'The server rejects the contents, for example because of their size or its spam filter. Check the log of the server.',
};

/** By the subject and detail of the status, if it is more exact than the command. RFC 3463. */
const REASONS: Readonly<Record<string, string>> = {
  '1.7': BAD_SENDER,
  '1.8': BAD_SENDER,
  '2.2': FULL,
  '2.3': TOO_LARGE,
  '3.4': TOO_LARGE,
};
