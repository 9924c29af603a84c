import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestService } from '../testing/harness.ts';
import { makeBranch } from '../testing/makers/branches.ts';
import { commandsOf } from '../testing/service-commands.ts';

// Commands have the rules of the operations. They run in this process, against the database of a service.

const service = await startTestService();
const { tenant } = service;
const { directory, run, runJson, assertRefused, assertMisused } = await commandsOf(service);
const OF_TENANT = ['--tenant', tenant.key];
const LONG = 'x'.repeat(101);

const createUser = (email: string, firstName = 'Eva') => [
  ...['user', 'create', ...OF_TENANT, '--email', email],
  ...['--first-name', firstName, '--last-name', 'Kern', '--role', 'viewer'],
];

test('"user create" has the rules of the users of the platform', async () => {
  const { id, email } = await runJson(createUser(' Eva@Example.com ', '\tEva '));
  assert.equal(email, 'Eva@Example.com');
  const { body } = await tenant.api.get(`/users/${id}`);
  assert.equal(body.firstName, 'Eva');
  const address = /^stellwerk: --email must be an email address, such as eva\.kern@example\.com\.$/m;
  await assertMisused(createUser('eva<script>@x'), address);
  await assertMisused(createUser('eva@example.org', ' '), /--first-name must not be (empty|blank)/);
  await assertMisused(
    createUser('eva@example.org', LONG),
    /--first-name must be at most 100 characters long/,
  );
  await assertRefused(
    createUser('EVA@example.com'),
    /already has a user EVA@example\.com.*user set-password/,
  );
});

test('a new password for a deactivated user comes with the hint that the user cannot sign in', async () => {
  const admin = await service.platform();
  const { id, email } = await runJson(createUser('former@example.com'));
  const words = ['user', 'set-password', ...OF_TENANT, '--email', email];
  assert.equal((await runJson(words)).isActive, true);
  assert.equal((await admin.put(`/users/${id}`, { isActive: false })).status, 204);
  const { code, stdout } = await run(words);
  assert.equal(code, 0);
  assert.match(stdout, /^The user is deactivated and cannot sign in\. .*user create --help$/m);
  await assertRefused(
    ['user', 'set-password', ...OF_TENANT, '--email', 'nobody@example.com'],
    /has no user nobody@example\.com\. See: npx stellwerk user list --tenant /,
  );
});

test('"client create" has the rules of the API clients of the platform', async () => {
  const create = (name: string) => ['client', 'create', ...OF_TENANT, '--name', name, '--permissions', '*'];
  const client = await runJson(create(' Career page '));
  assert.equal(client.name, 'Career page');
  assert.match(client.clientSecret, /^sws_/);
  await assertMisused(create('   '), /--name must not be (empty|blank)/);
  await assertMisused(create(LONG), /--name must be at most 100 characters long/);
  await assertRefused(
    create('Career page'),
    /already has a client named "Career page"\. Choose another name/,
  );
});

test('the name of a tenant is trimmed and checked, and can be changed', async () => {
  const key = `t${randomBytes(4).toString('hex')}`;
  await assertMisused(['tenant', 'create', key, '--name', '   '], /--name must not be (empty|blank)/);
  await assertMisused(
    ['tenant', 'create', key, '--name', LONG],
    /--name must be at most 100 characters long/,
  );
  assert.equal((await runJson(['tenant', 'create', key, '--name', ' Acme '])).name, 'Acme');
  await assertMisused(['tenant', 'rename', key, '--name', ' '], /--name must not be (empty|blank)/);
  assert.deepEqual(await runJson(['tenant', 'rename', key, '--name', ' Acme GmbH ']), {
    key,
    name: 'Acme GmbH',
  });
  const tenants: { key: string; name: string }[] = await runJson(['tenant', 'list']);
  assert.equal(tenants.find((one) => one.key === key)?.name, 'Acme GmbH');
  await assertRefused(['tenant', 'rename', 'nobody', '--name', 'x'], /There is no tenant "nobody"/);
});

test('what a tenant stores is shown with and without a quota', async () => {
  const { key, api } = await service.createTenant();
  const usage = async () => {
    const tenants: { key: string; documents: unknown }[] = await runJson(['tenant', 'list']);
    return tenants.find((one) => one.key === key)?.documents;
  };
  const line = async () =>
    (await run(['tenant', 'list'])).stdout.split('\n').find((one) => one.includes(key));
  assert.deepEqual(await usage(), { usedBytes: 0, quotaBytes: null });
  assert.match((await line())!, / {2}0 MiB, no quota {2}/);
  const { id } = (await api.post('/candidates', { firstName: 'Ada', lastName: 'Kern' })).body;
  const base64File = Buffer.alloc(1_500_000, 'x').toString('base64');
  assert.equal((await api.post(`/candidates/${id}/documents/other`, { base64File })).status, 200);
  const { body } = await api.post(`/candidates/${id}/communications`, { communicationTypeId: 1 });
  const file = `data:text/plain;base64,${Buffer.alloc(20, 'x').toString('base64')}`;
  const attachments = `/candidates/${id}/communications/${body.id}/attachments`;
  assert.equal((await api.post(attachments, { file })).status, 200);
  assert.deepEqual(await usage(), { usedBytes: 1_500_020, quotaBytes: null });
  assert.match((await line())!, / {2}2 MiB, no quota {2}/);
  const quota = ['tenant', 'quota', key, '--documents-mb'];
  const limited = { usedBytes: 1_500_020, quotaBytes: 3 * 1024 ** 2 };
  assert.deepEqual(await runJson([...quota, '3']), { key, documents: limited });
  assert.deepEqual(await usage(), limited);
  assert.match((await line())!, / {2}2 of 3 MiB {2}/);
  const { stdout } = await run([...quota, 'none']);
  assert.equal(stdout, `Documents of tenant "${key}": 2 MiB, no quota.\n`);
});

test('"portal set" has the rules of the platform and changes everything or nothing', async () => {
  const set = ['portal', 'set', ...OF_TENANT];
  const before = await runJson(['portal', 'show', ...OF_TENANT]);
  const [terms, empty] = [join(directory, 'terms.txt'), join(directory, 'empty.txt')];
  await writeFile(terms, 'Unsere Bedingungen.\n');
  await writeFile(empty, '\n');
  const long = `https://example.org/${'x'.repeat(3000)}`;
  await assertMisused([...set, '--privacy-url', long], /--privacy-url must be at most 2000 characters long/);
  await assertMisused([...set, '--terms-text-de', empty], /--terms-text-de must have between 1 and 10000/);
  await assertMisused(
    [...set, '--color', '#7a1f5c', '--terms-text-de', terms, '--imprint-url', 'javascript:alert(1)'],
    /--imprint-url must be a URL that starts with https:\/\//,
  );
  assert.deepEqual(await runJson(['portal', 'show', ...OF_TENANT]), before);
  const links = ['--language', 'en', '--imprint-url', ' https://example.org/imprint '];
  const after = await runJson([...set, '--color', '#7a1f5c', '--terms-text-de', terms, ...links]);
  assert.equal(after.version, before.version + 1);
  assert.deepEqual(
    [after.language, after.imprintUrl, after.termsText.de, after.branding.color],
    ['en', 'https://example.org/imprint', 'Unsere Bedingungen.', '#7a1f5c'],
  );
});

test('"mail set" stores everything or nothing, and names the option of each fault', async () => {
  const set = ['mail', 'set', ...OF_TENANT];
  const [german, english] = [join(directory, 'de.txt'), join(directory, 'en.txt')];
  await writeFile(german, 'Danke\n\nHallo {{firstName}}');
  await writeFile(english, 'Thank you\n\nHello {{forename}}');
  const before = await runJson(['mail', 'show', ...OF_TENANT]);
  const texts = ['--confirmation-de', german, '--confirmation-en', english];
  const { code, stderr } = await run([...set, ...texts, '--reply-to', 'nobody']);
  assert.equal(code, 2);
  assert.match(stderr, /--confirmation-en: the text contains the unknown placeholder \{\{forename\}\}/);
  assert.match(stderr, /--reply-to must be an email address/);
  assert.doesNotMatch(stderr, /confirmation-de/);
  await assertMisused([...set, '--confirmation-de', german, '--contact', 'nobody'], /--contact must be/);
  assert.deepEqual(await runJson(['mail', 'show', ...OF_TENANT]), before);
  await runJson([...set, '--confirmation-de', german, '--reply-to', 'jobs@firm.example']);
  const after = await runJson(['mail', 'show', ...OF_TENANT]);
  assert.deepEqual([after.replyTo, after.templates[0].subject], ['jobs@firm.example', 'Danke']);
});

test('a message has an option in the place of its property, and in no other', async () => {
  const create = (...words: string[]) => ['branch', 'create', ...OF_TENANT, '--name', 'Nord', ...words];
  await assertMisused(
    create('--phone', 'abc'),
    /^stellwerk: --phone must be a phone number\. Without a country code, it is read as a German number\.$/m,
  );
  await assertMisused(create('--email', 'x'), /^stellwerk: --email must be an email address\b/m);
});

test('"jobad create" names its option if the branch is not active', async () => {
  const branch = await makeBranch(service, 'Closed', tenant);
  await service.sql('UPDATE branch SET is_active = false WHERE tenant_id = $1 AND id = $2', [
    tenant.id,
    branch,
  ]);
  await assertRefused(
    ['jobad', 'create', ...OF_TENANT, '--branch', 'Closed', '--title', 'Lager'],
    new RegExp(
      `^stellwerk: --branch is not the id of an active branch\\. See: npx stellwerk branch list --tenant ${tenant.key}$`,
      'm',
    ),
  );
});

test('a value that names something that does not exist, or that cannot be read, is not a wrong use', async () => {
  const branch = ['branch', 'create', ...OF_TENANT, '--name', 'Süd'];
  await assertRefused([...branch, '--country', '1'], /--country is not the id of /);
  const missing = join(directory, 'missing.txt');
  await assertRefused(
    ['mail', 'set', ...OF_TENANT, '--confirmation-de', missing],
    /cannot be read \(ENOENT\)/,
  );
  await assertRefused(['portal', 'set', ...OF_TENANT, '--logo', missing], /cannot be read \(ENOENT\)/);
  // With a wrong value beside it, the command fails whatever exists.
  await assertMisused([...branch, '--country', '1', '--phone', 'abc'], /--phone must be a phone number/);
});

test('the files and numbers of options have the rules of the platform', async () => {
  const file = join(directory, 'no-subject.txt');
  await writeFile(file, 'Danke');
  await assertMisused(
    ['mail', 'set', ...OF_TENANT, '--confirmation-de', file],
    /must have the subject in the first line/,
  );
  await assertMisused(['portal', 'set', ...OF_TENANT, '--logo', file], /--logo must be /);
  await assertMisused(
    ['cv', 'set', ...OF_TENANT, '--minimum-confidence', '0.1'],
    /--minimum-confidence must be/,
  );
  const invite = ['user', 'invite', ...OF_TENANT, '--email', 'ada@example.com'];
  await assertMisused(
    [...invite, '--first-name', 'Ada', '--last-name', 'Kern', '--role', 'boss'],
    /--role must be one of/,
  );
});
