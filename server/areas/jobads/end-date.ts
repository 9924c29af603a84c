import type { Fault } from '../../core/http/index.ts';
import { ACTIVE, type ProcessStatus } from './process-status.ts';

// A job ad with an end date leaves the job portal when that day is over in UTC. Its status stays Active, and nothing is
// written: a date that passes is not a change, and every reader can compare it with the current day.

/** The day in UTC, as YYYY-MM-DD. */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

export interface Publication {
  process_status: ProcessStatus;
  published_at: string | null;
  end_date: string | null;
}

/** Returns a fault if an Active job ad would end before the day of its publication. */
export function publishedEndFaults({ process_status, published_at, end_date }: Publication): Fault[] {
  if (process_status !== ACTIVE || published_at === null || end_date === null) return [];
  const publishedOn = utcDay(new Date(published_at));
  if (end_date >= publishedOn) return [];
  return [
    {
      property: 'endDate',
      code: 'range',
      message: `endDate must not be before the publication on ${publishedOn} (UTC). Send a later date, or null for no end.`,
    },
  ];
}

/** Returns a fault if a job ad that is published now would already be over. */
export function endOverFaults(endDate: string | null, now: Date): Fault[] {
  if (endDate === null || endDate >= utcDay(now)) return [];
  return [
    {
      property: 'endDate',
      code: 'range',
      message: `endDate must not be before the publication. ${endDate} is over. Send a later date, or null for no end, and publish again.`,
    },
  ];
}

/** Whether the job portal shows the job ad again after a change of its end date. */
export function returnsToPortal(
  stored: Omit<Publication, 'published_at'>,
  changed: { end_date?: string | null | undefined },
  now: Date,
): boolean {
  const { process_status, end_date } = stored;
  const today = utcDay(now);
  if (process_status !== ACTIVE || end_date === null || end_date >= today) return false;
  return changed.end_date === null || (changed.end_date !== undefined && changed.end_date >= today);
}
