import { createHmac, timingSafeEqual } from 'node:crypto';

/** A webhook call that was not sent by the service, was changed on its way, or is too old. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
}

export interface VerifyOptions {
  /** How far the call's time may be from ours, in seconds; 300 by default. */
  toleranceSeconds?: number;
  /** Our time, in milliseconds since 1970. */
  nowMs?: number;
}

/** Headers of a request as Node or fetch gives them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>;

const DEFAULT_TOLERANCE_SECONDS = 300;

/**
 * Checks a call's signature after Standard Webhooks (https://www.standardwebhooks.com) and answers its parsed body.
 * `body` must be the text exactly as it came. Give both secrets while they are being rotated. Throws a
 * WebhookVerificationError: answer such a call with 401 and do nothing else with it.
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
    throw new WebhookVerificationError('webhook-timestamp is too far from the present time.');
  const text = typeof body === 'string' ? Buffer.from(body) : body;
  const expected = (typeof secrets === 'string' ? [secrets] : secrets).map((secret) =>
    createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(text).digest(),
  );
  const signatures = headerOf(headers, 'webhook-signature')
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice('v1,'.length), 'base64'));
  const isGenuine = signatures.some((given) =>
    // Comparing in constant time does not tell a forger how much of a guess was right.
    expected.some((own) => own.length === given.length && timingSafeEqual(own, given)),
  );
  if (!isGenuine) throw new WebhookVerificationError('webhook-signature matches none of the secrets.');
  return JSON.parse(Buffer.from(text).toString('utf8')) as T;
}

function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  // An empty key would accept what anyone can sign.
  if (key.length === 0) throw new TypeError('A webhook secret is the text that the console shows: whsec_…');
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
