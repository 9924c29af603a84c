import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { openDatabase } from '../../../core/db/connection.ts';
import { eventually } from '../../../testing/another-process.ts';
import { startTestService, type TestTenant } from '../../../testing/harness.ts';
import { startReceiver } from '../../../testing/webhook-receiver.ts';
import { Deliverer } from '../../webhooks/index.ts';
import { ExpectedReads } from './expected-reads.ts';

const service = await startTestService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const { services } = service;

/** Makes the calls as a process of the service does. */
function openDeliverer(): Deliverer {
  const reads = new ExpectedReads(services.database);
  const deliverer = new Deliverer(services, {
    onCall: (tenantId, endpoint) => reads.expect(tenantId, endpoint),
  });
  service.beforeClose(() => deliverer.stop());
  return deliverer;
}

const registrationsOf = async ({ id }: TestTenant) =>
  (
    await service.sql<{ id: number }>('SELECT id FROM webhook_registration WHERE tenant_id = $1', [id], id)
  ).map((registration) => registration.id);

const storedOf = async ({ id }: TestTenant) =>
  (
    await service.sql<{ candidate_id: number }>(
      'SELECT candidate_id FROM candidate_record WHERE tenant_id = $1 ORDER BY candidate_id',
      [id],
      id,
    )
  ).map((record) => record.candidate_id);

const untilStored = (tenant: TestTenant, ids: readonly number[]) =>
  eventually('the records are stored', async () => isDeepStrictEqual(await storedOf(tenant), ids));

async function create({ api }: TestTenant): Promise<number> {
  return (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
}

test('whoever is called by a webhook reads a stored record', async () => {
  const tenant = await service.createTenant();
  const receiver = await startReceiver();
  // Several registrations are called for one change.
  for (const path of ['a', 'b', 'c'])
    await tenant.api.post('/webhooks/subscribe', { event: 1401, url: `${receiver.url}/${path}` });
  const deliverer = openDeliverer();
  const registrationIds = await registrationsOf(tenant);
  const ids: number[] = [];
  for (let round = 1; round <= 3; round++) {
    ids.push(await create(tenant));
    await deliverer.task().run({ tenantId: tenant.id, registrationIds });
    await receiver.received(3 * round);
    await untilStored(tenant, ids);
  }
  const { text } = await tenant.api.get(`/candidates/${ids[0]}`);
  await service.sql('DELETE FROM candidate_record WHERE tenant_id = $1', [tenant.id], tenant.id);
  assert.equal((await tenant.api.get(`/candidates/${ids[0]}`)).text, text);
});

test('the records of many calls are left to the readers, who come together', async () => {
  const tenant = await service.createTenant();
  const reads = new ExpectedReads(services.database);
  const ids: number[] = [];
  for (let index = 0; index < 20; index++) ids.push(await create(tenant));
  for (const id of ids) reads.expect(tenant.id, `/candidates/${id}`);
  await setImmediate();
  const next = await create(tenant);
  reads.expect(tenant.id, `/candidates/${next}`);
  await untilStored(tenant, [next]);
});

test('without a database, nothing is stored, and the process goes on', async () => {
  const database = openDatabase({
    url: service.databaseUrl,
    maximumConnections: 1,
    transactionTimeoutMs: 10_000,
  });
  const tenant = await service.createTenant();
  const id = await create(tenant);
  await database.close();
  new ExpectedReads(database).expect(tenant.id, `/candidates/${id}`);
  // What comes later is done later, also in the other database.
  new ExpectedReads(services.database).expect(tenant.id, `/candidates/${id}`);
  await untilStored(tenant, [id]);
});

test('calls are made although their records cannot be stored, or are gone', async () => {
  const tenant = await service.createTenant();
  const receiver = await startReceiver();
  await tenant.api.post('/webhooks/subscribe', { event: 1401, url: receiver.url });
  await create(tenant);
  const erased = await create(tenant);
  await service.sql('DELETE FROM candidate WHERE tenant_id = $1 AND id = $2', [tenant.id, erased], tenant.id);
  await service.sql(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
     CREATE TRIGGER refuse BEFORE INSERT ON candidate_record EXECUTE FUNCTION refuse()`,
  );
  const [registrationId] = await registrationsOf(tenant);
  await openDeliverer().drain({ tenantId: tenant.id, registrationId: registrationId! });
  assert.equal(receiver.calls.length, 2);
  await service.sql('DROP TRIGGER refuse ON candidate_record');
});

test('a call about another record stores nothing', async () => {
  const reads = new ExpectedReads(services.database);
  const tenant = await service.createTenant();
  const id = await create(tenant);
  reads.expect(tenant.id, `/candidates/${id}/applies`);
  reads.expect(tenant.id, `/companies/${id}`);
  const next = await create(tenant);
  reads.expect(tenant.id, `/candidates/${next}`);
  await untilStored(tenant, [next]);
});
