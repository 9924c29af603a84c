import { BODY_LIMIT_BYTES } from '../../core/http/limits.ts';

/** Marks a part of a JSON text that JSON.stringify would not write. */
const RAW = /"@raw:((?:[^"\\]|\\.)*)"/g;

/** Serializes a value to JSON and inserts its raw parts unescaped. */
export function toJsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll(RAW, (_, text: string) => {
    if (text === 'long') return `"${'z'.repeat(BODY_LIMIT_BYTES)}"`;
    const nesting = /^nest(\d+)$/.exec(text);
    if (nesting === null) return text;
    return '['.repeat(Number(nesting[1])) + ']'.repeat(Number(nesting[1]));
  });
}
