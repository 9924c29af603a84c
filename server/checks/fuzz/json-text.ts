import { BODY_LIMIT_BYTES } from '../../core/http/limits.ts';

/** Stands in a JSON text for something that JSON.stringify would not write. */
const RAW = /"@raw:((?:[^"\\]|\\.)*)"/g;

/** JSON text of a value, with everything raw in it put in as it is. */
export function toJsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll(RAW, (_, text: string) => {
    if (text === 'long') return `"${'z'.repeat(BODY_LIMIT_BYTES)}"`;
    const nesting = /^nest(\d+)$/.exec(text);
    if (nesting === null) return text;
    return '['.repeat(Number(nesting[1])) + ']'.repeat(Number(nesting[1]));
  });
}
