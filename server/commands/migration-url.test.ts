import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { readSettings } from '../config.ts';
import { callCommand } from '../testing/command-call.ts';
import { fetchToken, makeDirectory, startService, stopService } from '../testing/command-line.ts';
import { databaseUrl, TEST_MASTER_KEY } from '../testing/template.ts';
import { startReceiver } from '../testing/webhook-receiver.ts';

// Two servers. On each, one role owns the tables and the service has another one, as an operator sets it up.

const adminUrl = process.env.STELLWERK_TEST_POSTGRES!;
const admin = new pg.Client({ connectionString: adminUrl });
await admin.connect();
const run = randomBytes(6).toString('hex');
const [owner, login] = [`test_${run}_owner`, `test_${run}_login`];
const created: string[] = [];
for (const role of [owner, login]) await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'test'`);
after(async () => {
  for (const name of created) await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  for (const role of [owner, login]) await admin.query(`DROP ROLE ${role}`);
  await admin.end();
});

/** An empty database, with its name and the URLs of both roles. */
async function makeDatabase(of: string) {
  const name = `test_${run}_${created.length}`;
  await admin.query(`CREATE DATABASE ${name} OWNER ${of}`);
  created.push(name);
  const urlOf = (user: string) => databaseUrl(adminUrl, name, { user, password: 'test' });
  return { name, login: urlOf(login), owner: urlOf(owner), admin: databaseUrl(adminUrl, name, null) };
}

async function runSql(url: string, text: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const directory = await makeDirectory();
const first = await makeDatabase(owner);
const north = await makeDatabase(owner);
/** As the service has it: it does not know the owner. */
const environment: Record<string, string> = {
  DATA_DIR: directory,
  MASTER_KEY: TEST_MASTER_KEY.toString('hex'),
  DATABASE_URL: first.login,
  DATABASE_SERVERS: `north=${north.login}`,
};
const owners = {
  MIGRATION_DATABASE_URL: first.owner,
  MIGRATION_DATABASE_SERVERS: `north=${north.owner}`,
};
const call = (words: string[], changed: Record<string, string> = {}) =>
  callCommand(words, { ...environment, ...changed });

async function succeed(words: string[], changed: Record<string, string> = {}) {
  const { code, stdout, stderr } = await call([...words, '--json'], changed);
  assert.equal(code, 0, stderr + stdout);
  return JSON.parse(stdout);
}

test('the owner migrates, and the service works with its own login on both servers', {
  timeout: 240_000,
}, async () => {
  const refused = await call(['migrate']);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /lacks a privilege .* or set MIGRATION_DATABASE_URL/);
  assert.ok((await succeed(['migrate'], owners)).applied.length > 100);
  assert.deepEqual((await succeed(['migrate'])).applied, []);
  const receiver = await startReceiver();
  const service = await startService(
    directory,
    { ...environment, WORKERS: '1', WEBHOOK_ALLOW_PRIVATE: 'true' },
    ['--empty'],
  );
  const [, baseUrl] = /"api":"(http:\/\/[^"/]+)/.exec(service.output())!;
  for (const [key, server] of [
    ['acme', 'first'],
    ['nord', 'north'],
  ] as const) {
    await succeed(['tenant', 'create', key, '--name', key, '--server', server]);
    const client = await succeed([
      'client',
      'create',
      '--tenant',
      key,
      '--name',
      'Site',
      '--permissions',
      '*',
    ]);
    const token = await fetchToken({ ...client, authUrl: baseUrl!, audience: `${baseUrl}/api/v3` });
    const post = async (path: string, body: object) => {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'user-agent': 'Test/1.0',
      };
      const response = await fetch(`${baseUrl}/v3${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      assert.equal(response.status, 200, await response.clone().text());
    };
    await post('/webhooks/subscribe', { event: 1401, url: `${receiver.url}/${key}` });
    for (let index = 0; index < 60; index++) await post('/candidates', { firstName: 'Ada', lastName: key });
  }
  // By the queues of both servers.
  await receiver.received(120);
  // Statistics, which only the owner of a table can make.
  for (const { login: url } of [first, north])
    for (const deadline = Date.now() + 60_000; ; ) {
      const [{ rows }] = (await runSql(
        url,
        "SELECT reltuples AS rows FROM pg_class WHERE relname = 'candidate'",
      )) as [{ rows: number }];
      if (rows > 50) break;
      assert.ok(Date.now() < deadline, 'no statistics');
    }
  await succeed(['migrate'], owners);
  await stopService(service);
});

test('the login of the service can change rows and nothing else', async () => {
  await runSql(first.login, 'UPDATE catalog_entry SET list = list');
  for (const text of [
    'ALTER TABLE candidate ADD COLUMN x integer',
    'ALTER TABLE candidate DISABLE TRIGGER USER',
    'ALTER TABLE candidate NO FORCE ROW LEVEL SECURITY',
    'DROP TABLE candidate',
    'TRUNCATE catalog_entry',
    'CREATE TABLE public.x (id integer)',
    'CREATE OR REPLACE FUNCTION public.clock_now() RETURNS timestamptz LANGUAGE sql AS $$ SELECT now() $$',
    'ALTER FUNCTION analyze_table OWNER TO CURRENT_USER',
    "UPDATE migration SET sha256 = ''",
    'DELETE FROM graphile_worker.migrations',
    'ALTER TABLE graphile_worker._private_jobs ADD COLUMN x integer',
    'DROP POLICY service ON graphile_worker._private_jobs',
    'CREATE SCHEMA x',
    "SELECT analyze_table('pg_catalog.pg_authid')",
    `SET ROLE ${owner}`,
  ])
    await assert.rejects(runSql(first.login, text), { code: '42501' }, text);
});

test('tenants move between servers whose tables have another owner, also beyond many ids', {
  timeout: 120_000,
}, async () => {
  await runSql(first.owner, "SELECT setval('candidate_id_seq', 500000)");
  await succeed(['tenant', 'move', 'acme', '--to', 'north']);
  const [{ next }] = (await runSql(north.login, "SELECT nextval('candidate_id_seq') AS next")) as [
    { next: string },
  ];
  assert.ok(Number(next) > 500_000);
});

test('a pending migration is refused without the owner, and applied with it', {
  timeout: 120_000,
}, async () => {
  await runSql(
    first.owner,
    `DELETE FROM migration WHERE name LIKE '0064%';
     DROP FUNCTION analyze_table, raise_sequence; ALTER TABLE installation DROP COLUMN restore_began_at`,
  );
  const { code, stderr } = await call(['migrate']);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /1 migration is pending, and the tables belong to the role \w+_owner, .* Run "npx stellwerk migrate" with MIGRATION_DATABASE_URL/,
  );
  assert.equal((await succeed(['migrate'], owners)).applied.length, 1);
  const { stdout } = await call(['doctor']);
  assert.match(
    stdout,
    /^ok +privileges +The role \w+_owner owns the tables, and the login \w+_login can change rows only\.$/m,
  );
});

test('doctor names what the login lacks, and what it can change', { timeout: 120_000 }, async () => {
  await runSql(
    north.owner,
    `REVOKE INSERT ON candidate FROM ${login}; REVOKE USAGE ON SEQUENCE change_log_sequence FROM ${login};
     REVOKE EXECUTE ON FUNCTION analyze_table FROM ${login}`,
  );
  const lacking = (await call(['doctor'])).stdout;
  assert.match(
    lacking,
    /^fail +privileges \(north\) +The login \w+ lacks EXECUTE on analyze_table\(regclass\), INSERT on candidate, USAGE on change_log_sequence\. Run "npx stellwerk migrate" with MIGRATION_DATABASE_URL/m,
  );
  await succeed(['migrate'], owners);
  await runSql(north.admin, `ALTER TABLE candidate OWNER TO ${login}`);
  assert.match(
    (await call(['doctor'])).stdout,
    /^(?:fail|warn) +privileges \(north\) +The login \w+ can change candidate, /m,
  );
  const { stderr } = await call(['migrate'], owners);
  assert.match(
    stderr,
    /Server "north": The role \w+_owner of MIGRATION_DATABASE_SERVERS does not own .*candidate.* REASSIGN OWNED BY "\w+_login" TO "\w+_owner"/,
  );
  await runSql(north.admin, `REASSIGN OWNED BY ${login} TO ${owner}`);
  await succeed(['migrate'], owners);
  assert.match((await call(['doctor'])).stdout, /^ok +privileges \(north\)/m);
});

test('an installation whose login owns everything gets an owner', { timeout: 120_000 }, async () => {
  const old = await makeDatabase(login);
  const alone = { DATABASE_URL: old.login, DATABASE_SERVERS: '', DATA_DIR: `${directory}/old` };
  await succeed(['migrate'], alone);
  await succeed(['tenant', 'create', 'before', '--name', 'Before'], alone);
  assert.doesNotMatch((await call(['doctor'], alone)).stdout, /privileges/);
  const changed = { ...alone, MIGRATION_DATABASE_URL: old.owner };
  assert.match(
    (await call(['doctor'], changed)).stdout,
    /^fail +privileges +MIGRATION_DATABASE_URL is set, but the tables belong/m,
  );
  const { stderr } = await call(['migrate'], changed);
  const [statement] = /REASSIGN OWNED BY "\w+" TO "\w+"/.exec(stderr)!;
  await runSql(old.admin, statement);
  assert.deepEqual((await succeed(['migrate'], changed)).applied, []);
  await succeed(['tenant', 'create', 'after', '--name', 'After'], alone);
  assert.equal((await succeed(['tenant', 'list'], alone)).length, 2);
  await assert.rejects(runSql(old.login, 'ALTER TABLE tenant ADD COLUMN x integer'), { code: '42501' });
});

test('an owner that may not connect is named by its setting', async () => {
  const closed = await makeDatabase(login);
  await admin.query(`REVOKE CONNECT ON DATABASE ${closed.name} FROM PUBLIC`);
  const { code, stderr } = await call(['migrate'], {
    DATABASE_URL: closed.login,
    DATABASE_SERVERS: '',
    DATA_DIR: `${directory}/closed`,
    MIGRATION_DATABASE_URL: closed.owner,
  });
  assert.equal(code, 1);
  assert.match(stderr, /(?<!MIGRATION_)MIGRATION_DATABASE_URL: the user at .* lacks a privilege/);
  assert.doesNotMatch(stderr, /MIGRATION_MIGRATION/);
});

test('a backup needs no owner, and a restore does', { timeout: 120_000 }, async () => {
  const path = join(directory, 'backup');
  await succeed(['backup', path]);
  const [newFirst, newNorth] = [await makeDatabase(owner), await makeDatabase(owner)];
  const target = {
    DATABASE_URL: newFirst.login,
    DATABASE_SERVERS: `north=${newNorth.login}`,
    DATA_DIR: `${directory}/new`,
  };
  const both = {
    ...target,
    MIGRATION_DATABASE_URL: newFirst.owner,
    MIGRATION_DATABASE_SERVERS: `north=${newNorth.owner}`,
  };
  await succeed(['migrate'], both);
  const { code, stderr } = await call(['restore', path], target);
  assert.equal(code, 1);
  assert.match(stderr, /The login does not own the tables of the database\. Set MIGRATION_DATABASE_URL/);
  assert.equal((await succeed(['restore', path], both)).tenants, 2);
  assert.equal((await succeed(['tenant', 'list'], target)).length, 2);
  await rm(path);
});

test('URLs that do not fit are refused', async () => {
  for (const [changed, message] of [
    [
      { MIGRATION_DATABASE_URL: first.login },
      /which is the role \w+_login of MIGRATION_DATABASE_URL or a member of it/,
    ],
    [
      { MIGRATION_DATABASE_URL: north.owner },
      /MIGRATION_DATABASE_URL leads to another database than DATABASE_URL/,
    ],
    [
      { MIGRATION_DATABASE_URL: 'postgres://x:secret@127.0.0.1:1/x' },
      /MIGRATION_DATABASE_URL: PostgreSQL does not respond/,
    ],
    [
      { DATABASE_URL: first.admin, MIGRATION_DATABASE_URL: first.owner },
      /of DATABASE_URL is a superuser or bypasses/,
    ],
  ] as const) {
    const { code, stderr } = await call(['migrate'], changed);
    assert.equal(code, 1);
    assert.match(stderr, message);
    assert.ok(!stderr.includes('secret'));
  }
  assert.throws(
    () => readSettings({ MIGRATION_DATABASE_URL: first.owner }),
    /MIGRATION_DATABASE_URL needs DATABASE_URL/,
  );
  assert.throws(
    () => readSettings({ DATABASE_URL: first.login, MIGRATION_DATABASE_SERVERS: `south=${north.owner}` }),
    /MIGRATION_DATABASE_SERVERS has a server "south", which DATABASE_SERVERS does not have/,
  );
});
