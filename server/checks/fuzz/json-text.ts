import { BODY_LIMIT_BYTES, MAXIMUM_PARTS } from '../../core/http/limits.ts';

/** Marks a part of a JSON text that JSON.stringify would not write. */
const RAW = /"@raw:((?:[^"\\]|\\.)*)"/g;

/** A quarter of the bytes of the largest body, and more properties than one may have. */
const MANY_PROPERTIES = JSON.stringify(
  Object.fromEntries(Array.from({ length: 5 * MAXIMUM_PARTS }, (_, index) => [`p${index}`, 1])),
);

/** Serializes a value to JSON and inserts its raw parts unescaped. */
export function toJsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll(RAW, (_, text: string) => {
    if (text === 'long') return `"${'z'.repeat(BODY_LIMIT_BYTES)}"`;
    if (text === 'many') return MANY_PROPERTIES;
    const nesting = /^nest(\d+)$/.exec(text);
    if (nesting === null) return text;
    return '['.repeat(Number(nesting[1])) + ']'.repeat(Number(nesting[1]));
  });
}
