import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { assertRefused, faultsOf } from '../../../testing/change-watch.ts';
import { startTestService, type TestTenant } from '../../../testing/harness.ts';
import { untilWaiting } from '../../../testing/held-transaction.ts';
import { resendDeliveries } from './index.ts';
import { MAXIMUM_READ } from './schema.ts';

const service = await startTestService({ WEBHOOK_RETRY_SECONDS: '' });
const { tenant } = service;
const { api } = tenant;
const admin = await service.platform('admin');
// The address must be public, so it cannot be one reserved for documentation. No test calls it.
const url = 'http://8.8.8.8/hook';

const PERIOD = { eventDateFromUtc: '2000-01-01T00:00:00Z', eventDateToUtc: '2100-01-01T00:00:00Z' };
const readLog = async (): Promise<{ id: string; entityId: number; sendStatusId: number | null }[]> =>
  (await admin.post('/webhooks/protocol', PERIOD)).body.events;
const resendPart = async (body: unknown, by = admin) => {
  const response = await by.post('/webhooks/protocol/resend', body);
  assert.equal(response.status, 200, response.text);
  return response.body;
};
/** For so few entries that one call is enough. */
const resend = async (body: unknown, by = admin) => {
  const { nextCursor, ...counts } = await resendPart(body, by);
  assert.equal(nextCursor, null);
  return counts;
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
  assert.deepEqual(await resend({ ids: [first!.id] }, other), { queued: 0, left: 0 });
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

test('a resend and the outcomes of several calls do not wait for each other', async () => {
  await api.post('/webhooks/subscribe', { event: 1401, url });
  const db = service.services.database.tenant(tenant.id);
  // As record_webhook_results does it, for calls that end in any order.
  for (const { id } of await readLog()) {
    await setStatus(131);
    const { resent } = await db.transaction().execute(async (other) => {
      await sql`SELECT FROM webhook_registration WHERE tenant_id = ${tenant.id} FOR NO KEY UPDATE`.execute(
        other,
      );
      await sql`UPDATE webhook_delivery SET attempts = 1 WHERE tenant_id = ${tenant.id} AND id = ${id}`.execute(
        other,
      );
      const result = resend(PERIOD);
      await untilWaiting(other, 1, result);
      await sql`UPDATE webhook_delivery SET attempts = 1 WHERE tenant_id = ${tenant.id} AND id <> ${id}`.execute(
        other,
      );
      return { resent: result };
    });
    assert.deepEqual(await resent, { queued: 3, left: 0 });
  }
});

/** Entries of a new tenant, all of one registration, each a second after the one before it. */
async function createLog(counts: readonly { count: number; status: number }[]) {
  const other = await service.createTenant();
  await other.api.post('/webhooks/subscribe', { event: 1401, url });
  let first = 1;
  for (const { count, status } of counts) {
    await service.sql(
      `INSERT INTO webhook_delivery (tenant_id, event_id, event_type_id, entity_id, occurred_at, url, send_status_id)
       SELECT $1, gen_random_uuid(), 1401, g, '2026-03-01T00:00:00Z'::timestamptz + g * interval '1 second', $4, $5
         FROM generate_series($2::int, $3::int) AS g`,
      [other.id, first, first + count - 1, url, status],
      other.id,
    );
    first += count;
  }
  return { other, user: await service.platform('admin', other) };
}

/** The records of the entries that wait for a call, in the order of the calls. */
const readQueued = async ({ id }: TestTenant): Promise<number[]> => {
  const rows = await service.sql<{ entity_id: number }>(
    `SELECT entity_id FROM webhook_delivery
      WHERE tenant_id = $1 AND next_attempt_at IS NOT NULL ORDER BY next_attempt_at`,
    [id],
    id,
  );
  return rows.map((row) => row.entity_id);
};
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('a call queues a part of many entries, the oldest first, and the calls with nextCursor the others', async () => {
  const { other, user } = await createLog([{ count: 5003, status: 132 }]);
  const { nextCursor, ...first } = await resendPart(PERIOD, user);
  assert.deepEqual(first, { queued: 5000, left: 0 });
  assert.deepEqual(await readQueued(other), upTo(5000));
  assert.deepEqual(await resend({ ...PERIOD, cursor: nextCursor }, user), { queued: 3, left: 0 });
  assert.deepEqual(await readQueued(other), upTo(5003));
});

test('a call reads a part of many entries, also if none of them match', async () => {
  const { other, user } = await createLog([
    { count: MAXIMUM_READ, status: 130 },
    { count: 1, status: 131 },
  ]);
  const { nextCursor, ...first } = await resendPart(PERIOD, user);
  assert.deepEqual(first, { queued: 0, left: 0 });
  assert.deepEqual(await resend({ ...PERIOD, cursor: nextCursor }, user), { queued: 1, left: 0 });
  assert.deepEqual(await readQueued(other), [MAXIMUM_READ + 1]);
});

test('the command queues all entries of a period, however many there are', async () => {
  const { other } = await createLog([
    { count: 5003, status: 131 },
    { count: MAXIMUM_READ, status: 130 },
    { count: 2, status: 131 },
  ]);
  const db = service.services.database.tenant(other.id);
  assert.deepEqual(await resendDeliveries(db, other.id, {}), { queued: 5005, left: 0 });
});

test('a cursor of another operation is rejected', async () => {
  await assertRefused(
    service,
    () => admin.post('/webhooks/protocol/resend', { ...PERIOD, cursor: 'next' }),
    'cursor format',
  );
  await assertRefused(
    service,
    () =>
      admin.post('/webhooks/protocol/resend', {
        cursor: '2026-03-02T08:15:30.123456Z~6f1c2a34-5b7d-4e8f-9a01-23456789abcd',
      }),
    'ids required',
  );
});
