import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, type TestTenant } from '../../testing/harness.ts';
import { createDemoData } from './index.ts';

const service = await startTestService();
const now = service.clock.now();
const demo = await createDemoData(service.services, service.tenant.id, now);

// biome-ignore lint/suspicious/noExplicitAny: records of every shape are traversed.
type Json = any;

// What differs between two tenants: ids of the tenant's own records, guids, and times of the call.
const OWN = new Set([
  'id',
  'rowGuid',
  'officeId',
  'responsibility',
  'jobAdId',
  'recruiterId',
  'userId',
  'customerId',
  'siteId',
  'locationId',
  'contactId',
  'modifiedAtUtc',
]);

function withoutIdentity(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutIdentity);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !OWN.has(key))
      .map(([key, inner]) => [key, withoutIdentity(inner)]),
  );
}

/** All candidates, and the first company, request, and report. */
async function readDemo({ id, api }: TestTenant): Promise<Json> {
  const [company] = await service.sql<Json>('SELECT min(id) AS id FROM company', [], id);
  const [request] = await service.sql<Json>(
    'SELECT id, kind FROM customer_request ORDER BY id LIMIT 1',
    [],
    id,
  );
  return withoutIdentity([
    (await api.get('/candidates/export/candidates')).body.candidates,
    (await api.get(`/customers/${company.id}`)).body,
    (await api.get(`/customers/requests/${request.kind}/${request.id}`)).body,
    (await api.get('/reports/performance/channels')).body,
  ]);
}

test('a second tenant gets the same data for the same time', async () => {
  const other = await service.createTenant();
  await createDemoData(service.services, other.id, now);
  assert.deepEqual(await readDemo(other), await readDemo(service.tenant));
});

test('a tenant that is not empty is left unchanged', async () => {
  const other = await service.createTenant();
  await service.sql(
    `INSERT INTO user_account (tenant_id, email, email_match) VALUES ($1, $2, $2)`,
    [other.id, demo.consoleUser],
    other.id,
  );
  await assert.rejects(createDemoData(service.services, other.id, now));
  assert.deepEqual((await other.api.get('/candidates')).body.candidates, []);
  assert.deepEqual((await other.api.get('/branches')).body.branches, []);
  assert.deepEqual(await service.sql('SELECT * FROM pending_blob', [], other.id), []);
});
