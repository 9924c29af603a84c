import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import pg from 'pg';
import { BEHIND, ClockWatch, JUMPED } from '../../clock-watch.ts';
import { eventually, startAnotherProcess } from '../../testing/another-process.ts';
import {
  CANDIDATE_CHANGES,
  expectedWindow,
  HOUR_MS,
  hourPath,
  idsOf,
  startWriters,
} from '../../testing/change-windows.ts';
import { type Calls, startTestService, type TestTenant } from '../../testing/harness.ts';
import { shortOrLong } from '../../testing/long.ts';

const service = await startTestService();
const DAY_MS = 24 * HOUR_MS;

/** Records a change of a candidate that does not exist, with the function that every write calls. */
async function change(tenant: TestTenant, id: number): Promise<Date> {
  const [row] = await service.sql<{ at: string }>(
    `SELECT utc(record_change($1, 'candidate', $2, gen_random_uuid(), 'modified', NULL, NULL, NULL, NULL, NULL, NULL)) AS at`,
    [tenant.id, id],
    tenant.id,
  );
  return new Date(row!.at);
}

test('a final window keeps its entries if the clock steps back, in every process', async () => {
  await service.clock.set('2026-05-04T11:59:00.000Z');
  const tenant = await service.createTenant();
  await change(tenant, 1);
  await service.clock.set('2026-05-04T12:00:01.000Z');
  const path = `${CANDIDATE_CHANGES}/2026-05-04/11`;
  const { body, headers } = await tenant.api.get(path);
  assert.equal(headers.get('window-complete'), 'true');

  await service.clock.set('2026-05-04T11:00:01.000Z');
  assert.equal((await change(tenant, 2)).toISOString(), '2026-05-04T12:00:00.000Z');
  const other = await startAnotherProcess(service);
  for (const api of [tenant.api, other.api(tenant.api.token)]) {
    const again = await api.get(path);
    assert.deepEqual(again.body, body);
    assert.equal(again.headers.get('window-complete'), 'true');
  }
  await service.clock.set('2026-05-04T13:00:01.000Z');
  const next = await tenant.api.get(`${CANDIDATE_CHANGES}/2026-05-04/12`);
  assert.deepEqual(idsOf(next.body), { new: [], modified: [2], deleted: [] });
});

test('a change that began before the window was final is in it, one that began later is not', async (t) => {
  await service.clock.set('2026-05-05T11:59:00.000Z');
  const tenant = await service.createTenant();
  const writer = new pg.Client({ connectionString: service.databaseUrl });
  await writer.connect();
  t.after(() => writer.end());
  await writer.query("SELECT set_config('app.tenant_id', $1, false)", [String(tenant.id)]);
  const record = (id: number) =>
    writer.query(
      "SELECT record_change($1, 'candidate', $2, gen_random_uuid(), 'modified', NULL, NULL, NULL, NULL, NULL, NULL)",
      [tenant.id, id],
    );
  await writer.query('BEGIN');
  await record(1);
  await service.clock.set('2026-05-05T12:00:01.000Z');
  const reading = tenant.api.get(`${CANDIDATE_CHANGES}/2026-05-05/11`);
  const boundary = async () =>
    (
      await service.sql(
        'SELECT settled_until FROM change_boundary WHERE tenant_id = $1',
        [tenant.id],
        tenant.id,
      )
    ).length;
  await eventually('the read has set the boundary', async () => (await boundary()) > 0);
  await service.clock.set('2026-05-05T11:30:00.000Z');
  await record(2);
  await writer.query('COMMIT');
  assert.deepEqual(idsOf((await reading).body), { new: [], modified: [1], deleted: [] });

  // Its snapshot can be older than the boundary.
  await writer.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await assert.rejects(record(3), /READ COMMITTED/);
});

test('a clock that was a day ahead stops neither writes nor the feed, and the API keeps its promise', async () => {
  await service.clock.set('2026-05-07T09:00:01.000Z');
  const tenant = await service.createTenant();
  const early = await tenant.api.get(`${CANDIDATE_CHANGES}/2026-05-07/8`);
  assert.equal(early.headers.get('window-complete'), 'true');
  await service.clock.set('2026-05-06T09:00:01.000Z');
  assert.equal((await change(tenant, 1)).toISOString(), '2026-05-07T09:00:00.000Z');
  await service.settle();
  const { body } = await tenant.api.get('/changes');
  assert.deepEqual(
    body.changes.map(({ id }: { id: number }) => id),
    [1],
  );
  assert.deepEqual((await tenant.api.get(`${CANDIDATE_CHANGES}/2026-05-07/8`)).body, early.body);
  await new ClockWatch(service.services).check();
  const warnings = service.logLines.filter(({ msg, tenantId }) => msg === BEHIND && tenantId === tenant.id);
  assert.deepEqual(
    warnings.map(({ level, aheadSeconds }) => [level, Math.round(Number(aheadSeconds) / 60)]),
    [[40, 24 * 60]],
  );
});

test('the watch notices a clock that jumps, and plans overdue work again', async () => {
  await service.clock.set('2026-05-10T12:00:00.000Z');
  const watch = new ClockWatch(service.services);
  await watch.check();
  const logged = () => service.logLines.filter(({ msg }) => msg === JUMPED).map(({ bySeconds }) => bySeconds);
  await service.clock.advance(HOUR_MS);
  await watch.check();
  await watch.check();
  await service.clock.advance(-HOUR_MS);
  await watch.check();
  assert.deepEqual(
    logged().map((seconds) => Math.round(Number(seconds) / 60)),
    [60, -60],
  );
});

test('a first answer that took long is no jump of the clock', async () => {
  await service.clock.set('2026-05-11T12:00:00.000Z');
  const SLOW_MS = 5000;
  let asked = 0;
  const watch = new ClockWatch(service.services, {
    // Passes between the first question and its answer.
    nowMs: () => performance.now() + (asked++ === 0 ? 0 : SLOW_MS),
  });
  const jumps = () => service.logLines.filter(({ msg }) => msg === JUMPED).length;
  const before = jumps();
  await watch.check();
  await service.clock.advance(SLOW_MS);
  await watch.check();
  assert.equal(jumps(), before);
  await service.clock.advance(HOUR_MS);
  await watch.check();
  assert.equal(jumps(), before + 1);
});

test('a window ends when the clocks of both the database and the process are past its end', async () => {
  await service.clock.set('2026-05-12T12:00:01.000Z');
  const tenant = await service.createTenant();
  const path = `${CANDIDATE_CHANGES}/2026-05-12/12`;
  const offsetOfAnHour = 'SELECT setval($1, last_value + 3600000) FROM test_clock_offset_ms';
  await service.sql(offsetOfAnHour, ['test_clock_offset_ms']);
  assert.equal((await tenant.api.get(path)).headers.get('window-complete'), 'false');
  await service.clock.set('2026-05-12T13:00:02.000Z');
  assert.equal((await tenant.api.get(path)).headers.get('window-complete'), 'true');
});

test('reading final windows writes nothing', async () => {
  await service.clock.set('2026-05-08T12:00:01.000Z');
  const tenant = await service.createTenant();
  const version = () =>
    service.sql('SELECT xmin, ctid FROM change_boundary WHERE tenant_id = $1', [tenant.id], tenant.id);
  await tenant.api.get(`${CANDIDATE_CHANGES}/2026-05-08/11`);
  const first = await version();
  const other = await startAnotherProcess(service);
  for (const hour of [11, 10, 0]) {
    await tenant.api.get(`${CANDIDATE_CHANGES}/2026-05-08/${hour}`);
    await other.api(tenant.api.token).get(`${CANDIDATE_CHANGES}/2026-05-08/${hour}`);
  }
  assert.equal(first.length, 1);
  assert.deepEqual(await version(), first);
});

test('with concurrent writers and a clock that steps back and forth, final windows never change', async (t) => {
  const start = new Date('2026-06-01T00:00:00.000Z').getTime();
  await service.clock.set(new Date(start));
  const tenant = await service.createTenant();
  const other = await startAnotherProcess(service);
  let apis: Calls[] = [];
  const step = async (ms: number) => {
    await service.clock.advance(ms);
    // A token is valid for a day.
    const own = await service.createApi(tenant, ['candidates:read']);
    apis = [own, other.api(own.token)];
  };
  await step(0);
  const writers = await startWriters(t, 3, service, tenant);
  const windows = new Map<string, { from: Date; body: Record<string, { id: number }[]> }>();
  const read = async (fromMs: number) => {
    const from = new Date(fromMs);
    const response = await apis[randomInt(apis.length)]!.get(hourPath(from));
    assert.equal(response.status, 200, response.text);
    const known = windows.get(hourPath(from));
    if (known !== undefined) {
      assert.equal(response.headers.get('window-complete'), 'true', `${from.toISOString()} was final before`);
      assert.deepEqual(response.body, known.body, `the final window of ${from.toISOString()} changed`);
    } else if (response.headers.get('window-complete') === 'true') {
      windows.set(hourPath(from), { from, body: response.body });
    }
  };
  const hourOf = () => Math.floor(service.clock.now().getTime() / HOUR_MS) * HOUR_MS;
  const steps = [-HOUR_MS, -HOUR_MS, DAY_MS, -DAY_MS, HOUR_MS, HOUR_MS, -HOUR_MS, DAY_MS, -DAY_MS, -HOUR_MS];
  const rounds = shortOrLong(5, steps.length);
  for (let round = 0; round < rounds; round++) {
    for (let moves = 0; moves < 2; moves++) {
      for (let call = randomInt(1, 4); call > 0; call--) {
        await read(hourOf() - randomInt(2) * HOUR_MS);
        writers.assertRunning();
      }
      // Two reads of a window race for the boundary while writers hold times before it.
      const ended = hourOf();
      await service.clock.set(new Date(ended + HOUR_MS));
      await Promise.all([read(ended), read(ended)]);
    }
    await step(steps[round]!);
    for (let call = randomInt(1, 3); call > 0; call--) await read(hourOf() - HOUR_MS);
  }
  await writers.stop();
  assert.ok(windows.size > 1.5 * rounds, `only ${windows.size} windows were final`);

  await step(30 * DAY_MS);
  for (const { from } of windows.values()) await read(from.getTime());
  const logged = await service.sql<{ hour: string }>(
    `SELECT DISTINCT utc(date_trunc('hour', changed_at, 'UTC')) AS hour FROM change_log WHERE tenant_id = $1`,
    [tenant.id],
    tenant.id,
  );
  for (const { hour } of logged) await read(Date.parse(hour));
  for (const { from, body } of windows.values())
    assert.deepEqual(
      idsOf(body),
      await expectedWindow(service, tenant, from),
      `${from.toISOString()} is incomplete`,
    );
});
