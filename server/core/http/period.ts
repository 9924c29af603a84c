import type { Fault } from './errors.ts';
import { isCalendarDate } from './formats.ts';
import { date, Type } from './schema.ts';

/** Query parameters for a period of whole days in UTC. Both days are included. */
export const periodParameters = {
  startDate: Type.Optional(date('First day of the period (UTC). If omitted, the period has no start.')),
  endDate: Type.Optional(date('Last day of the period (UTC), included. If omitted, the period has no end.')),
};

export interface Period {
  startDate?: string;
  endDate?: string;
}

const DAY_MS = 86_400_000;
// The end of this day has a five-digit year, which not every parser accepts. No record is later.
const LAST_DAY = '9999-12-31';

export function periodFaults({ startDate, endDate }: Period): Fault[] {
  if (startDate === undefined || endDate === undefined || startDate <= endDate) return [];
  // Nothing is before what is not a date.
  if (!isCalendarDate(startDate)) return [];
  return [{ property: 'endDate', code: 'range', message: 'endDate must not be before startDate.' }];
}

/** The period in milliseconds since 1970: `fromMs` is inclusive, `toMs` exclusive. An open end is undefined. */
export function periodBounds({ startDate, endDate }: Period): {
  fromMs: number | undefined;
  toMs: number | undefined;
} {
  return {
    fromMs: startDate === undefined ? undefined : Date.parse(`${startDate}T00:00:00Z`),
    toMs:
      endDate === undefined || endDate === LAST_DAY ? undefined : Date.parse(`${endDate}T00:00:00Z`) + DAY_MS,
  };
}
