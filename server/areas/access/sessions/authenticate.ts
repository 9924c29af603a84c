import { ApiError, type UserCaller } from '../../../core/http/index.ts';
import type { Services } from '../../../core/services.ts';
import { permissionsOf } from '../permissions.ts';
import { cookieName, readSessionToken } from './cookie.ts';
import { findSessionAnywhere, markSeen, type StoredSession } from './queries.ts';
import { hashToken } from './sign-in.ts';

/**
 * Finds the user of the session in a Cookie header, or throws a 401. It queries the database on every request, so a
 * sign-out, a role change, or a deactivation takes effect immediately on every process. Unless `isUse` is false, the session
 * counts as used.
 */
export function createSessionAuthenticator({
  database,
  settings,
}: Services): (cookies: string | undefined, isUse?: boolean) => Promise<UserCaller> {
  const name = cookieName(settings);
  // Browsers ignore an unknown scheme. For "Basic", they would prompt for a password.
  const headers = { 'www-authenticate': `Cookie realm="stellwerk", cookie-name="${name}"` };
  return async (cookies, isUse = true) => {
    const token = readSessionToken(cookies, name);
    if (token === undefined) throw new ApiError('sessionMissing', { headers });
    const sessionSha256 = hashToken(token);
    const session = await findSessionAnywhere(database, sessionSha256, settings.sessionIdleMinutes);
    if (session === undefined) throw new ApiError('sessionMissing', { headers });
    if (isUse && session.isLastSeenStale) await markSeen(database.systemOf(session.tenantId), sessionSha256);
    return toCaller(session, sessionSha256);
  };
}

/** Finds the user of a session that has not ended, without counting it as used. */
export function createSessionProbe({
  database,
  settings,
}: Services): (sessionSha256: Buffer) => Promise<UserCaller | undefined> {
  return async (sessionSha256) => {
    const session = await findSessionAnywhere(database, sessionSha256, settings.sessionIdleMinutes);
    return session && toCaller(session, sessionSha256);
  };
}

function toCaller({ tenantId, userId, role }: StoredSession, sessionSha256: Buffer): UserCaller {
  return { kind: 'user', tenantId, userId, permissions: permissionsOf(role), sessionSha256 };
}
