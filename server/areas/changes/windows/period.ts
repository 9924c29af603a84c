import { isCalendarDate } from '../../../core/http/formats.ts';
import { ApiError } from '../../../core/http/index.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Milliseconds since 1970; the end is exclusive. Undefined: open. */
export interface WindowPeriod {
  fromMs: number | undefined;
  toMs: number | undefined;
}

/** The day that a path names. 404 when there is no such day. */
export function dayPeriod(date: string): WindowPeriod {
  const fromMs = startOfDay(date);
  return { fromMs, toMs: fromMs + DAY_MS };
}

/** The hour that a path names. 404 when there is no such hour. */
export function hourPeriod(date: string, hour: string): WindowPeriod {
  if (!/^(\d|[01]\d|2[0-3])$/.test(hour)) throw noSuchPeriod('hour must be a whole number from 0 to 23');
  const fromMs = startOfDay(date) + Number(hour) * HOUR_MS;
  return { fromMs, toMs: fromMs + HOUR_MS };
}

function startOfDay(date: string): number {
  if (!isCalendarDate(date)) throw noSuchPeriod('date must be a calendar date in the form YYYY-MM-DD');
  return Date.parse(`${date}T00:00:00Z`);
}

export function noSuchPeriod(reason: string): ApiError {
  return new ApiError('recordNotFound', { message: `Period not found: ${reason}.` });
}
