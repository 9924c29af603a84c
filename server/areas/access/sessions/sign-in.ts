import { createHash, randomBytes } from 'node:crypto';
import { hashPassword, UNMATCHED_HASH, verifyPassword } from '../../../core/crypto/password.ts';
import { collectFromServers } from '../../../core/db/look-up.ts';
import { ApiError, invalid, type UserCaller } from '../../../core/http/index.ts';
import type { Services } from '../../../core/services.ts';
import { checkForUser, judgeAttempt, judgeSignIn } from '../throttle.ts';
import {
  findPasswordHash,
  findSignIns,
  insertSession,
  type KnownSignIn,
  keepSignInDay,
  readSession,
  replacePassword,
  type SignIn,
} from './queries.ts';
import {
  isKeyOf,
  newPasswordFaults,
  severalTenantsFault,
  tenantsMeant,
  wrongPasswordFault,
} from './rules.ts';
import { toUserKey } from './user-key.ts';

/** A session that was just started. Its token is only in the response; the database stores the hash. */
export interface NewSession {
  tenantId: number;
  token: string;
  tokenSha256: Buffer;
}

interface Credentials {
  email: string;
  password: string;
  tenant?: string | null;
  /** Only this user may be signed in. */
  userKey?: string | null;
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

// Looked up if no user has the email address, so that an unknown address costs the same queries.
const NO_USER: KnownSignIn = { tenantId: 0, userId: 0, tenant: { key: '', name: '' } };

/**
 * Starts a session. Throws the same 401, after the same time, for an unknown email address, a wrong password, and a user who
 * is not allowed to sign in. Throws a 429 after too many failures. If several tenants have users with this address, the
 * password is checked for each of them, so nobody learns about the others without the password. Failures count for each of them
 * too, so nobody guesses the password of one with the help of another.
 */
export async function signIn(
  services: Services,
  credentials: Credentials,
  address: string,
): Promise<NewSession> {
  const attempt = { kind: 'user', name: credentials.email.toLowerCase(), address } as const;
  const verdict = await judgeSignIn(services, attempt, () =>
    startMatchingSession(services, credentials, address),
  );
  if (verdict.value !== undefined) return verdict.value;
  throw verdict.waitSeconds === undefined
    ? new ApiError('signInFailed')
    : tooManyFailures(verdict.waitSeconds);
}

/** Returns undefined for wrong credentials. Takes as long for an unknown email address as for one that a tenant has. */
export async function startMatchingSession(
  services: Services,
  credentials: Credentials,
  address: string,
): Promise<(NewSession & { isUserNamed: boolean }) | undefined> {
  const everywhere = await collectFromServers(services.database, ({ database }) =>
    findSignIns(database.system, credentials.email),
  );
  // During a move, two servers have the user.
  const users = new Map(everywhere.map((user) => [toUserKey(user), user]));
  const allowed = [...users].flatMap(([key, user]) => (key === (credentials.userKey ?? key) ? [user] : []));
  const { tenant, userKey } = credentials;
  const known = tenant === undefined || tenant === null ? allowed : tenantsMeant(allowed, tenant);
  const matches: { user: KnownSignIn; passwordHash: string }[] = [];
  for (const user of known.length === 0 ? [NO_USER] : known) {
    const passwordHash = await checkForUser(services, { userKey: toUserKey(user), address }, () =>
      checkPassword(services, user, credentials.password),
    );
    if (passwordHash !== undefined) matches.push({ user, passwordHash });
  }
  if (matches.length > 1) throw invalid(severalTenantsFault(matches.map(({ user }) => user)));
  const [found] = matches;
  const session = found && (await startSession(services, found.user, found.passwordHash));
  if (session === undefined) return undefined;
  // Several tenants can have the same name.
  return { ...session, isUserNamed: userKey != null || isKeyOf(found!.user.tenant, tenant ?? '') };
}

/** Changes the caller's password, ends all sessions of the user, and starts a new one that replaces the caller's. */
export async function changePassword(
  services: Services,
  caller: UserCaller,
  passwords: { currentPassword: string; newPassword: string },
  address: string,
): Promise<NewSession> {
  const session = await readSession(
    services.database.tenant(caller.tenantId),
    caller.tenantId,
    caller.sessionSha256,
  );
  if (session === undefined) throw new ApiError('sessionMissing');
  const attempt = { kind: 'changer', name: session.user.email.toLowerCase(), address } as const;
  const verdict = await judgeAttempt(services, attempt, () =>
    checkPassword(services, caller, passwords.currentPassword),
  );
  const from = verdict.value;
  if (from === undefined && verdict.waitSeconds !== undefined) throw tooManyFailures(verdict.waitSeconds);
  const faults = newPasswordFaults(passwords);
  if (from === undefined) faults.push(wrongPasswordFault());
  if (from === undefined || faults.length > 0) throw invalid(...faults);
  const to = await hashPassword(passwords.newPassword);
  const db = services.database.tenant(caller.tenantId);
  const isReplaced = await replacePassword(db, caller.tenantId, caller.userId, { from, to });
  const next = isReplaced ? await startSession(services, caller, to) : undefined;
  if (next === undefined) throw new ApiError('sessionMissing');
  return next;
}

function tooManyFailures(waitSeconds: number): ApiError {
  return new ApiError('tooManyRequests', {
    message: 'Too many sign-ins from this network failed. Wait for the number of seconds in Retry-After.',
    headers: { 'retry-after': String(waitSeconds) },
  });
}

/** Returns the stored hash if the password matches it, otherwise undefined. */
async function checkPassword(
  { database }: Services,
  { tenantId, userId }: SignIn,
  password: string,
): Promise<string | undefined> {
  const stored = await findPasswordHash(database.tenant(tenantId), tenantId, userId);
  const isMatch = await verifyPassword(password, stored ?? UNMATCHED_HASH);
  return isMatch ? stored : undefined;
}

async function startSession(
  { database, settings, now }: Services,
  { tenantId, userId }: SignIn,
  passwordHash: string,
): Promise<NewSession | undefined> {
  const token = randomBytes(32).toString('base64url');
  const tokenSha256 = hashToken(token);
  const hours = settings.sessionHours;
  const db = database.tenant(tenantId);
  const isInserted = await insertSession(db, { tenantId, userId, passwordHash, tokenSha256, hours });
  if (!isInserted) return undefined;
  await keepSignInDay(db, tenantId, userId, now().toISOString().slice(0, 10));
  return { tenantId, token, tokenSha256 };
}
