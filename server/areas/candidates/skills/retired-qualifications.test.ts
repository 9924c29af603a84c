import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, candidateModified, NOTHING, written } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';

const service = await startTestService();
const { api } = service.tenant;
const admin = await service.platform('admin');
const QUALIFICATION = 3;

const setExpired = async (isExpired: boolean) =>
  assert.equal(
    (await admin.put(`/masterdata/qualifications/entries/${QUALIFICATION}`, { isExpired })).status,
    204,
  );

const { nameEn, nameDe } = (await admin.get('/masterdata/qualifications/entries')).body.entries.find(
  ({ id }: { id: number }) => id === QUALIFICATION,
);

async function createCandidate(): Promise<number> {
  return (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
}

async function createCandidateWithRetired(score: number): Promise<number> {
  const id = await createCandidate();
  await setExpired(false);
  const body = { qualificationId: QUALIFICATION, score };
  assert.equal((await api.post(`/candidates/${id}/qualifications`, body)).status, 200);
  await setExpired(true);
  return id;
}

const qualifications = async (id: number) =>
  (await api.get(`/candidates/${id}`)).body.qualifications.map(
    ({ qualificationId, score }: { qualificationId: number; score: number }) => [qualificationId, score],
  );

test('a retired qualification is not added to a candidate, by id or by name', async () => {
  const id = await createCandidate();
  await setExpired(true);
  const post = (body: object) => () => api.post(`/candidates/${id}/qualifications`, body);
  await assertRefused(service, post({ qualificationId: QUALIFICATION }), 'qualificationId unknownReference');
  for (const name of [nameEn, nameDe]) await assertRefused(service, post({ name }), 'name unknownReference');
  assert.deepEqual(await qualifications(id), []);
});

for (const [how, body] of [
  ['its id', { qualificationId: QUALIFICATION }],
  ['its English name', { name: nameEn.toUpperCase() }],
  ['its German name', { name: ` ${nameDe.replaceAll(' ', '  ')} ` }],
] as const) {
  test(`a qualification that was retired since keeps its id and changes its score, by ${how}`, async () => {
    const id = await createCandidateWithRetired(2);
    const post = async (score: number | null | undefined) => {
      const response = await api.post(`/candidates/${id}/qualifications`, { ...body, score });
      assert.deepEqual([response.status, response.body], [200, { id: QUALIFICATION }], response.text);
    };
    assert.deepEqual(await written(service, () => post(5)), candidateModified(id));
    assert.deepEqual(await qualifications(id), [[QUALIFICATION, 5]]);
    assert.deepEqual(await written(service, () => post(5)), NOTHING);
    assert.deepEqual(await written(service, () => post(undefined)), NOTHING);
    assert.deepEqual(await written(service, () => post(null)), candidateModified(id));
    assert.deepEqual(await qualifications(id), [[QUALIFICATION, null]]);
  });
}

test('a retired qualification that was removed is not added again', async () => {
  const id = await createCandidateWithRetired(2);
  const other = await createCandidateWithRetired(2);
  assert.equal((await api.delete(`/candidates/${id}/qualifications/${QUALIFICATION}`)).status, 204);
  const post = (body: object) => () => api.post(`/candidates/${id}/qualifications`, body);
  await assertRefused(service, post({ qualificationId: QUALIFICATION }), 'qualificationId unknownReference');
  await assertRefused(service, post({ name: nameDe }), 'name unknownReference');
  assert.deepEqual(await qualifications(other), [[QUALIFICATION, 2]]);
});
