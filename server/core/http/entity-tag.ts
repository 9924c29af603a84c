import { createHash } from 'node:crypto';
import { NOT_MODIFIED, RawJson } from './endpoint.ts';
import { ApiError } from './errors.ts';

/** Returns a weak entity tag, because the same content is sent in several encodings. */
export function contentTag(body: string | Buffer): string {
  return `W/"${createHash('sha1').update(body).digest('base64url')}"`;
}

/** Compares If-None-Match according to RFC 9110 section 13.1.2: weakly, and * matches anything that exists. */
export function matches(ifNoneMatch: string | undefined, entityTag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = entityTag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === opaque);
}

/** Returns JSON text with the entity tag of its content, or NOT_MODIFIED if the caller already has it. */
export function taggedJson(
  context: { isCurrent(entityTag: string): boolean },
  text: string,
): RawJson | typeof NOT_MODIFIED {
  return context.isCurrent(contentTag(text)) ? NOT_MODIFIED : new RawJson(text);
}

/**
 * 412 if the request has an If-Match that does not name the current JSON text of the record. Compares weakly, because all our
 * tags are weak. Call it after the record is locked.
 */
export function requireMatch(
  context: { requestHeader(name: string): string | undefined },
  current: string,
): void {
  const ifMatch = context.requestHeader('if-match');
  if (ifMatch !== undefined && !matches(ifMatch, contentTag(current)))
    throw new ApiError('preconditionFailed');
}
