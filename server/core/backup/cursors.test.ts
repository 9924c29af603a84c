import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { addCandidate, backUp, makeTarget, nextCursor, service, tenant } from '../../testing/backups.ts';

test('a cursor from before the backup continues in the restored service', async () => {
  await service.settle();
  const cursor = await nextCursor();
  const inBackup = await addCandidate('In');
  const { path } = await backUp();
  const target = await makeTarget();
  await target.restore(path);
  const { api } = await target.serve(tenant);
  const later = (await api.post('/candidates', { firstName: 'Later', lastName: 'Than' })).body.id;
  await service.settle();
  const { body } = await api.get(`/changes?cursor=${cursor}`);
  assert.deepEqual(
    body.changes.map(({ id }: { id: number }) => id),
    [inBackup, later],
  );
});

test('a cursor newer than the backup is rejected, from the feed and from an export', async () => {
  const { path } = await backUp();
  await addCandidate('Lost');
  await service.settle();
  const ofFeed = await nextCursor();
  const ofExport = (await tenant.api.get('/candidates/export/candidates')).headers.get('stream-position')!;
  const target = await makeTarget();
  await target.restore(path);
  const { api } = await target.serve(tenant);
  for (const cursor of [ofFeed, ofExport]) {
    const { status, body } = await api.get(`/changes?cursor=${cursor}`);
    assert.equal(status, 400);
    assert.match(body.validationErrors[0].message, /newer than the backup/);
  }
});

test('changes that were committed while an older transaction ran are neither lost nor rejected after a restore', async () => {
  await service.settle();
  const cursor = await nextCursor();
  const older = new pg.Client({ connectionString: service.databaseUrl });
  await older.connect();
  await older.query('BEGIN; SELECT pg_current_xact_id()');
  const ids = [await addCandidate('One'), await addCandidate('Two')];
  const { path } = await backUp();
  await older.query('ROLLBACK');
  await older.end();
  const target = await makeTarget();
  await target.restore(path);
  const { api } = await target.serve(tenant);
  const first = await api.get(`/changes?limit=1&cursor=${cursor}`);
  const second = await api.get(`/changes?limit=1&cursor=${first.body.nextCursor}`);
  assert.deepEqual(
    [...first.body.changes, ...second.body.changes].map(({ id }) => id),
    ids,
  );
});

test('a cursor of one restored copy is rejected by another', async () => {
  const { path } = await backUp();
  const [one, other] = [await makeTarget(), await makeTarget()];
  await one.restore(path);
  await other.restore(path);
  // Both copies may have been restored in the same minute, before any reader could read a change.
  await one.sql('UPDATE log_generation SET generation = generation + 7');
  const cursor = await nextCursor((await one.serve(tenant)).api);
  const { status } = await (await other.serve(tenant)).api.get(`/changes?cursor=${cursor}`);
  assert.equal(status, 400);
});
