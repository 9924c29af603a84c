import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sweepOrphans } from '../../../core/blobs/pending.ts';
import { openBlobStore } from '../../../open-services.ts';
import { NOTHING, recordedBy } from '../../../testing/change-watch.ts';
import { startTestService, type TestTenant } from '../../../testing/harness.ts';
import { eraseCandidate } from '../../privacy/index.ts';
import { deleteDocument } from '../index.ts';

const service = await startTestService();
const { tenant, services } = service;
const { api } = tenant;

async function createCandidate(): Promise<number> {
  return (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
}
async function upload(candidateId: number): Promise<number> {
  return (await api.post(`/candidates/${candidateId}/documents/cv`, { base64File: 'YWJj' })).body.id;
}
const remove = (id: number, { id: tenantId }: TestTenant = tenant) =>
  services.database
    .tenant(tenantId)
    .transaction()
    .execute(async (db) => (await deleteDocument(db, tenantId, id)) !== undefined);
const blobCount = async () => (await Array.fromAsync(openBlobStore(services.settings).list())).length;

test('a deletion is one change and one event, and does not modify the candidate', async () => {
  const candidateId = await createCandidate();
  const id = await upload(candidateId);
  const before = (await api.get(`/candidates/${candidateId}`)).body.modifiedAtUtc;
  const recorded = await recordedBy(service, async () => assert.equal(await remove(id), true));
  assert.deepEqual(recorded, {
    changes: [{ entity: 'document', kind: 'deleted', id }],
    events: [{ type: 1407, entityId: id }],
  });
  for (const path of ['', '/content'])
    assert.equal((await api.get(`/candidates/export/documents/${id}${path}`)).status, 404);
  const { body } = await api.get(`/candidates/${candidateId}`);
  assert.deepEqual([body.modifiedAtUtc, body.documents], [before, []]);
});

test('the next sweep deletes the contents of a deleted document', async () => {
  const id = await upload(await createCandidate());
  await sweepOrphans(services, tenant.id);
  const before = await blobCount();
  await remove(id);
  await sweepOrphans(services, tenant.id);
  assert.equal(await blobCount(), before - 1);
});

test('a document that does not exist, or belongs to another tenant, is not deleted', async () => {
  const id = await upload(await createCandidate());
  const recorded = await recordedBy(service, async () => {
    assert.equal(await remove(2_147_483_000), false);
    assert.equal(await remove(id, await service.createTenant()), false);
  });
  assert.deepEqual(recorded, NOTHING);
  assert.equal((await api.get(`/candidates/export/documents/${id}`)).status, 200);
});

test('the access log outlives the document and its candidate', async () => {
  const candidateId = await createCandidate();
  const id = await upload(candidateId);
  await api.get(`/candidates/export/documents/${id}`);
  await remove(id);
  await eraseCandidate(services, tenant.id, candidateId);
  const rows = await service.sql('SELECT kind FROM document_access WHERE document_id = $1', [id]);
  assert.deepEqual(rows, [{ kind: 'record' }]);
});

test('erasing a candidate deletes the documents, and the sweep deletes their contents', async () => {
  const candidateId = await createCandidate();
  await sweepOrphans(services, tenant.id);
  const before = await blobCount();
  const ids = [await upload(candidateId), await upload(candidateId)];
  const recorded = await recordedBy(service, () => eraseCandidate(services, tenant.id, candidateId));
  assert.deepEqual(recorded, {
    changes: [
      ...ids.map((id) => ({ entity: 'document', kind: 'deleted', id })),
      { entity: 'candidate', kind: 'deleted', id: candidateId },
    ],
    events: [{ type: 1403, entityId: candidateId }],
  });
  await sweepOrphans(services, tenant.id);
  assert.equal(await blobCount(), before);
});

test('a deletion removes the contents of its own record, and leaves all else to the sweep', async () => {
  const recruiter = await service.platform('admin');
  const id = await upload(await createCandidate());
  await sweepOrphans(services, tenant.id);
  const before = await blobCount();
  const left = 1200;
  await service.sql(
    `INSERT INTO pending_blob (tenant_id, blob_key, created_at)
     SELECT $1::int, 't' || $1 || '/left-' || number, '-infinity' FROM generate_series(1, ${left}) AS number`,
    [tenant.id],
  );
  assert.equal((await recruiter.delete(`/documents/${id}`)).status, 204);
  assert.equal(await blobCount(), before - 1);
  assert.equal(await sweepOrphans(services, tenant.id), left);
});
