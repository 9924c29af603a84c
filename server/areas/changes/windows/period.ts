import { isCalendarDate } from '../../../core/http/formats.ts';
import { ApiError, invalid } from '../../../core/http/index.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** In milliseconds since 1970, with an exclusive end. An undefined bound is open. */
export interface WindowPeriod {
  fromMs: number | undefined;
  toMs: number | undefined;
}

/** Returns the day of a path. Throws a 404 if it is not a calendar date. */
export function dayPeriod(date: string): WindowPeriod {
  const fromMs = startOfDay(date);
  return { fromMs, toMs: fromMs + DAY_MS };
}

/** Returns the hour of a path. Throws a 404 if the date is not a calendar date. */
export function hourPeriod(date: string, hour: number): WindowPeriod {
  const fromMs = startOfDay(date) + hour * HOUR_MS;
  return { fromMs, toMs: fromMs + HOUR_MS };
}

function startOfDay(date: string): number {
  if (!isCalendarDate(date)) throw periodNotFound('date must be a calendar date in the form YYYY-MM-DD');
  return Date.parse(`${date}T00:00:00Z`);
}

export function periodNotFound(reason: string): ApiError {
  return new ApiError('recordNotFound', { message: `Period not found: ${reason}.` });
}

/** Retention has deleted changes up to this time, so the period would lack some. */
export function periodTooOld(sweptUntilMs: number, isInPath: boolean): ApiError {
  const firstDay = new Date(startOfNextDay(sweptUntilMs)).toISOString().slice(0, 10);
  const way = `Make a full export, and read the changes from ${firstDay} on.`;
  if (isInPath)
    return new ApiError('recordNotFound', {
      message: `Period not found: the change log no longer has all of its changes. ${way}`,
    });
  return invalid({
    property: 'startDate',
    code: 'range',
    message: `startDate must be ${firstDay} or later, because the change log no longer has all changes before it. ${way}`,
  });
}

function startOfNextDay(ms: number): number {
  return (Math.floor(ms / DAY_MS) + 1) * DAY_MS;
}
