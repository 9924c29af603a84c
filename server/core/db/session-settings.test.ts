import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { eventually, startAnotherProcess } from '../../testing/another-process.ts';
import { callCommand } from '../../testing/command-call.ts';
import { makeDirectory } from '../../testing/command-line.ts';
import { startTestService } from '../../testing/harness.ts';
import { databaseUrl, TEST_MASTER_KEY } from '../../testing/template.ts';
import { connectClient } from './connect-client.ts';
import { lockMigrations } from './migrate.ts';

// Settings of the role and of the database with which the service would not work if it kept them.

const SETTINGS = [
  "datestyle = 'German'",
  "intervalstyle = 'sql_standard'",
  "timezone = 'Asia/Kolkata'",
  "default_transaction_isolation = 'serializable'",
  'standard_conforming_strings = off',
  'row_security = off',
  // No such schema exists.
  "search_path = 'other'",
  "idle_session_timeout = '1h'",
  "lock_timeout = '1s'",
];

const service = await startTestService();
const admin = new pg.Client({ connectionString: process.env.STELLWERK_TEST_POSTGRES });
await admin.connect();
const role = `test_${randomBytes(8).toString('hex')}`;
const created: string[] = [];
await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'test'`);
for (const setting of SETTINGS) await admin.query(`ALTER ROLE ${role} SET ${setting}`);
after(async () => {
  for (const name of created) await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await admin.query(`DROP ROLE ${role}`);
  await admin.end();
});

async function makeEnvironment(): Promise<Record<string, string>> {
  const name = `${role}_${created.length}`;
  await admin.query(`CREATE DATABASE ${name} OWNER ${role}`);
  created.push(name);
  return {
    DATA_DIR: await makeDirectory(),
    MASTER_KEY: TEST_MASTER_KEY.toString('hex'),
    DATABASE_URL: databaseUrl(process.env.STELLWERK_TEST_POSTGRES!, name, { user: role, password: 'test' }),
  };
}

async function runSql({ DATABASE_URL }: Record<string, string>, text: string) {
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('an empty database is migrated and used, whatever the settings of the role', async () => {
  const environment = await makeEnvironment();
  for (const words of [['migrate'], ['tenant', 'create', 'acme', '--name', 'Acme'], ['doctor']]) {
    const { code, stdout, stderr } = await callCommand(words, environment);
    assert.equal(code, 0, stderr + stdout);
  }
});

test('an installation in the schema public is used, whatever the search path of the database', async () => {
  const environment = await makeEnvironment();
  const name = new URL(environment.DATABASE_URL!).pathname.slice(1);
  assert.equal((await callCommand(['migrate'], environment)).code, 0);
  await runSql(environment, `CREATE SCHEMA reporting; ALTER DATABASE ${name} SET search_path = reporting`);
  for (const words of [['migrate'], ['tenant', 'create', 'acme', '--name', 'Acme'], ['doctor']]) {
    const { code, stdout, stderr } = await callCommand(words, environment);
    assert.equal(code, 0, stderr + stdout);
  }
  const inReporting = "SELECT relname FROM pg_class WHERE relnamespace = 'reporting'::regnamespace";
  assert.deepEqual(await runSql(environment, inReporting), []);
});

test('an empty database gets its tables in the schema public, also if the role has a schema of its name', async () => {
  const environment = await makeEnvironment();
  await runSql(environment, `CREATE SCHEMA ${role}`);
  for (const words of [['migrate'], ['tenant', 'create', 'acme', '--name', 'Acme'], ['doctor']]) {
    const { code, stdout, stderr } = await callCommand(words, environment);
    assert.equal(code, 0, stderr + stdout);
  }
});

test('a migration, also of the queue, may take longer than the statements of the role', async () => {
  const environment = await makeEnvironment();
  const name = new URL(environment.DATABASE_URL!).pathname.slice(1);
  await runSql(environment, `ALTER DATABASE ${name} SET statement_timeout = '1s'`);
  const migrateDuring = async (
    event: 'advisory' | 'relation',
    hold: (client: pg.Client) => Promise<unknown>,
  ) => {
    const lock = await connectClient({ connectionString: environment.DATABASE_URL });
    await hold(lock);
    const migration = callCommand(['migrate'], environment);
    try {
      const isLong = `SELECT FROM pg_stat_activity
        WHERE datname = '${name}' AND wait_event = '${event}' AND now() - query_start > interval '1100 ms'`;
      await eventually('a long wait', async () => (await admin.query(isLong)).rows.length > 0);
    } finally {
      await lock.end();
    }
    const { code, stderr } = await migration;
    assert.equal(code, 0, stderr);
  };
  await migrateDuring('advisory', lockMigrations);
  const table = 'graphile_worker._private_jobs';
  const settings =
    'autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold, autovacuum_vacuum_cost_delay';
  await runSql(environment, `ALTER TABLE ${table} RESET (${settings})`);
  await migrateDuring('relation', (client) => client.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`));
});

test('a backup of an installation whose tables are in another schema is refused, and not empty', async () => {
  const environment = await makeEnvironment();
  const name = new URL(environment.DATABASE_URL!).pathname.slice(1);
  assert.equal((await callCommand(['migrate'], environment)).code, 0);
  await runSql(environment, `ALTER ROLE ${role} IN DATABASE ${name} SET search_path = older`);
  const superuser = databaseUrl(process.env.STELLWERK_TEST_POSTGRES!, name, null);
  await runSql(
    { DATABASE_URL: superuser },
    `ALTER SCHEMA public RENAME TO older; CREATE SCHEMA public AUTHORIZATION ${role}`,
  );
  const file = join(environment.DATA_DIR!, 'empty.backup');
  const { code, stderr } = await callCommand(['backup', file], environment);
  assert.equal(code, 1);
  assert.match(stderr, /The schema public has no tables of Stellwerk\. .* SET SCHEMA public/);
  await assert.rejects(access(file));
});

test('a running service reads and writes, whatever the settings of the database', async () => {
  const name = new URL(service.databaseUrl).pathname.slice(1);
  for (const setting of SETTINGS) await admin.query(`ALTER DATABASE ${name} SET ${setting}`);
  // Its connections are opened after the settings.
  const other = await startAnotherProcess(service);
  const { token } = service.tenant.api;
  const api = other.api(token);
  const { status, body } = await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' });
  assert.equal(status, 200, JSON.stringify(body));
  for (const path of ['/candidates', `/candidates/${body.id}`, '/changes']) {
    const response = await api.get(path);
    assert.equal(response.status, 200, path);
    assert.deepEqual(response.body, (await service.tenant.api.get(path)).body, path);
  }
});

test('idle connections stay open and wait for rows, whatever the role has', async () => {
  const { DATABASE_URL } = await makeEnvironment();
  const client = await connectClient({ connectionString: DATABASE_URL });
  for (const name of ['idle_session_timeout', 'lock_timeout'])
    assert.equal((await client.query(`SHOW ${name}`)).rows[0][name], '0');
  await client.end();
});

test('a connection that breaks while it is idle fails its next statement, and not the process', async () => {
  const client = await connectClient({ connectionString: service.databaseUrl });
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  await admin.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
  await ended;
  await assert.rejects(client.query('SELECT 1'), /not queryable/);
  await client.end();
});
