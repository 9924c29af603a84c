import { createHash, randomBytes } from 'node:crypto';
import { hashPassword, verifyPassword } from '../../../core/crypto/password.ts';
import { ApiError, invalid, type UserCaller } from '../../../core/http/index.ts';
import type { Services } from '../../../core/services.ts';
import { type Attempt, countFailure, throttledSeconds } from '../throttle.ts';
import {
  findPasswordHash,
  findSignIns,
  insertSession,
  readSession,
  replacePassword,
  type SignIn,
} from './queries.ts';
import { newPasswordFaults, severalTenantsFault, wrongPasswordFault } from './rules.ts';

/** A session that has just begun; its token is kept nowhere but in the answer. */
export interface NewSession {
  tenantId: number;
  token: string;
  tokenSha256: Buffer;
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

let standIn: Promise<string> | undefined;

/** A hash that no password fits: checked in place of one that is not there, which takes the same time. */
function standInHash(): Promise<string> {
  standIn ??= hashPassword(randomBytes(32).toString('base64url'));
  return standIn;
}

// Belongs to nobody: looked up in place of a user that is not there, so that both take the same queries.
const NOBODY: SignIn = { tenantId: 0, userId: 0 };

/**
 * Begins a session, or throws: 401 in the same words, and after the same work, for an unknown address, a wrong
 * password and a user who may not sign in; 429 after too many of those. An address that several tenants know is tried
 * with each of them, so that nobody learns of it without the password.
 */
export async function signIn(
  services: Services,
  credentials: { email: string; password: string; tenant?: string | null },
  address: string,
): Promise<NewSession> {
  const db = services.database.system;
  const attempt = { address, email: credentials.email };
  await refuseThrottled(services, attempt);
  const known = await findSignIns(db, credentials.email, credentials.tenant ?? undefined);
  const fitting: { user: SignIn; passwordHash: string }[] = [];
  for (const user of known.length === 0 ? [NOBODY] : known) {
    const passwordHash = await checkPassword(services, user, credentials.password);
    if (passwordHash !== undefined) fitting.push({ user, passwordHash });
  }
  if (fitting.length > 1) throw invalid(severalTenantsFault());
  const [found] = fitting;
  const session = found && (await beginSession(services, found.user, found.passwordHash));
  if (session === undefined) {
    await countFailure(db, attempt);
    throw new ApiError('signInFailed');
  }
  return session;
}

/** Changes the caller's password, ends all sessions of the user and begins a new one in place of the caller's. */
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
  const attempt = { address, email: session.user.email };
  await refuseThrottled(services, attempt);
  const faults = newPasswordFaults(passwords);
  const from = await checkPassword(services, caller, passwords.currentPassword);
  if (from === undefined) {
    await countFailure(services.database.system, attempt);
    faults.push(wrongPasswordFault());
  }
  if (from === undefined || faults.length > 0) throw invalid(...faults);
  const to = await hashPassword(passwords.newPassword);
  const db = services.database.tenant(caller.tenantId);
  const isReplaced = await replacePassword(db, caller.tenantId, caller.userId, { from, to });
  const next = isReplaced ? await beginSession(services, caller, to) : undefined;
  if (next === undefined) throw new ApiError('sessionMissing');
  return next;
}

async function refuseThrottled({ database }: Services, attempt: Attempt): Promise<void> {
  const waitSeconds = await throttledSeconds(database.system, attempt);
  if (waitSeconds === 0) return;
  throw new ApiError('tooManyRequests', {
    message: 'Too many failed sign-ins: wait for the time that Retry-After names.',
    headers: { 'retry-after': String(waitSeconds) },
  });
}

/** The hash that this password fits, or undefined. */
async function checkPassword(
  { database }: Services,
  { tenantId, userId }: SignIn,
  password: string,
): Promise<string | undefined> {
  const stored = await findPasswordHash(database.tenant(tenantId), tenantId, userId);
  const fits = await verifyPassword(password, stored ?? (await standInHash()));
  return fits ? stored : undefined;
}

async function beginSession(
  { database, settings }: Services,
  { tenantId, userId }: SignIn,
  passwordHash: string,
): Promise<NewSession | undefined> {
  const token = randomBytes(32).toString('base64url');
  const tokenSha256 = hashToken(token);
  const hours = settings.sessionHours;
  const isBegun = await insertSession(database.tenant(tenantId), {
    tenantId,
    userId,
    passwordHash,
    tokenSha256,
    hours,
  });
  return isBegun ? { tenantId, token, tokenSha256 } : undefined;
}
