import { ApiError, type UserCaller } from '../../../core/http/index.ts';
import type { Services } from '../../../core/services.ts';
import { permissionsOf } from '../permissions.ts';
import { cookieName, readSessionToken } from './cookie.ts';
import { findSession, markSeen } from './queries.ts';
import { hashToken } from './sign-in.ts';

/**
 * Turns a Cookie header into the user whose session it holds, or throws 401. Every request asks the database, so that
 * signing out, another role and deactivation count at once and on every process.
 */
export function createSessionAuthenticator({
  database,
  settings,
}: Services): (cookies: string | undefined) => Promise<UserCaller> {
  const name = cookieName(settings);
  // Browsers ignore a scheme they do not know, where they would ask for a password at "Basic".
  const headers = { 'www-authenticate': `Cookie realm="stellwerk", cookie-name="${name}"` };
  return async (cookies) => {
    const token = readSessionToken(cookies, name);
    if (token === undefined) throw new ApiError('sessionMissing', { headers });
    const sessionSha256 = hashToken(token);
    const session = await findSession(database.system, sessionSha256, settings.sessionIdleMinutes);
    if (session === undefined) throw new ApiError('sessionMissing', { headers });
    if (session.isUnseen) await markSeen(database.system, sessionSha256);
    const { tenantId, userId, role } = session;
    return { kind: 'user', tenantId, userId, permissions: permissionsOf(role), sessionSha256 };
  };
}
