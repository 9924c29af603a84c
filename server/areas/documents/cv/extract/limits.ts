import { truncate } from '../../../../core/text/truncate.ts';
import type { CvFacts } from './facts.ts';

// What is read from a file is worked on outside of the limits of its thread, so a hostile file must not make it large.

/** Entries of a list. A CV has fewer. */
const MAXIMUM_ENTRIES = 100;
/** In characters, as the record has it for a title or a place. */
const MAXIMUM_NAME = 255;

const short = (text: string) => truncate(text, MAXIMUM_NAME);
const optional = (text: string | undefined) => (text === undefined ? undefined : short(text));
const first = <Entry>(list: readonly Entry[]) => list.slice(0, MAXIMUM_ENTRIES);

/** The facts with at most 100 entries in each list and names of at most 255 characters. */
export function limitFacts(facts: CvFacts): CvFacts {
  return {
    ...facts,
    jobs: first(facts.jobs).map((job) => ({
      ...job,
      employer: short(job.employer),
      position: short(job.position),
      city: optional(job.city),
    })),
    professionEducations: first(facts.professionEducations).map((entry) => ({
      ...entry,
      institution: short(entry.institution),
      profession: short(entry.profession),
    })),
    schoolEducations: first(facts.schoolEducations).map((entry) => ({
      ...entry,
      school: short(entry.school),
      graduation: optional(entry.graduation),
    })),
    educations: first(facts.educations).map((entry) => ({
      ...entry,
      title: short(entry.title),
      provider: optional(entry.provider),
    })),
    languages: first(facts.languages),
    driversLicenseIds: first(facts.driversLicenseIds),
    qualificationIds: first(facts.qualificationIds),
    keywords: first(facts.keywords).map(short),
  };
}
