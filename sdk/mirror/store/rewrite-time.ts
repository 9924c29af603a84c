import type { States } from './states.ts';

const DAY_MS = 24 * 3_600_000;
const INTERVAL_MS = 7 * DAY_MS;
const INTERVAL_AFTER_FAILURE_MS = DAY_MS;

/** Whether the file of the copy must be written anew. A copy of an earlier version has no time, because it never was. */
export async function isRewriteDue(states: States): Promise<boolean> {
  return Date.now() >= Number((await states.get('rewriteAt')) ?? 0);
}

export async function setNextRewrite(states: States, after?: 'failure'): Promise<void> {
  const delayMs = after === undefined ? INTERVAL_MS : INTERVAL_AFTER_FAILURE_MS;
  await states.set('rewriteAt', String(Date.now() + delayMs));
}
