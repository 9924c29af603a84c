import { toUtcDateTime } from './formats.ts';
import type { TSchema } from './schema.ts';

const CLOCK_SKEW_MS = 5 * 60_000;

/** Converts a value of a request to the form in which it is checked and stored. `now` is the time of the call. */
export type Normalizer = (value: unknown, now: Date) => unknown;

/**
 * Compiles a schema to a function that trims texts, converts blank text to null where the schema accepts null, converts
 * date-times to UTC, and rounds numbers that are stored with fewer decimals. It leaves values that break the schema for the
 * validation, and does not visit unknown properties.
 * Texts with `verbatim`, such as passwords, stay as sent.
 */
export function compileNormalizer(schema: TSchema): Normalizer {
  const normalizeText = compileText(schema);
  const normalizeItem = schema.items === undefined ? undefined : compileNormalizer(schema.items as TSchema);
  const properties = new Map(
    Object.entries((schema.properties ?? {}) as Record<string, TSchema>).map(([name, child]) => [
      name,
      compileNormalizer(child),
    ]),
  );
  const { decimals, minimum, maximum } = schema as NumberRules;
  return (value, now) => {
    if (typeof value === 'number')
      return decimals === undefined ? value : roundWithin(value, decimals, minimum, maximum);
    if (typeof value === 'string') return normalizeText(value, now);
    if (Array.isArray(value))
      return normalizeItem === undefined ? value : value.map((item) => normalizeItem(item, now));
    if (typeof value !== 'object' || value === null || properties.size === 0) return value;
    const normalized: Record<string, unknown> = { ...value };
    for (const name in value) {
      const normalize = properties.get(name);
      if (normalize !== undefined) normalized[name] = normalize(normalized[name], now);
    }
    return normalized;
  };
}

interface NumberRules {
  decimals?: number;
  minimum?: number;
  maximum?: number;
}

/** Rounds the number. One outside the limits stays as sent, so that rounding does not move it inside. */
function roundWithin(value: number, decimals: number, minimum = -Infinity, maximum = Infinity): number {
  if (Number.isInteger(value) || value < minimum || value > maximum) return value;
  // By its decimal digits, as PostgreSQL rounds: 1.005 is slightly less in binary, and its product with 100 would round down.
  const [digits, exponent = '0'] = String(value).split('e');
  const units = Math.round(Number(`${digits}e${Number(exponent) + decimals}`));
  return Number(`${units}e-${decimals}`);
}

function compileText(schema: TSchema): (text: string, now: Date) => string | null {
  if (schema.verbatim === true) return (text) => text;
  const types = [schema.type].flat();
  const isNullable = types.includes('null');
  const isText = types.includes('string');
  return (text, now) => {
    const trimmed = text.trim();
    if (trimmed === '' && isNullable) return null;
    // A text for a number stays as sent, and the validation rejects it.
    if (!isText) return text;
    if (schema.format !== 'date-time') return trimmed;
    const utc = toUtcDateTime(trimmed);
    if (utc === undefined) return trimmed;
    return schema.toleratesClockSkew === true && isSlightlyAhead(utc, now) ? now.toISOString() : utc;
  };
}

function isSlightlyAhead(utc: string, now: Date): boolean {
  const aheadMs = Date.parse(utc) - now.getTime();
  return aheadMs > 0 && aheadMs <= CLOCK_SKEW_MS;
}
