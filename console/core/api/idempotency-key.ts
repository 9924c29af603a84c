import { useState } from 'react';

const BYTES = 16;

/** Not crypto.randomUUID, which browsers offer only with TLS. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/**
 * The key of a form that creates something. It stays the same as long as the form is shown, so a double click, or another try
 * after an interruption, creates one record.
 */
export function useIdempotencyKey(): string {
  const [key] = useState(newKey);
  return key;
}
