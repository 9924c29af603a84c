import type { Fault } from './errors.ts';
import { date, Type } from './schema.ts';

/** Query parameters of a period of whole days in UTC, both included. */
export const periodParameters = {
  startDate: Type.Optional(date('First day of the period (UTC); without it the period has no beginning.')),
  endDate: Type.Optional(date('Last day of the period (UTC), included; without it the period has no end.')),
};

export const PeriodQuery = Type.Object(periodParameters);

export interface Period {
  startDate?: string;
  endDate?: string;
}

const DAY_MS = 86_400_000;
// The end of this day would have a year of five digits, which not everything that reads times takes. Nothing is later.
const LAST_DAY = '9999-12-31';

export function periodFaults({ startDate, endDate }: Period): Fault[] {
  if (startDate === undefined || endDate === undefined || startDate <= endDate) return [];
  return [{ property: 'endDate', code: 'range', message: 'endDate must not be before startDate.' }];
}

/** The period as instants: from the first inclusive to the last exclusive; undefined where it is open. */
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
