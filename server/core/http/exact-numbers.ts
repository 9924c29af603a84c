/**
 * The longest number that is kept. Its exponent is that of the smallest double. PostgreSQL could store more, but it writes exponents
 * out: 1e100000 would add 100,000 digits to each response.
 */
export const MAXIMUM_NUMBER = { characters: 1000, exponent: 324 };

/** A double keeps this many digits if it is not closer to zero than SMALLEST_NORMAL. */
const KEPT_DIGITS = 15;
const SMALLEST_NORMAL = 2 ** -1022;
/** Finds every number that a double may not keep. It also finds digits in strings, which costs a second parse and changes nothing. */
const SUSPICIOUS = /\d(?:\.?\d){15}|\d[eE][+-]?\d{3}/;

interface ParseContext {
  /** The number as it was sent. Missing for arrays and objects. */
  source?: string;
}

// TypeScript has no types for these parts of JSON yet.
const { parse, rawJSON, isRawJSON } = JSON as unknown as {
  parse(text: string, reviver: (key: string, value: unknown, context: ParseContext) => unknown): unknown;
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
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

/** Whether the value is a number that was replaced: an object, but no level of a body. */
export function isExactNumber(value: unknown): boolean {
  return isRawJSON(value);
}

/** Whether JSON.stringify writes the parsed number with the value that was sent. */
function isKept(value: number, source: string): boolean {
  const [digits = ''] = source.split(/e/i);
  const significant = digits.replace(/[-.]/g, '').replace(/^0+/, '');
  if (significant === '') return true;
  if (!Number.isFinite(value) || Math.abs(value) < SMALLEST_NORMAL) return false;
  return significant.length <= KEPT_DIGITS || (Number.isSafeInteger(value) && /^-?\d+$/.test(source));
}

function isStorable(source: string): boolean {
  const [, exponent = 0] = source.split(/e/i);
  return source.length <= MAXIMUM_NUMBER.characters && Math.abs(Number(exponent)) <= MAXIMUM_NUMBER.exponent;
}
