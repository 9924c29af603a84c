import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { startTestService } from '../../testing/harness.ts';

// A mirror that reads the feed in its order must end with the deletion of a record, whoever changed it at the same moment.

const service = await startTestService();
const { tenant } = service;
const { api } = tenant;
const admin = await service.platform('admin');

interface Entry {
  entity: string;
  id: number;
  change: string;
}

async function readFeed(cursor: string): Promise<Entry[]> {
  await service.settle();
  const entries: Entry[] = [];
  for (let next = cursor; ; ) {
    const { body } = await api.get(`/changes?cursor=${next}&limit=200`);
    if (body.changes.length === 0) return entries;
    entries.push(...body.changes);
    next = body.nextCursor;
  }
}

async function endOfFeed(): Promise<string> {
  return (await api.get('/candidates/export/candidates')).headers.get('stream-position')!;
}

test('no entry of a record follows its deletion in the feed', async () => {
  const cursor = await endOfFeed();
  for (let round = 0; round < 12; round++) {
    const { id } = (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body;
    const path = `/candidates/${id}`;
    const changes = Array.from({ length: 8 }, (_, index) =>
      index % 2 === 0
        ? api.put(path, { firstName: `Ada ${index}` })
        : api.post(`${path}/documents/other`, { filename: 'a.txt', base64File: 'YWJj' }),
    );
    // In the middle, so that it waits for some and others wait for it.
    changes.splice(4, 0, admin.delete(path));
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    assert.ok(
      statuses.every((status) => [200, 204, 404, 503].includes(status)),
      `The statuses were ${statuses}.`,
    );
  }
  const gone = new Set<string>();
  for (const { entity, id, change } of await readFeed(cursor)) {
    const record = `${entity} ${id}`;
    assert.ok(!gone.has(record), `${record} was deleted, and "${change}" follows.`);
    if (change === 'deleted') gone.add(record);
  }
  assert.ok(gone.size > 0);
});

test('a deletion that got its transaction id before a later change is repeated with a new one', async (t) => {
  const { id } = (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body;
  const early = new pg.Client({ connectionString: service.databaseUrl });
  await early.connect();
  t.after(() => early.end());
  await early.query("SELECT set_config('app.tenant_id', $1, false)", [String(tenant.id)]);
  const begin = () => early.query('BEGIN; SELECT pg_current_xact_id()');
  const recordDeletion = () =>
    early.query(
      "SELECT record_change($1, 'candidate', $2, gen_random_uuid(), 'deleted', NULL, NULL, NULL, NULL, NULL, NULL)",
      [tenant.id, id],
    );
  await begin();
  assert.equal((await api.put(`/candidates/${id}`, { firstName: 'Grace' })).status, 204);
  await assert.rejects(recordDeletion, { code: '40001' });
  await early.query('ROLLBACK');
  await begin();
  await recordDeletion();
  await early.query('ROLLBACK');
});
