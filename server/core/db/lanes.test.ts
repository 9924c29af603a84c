import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { eventually } from '../../testing/another-process.ts';
import { openDatabaseRelay } from '../../testing/database-relay.ts';
import { startTestService } from '../../testing/harness.ts';
import { databaseUrl } from '../../testing/template.ts';
import '../../testing/unrecorded.ts';
import { openDatabase } from './connection.ts';
import { isTransient, isUnavailable } from './faults.ts';

const service = await startTestService();
const { database } = service.services;
const one = service.tenant;
const other = await service.createTenant();
const tenants = [one, other, await service.createTenant()];
for (const { api } of tenants)
  for (let index = 0; index < 3; index++)
    await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' });

// Only row-level security keeps the rows of other tenants out.
const ALL = 'SELECT tenant_id, $1::int AS number FROM candidate';
const FAILING = 'SELECT tenant_id / ($1::int - $1::int) FROM candidate';

async function readAll(tenantId: number, of = database): Promise<number[]> {
  const rows = await of.read<{ tenant_id: number; number: number }>(tenantId, ALL, [7]);
  assert.ok(rows.every(({ number }) => number === 7));
  return rows.map(({ tenant_id }) => tenant_id);
}

test('reads of several tenants that share connections show each tenant its own rows', async () => {
  const reads = Array.from({ length: 300 }, (_, index) => tenants[(index * 7919) % 3]!);
  const results = await Promise.all(reads.map(({ id }) => readAll(id)));
  for (const [index, { id }] of reads.entries()) assert.deepEqual(results[index], [id, id, id]);
});

test('so do they if a statement in between fails', async () => {
  const reads = Array.from({ length: 300 }, (_, index) => ({
    ...tenants[(index * 7919) % 3]!,
    isFailing: index % 7 === 0,
  }));
  const results = await Promise.allSettled(
    reads.map(({ id, isFailing }) => (isFailing ? database.read(id, FAILING, [1]) : readAll(id))),
  );
  for (const [index, { id, isFailing }] of reads.entries()) {
    const result = results[index]!;
    if (isFailing) assert.equal(result.status === 'rejected' && result.reason.code, '22012');
    else assert.deepEqual(result, { status: 'fulfilled', value: [id, id, id] });
  }
});

test('if the tenant cannot be set, no read shows the rows of the tenant before', async (t) => {
  const name = new URL(service.databaseUrl).pathname.slice(1);
  const admin = new pg.Client(databaseUrl(process.env.STELLWERK_TEST_POSTGRES!, name, null));
  await admin.connect();
  t.after(() => admin.end());
  for (let round = 0; round < 5; round++) {
    await Promise.all(Array.from({ length: 20 }, () => readAll(one.id)));
    await admin.query('REVOKE EXECUTE ON FUNCTION set_config(text, text, boolean) FROM PUBLIC');
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => readAll(other.id)));
    await admin.query('GRANT EXECUTE ON FUNCTION set_config(text, text, boolean) TO PUBLIC');
    // Those that fail in a lane are repeated by connections of the pool, some of which have the tenant already.
    for (const result of results)
      if (result.status === 'fulfilled') assert.deepEqual(result.value, [other.id, other.id, other.id]);
    assert.ok(results.some(({ status }) => status === 'rejected'));
  }
  assert.deepEqual(await readAll(other.id), [other.id, other.id, other.id]);
  assert.deepEqual(await readAll(one.id), [one.id, one.id, one.id]);
});

test('a read whose connection breaks is repeated over another one', async () => {
  const applicationName = 'stellwerk lanes';
  const database = openDatabase({
    url: service.databaseUrl,
    maximumConnections: 1,
    transactionTimeoutMs: 30_000,
    applicationName,
  });
  service.beforeClose(() => database.close());
  await Promise.all(Array.from({ length: 20 }, () => readAll(one.id, database)));
  const broken = await service.sql(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1',
    [applicationName],
  );
  assert.equal(broken.length, 2);
  const results = await Promise.all(Array.from({ length: 20 }, () => readAll(one.id, database)));
  for (const result of results) assert.deepEqual(result, [one.id, one.id, one.id]);
});

/** A database behind a relay. */
async function openBehindRelay() {
  const relay = await openDatabaseRelay(service.databaseUrl);
  const database = openDatabase({
    url: relay.url,
    maximumConnections: 1,
    transactionTimeoutMs: 10_000,
    // Of several pings. A single one can take more than a second on a machine that is busy for a moment.
    silenceMs: 3000,
  });
  after(async () => {
    await database.close();
    relay.close();
  });
  return { database, ...relay };
}

test('a read that exceeds the timeout fails, and those behind it succeed', async () => {
  const database = openDatabase({
    url: service.databaseUrl,
    maximumConnections: 2,
    transactionTimeoutMs: 5000,
  });
  service.beforeClose(() => database.close());
  await Promise.all(Array.from({ length: 8 }, () => readAll(one.id, database)));
  // One for each of the two connections.
  const slow = ['a', 'b'].map((name) => database.read(one.id, `SELECT pg_sleep($1) AS ${name}`, [60]));
  const behind = Promise.all(Array.from({ length: 8 }, () => readAll(one.id, database)));
  for (const read of await Promise.allSettled(slow))
    assert.ok(read.status === 'rejected' && isTransient(read.reason));
  for (const rows of await behind) assert.deepEqual(rows, [one.id, one.id, one.id]);
});

test('while the database is gone or frozen, reads fail as unavailable, and later they succeed', async () => {
  const { database, cut, restore, freeze, thaw } = await openBehindRelay();
  for (const [begin, end] of [
    [cut, restore],
    [freeze, thaw],
  ] as const) {
    assert.deepEqual(await readAll(one.id, database), [one.id, one.id, one.id]);
    begin();
    const reads = await Promise.allSettled(Array.from({ length: 20 }, () => readAll(one.id, database)));
    for (const read of reads) assert.ok(read.status === 'rejected' && isUnavailable(read.reason));
    end();
    await eventually('a read succeeds', () =>
      readAll(one.id, database).then(
        () => true,
        () => false,
      ),
    );
  }
});

test('closing the database waits for the reads that were sent', async () => {
  const database = openDatabase({
    url: service.databaseUrl,
    maximumConnections: 1,
    transactionTimeoutMs: 30_000,
  });
  await readAll(one.id, database);
  const reads = Array.from({ length: 50 }, () => readAll(one.id, database));
  await database.close();
  for (const read of reads) assert.deepEqual(await read, [one.id, one.id, one.id]);
  assert.deepEqual(database.lanes.running, 0);
});

test('a read whose connection is silent is not repeated, because its caller has waited long enough', async () => {
  const relay = await openDatabaseRelay(service.databaseUrl);
  const database = openDatabase({ url: relay.url, maximumConnections: 1, transactionTimeoutMs: 3000 });
  after(async () => {
    await database.close();
    relay.close();
  });
  await readAll(one.id, database);
  relay.silence();
  // A repetition would be over a new connection, which works here, and would return the rows. Another one could be silent as well.
  await assert.rejects(readAll(one.id, database), isUnavailable);
  assert.deepEqual(await readAll(one.id, database), [one.id, one.id, one.id]);
});
