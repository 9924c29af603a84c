import { toFirstDay, toLastDay } from '../extract/date-points.ts';
import { findPeriods } from '../extract/dates.ts';
import { positionScore } from '../extract/evidence.ts';
import type { CvPeriod } from '../extract/facts.ts';
import { isPause } from '../extract/pauses.ts';

// Periods in the description of a job. One that is not of the job itself may be another job, which was not seen.

export interface DescribedJob extends CvPeriod {
  title: string;
  place: string;
  description?: string;
}

interface DescribedPeriod extends CvPeriod {
  isPoint: boolean;
}

/** Employers that send their people to others. A description of such a job says where they were, and when. */
const AGENCY =
  /zeitarbeit|leiharbeit|arbeitnehmerüberlassung|überlassung|leasing|personal(?:dienst|service|management|vermittlung|lösung|partner)|staffing|recruit(?:ment|ing)|employment|\btemp(?:s|orary|ing)?\b|\bagency\b|\bperson(?:al|nel)\b|randstad|adecco|manpower/iu;
const ASSIGNMENT =
  /einsatz|einsätze|eingesetzt|überlassen|entleih|projekt|project|assignment|assigned|placement|(?:beim|bei) kunden|\bclient\b/iu;

/**
 * Whether a period in the description of a job is of something else: it is not within that of the job, or it has a position beside it
 * and is no assignment. A single date is only with a position.
 */
export function isOfAnother(period: DescribedPeriod, beside: string, job: DescribedJob): boolean {
  if (isPause(beside.trim())) return false;
  const hasPosition = positionScore(beside) > 0;
  if (!isWithin(period, job)) return hasPosition || !period.isPoint;
  if (period.isPoint || !hasPosition || isSame(period, job)) return false;
  return !AGENCY.test(`${job.place} ${job.title}`) && !ASSIGNMENT.test(beside);
}

const isSame = (left: CvPeriod, right: CvPeriod) =>
  left.fromDate === right.fromDate && left.untilDate === right.untilDate;

/** A job without an end lasts. Years are within if they touch the job: they stand for their first and their last day. */
function isWithin({ fromDate, untilDate }: CvPeriod, job: CvPeriod): boolean {
  const [first, last] = [fromDate ?? untilDate, untilDate ?? fromDate];
  if (first === undefined || last === undefined) return true;
  const from = first.endsWith('-01-01') ? first.slice(0, 4) : first;
  const until = last.endsWith('-12-31') ? last.slice(0, 4) : last;
  return (
    (job.fromDate === undefined || from >= job.fromDate.slice(0, from.length)) &&
    (job.untilDate === undefined || until <= job.untilDate.slice(0, until.length))
  );
}

/** What is on the line of a period, apart from how long it lasted, or else above and below it. */
export function textBeside(
  text: string,
  { start, end }: { start: number; end: number },
  above = '',
  below = '',
): string {
  const own = text.slice(0, start) + text.slice(end);
  return /\p{L}{3}/u.test(own.replaceAll(/\([^)]*\)/g, '')) ? own : `${above} ${below}`;
}

/** Whether the description of a job has a period of something else. */
export function holdsAnother(job: DescribedJob): boolean {
  const lines = job.description?.split('\n') ?? [];
  return lines.some((text, index) =>
    findPeriods(text).some(({ from, until, isPoint, start, end }) => {
      // Cells of a line are lines of the description.
      const around = textBeside(text, { start, end }, lines[index - 1], lines[index + 1]);
      const period = { fromDate: from && toFirstDay(from), untilDate: until && toLastDay(until), isPoint };
      return isOfAnother(period, around, job);
    }),
  );
}
