import { ApiError, type UserCaller } from '../../../core/http/index.ts';
import type { Services } from '../../../core/services.ts';
import { permissionsOf } from '../permissions.ts';
import { cookieName, readSessionToken } from './cookie.ts';
import { findSessionAnywhere, markSeen, type StoredSession } from './queries.ts';
import { hashToken } from './sign-in.ts';
import { toUserKey } from './user-key.ts';

/** The callers whose sessions are being looked up. */
const LOOK_UPS = 'sessions';

interface SessionCall {
  /** The Cookie header. */
  cookies: string | undefined;
  /** The key of the user for whom the page makes the call. Undefined if it does not say. */
  expectedUser?: string | undefined;
  /** Whether the session counts as used. */
  isUse?: boolean;
}

/**
 * Finds the user of the session in a Cookie header, or throws a 401, or a 429 or 503 if too many look-ups are running. It queries the database on every request, so a
 * sign-out, a role change, or a deactivation takes effect immediately on every process.
 */
export function createSessionAuthenticator({
  database,
  settings,
  load,
}: Services): (call: SessionCall) => Promise<UserCaller> {
  const name = cookieName(settings);
  // Browsers ignore an unknown scheme. For "Basic", they would prompt for a password.
  const headers = { 'www-authenticate': `Cookie realm="stellwerk", cookie-name="${name}"` };
  return async ({ cookies, expectedUser, isUse = true }) => {
    const token = readSessionToken(cookies, name);
    if (token === undefined) throw new ApiError('sessionMissing', { headers });
    const sessionSha256 = hashToken(token);
    // A place of its own: whose session it is, and so whose share it uses, is not known yet, and anybody can make up a cookie. Without
    // a limit, such look-ups would queue for the connections of all.
    const leave = await load.requests.enter(LOOK_UPS);
    const session = await findSessionAnywhere(database, sessionSha256, settings.sessionIdleMinutes).finally(
      leave,
    );
    if (session === undefined) throw new ApiError('sessionMissing', { headers });
    // All tabs of a browser share the cookie, and a page can still show what another user has read.
    if (expectedUser !== undefined && expectedUser !== toUserKey(session))
      throw new ApiError('sessionForeign', { headers });
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
