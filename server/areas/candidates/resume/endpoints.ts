import { type AnyEndpoint, defineEndpoint } from '../../../core/http/index.ts';
import { BaseCreateResponse, type TSchema } from '../../../core/http/schema.ts';
import { EVENTS } from '../../changes/index.ts';
import { changeCandidate } from '../change.ts';
import { IdPath, periodFaults, SUB_RECORD } from '../sub-record.ts';
import type { ResumeTable } from './fields.ts';
import { insertResumeEntry } from './queries.ts';
import {
  FurtherTrainingCreate,
  JobCreate,
  ProfessionalTrainingCreate,
  SchoolEducationCreate,
} from './schema.ts';

interface Kind {
  id: string;
  path: string;
  table: ResumeTable;
  /** Its property in the resume. */
  list: string;
  noun: string;
  body: TSchema;
  example: Record<string, unknown>;
}

const KINDS: Kind[] = [
  {
    id: 'candidate_addEducation',
    path: 'educations',
    table: 'resume_education',
    list: 'educations',
    noun: 'further training',
    body: FurtherTrainingCreate,
    example: { title: 'Ladungssicherung', provider: 'DEKRA', untilDate: '2024-02-16', hours: 16 },
  },
  {
    id: 'candidate_addJob',
    path: 'jobs',
    table: 'resume_job',
    list: 'jobs',
    noun: 'a job',
    body: JobCreate,
    example: {
      employer: 'Muster Logistik GmbH',
      position: 'Kommissioniererin',
      fromDate: '2019-04-01',
      untilDate: '2023-09-30',
      city: 'Berlin',
    },
  },
  {
    id: 'candidate_addProfessionEducation',
    path: 'professioneducations',
    table: 'resume_profession_education',
    list: 'professionEducations',
    noun: 'vocational training or studies',
    body: ProfessionalTrainingCreate,
    example: {
      institution: 'Berufsschule Berlin',
      profession: 'Fachkraft für Lagerlogistik',
      fromDate: '2016-08-01',
      untilDate: '2019-03-31',
      isCompleted: true,
    },
  },
  {
    id: 'candidate_addSchoolEducation',
    path: 'schooleducations',
    table: 'resume_school_education',
    list: 'schoolEducations',
    noun: 'a school',
    body: SchoolEducationCreate,
    example: { school: 'Gesamtschule Mitte', graduation: 'Mittlere Reife', untilDate: '2016-06-30' },
  },
];

export const resumeEndpoints: readonly AnyEndpoint[] = KINDS.map((kind) =>
  defineEndpoint({
    ...SUB_RECORD,
    id: kind.id,
    method: 'POST',
    path: `/candidates/{id}/resume/${kind.path}`,
    summary: `Add ${kind.noun} to a candidate’s resume`,
    description:
      'Every call adds an entry. Both dates are optional. Send an Idempotency-Key so that a repeated call does not add the entry twice.',
    params: IdPath,
    body: kind.body,
    check: ({ body }) => periodFaults(body as Record<string, string>, 'fromDate', 'untilDate'),
    success: { status: 200, description: 'The id of the entry.', schema: BaseCreateResponse },
    creates: true,
    examples: [{ summary: 'A typical entry', body: kind.example }],
    handle: ({ tenantId, params, body, write }) =>
      write(async (db) => {
        await changeCandidate(db, tenantId, params.id, EVENTS.candidateChanged, {
          properties: [`resume.${kind.list}`],
        });
        const entry = body as Record<string, unknown>;
        return { id: await insertResumeEntry(db, tenantId, params.id, kind.table, entry) };
      }),
  }),
);
