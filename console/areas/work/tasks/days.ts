import { toLocalDay } from '../../../core/local-day.ts';

const inDays = (now: Date, days: number): string =>
  toLocalDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));

const DAYS_OF_WEEK = 7;

/** The days that are chosen most often. Next week begins on Monday. */
export const QUICK_DAYS = {
  tomorrow: (now: Date) => inDays(now, 1),
  threeDays: (now: Date) => inDays(now, 3),
  nextWeek: (now: Date) => inDays(now, DAYS_OF_WEEK - ((now.getDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK)),
} as const;

export type QuickDay = keyof typeof QUICK_DAYS;
