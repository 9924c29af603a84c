import { isIP } from 'node:net';

export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte (smtps:). Otherwise STARTTLS is used if the server offers it. */
  isSecure: boolean;
  /** Undefined without a user in the URL. */
  credentials: { user: string; password: string } | undefined;
}

const FORM =
  'must have the form smtps://user:password@host:465 or smtp://user:password@host:587, with special characters of the user and password percent-encoded';

/** Parses the value of SMTP_URL. Throws an Error whose message completes "SMTP_URL …" and does not repeat the value. */
export function parseSmtpUrl(text: string): SmtpServer {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^smtps?:$/.test(url.protocol) || url.hostname === '') throw new Error(FORM);
  if (!/^\/?$/.test(url.pathname) || url.search + url.hash !== '') throw new Error(FORM);
  const isSecure = url.protocol === 'smtps:';
  const [user, password] = [url.username, url.password].map(decode) as [string, string];
  if ((user === '') !== (password === '')) throw new Error(FORM);
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    isSecure,
    credentials: user === '' ? undefined : { user, password },
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(FORM);
  }
}

/** Whether mail to this host never leaves the machine, so that a password can be sent without TLS. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
