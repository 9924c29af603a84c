import { JOB_ADS } from '../lists/job-ad-texts.ts';
import { addDays } from './dates.ts';

const NEWEST_DAYS = 25;
const APART_DAYS = 24;

const TIDIED_AFTER_DAYS = 14;
const TIDIED_IN_DAYS = 2;
/** Active ads were published again in the last weeks, so that the job portal of a new demo does not look abandoned. */
const FRESHEST_DAYS = 1;
const FRESH_APART_DAYS = 3;
/** Index of an ad that was published and is being rewritten. */
const WITHDRAWN = 10;
const WITHDRAWN_AFTER_DAYS = 20;

export interface Stretch {
  from: Date;
  /** Null if it still lasts. */
  to: Date | null;
}

/** When the ad was created, published, and completed. Many ads were unpublished for two days for corrections. */
export function jobAdTimes(
  index: number,
  now: Date,
): { created: Date; published: Stretch[]; completed: Date | null } {
  const { status } = JOB_ADS[index]!;
  const created = addDays(now, -(NEWEST_DAYS + (JOB_ADS.length - 1 - index) * APART_DAYS));
  const completed = status === 'Completed' ? addDays(now, -(3 + index)) : null;
  const from = addDays(created, 2);
  if (index === WITHDRAWN)
    return { created, published: [{ from, to: addDays(from, WITHDRAWN_AFTER_DAYS) }], completed };
  if (status === 'Editing') return { created, published: [], completed };
  const isActive = status === 'Active';
  if (!isActive && index % 3 !== 0) return { created, published: [{ from, to: completed }], completed };
  const tidied = isActive
    ? addDays(now, -(FRESHEST_DAYS + index * FRESH_APART_DAYS + TIDIED_IN_DAYS))
    : addDays(from, TIDIED_AFTER_DAYS);
  return {
    created,
    published: [
      { from, to: tidied },
      { from: addDays(tidied, TIDIED_IN_DAYS), to: completed },
    ],
    completed,
  };
}
