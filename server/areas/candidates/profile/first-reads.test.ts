import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { eventually } from '../../../testing/another-process.ts';
import { startTestService, type TestTenant } from '../../../testing/harness.ts';
import { LaterRecords } from './first-reads.ts';

const service = await startTestService();
const { database } = service.services;

async function createSome(tenant: TestTenant, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < count; index++)
    ids.push((await tenant.api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id);
  return ids;
}

const storedOf = async ({ id }: TestTenant, language: string) =>
  (
    await service.sql<{ candidate_id: number }>(
      'SELECT candidate_id FROM candidate_record WHERE tenant_id = $1 AND language = $2 ORDER BY candidate_id',
      [id, language],
      id,
    )
  ).map((record) => record.candidate_id);

const untilStored = (tenant: TestTenant, language: string, ids: readonly number[]) =>
  eventually('the records are stored', async () => isDeepStrictEqual(await storedOf(tenant, language), ids));

test('records that are read one after another are stored soon, of each tenant and in each language', async () => {
  const tenants = [await service.createTenant(), await service.createTenant()];
  const read: { tenant: TestTenant; ids: number[]; german: number[] }[] = [];
  for (const tenant of tenants) {
    const ids = await createSome(tenant, 4);
    read.push({ tenant, ids, german: ids.slice(2) });
  }
  for (const { tenant, ids, german } of read) {
    for (const id of ids) assert.equal((await tenant.api.get(`/candidates/${id}`)).body.id, id);
    for (const id of german)
      await tenant.api.get(`/candidates/${id}`, { headers: { 'accept-language': 'de' } });
  }
  for (const { tenant, ids, german } of read) {
    await untilStored(tenant, 'en', ids);
    await untilStored(tenant, 'de', german);
  }
});

test('a candidate of another tenant is like a missing one, and is not stored', async () => {
  const [one, other] = [await service.createTenant(), await service.createTenant()];
  const [[id], [otherId]] = [await createSome(one, 1), await createSome(other, 1)];
  assert.equal((await one.api.get(`/candidates/${otherId}`)).status, 404);
  await one.api.get(`/candidates/${id}`);
  await untilStored(one, 'en', [id!]);
  assert.deepEqual(await storedOf(other, 'en'), []);
});

test('of many records, some are left to their next reads', async () => {
  const tenant = await service.createTenant();
  const ids = await createSome(tenant, 40);
  const later = new LaterRecords(database);
  const add = (id: number) => later.add({ tenantId: tenant.id, id, language: 'en' });
  for (const id of ids) add(id);
  await untilStored(tenant, 'en', ids.slice(0, 32));
  for (const id of ids.slice(32)) add(id);
  await untilStored(tenant, 'en', ids);
});

test('a candidate that is read in two languages at once is stored in both', async () => {
  const tenant = await service.createTenant();
  const later = new LaterRecords(database);
  const ids = await createSome(tenant, 10);
  for (const [index, id] of ids.entries()) {
    for (const language of ['en', 'de'] as const) later.add({ tenantId: tenant.id, id, language });
    for (const language of ['en', 'de']) await untilStored(tenant, language, ids.slice(0, index + 1));
  }
});
