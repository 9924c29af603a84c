import { hash } from 'node:crypto';

/** Returns a weak entity tag, because the same content is sent in several encodings. */
export function contentTag(body: string | Buffer): string {
  return `W/"${hash('sha1', body, 'base64url')}"`;
}

/** Compares If-None-Match or If-Match (RFC 9110 section 13.1) weakly, because all our tags are weak. * matches anything that exists. */
export function matches(header: string | undefined, entityTag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const opaque = entityTag.replace(/^W\//, '');
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === opaque);
}
