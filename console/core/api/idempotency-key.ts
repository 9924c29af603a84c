const BYTES = 16;

/**
 * A key for a call that creates something. The same key again returns what the first call created, and creates nothing more. Not
 * crypto.randomUUID, which browsers offer only with TLS.
 */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
