import type { Api, PlatformApi, TestService } from './harness.ts';
import { PDF, PNG, succeed } from './stored-records.ts';

// biome-ignore lint/suspicious/noExplicitAny: a row of any table.
type Row = any;

/** The tables with what belongs to a candidate. The ids of their rows stay the same when two candidates are taken apart. */
const TABLES = [
  'application',
  'document',
  'communication',
  'candidate_status_entry',
  'task',
  'candidate_hold',
  'document_access',
  'document_proposal',
  'candidate_contact_channel',
  'candidate_language',
  'candidate_profession',
  'candidate_qualification',
  'candidate_drivers_license',
  'candidate_keyword',
  'resume_job',
  'resume_education',
  'resume_profession_education',
  'resume_school_education',
  'candidate_picture',
  'customer_request_proposal',
];

/** Everything that is stored about a candidate, without its own ids and the time of its last change. */
export async function contentsOf(service: TestService, candidateId: number): Promise<Record<string, Row>> {
  const read = (table: string, column: string) =>
    service.sql<{ row: Row }>(
      `SELECT to_jsonb(t) AS row FROM ${table} AS t WHERE t.tenant_id = $1 AND t.${column} = $2 ORDER BY 1`,
      [service.tenant.id, candidateId],
    );
  const [candidate] = await read('candidate', 'id');
  if (candidate === undefined) return {};
  const { id, row_guid, modified_at, is_visible, ...columns } = candidate.row;
  const contents: Record<string, Row> = { columns };
  for (const table of TABLES) {
    const rows = (await read(table, 'candidate_id')).map(({ row }) => {
      const { tenant_id, candidate_id, modified_at: changed, ...rest } = row;
      return rest;
    });
    contents[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return contents;
}

/** Makes candidates with everything that can belong to one. */
export function mergedMaker(service: TestService, api: Api, recruiter: PlatformApi) {
  const lists = new Map<string, number[]>();
  const entry = async (list: string, index: number): Promise<number> => {
    if (!lists.has(list)) {
      const rows = await service.sql<{ id: number }>(
        'SELECT id FROM catalog_entry WHERE list = $1 ORDER BY id',
        [list],
      );
      lists.set(
        list,
        rows.map((row) => row.id),
      );
    }
    return lists.get(list)![index]!;
  };

  /** A visible candidate with a name. */
  async function candidate(body: Record<string, unknown> = {}): Promise<number> {
    const id = await succeed(api.post('/candidates', { firstName: 'Ada', lastName: 'Muster', ...body }));
    await succeed(api.post(`/candidates/${id}/apply`, { recruiterId: recruiter.user.id }));
    return id;
  }

  /**
   * Adds one of everything. Two candidates with different numbers share the first language, profession, qualification, licence, and
   * keyword, and each has one that the other one lacks.
   */
  async function fill(id: number, number: number): Promise<{ documentId: number; communicationId: number }> {
    const path = `/candidates/${id}`;
    const add = (part: string, body: unknown) => succeed(api.post(`${path}/${part}`, body));
    for (const [index, level] of [
      [0, number],
      [number, 0],
    ] as const) {
      await add('languages', {
        languageId: await entry('languages', index),
        languageLevelId: await entry('languagelevels', level),
      });
      await add('professions', {
        professionId: await entry('professions', index),
        yearsOfExperience: number,
        isPrimary: index === 0,
      });
      await add('qualifications', { name: `Schein ${index}`, score: Math.min(number, 5) });
      await add('driverslicences', {
        driversLicenseId: await entry('driverslicenses', index),
        validUntil: `203${number}-01-01`,
      });
      await add('keywords', { keyword: `Wort ${index}` });
    }
    await add('email', { email: `channel${number}@example.org` });
    await add('whatsapp', { phoneNumber: `0151 2345670${number}`, consentChecked: true, isPrimary: true });
    for (const employer of ['Beide GmbH', `Nur ${number} AG`])
      await add('resume/jobs', { employer, position: 'Lagerist' });
    await add('resume/educations', { title: `Kurs ${number}` });
    await add('resume/professioneducations', { institution: `IHK ${number}`, profession: 'Koch' });
    await add('resume/schooleducations', { school: `Schule ${number}` });
    await succeed(api.put(`${path}/status`, { statusId: 2005, comment: `Status ${number}` }));
    await add('pictures', { picture: PNG, filename: `${number}.png` });
    const communicationId = await add('communications', {
      communicationTypeId: 1,
      subject: `Anruf ${number}`,
      occurredAtUtc: '2026-03-02T08:15:30Z',
    });
    await add(`communications/${communicationId}/attachments`, { filename: 'a.pdf', file: PDF });
    await succeed(
      recruiter.post(`${path}/notes`, { text: `Notiz ${number}`, mentions: [recruiter.user.id] }),
    );
    await succeed(
      recruiter.post('/tasks', {
        title: `Aufgabe ${number}`,
        assigneeId: recruiter.user.id,
        candidateId: id,
      }),
    );
    const documentId = await add('documents/other', {
      filename: `${number}.txt`,
      base64File: Buffer.from(`text ${number}`).toString('base64'),
    });
    await api.get(`/candidates/export/documents/${documentId}`);
    await service.sql(
      `INSERT INTO document_proposal (tenant_id, document_id, candidate_id, property, value, confidence, sources, state)
       VALUES ($1, $2, $3, 'title', '{"title": "Dr."}', 0.5, '[]', 'open')`,
      [service.tenant.id, documentId, id],
    );
    return { documentId, communicationId };
  }

  const merge = (keptId: number, body: Record<string, unknown>, options = {}) =>
    recruiter.post(`/candidates/${keptId}/merge`, body, options);
  const undo = (candidateId: number, mergeId: number, options = {}) =>
    recruiter.post(`/candidates/${candidateId}/merges/${mergeId}/undo`, undefined, options);
  /** Merges them and returns the id of the merge. */
  const mergeOf = (keptId: number, mergedCandidateId: number, more = {}): Promise<number> =>
    succeed(merge(keptId, { mergedCandidateId, ...more }));
  return { candidate, fill, merge, mergeOf, undo };
}
