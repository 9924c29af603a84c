import { call } from '../../../core/api/call.ts';
import type { Choice, Field } from '../../../core/forms/fields.ts';
import type { Limits } from '../../../core/forms/limits.ts';
import { useChoices } from '../../../core/forms/use-choices.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import {
  candidateChangeEducationLimits,
  candidateChangeJobLimits,
  candidateChangeProfessionEducationLimits,
  candidateChangeSchoolEducationLimits,
} from '../../../generated/limits.ts';
import {
  candidateAddEducation,
  candidateAddJob,
  candidateAddProfessionEducation,
  candidateAddSchoolEducation,
  candidateChangeEducation,
  candidateChangeJob,
  candidateChangeProfessionEducation,
  candidateChangeSchoolEducation,
  candidateDeleteEducation,
  candidateDeleteJob,
  candidateDeleteProfessionEducation,
  candidateDeleteSchoolEducation,
} from '../../../generated/operations.ts';
import type { Candidate } from './source.ts';

export type ResumeList = keyof Candidate['resume'];
type Property = keyof ReturnType<typeof useTexts>['candidatePage']['resume'];
type Body = Record<string, unknown>;

/** How the entries of a list of the resume are shown and changed. */
export interface ResumeKind {
  fields: readonly Field[];
  /** The properties of its first line, and of the line below. */
  title: string;
  place: string;
  change(id: number, body: Body, ifMatch: string): Promise<unknown>;
  remove(id: number): Promise<unknown>;
  add(body: Body, idempotencyKey?: string): Promise<{ id: number }>;
}

const FIELDS: Readonly<Record<ResumeList, readonly [Property, Field['kind']?][]>> = {
  jobs: [
    ['position'],
    ['employer'],
    ['fromDate', 'date'],
    ['untilDate', 'date'],
    ['isCurrent', 'flag'],
    ['city'],
    ['countryId', 'choice'],
    ['industryId', 'choice'],
    ['description', 'longText'],
  ],
  educations: [
    ['title'],
    ['provider'],
    ['fromDate', 'date'],
    ['untilDate', 'date'],
    ['hours', 'number'],
    ['certificate'],
  ],
  professionEducations: [
    ['profession'],
    ['institution'],
    ['degree'],
    ['fromDate', 'date'],
    ['untilDate', 'date'],
    ['isCompleted', 'flag'],
    ['description', 'longText'],
  ],
  schoolEducations: [
    ['school'],
    ['graduation'],
    ['fromDate', 'date'],
    ['untilDate', 'date'],
    ['grade'],
    ['city'],
  ],
};

const LIMITS: Readonly<Record<ResumeList, Limits>> = {
  jobs: candidateChangeJobLimits,
  educations: candidateChangeEducationLimits,
  professionEducations: candidateChangeProfessionEducationLimits,
  schoolEducations: candidateChangeSchoolEducationLimits,
};

export function useResumeKinds({
  id: candidateId,
  resume: { jobs },
}: Candidate): Readonly<Record<ResumeList, ResumeKind>> {
  const { resume } = useTexts().candidatePage;
  const choices: Partial<Record<Property, readonly Choice[] | undefined>> = {
    countryId: useChoices('countries', ...jobs.map(({ countryId }) => countryId)),
    industryId: useChoices('industries', ...jobs.map(({ industryId }) => industryId)),
  };
  const fieldsOf = (list: ResumeList): readonly Field[] =>
    FIELDS[list].map(([property, kind = 'text']) => ({
      property,
      label: resume[property],
      kind,
      choices: choices[property],
      isWide: kind === 'longText',
      limit: LIMITS[list][property],
    }));
  const at = { candidateId };
  const to = { id: candidateId };
  return {
    jobs: {
      fields: fieldsOf('jobs'),
      title: 'position',
      place: 'employer',
      change: (resumeJobId, body, ifMatch) =>
        call(candidateChangeJob, { path: { ...at, resumeJobId }, body, ifMatch }),
      remove: (resumeJobId) => call(candidateDeleteJob, { path: { ...at, resumeJobId } }),
      add: (body, idempotencyKey) => call(candidateAddJob, { path: to, body: body as never, idempotencyKey }),
    },
    educations: {
      fields: fieldsOf('educations'),
      title: 'title',
      place: 'provider',
      change: (resumeEducationId, body, ifMatch) =>
        call(candidateChangeEducation, { path: { ...at, resumeEducationId }, body, ifMatch }),
      remove: (resumeEducationId) => call(candidateDeleteEducation, { path: { ...at, resumeEducationId } }),
      add: (body, idempotencyKey) =>
        call(candidateAddEducation, { path: to, body: body as never, idempotencyKey }),
    },
    ...schoolKinds(candidateId, fieldsOf),
  };
}

function schoolKinds(candidateId: number, fieldsOf: (list: ResumeList) => readonly Field[]) {
  const at = { candidateId };
  const to = { id: candidateId };
  const professionEducations: ResumeKind = {
    fields: fieldsOf('professionEducations'),
    title: 'profession',
    place: 'institution',
    change: (resumeProfessionEducationId, body, ifMatch) =>
      call(candidateChangeProfessionEducation, {
        path: { ...at, resumeProfessionEducationId },
        body,
        ifMatch,
      }),
    remove: (resumeProfessionEducationId) =>
      call(candidateDeleteProfessionEducation, { path: { ...at, resumeProfessionEducationId } }),
    add: (body, idempotencyKey) =>
      call(candidateAddProfessionEducation, { path: to, body: body as never, idempotencyKey }),
  };
  const schoolEducations: ResumeKind = {
    fields: fieldsOf('schoolEducations'),
    title: 'school',
    place: 'graduation',
    change: (resumeSchoolEducationId, body, ifMatch) =>
      call(candidateChangeSchoolEducation, { path: { ...at, resumeSchoolEducationId }, body, ifMatch }),
    remove: (resumeSchoolEducationId) =>
      call(candidateDeleteSchoolEducation, { path: { ...at, resumeSchoolEducationId } }),
    add: (body, idempotencyKey) =>
      call(candidateAddSchoolEducation, { path: to, body: body as never, idempotencyKey }),
  };
  return { professionEducations, schoolEducations };
}
