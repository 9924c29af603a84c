import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { eventually, startAnotherProcess } from '../../testing/another-process.ts';
import { openDatabaseRelay } from '../../testing/database-relay.ts';
import { startTestService } from '../../testing/harness.ts';
import { assertHealth } from '../../testing/health.ts';
import { StoreAwayError } from '../blobs/index.ts';
import { openDatabase } from './connection.ts';
import { isTransient, isUnavailable, violatedConstraint } from './faults.ts';

const service = await startTestService();
/** Of several pings. A single one can take more than a second on a machine that is busy for a moment. */
const SILENCE_MS = 3000;

/** A database behind a relay. */
async function openBehindRelay() {
  const relay = await openDatabaseRelay(service.databaseUrl);
  const database = openDatabase({
    url: relay.url,
    maximumConnections: 1,
    transactionTimeoutMs: 10_000,
    silenceMs: SILENCE_MS,
  });
  after(async () => {
    await database.close();
    relay.close();
  });
  return { database, ...relay };
}

test('a connection that breaks during a query means that the database is unavailable', async () => {
  const { database, cut } = await openBehindRelay();
  const running = database.system.transaction().execute(async (transaction) => {
    await sql`SELECT 1`.execute(transaction);
    setImmediate(cut);
    await sql`SELECT pg_sleep(5)`.execute(transaction);
  });
  await assert.rejects(running, isUnavailable);
});

test('a query on a connection that is already broken means that the database is unavailable', async () => {
  const { database, cut } = await openBehindRelay();
  const running = database.system.transaction().execute(async (transaction) => {
    await sql`SELECT 1`.execute(transaction);
    cut();
    await assert.rejects(sql`SELECT pg_sleep(5)`.execute(transaction), isUnavailable);
    await sql`SELECT 1`.execute(transaction);
  });
  await assert.rejects(running, isUnavailable);
});

test('a connection that is closed before it is ready means that the database is unavailable', async () => {
  const { database, cut } = await openBehindRelay();
  cut();
  await assert.rejects(sql`SELECT 1`.execute(database.system), isUnavailable);
});

test('a query of a client whose connection broke before means that the database is unavailable', async () => {
  const { url, cut } = await openBehindRelay();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  client.on('error', () => {});
  const broken = new Promise((resolve) => client.once('end', resolve));
  cut();
  await broken;
  await assert.rejects(client.query('SELECT 1'), isUnavailable);
});

test('an error in the SQL does not mean that the database is unavailable', async () => {
  const failing = sql`SELECT nothing`.execute(service.services.database.system);
  await assert.rejects(failing, (error) => !isUnavailable(error));
});

test('a document store that is away is no fault of the database, and passes', () => {
  const error = new StoreAwayError('missing', 'The store is away.');
  assert.deepEqual([isTransient(error), isUnavailable(error)], [true, false]);
});

test('while the database is frozen, calls are refused in time, and everything continues when it thaws', async () => {
  const relay = await openDatabaseRelay(service.databaseUrl);
  const { baseUrl } = await startAnotherProcess(service, {
    databaseUrl: relay.url,
    settings: { databaseSilenceMs: SILENCE_MS },
  });
  after(() => relay.close());
  const call = async (path: string) => {
    const response = await fetch(baseUrl + path, {
      headers: { authorization: `Bearer ${service.tenant.api.token}`, 'user-agent': 'Tests/1.0' },
      signal: AbortSignal.timeout(25_000),
    });
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      text: await response.text(),
    };
  };
  await eventually('a call', async () => (await call('/v3/branches')).status === 200);
  relay.freeze();
  // More calls than the pool has connections.
  const answers = await Promise.all(Array.from({ length: 40 }, () => call('/v3/branches')));
  answers.push(...(await Promise.all(Array.from({ length: 40 }, () => call('/v3/candidates')))));
  for (const { status, retryAfter, text } of answers) {
    // Also of a call that waited behind the others: the caller can do nothing about it.
    assert.equal(status, 503, text);
    assert.match(retryAfter ?? '', /^\d+$/);
  }
  assert.equal((await call('/health/ready')).status, 503);
  relay.thaw();
  await eventually('calls succeed again', async () => (await call('/v3/branches')).status === 200);
  await eventually('other calls too', async () => (await call('/v3/candidates')).status === 200);
  await assertHealth({ baseUrl }, 200);
});

test('a statement on a frozen connection fails, and later ones get a new connection', async () => {
  const { database, freeze, thaw } = await openBehindRelay();
  await sql`SELECT 1`.execute(database.system);
  freeze();
  await assert.rejects(sql`SELECT 1`.execute(database.system), isUnavailable);
  // The calls that follow do not wait for a connection.
  await assert.rejects(sql`SELECT 1`.execute(database.system), isUnavailable);
  thaw();
  await eventually('a statement succeeds', () =>
    sql`SELECT 1`.execute(database.system).then(
      () => true,
      () => false,
    ),
  );
});

test('a process that was busy for long does not take the database for silent', async () => {
  const silenceMs = 1600;
  const database = openDatabase({
    url: service.databaseUrl,
    maximumConnections: 1,
    transactionTimeoutMs: 30_000,
    silenceMs,
  });
  after(() => database.close());
  for (let round = 0; round < 3; round++) {
    await sql`SELECT 1`.execute(database.system);
    // The timers that are due come first, so a ping is sent just before the process is busy, and given up just after it.
    await new Promise((resolve) => setImmediate(resolve));
    const end = performance.now() + silenceMs;
    while (performance.now() < end);
  }
  await sql`SELECT 1`.execute(database.system);
});

test('a violated constraint has its own name, also in a part of a distributed table', async () => {
  await service.sql('CREATE TABLE thing_102008 (id integer CONSTRAINT thing_id_102008 UNIQUE)');
  await service.sql('CREATE TABLE thing (id integer CONSTRAINT thing_id_2 UNIQUE)');
  const violate = (table: string) => async () => {
    await service.sql(`INSERT INTO ${table} VALUES (1), (1)`);
  };
  await assert.rejects(violate('thing_102008'), (error) => {
    assert.deepEqual(violatedConstraint(error), { kind: 'unique', name: 'thing_id', table: 'thing' });
    return true;
  });
  await assert.rejects(violate('thing'), (error) => {
    assert.deepEqual(violatedConstraint(error), { kind: 'unique', name: 'thing_id_2', table: 'thing' });
    return true;
  });
});

test('a failed login means that the database is unavailable, in whatever language the server says so', () => {
  for (const code of ['28P01', '28000', '3D000', '57P03'])
    for (const severity of ['FATAL', 'ВАЖНО'])
      assert.ok(
        isUnavailable(Object.assign(new pg.DatabaseError('message', 0, 'error'), { severity, code })),
      );
});
