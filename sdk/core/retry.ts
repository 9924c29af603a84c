import type { Clock } from './clock.ts';
import { ApiError, ConnectionError, TokenError, UnexpectedResponseError } from './errors.ts';

const FIRST_DELAY_MS = 500;
const MAXIMUM_DELAY_MS = 8_000;
/** If the service asks to wait longer than this, the call fails instead of waiting. */
const MAXIMUM_RETRY_AFTER_SECONDS = 60;

/**
 * The longest delay that a loop accepts from the service, which asks for seconds. A proxy or a wrong clock can ask for years: a copy would
 * stay outdated long after the service is back, and a timer of more than 31 bits fires immediately. A loop asks again after this time.
 */
const MAXIMUM_ASKED_MS = 15 * 60_000;

// The request was never sent, so a retry is always safe.
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * Whether to retry a failed request. `isIdempotent` says that doing it twice is like doing it once: GET, PUT and DELETE
 * by definition, POST with an idempotency key.
 */
export function shouldRetry(error: unknown, isIdempotent: boolean, hasIdempotencyKey = false): boolean {
  if (error instanceof ApiError || error instanceof TokenError) {
    if ((error.retryAfterSeconds ?? 0) > MAXIMUM_RETRY_AFTER_SECONDS) return false;
    if (error.status === 429) return true;
    if (error.status === 409) return hasIdempotencyKey;
    return isIdempotent && (error.status === 502 || error.status === 503 || error.status === 504);
  }
  if (error instanceof ConnectionError) return isIdempotent || wasNeverSent(error);
  // Only the service knows whether it has created the record. With the same key, it says so.
  return error instanceof UnexpectedResponseError && hasIdempotencyKey;
}

/** Whether the request may have taken effect although it failed. */
export function mayHaveTakenEffect(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500;
  return error instanceof ConnectionError && !wasNeverSent(error);
}

/** Exponential backoff. Half of it is random, so that many clients do not retry at the same moment. */
export function delayBeforeRetry(error: unknown, attempt: number, clock: Clock): number {
  const backoff = Math.min(FIRST_DELAY_MS * 2 ** attempt, MAXIMUM_DELAY_MS) * (0.5 + clock.random() / 2);
  const asked = (error as { retryAfterSeconds?: number | null }).retryAfterSeconds;
  return asked === undefined || asked === null ? backoff : asked * 1000 + backoff;
}

/** The delay that the service asked for, for a loop that waits until the service is available. At most 15 minutes. */
export function askedDelay(error: unknown): number {
  const { retryAfterSeconds } = error as { retryAfterSeconds?: number | null };
  return Math.min((retryAfterSeconds ?? 0) * 1000, MAXIMUM_ASKED_MS);
}

/** The seconds to wait from a Retry-After header, which can also hold a date (RFC 9110 section 10.2.3). */
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
  // Node tries every address of a host and reports all failures together.
  const codes = [cause?.code, cause?.cause?.code, ...(cause?.cause?.errors ?? []).map(({ code }) => code)];
  return codes.some((code) => code !== undefined && NEVER_SENT.has(code));
}
