import { parseCookie, stringifySetCookie } from 'cookie';
import type { Settings } from '../../../config.ts';

// RFC 6265bis section 4.1.3: a browser takes a __Host- cookie only over TLS, for the whole host and for no other, so
// that neither a subdomain nor an unencrypted page can plant one. Without TLS it would take none at all.
const NAME = 'stellwerk_session';

export function isSecure({ publicUrl }: Pick<Settings, 'publicUrl'>): boolean {
  return publicUrl.startsWith('https:');
}

export function cookieName(settings: Pick<Settings, 'publicUrl'>): string {
  return isSecure(settings) ? `__Host-${NAME}` : NAME;
}

/** The session's token out of a Cookie header. */
export function readSessionToken(cookies: string | undefined, name: string): string | undefined {
  return parseCookie(cookies ?? '')[name];
}

/** Set-Cookie that keeps the token; without one it removes the cookie. */
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
