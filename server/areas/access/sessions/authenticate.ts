import { ApiError, type UserCaller } from '../../../core/http/index.ts';
import type { Services } from '../../../core/services.ts';
import { permissionsOf } from '../permissions.ts';
import { cookieName, readSessionToken } from './cookie.ts';
import { findSession, markSeen } from './queries.ts';
import { hashToken } from './sign-in.ts';

/**
 * Finds the user of the session in a Cookie header, or throws a 401. It queries the database on every request, so a
 * sign-out, a role change, or a deactivation takes effect immediately on every process.
 */
export function createSessionAuthenticator({
  database,
  settings,
}: Services): (cookies: string | undefined) => Promise<UserCaller> {
  const name = cookieName(settings);
  // Browsers ignore an unknown scheme. For "Basic", they would prompt for a password.
  const headers = { 'www-authenticate': `Cookie realm="stellwerk", cookie-name="${name}"` };
  return async (cookies) => {
    const token = readSessionToken(cookies, name);
    if (token === undefined) throw new ApiError('sessionMissing', { headers });
    const sessionSha256 = hashToken(token);
    const session = await findSession(database.system, sessionSha256, settings.sessionIdleMinutes);
    if (session === undefined) throw new ApiError('sessionMissing', { headers });
    if (session.isLastSeenStale) await markSeen(database.system, sessionSha256);
    const { tenantId, userId, role } = session;
    return { kind: 'user', tenantId, userId, permissions: permissionsOf(role), sessionSha256 };
  };
}
