import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApi, requestToken, startTestService, type TestTenant } from '../../testing/harness.ts';
import { ROLES } from '../users/index.ts';
import { createClient, permissionsOf } from './index.ts';

const service = await startTestService();
const { publicUrl } = service.services.settings;
// No month ends while the tests run.
await service.clock.set('2026-05-15T12:00:00.000Z');

async function issue(client: { clientId: string; clientSecret: string }, count: number): Promise<string> {
  let token = '';
  for (let index = 0; index < count; index++) token = await requestToken(service.baseUrl, publicUrl, client);
  return token;
}

async function usage(tenant: TestTenant, query = '') {
  return (await tenant.api.get(`/usage/tokens${query}`)).body;
}

test('every issued token is counted for its client and tenant', async () => {
  const tenant = await service.createTenant();
  const second = await createClient(service.services.database.systemOf(tenant.id), {
    tenantId: tenant.id,
    name: 'Second',
    permissions: ['masterdata:read'],
  });
  await issue(second, 3);
  const { month, issued, free, billable, costEur, clients } = await usage(tenant);
  assert.equal(month, service.clock.now().toISOString().slice(0, 7));
  assert.deepEqual({ issued, free, billable, costEur }, { issued: 4, free: 100, billable: 0, costEur: 0 });
  assert.deepEqual(
    clients.map((client: { clientId: string; issued: number }) => [client.clientId, client.issued]),
    [
      [second.clientId, 3],
      [tenant.clientId, 1],
    ],
  );
});

test('a rejected request is not counted', async () => {
  const tenant = await service.createTenant();
  const invalid: Record<string, string>[] = [
    { client_secret: 'wrong' },
    { audience: 'x' },
    { grant_type: 'x' },
  ];
  for (const fields of invalid) {
    const response = await fetch(`${service.baseUrl}/oauth/token`, {
      method: 'POST',
      headers: { 'user-agent': 'Test/1.0' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: tenant.clientId,
        client_secret: tenant.clientSecret,
        ...fields,
      }),
    });
    assert.notEqual(response.status, 200);
    await response.text();
  }
  assert.equal((await usage(tenant)).issued, 1);
});

test('the first hundred tokens are free, and each further one is issued for the price that the operator sets', async () => {
  const tenant = await service.createTenant();
  await issue(tenant, 99);
  assert.equal((await usage(tenant)).costEur, 0);
  await issue(tenant, 3);
  const { issued, billable, costEur } = await usage(tenant);
  assert.deepEqual({ issued, billable, costEur }, { issued: 103, billable: 3, costEur: 0.3 });
  service.services.settings.tokenPriceCents = 0;
  const free = await usage(tenant);
  assert.deepEqual([free.billable, free.costEur], [3, 0]);
  service.services.settings.tokenPriceCents = 10;
});

test('tokens issued concurrently are all counted', async () => {
  const tenant = await service.createTenant();
  await Promise.all(Array.from({ length: 10 }, () => issue(tenant, 1)));
  assert.equal((await usage(tenant)).issued, 11);
});

test('the month ends at midnight UTC', async () => {
  await service.clock.set('2031-01-31T23:59:00.000Z');
  const tenant = await service.createTenant();
  await issue(tenant, 2);
  await service.clock.set('2031-02-01T00:00:05.000Z');
  tenant.api = createApi(service.baseUrl, await issue(tenant, 1));
  assert.equal((await usage(tenant, '?month=2031-01')).issued, 3);
  assert.equal((await usage(tenant, '?month=2031-02')).issued, 1);
  assert.equal((await usage(tenant)).month, '2031-02');
});

test('a month without tokens has an empty ledger', async () => {
  const tenant = await service.createTenant();
  assert.deepEqual(await usage(tenant, '?month=2020-01'), {
    month: '2020-01',
    issued: 0,
    free: 100,
    billable: 0,
    costEur: 0,
    clients: [],
  });
});

for (const month of ['2026-13', '2026-00', '2026-1', '2026', '1800-01', '2026-01-01', '']) {
  test(`an invalid month is rejected: "${month}"`, async () => {
    const tenant = await service.createTenant();
    const response = await tenant.api.get(`/usage/tokens?month=${month}`);
    assert.equal(response.status, 400);
    assert.equal(response.body.validationErrors[0].property, 'month');
  });
}

test('a tenant sees only its own ledger', async () => {
  const [one, two] = [await service.createTenant(), await service.createTenant()];
  await issue(one, 5);
  assert.equal((await usage(two)).issued, 1);
});

test('the platform serves the ledger too', async () => {
  const tenant = await service.createTenant();
  const admin = await service.platform('admin', tenant);
  const { body } = await admin.get(`/usage/tokens?month=${service.clock.now().toISOString().slice(0, 7)}`);
  assert.equal(body.clients[0].clientId, tenant.clientId);
});

test('only roles that may read the API clients see their names in the ledger', async () => {
  const tenant = await service.createTenant();
  const seen: string[] = [];
  for (const role of ROLES) {
    const { status, body } = await (await service.platform(role, tenant)).get('/usage/tokens');
    if (status === 200) seen.push(role);
    else assert.deepEqual([status, body.message], [403, 'Your role lacks the permission clients:read.']);
  }
  assert.deepEqual(
    seen,
    ROLES.filter((role) => permissionsOf(role).has('clients:read')),
  );
});
