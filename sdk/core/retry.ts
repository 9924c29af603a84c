import type { Clock } from './clock.ts';
import { ApiError, ConnectionError, TokenError } from './errors.ts';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
/** Who is asked to wait longer than this is told, instead of being kept waiting. */
const LONGEST_RETRY_AFTER_SECONDS = 60;

// The request was never sent: repeating it is safe whatever it would have done.
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * Whether a failed request is worth repeating. `isRepeatable` says that doing it twice is like doing it once: GET,
 * PUT and DELETE by nature, POST by an idempotency key.
 */
export function mayRepeat(error: unknown, isRepeatable: boolean, hasIdempotencyKey = false): boolean {
  if (error instanceof ApiError || error instanceof TokenError) {
    if ((error.retryAfterSeconds ?? 0) > LONGEST_RETRY_AFTER_SECONDS) return false;
    if (error.status === 429) return true;
    if (error.status === 409) return hasIdempotencyKey;
    return isRepeatable && (error.status === 502 || error.status === 503 || error.status === 504);
  }
  if (error instanceof ConnectionError) return isRepeatable || wasNeverSent(error);
  return false;
}

/** Whether the request may have done its work although it failed. */
export function mayBeDone(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500;
  return error instanceof ConnectionError && !wasNeverSent(error);
}

/** Exponential, with half of it left to chance so that many clients do not come back at the same moment. */
export function delayBeforeRepeat(error: unknown, attempt: number, clock: Clock): number {
  const backoff = Math.min(FIRST_DELAY_MS * 2 ** attempt, LONGEST_DELAY_MS) * (0.5 + clock.random() / 2);
  const asked = (error as { retryAfterSeconds?: number | null }).retryAfterSeconds;
  return asked === undefined || asked === null ? backoff : asked * 1000 + backoff;
}

/** Seconds of a Retry-After header, which may also carry a date (RFC 9110 section 10.2.3). */
export function readRetryAfter(headers: Headers, nowMs: number): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - nowMs) / 1000));
}

function wasNeverSent(error: ConnectionError): boolean {
  const cause = error.cause as
    | { code?: string; cause?: { code?: string; errors?: { code?: string }[] } }
    | undefined;
  // Node tries all addresses of a name and reports the failures together.
  const codes = [cause?.code, cause?.cause?.code, ...(cause?.cause?.errors ?? []).map(({ code }) => code)];
  return codes.some((code) => code !== undefined && NEVER_SENT.has(code));
}
