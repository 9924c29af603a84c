import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { faultsOf } from '../../testing/change-watch.ts';
import { type ApiResponse, startTestService } from '../../testing/harness.ts';
import { EVENTS } from '../changes/index.ts';
import { resendDeliveries, sweepDeliveryLog } from './index.ts';

const service = await startTestService({ WEBHOOK_RETRY_SECONDS: '' });
const { services, clock } = service;
const { api, id: tenantId } = service.tenant;
const db = services.database.tenant(tenantId);
// The address must be public, so it cannot be one reserved for documentation. No test calls it.
const url = 'http://8.8.8.8/hook';

beforeEach(async () => {
  await clock.set(new Date());
  for (const table of ['webhook_delivery', 'webhook_registration', 'webhook_setting'])
    await service.sql(`DELETE FROM ${table} WHERE tenant_id = $1`, [tenantId]);
});

async function subscribe(body: object = {}): Promise<void> {
  const response = await api.post('/webhooks/subscribe', { event: 1401, url, ...body });
  assert.deepEqual([response.status, response.text], [200, '']);
}

function assertFault({ status, body }: ApiResponse, property: string, code: string): void {
  assert.equal(status, 400);
  const faults = body.validationErrors.map((fault: Record<string, unknown>) => [fault.property, fault.code]);
  assert.deepEqual(faults, [[property, code]]);
}

test('a list as the body has no faults but that it is a list', async () => {
  for (const path of ['/webhooks/subscribe', '/webhooks/unsubscribe'])
    assertFault(await api.post(path, []), '', 'type');
});

const subscriptions = async () => (await api.get('/webhooks/subscriptions')).body.subscriptions;

async function createCandidate(): Promise<number> {
  return (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
}

async function readLog(filter: object = {}) {
  const response = await api.post('/webhooks/protocol', {
    eventDateFromUtc: '2000-01-01T00:00:00Z',
    eventDateToUtc: '2100-01-01T00:00:00Z',
    ...filter,
  });
  assert.equal(response.status, 200, response.text);
  return response.body.events;
}

async function pause(): Promise<void> {
  await service.sql(
    'UPDATE webhook_registration SET error_count = 10, paused_at = clock_now() WHERE tenant_id = $1',
    [tenantId],
  );
}

test('the list of event types has every event with its entity', async () => {
  const { eventTypes } = (await api.get('/webhooks/event/types')).body;
  assert.equal(eventTypes.length, Object.keys(EVENTS).length);
  assert.deepEqual(eventTypes[0], {
    id: 1401,
    name: 'candidate.created',
    description: 'A candidate was created.',
    entity: 'candidate',
  });
});

test('a new registration is listed as active', async () => {
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

test('an address can be registered for several events, and an event for several addresses', async () => {
  await subscribe();
  await subscribe({ event: 1402 });
  await subscribe({ url: `${url}/2` });
  assert.equal((await subscriptions()).length, 3);
});

test('an active pair cannot be registered again, not even with another spelling', async () => {
  await subscribe({ url: 'http://8.8.8.8:80/a/../hook' });
  assertFault(await api.post('/webhooks/subscribe', { event: 1401, url: `${url}#part` }), 'url', 'duplicate');
});

test('only one of several concurrent registrations of a pair succeeds', async () => {
  const responses = await Promise.all(
    Array.from({ length: 4 }, () => api.post('/webhooks/subscribe', { event: 1401, url })),
  );
  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 400, 400, 400]);
  assert.equal((await subscriptions()).length, 1);
});

test('an unknown event type is rejected', async () => {
  assertFault(await api.post('/webhooks/subscribe', { event: 1499, url }), 'event', 'unknownReference');
});

test('a repeated request with the same idempotency key returns the same response', async () => {
  const headers = { 'idempotency-key': 'k1' };
  for (const replayed of [null, 'true']) {
    const response = await api.post('/webhooks/subscribe', { event: 1401, url }, { headers });
    assert.deepEqual(
      [response.status, response.text, response.headers.get('idempotency-replayed')],
      [200, '', replayed],
    );
  }
});

test('registering a paused pair again reactivates it and resets its error counter', async () => {
  await subscribe();
  await pause();
  await subscribe();
  const [{ isPaused, errorCount, pausedAtUtc }] = await subscriptions();
  assert.deepEqual([isPaused, errorCount, pausedAtUtc], [false, 0, null]);
});

test('skipped events stay skipped after a reactivation unless resendMissed is set', async () => {
  await subscribe();
  await pause();
  await createCandidate();
  await subscribe();
  assert.deepEqual(
    (await readLog()).map((entry: Record<string, unknown>) => [
      entry.sendStatusId,
      entry.sendStatus,
      entry.nextAttemptAtUtc,
    ]),
    [[132, 'Skipped', null]],
  );
  await pause();
  await subscribe({ resendMissed: true });
  const [entry] = await readLog();
  assert.equal(entry.sendStatusId, null);
  assert.notEqual(entry.nextAttemptAtUtc, null);
});

test('removing a registration drops its pending calls and keeps its log entries', async () => {
  await subscribe();
  await createCandidate();
  const response = await api.post('/webhooks/unsubscribe', { event: 1401, url });
  assert.deepEqual([response.status, response.text], [200, '']);
  assert.deepEqual(await subscriptions(), []);
  await createCandidate();
  const [entry, ...others] = await readLog();
  assert.deepEqual([entry.sendStatusId, entry.nextAttemptAtUtc, others.length], [132, null, 0]);
});

test('a pair that is not registered cannot be removed', async () => {
  const response = await api.post('/webhooks/unsubscribe', { event: 1401, url });
  assertFault(response, 'url', 'unknownReference');
});

test('the settings describe how calls are made', async () => {
  assert.deepEqual((await api.get('/webhooks/settings')).body.settings, {
    eventDataTypeId: 1482,
    eventDataType: 'Standard format',
    failureThreshold: 10,
    timeoutSeconds: 15,
    retryScheduleSeconds: [],
    signing: 'Standard Webhooks v1: webhook-id, webhook-timestamp, webhook-signature',
  });
});

test('the call format can be set', async () => {
  for (const dataType of [1483, 1482, 1483]) {
    const response = await api.put(`/webhooks/settings/eventdatatype/${dataType}`);
    assert.deepEqual([response.status, response.text], [200, '']);
  }
  assert.equal((await api.get('/webhooks/settings')).body.settings.eventDataTypeId, 1483);
});

for (const dataType of ['1484', '0', 'x', '99999999999']) {
  test(`setting the unknown call format ${dataType} is a 404`, async () => {
    assert.equal((await api.put(`/webhooks/settings/eventdatatype/${dataType}`)).status, 404);
  });
}

test('the delivery log can be filtered by time, record and event', async () => {
  await subscribe();
  await subscribe({ event: 1402 });
  const first = await createCandidate();
  const second = await createCandidate();
  await api.put(`/candidates/${first}`, { firstName: 'Eva' });
  const [one, two, three] = await readLog();
  const ids = async (filter: object) => (await readLog(filter)).map(({ id }: { id: string }) => id);
  assert.deepEqual(await ids({ entityId: second }), [two.id]);
  assert.deepEqual(await ids({ eventTypes: [1402] }), [three.id]);
  assert.deepEqual(await ids({ eventTypes: [], entityId: null }), [one.id, two.id, three.id]);
  assert.ok((await ids({ eventDateToUtc: one.eventDateUtc })).includes(one.id));
  assert.deepEqual(await ids({ eventDateFromUtc: '2099-01-01T00:00:00Z' }), []);
});

test('without a start, the delivery log covers 30 days', async () => {
  await subscribe();
  const entityId = await createCandidate();
  const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString();
  const find = async (period: object) => {
    const { status, body, text } = await api.post('/webhooks/protocol', { entityId, ...period });
    assert.equal(status, 200, text);
    return body.events.map((event: { entityId: number }) => event.entityId);
  };
  const age = (days: number) =>
    service.sql('UPDATE webhook_delivery SET occurred_at = clock_now() - make_interval(days => $1)', [days]);
  await age(29);
  const nulls = { eventDateFromUtc: null, eventDateToUtc: null };
  const untilNow = [{}, nulls, { eventDateToUtc: inDays(0) }, { eventDateToUtc: inDays(36) }];
  for (const period of untilNow) assert.deepEqual(await find(period), [entityId], JSON.stringify(period));
  await age(31);
  for (const period of untilNow) assert.deepEqual(await find(period), [], JSON.stringify(period));
  assert.deepEqual(await find({ eventDateFromUtc: inDays(-32) }), [entityId]);
  assert.deepEqual(await find({ eventDateToUtc: inDays(-30) }), [entityId]);
});

test('a filter by an event type that does not exist is rejected, with all faults together', async () => {
  const response = await api.post('/webhooks/protocol', {
    eventDateFromUtc: '2026-03-02T00:00:00Z',
    eventDateToUtc: '2026-03-01T00:00:00Z',
    eventTypes: [1, 1401, 1499],
  });
  assert.deepEqual(faultsOf(response), [
    'eventDateToUtc range',
    'eventTypes[0] unknownReference',
    'eventTypes[2] unknownReference',
  ]);
  const tooMany = await api.post('/webhooks/protocol', { eventTypes: Array(500).fill(1) });
  assert.ok(faultsOf(tooMany).includes('eventTypes length'));
});

test('a period that ends before it starts is rejected', async () => {
  const response = await api.post('/webhooks/protocol', {
    eventDateFromUtc: '2026-03-02T00:00:00Z',
    eventDateToUtc: '2026-03-01T00:00:00Z',
  });
  assertFault(response, 'eventDateToUtc', 'range');
});

test('a period whose start is not a time has no other fault', async () => {
  for (const [eventDateFromUtc, code] of [
    ['2026-03-02', 'format'],
    [2027, 'type'],
  ] as const) {
    const sent = { eventDateFromUtc, eventDateToUtc: '2026-03-01T00:00:00Z' };
    const response = await api.post('/webhooks/protocol', sent);
    assert.deepEqual(faultsOf(response), [`eventDateFromUtc ${code}`]);
  }
});

test('an operation triggers only one event, the most specific one', async () => {
  for (const event of [1401, 1402, 1403, 1404, 1405, 1406, 1408]) await subscribe({ event });
  const candidate = await createCandidate();
  await api.put(`/candidates/${candidate}/status`, { statusId: 2005 });
  const { id } = (
    await api.post(`/candidates/${candidate}/communications`, { communicationTypeId: 1, subject: 'x' })
  ).body;
  const entries = await readLog();
  assert.deepEqual(
    entries.map((entry: Record<string, unknown>) => [entry.eventId, entry.endpoint, entry.additionalData]),
    [
      [1401, `/candidates/${candidate}`, null],
      [1404, `/candidates/${candidate}`, null],
      [1408, `/candidates/${candidate}`, { communicationId: id }],
    ],
  );
});

test('the endpoint of a deletion is the hourly window that lists it', async () => {
  await subscribe({ event: 1403 });
  await service.sql(
    "SELECT record_change($1, 'candidate', 17, gen_random_uuid(), 'deleted', NULL, NULL, NULL, 1403, NULL, NULL)",
    [tenantId],
  );
  const [{ endpoint, eventDateUtc, entityId }] = await readLog();
  const hour = Number(eventDateUtc.slice(11, 13));
  assert.equal(endpoint, `/candidates/export/candidates/changes/${eventDateUtc.slice(0, 10)}/${hour}`);
  await service.settle();
  const { deleted } = (await api.get(endpoint)).body;
  assert.deepEqual(
    deleted.map(({ id }: { id: number }) => id),
    [entityId],
  );
});

test('another tenant sees neither registrations nor log entries', async () => {
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

test('resending queues failed and skipped entries, except those of paused registrations', async () => {
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

test('the sweep deletes entries after the retention period', async () => {
  await subscribe();
  await createCandidate();
  await clock.advance(89 * 86_400_000);
  assert.equal(await sweepDeliveryLog(db, tenantId, 90), 0);
  await clock.advance(2 * 86_400_000);
  assert.equal(await sweepDeliveryLog(db, tenantId, 90), 1);
});

test('the sweep does not wait for an entry that is being written', async () => {
  await subscribe();
  const candidate = await createCandidate();
  await createCandidate();
  await clock.advance(91 * 86_400_000);
  const write = 'UPDATE webhook_delivery SET attempts = 1 WHERE tenant_id = $1 AND entity_id = $2';
  const sweep = () => sweepDeliveryLog(db, tenantId, 90);
  const { swept } = await db.transaction().execute(async (writer) => {
    await writer.executeQuery(CompiledQuery.raw(write, [tenantId, candidate]));
    return { swept: await sweep() };
  });
  assert.deepEqual([swept, await sweep()], [1, 1]);
});
