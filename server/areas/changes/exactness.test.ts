import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { startTestService, type TestTenant } from '../../testing/harness.ts';

const service = await startTestService();
const HOUR_MS = 3_600_000;
const STREAM = '/candidates/export/candidates/changes';

function hourPath(at: Date): string {
  return `${STREAM}/${at.toISOString().slice(0, 10)}/${at.getUTCHours()}`;
}

async function startWriters(
  t: TestContext,
  count: number,
  tenant: TestTenant,
): Promise<{ assertRunning(): void; stop(): Promise<void> }> {
  const children = Array.from({ length: count }, () =>
    fork(
      join(import.meta.dirname, '../../testing/programs/exactness-writer.ts'),
      [service.databaseUrl, String(tenant.id)],
      {
        stdio: 'inherit',
      },
    ),
  );
  t.after(() => {
    for (const child of children) child.kill('SIGKILL');
  });
  await Promise.all(children.map((child) => once(child, 'message')));
  return {
    /** For loops that wait for what the writers do: without them, they would wait forever. */
    assertRunning() {
      assert.ok(
        children.every((child) => child.exitCode === null && child.signalCode === null),
        'a writer failed',
      );
    },
    async stop() {
      const codes = await Promise.all(
        children.map(async (child: ChildProcess) => {
          const exit = once(child, 'exit');
          child.send('stop');
          return (await exit)[0];
        }),
      );
      assert.deepEqual(
        codes,
        children.map(() => 0),
        'a writer failed',
      );
    },
  };
}

/** The lists a window must show, out of the log itself. */
async function expectedWindow(tenant: TestTenant, from: Date) {
  const rows = await service.sql<{ record_id: number; is_new: boolean; is_deleted: boolean }>(
    `SELECT record_id, bool_or(kind = 'new') AS is_new, bool_or(kind = 'deleted') AS is_deleted FROM change_log
      WHERE tenant_id = $1 AND entity = 'candidate' AND changed_at >= $2 AND changed_at < $3 GROUP BY record_id`,
    [tenant.id, from.toISOString(), new Date(from.getTime() + HOUR_MS).toISOString()],
    tenant.id,
  );
  const ids = (wanted: (row: (typeof rows)[number]) => boolean) =>
    rows
      .filter(wanted)
      .map((row) => row.record_id)
      .sort((a, b) => a - b);
  return {
    new: ids((row) => row.is_new && !row.is_deleted),
    modified: ids((row) => !row.is_new && !row.is_deleted),
    deleted: ids((row) => row.is_deleted),
  };
}

function idsOf(window: Record<string, { id: number }[]>) {
  return Object.fromEntries(
    Object.entries(window).map(([list, entries]) => [
      list,
      entries.map((entry) => entry.id).sort((a, b) => a - b),
    ]),
  );
}

test('reading an ended window waits for a transaction that is open across its end and the newest of all', async (t) => {
  const { api, id: tenantId } = await service.createTenant();
  const writer = new pg.Client({ connectionString: service.databaseUrl });
  await writer.connect();
  t.after(() => writer.end());
  await writer.query("SELECT set_config('app.tenant_id', $1, false)", [String(tenantId)]);
  // Test files share the server, and a newer transaction of another file may end in between. Not in every round.
  for (let hour = 0; hour < 12; hour++) {
    const path = `${STREAM}/2026-03-10/${hour}`;
    const start = Date.UTC(2026, 2, 10, hour);
    await service.clock.set(new Date(start + HOUR_MS - 1000));
    await writer.query('BEGIN');
    await writer.query(
      "SELECT record_change($1, 'candidate', 77, gen_random_uuid(), 'modified', NULL, NULL, NULL, NULL, NULL, NULL)",
      [tenantId],
    );
    await service.clock.set(new Date(start + HOUR_MS + 500));
    let isAnswered = false;
    const reading = api.get(path).finally(() => {
      isAnswered = true;
    });
    // Whoever does not wait has answered by the time that some later calls have been.
    for (let call = 0; call < 10; call++) await api.get('/masterdata/genders');
    assert.equal(isAnswered, false, 'the window was answered while a change in it was uncommitted');
    await writer.query('COMMIT');
    const answer = await reading;
    assert.deepEqual(idsOf(answer.body), { new: [], modified: [77], deleted: [] });
    assert.equal(answer.headers.get('window-complete'), 'true');
  }
});

test('a transaction that began before the end and changed something after it counts for the next window', async () => {
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
  assert.deepEqual(idsOf((await api.get(`${STREAM}/2026-03-11/10`)).body), {
    new: [],
    modified: [],
    deleted: [],
  });
  assert.deepEqual(idsOf((await api.get(`${STREAM}/2026-03-11/11`)).body), {
    new: [],
    modified: [78],
    deleted: [],
  });
});

test('windows read once at their end by many writers’ side are complete, and the feed shows every change once', async (t) => {
  const start = new Date('2026-04-01T00:00:00.000Z');
  await service.clock.set(start);
  const tenant = await service.createTenant();
  const { api } = tenant;
  const writers = await startWriters(t, 3, tenant);
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

  // The hour ends as soon as some changes have been made in it; its window is read at that very moment.
  for (let hour = 0; hour < 10; hour++) {
    const from = new Date(start.getTime() + hour * HOUR_MS);
    for (;;) {
      const [{ count } = { count: 0 }] = await service.sql<{ count: number }>(
        'SELECT count(*)::int AS count FROM change_log WHERE tenant_id = $1 AND changed_at >= $2',
        [tenant.id, from.toISOString()],
        tenant.id,
      );
      if (count >= 15) break;
      writers.assertRunning();
      await setImmediate();
    }
    await service.clock.set(new Date(from.getTime() + HOUR_MS));
    const answer = await api.get(hourPath(from));
    assert.equal(answer.headers.get('window-complete'), 'true');
    windows.push({ from, body: answer.body });
  }
  await writers.stop();
  await service.settle();
  isReading = false;
  await follow;

  for (const { from, body } of windows) {
    assert.deepEqual(
      idsOf(body),
      await expectedWindow(tenant, from),
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

test('a full export and the feed from its Stream-Position show every change exactly once', async (t) => {
  const tenant = await service.createTenant();
  const { api } = tenant;
  const writers = await startWriters(t, 3, tenant);
  const exports: { position: string; titles: Map<number, number> }[] = [];
  for (let round = 0; round < 10; round++) {
    const answer = await api.get('/candidates/export/candidates');
    exports.push({
      position: answer.headers.get('stream-position')!,
      titles: new Map(
        answer.body.candidates.map((candidate: { id: number; title: string }) => [
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
