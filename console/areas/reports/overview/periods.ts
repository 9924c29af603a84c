import type { ReportsSearch } from '../../../core/paths.ts';

/** The first and the last day (UTC). Without one, the period has no end there. */
export interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

export const PRESETS = [
  'last30',
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'lastQuarter',
  'thisYear',
  'lastYear',
  'all',
] as const;
export type Preset = (typeof PRESETS)[number];

const DAY_MS = 86_400_000;
const MONTHS = { month: 1, quarter: 3, year: 12 } as const;

const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The day that is this many days after another one. */
export const dayAfter = (day: string, days: number): string =>
  toDay(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);

/** The number of days, both included. */
export const countDays = ({ from, to }: { from: string; to: string }): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS) + 1;

/** What has begun ends today: later days have no figures yet. */
export function daysOf(preset: Preset, today: string): Days {
  switch (preset) {
    case 'all':
      return {};
    case 'last30':
      return { from: dayAfter(today, -29), to: today };
    case 'thisMonth':
      return { from: startOf(today, MONTHS.month), to: today };
    case 'thisQuarter':
      return { from: startOf(today, MONTHS.quarter), to: today };
    case 'thisYear':
      return { from: startOf(today, MONTHS.year), to: today };
    case 'lastMonth':
      return before(today, MONTHS.month);
    case 'lastQuarter':
      return before(today, MONTHS.quarter);
    case 'lastYear':
      return before(today, MONTHS.year);
  }
}

/** The first day of the month, quarter, or year, or of an earlier one. */
function startOf(day: string, months: number, earlier = 0): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  const first = Math.floor((month - 1) / months) * months;
  return toDay(Date.UTC(year, first - earlier * months, 1));
}

const before = (today: string, months: number): Days => ({
  from: startOf(today, months, 1),
  to: dayAfter(startOf(today, months), -1),
});

/** The period that the address names. Without one, the last 30 days. */
export function periodOf({ period, from, to }: ReportsSearch, today: string): Days {
  if (period === 'all') return {};
  return from === undefined && to === undefined ? daysOf('last30', today) : { from, to };
}

/** The name of the period, if it has one. */
export function presetOf({ from, to }: Days, today: string): Preset | undefined {
  return PRESETS.find((preset) => {
    const days = daysOf(preset, today);
    return days.from === from && days.to === to;
  });
}

/** What the address says about a period. */
export function toPeriodSearch(
  { from, to }: Days,
  today: string,
): Pick<ReportsSearch, 'period' | 'from' | 'to'> {
  const preset = presetOf({ from, to }, today);
  if (preset === 'last30') return { period: undefined, from: undefined, to: undefined };
  return { period: preset === 'all' ? 'all' : undefined, from, to };
}
