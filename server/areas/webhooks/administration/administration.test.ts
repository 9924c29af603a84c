import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { assertRefused, faultsOf } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { readWebhookSecrets } from '../../tenants/index.ts';

const service = await startTestService({ WEBHOOK_RETRY_SECONDS: '' });
const { services, clock, tenant } = service;
const { api } = tenant;
const admin = await service.platform('admin');
// The address must be public, so it cannot be one reserved for documentation. No test calls it.
const url = 'http://8.8.8.8/hook';

const PERIOD = { eventDateFromUtc: '2000-01-01T00:00:00Z', eventDateToUtc: '2100-01-01T00:00:00Z' };
const readLog = async (): Promise<{ id: string; entityId: number; sendStatusId: number | null }[]> =>
  (await admin.post('/webhooks/protocol', PERIOD)).body.events;
const resend = async (body: unknown) => {
  const response = await admin.post('/webhooks/protocol/resend', body);
  assert.equal(response.status, 200, response.text);
  return response.body;
};
const setStatus = (status: number | null) =>
  service.sql(
    'UPDATE webhook_delivery SET send_status_id = $2, next_attempt_at = NULL WHERE tenant_id = $1',
    [tenant.id, status],
  );

await api.post('/webhooks/subscribe', { event: 1401, url });
for (let index = 0; index < 3; index++)
  await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' });

test('the platform serves registrations and the delivery log too', async () => {
  assert.equal((await admin.get('/webhooks/subscriptions')).body.subscriptions.length, 1);
  assert.equal((await readLog()).length, 3);
});

test('a period selects failed and skipped entries, not transferred ones', async () => {
  await setStatus(131);
  assert.deepEqual(await resend(PERIOD), { queued: 3, left: 0 });
  await setStatus(130);
  assert.deepEqual(await resend(PERIOD), { queued: 0, left: 0 });
});

test('an empty list of types or statuses means all, as in a search, and is no filter', async () => {
  await setStatus(131);
  assert.deepEqual(await resend({ ...PERIOD, eventTypes: [], sendStatusIds: [] }), { queued: 3, left: 0 });
  const response = await admin.post('/webhooks/protocol/resend', { eventTypes: [], sendStatusIds: [] });
  assert.deepEqual(faultsOf(response), ['ids required']);
});

test('a transferred entry is resent if it is selected by id or status', async () => {
  await setStatus(130);
  const [first] = await readLog();
  assert.deepEqual(await resend({ ids: [first!.id] }), { queued: 1, left: 0 });
  await setStatus(130);
  assert.deepEqual(await resend({ sendStatusIds: [130], entityId: first!.entityId }), { queued: 1, left: 0 });
  await setStatus(130);
  assert.deepEqual(await resend({ sendStatusIds: [130], eventTypes: [1401] }), { queued: 3, left: 0 });
});

test('a filter by an event type that does not exist resends nothing', async () => {
  const response = await admin.post('/webhooks/protocol/resend', { eventTypes: [1401, 1] });
  assert.deepEqual(faultsOf(response), ['eventTypes[1] unknownReference']);
});

test('entries are resent if their address was registered again with another spelling', async () => {
  await setStatus(131);
  await api.post('/webhooks/unsubscribe', { event: 1401, url });
  await api.post('/webhooks/subscribe', { event: 1402, url: 'HTTP://8.8.8.8:80/hook' });
  assert.deepEqual(await resend(PERIOD), { queued: 0, left: 3 });
  await api.post('/webhooks/subscribe', { event: 1401, url: 'HTTP://8.8.8.8:80/another' });
  assert.deepEqual(await resend(PERIOD), { queued: 0, left: 3 });
  await api.post('/webhooks/subscribe', { event: 1401, url: 'HTTP://8.8.8.8:80/hook' });
  assert.deepEqual(await resend(PERIOD), { queued: 3, left: 0 });
});

test('entries of a paused registration are not resent', async () => {
  await setStatus(131);
  await service.sql('UPDATE webhook_registration SET paused_at = clock_now() WHERE tenant_id = $1', [
    tenant.id,
  ]);
  assert.deepEqual(await resend(PERIOD), { queued: 0, left: 3 });
});

test('entries of another tenant are not resent', async () => {
  const other = await service.platform('admin', await service.createTenant());
  const [first] = await readLog();
  const response = await other.post('/webhooks/protocol/resend', { ids: [first!.id] });
  assert.deepEqual(response.body, { queued: 0, left: 0 });
});

test('a request without any filter is rejected', async () => {
  for (const body of [{}, { ids: null, entityId: null }])
    await assertRefused(service, () => admin.post('/webhooks/protocol/resend', body), 'ids required');
  await assertRefused(
    service,
    () =>
      admin.post('/webhooks/protocol/resend', {
        eventDateFromUtc: PERIOD.eventDateToUtc,
        eventDateToUtc: PERIOD.eventDateFromUtc,
        ids: ['none'],
        sendStatusIds: [7],
      }),
    'eventDateToUtc range',
    'ids[0] format',
    'sendStatusIds[0] enum',
  );
});

test('only admins can read the secret, and it is not cached', async () => {
  const { body, headers } = await admin.get('/webhooks/secrets');
  const [secret = ''] = await readWebhookSecrets(services, tenant.id);
  assert.deepEqual(body, { secrets: [{ secret, isCurrent: true }] });
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.ok(new Webhook(secret));
  const other = await service.platform('admin', await service.createTenant());
  assert.notEqual((await other.get('/webhooks/secrets')).body.secrets[0].secret, secret);
  const recruiter = await service.platform('recruiter');
  assert.equal((await recruiter.get('/webhooks/secrets')).status, 403);
});

test('the previous secret is listed for seven days after a rotation', async () => {
  const [before] = (await admin.get('/webhooks/secrets')).body.secrets;
  const { secret } = (await admin.post('/webhooks/secrets')).body;
  assert.deepEqual((await admin.get('/webhooks/secrets')).body.secrets, [
    { secret, isCurrent: true },
    { secret: before.secret, isCurrent: false },
  ]);
  await clock.advance(8 * 86_400_000);
  const later = await service.platform('admin');
  assert.deepEqual((await later.get('/webhooks/secrets')).body.secrets, [{ secret, isCurrent: true }]);
});

test('the platform serves the token ledger too', async () => {
  const later = await service.platform('admin');
  const month = new Date().toISOString().slice(0, 7);
  const { body } = await later.get(`/usage/tokens?month=${month}`);
  assert.equal(body.clients[0].clientId, tenant.clientId);
});
