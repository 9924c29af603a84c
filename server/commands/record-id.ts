import { INT32_MAXIMUM } from '../core/http/schema.ts';

/** Whether the text can be the id of a record. A larger number would be an error of PostgreSQL. */
export function isRecordId(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= INT32_MAXIMUM;
}
