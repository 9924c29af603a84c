import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';

const service = await startTestService();
const { api } = service.tenant;
const viewer = await service.platform('viewer');
const recruiter = await service.platform('recruiter');

async function apply(firstName: string): Promise<{ id: number; candidateId: number }> {
  const { body: candidate } = await api.post('/candidates', { firstName, lastName: 'Muster' });
  const applied = await api.post(`/candidates/${candidate.id}/apply`, { recruiterId: recruiter.user.id });
  assert.equal(applied.status, 200, applied.text);
  return { id: applied.body.id, candidateId: candidate.id };
}

const ada = await apply('Ada');
await apply('Bea');

test('an application is read as the search returns it, in any stage', async () => {
  const moved = await recruiter.put(`/applications/${ada.id}/stage`, {
    stage: 'withdrawn',
    reason: 'Other offer',
  });
  assert.equal(moved.status, 204, moved.text);
  const { body, status } = await viewer.get(`/applications/${ada.id}`);
  assert.equal(status, 200);
  const { body: found } = await viewer.post('/applications/search', { stages: ['withdrawn'] });
  assert.deepEqual([body], found.applications);
  assert.deepEqual(
    [body.id, body.firstName, body.stage, body.stageReason, body.hasCv],
    [ada.id, 'Ada', 'withdrawn', 'Other offer', false],
  );
});

test('the CV of the candidate is named', async () => {
  const file = { filename: 'lebenslauf.txt', base64File: 'TGViZW5zbGF1Zg==' };
  const { body: cv } = await api.post(`/candidates/${ada.candidateId}/documents/cv`, file);
  const { body } = await viewer.get(`/applications/${ada.id}`);
  assert.deepEqual([body.hasCv, body.cvDocumentId], [true, cv.id]);
});

test('an application that does not exist is not found', async () => {
  const { status, body } = await viewer.get(`/applications/${ada.id + 1000}`);
  assert.equal(status, 404, body.message);
});
