// Further values of a parameter are not kept: more than one is refused, however many there are.
const MAXIMUM_VALUES = 11;

/**
 * Parses a query string. A parameter that is sent several times has a list of values. Uses URLSearchParams instead of
 * a parser that makes objects of a[b]=c: names are compared as they were sent.
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
