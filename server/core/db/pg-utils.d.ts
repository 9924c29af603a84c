// pg exports this file, but has no types for it.
declare module 'pg/lib/utils.js' {
  /** The text of a value as PostgreSQL reads it: an array in braces, an object as JSON. Throws if an object has none. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
