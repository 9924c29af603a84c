import type { TenantDatabase } from '../../../core/db/connection.ts';
import { type ColumnValue, changedColumns, columnsOf } from '../../../core/db/partial-change.ts';
import { type AnyEndpoint, defineEndpoint, type Fault, invalid, notFound } from '../../../core/http/index.ts';
import { BaseCreateResponse, type TSchema } from '../../../core/http/schema.ts';
import { EVENTS } from '../../changes/index.ts';
import { changeCandidate, lockCandidateRow } from '../change-queries.ts';
import { CANDIDATE_MATCH, IdPath, periodFaults, SUB_RECORD } from '../sub-record.ts';
import { RESUME, type ResumeTable } from './fields.ts';
import { deleteResumeEntry, findResumeEntry, insertResumeEntry, updateResumeEntry } from './queries.ts';
import {
  FurtherTrainingChange,
  FurtherTrainingCreate,
  FurtherTrainingPath,
  JobChange,
  JobCreate,
  JobPath,
  ProfessionalTrainingChange,
  ProfessionalTrainingCreate,
  ProfessionalTrainingPath,
  SchoolEducationChange,
  SchoolEducationCreate,
  SchoolEducationPath,
} from './schema.ts';

interface Kind {
  id: string;
  /** Ends the ids of the operations that change and delete an entry. */
  name: string;
  path: string;
  table: ResumeTable;
  /** Its property in the resume. */
  list: string;
  noun: string;
  body: TSchema;
  change: TSchema;
  entryPath: TSchema;
  example: Record<string, unknown>;
}

const KINDS: Kind[] = [
  {
    id: 'candidate_addEducation',
    name: 'Education',
    path: 'educations',
    table: 'resume_education',
    list: 'educations',
    noun: 'further training',
    body: FurtherTrainingCreate,
    change: FurtherTrainingChange,
    entryPath: FurtherTrainingPath,
    example: { title: 'Ladungssicherung', provider: 'DEKRA', untilDate: '2024-02-16', hours: 16 },
  },
  {
    id: 'candidate_addJob',
    name: 'Job',
    path: 'jobs',
    table: 'resume_job',
    list: 'jobs',
    noun: 'a job',
    body: JobCreate,
    change: JobChange,
    entryPath: JobPath,
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
    name: 'ProfessionEducation',
    path: 'professioneducations',
    table: 'resume_profession_education',
    list: 'professionEducations',
    noun: 'vocational training or studies',
    body: ProfessionalTrainingCreate,
    change: ProfessionalTrainingChange,
    entryPath: ProfessionalTrainingPath,
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
    name: 'SchoolEducation',
    path: 'schooleducations',
    table: 'resume_school_education',
    list: 'schoolEducations',
    noun: 'a school',
    body: SchoolEducationCreate,
    change: SchoolEducationChange,
    entryPath: SchoolEducationPath,
    example: { school: 'Gesamtschule Mitte', graduation: 'Mittlere Reife', untilDate: '2016-06-30' },
  },
];

const ENTRY = {
  audience: 'platform',
  area: 'Candidate details',
  permission: 'candidates:write',
  ifMatch: CANDIDATE_MATCH,
  notFound: 'Candidate or entry',
  event: EVENTS.candidateChanged,
} as const;

export const resumeEndpoints: readonly AnyEndpoint[] = [
  ...KINDS.map(createEndpoint),
  ...KINDS.map(changeEndpoint),
  ...KINDS.map(deleteEndpoint),
];

function createEndpoint(kind: Kind): AnyEndpoint {
  return defineEndpoint({
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
  });
}

/** The path and its parameter with the id of the entry, which is named after the table. */
function entryRoute({ path, entryPath }: Kind) {
  const parameter = Object.keys(entryPath.properties).find((name) => name !== 'candidateId')!;
  return { parameter, path: `/candidates/{candidateId}/resume/${path}/{${parameter}}` };
}

function changeEndpoint(kind: Kind): AnyEndpoint {
  const { table, name, entryPath, list } = kind;
  const { parameter, path } = entryRoute(kind);
  const toColumns = columnsOf<Record<string, ColumnValue>>(
    Object.fromEntries(Object.entries(RESUME[table]).map(([property, { column }]) => [property, column])),
  );
  const find = (db: TenantDatabase, tenantId: number, params: object) => {
    const { candidateId, [parameter]: id } = params as Record<string, number>;
    return findResumeEntry(db, tenantId, candidateId!, { table, id: id! });
  };
  return defineEndpoint({
    ...ENTRY,
    id: `candidate_change${name}`,
    method: 'PUT',
    path,
    summary: `Change ${kind.noun} in a candidate’s resume`,
    description:
      'Only the properties that you send change. Send null to clear a property. A body that changes nothing records no change and triggers no event.',
    params: entryPath,
    body: kind.change,
    async findWriteFaults({ db, tenantId, params, body, faulty }) {
      // Without its start, it is not known whether the period ends before it.
      if (faulty.has('fromDate')) return [];
      const stored = await find(db, tenantId, params as object);
      return stored === undefined ? [] : changedPeriodFaults({ ...stored, ...toColumns(body as object) });
    },
    success: { status: 204, description: 'The entry has the values that were sent.' },
    async stored({ db, tenantId, params }) {
      const stored = await find(db, tenantId, params as object);
      if (stored === undefined) return undefined;
      return Object.fromEntries(
        Object.entries(RESUME[table]).map(([property, { column }]) => [property, stored[column]]),
      );
    },
    examples: [{ summary: 'Another last day', body: { untilDate: '2023-10-31' } }],
    async handle({ tenantId, params, body, write }) {
      const { candidateId, [parameter]: id } = params as Record<string, number>;
      const entry = { table, id: id! };
      await write(async (db) => {
        await lockCandidateRow(db, tenantId, candidateId!);
        const stored = await findResumeEntry(db, tenantId, candidateId!, entry);
        if (stored === undefined) throw notFound('Entry of the resume');
        const changed = changedColumns(stored, toColumns(body as object));
        if (Object.keys(changed).length === 0) return;
        const faults = changedPeriodFaults({ ...stored, ...changed });
        if (faults.length > 0) throw invalid(...faults);
        await updateResumeEntry(db, tenantId, entry, changed);
        await changeCandidate(db, tenantId, candidateId!, EVENTS.candidateChanged, {
          properties: [`resume.${list}`],
        });
      });
    },
  });
}

function changedPeriodFaults({ from_date, until_date }: Record<string, ColumnValue | undefined>): Fault[] {
  const period = { fromDate: from_date as string | null, untilDate: until_date as string | null };
  return periodFaults(period, 'fromDate', 'untilDate');
}

function deleteEndpoint(kind: Kind): AnyEndpoint {
  const { table, name, entryPath, list } = kind;
  const { parameter, path } = entryRoute(kind);
  return defineEndpoint({
    ...ENTRY,
    id: `candidate_delete${name}`,
    method: 'DELETE',
    path,
    summary: `Remove ${kind.noun} from a candidate’s resume`,
    params: entryPath,
    success: { status: 204, description: 'Removed.' },
    async handle({ tenantId, params, write }) {
      const { candidateId, [parameter]: id } = params as Record<string, number>;
      await write(async (db) => {
        await changeCandidate(db, tenantId, candidateId!, EVENTS.candidateChanged, {
          properties: [`resume.${list}`],
        });
        if (!(await deleteResumeEntry(db, tenantId, candidateId!, { table, id: id! })))
          throw notFound('Entry of the resume');
      });
    },
  });
}
