const pad = (value: number): string => String(value).padStart(2, '0');

/** A day of the calendar on the wall of the user, such as 2026-03-06. */
export const toDay = (date: Date): string =>
  `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;

const inDays = (now: Date, days: number): string =>
  toDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));

const DAYS_OF_WEEK = 7;

/** The days that are chosen most often. Next week begins on Monday. */
export const QUICK_DAYS = {
  tomorrow: (now: Date) => inDays(now, 1),
  threeDays: (now: Date) => inDays(now, 3),
  nextWeek: (now: Date) => inDays(now, DAYS_OF_WEEK - ((now.getDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK)),
} as const;

export type QuickDay = keyof typeof QUICK_DAYS;
