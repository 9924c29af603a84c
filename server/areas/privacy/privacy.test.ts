import assert from 'node:assert/strict';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sweepOrphans } from '../../core/blobs/pending.ts';
import { openBlobStore } from '../../open-services.ts';
import { assertNotFound, recordedBy } from '../../testing/change-watch.ts';
import { startTestService } from '../../testing/harness.ts';
import { tablesWith } from '../../testing/tables-with.ts';

const service = await startTestService();
const { tenant, services, clock } = service;
const { api } = tenant;
const admin = await service.platform('admin');

async function createCandidate(): Promise<number> {
  return (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
}
async function upload(candidateId: number): Promise<number> {
  return (await api.post(`/candidates/${candidateId}/documents/cv`, { base64File: 'YWJj' })).body.id;
}
const blobCount = async () => (await Array.fromAsync(openBlobStore(services.settings).list())).length;
const accesses = async (query = '') => (await admin.get(`/documents/accesses${query}`)).body.accesses;

test('erasing a candidate deletes its documents and records both deletions', async () => {
  const candidateId = await createCandidate();
  const documentId = await upload(candidateId);
  const blobs = await blobCount();
  const recorded = await recordedBy(service, async () => {
    const response = await admin.delete(`/candidates/${candidateId}`);
    assert.equal(response.status, 204);
  });
  assert.deepEqual(recorded, {
    changes: [
      { entity: 'document', kind: 'deleted', id: documentId },
      { entity: 'candidate', kind: 'deleted', id: candidateId },
    ],
    events: [{ type: 1403, entityId: candidateId }],
  });
  assert.equal((await api.get(`/candidates/${candidateId}`)).status, 404);
  assert.equal((await api.get(`/candidates/export/documents/${documentId}`)).status, 404);
  assert.equal(await blobCount(), blobs - 1);
  await assertNotFound(service, () => admin.delete(`/candidates/${candidateId}`));
});

test('deleting a document deletes its file immediately', async () => {
  const candidateId = await createCandidate();
  const id = await upload(candidateId);
  const blobs = await blobCount();
  const recorded = await recordedBy(service, async () => {
    assert.equal((await admin.delete(`/documents/${id}`)).status, 204);
  });
  assert.deepEqual(recorded, {
    changes: [{ entity: 'document', kind: 'deleted', id }],
    events: [{ type: 1407, entityId: id }],
  });
  assert.equal(await blobCount(), blobs - 1);
  assert.equal((await api.get(`/candidates/${candidateId}`)).status, 200);
  await assertNotFound(service, () => admin.delete(`/documents/${id}`));
});

test('a document can be deleted while the store is unreachable, and a later sweep deletes its file', async () => {
  const id = await upload(await createCandidate());
  const store = join(services.settings.dataDirectory, 'blobs');
  await rename(store, `${store}-away`);
  // A file at the path of the directory makes the store unreachable.
  await writeFile(store, '');
  try {
    assert.equal((await admin.delete(`/documents/${id}`)).status, 204);
  } finally {
    await rm(store);
    await rename(`${store}-away`, store);
  }
  assert.equal((await api.get(`/candidates/export/documents/${id}`)).status, 404);
  const before = await blobCount();
  assert.equal(await sweepOrphans(services, tenant.id), 1);
  assert.equal(await blobCount(), before - 1);
});

test('recruiters can delete documents, but cannot erase candidates', async () => {
  const recruiter = await service.platform('recruiter');
  const candidateId = await createCandidate();
  assert.equal((await recruiter.delete(`/documents/${await upload(candidateId)}`)).status, 204);
  assert.equal((await recruiter.delete(`/candidates/${candidateId}`)).status, 403);
  assert.equal((await api.get(`/candidates/${candidateId}`)).status, 200);
});

test('the name of a qualification remains as an entry of the list, until an administrator renames it', async () => {
  const name = 'Unverwechselbarer Sonderpreis';
  const candidateId = await createCandidate();
  assert.equal((await api.post(`/candidates/${candidateId}/qualifications`, { name })).status, 200);
  assert.equal((await admin.delete(`/candidates/${candidateId}`)).status, 204);
  assert.deepEqual(await tablesWith(service, name), ['tenant_catalog_entry']);
  const path = '/masterdata/qualifications/entries';
  const { entries } = (await admin.get(path)).body;
  const { id } = entries.find(({ nameEn }: { nameEn: string }) => nameEn === name);
  const change = { nameEn: `Entry ${id}`, nameDe: `Eintrag ${id}`, isExpired: true };
  assert.equal((await admin.put(`${path}/${id}`, change)).status, 204);
  assert.deepEqual(await tablesWith(service, name), []);
});

test('the access log names the application or user that read a document', async () => {
  const candidateId = await createCandidate();
  const documentId = await upload(candidateId);
  const recruiter = await service.platform('recruiter');
  await api.get(`/candidates/export/documents/${documentId}`);
  await recruiter.get(`/candidates/export/documents/${documentId}/content`);
  const entries = await accesses(`?documentId=${documentId}`);
  assert.deepEqual(
    entries.map(({ id, atUtc, clientName, ...entry }: Record<string, unknown>) => {
      assert.ok(Number.isInteger(id) && typeof atUtc === 'string');
      return entry;
    }),
    [
      {
        documentId,
        attachmentId: null,
        candidateId,
        kind: 'content',
        clientId: null,
        userId: recruiter.user.id,
        userFullName: 'Test recruiter',
      },
      {
        documentId,
        attachmentId: null,
        candidateId,
        kind: 'record',
        clientId: tenant.clientId,
        userId: null,
        userFullName: null,
      },
    ],
  );
});

test('the access log can be filtered by candidate and period and paged, also after an erasure', async () => {
  const candidateId = await createCandidate();
  const documents = [await upload(candidateId), await upload(candidateId), await upload(candidateId)];
  const readOn = async (at: string, ids: number[]) => {
    await clock.set(at);
    // Tokens from another day have expired.
    const reader = await service.createApi(tenant, ['documents:read']);
    for (const id of ids) await reader.get(`/candidates/export/documents/${id}/content`);
  };
  await readOn('2031-05-02T10:00:00Z', documents);
  await readOn('2031-05-03T10:00:00Z', [documents[0]!]);
  const again = await service.platform('admin');
  assert.equal((await again.delete(`/candidates/${candidateId}`)).status, 204);
  const read = async (query: string) =>
    (await again.get(`/documents/accesses?candidateId=${candidateId}${query}`)).body.accesses;
  const idsOf = (entries: { documentId: number }[]) => entries.map((entry) => entry.documentId);
  const [a, b, c] = documents;
  assert.deepEqual(idsOf(await read('')), [a, c, b, a]);
  assert.deepEqual(idsOf(await read('&startDate=2031-05-03')), [a]);
  assert.deepEqual(idsOf(await read('&endDate=2031-05-02')), [c, b, a]);
  const first = await read('&limit=3');
  assert.deepEqual(idsOf(await read(`&limit=3&before=${first[2].id}`)), [a]);
});
