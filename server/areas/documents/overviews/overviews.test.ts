import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { deleteDocument } from '../index.ts';

const service = await startTestService();
const { tenant, services, clock } = service;
const { api } = tenant;
const CHANGES = '/candidates/export/documents/changes';

await clock.set('2026-03-02T08:10:00Z');
const candidateId: number = (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
async function upload(category = 'cv'): Promise<number> {
  return (await api.post(`/candidates/${candidateId}/documents/${category}`, { base64File: 'YWJj' })).body.id;
}
const remove = (id: number) =>
  services.database
    .tenant(tenant.id)
    .transaction()
    .execute((db) => deleteDocument(db, tenant.id, id));

const kept = await upload('workpermit');
const deletedLater = await upload();
const deletedAtOnce = await upload();
await remove(deletedAtOnce);
await clock.set('2026-03-02T09:10:00Z');
await remove(deletedLater);
await clock.set('2026-03-03T00:00:01Z');

const idsOf = (body: Record<string, { id: number }[]>) =>
  Object.fromEntries(Object.entries(body).map(([list, entries]) => [list, entries.map(({ id }) => id)]));

test('an hour lists what was added in it; what was also deleted in it is only listed as deleted', async () => {
  const { body, headers } = await api.get(`${CHANGES}/2026-03-02/8`);
  assert.deepEqual(idsOf(body), { new: [kept, deletedLater], modified: [], deleted: [deletedAtOnce] });
  assert.equal(headers.get('window-complete'), 'true');
});

test('the hour of a deletion lists it', async () => {
  const { body } = await api.get(`${CHANGES}/2026-03-02/9`);
  assert.deepEqual(idsOf(body), { new: [], modified: [], deleted: [deletedLater] });
});

for (const path of ['2026-03-02', '?startDate=2026-03-02&endDate=2026-03-02', '']) {
  test(`the day has each document in one list (${path})`, async () => {
    const { body } = await api.get(path.startsWith('2') ? `${CHANGES}/${path}` : `${CHANGES}${path}`);
    assert.deepEqual(idsOf(body), { new: [kept], modified: [], deleted: [deletedAtOnce, deletedLater] });
  });
}

test('an entry has candidate and category, even for a deleted document', async () => {
  const { body } = await api.get(`${CHANGES}/2026-03-02`);
  assert.deepEqual(
    [body.new[0].candidateId, body.new[0].documentCategory.key, body.deleted[0].documentCategory],
    [candidateId, 'workpermit', { id: 1, key: 'cv', name: 'CV' }],
  );
  assert.match(body.new[0].changedAtUtc, /^2026-03-02T08:10:\d\d\.\d{3}Z$/);
});

test('a complete window has a different tag in each language', async () => {
  const path = `${CHANGES}/2026-03-02`;
  const tag = (await api.get(path)).headers.get('etag')!;
  assert.equal((await api.get(path, { headers: { 'if-none-match': tag } })).status, 304);
  const german = await api.get(path, { headers: { 'if-none-match': tag, 'accept-language': 'de' } });
  assert.deepEqual([german.status, german.body.deleted[0].documentCategory.name], [200, 'Lebenslauf']);
});

for (const path of ['2026-02-30', 'today', '2026-03-02/24', '2026-03-02/-1', '2026-03-04', '2026-03-03/5']) {
  test(`the period ${path} is a 404`, async () => {
    assert.equal((await api.get(`${CHANGES}/${path}`)).status, 404);
  });
}

test('malformed dates and an end before the start are rejected', async () => {
  for (const query of ['startDate=02.03.2026', 'startDate=2026-03-02&endDate=2026-03-01', 'office=1'])
    assert.equal((await api.get(`${CHANGES}?${query}`)).status, 400);
});

test('the candidates’ stream only lists the candidate as new', async () => {
  const { body } = await api.get('/candidates/export/candidates/changes/2026-03-02/8');
  assert.deepEqual(idsOf(body), { new: [candidateId], modified: [], deleted: [] });
});

test('the feed has every change of a document, with the path to read it', async () => {
  await service.settle();
  const { body } = await api.get('/changes?entities=document');
  assert.deepEqual(
    body.changes.map((entry: Record<string, unknown>) => [entry.change, entry.id, entry.endpoint]),
    [
      ['new', kept, `/candidates/export/documents/${kept}`],
      ['new', deletedLater, `/candidates/export/documents/${deletedLater}`],
      ['new', deletedAtOnce, `/candidates/export/documents/${deletedAtOnce}`],
      ['deleted', deletedAtOnce, null],
      ['deleted', deletedLater, null],
    ],
  );
});

test('the documents of a candidate who changes the branch are listed for both branches', async () => {
  const admin = await service.platform('admin');
  const [from, to] = await Promise.all(
    ['Hamburg', 'Köln'].map(async (name) => (await admin.post('/branches', { name })).body.id),
  );
  await clock.set('2026-03-04T08:10:00Z');
  const { id } = (await api.post('/candidates', { firstName: 'Ida', lastName: 'Muster', officeId: from }))
    .body;
  const add = async () =>
    (await api.post(`/candidates/${id}/documents/cv`, { base64File: 'YWJj' })).body.id as number;
  const [kept, removed] = [await add(), await add()];
  await clock.set('2026-03-04T09:10:00Z');
  await api.put(`/candidates/${id}`, { officeId: to, firstName: 'Ida' });
  await clock.set('2026-03-04T10:10:00Z');
  await remove(removed);
  // A change of something else, the same branch again, and no branch at all.
  await api.put(`/candidates/${id}`, { officeId: to, lastName: 'Mustermann' });
  await clock.set('2026-03-04T11:10:00Z');
  await api.put(`/candidates/${id}`, { officeId: null });
  await clock.set('2026-03-05T00:00:01Z');

  const lists = async (hour: number, officeId: number) =>
    idsOf((await api.get(`${CHANGES}/2026-03-04/${hour}?officeId=${officeId}`)).body);
  const none = { new: [], modified: [], deleted: [] };
  assert.deepEqual(await lists(8, from), { ...none, new: [kept, removed] });
  assert.deepEqual(await lists(9, from), { ...none, modified: [kept, removed] });
  assert.deepEqual(await lists(10, from), none);
  assert.deepEqual(await lists(8, to), none);
  assert.deepEqual(await lists(9, to), { ...none, modified: [kept, removed] });
  assert.deepEqual(await lists(10, to), { ...none, deleted: [removed] });
  assert.deepEqual(await lists(11, to), { ...none, modified: [kept] });
});
