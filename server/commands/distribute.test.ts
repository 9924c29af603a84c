import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import pg from 'pg';
import { readSettings } from '../config.ts';
import { callCommand } from '../testing/command-call.ts';
import { makeDirectory } from '../testing/command-line.ts';
import { databaseUrl, TEST_MASTER_KEY } from '../testing/template.ts';

// Without the engine, the command says what is missing and changes nothing. With it: see docs/reliability.md.

const adminUrl = process.env.STELLWERK_TEST_POSTGRES!;
const admin = new pg.Client({ connectionString: adminUrl });
await admin.connect();
const run = `test_${randomBytes(6).toString('hex')}`;
for (const role of ['owner', 'login']) await admin.query(`CREATE ROLE ${run}_${role} LOGIN PASSWORD 'test'`);
for (const name of ['first', 'east']) await admin.query(`CREATE DATABASE ${run}_${name} OWNER ${run}_owner`);
after(async () => {
  for (const name of ['first', 'east']) await admin.query(`DROP DATABASE ${run}_${name} WITH (FORCE)`);
  for (const role of ['owner', 'login']) await admin.query(`DROP ROLE ${run}_${role}`);
  await admin.end();
});
const urlOf = (name: string, role: string) =>
  databaseUrl(adminUrl, `${run}_${name}`, { user: `${run}_${role}`, password: 'test' });

const environment: Record<string, string> = {
  DATA_DIR: await makeDirectory(),
  MASTER_KEY: TEST_MASTER_KEY.toString('hex'),
  DATABASE_URL: urlOf('first', 'login'),
  MIGRATION_DATABASE_URL: urlOf('first', 'owner'),
  DATABASE_WORKERS: `east=${urlOf('east', 'login')}`,
};
const call = (words: string[], changed: Record<string, string> = {}) =>
  callCommand(words, { ...environment, ...changed });

test('what is missing is named, and nothing is changed', async () => {
  const migrated = await call(['migrate']);
  assert.equal(migrated.code, 0, migrated.stderr);
  for (const [changed, words, message] of [
    [{ DATABASE_WORKERS: '' }, [], /DATABASE_WORKERS names its workers/],
    [{ MIGRATION_DATABASE_URL: '' }, [], /Set MIGRATION_DATABASE_URL to another role that owns them/],
    [{}, ['--shards', '0'], /--shards must be an integer from 1 to 128/],
    [
      {},
      [],
      /does not have the extension citus\. Nothing was changed\. As a superuser, run CREATE EXTENSION citus/,
    ],
  ] as const) {
    const { code, stderr } = await call(['distribute', ...words], changed);
    assert.equal(code, words.length > 0 ? 2 : 1, stderr);
    assert.match(stderr, message);
  }
  const client = new pg.Client({ connectionString: urlOf('first', 'owner') });
  await client.connect();
  const { rows } = await client.query('SELECT is_distributed FROM installation');
  await client.end();
  assert.deepEqual(rows, [{ is_distributed: false }]);
});

test('commands for which the engine has its own say so', async () => {
  for (const words of [
    ['backup', '/nowhere/file'],
    ['tenant', 'move', 'acme', '--to', 'east'],
  ]) {
    const { code, stderr } = await call(words);
    assert.equal(code, 1);
    assert.match(stderr, /does not work on tenants that Citus distributes/);
  }
});

test('workers and other servers exclude each other', () => {
  assert.throws(
    () => readSettings({ ...environment, DATABASE_SERVERS: environment.DATABASE_WORKERS }),
    /DATABASE_WORKERS and DATABASE_SERVERS cannot be used together/,
  );
  assert.throws(
    () => readSettings({ ...environment, DATABASE_URL: '' }),
    /DATABASE_WORKERS needs DATABASE_URL/,
  );
});
