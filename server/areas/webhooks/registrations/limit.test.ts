import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { assertRefused, faultsOf } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { untilWaiting } from '../../../testing/held-transaction.ts';
import { urlKey } from '../delivery/index.ts';
import { register } from './queries.ts';
import { MAXIMUM_REGISTRATIONS } from './rules.ts';

const service = await startTestService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const { api, id: tenantId } = service.tenant;
const CREATED = 1401;

const urlOf = (number: number) => `http://127.0.0.1/hook?t=${number}`;
const post = (number: number, event = CREATED) =>
  api.post('/webhooks/subscribe', { event, url: urlOf(number) });
const subscribe = async (number: number, event = CREATED) => {
  const { status, text } = await post(number, event);
  assert.equal(status, 200, text);
};
const list = async (): Promise<{ event: number; isPaused: boolean }[]> =>
  (await api.get('/webhooks/subscriptions')).body.subscriptions;

/** Registers the addresses with the numbers 1 to count. */
const fill = async (count: number) => {
  for (let number = 1; number <= count; number++) await subscribe(number);
};

beforeEach(() => service.sql('DELETE FROM webhook_registration WHERE tenant_id = $1', [tenantId]));

test('the registration after the last one that an event can have is refused', async () => {
  await fill(MAXIMUM_REGISTRATIONS);
  await assertRefused(service, () => post(0), 'url range');
  assert.match((await post(0)).body.validationErrors[0].message, /200 registrations.* Remove .*unsubscribe/);
  await subscribe(0, 1402);
  await api.post('/webhooks/unsubscribe', { event: CREATED, url: urlOf(7) });
  await subscribe(0);
});

test('an event with all registrations can have them reactivated, and a repeated one is a duplicate', async () => {
  await fill(MAXIMUM_REGISTRATIONS);
  await assertRefused(service, () => post(5), 'url duplicate');
  await service.sql('UPDATE webhook_registration SET paused_at = clock_now() WHERE tenant_id = $1', [
    tenantId,
  ]);
  await assertRefused(service, () => post(0), 'url range');
  await subscribe(5);
  assert.equal((await list()).filter(({ isPaused }) => !isPaused).length, 1);
});

test('registrations at the same time do not pass the limit', async () => {
  await fill(MAXIMUM_REGISTRATIONS - 1);
  const db = service.services.database.tenant(tenantId);
  const { late } = await db.transaction().execute(async (first) => {
    const url = urlOf(MAXIMUM_REGISTRATIONS);
    const registration = { eventTypeId: CREATED, url, urlKey: urlKey(url), resendMissed: false };
    assert.equal(await register(first, tenantId, registration), 'created');
    const second = post(0);
    await untilWaiting(first, 1, second);
    return { late: second };
  });
  assert.deepEqual(faultsOf(await late), ['url range']);
  assert.equal((await list()).length, MAXIMUM_REGISTRATIONS);
});

test('the registrations of another tenant do not count', async () => {
  await fill(MAXIMUM_REGISTRATIONS);
  const other = await service.createTenant();
  const { status } = await other.api.post('/webhooks/subscribe', { event: CREATED, url: urlOf(0) });
  assert.equal(status, 200);
});
