import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { type ApiResponse, startTestService } from '../../testing/harness.ts';
import { EVENTS } from '../changes/index.ts';
import { resendDeliveries, sweepProtocol } from './index.ts';

const service = await startTestService({ WEBHOOK_RETRY_SECONDS: '' });
const { services, clock } = service;
const { api, id: tenantId } = service.tenant;
const db = services.database.tenant(tenantId);
// Documentation addresses are not public; this one is, and no test calls it.
const url = 'http://8.8.8.8/hook';

beforeEach(async () => {
  await clock.set(new Date());
  for (const table of ['webhook_delivery', 'webhook_registration', 'webhook_setting'])
    await service.sql(`DELETE FROM ${table} WHERE tenant_id = $1`, [tenantId]);
});

async function subscribe(body: object = {}): Promise<void> {
  const answer = await api.post('/webhooks/subscribe', { event: 1401, url, ...body });
  assert.deepEqual([answer.status, answer.text], [200, '']);
}

function assertFault({ status, body }: ApiResponse, property: string, code: string): void {
  assert.equal(status, 400);
  const faults = body.validationErrors.map((fault: Record<string, unknown>) => [fault.property, fault.code]);
  assert.deepEqual(faults, [[property, code]]);
}

const subscriptions = async () => (await api.get('/webhooks/subscriptions')).body.subscriptions;

async function createCandidate(): Promise<number> {
  return (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
}

async function protocol(filter: object = {}) {
  const answer = await api.post('/webhooks/protocol', {
    eventDateFromUtc: '2000-01-01T00:00:00Z',
    eventDateToUtc: '2100-01-01T00:00:00Z',
    ...filter,
  });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.events;
}

async function pause(): Promise<void> {
  await service.sql(
    'UPDATE webhook_registration SET error_count = 10, paused_at = clock_now() WHERE tenant_id = $1',
    [tenantId],
  );
}

test('every event is listed with what it is about', async () => {
  const { eventTypes } = (await api.get('/webhooks/event/types')).body;
  assert.equal(eventTypes.length, Object.keys(EVENTS).length);
  assert.deepEqual(eventTypes[0], {
    id: 1401,
    name: 'candidate.created',
    description: 'A candidate was created.',
    entity: 'candidate',
  });
});

test('a registration is listed as active', async () => {
  await subscribe();
  const [{ id, createdAtUtc, ...rest }] = await subscriptions();
  assert.ok(id > 0 && createdAtUtc.endsWith('Z'));
  assert.deepEqual(rest, {
    event: 1401,
    eventName: 'candidate.created',
    url,
    isPaused: false,
    errorCount: 0,
    pausedAtUtc: null,
    lastSuccessAtUtc: null,
  });
});

test('an address can be registered for several events, and several for one', async () => {
  await subscribe();
  await subscribe({ event: 1402 });
  await subscribe({ url: `${url}/2` });
  assert.equal((await subscriptions()).length, 3);
});

test('an active pair is not registered twice, however it is spelt', async () => {
  await subscribe({ url: 'http://8.8.8.8:80/a/../hook' });
  assertFault(await api.post('/webhooks/subscribe', { event: 1401, url: `${url}#part` }), 'url', 'duplicate');
});

test('two registrations of a pair at the same time leave one', async () => {
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => api.post('/webhooks/subscribe', { event: 1401, url })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400]);
  assert.equal((await subscriptions()).length, 1);
});

for (const [refused, code] of [
  ['/hook', 'format'],
  ['ftp://8.8.8.8/', 'format'],
  ['http:8.8.8.8', 'format'],
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
  test(`the address ${String(refused).slice(0, 50)} is refused as ${code}`, async () => {
    assertFault(await api.post('/webhooks/subscribe', { event: 1401, url: refused }), 'url', code);
  });
}

test('an event that does not exist is refused', async () => {
  assertFault(await api.post('/webhooks/subscribe', { event: 1499, url }), 'event', 'unknownReference');
});

test('a repeated call with an idempotency key is answered as the first', async () => {
  const headers = { 'idempotency-key': 'k1' };
  for (const replayed of [null, 'true']) {
    const answer = await api.post('/webhooks/subscribe', { event: 1401, url }, { headers });
    assert.deepEqual(
      [answer.status, answer.text, answer.headers.get('idempotency-replayed')],
      [200, '', replayed],
    );
  }
});

test('registering a paused pair again reactivates it with its counter at zero', async () => {
  await subscribe();
  await pause();
  await subscribe();
  const [{ isPaused, errorCount, pausedAtUtc }] = await subscriptions();
  assert.deepEqual([isPaused, errorCount, pausedAtUtc], [false, 0, null]);
});

test('what was skipped stays skipped after a reactivation, unless it is asked for', async () => {
  await subscribe();
  await pause();
  await createCandidate();
  await subscribe();
  assert.deepEqual(
    (await protocol()).map((entry: Record<string, unknown>) => [
      entry.sendStatusId,
      entry.sendStatus,
      entry.nextAttemptAtUtc,
    ]),
    [[132, 'Skipped', null]],
  );
  await pause();
  await subscribe({ resendMissed: true });
  const [entry] = await protocol();
  assert.equal(entry.sendStatusId, null);
  assert.notEqual(entry.nextAttemptAtUtc, null);
});

test('a removed registration is gone, its pending calls are dropped, and its entries stay', async () => {
  await subscribe();
  await createCandidate();
  const answer = await api.post('/webhooks/unsubscribe', { event: 1401, url });
  assert.deepEqual([answer.status, answer.text], [200, '']);
  assert.deepEqual(await subscriptions(), []);
  await createCandidate();
  const [entry, ...others] = await protocol();
  assert.deepEqual([entry.sendStatusId, entry.nextAttemptAtUtc, others.length], [132, null, 0]);
});

test('a pair that is not registered cannot be removed', async () => {
  const answer = await api.post('/webhooks/unsubscribe', { event: 1401, url });
  assertFault(answer, 'url', 'unknownReference');
});

test('the settings say how calls are made', async () => {
  assert.deepEqual((await api.get('/webhooks/settings')).body.settings, {
    eventDataTypeId: 1482,
    eventDataType: 'Standard format',
    failureThreshold: 10,
    timeoutSeconds: 15,
    retryScheduleSeconds: [],
    signing: 'Standard Webhooks v1: webhook-id, webhook-timestamp, webhook-signature',
  });
});

test('the format of calls can be chosen', async () => {
  for (const dataType of [1483, 1482, 1483]) {
    const answer = await api.put(`/webhooks/settings/eventdatatype/${dataType}`);
    assert.deepEqual([answer.status, answer.text], [200, '']);
  }
  assert.equal((await api.get('/webhooks/settings')).body.settings.eventDataTypeId, 1483);
});

for (const dataType of ['1484', '0', 'x', '99999999999']) {
  test(`the format ${dataType} does not exist`, async () => {
    assert.equal((await api.put(`/webhooks/settings/eventdatatype/${dataType}`)).status, 404);
  });
}

test('the protocol filters by time, record and event', async () => {
  await subscribe();
  await subscribe({ event: 1402 });
  const first = await createCandidate();
  const second = await createCandidate();
  await api.put(`/candidates/${first}`, { firstName: 'Eva' });
  const [one, two, three] = await protocol();
  const ids = async (filter: object) => (await protocol(filter)).map(({ id }: { id: string }) => id);
  assert.deepEqual(await ids({ entityId: second }), [two.id]);
  assert.deepEqual(await ids({ eventTypes: [1402] }), [three.id]);
  assert.deepEqual(await ids({ eventTypes: [], entityId: null }), [one.id, two.id, three.id]);
  assert.ok((await ids({ eventDateToUtc: one.eventDateUtc })).includes(one.id));
  assert.deepEqual(await ids({ eventDateFromUtc: '2099-01-01T00:00:00Z' }), []);
});

test('a period that ends before it begins is refused', async () => {
  const answer = await api.post('/webhooks/protocol', {
    eventDateFromUtc: '2026-03-02T00:00:00Z',
    eventDateToUtc: '2026-03-01T00:00:00Z',
  });
  assertFault(answer, 'eventDateToUtc', 'range');
});

test('one operation makes one entry, the most specific', async () => {
  for (const event of [1401, 1402, 1403, 1404, 1405, 1406, 1408]) await subscribe({ event });
  const candidate = await createCandidate();
  await api.put(`/candidates/${candidate}/status`, { statusId: 2005 });
  const { id } = (
    await api.post(`/candidates/${candidate}/communications`, { communicationTypeId: 1, subject: 'x' })
  ).body;
  const entries = await protocol();
  assert.deepEqual(
    entries.map((entry: Record<string, unknown>) => [entry.eventId, entry.endpoint, entry.additionalData]),
    [
      [1401, `/candidates/${candidate}`, null],
      [1404, `/candidates/${candidate}`, null],
      [1408, `/candidates/${candidate}`, { communicationId: id }],
    ],
  );
});

test('the endpoint of a deletion is the hour that lists it', async () => {
  await subscribe({ event: 1403 });
  await service.sql(
    "SELECT record_change($1, 'candidate', 17, gen_random_uuid(), 'deleted', NULL, NULL, NULL, 1403, NULL, NULL)",
    [tenantId],
  );
  const [{ endpoint, eventDateUtc, entityId }] = await protocol();
  const hour = Number(eventDateUtc.slice(11, 13));
  assert.equal(endpoint, `/candidates/export/candidates/changes/${eventDateUtc.slice(0, 10)}/${hour}`);
  await service.settle();
  const { deleted } = (await api.get(endpoint)).body;
  assert.deepEqual(
    deleted.map(({ id }: { id: number }) => id),
    [entityId],
  );
});

test('another tenant sees neither registration nor protocol', async () => {
  await subscribe();
  await createCandidate();
  const other = await service.createTenant();
  assert.deepEqual((await other.api.get('/webhooks/subscriptions')).body.subscriptions, []);
  const { events } = (
    await other.api.post('/webhooks/protocol', {
      eventDateFromUtc: '2000-01-01T00:00:00Z',
      eventDateToUtc: '2100-01-01T00:00:00Z',
    })
  ).body;
  assert.deepEqual(events, []);
});

test('failed and skipped entries of a period are sent again, those of paused registrations are left', async () => {
  await subscribe();
  await createCandidate();
  await service.sql(
    'UPDATE webhook_delivery SET send_status_id = 131, next_attempt_at = NULL WHERE tenant_id = $1',
    [tenantId],
  );
  assert.deepEqual(await resendDeliveries(db, tenantId, { to: '2000-01-01T00:00:00Z' }), {
    queued: 0,
    left: 0,
  });
  await pause();
  assert.deepEqual(await resendDeliveries(db, tenantId, {}), { queued: 0, left: 1 });
  await subscribe();
  assert.deepEqual(await resendDeliveries(db, tenantId, {}), { queued: 1, left: 0 });
});

test('entries are removed when their time is over', async () => {
  await subscribe();
  await createCandidate();
  await clock.advance(89 * 86_400_000);
  assert.equal(await sweepProtocol(db, tenantId, 90), 0);
  await clock.advance(2 * 86_400_000);
  assert.equal(await sweepProtocol(db, tenantId, 90), 1);
});
