import type { CvFacts } from './extract/facts.ts';
import type { Finding } from './findings.ts';

// "Until today" in a CV is true of the day on which it was written. docs/adr/0029-dates-and-catalogs-of-cvs.md has the reasons.

/** In days. What an older CV says about today is not sure. */
const MAXIMUM_AGE = 365;
const DAY_MS = 86_400_000;
/** The confidence of what is doubted, at most. Less than a tenant can have written: how many such entries are true is not known. */
export const UNSURE = 0.4;

export type Doubt = 'outdated' | 'future';

/** The day on which the CV was written, as far as it is known: otherwise today, since it was written before it was sent. */
function writtenOn({ documentDate, ...facts }: CvFacts, today: string): string {
  if (documentDate === undefined || documentDate > today) return today;
  const entries = [
    ...facts.jobs,
    ...facts.professionEducations,
    ...facts.schoolEducations,
    ...facts.educations,
  ];
  // If several begin after it, it is the date of something else.
  const later = entries.filter(({ fromDate }) => fromDate !== undefined && fromDate > documentDate);
  return later.length > 1 ? today : documentDate;
}

/**
 * Returns why an entry of the resume is not sure, whatever its words are: it lasts until today in a CV that is too old to say so,
 * or begins after the CV was written.
 */
export function doubtAbout(facts: CvFacts, { columns }: Finding, now: Date): Doubt | undefined {
  const today = now.toISOString().slice(0, 10);
  const written = writtenOn(facts, today);
  const { from_date: from, is_current: isCurrent } = columns;
  if (typeof from === 'string' && from > written) return 'future';
  const ageInDays = (Date.parse(today) - Date.parse(written)) / DAY_MS;
  return isCurrent === true && ageInDays > MAXIMUM_AGE ? 'outdated' : undefined;
}
