import type { ByteRange } from '../blobs/index.ts';

const ONE_RANGE = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/i;

/**
 * Parses a Range header for contents of `sizeBytes` (RFC 9110 section 14.1.2), and cuts the range at their end. Returns
 * undefined if the server should send the entire contents: for a missing or malformed header, another unit, or several
 * ranges, for which the RFC permits it. Returns 'unsatisfiable' if the range contains no byte of the contents.
 */
export function parseRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | undefined {
  const match = ONE_RANGE.exec(header?.trim() ?? '');
  if (match === null) return undefined;
  const [, first, last, suffixLength] = match;
  if (suffixLength !== undefined) {
    const length = Math.min(Number(suffixLength), sizeBytes);
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? Number.POSITIVE_INFINITY : Number(last);
  if (end < start) return undefined;
  return start >= sizeBytes ? 'unsatisfiable' : { start, end: Math.min(end, sizeBytes - 1) };
}

/**
 * Whether the Range header applies, given the If-Range header (RFC 9110 section 13.1.5). It applies if If-Range is missing
 * or is exactly the strong entity tag of the contents. A date never matches, because contents have no Last-Modified.
 */
export function rangeApplies(ifRange: string | undefined, entityTag: string): boolean {
  return ifRange === undefined || ifRange.trim() === entityTag;
}
