import type { Outcome } from './call.ts';

export const FAILURE_THRESHOLD = 10;
const JITTER = 0.1;
/** A receiver can request a longer delay, up to this limit. It is the longest delay of the default schedule. */
const LONGEST_RETRY_AFTER_SECONDS = 86_400;

/**
 * Returns the seconds until the next call of a failed delivery, or null if there is no further call. `calls` counts the calls
 * since the delivery was last queued. `random` is between 0 and 1. Jitter of up to a tenth and Retry-After can only lengthen
 * the delay.
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
