import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { RECORD_FORM } from './record-form.ts';

const service = await startTestService();
const { api } = service.tenant;
await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' });
await service.settle();

const hour = new Date(Date.now() - 3 * 3_600_000).toISOString();
const ENDED = `${hour.slice(0, 10)}/${Number(hour.slice(11, 13))}`;

test('what begins or continues a copy names the form of the records', async () => {
  for (const path of [
    '/changes',
    '/changes/inventory',
    '/candidates/export/candidates',
    '/candidates/export/candidates/changes',
    `/candidates/export/documents/changes/${ENDED}`,
    `/customers/changes/${ENDED.slice(0, 10)}`,
    `/jobads/changes/${ENDED}`,
  ]) {
    const { status, headers } = await api.get(path);
    assert.deepEqual([status, headers.get('record-form')], [200, String(RECORD_FORM)], path);
    const etag = headers.get('etag');
    if (etag === null) continue;
    const again = await api.get(path, { headers: { 'if-none-match': etag } });
    assert.deepEqual([again.status, again.headers.get('record-form')], [304, String(RECORD_FORM)], path);
  }
});

test('an error names no form', async () => {
  for (const path of ['/changes?cursor=nonsense', '/customers/changes/2999-01-01']) {
    const { status, headers } = await api.get(path);
    assert.ok(status >= 400, path);
    assert.equal(headers.get('record-form'), null, path);
  }
});
