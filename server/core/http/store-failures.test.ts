import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, test } from 'node:test';
import { assertErrorRecord } from '../../testing/error-record.ts';
import { startTestService } from '../../testing/harness.ts';
import { assertHealth, READY } from '../../testing/health.ts';
import { externalApplication } from '../../testing/makers/applications.ts';
import { startObjectStore } from '../../testing/object-store.ts';
import { FILLED_IN, insertAd, pdf, Visitor } from '../../testing/portal-visitor.ts';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';

// An object store that responds with errors. server-errors.test.ts has a directory that fails.

const directory = await makeTemporaryDirectory('objects-');
const objects = await startObjectStore(directory);
after(async () => {
  await objects.close();
  await rm(directory, { recursive: true });
});
const service = await startTestService({
  BLOB_URL: objects.url(),
  AWS_ACCESS_KEY_ID: objects.credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: objects.credentials.secretAccessKey,
});
const { api } = service.tenant;
const base64File = Buffer.from('A document').toString('base64');
const { id } = (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body;
const jobAdId = await insertAd(service);

const upload = () => api.post(`/candidates/${id}/documents/other`, { base64File });
const stored = await upload();
const download = () => api.get(`/candidates/export/documents/${stored.body.id}/content`);
const applyFromOutside = () =>
  api.post(
    '/candidates/applies/external',
    externalApplication({ documents: [{ filename: 'cv.txt', base64File }] }),
  );
const applyOnPortal = () => new Visitor(service).apply(jobAdId, { ...FILLED_IN, cv: pdf('lebenslauf.pdf') });

const assertDegraded = (documentStore: string, reason: RegExp) =>
  assertHealth(service, 200, { status: 'degraded', checks: { ...READY.checks, documentStore }, reason });

const causes = () =>
  service.logLines.flatMap(({ msg, check, reason }) =>
    msg === 'health check failed' && check === 'document store' ? [String(reason)] : [],
  );

for (const { status, code } of [
  { status: 403, code: 'AccessDenied' },
  { status: 403 },
  { status: 404, code: 'NoSuchBucket' },
  { status: 500, code: 'InternalError' },
  { status: 503, code: 'SlowDown' },
])
  test(`a store that responds with ${status} ${code ?? ''} makes calls with documents 503, and the others continue`, async () => {
    objects.fail({ status, code });
    try {
      for (const refused of [await upload(), await download(), await applyFromOutside()]) {
        assertErrorRecord(refused, 503);
        assert.match(refused.headers.get('retry-after')!, /^\d+$/);
        assert.match(refused.body.message, /document store/);
      }
      assert.equal((await applyOnPortal()).status, 503);
      assert.equal((await api.put(`/candidates/${id}`, { lastName: 'Anders' })).status, 204);
    } finally {
      objects.fail();
    }
    assert.equal((await upload()).status, 200);
    assert.equal((await download()).status, 200);
  });

test('the health says that a store responds with errors, and the log says with which', async () => {
  objects.fail({ status: 403 });
  try {
    await assertDegraded('failing', /^The document store cannot be used, .* responds with errors/);
    assert.match(causes().at(-1)!, /rejects the keys.*HTTP status 403.*AWS_ACCESS_KEY_ID/);
  } finally {
    objects.fail();
  }
  await assertHealth(service, 200, READY);
});

for (const { status, code } of [
  { status: 507, code: 'XMinioStorageFull' },
  { status: 400, code: 'XMinioAdminBucketQuotaExceeded' },
  { status: 403, code: 'QuotaExceeded' },
])
  test(`a store that is full (${status} ${code}) makes uploads 507, and downloads continue`, async () => {
    objects.fail({ status, code, method: 'PUT' });
    try {
      for (const refused of [await upload(), await applyFromOutside()]) {
        assertErrorRecord(refused, 507);
        assert.match(refused.body.message, /space.*Nothing was stored/);
      }
      assert.equal((await download()).status, 200);
      await assertDegraded('full', /^The document store is full.*raise the quota/);
      assert.match(causes().at(-1)!, /is full, or its quota is used up/);
    } finally {
      objects.fail();
    }
    assert.equal((await upload()).status, 200);
    await assertHealth(service, 200, READY);
  });

test('a store that cannot delete hides neither the stored response of a repeated call nor a 404', async () => {
  const send = (key: string, category: string) =>
    api.post(
      `/candidates/${id}/documents/${category}`,
      { base64File },
      { headers: { 'idempotency-key': key } },
    );
  const first = await send('first', 'other');
  assert.equal(first.status, 200, first.text);
  objects.fail({ status: 503, method: 'DELETE' });
  try {
    const repeated = await send('first', 'other');
    assert.deepEqual([repeated.status, repeated.text], [200, first.text]);
    const refused = await send('second', 'unknown');
    assert.equal(refused.status, 404, refused.text);
  } finally {
    objects.fail();
  }
});
