import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/** The server notices the end of a process that was killed, or of a short command, a moment later. */
const PATIENCE_MS = 2000;
const INTERVAL_MS = 50;

/** Takes a lock that the connection holds until it ends. Returns false if another one still has it after a moment. */
export async function takeSessionLock(client: pg.ClientBase, lock: number): Promise<boolean> {
  const deadlineMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS held', [lock]);
    if (rows[0].held) return true;
    if (performance.now() >= deadlineMs) return false;
    await delay(INTERVAL_MS);
  }
}
