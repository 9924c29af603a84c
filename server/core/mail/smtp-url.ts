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
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = url.port === '' ? (isSecure ? 465 : 587) : Number(url.port);
  // On this machine it can be a tunnel.
  if (!isLoopback(host)) refuseOtherScheme(port, isSecure);
  return {
    host,
    port,
    isSecure,
    credentials: user === '' ? undefined : { user, password },
  };
}

/** RFC 8314: TLS begins with the first byte on port 465 and with STARTTLS on the others. Each mail would fail or wait until a timeout. */
function refuseOtherScheme(port: number, isSecure: boolean): void {
  if (!isSecure && port === 465)
    throw new Error(
      'has port 465, where TLS begins with the first byte. Write smtps:// instead of smtp://, or port 587',
    );
  if (isSecure && (port === 587 || port === 25))
    throw new Error(
      `has port ${port}, where TLS begins with STARTTLS. Write smtp:// instead of smtps://, or port 465`,
    );
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
