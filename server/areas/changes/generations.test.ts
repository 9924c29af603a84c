import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CANDIDATE_CHANGES, idsOf } from '../../testing/change-windows.ts';
import { type Api, startTestService, type TestTenant } from '../../testing/harness.ts';

const service = await startTestService();

const AHEAD = 1_000_000_000;

/** Makes the tenant one whose changes another server wrote. Its transaction ids and sequence are far ahead of this server's. */
async function comeFromAnotherServer({ id }: TestTenant): Promise<void> {
  await service.sql(
    `UPDATE change_log SET transaction_id = transaction_id + ${AHEAD}, sequence = sequence + ${AHEAD} WHERE tenant_id = $1`,
    [id],
    id,
  );
  await service.sql("UPDATE log_generation SET server = '1.00000001' WHERE tenant_id = $1", [id], id);
}

async function addCandidates(api: Api, count: number): Promise<number[]> {
  const responses = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      api.post('/candidates', { firstName: 'Moved', lastName: `No ${index}` }),
    ),
  );
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]));
  return responses.map(({ body }) => body.id);
}

async function readFeed(api: Api, cursor = ''): Promise<{ ids: number[]; cursor: string }> {
  const { body } = await api.get(`/changes?entities=candidate&limit=1000${cursor && `&cursor=${cursor}`}`);
  assert.equal(body.hasMore, false);
  return { ids: body.changes.map(({ id }: { id: number }) => id), cursor: body.nextCursor };
}

const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b);

test('a reader of a tenant that came from another server gets the next changes once, however many begin at once', async () => {
  const tenant = await service.createTenant();
  const { api } = tenant;
  const before = await addCandidates(api, 5);
  await comeFromAnotherServer(tenant);
  const old = await readFeed(api);
  assert.deepEqual(sorted(old.ids), sorted(before));
  const position = (await api.get('/candidates/export/candidates')).headers.get('stream-position')!;
  const empty = await readFeed(api, position);
  assert.deepEqual(empty.ids, []);

  // Some alone, and some in batches.
  const added = (await Promise.all([addCandidates(api, 6), addCandidates(api, 6)])).flat();
  await service.settle();
  for (const cursor of [old.cursor, position, empty.cursor])
    assert.deepEqual(sorted((await readFeed(api, cursor)).ids), sorted(added));
  const last = await addCandidates(api, 1);
  await service.settle();
  assert.deepEqual((await readFeed(api, old.cursor)).ids.at(-1), last[0]);
  const generations = await service.sql<{ generation: number }>(
    'SELECT DISTINCT generation FROM change_log WHERE tenant_id = $1',
    [tenant.id],
    tenant.id,
  );
  assert.equal(generations.length, 2);
});

test('a new tenant has one generation, and a cursor from before its first change continues', async () => {
  const tenant = await service.createTenant();
  const first = await readFeed(tenant.api);
  const position = (await tenant.api.get('/candidates/export/candidates')).headers.get('stream-position')!;
  const added = await addCandidates(tenant.api, 3);
  await service.settle();
  for (const cursor of ['', first.cursor, position])
    assert.deepEqual(sorted((await readFeed(tenant.api, cursor)).ids), sorted(added));
});

test('a cursor beyond the last change that came along is rejected', async () => {
  const tenant = await service.createTenant();
  await addCandidates(tenant.api, 2);
  await service.settle();
  const kept = (await readFeed(tenant.api)).cursor;
  const lost = await addCandidates(tenant.api, 1);
  await service.settle();
  const { cursor } = await readFeed(tenant.api, kept);
  // The last change was not replicated.
  await service.sql(
    'DELETE FROM change_log WHERE tenant_id = $1 AND record_id = $2',
    [tenant.id, lost[0]],
    tenant.id,
  );
  await service.sql(
    "UPDATE log_generation SET server = '1.00000001' WHERE tenant_id = $1",
    [tenant.id],
    tenant.id,
  );
  const added = await addCandidates(tenant.api, 1);
  await service.settle();
  const { status, body } = await tenant.api.get(`/changes?cursor=${cursor}`);
  assert.equal(status, 400);
  assert.match(body.validationErrors[0].message, /the standby from which this service continues/);
  assert.deepEqual((await readFeed(tenant.api, kept)).ids, added);
});

test('the last change of a window is that of the last server, whatever its sequence is', async () => {
  await service.clock.set('2026-05-05T10:10:00.000Z');
  const tenant = await service.createTenant();
  const offices: number[] = [];
  for (const name of ['Old', 'New']) {
    const [row] = await service.sql<{ id: number }>(
      'INSERT INTO branch (tenant_id, name) VALUES ($1, $2) RETURNING id',
      [tenant.id, name],
      tenant.id,
    );
    offices.push(row!.id);
  }
  const change = (office: number, previous: number | null) =>
    service.sql(
      "SELECT record_change($1, 'candidate', 77, gen_random_uuid(), 'modified', $2, $3, NULL, NULL, NULL, NULL)",
      [tenant.id, office, previous],
      tenant.id,
    );
  await change(offices[0]!, null);
  await comeFromAnotherServer(tenant);
  await change(offices[1]!, offices[0]!);
  await service.clock.set('2026-05-05T11:00:01.000Z');
  const { body } = await tenant.api.get(`${CANDIDATE_CHANGES}/2026-05-05/10?officeId=${offices[1]}`);
  assert.deepEqual(idsOf(body), { new: [], modified: [77], deleted: [] });
});
