import type { TextLine } from '../text/lines.ts';
import { type Entry, readEntries } from './entries.ts';
import { headPeriod } from './entry-dates.ts';
import { isJoined, splitOne } from './entry-texts.ts';
import { readUndated } from './entry-undated.ts';
import { educationScore, isSchool, isTraining, positionScore } from './evidence.ts';
import type { CvFacts, CvPeriod } from './facts.ts';
import type { Section } from './sections.ts';

// Jobs and educations. Most CVs have them in sections, some in one list, some in sentences.

type Career = Pick<CvFacts, 'jobs' | 'professionEducations' | 'schoolEducations'>;

interface Found {
  kind: 'jobs' | 'career' | 'school' | 'education';
  entry: Entry;
}

export function extractCareer(sections: readonly Section[], aboutPerson: readonly TextLine[]): Career {
  const linesOf = (kind: Section['kind']) =>
    sections.filter((section) => section.kind === kind).flatMap(({ lines }) => lines);
  const found: Found[] = [
    ...readEntries(linesOf('jobs'), positionScore, false).map((entry): Found => ({ kind: 'jobs', entry })),
    ...readMixed(linesOf('career')),
    ...sections.flatMap(({ kind, lines }): Found[] =>
      kind === 'school' || kind === 'education'
        ? readEducations(lines).map((entry) => ({ kind, entry }))
        : [],
    ),
  ];
  // Without a section about jobs, its heading was not understood, or there is none.
  const hasJobs = found.some(({ kind }) => kind === 'jobs' || kind === 'career');
  return toCareer(hasJobs ? found : [...found, ...readUnlabelled(aboutPerson)]);
}

function readEducations(lines: readonly TextLine[]): Entry[] {
  const entries = readEntries(lines, educationScore, true);
  return entries.length > 0 ? entries : readUndated(lines, educationScore);
}

/** The words of jobs and of educations tell titles from places alike. */
const careerScore = (text: string) => Math.max(positionScore(text), educationScore(text));

function readMixed(lines: readonly TextLine[]): Found[] {
  return readEntries(lines, careerScore, false).map((entry): Found => ({ kind: 'career', entry }));
}

/** Entries among lines about the person: only those with a beginning, a title and a place. */
function readUnlabelled(lines: readonly TextLine[]): Found[] {
  const dated = lines.filter((line) => headPeriod(line, false) !== undefined);
  const isWhole = (line: TextLine) => {
    const { beside } = headPeriod(line, false)!;
    return beside.some((text) => isJoined(text) || splitOne(text, careerScore).length > 1);
  };
  return readMixed(dated.every(isWhole) ? dated : lines).filter(
    ({ entry }) => entry.fromDate !== undefined && entry.title !== '' && entry.place !== '',
  );
}

/** An entry is about a school if its section is or if its words say so, about training if its words do. */
function toCareer(found: readonly Found[]): Career {
  const ofSchool = ({ kind, entry }: Found) =>
    kind === 'school' || (kind !== 'jobs' && isSchool(entry.title, entry.place) && !isJob(entry));
  const ofTraining = (one: Found) =>
    one.kind === 'education' || (isTraining(one.entry.title) && !ofSchool(one));
  const complete = ({ entry }: Found) => entry.title !== '' && entry.place !== '';
  const jobs = found.filter((one) => !ofSchool(one) && !ofTraining(one) && complete(one));
  const trainings = found.filter((one) => !ofSchool(one) && ofTraining(one) && complete(one));
  return {
    jobs: jobs.map(({ entry: { title, place, city, isCurrent, description, ...period } }) => ({
      employer: place,
      position: title,
      city,
      isCurrent,
      description,
      ...toPeriod(period),
    })),
    professionEducations: trainings.map(({ entry }) => ({
      institution: entry.place,
      profession: entry.title,
      ...toPeriod(entry),
    })),
    schoolEducations: found.filter(ofSchool).map(({ entry }) => ({
      school: entry.place || entry.title,
      graduation: entry.place === '' ? undefined : entry.title || undefined,
      ...toPeriod(entry),
    })),
  };
}

function isJob({ title }: Entry): boolean {
  return positionScore(title) > 0;
}

export function toPeriod({ fromDate, untilDate }: Pick<Entry, 'fromDate' | 'untilDate'>): CvPeriod {
  return { fromDate, untilDate };
}
