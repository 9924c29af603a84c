const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the text is an existing date from 1900 to 9999 as YYYY-MM-DD. 2026-02-30 is not. */
export function isCalendarDate(text: string): boolean {
  const match = DATE.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1900 || month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Whether the text is an ISO 8601 date-time in UTC that ends in Z, with up to nine decimals. */
function isUtcDateTime(text: string): boolean {
  const match = DATE_TIME.exec(text);
  return match !== null && isCalendarDate(match[1]!);
}

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** The formats for Ajv. int32 only informs readers: `minimum` and `maximum` enforce its limits. */
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

/** The rule of each format, in the words of a validation fault. */
export const FORMAT_MESSAGES: Record<string, string> = {
  date: 'must be a calendar date in the form YYYY-MM-DD, no earlier than 1900',
  'date-time': 'must be a UTC date-time in the form YYYY-MM-DDThh:mm:ssZ',
  uuid: 'must be a UUID',
};
