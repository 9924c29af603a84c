import { toUtcDateTime } from './formats.ts';
import type { TSchema } from './schema.ts';

const CLOCK_SKEW_MS = 5 * 60_000;

/** Converts a value of a request to the form in which it is checked and stored. `now` is the time of the call. */
export type Normalizer = (value: unknown, now: Date) => unknown;

/**
 * Compiles a schema to a function that trims texts, converts blank text to null where the schema accepts null and a value without
 * parts, converts date-times to UTC, and rounds numbers that are stored with fewer decimals. It leaves values that break the schema
 * for the validation, and does not visit unknown properties.
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

/** The types of values that have parts, and the one of none. */
const STRUCTURED = ['object', 'array', 'null'];

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
  // A blank text for an object with properties, or for a list, is no way to say null: it would clear everything in it. The answers of an
  // application have no properties of their own, and are never changed.
  const isStructured = schema.properties !== undefined || schema.items !== undefined;
  const mayBeBlank =
    types.includes('null') && (!isStructured || types.some((type) => !STRUCTURED.includes(type)));
  const isText = types.includes('string');
  return (text, now) => {
    const trimmed = trimText(text);
    if (trimmed === '' && mayBeBlank) return null;
    // A text for a number stays as sent, and the validation rejects it.
    if (!isText) return text;
    // It is a control character like others, and all of them are removed before the name is stored. A file is not refused for it.
    if (schema.isFileName === true) return trimmed.replaceAll('\0', '');
    if (schema.format !== 'date-time') return trimmed;
    const utc = toUtcDateTime(trimmed);
    if (utc === undefined) return trimmed;
    return schema.toleratesClockSkew === true && isSlightlyAhead(utc, now) ? now.toISOString() : utc;
  };
}

/** White space, and characters without a width, which copies from web pages and word processors have at their ends. */
const END = /[\s\u00ad\u180e\u200b\u2060-\u2064\ufeff]/;
/** Also characters that only change how others are shown, and the fillers of Hangul. */
const BLANK =
  /^[\s\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u3164\ufeff\uffa0]*$/;
const FIRST_INVISIBLE = '\u00ad';

/** Removes what cannot be seen from both ends. A text of which nothing can be seen is empty. */
export function trimText(text: string): string {
  const trimmed = text.trim();
  const { length } = trimmed;
  // Of most texts, both ends are letters of ASCII.
  if (trimmed < FIRST_INVISIBLE && trimmed[length - 1]! < FIRST_INVISIBLE) return trimmed;
  if (BLANK.test(trimmed)) return '';
  // Not with an expression for both ends: it takes quadratic time for a text with a long run in between.
  let [start, end] = [0, length];
  while (END.test(trimmed[start]!)) start += 1;
  while (END.test(trimmed[end - 1]!)) end -= 1;
  return trimmed.slice(start, end);
}

function isSlightlyAhead(utc: string, now: Date): boolean {
  const aheadMs = Date.parse(utc) - now.getTime();
  return aheadMs > 0 && aheadMs <= CLOCK_SKEW_MS;
}
