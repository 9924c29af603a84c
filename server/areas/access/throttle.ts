import { createHmac, hkdfSync } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Gate, GateFullError } from '../../core/crypto/gate.ts';
import type { SystemDatabase } from '../../core/db/connection.ts';
import type { Services } from '../../core/services.ts';
import { networkOf } from './network.ts';
import {
  type AttemptLimits,
  deleteAttemptsOlderThan,
  insertAttempt,
  readAttempts,
  recordSuccess,
  removeAttempt,
} from './throttle-queries.ts';

const FAILURES = 10;
const SPARED_FAILURES = 100;
const WINDOW_SECONDS = 60;
// Longer than the life of a token and than a weekend, so that the networks from which a client or user works are spared.
const SPARED_DAYS = 7;
const FAILED_MS = 500;
const SLOWED_MS = 1000;
const SIGN_INS_PER_NETWORK = 8;
const FULL_SECONDS = 1;

// What a process works on at once. A burst would otherwise take every connection of the pool, and other calls would wait
// behind all of it. Secrets are checked within a millisecond, so that many can wait; passwords take some twenty.
const gates = {
  client: new Gate({ running: 3, waiting: 256 }),
  user: new Gate({ running: 3, waiting: 16 }),
  changer: new Gate({ running: 1, waiting: 16 }),
};
/** For the question whether a network is spared whose sign-ins are at their limit. */
const spareGate = new Gate({ running: 1, waiting: 16 });

/** An attempt to prove an identity. `changer` is a signed-in user who confirms the current password. */
interface Attempt {
  kind: 'client' | 'user' | 'changer';
  /** The client id, or the email address in lower case. */
  name: string;
  address: string;
}

interface Verdict<T> {
  /** What the judge returned, or undefined for wrong credentials. */
  value: T | undefined;
  /** Set if the caller must be told to wait, with a 429. */
  waitSeconds?: number | undefined;
}

type Judge<T> = () => Promise<T | undefined>;

const LIMITS: AttemptLimits = {
  failures: FAILURES,
  sparedFailures: SPARED_FAILURES,
  windowSeconds: WINDOW_SECONDS,
  sparedDays: SPARED_DAYS,
};

// A second less, so that a user whose wait is over is not rejected by this count, which begins a moment later.
const USER_LIMITS: AttemptLimits = { ...LIMITS, windowSeconds: WINDOW_SECONDS - 1 };

// A session can be stolen, so that its network says nothing about the user.
const UNSPARED_LIMITS: AttemptLimits = { ...LIMITS, sparedFailures: FAILURES };

/** Waits for a turn and calls `judgeInTurn`. If too many are waiting, nothing is counted or judged. */
export async function judgeAttempt<T>(
  services: Services,
  attempt: Attempt,
  judge: Judge<T>,
): Promise<Verdict<T>> {
  try {
    return await gates[attempt.kind].run(() => judgeInTurn(services, attempt, judge));
  } catch (error) {
    if (!(error instanceof GateFullError)) throw error;
    return { value: undefined, waitSeconds: FULL_SECONDS };
  }
}

/**
 * Calls `judge` unless too many attempts for this subject have failed from this network. `judge` returns undefined for wrong
 * credentials. The attempt counts before it is judged, so that concurrent attempts cannot outrun the limit, and no longer
 * counts after a success or an exception. Attempts are in the database, so the limit applies across all processes.
 */
async function judgeInTurn<T>(services: Services, attempt: Attempt, judge: Judge<T>): Promise<Verdict<T>> {
  const db = services.database.system;
  const network = networkOf(attempt.address);
  const pair = hashPair(services, attempt);
  const limits = attempt.kind === 'changer' ? UNSPARED_LIMITS : LIMITS;
  const attemptedAt = await insertAttempt(db, pair, limits);
  let waitSeconds: number | undefined;
  if (attemptedAt === undefined) {
    const state = await readAttempts(db, pair, limits);
    // A client secret cannot be guessed. Where the client works, others in its network must not be able to lock it out.
    if (attempt.kind !== 'client' || !state.isSpared)
      return { value: undefined, waitSeconds: state.waitSeconds };
    waitSeconds = state.waitSeconds;
  }
  const value = await judgeCounted(db, { subject: pair, attemptedAt }, judge);
  const networkSubject = hashSubject(services, `network ${network}`);
  if (value !== undefined) {
    await recordSuccess(db, networkSubject);
    return { value };
  }
  if (attempt.kind === 'changer') return { value: undefined, waitSeconds };
  return { value: undefined, waitSeconds: waitSeconds ?? (await countForNetwork(db, networkSubject)) };
}

interface Counted {
  subject: Buffer;
  /** Undefined if the attempt was not counted. */
  attemptedAt: string | undefined;
}

/** Calls `judge`, and records a success. After a success or an exception, the attempt no longer counts. */
async function judgeCounted<T>(
  db: SystemDatabase,
  { subject, attemptedAt }: Counted,
  judge: Judge<T>,
): Promise<T | undefined> {
  const discount = async () => {
    if (attemptedAt !== undefined) await removeAttempt(db, subject, attemptedAt);
  };
  const value = await judge().catch(async (error) => {
    await discount();
    throw error;
  });
  if (value === undefined) return undefined;
  await discount();
  await recordSuccess(db, subject);
  return value;
}

/**
 * Checks a password for one of the users who have the email address of a sign-in. Returns undefined if it is wrong, and also if it has been
 * wrong too often for this user from this network. `judgeInTurn` does not see such failures if the password is right for another user,
 * whom somebody can have created with this address in another tenant in order to guess. The response must not show that the limit is
 * reached: that would tell that this user exists.
 */
export async function checkForUser<T>(
  services: Services,
  { userKey, address }: { userKey: string; address: string },
  check: Judge<T>,
): Promise<T | undefined> {
  const db = services.database.system;
  const subject = hashSubject(services, `checked ${userKey} ${networkOf(address)}`);
  const attemptedAt = await insertAttempt(db, subject, USER_LIMITS);
  if (attemptedAt !== undefined) return judgeCounted(db, { subject, attemptedAt }, check);
  await check();
  return undefined;
}

/**
 * Counts a failure for the network. The response to a failure does not depend on whether the subject exists, so that nobody
 * can find out which clients and users exist by exhausting this limit.
 */
async function countForNetwork(db: SystemDatabase, subject: Buffer): Promise<number | undefined> {
  if ((await insertAttempt(db, subject, LIMITS)) !== undefined) return undefined;
  return (await readAttempts(db, subject, LIMITS)).waitSeconds;
}

const signIns = new Map<string, number>();

interface SignedIn {
  /** Whether the sender named the one user for whom the password was checked. */
  isUserNamed: boolean;
}

/**
 * Like `judgeAttempt`, but passwords can be guessed: a network that fails too often, for whatever users, waits for each
 * response, and only a few of its sign-ins are judged at once, except for users who have signed in there. A sign-in takes a
 * fixed time, because the work shows how many users have the email address: one password is checked for each of them. Only the
 * success of a user who was named takes as long as its work.
 */
export async function judgeSignIn<T extends SignedIn>(
  services: Services,
  attempt: Attempt,
  judge: Judge<T>,
): Promise<Verdict<T>> {
  // Before the queue: what waits there is the sender's own other attempts.
  const startedAt = performance.now();
  const wait = (stepMs: number) => delay(remainingMs(performance.now() - startedAt, stepMs));
  const network = networkOf(attempt.address);
  const running = signIns.get(network) ?? 0;
  if (running >= SIGN_INS_PER_NETWORK && !(await isSpared(services, attempt)))
    return { value: undefined, waitSeconds: FULL_SECONDS };
  const release = running >= SIGN_INS_PER_NETWORK ? () => {} : countSignIn(network);
  let isJudged = false;
  // Of an exception too, which says that the password is right for several users.
  let isTimeHidden = true;
  try {
    const verdict = await judgeAttempt(services, attempt, () => {
      isJudged = true;
      return judge();
    });
    isTimeHidden = verdict.value?.isUserNamed === false;
    if (isJudged && verdict.value === undefined)
      await wait(verdict.waitSeconds === undefined ? FAILED_MS : SLOWED_MS);
    return verdict;
  } finally {
    // A success does not keep others waiting.
    release();
    if (isJudged && isTimeHidden) await wait(FAILED_MS);
  }
}

/** The time until the next multiple of the step. A process under load takes more than one, and still shows only whole ones. */
export function remainingMs(elapsedMs: number, stepMs: number): number {
  return Math.max(1, Math.ceil(elapsedMs / stepMs)) * stepMs - elapsedMs;
}

function countSignIn(network: string): () => void {
  signIns.set(network, (signIns.get(network) ?? 0) + 1);
  return () => {
    const remaining = signIns.get(network)! - 1;
    if (remaining === 0) signIns.delete(network);
    else signIns.set(network, remaining);
  };
}

/** Whether the user has signed in from the network within the last days. False if too many are asking. */
async function isSpared(services: Services, attempt: Attempt): Promise<boolean> {
  const read = () => readAttempts(services.database.system, hashPair(services, attempt), LIMITS);
  const state = await spareGate.run(read).catch((error) => {
    if (!(error instanceof GateFullError)) throw error;
    return undefined;
  });
  return state?.isSpared === true;
}

function hashPair(services: Services, { kind, name, address }: Attempt): Buffer {
  return hashSubject(services, `${kind} ${name} ${networkOf(address)}`);
}

// Without the key, the networks and names in the table could be found by trying all of them.
const keys = new WeakMap<Buffer, Buffer>();

function hashSubject({ masterKeys }: Services, text: string): Buffer {
  // After a rotation, a restart of the process forgets the attempts of the last minute.
  const masterKey = masterKeys.own;
  let key = keys.get(masterKey);
  if (key === undefined) {
    key = Buffer.from(hkdfSync('sha256', masterKey, '', 'stellwerk/sign-in-attempt/v1', 32));
    keys.set(masterKey, key);
  }
  return createHmac('sha256', key).update(text).digest();
}

/** Deletes attempts and successes that no longer count. */
export function sweepAttempts(db: SystemDatabase): Promise<void> {
  return deleteAttemptsOlderThan(db, { windowSeconds: 2 * WINDOW_SECONDS, sparedDays: SPARED_DAYS });
}
