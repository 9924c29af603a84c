const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A day of the calendar between 1900 and 9999 as YYYY-MM-DD: 2026-02-30 is none. */
export function isCalendarDate(text: string): boolean {
  const match = DATE.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1900 || month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** ISO 8601 date-time in UTC ending in Z, with up to nine decimals. */
export function isUtcDateTime(text: string): boolean {
  const match = DATE_TIME.exec(text);
  return match !== null && isCalendarDate(match[1]!);
}

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Formats as Ajv takes them. int32 is a note for readers: its limits stand in minimum and maximum. */
export const FORMATS: Record<string, true | ((text: string) => boolean)> = {
  date: isCalendarDate,
  'date-time': isUtcDateTime,
  uuid: isUuid,
  int32: true,
  int64: true,
  float: true,
  double: true,
  byte: true,
  binary: true,
  email: true,
  uri: true,
};

/** What each format wants, in the words of a validation fault. */
export const FORMAT_MESSAGES: Record<string, string> = {
  date: 'must be a calendar date in the form YYYY-MM-DD, from 1900 on',
  'date-time': 'must be a date-time in UTC in the form YYYY-MM-DDThh:mm:ssZ',
  uuid: 'must be a UUID',
};
