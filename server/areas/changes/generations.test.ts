import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
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

/** Lets another server take over when all transactions that write the log of a tenant have ended, as after a move. */
async function takeOver({ id }: TestTenant, change: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query("SELECT set_config('app.tenant_id', $1, false)", [String(id)]);
  await client.query('BEGIN; LOCK TABLE log_generation IN ACCESS EXCLUSIVE MODE');
  await client.query("UPDATE log_generation SET server = 'another'");
  await change(client);
  await client.query('COMMIT');
  await client.end();
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

/** Asserts that a cursor is a 400 with range, whose message has this text. */
async function assertRange(api: Api, cursor: string, text: RegExp): Promise<void> {
  const { status, body } = await api.get(`/changes?cursor=${cursor}`);
  assert.equal(status, 400);
  const [{ property, code, message }] = body.validationErrors;
  assert.deepEqual([property, code], ['cursor', 'range']);
  assert.match(message, text);
}

const deleteLog = ({ id }: TestTenant, condition: string) =>
  service.sql(`DELETE FROM change_log WHERE tenant_id = $1 AND ${condition}`, [id], id);

test('a cursor of a log that somebody has emptied is rejected, also after the next change', async () => {
  const tenant = await service.createTenant();
  await addCandidates(tenant.api, 3);
  await service.settle();
  const { changes } = (await tenant.api.get('/changes?entities=candidate')).body;
  const { cursor } = await readFeed(tenant.api);
  await deleteLog(tenant, 'true');
  for (const old of [changes[0].cursor, cursor]) await assertRange(tenant.api, old, /somebody has deleted/);
  const position = (await tenant.api.get('/candidates/export/candidates')).headers.get('stream-position')!;
  const added = await addCandidates(tenant.api, 1);
  await service.settle();
  for (const old of [changes[0].cursor, cursor]) await assertRange(tenant.api, old, /somebody has deleted/);
  assert.deepEqual((await readFeed(tenant.api, position)).ids, added);
});

test('a cursor from before the part of a log that is left is rejected, and a later one continues', async () => {
  const tenant = await service.createTenant();
  const [first, second] = [await addCandidates(tenant.api, 1), await addCandidates(tenant.api, 1)];
  const third = await addCandidates(tenant.api, 1);
  await service.settle();
  const { changes } = (await tenant.api.get('/changes?entities=candidate')).body;
  await deleteLog(tenant, `entity <> 'candidate' OR record_id = ${first[0]}`);
  await assertRange(tenant.api, changes[0].cursor, /make a full export/i);
  assert.deepEqual((await readFeed(tenant.api, changes[1].cursor)).ids, third);
  await deleteLog(tenant, `record_id = ${third[0]}`);
  await assertRange(tenant.api, changes[2].cursor, /make a full export/i);
  assert.deepEqual((await readFeed(tenant.api, changes[1].cursor)).ids, []);
  assert.equal(changes[1].id, second[0]);
});

test('a log whose generation somebody has deleted continues without a gap or a repetition', async () => {
  const tenant = await service.createTenant();
  const [first, second] = [await addCandidates(tenant.api, 1), await addCandidates(tenant.api, 1)];
  await service.settle();
  const { changes } = (await tenant.api.get('/changes?entities=candidate')).body;
  await service.sql('DELETE FROM log_generation WHERE tenant_id = $1', [tenant.id], tenant.id);
  const all = await readFeed(tenant.api);
  assert.deepEqual(all.ids, [...first, ...second]);
  const position = (await tenant.api.get('/candidates/export/candidates')).headers.get('stream-position')!;
  assert.deepEqual((await readFeed(tenant.api, all.cursor)).ids, []);
  const added = await addCandidates(tenant.api, 2);
  await service.settle();
  for (const cursor of [all.cursor, position])
    assert.deepEqual(sorted((await readFeed(tenant.api, cursor)).ids), sorted(added));
  assert.deepEqual(
    sorted((await readFeed(tenant.api, changes[0].cursor)).ids),
    sorted([...second, ...added]),
  );
});

test('a cursor of another tenant is rejected, and the reason names this possibility', async () => {
  const [tenant, other] = [await service.createTenant(), await service.createTenant()];
  for (const { api } of [tenant, other]) await addCandidates(api, 1);
  await service.settle();
  const [cursor, ofOther] = await Promise.all([tenant, other].map(({ api }) => readFeed(api)));
  const { changes } = (await other.api.get('/changes')).body;
  const stream = (await other.api.get('/candidates/export/candidates')).headers.get('stream-position')!;
  for (const [{ api }, foreign] of [
    [tenant, ofOther!.cursor],
    [tenant, changes[0].cursor],
    [tenant, stream],
    [other, cursor!.cursor],
  ] as const) {
    const { status, body } = await api.get(`/changes?cursor=${foreign}`);
    assert.equal(status, 400);
    const [{ property, code, message }] = body.validationErrors;
    assert.deepEqual([property, code], ['cursor', 'format']);
    assert.match(message, /of the same tenant/);
  }
  assert.deepEqual((await readFeed(other.api, ofOther!.cursor)).ids, []);
});

test('a cursor without its tenant, as earlier versions made them, is valid and only rejected if the log is another one', async () => {
  const tenant = await service.createTenant();
  await addCandidates(tenant.api, 2);
  await service.settle();
  const { changes } = (await tenant.api.get('/changes')).body;
  const [, ...parts] = Buffer.from(changes[0].cursor, 'base64url').toString().split('.');
  const stored = (generation: string) => {
    const position = [generation, ...parts.slice(1, 3)].join('.');
    const checksum = crc32(position).toString(16).padStart(8, '0');
    return Buffer.from(`2.${position}.${checksum}`).toString('base64url');
  };
  assert.deepEqual((await readFeed(tenant.api, stored(parts[0]!))).ids, [changes[1].id]);
  const { status, body } = await tenant.api.get(`/changes?cursor=${stored(String(Number(parts[0]) + 7))}`);
  assert.equal(status, 400);
  const [{ property, code, message }] = body.validationErrors;
  assert.deepEqual([property, code], ['cursor', 'range']);
  assert.match(message, /from another tenant, send it with a token of that tenant.*make a full export/);
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

test('with concurrent writers, no change is lost, doubled, or reordered when another server takes over', async (t) => {
  const start = new Date('2026-06-01T00:00:00.000Z');
  await service.clock.set(start);
  const tenant = await service.createTenant();
  const { api, id: tenantId } = tenant;
  const count = async (from: Date) => {
    const [row] = await service.sql<{ count: number }>(
      'SELECT count(*)::int AS count FROM change_log WHERE tenant_id = $1 AND changed_at >= $2',
      [tenantId, from.toISOString()],
      tenantId,
    );
    return row!.count;
  };
  const writers = await startWriters(t, 2, service, tenant);
  const untilWritten = (from: Date, changes: number) =>
    eventually(`${changes} changes`, async () => {
      writers.assertRunning();
      return (await count(from)) >= changes;
    });
  await untilWritten(start, 5);
  await takeOver(tenant, (client) =>
    client.query(
      `UPDATE change_log SET transaction_id = transaction_id + ${AHEAD}, sequence = sequence + ${AHEAD}`,
    ),
  );

  let isReading = true;
  t.after(() => {
    isReading = false;
  });
  const feed: { id: number; change: string }[] = [];
  const follow = (async () => {
    let cursor = '';
    for (let isLast = false; ; isLast = !isReading) {
      const { body } = await api.get(`/changes?limit=7${cursor && `&cursor=${cursor}`}`);
      feed.push(...body.changes);
      cursor = body.nextCursor;
      if (isLast && !body.hasMore) return;
    }
  })();
  const windows: { from: Date; body: Record<string, { id: number }[]> }[] = [];
  for (let hour = 0; hour < 6; hour++) {
    const from = new Date(start.getTime() + hour * HOUR_MS);
    await untilWritten(from, 10);
    await takeOver(tenant, async () => {});
    await service.clock.set(new Date(from.getTime() + HOUR_MS));
    windows.push({ from, body: (await api.get(hourPath(from))).body });
  }
  await writers.stop();
  await service.settle();
  isReading = false;
  await follow;

  for (const { from, body } of windows)
    assert.deepEqual(idsOf(body), await expectedWindow(service, tenant, from), from.toISOString());
  const logged = await service.sql<{ id: number; change: string; generation: number }>(
    `SELECT record_id AS id, kind AS change, generation FROM change_log WHERE tenant_id = $1
      ORDER BY generation, transaction_id, sequence`,
    [tenantId],
    tenantId,
  );
  assert.ok(new Set(logged.map(({ generation }) => generation)).size >= 6);
  assert.deepEqual(
    feed.map(({ id, change }) => `${id} ${change}`),
    logged.map(({ id, change }) => `${id} ${change}`),
  );
});
