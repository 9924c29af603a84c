/** PostgreSQL stores larger numbers, but nobody sends them on purpose, and 1e100000 has as many digits in each response. */
export const MAXIMUM_NUMBER = { characters: 1000, exponent: 1000 };

/** As many digits as every double keeps, but those below this number. */
const KEPT_DIGITS = 15;
const SMALLEST_NORMAL = 2 ** -1022;
/** Text that may have a number of which JSON.parse would lose digits. It is found in strings too, which costs only time. */
const SUSPICIOUS = /\d(?:\.?\d){15}|\d[eE][+-]?\d{3}/;

interface ParseContext {
  /** The number as it was sent. Missing for arrays and objects. */
  source?: string;
}

// TypeScript has no types for these parts of JSON yet.
const { parse, rawJSON } = JSON as unknown as {
  parse(text: string, reviver: (key: string, value: unknown, context: ParseContext) => unknown): unknown;
  rawJSON(text: string): object;
};

/**
 * Replaces the values of some properties of a parsed body, so that JSON.stringify writes their numbers with all digits that were
 * sent: JSON.parse makes 9007199254740992 of 9007199254740993. Returns the properties with a number that is too long to be
 * stored. `value` is what JSON.parse returned for the text.
 */
export function keepNumbers(value: unknown, text: string, properties: readonly string[]): string[] {
  if (typeof value !== 'object' || value === null || !SUSPICIOUS.test(text)) return [];
  const body = value as Record<string, unknown>;
  const refused = new Set<object>();
  const exact = parse(text, (_key, item, { source }) => {
    if (typeof item !== 'number' || source === undefined || isKept(item, source)) return item;
    const number = rawJSON(source);
    if (!isStorable(source)) refused.add(number);
    return number;
  }) as Record<string, unknown>;
  const isRefused = (item: unknown): boolean =>
    typeof item === 'object' && item !== null && (refused.has(item) || Object.values(item).some(isRefused));
  return properties.filter((property) => {
    if (!Object.hasOwn(body, property)) return false;
    body[property] = exact[property];
    return isRefused(exact[property]);
  });
}

/** Whether a double has the value that was sent, or one that is written with the same digits. */
function isKept(value: number, source: string): boolean {
  const [digits = ''] = source.split(/e/i);
  const significant = digits.replace(/[-.]/g, '').replace(/^0+/, '');
  if (!Number.isFinite(value) || (Math.abs(value) < SMALLEST_NORMAL && significant !== '')) return false;
  return significant.length <= KEPT_DIGITS || (Number.isSafeInteger(value) && /^-?\d+$/.test(source));
}

function isStorable(source: string): boolean {
  const [, exponent = 0] = source.split(/e/i);
  const { characters, exponent: largest } = MAXIMUM_NUMBER;
  return source.length <= characters && Math.abs(Number(exponent)) <= largest;
}
