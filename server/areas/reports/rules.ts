import type { Fault } from '../../core/http/index.ts';
import { periodFaults } from '../../core/http/period.ts';

const DAY_MS = 86_400_000;
const MAXIMUM_DAYS = 92;
const DECIMALS = 10_000;

/** Applications per view, with four decimals, or null without views. */
export function conversionRate(applications: number, views: number): number | null {
  return views === 0 ? null : Math.round((applications / views) * DECIMALS) / DECIMALS;
}

/** The faults of a period that is listed day by day. */
export function daysFaults(period: { startDate: string; endDate: string }): Fault[] {
  const faults = periodFaults(period);
  const days = (Date.parse(period.endDate) - Date.parse(period.startDate)) / DAY_MS;
  // A day that is not a date makes it NaN, which is no number of days.
  if (faults.length > 0 || !(days > MAXIMUM_DAYS)) return faults;
  return [
    {
      property: 'endDate',
      code: 'range',
      message: `endDate must be at most ${MAXIMUM_DAYS} days after startDate. Ask for a longer period in parts.`,
    },
  ];
}
