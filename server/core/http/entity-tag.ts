import { createHash } from 'node:crypto';
import { NOT_MODIFIED, RawJson } from './endpoint.ts';

/** Returns a weak entity tag, because the same content is sent in several encodings. */
export function contentTag(body: string | Buffer): string {
  return `W/"${createHash('sha1').update(body).digest('base64url')}"`;
}

/** Compares If-None-Match or If-Match (RFC 9110 section 13.1) weakly, because all our tags are weak. * matches anything that exists. */
export function matches(header: string | undefined, entityTag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const opaque = entityTag.replace(/^W\//, '');
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === opaque);
}

/** Returns JSON text with the entity tag of its content, or NOT_MODIFIED if the caller already has it. */
export function taggedJson(
  context: { isCurrent(entityTag: string): boolean },
  text: string,
): RawJson | typeof NOT_MODIFIED {
  return context.isCurrent(contentTag(text)) ? NOT_MODIFIED : new RawJson(text);
}
