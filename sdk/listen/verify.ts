import { createHmac, timingSafeEqual } from 'node:crypto';

/** A webhook call that did not come from the service, was modified in transit, or is too old. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
}

export interface VerifyOptions {
  /** The largest accepted difference between the time of the call and the current time, in seconds. Default: 300. */
  toleranceSeconds?: number;
  /** The current time in milliseconds since 1970. */
  nowMs?: number;
}

/** The headers of a request, as Node or fetch represents them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>;

const DEFAULT_TOLERANCE_SECONDS = 300;

/**
 * Verifies the signature of a call as Standard Webhooks (https://www.standardwebhooks.com) describes and returns the
 * parsed body. `body` must be exactly what was received. Pass both secrets while you rotate them. Throws a
 * WebhookVerificationError if the call is not genuine: respond with 401 and ignore it.
 */
export function verifyWebhook<T = unknown>(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, nowMs = Date.now() }: VerifyOptions = {},
): T {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const sentAt = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(nowMs / 1000 - sentAt) <= toleranceSeconds))
    throw new WebhookVerificationError('webhook-timestamp is too far from the current time.');
  const text = typeof body === 'string' ? Buffer.from(body) : body;
  const expected = (typeof secrets === 'string' ? [secrets] : secrets).map((secret) =>
    createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(text).digest(),
  );
  const signatures = headerOf(headers, 'webhook-signature')
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice('v1,'.length), 'base64'));
  const isGenuine = signatures.some((given) =>
    // A comparison in constant time does not reveal how much of a forged signature is correct.
    expected.some((own) => own.length === given.length && timingSafeEqual(own, given)),
  );
  if (!isGenuine) throw new WebhookVerificationError('webhook-signature matches none of the secrets.');
  return JSON.parse(Buffer.from(text).toString('utf8')) as T;
}

/** Whether calls can be verified with this text: Base64, with or without the prefix. Two characters are the first byte. */
export function isWebhookSecret(text: unknown): text is string {
  return typeof text === 'string' && /^(whsec_)?[A-Za-z0-9+/]{2,}={0,2}$/.test(text);
}

function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  // Anyone can sign with an empty key.
  if (key.length === 0)
    throw new TypeError('A webhook secret must be the text shown in the console, whsec_…');
  return key;
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    typeof (headers as Headers).get === 'function'
      ? (headers as Headers).get(name)
      : (headers as Record<string, string | string[] | undefined>)[name];
  if (typeof value !== 'string' || value === '')
    throw new WebhookVerificationError(`The header ${name} is missing.`);
  return value;
}
