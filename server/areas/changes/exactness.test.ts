import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { eventually } from '../../testing/another-process.ts';
import {
  CANDIDATE_CHANGES,
  expectedWindow,
  HOUR_MS,
  hourPath,
  idsOf,
  startWriters,
} from '../../testing/change-windows.ts';
import { startTestService } from '../../testing/harness.ts';

const service = await startTestService();

test('reading an ended window waits for the newest transaction if it was open at the end', async (t) => {
  const { api, id: tenantId } = await service.createTenant();
  const writer = new pg.Client({ connectionString: service.databaseUrl });
  await writer.connect();
  t.after(() => writer.end());
  await writer.query("SELECT set_config('app.tenant_id', $1, false)", [String(tenantId)]);
  // Test files share the server, so a newer transaction of another file can end in the meantime, but not in every round.
  for (let hour = 0; hour < 12; hour++) {
    const path = `${CANDIDATE_CHANGES}/2026-03-10/${hour}`;
    const start = Date.UTC(2026, 2, 10, hour);
    await service.clock.set(new Date(start + HOUR_MS / 2));
    await writer.query('BEGIN');
    await writer.query(
      "SELECT record_change($1, 'candidate', 77, gen_random_uuid(), 'modified', NULL, NULL, NULL, NULL, NULL, NULL)",
      [tenantId],
    );
    await service.clock.set(new Date(start + HOUR_MS + 500));
    let isFinished = false;
    const reading = api.get(path).finally(() => {
      isFinished = true;
    });
    // A read that does not wait is finished before these calls are.
    for (let call = 0; call < 10; call++) await api.get('/masterdata/genders');
    assert.equal(isFinished, false, 'the window was returned while a change in it was uncommitted');
    await writer.query('COMMIT');
    const response = await reading;
    assert.deepEqual(idsOf(response.body), { new: [], modified: [77], deleted: [] });
    assert.equal(response.headers.get('window-complete'), 'true');
  }
});

test('a change made after the end belongs to the next window even if its transaction began before the end', async () => {
  await service.clock.set('2026-03-11T10:59:59.000Z');
  const { api, id: tenantId } = await service.createTenant();
  const writer = new pg.Client({ connectionString: service.databaseUrl });
  await writer.connect();
  await writer.query("SELECT set_config('app.tenant_id', $1, false)", [String(tenantId)]);
  await writer.query('BEGIN');
  await writer.query('SELECT pg_current_xact_id()');
  await service.clock.set('2026-03-11T11:00:01.000Z');
  await writer.query(
    "SELECT record_change($1, 'candidate', 78, gen_random_uuid(), 'modified', NULL, NULL, NULL, NULL, NULL, NULL)",
    [tenantId],
  );
  await writer.query('COMMIT');
  await writer.end();
  await service.clock.set('2026-03-11T12:00:01.000Z');
  assert.deepEqual(idsOf((await api.get(`${CANDIDATE_CHANGES}/2026-03-11/10`)).body), {
    new: [],
    modified: [],
    deleted: [],
  });
  assert.deepEqual(idsOf((await api.get(`${CANDIDATE_CHANGES}/2026-03-11/11`)).body), {
    new: [],
    modified: [78],
    deleted: [],
  });
});

test('with concurrent writers, windows read at their end are complete and the feed has every change once', async (t) => {
  const start = new Date('2026-04-01T00:00:00.000Z');
  await service.clock.set(start);
  const tenant = await service.createTenant();
  const { api } = tenant;
  const writers = await startWriters(t, 3, service, tenant);
  const windows: { from: Date; body: Record<string, { id: number }[]> }[] = [];

  let isReading = true;
  t.after(() => {
    isReading = false;
  });
  const feed: { cursor: string; id: number; change: string }[] = [];
  const follow = (async () => {
    let cursor = '';
    for (let isLast = false; ; isLast = !isReading) {
      const { body } = await api.get(`/changes?limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`);
      feed.push(...body.changes);
      cursor = body.nextCursor;
      if (isLast && !body.hasMore) return;
    }
  })();

  // The hour ends as soon as it has some changes, and its window is read at that moment.
  for (let hour = 0; hour < 10; hour++) {
    const from = new Date(start.getTime() + hour * HOUR_MS);
    await eventually('15 changes in the hour', async () => {
      writers.assertRunning();
      const [{ count } = { count: 0 }] = await service.sql<{ count: number }>(
        'SELECT count(*)::int AS count FROM change_log WHERE tenant_id = $1 AND changed_at >= $2',
        [tenant.id, from.toISOString()],
        tenant.id,
      );
      return count >= 15;
    });
    await service.clock.set(new Date(from.getTime() + HOUR_MS));
    const response = await api.get(hourPath(from));
    assert.equal(response.headers.get('window-complete'), 'true');
    windows.push({ from, body: response.body });
  }
  await writers.stop();
  await service.settle();
  isReading = false;
  await follow;

  for (const { from, body } of windows) {
    assert.deepEqual(
      idsOf(body),
      await expectedWindow(service, tenant, from),
      `the window of ${from.toISOString()} was not complete`,
    );
    assert.deepEqual((await api.get(hourPath(from))).body, body, 'a second read differs');
  }
  const logged = await service.sql<{ record_id: number; kind: string }>(
    'SELECT record_id, kind FROM change_log WHERE tenant_id = $1',
    [tenant.id],
    tenant.id,
  );
  const lines = (entries: { id: number; change: string }[]) =>
    entries.map(({ id, change }) => `${id} ${change}`).sort();
  assert.deepEqual(lines(feed), lines(logged.map(({ record_id: id, kind: change }) => ({ id, change }))));
  assert.equal(new Set(feed.map(({ cursor }) => cursor)).size, feed.length);
});

test('the cursor only passes transactions with changes, because a crash can assign the ids of others again', async () => {
  const { api } = await service.createTenant();
  await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' });
  await service.settle();
  const read = async (query: string) => (await api.get(`/changes${query}`)).body;
  const { changes, nextCursor } = await read('');
  assert.equal(nextCursor, changes.at(-1).cursor);
  for (let count = 0; count < 3; count++) await service.sql('SELECT pg_current_xact_id()');
  await service.settle();
  assert.equal((await read(`?cursor=${nextCursor}`)).nextCursor, nextCursor);
  // A reader of other record types does not stay behind the deletion of old entries.
  assert.equal((await read('?entities=user')).nextCursor, nextCursor);
});

test('a full export and the feed from its Stream-Position contain every change exactly once', async (t) => {
  const tenant = await service.createTenant();
  const { api } = tenant;
  const writers = await startWriters(t, 3, service, tenant);
  const exports: { position: string; titles: Map<number, number> }[] = [];
  for (let round = 0; round < 10; round++) {
    const response = await api.get('/candidates/export/candidates');
    exports.push({
      position: response.headers.get('stream-position')!,
      titles: new Map(
        response.body.candidates.map((candidate: { id: number; title: string }) => [
          candidate.id,
          Number(candidate.title),
        ]),
      ),
    });
  }
  await writers.stop();
  await service.settle();
  const finalTitles = new Map(
    (await api.get('/candidates/export/candidates')).body.candidates.map(
      (candidate: { id: number; title: string }) => [candidate.id, Number(candidate.title)],
    ),
  );
  for (const { position, titles } of exports) {
    let cursor = position;
    for (let hasMore = true; hasMore; ) {
      const { body } = await api.get(`/changes?limit=50&cursor=${cursor}`);
      for (const { id, change } of body.changes) {
        if (change === 'new') {
          assert.equal(
            titles.has(id),
            false,
            `candidate ${id} is in the export and new in the feed after it`,
          );
          titles.set(id, 0);
        } else {
          titles.set(id, titles.get(id)! + 1);
        }
      }
      cursor = body.nextCursor;
      hasMore = body.hasMore;
    }
    assert.deepEqual(titles, finalTitles);
  }
});
