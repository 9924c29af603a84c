import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { sweepChangeLog } from '../../changes/index.ts';
import { eraseCandidate } from '../../privacy/index.ts';

const service = await startTestService();
const DAYS = 400;

/** Moves the clock and returns calls with a new token, because tokens expire. */
async function at(time: string) {
  await service.clock.set(time);
  return service.createApi(service.tenant, ['candidates:read', 'candidates:write']);
}

const sweep = () =>
  sweepChangeLog(service.services.database.tenant(service.tenant.id), service.tenant.id, DAYS, 2);

test('the list and the export of a period also show candidates whose change is older than the change log', async () => {
  let api = await at('2025-01-10T12:00:00Z');
  const create = async () =>
    (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id as number;
  const [quiet, active, erased] = [await create(), await create(), await create()];
  for (const day of ['15', '20']) {
    api = await at(`2025-01-${day}T12:00:00Z`);
    for (const id of [quiet, active, erased])
      await api.post(`/candidates/${id}/keywords`, { keyword: `k${day}` });
  }
  await eraseCandidate(service.services, service.tenant.id, erased);
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
  let api = await at('2025-01-10T12:00:00Z');
  const { id } = (await api.post('/candidates', { firstName: 'Eva', lastName: 'Muster' })).body;
  const kept = () =>
    service.sql('SELECT FROM swept_candidate_change WHERE tenant_id = $1 AND candidate_id = $2', [
      service.tenant.id,
      id,
    ]);
  api = await at('2026-06-01T12:00:00Z');
  await sweep();
  assert.equal((await kept()).length, 1);
  await eraseCandidate(service.services, service.tenant.id, id);
  await sweep();
  assert.equal((await api.get('/candidates?startDate=2025-01-10&endDate=2025-01-10')).status, 200);
  await at('2027-12-01T12:00:00Z');
  await sweep();
  assert.equal((await kept()).length, 0);
});

test('the migration keeps the candidates whose change had already left the change log', async () => {
  let api = await at('2025-02-10T12:00:00Z');
  const { id } = (await api.post('/candidates', { firstName: 'Ida', lastName: 'Muster' })).body;
  api = await at('2025-02-20T12:00:00Z');
  await api.put(`/candidates/${id}`, { title: 'Dr.' });
  api = await at('2027-12-01T12:00:00Z');
  const later = (await api.post('/candidates', { firstName: 'Ina', lastName: 'Muster' })).body.id;
  await sweep();
  const list = async (query: string) =>
    (await api.get(`/candidates?${query}`)).body.candidates.map((found: { id: number }) => found.id);
  await service.sql('DELETE FROM swept_candidate_change WHERE tenant_id = $1', [service.tenant.id]);
  assert.deepEqual(await list('startDate=2025-02-20&endDate=2025-02-20'), []);
  const migration = join(import.meta.dirname, '../../../../migrations/0051_hot_updates_and_queues.sql');
  await service.sql(/DO \$\$[\s\S]*?\n\$\$;/.exec(await readFile(migration, 'utf8'))![0]);
  assert.deepEqual(await list('startDate=2025-02-20&endDate=2025-02-20'), [id]);
  const kept = await service.sql(
    'SELECT FROM swept_candidate_change WHERE tenant_id = $1 AND candidate_id = $2',
    [service.tenant.id, later],
  );
  assert.equal(kept.length, 0);
});
