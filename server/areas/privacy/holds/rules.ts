import { ApiError, type Fault } from '../../../core/http/index.ts';
import type { HoldInForce } from './queries.ts';
import type { HoldBody } from './schema.ts';

/** A hold that is over already would protect nobody. */
export function holdFaults({ until }: HoldBody, now: Date): Fault[] {
  const today = now.toISOString().slice(0, 10);
  if (until == null || until >= today) return [];
  const message = `until must not be before today, ${today} (UTC). Send the last day of the hold, or null for a hold without one.`;
  return [{ property: 'until', code: 'range', message }];
}

export function isSameHold(stored: HoldInForce, { reason, until }: HoldBody): boolean {
  return stored.reason === reason && stored.until === (until ?? null);
}

/** The candidate is on hold, so it is not erased. The message leaves out the reason, which is personal. */
export function refuseHeldCandidate(hold: HoldInForce | undefined): void {
  if (hold !== undefined) throw new ApiError('candidateOnHold');
}
