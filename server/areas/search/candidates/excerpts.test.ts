import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PlatformApi, startTestService } from '../../../testing/harness.ts';
import { parseCvTask } from '../../documents/index.ts';
import { indexMarked } from '../index.ts';

const service = await startTestService();
const { tenant, services, clock } = service;
const [admin, recruiter, officer] = await Promise.all(
  (['admin', 'recruiter', 'dataProtection'] as const).map((role) => service.platform(role)),
);

async function createApplicant(body: object = {}): Promise<number> {
  const name = { firstName: 'Ada', lastName: 'Muster' };
  const { id } = (await tenant.api.post('/candidates', { ...name, ...body })).body;
  await tenant.api.post(`/candidates/${id}/apply`, { recruiterId: recruiter!.user.id });
  return id;
}

async function addCv(candidateId: number, text: string): Promise<number> {
  const cv = { filename: 'cv.txt', base64File: Buffer.from(text).toString('base64') };
  const { id } = (await tenant.api.post(`/candidates/${candidateId}/documents/cv`, cv)).body;
  await parseCvTask(services).run({ tenantId: tenant.id, documentId: id });
  return id;
}

async function search(text: string, by: PlatformApi = recruiter!): Promise<{ matches: object[] }[]> {
  const { status, body, text: answer } = await by.post('/candidates/search', { text });
  assert.equal(status, 200, answer);
  return body.candidates;
}

interface Access {
  documentId: number;
  userId: number;
  kind: string;
}

/** Who has read which document of the candidate how, newest first. */
async function accessesOf(candidateId: number): Promise<[document: number, user: number, kind: string][]> {
  const { body } = await admin!.get(`/documents/accesses?candidateId=${candidateId}`);
  return body.accesses.map(({ documentId, userId, kind }: Access) => [documentId, userId, kind]);
}

test('an excerpt of a document is in the access log, with the document that it is from', async () => {
  const [first, second] = [await createApplicant(), await createApplicant()];
  const inFirst = await addCv(first, 'Lebenslauf\nKenntnisse: Glasbläserei');
  await addCv(first, 'Lebenslauf\nKenntnisse: Korbflechten');
  const inSecond = await addCv(second, 'Lebenslauf\nKenntnisse: Glasbläserei');
  await indexMarked(services);
  assert.equal((await search('Glasbläserei')).length, 2);
  const user = recruiter!.user.id;
  assert.deepEqual(await accessesOf(first), [[inFirst, user, 'excerpt']]);
  assert.deepEqual(await accessesOf(second), [[inSecond, user, 'excerpt']]);
});

test('the search across all records records excerpts too', async () => {
  const id = await createApplicant();
  const documentId = await addCv(id, 'Lebenslauf\nKenntnisse: Drechselarbeit');
  await indexMarked(services);
  const { body } = await recruiter!.get('/search?q=Drechselarbeit');
  assert.equal(body.candidates[0].matches[0].field, 'document');
  assert.deepEqual(await accessesOf(id), [[documentId, recruiter!.user.id, 'excerpt']]);
});

test('further excerpts for the same user within ten minutes are no new entry', async () => {
  const id = await createApplicant();
  const documentId = await addCv(id, 'Lebenslauf\nKenntnisse: Schindelmacherei');
  await indexMarked(services);
  for (const text of ['Schindel', 'Schindelmach', 'Schindelmacherei'])
    assert.equal((await search(text)).length, 1);
  await recruiter!.get('/search?q=Schindelmacherei');
  const ofRecruiter = [documentId, recruiter!.user.id, 'excerpt'];
  const ofOfficer = [documentId, officer!.user.id, 'excerpt'];
  assert.deepEqual(await accessesOf(id), [ofRecruiter]);
  await search('Schindelmacherei', officer);
  assert.deepEqual(await accessesOf(id), [ofOfficer, ofRecruiter]);
  await clock.advance(601_000);
  await search('Schindelmacherei');
  assert.deepEqual(await accessesOf(id), [ofRecruiter, ofOfficer, ofRecruiter]);
});

test('a search that shows no excerpt of a document records nothing', async () => {
  const id = await createApplicant({ lastName: 'Seilerin' });
  await addCv(id, 'Lebenslauf von Ada Seilerin\nKenntnisse: Reepschlagen');
  await indexMarked(services);
  const [hit] = await search('Seilerin');
  assert.deepEqual(
    hit!.matches.map((match) => (match as { field: string }).field),
    ['name'],
  );
  assert.equal((await search('')).length > 0, true);
  assert.deepEqual(await accessesOf(id), []);
});
