import type { CvFacts } from '../../areas/documents/cv/extract/facts.ts';
import { expectedDate } from './dates.ts';
import type { LayoutCv } from './make.ts';
import type { LayoutEntry } from './people.ts';

export interface Counts {
  right: number;
  found: number;
  expected: number;
}

export interface Judged {
  jobs: Counts;
  educations: Counts;
  mistakes: string[];
  /** By index of what was found, vocational before school. */
  rightJobs: boolean[];
  rightEducations: boolean[];
}

interface FoundEntry {
  title?: string;
  place: string;
  fromDate?: string;
  untilDate?: string;
}

const plain = (text: string | undefined) => (text ?? '').toLowerCase().replaceAll(/[^\p{L}\d]+/gu, '');

/** Compares what was read with what the CV says. The city may be part of the employer. */
export function judge(cv: LayoutCv, facts: CvFacts): Judged {
  const jobs = facts.jobs.map(({ position, employer, ...rest }) => ({
    ...rest,
    title: position,
    place: employer,
  }));
  const educations = [
    ...facts.professionEducations.map(({ profession, institution, ...rest }) => ({
      ...rest,
      title: profession,
      place: institution,
    })),
    ...facts.schoolEducations.map(({ graduation, school, ...rest }) => ({
      ...rest,
      title: graduation,
      place: school,
    })),
  ];
  const ofJobs = compare(cv, cv.person.jobs, jobs);
  const ofEducations = compare(cv, cv.person.educations, educations);
  return {
    jobs: ofJobs.counts,
    educations: ofEducations.counts,
    mistakes: [...ofJobs.mistakes, ...ofEducations.mistakes],
    rightJobs: ofJobs.right,
    rightEducations: ofEducations.right,
  };
}

function compare({ choice }: LayoutCv, expected: readonly LayoutEntry[], found: readonly FoundEntry[]) {
  const dateIs = (date: string | undefined, months: number | undefined) => {
    const wanted = expectedDate(months, choice.dates);
    return wanted === undefined ? date === undefined : date?.startsWith(wanted) === true;
  };
  const isRight = (entry: LayoutEntry, { title, place, fromDate, untilDate }: FoundEntry) =>
    plain(title) === plain(entry.title) &&
    [plain(entry.place), plain(entry.place + entry.city), plain(`${entry.place}in${entry.city}`)].includes(
      plain(place),
    ) &&
    dateIs(fromDate, entry.from) &&
    dateIs(untilDate, entry.until);
  const right = found.map((one) => expected.some((entry) => isRight(entry, one)));
  const missing = expected.filter((entry) => !found.some((one) => isRight(entry, one)));
  return {
    right,
    counts: { right: expected.length - missing.length, found: found.length, expected: expected.length },
    mistakes: [
      ...missing.map(
        (entry) =>
          `- ${entry.title} | ${entry.place}, ${entry.city} | ${expectedDate(entry.from, choice.dates)}`,
      ),
      ...found
        .filter((_, index) => !right[index])
        .map((one) => `+ ${one.title} | ${one.place} | ${one.fromDate} | ${one.untilDate}`),
    ],
  };
}

export function f1({ right, found, expected }: Counts): string {
  return ((2 * right) / (found + expected)).toFixed(3);
}
