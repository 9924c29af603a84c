import type { ByteRange } from '../blobs/index.ts';

const ONE_RANGE = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/i;

/**
 * The range of a Range header over contents of `sizeBytes` (RFC 9110 section 14.1.2), cut at their end. Undefined
 * where the whole is to be answered: no header, one that is malformed or of another unit, or several ranges, which a
 * server may answer with the whole. 'unsatisfiable' where no byte of the contents is in it.
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
 * Whether a Range header counts beside this If-Range (RFC 9110 section 13.1.5): without one, or when it names exactly
 * the strong entity tag of the contents. A date never does, since contents have no Last-Modified.
 */
export function rangeApplies(ifRange: string | undefined, entityTag: string): boolean {
  return ifRange === undefined || ifRange.trim() === entityTag;
}
