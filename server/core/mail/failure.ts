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

  constructor(message: string, failure: Failure) {
    super(message);
    this.failure = failure;
  }
}

/** An error of nodemailer. */
export interface SmtpFailure {
  code?: string;
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

/** Describes an error of nodemailer, without the response of the server. */
export function toMailError(error: unknown, { credentials }: SmtpServer): MailError {
  const failure = error as SmtpFailure;
  const { code = 'unknown', command, responseCode } = failure;
  const advice = adviseOnSettings(failure, credentials !== undefined);
  const isAboutMail = command !== undefined && ABOUT_THE_MAIL.includes(command) && advice === undefined;
  const response = responseCode === undefined ? '' : `, response ${responseCode}`;
  const step = command === undefined ? '' : ` at ${command.split(' ', 2).join(' ')}`;
  return new MailError(
    `The mail server could not be used (${code}${step}${response}). ${advice ?? explain(responseCode)}`.trim(),
    (isAboutMail && responseCode !== undefined && responseCode >= 500) ||
      (code === 'EENVELOPE' && command === 'API')
      ? 'permanent'
      : 'temporary',
  );
}

/** What to change in the settings. Undefined if the failure is not about them. */
function adviseOnSettings(failure: SmtpFailure, hasCredentials: boolean): string | undefined {
  const { code, command, response = '', responseCode } = failure;
  if (code === 'EAUTH' || (responseCode !== undefined && ASKS_FOR_SIGN_IN.includes(responseCode)))
    return hasCredentials
      ? 'Check the user and password in SMTP_URL.'
      : 'The server requires a user and password in SMTP_URL.';
  // There is no response code for it: only the text tells it from a recipient who does not exist.
  if (command === 'RCPT TO' && /relay/i.test(response))
    return `The server does not relay mail for this installation. ${hasCredentials ? 'Check the user in SMTP_URL and MAIL_FROM' : 'Add a user and password to SMTP_URL'}, or permit it at the server.`;
  if (responseCode === undefined)
    return 'Check the host and port in SMTP_URL, that the port matches smtp:// (STARTTLS) or smtps:// (TLS), and that the certificate is valid. NODE_EXTRA_CA_CERTS adds your own authority.';
  return undefined;
}

function explain(responseCode: number | undefined): string {
  return responseCode !== undefined && responseCode >= 500
    ? 'The server rejects the sender, a recipient, or the contents. Check MAIL_FROM.'
    : '';
}
