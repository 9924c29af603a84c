import { hash } from 'node:crypto';

// 162 bits, more than the chance of two equal ones needs.
const TAG_LETTERS = 27;

/** Returns a weak entity tag, because the same content is sent in several encodings. PostgreSQL's content_tag() makes the same one. */
export function contentTag(body: string | Buffer): string {
  return toEntityTag(hash('sha256', body, 'base64url').slice(0, TAG_LETTERS));
}

/** The entity tag of a hash that content_tag() has made. */
export function toEntityTag(contentHash: string): string {
  return `W/"${contentHash}"`;
}

/** Whether a header is a list of entity tags, which are in quotes, or *. */
export function areEntityTags(header: string): boolean {
  return header.trim() === '*' || header.split(',').every((tag) => /^(?:W\/)?"[^"]*"$/.test(tag.trim()));
}

/** Compares If-None-Match or If-Match (RFC 9110 section 13.1) weakly, because all our tags are weak. * matches anything that exists. */
export function matches(header: string | undefined, entityTag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const opaque = entityTag.replace(/^W\//, '');
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === opaque);
}
