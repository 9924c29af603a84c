const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const YEAR_ONE_MS = Date.parse('0001-01-01T00:00:00Z');
const YEAR_10000_MS = Date.parse('9999-12-31T00:00:00Z') + DAY_MS;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt]((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])([01]\d|2[0-3]):?([0-5]\d)?)?$/;
const UTC_DATE_TIME = /T\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;
// The precision of PostgreSQL, which would round further digits, possibly to the next second.
const FRACTION_DIGITS = 6;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the text is an existing date from 0001-01-01 to 9999-12-31 as YYYY-MM-DD. 2026-02-30 is not. */
export function isCalendarDate(text: string): boolean {
  const ms = DATE.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Date.parse turns February 30 into a day of March.
  return ms >= YEAR_ONE_MS && new Date(ms).toISOString().startsWith(text);
}

/**
 * Converts an ISO 8601 date-time to UTC with Z, with at most six decimals. The seconds are optional. Without a zone, the time
 * is UTC. Returns undefined for any other text, and for times outside the years 1 to 9999 in UTC.
 */
export function toUtcDateTime(text: string): string | undefined {
  const match = DATE_TIME.exec(text);
  if (match === null || !isCalendarDate(match[1]!)) return undefined;
  const [, date, time, seconds = '00', fraction, sign, hours, minutes = '0'] = match;
  const offsetMinutes = sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
  const ms = Date.parse(`${date}T${time}:${seconds}Z`) - offsetMinutes * MINUTE_MS;
  if (ms < YEAR_ONE_MS || ms >= YEAR_10000_MS) return undefined;
  const decimals = fraction === undefined ? '' : `.${fraction.slice(0, FRACTION_DIGITS)}`;
  return `${new Date(ms).toISOString().slice(0, 19)}${decimals}Z`;
}

/** Whether the text is a date-time as responses have it: in UTC, ending in Z. */
export function isUtcDateTime(text: string): boolean {
  return UTC_DATE_TIME.test(text) && toUtcDateTime(text) !== undefined;
}

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** The formats for Ajv. int32 only informs readers: `minimum` and `maximum` enforce its limits. */
export const FORMATS: Record<string, true | ((text: string) => boolean)> = {
  date: isCalendarDate,
  'date-time': (text) => toUtcDateTime(text) !== undefined,
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
  date: 'must be a calendar date in the form YYYY-MM-DD, no earlier than 0001-01-01',
  'date-time':
    'must be an ISO 8601 date-time from the years 1 to 9999, such as 2026-03-02T08:15:30Z or 2026-03-02T09:15:30+01:00',
  uuid: 'must be a UUID',
};
