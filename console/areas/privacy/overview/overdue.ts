import type { Texts } from '../../../core/texts/texts-de.ts';

const DAY_MS = 24 * 3_600_000;
const DAYS_OF_WEEK = 7;
const DAYS_OF_MONTH = 30.44;
/** Until then days say more than weeks, and weeks more than months. */
const SHOWN_IN_DAYS = 14;
const SHOWN_IN_WEEKS = 61;

/** How long the erasure has been proposed, in whole days (UTC), weeks, or months. */
export function toOverdue(
  dueSinceUtc: string,
  now: Date,
  { due }: Texts['privacy'],
  toNumber: (value: number) => string,
): string {
  const days = Math.floor((now.getTime() - Date.parse(dueSinceUtc)) / DAY_MS);
  if (days <= 0) return due.today;
  if (days < SHOWN_IN_DAYS) return due.days(toNumber(days));
  if (days < SHOWN_IN_WEEKS) return due.weeks(toNumber(Math.floor(days / DAYS_OF_WEEK)));
  return due.months(toNumber(Math.floor(days / DAYS_OF_MONTH)));
}
