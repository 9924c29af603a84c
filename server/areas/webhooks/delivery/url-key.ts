import { createHash } from 'node:crypto';

/** Returns the same key for all equivalent spellings of an address. Ignores the fragment. */
export function urlKey(url: string): string {
  const parsed = new URL(url);
  parsed.hash = '';
  return createHash('sha256').update(parsed.href).digest('hex');
}
