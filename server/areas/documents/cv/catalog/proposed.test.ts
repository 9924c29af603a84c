import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../../testing/harness.ts';
import { parseCvTask } from '../../index.ts';

const service = await startTestService();
const { tenant, services } = service;
const { api } = tenant;
const admin = await service.platform('admin');

const CV = [
  'Jana Wieczorek',
  'jana.wieczorek@example.org',
  'Berufserfahrung',
  '04/2019 – heute  Kommissioniererin, Spreekai Logistik GmbH',
  '09/2014 – 03/2019  Fachlageristin Wareneingang, Havelland Frischelager GmbH',
  'Kenntnisse',
  'Gabelstaplerschein, DATEV, C#, C++',
].join('\n');
const ORDER_PICKER = 4702;
const WAREHOUSE_OPERATOR = 27538;

interface Proposal {
  id: number;
  property: string;
  value: Record<string, unknown>;
  state: string;
  sources: { line: number }[];
}

async function addCv(candidateId: number) {
  const cv = { filename: 'cv.txt', base64File: Buffer.from(CV).toString('base64') };
  const { body } = await api.post(`/candidates/${candidateId}/documents/cv`, cv);
  const path = `/candidates/${candidateId}/documents/${body.id}/proposals`;
  const parse = () => parseCvTask(services).run({ tenantId: tenant.id, documentId: body.id });
  await parse();
  return { path, parse };
}

async function newCandidate(): Promise<number> {
  return (await api.post('/candidates', { firstName: 'Jana', lastName: 'Wieczorek' })).body.id;
}

const read = async (id: number) => (await api.get(`/candidates/${id}`)).body;
const proposalsOf = async (path: string, property: string): Promise<Proposal[]> =>
  (await api.get(path)).body.proposals.filter((one: Proposal) => one.property === property);

test('keywords and professions wait for a person, however sure a tenant wants values to be', async () => {
  await admin.put('/documents/cv/settings', { minimumConfidence: 0.5 });
  const candidateId = await newCandidate();
  const { path } = await addCv(candidateId);
  await admin.put('/documents/cv/settings', { minimumConfidence: null });
  const stored = await read(candidateId);
  assert.deepEqual([stored.keywords, stored.professionObjects, stored.qualifications.length], [[], [], 1]);
  const keywords = await proposalsOf(path, 'keywords');
  assert.deepEqual(
    keywords.map(({ value, state, sources }) => [value, state, sources[0]?.line]),
    ['DATEV', 'C#', 'C++'].map((keyword) => [{ keyword }, 'open', 7]),
  );
  const professions = await proposalsOf(path, 'professionObjects');
  assert.deepEqual(
    professions.map(({ value, state, sources }) => [value, state, sources[0]?.line]),
    [
      [{ professionId: ORDER_PICKER }, 'open', 4],
      [{ professionId: WAREHOUSE_OPERATOR }, 'open', 5],
    ],
  );
});

test('a job has its profession if that is what it is called', async () => {
  const candidateId = await newCandidate();
  await addCv(candidateId);
  const { resume } = await read(candidateId);
  assert.deepEqual(
    resume.jobs.map((job: { position: string; professionId: number }) => [job.position, job.professionId]),
    [
      ['Kommissioniererin', ORDER_PICKER],
      ['Fachlageristin Wareneingang', null],
    ],
  );
});

test('accepted keywords and professions are those of the candidate, each once', async () => {
  const candidateId = await newCandidate();
  const { path, parse } = await addCv(candidateId);
  await api.post(`/candidates/${candidateId}/keywords`, { keyword: 'datev' });
  const { body } = await api.put(path, { state: 'accepted' });
  assert.deepEqual(body.conflicts, []);
  const stored = await read(candidateId);
  assert.deepEqual(stored.keywords.map(({ keyword }: { keyword: string }) => keyword).toSorted(), [
    'C#',
    'C++',
    'datev',
  ]);
  assert.deepEqual(
    new Set(stored.professionObjects.map(({ professionId }: { professionId: number }) => professionId)),
    new Set([ORDER_PICKER, WAREHOUSE_OPERATOR]),
  );
  const duplicate = await api.post(`/candidates/${candidateId}/keywords`, { keyword: 'c#' });
  assert.equal(duplicate.status, 400);
  await parse();
  const open = (await api.get(path)).body.proposals.filter(({ state }: Proposal) => state === 'open');
  assert.deepEqual(open, []);
});

test('a rejected job is not proposed again when the list of professions has another one for it', async () => {
  await admin.put('/documents/cv/settings', { proposesEverything: true });
  const { path, parse } = await addCv(await newCandidate());
  await admin.put('/documents/cv/settings', { proposesEverything: false });
  await api.put(path, { state: 'rejected' });
  const [first] = await proposalsOf(path, 'resume.jobs');
  await service.sql(`UPDATE document_proposal SET value = value - 'professionId' WHERE id = $1`, [first!.id]);
  await parse();
  assert.deepEqual(
    new Set((await proposalsOf(path, 'resume.jobs')).map(({ state }) => state)),
    new Set(['rejected']),
  );
});
