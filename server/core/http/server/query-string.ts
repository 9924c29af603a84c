// Values beyond this number are dropped. Two values are already rejected, so their exact number does not matter.
const MAXIMUM_VALUES = 11;

/**
 * Parses a query string. A parameter that is sent several times has an array of values. Unlike parsers that turn a[b]=c into
 * an object, URLSearchParams keeps names as they were sent.
 */
export function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const before = query[name];
    if (before === undefined) query[name] = value;
    else if (Array.isArray(before)) query[name] = [...before.slice(0, MAXIMUM_VALUES - 1), value];
    else query[name] = [before, value];
  }
  return query;
}
