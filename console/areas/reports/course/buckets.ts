import type { SchemaApplicationDayDto } from '../../../generated/types.ts';
import { countDays, dayAfter } from '../overview/periods.ts';

export type Unit = 'day' | 'week' | 'month';
type Counts = Omit<SchemaApplicationDayDto, 'date'>;

/** The days of a period that are in the same day, week, or month, with their applications. */
export interface Bucket extends Counts {
  from: string;
  to: string;
  total: number;
  /** Whether the week or month is complete, or only partly in the period. */
  isWhole: boolean;
}

const MOST_BUCKETS = 120;
const DAYS_BY_DAY = 31;
const DAYS_BY_WEEK = 183;
const LONGEST: Readonly<Record<Unit, number>> = { day: 1, week: 7, month: 28 };
const MONDAY = 1;

/** The units by which a period of so many days is not longer than a page. */
export const unitsOf = (days: number): readonly Unit[] =>
  (['day', 'week', 'month'] as const).filter((unit) => days / LONGEST[unit] <= MOST_BUCKETS);

/** What somebody has chosen, unless the period is too long for it. */
export function unitOf(days: number, chosen: Unit | undefined): Unit {
  if (chosen !== undefined && unitsOf(days).includes(chosen)) return chosen;
  if (days <= DAYS_BY_DAY) return 'day';
  return days <= DAYS_BY_WEEK ? 'week' : 'month';
}

export function bucketsOf(days: readonly SchemaApplicationDayDto[], unit: Unit): Bucket[] {
  const groups = Map.groupBy(days, ({ date }) => startOf(date, unit));
  return [...groups].map(([start, group]) => {
    const counts = sumOf(group);
    const from = group[0]!.date;
    const to = group.at(-1)!.date;
    return { ...counts, from, to, isWhole: from === start && to === endOf(start, unit) };
  });
}

export function sumOf(days: readonly Counts[]) {
  const sum = (name: keyof Counts) => days.reduce((total, day) => total + day[name], 0);
  const counts = {
    open: sum('open'),
    hired: sum('hired'),
    rejected: sum('rejected'),
    withdrawn: sum('withdrawn'),
  };
  return { ...counts, total: counts.open + counts.hired + counts.rejected + counts.withdrawn };
}

/** Weeks begin on Monday. */
function startOf(day: string, unit: Unit): string {
  if (unit === 'day') return day;
  if (unit === 'month') return `${day.slice(0, 7)}-01`;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return dayAfter(day, -((weekday + 7 - MONDAY) % 7));
}

function endOf(start: string, unit: Unit): string {
  if (unit === 'day') return start;
  if (unit === 'week') return dayAfter(start, 6);
  const [year, month] = start.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

const YEARS = 2;

/** Longer periods would read too many days. */
export const MAXIMUM_YEARS = YEARS;
export const isTooLong = (period: { from: string; to: string }): boolean => countDays(period) > YEARS * 366;
