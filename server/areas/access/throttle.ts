import { createHash } from 'node:crypto';
import type { SystemDatabase } from '../../core/db/connection.ts';
import { deleteFailuresOlderThan, insertFailures, readThrottledSeconds } from './queries.ts';

const FAILURES_PER_MINUTE = 10;
const WINDOW_SECONDS = 60;

/** An attempt to get a token or to sign in. */
export interface Attempt {
  address: string;
  clientId?: string;
  /** Email address of a user who signs in, in any case. */
  email?: string;
}

function subjects({ address, clientId, email }: Attempt): Buffer[] {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return [
    hash(`address ${address}`),
    ...(clientId === undefined ? [] : [hash(`client ${clientId}`)]),
    ...(email === undefined ? [] : [hash(`user ${email.toLowerCase()}`)]),
  ];
}

/**
 * Returns the seconds until this client, user, or address can try again, or 0 if it can try now. Failures are counted in the
 * database, so the limit applies across all processes.
 */
export async function throttledSeconds(db: SystemDatabase, attempt: Attempt): Promise<number> {
  const limits = { limit: FAILURES_PER_MINUTE, windowSeconds: WINDOW_SECONDS };
  return Math.max(0, (await readThrottledSeconds(db, subjects(attempt), limits)) ?? 0);
}

export function countFailure(db: SystemDatabase, attempt: Attempt): Promise<void> {
  return insertFailures(db, subjects(attempt));
}

/** Deletes failures that no longer count. */
export function sweepFailures(db: SystemDatabase): Promise<void> {
  return deleteFailuresOlderThan(db, 2 * WINDOW_SECONDS);
}
