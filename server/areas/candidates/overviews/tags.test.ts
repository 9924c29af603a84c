import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';

const service = await startTestService();

async function newCandidate() {
  const tenant = await service.createTenant();
  const { body } = await tenant.api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' });
  return { tenant, id: body.id as number };
}

test('the list and the export return 304 until a candidate changes', async () => {
  const { tenant, id } = await newCandidate();
  for (const path of ['/candidates', '/candidates/export/candidates']) {
    await service.settle();
    const etag = (await tenant.api.get(path)).headers.get('etag')!;
    await service.settle();
    const { etag: current } = Object.fromEntries((await tenant.api.get(path)).headers);
    const headers = { 'if-none-match': current ?? etag };
    assert.equal((await tenant.api.get(path, { headers })).status, 304);
    assert.equal((await tenant.api.get(`${path}?startDate=2026-01-01`, { headers })).status, 200);
    await tenant.api.put(`/candidates/${id}`, { title: `${path}` });
    assert.equal((await tenant.api.get(path, { headers })).status, 200);
  }
});

test('a list returns 304 although many other records have changed since', async () => {
  const { tenant, id } = await newCandidate();
  await service.settle();
  const paths = ['/candidates', '/candidates?startDate=2026-01-01', '/candidates/export/candidates'];
  // One after the other: a caller can receive two lists at once, and waits two seconds for another one.
  const statuses = (tags: readonly string[]) =>
    Array.fromAsync(
      paths,
      async (path, index) =>
        (await tenant.api.get(path, { headers: { 'if-none-match': tags[index]! } })).status,
    );
  const tags = await Array.fromAsync(
    paths,
    async (path) => (await tenant.api.get(path)).headers.get('etag')!,
  );
  // More than are looked at first.
  await service.sql(
    `SELECT record_change($1, 'user', n, gen_random_uuid(), 'modified', NULL, NULL, NULL, NULL, NULL, NULL)
       FROM generate_series(1, 600) AS n`,
    [tenant.id],
    tenant.id,
  );
  await service.settle();
  assert.deepEqual(await statuses(tags), [304, 304, 304]);
  await tenant.api.put(`/candidates/${id}`, { title: 'changed' });
  await service.settle();
  assert.deepEqual(await statuses(tags), [200, 200, 200]);
});
