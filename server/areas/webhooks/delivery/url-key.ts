import { createHash } from 'node:crypto';

/** Returns the same key for all spellings of an address. A fragment is no part of the address. */
export function urlKey(url: string): string {
  const parsed = new URL(url);
  parsed.hash = '';
  return createHash('sha256').update(parsed.href).digest('hex');
}
