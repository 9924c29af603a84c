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
  if (cookies === undefined) return undefined;
  for (const part of cookies.split(';')) {
    const [key, value] = part.split('=', 2);
    if (key!.trim() === name) return value?.trim();
  }
  return undefined;
}

/** Set-Cookie that keeps the token; without one it removes the cookie. */
export function sessionCookie(
  settings: Pick<Settings, 'publicUrl' | 'sessionHours'>,
  token: string | undefined,
): string {
  return [
    `${cookieName(settings)}=${token ?? ''}`,
    'Path=/',
    `Max-Age=${token === undefined ? 0 : settings.sessionHours * 3600}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure(settings) ? ['Secure'] : []),
  ].join('; ');
}
