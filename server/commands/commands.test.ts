import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import packageFile from '../package.json' with { type: 'json' };
import {
  fetchToken,
  makeDirectory,
  type RunningService,
  readStatus,
  runCommand,
  startService,
  waitFor,
} from '../testing/command-line.ts';

let directory: string;
let service: RunningService;

before(async () => {
  directory = await makeDirectory();
  // Only the command retries failed deliveries during the tests.
  service = await startService(directory, { WEBHOOK_RETRY_SECONDS: '3600' });
});

const run = (words: string[], input?: string) =>
  runCommand(words, { environment: { DATA_DIR: directory }, input });

async function runJson(words: string[], input?: string) {
  const { code, stdout, stderr } = await run([...words, '--json'], input);
  assert.equal(code, 0, stderr + stdout);
  return JSON.parse(stdout);
}

test('a disabled client loses access on every process within five seconds', async () => {
  const words = [
    'client',
    'create',
    '--tenant',
    'demo',
    '--name',
    'short-lived',
    '--permissions',
    'users:read',
  ];
  const client = await runJson(words);
  const token = await fetchToken({ ...service.demo, ...client });
  // Enough connections for both processes to cache the client.
  for (let i = 0; i < 8; i++) assert.equal(await readStatus(service.demo, '/users', token), 200);
  await runJson(['client', 'disable', client.clientId]);
  await waitFor(
    'the rejection by every process',
    async () => {
      const statuses = await Promise.all(
        Array.from({ length: 8 }, () => readStatus(service.demo, '/users', token)),
      );
      return statuses.every((status) => status === 401);
    },
    5000,
  );
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

test('the ledger shows the tokens of the month', async () => {
  await fetchToken(service.demo);
  const month = new Date().toISOString().slice(0, 7);
  const usage = await runJson(['tokens', '--tenant', 'demo', '--month', month]);
  assert.ok(usage.issued >= 1);
  assert.equal(usage.costEur, 0);
});

test('a created user can be read', async () => {
  const { id, password } = await runJson([
    ...['user', 'create', '--tenant', 'demo', '--email', 'Eva@Example.com'],
    ...['--first-name', 'Eva', '--last-name', 'Kern', '--role', 'viewer'],
  ]);
  assert.ok(password.length >= 12);
  assert.equal(await readStatus(service.demo, `/users/${id}`, await fetchToken(service.demo)), 200);
});

test('a password is read from standard input and not shown', async () => {
  const words = ['user', 'set-password', '--tenant', 'demo', '--email', service.demo.consoleUser];
  const { code, stdout } = await run([...words, '--password-stdin'], 'correct horse battery\n');
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

test('doctor reports a wrong master key', async () => {
  const { code, stdout } = await runCommand(['doctor'], {
    environment: { DATA_DIR: directory, MASTER_KEY: '00'.repeat(32) },
  });
  assert.equal(code, 1);
  assert.match(
    stdout,
    /^fail +master key +The secrets in the database were sealed with a different master key/m,
  );
});

test('the ledger explains its price, and the price can be 0', async () => {
  const explained = await run(['tokens', '--tenant', 'demo']);
  assert.match(explained.stdout, /0\.10 EUR each/);
  assert.match(explained.stdout, /TOKEN_PRICE_CENTS=0/);
  const free = await runCommand(['tokens', '--tenant', 'demo'], {
    environment: { DATA_DIR: directory, TOKEN_PRICE_CENTS: '0' },
  });
  assert.equal(free.code, 0);
  assert.doesNotMatch(free.stdout, /EUR/);
});

test('status describes the running service without secrets', async () => {
  const status = await runJson(['status']);
  assert.deepEqual(
    [status.running, status.services[0].health, status.services[0].version],
    [true, 'ready', packageFile.version],
  );
  assert.equal(status.services[0].api, service.demo.baseUrl);
  const { stdout } = await run(['status']);
  assert.match(stdout, /^Health +ready$/m);
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

test('links and texts of the job portal can be changed individually, and each change creates a version', async () => {
  const terms = join(directory, 'terms.txt');
  await writeFile(terms, 'Unsere Bedingungen.\n');
  const set = (...words: string[]) => runJson(['portal', 'set', '--tenant', 'demo', ...words]);
  const first = await set('--terms-text-de', terms, '--privacy-url', 'https://example.org/datenschutz');
  assert.equal(first.version, 1);
  assert.deepEqual(first.termsText, { de: 'Unsere Bedingungen.', en: null });
  const second = await set('--privacy-url', 'none');
  assert.deepEqual(second, { ...first, version: 2, privacyUrl: null });
  assert.deepEqual(await runJson(['portal', 'show', '--tenant', 'demo']), second);
  for (const words of [
    ['--privacy-url', 'javascript:alert(1)'],
    ['--language', 'fr'],
    ['--terms-text-en', join(directory, 'nowhere.txt')],
  ])
    assert.equal((await run(['portal', 'set', '--tenant', 'demo', ...words])).code, 1, words.join(' '));
  assert.equal((await run(['portal', 'set', '--tenant', 'demo'])).code, 2);
});
