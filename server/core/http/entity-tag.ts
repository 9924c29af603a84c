import { createHash } from 'node:crypto';
import { NOT_MODIFIED, RawJson } from './endpoint.ts';

/** Weak, since the same content travels in several encodings. */
export function contentTag(body: string | Buffer): string {
  return `W/"${createHash('sha1').update(body).digest('base64url')}"`;
}

/** If-None-Match as RFC 9110 section 13.1.2 compares: weakly, and * matches anything that exists. */
export function matches(ifNoneMatch: string | undefined, entityTag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = entityTag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === opaque);
}

/** JSON text with the entity tag of its content, or 304 when the caller has it. */
export function taggedJson(
  context: { isCurrent(entityTag: string): boolean },
  text: string,
): RawJson | typeof NOT_MODIFIED {
  return context.isCurrent(contentTag(text)) ? NOT_MODIFIED : new RawJson(text);
}
