import { createHash } from 'node:crypto';
import type { SystemDatabase } from '../../core/db/connection.ts';
import { deleteFailuresOlderThan, insertFailures, readThrottledSeconds } from './queries.ts';

export const FAILURES_PER_MINUTE = 10;
export const WINDOW_SECONDS = 60;

/** Where an attempt to get in comes from, and as whom. */
export interface Attempt {
  address: string;
  clientId?: string;
  /** Of a user who signs in; in any case of its letters. */
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

/** Seconds until this client, user or address may try again; 0 when it may now. Counted in the database: all processes share it. */
export async function throttledSeconds(db: SystemDatabase, attempt: Attempt): Promise<number> {
  const limits = { limit: FAILURES_PER_MINUTE, windowSeconds: WINDOW_SECONDS };
  return Math.max(0, (await readThrottledSeconds(db, subjects(attempt), limits)) ?? 0);
}

export function countFailure(db: SystemDatabase, attempt: Attempt): Promise<void> {
  return insertFailures(db, subjects(attempt));
}

/** Removes what no longer counts. */
export function sweepFailures(db: SystemDatabase): Promise<void> {
  return deleteFailuresOlderThan(db, 2 * WINDOW_SECONDS);
}
