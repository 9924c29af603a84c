import { parseCookie, stringifySetCookie } from 'cookie';
import type { Settings } from '../../../config.ts';

// RFC 6265bis section 4.1.3: a browser accepts a __Host- cookie only over TLS, and only for exactly one host. So neither a
// subdomain nor an unencrypted page can plant one. Without TLS, the browser would reject our own cookie too.
const NAME = 'stellwerk_session';

function isSecure({ publicUrl }: Pick<Settings, 'publicUrl'>): boolean {
  return publicUrl.startsWith('https:');
}

export function cookieName(settings: Pick<Settings, 'publicUrl'>): string {
  return isSecure(settings) ? `__Host-${NAME}` : NAME;
}

/** Returns the session token in a Cookie header. */
export function readSessionToken(cookies: string | undefined, name: string): string | undefined {
  return parseCookie(cookies ?? '')[name];
}

/** Builds the Set-Cookie header that stores the token, or removes the cookie if there is no token. */
export function sessionCookie(
  settings: Pick<Settings, 'publicUrl' | 'sessionHours'>,
  token: string | undefined,
): string {
  return stringifySetCookie({
    name: cookieName(settings),
    value: token,
    maxAge: token === undefined ? 0 : settings.sessionHours * 3600,
    path: '/',
    httpOnly: true,
    secure: isSecure(settings),
    sameSite: 'strict',
  });
}
