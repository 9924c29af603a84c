import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestService, type TestTenant } from '../../../testing/harness.ts';
import { sweepChangeLog } from '../../changes/index.ts';
import { eraseCandidate } from '../../privacy/index.ts';

const service = await startTestService();
const DAYS = 400;

/** A tenant of its own, because a sweep expects times that ascend. */
async function newTenant() {
  const tenant: TestTenant = await service.createTenant();
  return {
    id: tenant.id,
    /** Moves the clock and returns calls with a new token, because tokens expire. */
    async at(time: string) {
      await service.clock.set(time);
      return service.createApi(tenant, ['candidates:read', 'candidates:write']);
    },
    sweep: () => sweepChangeLog(service.services.database.tenant(tenant.id), tenant.id, DAYS, 2),
    /** What is kept of a candidate's swept changes. */
    kept: (candidateId: number) =>
      service.sql(
        'SELECT FROM swept_candidate_change WHERE tenant_id = $1 AND candidate_id = $2',
        [tenant.id, candidateId],
        tenant.id,
      ),
  };
}

test('the list and the export of a period also show candidates whose change is older than the change log', async () => {
  const { id: tenantId, at, sweep } = await newTenant();
  let api = await at('2025-01-10T12:00:00Z');
  const create = async () =>
    (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id as number;
  const [quiet, active, erased] = [await create(), await create(), await create()];
  for (const day of ['15', '20']) {
    api = await at(`2025-01-${day}T12:00:00Z`);
    for (const id of [quiet, active, erased])
      await api.post(`/candidates/${id}/keywords`, { keyword: `k${day}` });
  }
  await eraseCandidate(service.services, tenantId, erased);
  api = await at('2026-06-01T12:00:00Z');
  await api.put(`/candidates/${active}`, { title: 'Dr.' });
  assert.equal(await sweep(), 10);
  await api.post(`/candidates/${active}/keywords`, { keyword: 'later' });

  for (const path of ['/candidates', '/candidates/export/candidates']) {
    const list = async (query: string) =>
      (await api.get(`${path}?${query}`)).body.candidates.map(({ id }: { id: number }) => id);
    assert.deepEqual(await list('startDate=2025-01-20&endDate=2025-01-20'), [quiet, active], path);
    assert.deepEqual(await list('startDate=2025-01-10&endDate=2025-01-10'), [quiet, active], path);
    assert.deepEqual(await list('startDate=2025-01-21&endDate=2026-05-31'), [], path);
    assert.deepEqual(await list('startDate=2026-06-01'), [active], path);
    assert.deepEqual(await list('endDate=2025-01-20'), [quiet, active], path);
  }
});

test('nothing about an erased candidate is left when its deletion leaves the change log', async () => {
  const { id: tenantId, at, sweep, kept } = await newTenant();
  let api = await at('2025-01-10T12:00:00Z');
  const { id } = (await api.post('/candidates', { firstName: 'Eva', lastName: 'Muster' })).body;
  api = await at('2026-06-01T12:00:00Z');
  await sweep();
  assert.equal((await kept(id)).length, 1);
  await eraseCandidate(service.services, tenantId, id);
  await sweep();
  assert.equal((await api.get('/candidates?startDate=2025-01-10&endDate=2025-01-10')).status, 200);
  await at('2027-12-01T12:00:00Z');
  await sweep();
  assert.equal((await kept(id)).length, 0);
});

test('the migration keeps the candidates whose change had already left the change log', async () => {
  const { at, sweep, kept } = await newTenant();
  let api = await at('2025-02-10T12:00:00Z');
  const { id } = (await api.post('/candidates', { firstName: 'Ida', lastName: 'Muster' })).body;
  api = await at('2025-02-20T12:00:00Z');
  await api.put(`/candidates/${id}`, { title: 'Dr.' });
  api = await at('2027-12-01T12:00:00Z');
  const later = (await api.post('/candidates', { firstName: 'Ina', lastName: 'Muster' })).body.id;
  await sweep();
  const list = async (query: string) =>
    (await api.get(`/candidates?${query}`)).body.candidates.map((found: { id: number }) => found.id);
  for (const tenant of await service.sql<{ id: number }>('SELECT id FROM tenant'))
    await service.sql('DELETE FROM swept_candidate_change WHERE tenant_id = $1', [tenant.id], tenant.id);
  assert.deepEqual(await list('startDate=2025-02-20&endDate=2025-02-20'), []);
  const migration = join(import.meta.dirname, '../../../../migrations/0051_hot_updates_and_queues.sql');
  await service.sql(/DO \$\$[\s\S]*?\n\$\$;/.exec(await readFile(migration, 'utf8'))![0]);
  assert.deepEqual(await list('startDate=2025-02-20&endDate=2025-02-20'), [id]);
  assert.equal((await kept(later)).length, 0);
});
