import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { pino } from 'pino';
import { startQueue } from '../core/queue/index.ts';
import { openQueuePool } from '../core/queue/pool.ts';
import { eventually, startAnotherProcess } from '../testing/another-process.ts';
import { callCommand } from '../testing/command-call.ts';
import { makeDirectory } from '../testing/command-line.ts';
import { startTestService } from '../testing/harness.ts';
import { assertHealth } from '../testing/health.ts';
import { TEST_MASTER_KEY } from '../testing/template.ts';

// A database that takes no writes, as a managed one whose disk is full.

const service = await startTestService();
const admin = new pg.Client({ connectionString: process.env.STELLWERK_TEST_POSTGRES });
await admin.connect();
after(() => admin.end());
const name = new URL(service.databaseUrl).pathname.slice(1);
const environment = {
  DATA_DIR: await makeDirectory(),
  MASTER_KEY: TEST_MASTER_KEY.toString('hex'),
  DATABASE_URL: service.databaseUrl,
};
const FAULT =
  'DATABASE_URL: the database takes no writes, because default_transaction_read_only is on. A provider sets it when the disk is full: make space. Otherwise, reset it for the role (ALTER ROLE name RESET default_transaction_read_only), the database, or the server.';
const WAY_OUT =
  'It is a standby, or default_transaction_read_only is on. Run "npx stellwerk doctor", which says what to do.';

/** Applies to connections that are opened from now on. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  await admin.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`);
}

async function countConnections(): Promise<number> {
  const { rows } = await admin.query('SELECT sessions AS count FROM pg_stat_database WHERE datname = $1', [
    name,
  ]);
  return Number(rows[0].count);
}

const person = { firstName: 'Ada', lastName: 'Muster' };

test('without writes, a service is not ready, reads still work, and it continues with new connections', async () => {
  await setReadOnly('on');
  const { baseUrl, api: apiOf } = await startAnotherProcess(service);
  const api = apiOf(service.tenant.api.token);
  const rejected = await api.post('/candidates', person);
  assert.equal(rejected.status, 503);
  assert.equal(
    rejected.body.message,
    'The database of the service takes no changes at the moment. Repeat the call later.',
  );
  assert.equal((await api.get('/candidates')).status, 200);
  await assertHealth({ baseUrl }, 503, {
    status: 'not ready',
    checks: { database: 'read-only', documentStore: 'ok', disk: 'ok' },
    reason: `The database takes no writes. ${WAY_OUT}`,
  });

  await setReadOnly('off');
  await assertHealth({ baseUrl }, 200);
  // Each call closes the connection of before that it gets.
  await eventually('a write', async () => (await api.post('/candidates', person)).status === 200);
});

test('the queue waits for a database that takes no writes, and continues with new connections', async () => {
  await setReadOnly('on');
  const before = await countConnections();
  const log = pino({ level: 'silent' });
  const starting = startQueue({ databaseUrl: service.databaseUrl, tasks: [], log });
  await eventually('a second attempt', async () => (await countConnections()) > before + 1);
  const pool = openQueuePool({ databaseUrl: service.databaseUrl }, log);
  after(() => pool.end());
  // As graphile-worker does it.
  const write = async () => {
    const client = await pool.connect();
    try {
      await client.query('UPDATE graphile_worker._private_known_crontabs SET known_since = now()');
    } finally {
      client.release();
    }
  };
  const writing = write();
  await setReadOnly('off');
  await writing;
  const queue = await starting;
  assert.equal(queue.isRunning, true);
  await queue.stop();
});

test('commands say that a database takes no writes, and those that only read work', async () => {
  await setReadOnly('on');
  try {
    const migrate = await callCommand(['migrate'], environment);
    assert.deepEqual([migrate.code, migrate.stderr], [1, `stellwerk: ${FAULT}\n`]);
    const doctor = await callCommand(['doctor'], environment);
    assert.equal(doctor.code, 1);
    assert.ok(doctor.stdout.includes(FAULT), doctor.stdout);
    const creation = await callCommand(['tenant', 'create', 'acme', '--name', 'Acme'], environment);
    assert.deepEqual(
      [creation.code, creation.stderr],
      [1, `stellwerk: The database takes no writes. ${WAY_OUT}\n`],
    );
    const list = await callCommand(['tenant', 'list'], environment);
    assert.equal(list.code, 0, list.stderr);
  } finally {
    await setReadOnly('off');
  }
});
