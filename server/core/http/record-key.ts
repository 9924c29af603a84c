import { isUuid } from './formats.ts';
import { INT32_MAXIMUM } from './schema.ts';

/** The integer id or the uuid of a record, for paths that accept both. */
export type RecordKey = number | string;

/** Parses the key in a path. Returns undefined if no record can have it. */
export function toRecordKey(text: string): RecordKey | undefined {
  if (/^\d{1,10}$/.test(text) && Number(text) <= INT32_MAXIMUM) return Number(text);
  return isUuid(text) ? text : undefined;
}
