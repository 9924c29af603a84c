// Values beyond this number are dropped. Two values are already rejected, so their exact number does not matter.
const MAXIMUM_VALUES = 11;

/** What the decoder makes of bytes that are not UTF-8, and how it is sent if somebody means it. */
const REPLACEMENT = '\ufffd';
const SENT_REPLACEMENT = /%EF%BF%BD|\ufffd/i;
/** Half a character: no text that is sent in UTF-8 has it, and the check of the values refuses it. */
const NOT_UTF8 = '\udcff';

/**
 * Parses a query string. A parameter that is sent several times has an array of values. Unlike parsers that turn a[b]=c into
 * an object, URLSearchParams keeps names as they were sent. Bytes that are not UTF-8 become an unpaired surrogate.
 */
export function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  const isReplaced = !SENT_REPLACEMENT.test(text);
  for (const [name, decoded] of new URLSearchParams(text)) {
    const value = isReplaced ? decoded.replaceAll(REPLACEMENT, NOT_UTF8) : decoded;
    const before = query[name];
    if (before === undefined) query[name] = value;
    else if (Array.isArray(before)) query[name] = [...before.slice(0, MAXIMUM_VALUES - 1), value];
    else query[name] = [before, value];
  }
  return query;
}
