import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { assertRefused } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { startReceiver } from '../../../testing/webhook-receiver.ts';
import { readWebhookSecrets } from '../../tenants/index.ts';
import { EVENT_TYPES } from '../index.ts';

const CANDIDATE_CREATED = 1401;
const NO_RECORD = 2_147_483_647;

const service = await startTestService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const { tenant } = service;
const integrator = await service.platform('integrator');
const receiver = await startReceiver();
const { url } = receiver;

beforeEach(() => {
  receiver.calls.length = 0;
  receiver.respond = (_call, response) => void response.end('Thank you');
});

test('a test call is signed like every call, and names a record that does not exist', async () => {
  const { status, body } = await integrator.post('/webhooks/test', { event: CANDIDATE_CREATED, url });
  assert.equal(status, 200);
  const { latencyMs, id, ...outcome } = body;
  assert.deepEqual(outcome, {
    sendStatusId: 130,
    sendStatus: 'Transfered',
    sendStatusReason: null,
    answerExcerpt: 'Thank you',
  });
  assert.ok(latencyMs >= 0);

  const [call] = receiver.calls;
  const [secret = ''] = await readWebhookSecrets(service.services, tenant.id);
  new Webhook(secret).verify(call!.text, call!.headers as Record<string, string>);
  const { eventDateUtc, ...reference } = call!.body;
  assert.ok(Math.abs(Date.parse(eventDateUtc) - Date.now()) < 60_000);
  assert.deepEqual(reference, {
    id,
    eventId: CANDIDATE_CREATED,
    event: 'candidate.created',
    entityId: NO_RECORD,
    endpoint: `/candidates/${NO_RECORD}`,
    endpointMethod: 'GET',
    additionalData: { isTest: true },
  });
  assert.equal((await tenant.api.get(reference.endpoint)).status, 404);
});

test('a test call leaves no trace in the delivery log and at the registration', async () => {
  await tenant.api.post('/webhooks/subscribe', { event: CANDIDATE_CREATED, url });
  receiver.respond = (_call, response) => void response.writeHead(500).end('out of order');
  const { body } = await integrator.post('/webhooks/test', { event: CANDIDATE_CREATED, url });
  assert.equal(body.sendStatusId, 131);
  assert.equal(body.sendStatusReason, 'Status 500: out of order');
  assert.equal(body.answerExcerpt, 'out of order');

  const [registration] = (await integrator.get('/webhooks/subscriptions')).body.subscriptions;
  assert.equal(registration.errorCount, 0);
  assert.equal(registration.lastSuccessAtUtc, null);
  assert.deepEqual((await integrator.post('/webhooks/protocol', {})).body.events, []);
});

test('a receiver that cannot be reached is an outcome with its reason', async () => {
  const { status, body } = await integrator.post('/webhooks/test', {
    event: CANDIDATE_CREATED,
    url: 'http://127.0.0.1:1/hook',
  });
  assert.equal(status, 200);
  assert.equal(body.sendStatusReason, 'The receiver refused the connection.');
  assert.equal(body.answerExcerpt, null);
});

test('the call has the format that the tenant has chosen', async () => {
  const other = await service.createTenant();
  await other.api.put('/webhooks/settings/eventdatatype/1483');
  const admin = await service.platform('admin', other);
  await admin.post('/webhooks/test', { event: CANDIDATE_CREATED, url });
  const [call] = receiver.calls;
  assert.equal(call!.headers['content-type'], 'application/cloudevents+json');
  assert.equal(call!.body.type, 'stellwerk.candidate.created');
});

const DELETIONS = [1403, 1407, 1433, 1465];

test('every event type has a test call with a complete endpoint', async () => {
  for (const { id } of EVENT_TYPES) {
    const { status, text } = await integrator.post('/webhooks/test', { event: id, url });
    assert.equal(status, 200, text);
  }
  assert.deepEqual(
    receiver.calls.map(({ body }) => body.eventId),
    EVENT_TYPES.map(({ id }) => id),
  );
  for (const { body } of receiver.calls) {
    assert.match(body.endpoint, /^(\/[\w-]+)+$/, body.event);
    assert.ok(!body.endpoint.includes('undefined'));
    // That of a deletion is the hour.
    const isHour = DELETIONS.includes(body.eventId);
    assert.equal((await tenant.api.get(body.endpoint)).status, isHour ? 200 : 404, body.endpoint);
  }
});

test('a tenant has one test call at a time, and keeps no other from one', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<() => void>();
  receiver.respond = (_call, response) => arrive(() => response.end());
  const first = integrator.post('/webhooks/test', { event: CANDIDATE_CREATED, url });
  const answer = await arrived;

  const second = await integrator.post('/webhooks/test', { event: CANDIDATE_CREATED, url });
  assert.equal(second.status, 429);
  assert.equal(second.headers.get('retry-after'), '15');
  receiver.respond = (_call, response) => void response.end();
  const other = await service.platform('admin', await service.createTenant());
  assert.equal((await other.post('/webhooks/test', { event: CANDIDATE_CREATED, url })).status, 200);

  answer();
  assert.equal((await first).status, 200);
  assert.equal((await integrator.post('/webhooks/test', { event: CANDIDATE_CREATED, url })).status, 200);
});

test('an address that is not valid and an unknown event type are faults', async () => {
  await assertRefused(
    service,
    () => integrator.post('/webhooks/test', { event: 1, url: 'ftp://hooks.example.com' }),
    'event unknownReference',
    'url format',
  );
  assert.equal(receiver.calls.length, 0);
});

test('a role that may not change webhooks cannot send a test call', async () => {
  const recruiter = await service.platform('recruiter');
  assert.equal((await recruiter.post('/webhooks/test', { event: CANDIDATE_CREATED, url })).status, 403);
  assert.equal(receiver.calls.length, 0);
});
