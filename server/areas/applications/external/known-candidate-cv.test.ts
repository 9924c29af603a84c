import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { candidateModified, NOTHING, written } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { externalApplication } from '../../../testing/makers/applications.ts';
import { parseCvTask } from '../../documents/index.ts';

// Anyone can enter the email address of another person in the form of a career site. What the sent CV says is only proposed.

const service = await startTestService();
const { api, id: tenantId } = service.tenant;

const CV = `Jana Wieczorek
Oderstraße 12
12051 Berlin
Mobil: 0171 3920042
jana.wieczorek@example.org
geboren am 14.03.1991 in Kiel

Berufserfahrung
04/2019 – heute: Staplerfahrerin – Spreekai Logistik GmbH, Berlin

Berufsausbildung
08/2009 – 07/2011: Fachlageristin – Oderland Versand GmbH

Sprachen
Deutsch (Muttersprache), Polnisch (B2)

Führerschein
Klasse B

Kenntnisse
SAP MM
`;

const base64File = Buffer.from(CV).toString('base64');
const newEmail = () => `known.${randomBytes(4).toString('hex')}@example.org`;
const read = async (id: number) => (await api.get(`/candidates/${id}`)).body;
const proposalsOf = async (id: number, documentId: number) =>
  (await api.get(`/candidates/${id}/documents/${documentId}/proposals`)).body.proposals as {
    property: string;
    state: string;
  }[];
const statesOf = async (id: number, documentId: number) => [
  ...new Set((await proposalsOf(id, documentId)).map(({ state }) => state)),
];

async function newCandidate(email: string): Promise<number> {
  const body = { firstName: 'Jana', lastName: 'Wieczorek', contact: { email } };
  return (await api.post('/candidates', body)).body.id;
}

/** Applies with the CV, as a career site does. Returns the id of its document. */
async function apply(email: string): Promise<{ id: number; isNewCandidate: boolean; documentId: number }> {
  const documents = [{ filename: 'cv.txt', base64File, documentCategory: 'cv', shouldParseCV: true }];
  const response = await api.post('/candidates/applies/external', externalApplication({ email, documents }));
  assert.equal(response.status, 200, response.text);
  const documentId = Math.max(
    ...(await read(response.body.id)).documents.map(({ id }: { id: number }) => id),
  );
  return { ...response.body, documentId };
}

/** Runs the job of a document with the payload that it was added with. */
async function runJob(documentId: number): Promise<void> {
  const [job] = await service.sql<{ payload: object }>(
    `SELECT payload FROM graphile_worker._private_jobs WHERE key = 'parse-cv:' || $1 || ':' || $2`,
    [tenantId, documentId],
  );
  assert.ok(job, 'the job waits');
  await parseCvTask(service.services).run(job.payload);
}

test('a CV in an application of a known candidate changes nothing of the candidate, and everything is proposed', async () => {
  const email = newEmail();
  const candidateId = await newCandidate(email);
  const { id, isNewCandidate, documentId } = await apply(email);
  assert.deepEqual([id, isNewCandidate], [candidateId, false]);
  const before = await read(id);
  const wrote = await written(service, () => runJob(documentId));
  assert.deepEqual(wrote, {
    changes: [{ entity: 'document', kind: 'modified', id: documentId }],
    events: [],
  });
  const withoutDocuments = ({ documents, ...candidate }: Record<string, unknown>) => candidate;
  assert.deepEqual(withoutDocuments(await read(id)), withoutDocuments(before));
  const proposals = await proposalsOf(id, documentId);
  assert.deepEqual(new Set(proposals.map(({ state }) => state)), new Set(['open']));
  const properties = new Set(proposals.map(({ property }) => property));
  for (const property of [
    'birth.date',
    'birth.place',
    'contact.mobile',
    'location',
    'resume.jobs',
    'resume.professionEducations',
    'languages',
    'driversLicences',
    'qualifications',
  ])
    assert.ok(properties.has(property), `${property} is proposed`);
});

test('a repeated job writes nothing either', async () => {
  const email = newEmail();
  const id = await newCandidate(email);
  const { documentId } = await apply(email);
  await runJob(documentId);
  assert.deepEqual(await written(service, () => runJob(documentId)), NOTHING);
  assert.deepEqual(await statesOf(id, documentId), ['open']);
  assert.deepEqual((await read(id)).languages, []);
});

test('a person accepts what was proposed', async () => {
  const email = newEmail();
  const id = await newCandidate(email);
  const { documentId } = await apply(email);
  await runJob(documentId);
  const path = `/candidates/${id}/documents/${documentId}/proposals`;
  const wrote = await written(service, () => api.put(path, { state: 'accepted' }));
  assert.deepEqual(wrote.events, candidateModified(id, 1402).events);
  const candidate = await read(id);
  assert.deepEqual([candidate.contact.mobile, candidate.birth.date], ['0171 3920042', '1991-03-14']);
  assert.equal(candidate.languages.length, 2);
});

test('the CV of a new candidate fills the profile, and one in the next application is only proposed', async () => {
  const email = newEmail();
  const first = await apply(email);
  const second = await apply(email);
  assert.deepEqual([first.isNewCandidate, second.isNewCandidate], [true, false]);
  await runJob(second.documentId);
  assert.equal((await read(first.id)).contact.mobile, null);
  assert.deepEqual(await statesOf(first.id, second.documentId), ['open']);
  await runJob(first.documentId);
  const candidate = await read(first.id);
  assert.deepEqual([candidate.contact.mobile, candidate.birth.date], ['0171 3920042', '1991-03-14']);
  assert.equal(candidate.resume.jobs.length, 1);
});

test('a CV that is added to a known candidate by its id fills the profile', async () => {
  const email = newEmail();
  const id = await newCandidate(email);
  await apply(email);
  const cv = { filename: 'cv.txt', base64File, shouldParseCV: true };
  const { body } = await api.post(`/candidates/${id}/documents/cv`, cv);
  await runJob(body.id);
  assert.equal((await read(id)).contact.mobile, '0171 3920042');
});
