import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { readSettings } from '../config.ts';
import packageFile from '../package.json' with { type: 'json' };
import { callCommand } from '../testing/command-call.ts';
import {
  fetchToken,
  makeDirectory,
  type RunningService,
  readStatus,
  runCommand,
  startDemoService,
  waitFor,
} from '../testing/command-line.ts';
import { openDatabaseServer } from './installation.ts';

let directory: string;
let service: RunningService;

before(async () => {
  directory = await makeDirectory();
  // Only the command retries failed deliveries during the tests.
  service = await startDemoService(directory, { WEBHOOK_RETRY_SECONDS: '3600' });
});

const run = (words: string[]) => callCommand(words, { DATA_DIR: directory });

async function runJson(words: string[]) {
  const { code, stdout, stderr } = await run([...words, '--json']);
  assert.equal(code, 0, stderr + stdout);
  return JSON.parse(stdout);
}

interface Key {
  keyId: string;
  state: string;
}

const rejectedEverywhere = (token: string) =>
  waitFor(
    'the rejection by every process',
    async () => {
      const statuses = await Promise.all(
        Array.from({ length: 8 }, () => readStatus(service.demo, '/users', token)),
      );
      return statuses.every((status) => status === 401);
    },
    // More than five seconds, for a machine that is busy meanwhile.
    30_000,
  );

test('a revoked token and a disabled client lose access on every process', async () => {
  const words = ['client', 'create', '--tenant', 'demo', '--name', 'short-lived'];
  const client = await runJson([...words, '--permissions', 'users:read']);
  const stolen = await fetchToken({ ...service.demo, ...client });
  // Enough connections for both processes to cache the client.
  for (let i = 0; i < 8; i++) assert.equal(await readStatus(service.demo, '/users', stolen), 200);
  assert.deepEqual(await runJson(['client', 'revoke', client.clientId]), {
    clientId: client.clientId,
    revoked: true,
  });
  const token = await fetchToken({ ...service.demo, ...client });
  await rejectedEverywhere(stolen);
  for (let i = 0; i < 8; i++) assert.equal(await readStatus(service.demo, '/users', token), 200);
  await runJson(['client', 'disable', client.clientId]);
  await rejectedEverywhere(token);
});

test('a rotated client has two valid secrets', async () => {
  const words = ['client', 'create', '--tenant', 'demo', '--name', 'rotating', '--permissions', '*'];
  const before = await runJson(words);
  const after = await runJson(['client', 'rotate', before.clientId]);
  for (const clientSecret of [before.clientSecret, after.clientSecret]) {
    await fetchToken({ ...service.demo, clientId: before.clientId, clientSecret });
  }
});

test('after a rotation, the new signing key signs tokens, and issued tokens stay valid', async () => {
  const issued = await fetchToken(service.demo);
  const { keyId } = await runJson(['keys', 'rotate']);
  await waitFor('a token signed with the new key', async () => {
    const [header] = (await fetchToken(service.demo)).split('.');
    return JSON.parse(Buffer.from(header!, 'base64url').toString()).kid === keyId;
  });
  assert.equal(await readStatus(service.demo, '/users', issued), 200);
});

test('a revoked signing key ends its tokens on every process', async () => {
  const stolen = await fetchToken(service.demo);
  for (let i = 0; i < 8; i++) assert.equal(await readStatus(service.demo, '/users', stolen), 200);
  const { keyId } = (await runJson(['keys', 'list'])).find(({ state }: Key) => state === 'signing');
  const { newKeyId } = await runJson(['keys', 'revoke', keyId]);
  assert.notEqual(newKeyId, keyId);
  await rejectedEverywhere(stolen);
  assert.equal(await readStatus(service.demo, '/users', await fetchToken(service.demo)), 200);
  const unknown = await run(['keys', 'revoke', '--', '-nonsense']);
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /There is no signing key "-nonsense"\. See: npx stellwerk keys list/);
});

test('the ledger shows the tokens of the month', async () => {
  // Before, so that it is the month of a token also when another one begins. The tests before have requested some.
  const month = new Date().toISOString().slice(0, 7);
  await fetchToken(service.demo);
  const usage = await runJson(['tokens', '--tenant', 'demo', '--month', month]);
  assert.ok(usage.issued >= 1);
  assert.equal(usage.costEur, 0);
});

test('a created user can be read', async () => {
  const { id, password } = await runJson([
    ...['user', 'create', '--tenant', 'demo', '--email', 'Eva@Example.com'],
    ...['--first-name', 'Eva', '--last-name', 'Kern', '--role', 'dataProtection'],
  ]);
  assert.ok(password.length >= 12);
  assert.equal(await readStatus(service.demo, `/users/${id}`, await fetchToken(service.demo)), 200);
});

test('a password is read from standard input and not shown', async () => {
  const words = ['user', 'set-password', '--tenant', 'demo', '--email', service.demo.consoleUser];
  const options = { environment: { DATA_DIR: directory }, input: 'correct horse battery\n' };
  const { code, stdout } = await runCommand([...words, '--password-stdin'], options);
  assert.equal(code, 0);
  assert.doesNotMatch(stdout, /horse/);
});

test('professions are imported from CSV', async () => {
  const file = join(directory, 'professions.csv');
  await writeFile(file, 'id;code;title\n900001;51312-10000;Testberuf\n');
  assert.deepEqual(await runJson(['masterdata', 'import', 'professions', file]), {
    list: 'professions',
    imported: 1,
  });
});

test('a created tenant is listed, and its key cannot be used again', async () => {
  const key = `t${randomBytes(4).toString('hex')}`;
  await runJson(['tenant', 'create', key, '--name', 'Second']);
  const tenants: { key: string }[] = await runJson(['tenant', 'list']);
  assert.ok(tenants.some((tenant) => tenant.key === key));
  const again = await run(['tenant', 'create', key, '--name', 'Third']);
  assert.deepEqual(
    [again.code, again.stderr],
    [1, `stellwerk: Tenant "${key}" already exists. Choose another key.\n`],
  );
});

test('doctor reports no problem in a healthy installation', async () => {
  const { ok, checks } = await runJson(['doctor']);
  assert.equal(ok, true, JSON.stringify(checks));
});

test('doctor reports periods that are final ahead of the clock', async () => {
  const { url, close } = await openDatabaseServer(readSettings({ DATA_DIR: directory }));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const [tenant] = (await client.query("SELECT id FROM tenant WHERE key = 'demo'")).rows;
  await client.query("SELECT set_config('app.tenant_id', $1, false)", [String(tenant.id)]);
  await client.query(
    "INSERT INTO change_boundary (tenant_id, settled_until) VALUES ($1, clock_now() + interval '1 hour')",
    [tenant.id],
  );
  const { code, stdout } = await run(['doctor']);
  await client.query('DELETE FROM change_boundary WHERE tenant_id = $1', [tenant.id]);
  await client.end();
  await close();
  assert.equal(code, 0);
  assert.match(stdout, /^warn +final periods +The clock was ahead and was set back, so periods until 20/m);
});

test('doctor reports a wrong master key', async () => {
  const environment = { DATA_DIR: directory, MASTER_KEY: '00'.repeat(32) };
  const { code, stdout } = await runCommand(['doctor'], { environment });
  assert.equal(code, 1);
  assert.match(
    stdout,
    /^fail +master key +The data are sealed with the master key [0-9a-f]{16}, but the configured one is a different master key/m,
  );
});

test('the ledger explains its price, and the price can be 0', async () => {
  const explained = await run(['tokens', '--tenant', 'demo']);
  assert.match(explained.stdout, /0\.10 EUR each/);
  assert.match(explained.stdout, /TOKEN_PRICE_CENTS=0/);
  const environment = { DATA_DIR: directory, TOKEN_PRICE_CENTS: '0' };
  const free = await callCommand(['tokens', '--tenant', 'demo'], environment);
  assert.equal(free.code, 0);
  assert.doesNotMatch(free.stdout, /EUR/);
});

test('status describes the running service without secrets', async () => {
  // A check of the health that takes longer than a second counts as failed.
  let text = '';
  await waitFor('the health', async () => {
    const { code, stdout } = await run(['status', '--json']);
    text = stdout;
    return code === 0;
  });
  const status = JSON.parse(text);
  assert.deepEqual(
    [status.running, status.services[0].health, status.services[0].version],
    [true, 'ready', packageFile.version],
  );
  assert.equal(status.services[0].api, service.demo.baseUrl);
  await waitFor('the health as text', async () => /^Health +ready$/m.test((await run(['status'])).stdout));
  const elsewhere = await runCommand(['status'], { environment: { DATA_DIR: await makeDirectory() } });
  assert.equal(elsewhere.code, 1);
  assert.match(elsewhere.stdout, /No service is running on DATA_DIR .*\. Start it with: npm start/);
});

test('an erased candidate is gone from the API', async () => {
  const token = await fetchToken(service.demo);
  const response = await fetch(`${service.demo.baseUrl}/changes?entities=candidate&limit=1`, {
    headers: { authorization: `Bearer ${token}`, 'user-agent': 'StellwerkTests/1.0' },
  });
  const { changes } = (await response.json()) as { changes: { id: number }[] };
  const id = changes[0]!.id;
  assert.equal(await readStatus(service.demo, `/candidates/${id}`, token), 200);
  await runJson(['erase', 'candidate', String(id), '--tenant', 'demo']);
  assert.equal(await readStatus(service.demo, `/candidates/${id}`, token), 404);
});

test('erasing an unknown candidate fails', async () => {
  const { code, stderr } = await run(['erase', 'candidate', '2000000000', '--tenant', 'demo']);
  assert.deepEqual([code, stderr], [1, 'stellwerk: Tenant "demo" has no candidate 2000000000.\n']);
});

test('a command works without a running service, but does not create an installation', async () => {
  const elsewhere = await makeDirectory();
  const environment = { DATA_DIR: join(elsewhere, 'data') };
  const missing = await runCommand(['tenant', 'list'], { environment });
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /There is no installation in /);
  assert.equal((await runCommand(['migrate'], { environment })).code, 0);
  const created = await runCommand(['tenant', 'create', 'one', '--name', 'One'], { environment });
  assert.equal(created.code, 0, created.stderr);
});

const WRONG_USES: [string[], RegExp][] = [
  [['clint', 'list'], /There is no command "clint"\. Did you mean "client list"\?/],
  [['client', 'creat'], /There is no command "client creat"\. Did you mean "client create"\?/],
  [['stat'], /There is no command "stat"\. Did you mean "start"\?|Did you mean "status"/],
  [['--vesion'], /Unknown option --vesion\. Did you mean --version\?/],
  [['start', '--emty'], /has no option --emty\. Did you mean --empty\?/],
  [['client'], /"client" needs a subcommand/],
  [['tenant', 'create'], /KEY is missing/],
  [['tenant', 'create', 'acme'], /--name is missing/],
  [['tenant', 'create', 'Ä', '--name', 'x'], /is not a valid tenant key/],
  [['tenant', 'list', 'more'], /Unexpected argument "more"/],
  [['client', 'list', '--tenat', 'demo'], /has no option --tenat\. Did you mean --tenant\?/],
  [['client', 'list', '--tenant'], /--tenant needs a value/],
  [['keys', 'revoke', '-Rz'], /has no option -R\. If it is the KEY_ID, write -- before it\./],
  [['tokens', '--tenant', 'demo', '--month', '2026-13'], /--month must have the form YYYY-MM/],
  [['masterdata', 'import', 'genders', 'x.xml'], /cannot be imported/],
  [['erase', 'candidate', 'x', '--tenant', 'demo'], /is not a candidate id/],
];
for (const [words, message] of WRONG_USES) {
  test(`"${words.join(' ')}" fails with exit code 2`, async () => {
    const { code, stdout, stderr } = await run(words);
    assert.equal(code, 2);
    assert.equal(stdout, '');
    assert.match(stderr, message);
  });
}

test('a failed delivery can be listed and resent', async () => {
  const calls: string[] = [];
  const receiver = createServer((request, response) => {
    calls.push(String(request.headers['webhook-id']));
    response.statusCode = calls.length === 1 ? 500 : 200;
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  after(() => receiver.close());
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const headers = {
    authorization: `Bearer ${await fetchToken(service.demo)}`,
    'user-agent': 'StellwerkTests/1.0',
    'content-type': 'application/json',
  };
  const post = async (path: string, body: unknown) => {
    const response = await fetch(service.demo.baseUrl + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 200, await response.text());
  };
  await post('/webhooks/subscribe', { event: 1401, url });
  await post('/candidates', { firstName: 'Ada', lastName: 'Muster' });
  const entries = () => runJson(['webhooks', 'protocol', '--tenant', 'demo', '--event', 'candidate.created']);
  await waitFor('the failed call', async () => (await entries())[0]?.sendStatusId === 131);
  const [{ id }] = await entries();
  assert.deepEqual(await runJson(['webhooks', 'resend', '--tenant', 'demo', '--id', id]), {
    queued: 1,
    left: 0,
  });
  await waitFor('the second call', async () => (await entries())[0].sendStatusId === 130);
  assert.deepEqual(calls, [id, id]);
  const [registration] = await runJson(['webhooks', 'list', '--tenant', 'demo']);
  assert.deepEqual([registration.url, registration.errorCount], [url, 0]);
});

test('the webhook secret can be rotated', async () => {
  const { webhookSecret } = await runJson(['webhooks', 'rotate-secret', '--tenant', 'demo']);
  assert.match(webhookSecret, /^whsec_[A-Za-z0-9+/]{43}=$/);
});

test('links and texts of the job portal can be changed individually, and what applicants agree to has versions', async () => {
  const terms = join(directory, 'terms.txt');
  await writeFile(terms, 'Unsere Bedingungen.\n');
  const set = (...words: string[]) => runJson(['portal', 'set', '--tenant', 'demo', ...words]);
  const first = await set('--terms-text-de', terms, '--privacy-url', 'https://example.org/datenschutz');
  assert.deepEqual([first.version, first.termsText], [1, { de: 'Unsere Bedingungen.', en: null }]);
  const second = await set('--privacy-url', 'none');
  assert.deepEqual(second, { ...first, version: 2, privacyUrl: null });
  assert.deepEqual(await runJson(['portal', 'show', '--tenant', 'demo']), second);
  assert.equal((await set('--imprint-url', 'https://example.org/impressum')).version, 2);
  for (const [option, value, code] of [
    ['--privacy-url', 'javascript:alert(1)', 2],
    ['--language', 'fr', 2],
    ['--terms-text-en', join(directory, 'nowhere.txt'), 1],
  ] as const)
    assert.equal((await run(['portal', 'set', '--tenant', 'demo', option, value])).code, code, option);
  assert.equal((await run(['portal', 'set', '--tenant', 'demo'])).code, 2);
});

test('the branding of the job portal can be set, and a light color is rejected with one that passes', async () => {
  const [logo, about] = [join(directory, 'logo.png'), join(directory, 'about.txt')];
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  await writeFile(logo, Buffer.from(png, 'base64'));
  await writeFile(about, 'Seit 1998 in Berlin.\n');
  const portal = (...words: string[]) => ['portal', 'set', '--tenant', 'demo', ...words];
  const { branding } = await runJson(portal('--color', '#7a1f5c', '--logo', logo, '--about-de', about));
  assert.equal(branding.color, '#7a1f5c');
  assert.deepEqual([branding.logo.type, branding.logo.width], ['image/png', 1]);
  assert.deepEqual(branding.aboutText, { de: 'Seit 1998 in Berlin.', en: null });
  const light = await run(portal('--color', '#ffcc00'));
  assert.equal(light.code, 2);
  assert.match(light.stderr, /--color must have a contrast .* nearest shade that passes is #[0-9a-f]{6}/);
  assert.equal((await runJson(portal('--logo', 'none'))).branding.logo, null);
});
