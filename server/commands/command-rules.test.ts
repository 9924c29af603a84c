import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestService } from '../testing/harness.ts';
import { commandsOf } from '../testing/service-commands.ts';

// Commands have the rules of the operations. They run in this process, against the database of a service.

const service = await startTestService();
const { tenant } = service;
const { directory, run, runJson, assertRefused } = await commandsOf(service);
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
  await assertRefused(createUser('eva<script>@x'), address);
  await assertRefused(createUser('eva@example.org', ' '), /--first-name must not be (empty|blank)/);
  await assertRefused(
    createUser('eva@example.org', LONG),
    /--first-name must be at most 100 characters long/,
  );
  await assertRefused(
    createUser('EVA@example.com'),
    /already has a user EVA@example\.com.*user set-password/,
  );
});

test('"client create" has the rules of the API clients of the platform', async () => {
  const create = (name: string) => ['client', 'create', ...OF_TENANT, '--name', name, '--permissions', '*'];
  const client = await runJson(create(' Career page '));
  assert.equal(client.name, 'Career page');
  assert.match(client.clientSecret, /^sws_/);
  await assertRefused(create('   '), /--name must not be (empty|blank)/);
  await assertRefused(create(LONG), /--name must be at most 100 characters long/);
  await assertRefused(
    create('Career page'),
    /already has a client named "Career page"\. Choose another name/,
  );
});

test('the name of a tenant is trimmed and checked, and can be changed', async () => {
  const key = `t${randomBytes(4).toString('hex')}`;
  await assertRefused(['tenant', 'create', key, '--name', '   '], /--name must not be (empty|blank)/);
  await assertRefused(
    ['tenant', 'create', key, '--name', LONG],
    /--name must be at most 100 characters long/,
  );
  assert.equal((await runJson(['tenant', 'create', key, '--name', ' Acme '])).name, 'Acme');
  await assertRefused(['tenant', 'rename', key, '--name', ' '], /--name must not be (empty|blank)/);
  assert.deepEqual(await runJson(['tenant', 'rename', key, '--name', ' Acme GmbH ']), {
    key,
    name: 'Acme GmbH',
  });
  const tenants: { key: string; name: string }[] = await runJson(['tenant', 'list']);
  assert.equal(tenants.find((one) => one.key === key)?.name, 'Acme GmbH');
  await assertRefused(['tenant', 'rename', 'nobody', '--name', 'x'], /There is no tenant "nobody"/);
});

test('"portal set" has the rules of the platform and changes everything or nothing', async () => {
  const set = ['portal', 'set', ...OF_TENANT];
  const before = await runJson(['portal', 'show', ...OF_TENANT]);
  const [terms, empty] = [join(directory, 'terms.txt'), join(directory, 'empty.txt')];
  await writeFile(terms, 'Unsere Bedingungen.\n');
  await writeFile(empty, '\n');
  const long = `https://example.org/${'x'.repeat(3000)}`;
  await assertRefused([...set, '--privacy-url', long], /--privacy-url must be at most 2000 characters long/);
  await assertRefused([...set, '--terms-text-de', empty], /--terms-text-de must have between 1 and 10000/);
  await assertRefused(
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
  assert.equal(code, 1);
  assert.match(stderr, /--confirmation-en: the text contains the unknown placeholder \{\{forename\}\}/);
  assert.match(stderr, /--reply-to must be an email address/);
  assert.doesNotMatch(stderr, /confirmation-de/);
  await assertRefused([...set, '--confirmation-de', german, '--contact', 'nobody'], /--contact must be/);
  assert.deepEqual(await runJson(['mail', 'show', ...OF_TENANT]), before);
  await runJson([...set, '--confirmation-de', german, '--reply-to', 'jobs@firm.example']);
  const after = await runJson(['mail', 'show', ...OF_TENANT]);
  assert.deepEqual([after.replyTo, after.templates[0].subject], ['jobs@firm.example', 'Danke']);
});

test('a message has an option in the place of its property, and in no other', async () => {
  const create = (...words: string[]) => ['branch', 'create', ...OF_TENANT, '--name', 'Nord', ...words];
  await assertRefused(
    create('--phone', 'abc'),
    /^stellwerk: --phone must be a phone number\. Without a country code, it is read as a German number\.$/m,
  );
  await assertRefused(create('--email', 'x'), /^stellwerk: --email must be an email address\b/m);
});
