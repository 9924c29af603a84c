import type { Outcome } from './call.ts';

export const FAILURE_THRESHOLD = 10;
const JITTER = 0.1;
/** A receiver may ask for a longer pause, but not for one longer than the longest of the schedule. */
const LONGEST_RETRY_AFTER_SECONDS = 86_400;

/**
 * Seconds until a failed delivery is called again; null when it is not. `calls` is how many it has had in this round,
 * `random` from 0 to 1. Retry-After and the jitter, which is up to a tenth, can only lengthen the pause.
 */
export function retryDelaySeconds(
  schedule: readonly number[],
  calls: number,
  { retryAfterSeconds = 0 }: Pick<Outcome, 'retryAfterSeconds'>,
  random: number,
): number | null {
  const planned = schedule[calls - 1];
  if (planned === undefined) return null;
  return Math.max(planned * (1 + JITTER * random), Math.min(retryAfterSeconds, LONGEST_RETRY_AFTER_SECONDS));
}
