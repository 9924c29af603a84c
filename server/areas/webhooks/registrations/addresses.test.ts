import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf } from '../../../testing/change-watch.ts';
import { faultCodes } from '../../../testing/error-record.ts';
import { startTestService } from '../../../testing/harness.ts';

const service = await startTestService();
const { api, id: tenantId } = service.tenant;

for (const [url, code] of [
  ['/hook', 'format'],
  ['ftp://8.8.8.8/', 'format'],
  ['http:8.8.8.8', 'format'],
  ['http:///8.8.8.8/hook', 'format'],
  ['http:///127.0.0.1:8200/x', 'format'],
  ['https:////8.8.8.8/hook', 'format'],
  ['http:\\\\8.8.8.8\\hook', 'format'],
  ['http://user:secret@8.8.8.8/', 'format'],
  ['http://8.8.8.8/a b', 'format'],
  ['', 'format'],
  [`http://8.8.8.8/${'x'.repeat(2000)}`, 'length'],
  [null, 'required'],
  ['http://127.0.0.1/', 'notAllowed'],
  ['http://localhost:8080/', 'notAllowed'],
  ['http://169.254.169.254/latest/meta-data', 'notAllowed'],
  ['http://0x7f000001/', 'notAllowed'],
  ['http://[::ffff:10.0.0.1]/', 'notAllowed'],
] as const) {
  test(`the address ${String(url).slice(0, 50)} is rejected with ${code}`, async () => {
    const response = await api.post('/webhooks/subscribe', { event: 1401, url });
    assert.equal(response.status, 400);
    assert.deepEqual(faultCodes(response), { url: code });
  });
}

test('an address without a host after http://, which an earlier version accepted, can be removed', async () => {
  const url = 'http://8.8.8.8/hook';
  assert.equal((await api.post('/webhooks/subscribe', { event: 1401, url })).status, 200);
  await service.sql(
    "UPDATE webhook_registration SET url = 'http:///8.8.8.8/hook' WHERE tenant_id = $1",
    [tenantId],
    tenantId,
  );
  assert.equal((await api.post('/webhooks/unsubscribe', { event: 1401, url })).status, 200);
  assert.deepEqual((await api.get('/webhooks/subscriptions')).body.subscriptions, []);
});

test('what the address of a pair has as its fault is reported with all other faults', async () => {
  const post = async (path: string, body: object) =>
    faultsOf(await api.post(`/webhooks/${path}`, body, { headers: { prefer: 'handling=strict' } }));
  const url = 'http://8.8.8.8/pair';
  const faulty = { event: 1401, url, resendMissed: 1 };
  assert.deepEqual(await post('subscribe', faulty), ['resendMissed type']);
  assert.equal((await api.post('/webhooks/subscribe', { event: 1401, url })).status, 200);
  assert.deepEqual(await post('subscribe', faulty), ['resendMissed type', 'url duplicate']);
  assert.deepEqual(await post('subscribe', { ...faulty, event: 1402 }), ['resendMissed type']);
  assert.deepEqual(await post('subscribe', { url, resendMissed: 1 }), [
    'event required',
    'resendMissed type',
  ]);
  assert.deepEqual(await post('unsubscribe', faulty), ['resendMissed unknownProperty']);
  await service.sql(
    'UPDATE webhook_registration SET error_count = 10, paused_at = clock_now() WHERE tenant_id = $1',
    [tenantId],
    tenantId,
  );
  assert.deepEqual(await post('subscribe', faulty), ['resendMissed type']);
  const both = ['resendMissed unknownProperty', 'url unknownReference'];
  assert.deepEqual(await post('unsubscribe', { ...faulty, event: 1402 }), both);
  const inside = { event: 1499, url: 'http://127.0.0.1/' };
  assert.deepEqual(await post('subscribe', inside), ['event unknownReference', 'url notAllowed']);
});
