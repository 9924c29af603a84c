import { isUuid } from './formats.ts';
import { INT32_MAXIMUM } from './schema.ts';

/** The integer id or the global id (uuid) of a record, where a path takes either. */
export type RecordKey = number | string;

/** The key in a path; undefined when no record can have it. */
export function toRecordKey(text: string): RecordKey | undefined {
  if (/^\d{1,10}$/.test(text) && Number(text) <= INT32_MAXIMUM) return Number(text);
  return isUuid(text) ? text : undefined;
}
