/** https://www.w3.org/TR/trace-context/, section 3.2. A later version may add fields after the flags. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const ZEROS = /^0+$/;
/** sampled, and random of level 2. The other bits have no meaning yet and must not be passed on. */
const KNOWN_FLAGS = 0b11;

/** Returns the header in version 00, or undefined if it is missing or invalid. An invalid one is ignored, as W3C asks. */
export function parseTraceparent(header: unknown): string | undefined {
  const match = typeof header === 'string' ? TRACEPARENT.exec(header) : null;
  if (match === null) return undefined;
  const [, version, traceId, spanId, flags, more] = match;
  if (version === 'ff' || ZEROS.test(traceId!) || ZEROS.test(spanId!)) return undefined;
  if (version === '00' && more !== undefined) return undefined;
  const known = (Number.parseInt(flags!, 16) & KNOWN_FLAGS).toString(16).padStart(2, '0');
  return `00-${traceId}-${spanId}-${known}`;
}

export function traceIdOf(traceparent: string): string {
  return traceparent.slice(3, 35);
}
