import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { readSettings } from '../config.ts';
import { callCommand } from '../testing/command-call.ts';
import {
  fetchToken,
  makeDirectory,
  type RunningService,
  startService,
  stopService,
  waitFor,
} from '../testing/command-line.ts';
import { openDatabaseRelay } from '../testing/database-relay.ts';
import { databaseUrl } from '../testing/template.ts';
import { startReceiver } from '../testing/webhook-receiver.ts';

// A service with two servers, as an operator runs it. They are two databases of the server of the tests, behind poolers of
// sessions. The third one is empty.

const admin = new pg.Client({ connectionString: process.env.STELLWERK_TEST_POSTGRES });
await admin.connect();
const names = ['first', 'north', 'empty'].map((name) => `test_${randomBytes(8).toString('hex')}_${name}`);
for (const name of names) await admin.query(`CREATE DATABASE ${name} OWNER stellwerk_test`);
const relays = await Promise.all(
  names.map((name) =>
    openDatabaseRelay(databaseUrl(process.env.STELLWERK_TEST_POSTGRES!, name), { isPooler: true }),
  ),
);
const [first, north, empty] = relays.map(({ url }) => url);
after(async () => {
  for (const relay of relays) relay.close();
  for (const name of names) await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await admin.end();
});

const directory = await makeDirectory();
const environment = { DATA_DIR: directory, DATABASE_URL: first!, DATABASE_SERVERS: `north=${north}` };

const call = (words: string[], changed: Record<string, string> = {}) =>
  callCommand(words, { ...environment, ...changed });

async function run<T>(words: string[]): Promise<T> {
  const { code, stdout, stderr } = await call([...words, '--json']);
  assert.equal(code, 0, stderr + stdout);
  return JSON.parse(stdout);
}

const METRICS_TOKEN = 'a-token-for-metrics';

async function start(): Promise<RunningService & { baseUrl: string }> {
  const service = await startService(
    directory,
    { ...environment, WORKERS: '1', METRICS_TOKEN, WEBHOOK_ALLOW_PRIVATE: 'true' },
    ['--empty'],
  );
  const [, baseUrl] = /"api":"(http:\/\/[^"/]+)/.exec(service.output())!;
  return { ...service, baseUrl: baseUrl! };
}

test('a service works for the tenants of two servers', { timeout: 180_000 }, async () => {
  const service = await start();
  const { baseUrl } = service;
  await run(['tenant', 'create', 'acme', '--name', 'Acme']);
  await run(['tenant', 'create', 'nord', '--name', 'Nord', '--server', 'north']);
  const receiver = await startReceiver();
  for (const key of ['acme', 'nord']) {
    const client = await run<{ clientId: string; clientSecret: string }>([
      'client',
      'create',
      '--tenant',
      key,
      '--name',
      'Site',
      '--permissions',
      '*',
    ]);
    const token = await fetchToken({ ...client, authUrl: baseUrl, audience: `${baseUrl}/api/v3` });
    const post = async (path: string, body: object) => {
      const response = await fetch(`${baseUrl}/v3${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'user-agent': 'Test/1.0',
        },
        body: JSON.stringify(body),
      });
      assert.equal(response.status, 200, await response.clone().text());
    };
    await post('/webhooks/subscribe', { event: 1401, url: `${receiver.url}/${key}` });
    await post('/candidates', { firstName: 'Ada', lastName: key });
  }
  // The queue of each server runs the jobs that its tenants have added.
  await receiver.received(2);
  assert.deepEqual(receiver.calls.map(({ path }) => path.split('/').at(-1)).sort(), ['acme', 'nord']);
  const metrics = async () =>
    (await fetch(`${baseUrl}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text();
  await waitFor('the backlog of each server', async () => {
    const text = await metrics();
    return ['first', 'north'].every((name) =>
      ['queue_jobs_ready', 'webhook_deliveries_pending', 'database_pool_connections'].every((gauge) =>
        text.includes(`${gauge}{server="${name}"}`),
      ),
    );
  });
  await stopService(service);
});

test('lists of tenants and clients cover all servers, and clients are changed where they are', async () => {
  const tenants = await run<{ key: string; server: string }[]>(['tenant', 'list']);
  assert.deepEqual(
    tenants.map(({ key, server }) => [key, server]),
    [
      ['acme', 'first'],
      ['nord', 'north'],
    ],
  );
  const { stdout } = await call(['tenant', 'list']);
  assert.match(stdout, /^2 +nord +north /m);
  const clients = await run<{ clientId: string; tenant: string }[]>(['client', 'list']);
  assert.deepEqual(
    clients.map(({ tenant }) => tenant),
    ['acme', 'nord'],
  );
  for (const { clientId } of clients) {
    await run(['client', 'rotate', clientId]);
    await run(['client', 'disable', clientId]);
  }
  const disabled = await run<{ disabledAtUtc: string | null }[]>(['client', 'list']);
  assert.ok(disabled.every(({ disabledAtUtc }) => disabledAtUtc !== null));
});

test('an import of professions reaches every server, and doctor finds a server that lacks something', async () => {
  const file = join(directory, 'professions.csv');
  await writeFile(file, 'id;code;title\n990001;B 99999-101;Prüferin\n');
  await run(['masterdata', 'import', 'professions', file]);
  const doctor = async () => (await call(['doctor'])).stdout;
  const healthy = await doctor();
  for (const what of ['database', 'migrations', 'clock', 'change logs', 'value lists and keys', 'tenants'])
    assert.match(healthy, new RegExp(`^ok +${what} \\(north\\)`, 'm'), healthy);
  assert.match(healthy, /^ok +servers +They belong to one installation: first, north\.$/m);
  const client = new pg.Client({ connectionString: north! });
  await client.connect();
  await client.query("DELETE FROM catalog_entry WHERE list = 'professions' AND id = 990001");
  await client.query("UPDATE tenant SET key = 'another'");
  await client.end();
  const broken = await doctor();
  assert.match(
    broken,
    /^fail +value lists and keys \(north\) +These value lists differ from .*: professions\. /m,
  );
  assert.match(
    broken,
    /^fail +tenants \(north\) +The directory on the first server does not have .*: another\. /m,
  );
  await run(['migrate']);
  assert.match(await doctor(), /^ok +value lists and keys \(north\)/m);
});

test('no command works with a server that is not there', async () => {
  for (const [words, changed, message] of [
    [
      ['tenant', 'create', 'x', '--name', 'X', '--server', 'south'],
      {},
      /There is no server "south"\. DATABASE_SERVERS has: "first", "north"\./,
    ],
    [
      ['tenant', 'list'],
      { DATABASE_SERVERS: '' },
      /There are tenants on the server "north", which DATABASE_SERVERS does not have\. Add it\./,
    ],
    [
      ['tenant', 'list'],
      { DATABASE_SERVERS: 'north=postgres://u:secret@127.0.0.1:1/x' },
      /^stellwerk: Server "north": DATABASE_SERVERS: PostgreSQL does not respond at 127\.0\.0\.1:1 /,
    ],
  ] as const) {
    const { code, stderr } = await call([...words], changed);
    assert.equal(code, 1);
    assert.match(stderr.trimEnd(), message);
    assert.ok(!stderr.includes('secret'));
  }
});

test('another database does not take the place of a server that has tenants', async () => {
  const changed = { DATABASE_SERVERS: `north=${empty}` };
  const message =
    'The server "north" of DATABASE_SERVERS is a new database, but "north" has tenants, such as "nord". Correct its URL. If its database is lost, restore a backup into empty databases.';
  for (const words of [['migrate'], ['tenant', 'list']]) {
    const { code, stderr } = await call(words, changed);
    assert.equal(code, 1);
    assert.equal(stderr, `stellwerk: ${message}\n`);
  }
  const { code, stdout } = await call(['doctor'], changed);
  assert.equal(code, 1);
  assert.ok(stdout.includes(message), stdout);
});

test('doctor finds a setting that lacks a server with tenants', async () => {
  const { code, stdout } = await call(['doctor'], { DATABASE_SERVERS: '' });
  assert.equal(code, 1);
  assert.match(
    stdout,
    /^fail +servers +There are tenants on the server "north", which DATABASE_SERVERS does not have\. Add it\.$/m,
  );
});

test('the list of servers says what each one has, and why one cannot be asked', async () => {
  const servers = await run<{ name: string; tenants: number; bytes: number; fault: string | null }[]>([
    'server',
    'list',
  ]);
  assert.deepEqual(
    servers.map(({ name, tenants, fault }) => [name, tenants, fault]),
    [
      ['first', 1, null],
      ['north', 1, null],
    ],
  );
  assert.ok(servers.every(({ bytes }) => bytes > 1_000_000));
  const away = await call(['server', 'list'], {
    DATABASE_SERVERS: 'north=postgres://u:secret@127.0.0.1:1/x',
  });
  assert.equal(away.code, 0, away.stderr);
  assert.match(away.stdout, /^first +127\.0\.0\.1:\d+ +\d+\.\d+ +1 +\d+ MiB +\d+ of 200 +ok$/m);
  assert.match(
    away.stdout,
    /^north +127\.0\.0\.1:1 +- .*Server "north": .*PostgreSQL does not respond at 127\.0\.0\.1:1 /m,
  );
  assert.doesNotMatch(away.stdout, /secret/);
});

test('invalid lists of servers are refused', () => {
  for (const [list, message] of [
    ['north', /must have entries of the form name=postgres:/],
    ['first=postgres://u@h/d', /must have entries of the form name=postgres:.* is not "first"/],
    ['north=http://h', /has a server "north" whose URL must have the form postgres:/],
    ['north=postgres://u@h/a north=postgres://u@h/b', /must not have a name or a URL twice/],
  ] as const)
    assert.throws(() => readSettings({ DATABASE_URL: first!, DATABASE_SERVERS: list }), message);
  assert.throws(
    () => readSettings({ DATABASE_SERVERS: `north=${north}` }),
    /DATABASE_SERVERS needs DATABASE_URL/,
  );
});
