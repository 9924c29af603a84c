import { isTimeKey, type PagedList } from '../../../core/http/page-position.ts';
import type { ApplicationStage } from '../../candidates/index.ts';

/** Why the erasure of a candidate is not proposed. The reason that counts first comes first. */
export const KEPT_BY = ['noRule', 'employment', 'openApplication', 'noApplication', 'hold'] as const;
type KeptBy = (typeof KEPT_BY)[number];

/** The stages in which an application has ended without an employment. */
export const CLOSED_WITHOUT_SUCCESS = ['rejected', 'withdrawn'] as const satisfies ApplicationStage[];

// A period in months ends with the day of the same number, or with the last day of the month if it is shorter (§ 188 BGB). A candidate is
// due from the day after, in UTC. So neither the time of the day nor the length of a month makes a difference between two candidates whose
// applications were closed on the same day.

/** The start of the day on which a candidate whose last application was closed at this time becomes due. */
export function dueSince(closedAt: Date, months: number): Date {
  const [year, month, day] = [
    closedAt.getUTCFullYear(),
    closedAt.getUTCMonth() + months,
    closedAt.getUTCDate(),
  ];
  return new Date(Date.UTC(year, month, Math.min(day, lengthOf(year, month)) + 1));
}

/** The candidates whose last application was closed before this time are due: exactly those with dueSince(closedAt) <= now. */
export function closedBefore(now: Date, months: number): Date {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth() - months, now.getUTCDate()];
  // In a month that has no such day, all days count: their period ended before this day.
  return new Date(Date.UTC(year, month, Math.min(day, lengthOf(year, month) + 1)));
}

function lengthOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
}

/** What decides from when on the erasure of a candidate is proposed. */
export interface RetentionFacts {
  isHired: boolean;
  isHeld: boolean;
  hasOpenApplication: boolean;
  /** When the last application was closed; null if there is none. */
  closedAt: Date | null;
}

/** From when on the erasure of a candidate is proposed, and what else keeps the candidate. The list of those who are due has the same rules. */
export function retentionOf(
  { isHired, isHeld, hasOpenApplication, closedAt }: RetentionFacts,
  months: number | null,
): { dueFrom: Date | null; keptBy: KeptBy | null } {
  const kept = (keptBy: KeptBy) => ({ dueFrom: null, keptBy });
  if (months === null) return kept('noRule');
  if (isHired) return kept('employment');
  if (hasOpenApplication) return kept('openApplication');
  if (closedAt === null) return kept('noApplication');
  return { dueFrom: dueSince(closedAt, months), keptBy: isHeld ? 'hold' : null };
}

export const DUE_CANDIDATES: PagedList = {
  permitted: [{ sort: 'closedAtUtc', order: 'asc' }],
  isKey: isTimeKey,
};
