import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestService } from '../testing/harness.ts';
import { commandsOf } from '../testing/service-commands.ts';

// The words of a command line: ids, days, paths, and options. The commands run in this process, against the database of a service.

const service = await startTestService();
const { tenant } = service;
const { directory, run, runJson, assertRefused, assertMisused } = await commandsOf(service);
const OF_TENANT = ['--tenant', tenant.key];

test('"jobad publish", "--country" and "--entity" accept every id that a record can have', async () => {
  const publish = await run(['jobad', 'publish', '4000000000', ...OF_TENANT]);
  assert.deepEqual([publish.code, publish.stdout], [2, '']);
  assert.match(publish.stderr, /"4000000000" is not a job ad id\. See: npx stellwerk jobad list --tenant /);
  await assertRefused(['jobad', 'publish', '2147483647', ...OF_TENANT], /has no job ad 2147483647/);
  const country = ['branch', 'create', ...OF_TENANT, '--name', 'Nord', '--city', 'Bonn', '--country'];
  await assertRefused([...country, '2147483647'], /--country is not the id of an unexpired country/);
  assert.match((await run([...country, '2147483648'])).stderr, /--country must be an id, such as 1/);
  const log = ['webhooks', 'protocol', ...OF_TENANT, '--entity'];
  assert.deepEqual(await runJson([...log, '2147483647']), []);
  assert.match((await run([...log, '2147483648'])).stderr, /--entity must be the id of a record/);
});

test('the days of the delivery log are included, and must exist', async () => {
  const url = 'https://receiver.example/hook';
  await tenant.api.post('/webhooks/subscribe', { event: 1401, url });
  const { id } = (await tenant.api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body;
  await service.sql(
    "UPDATE webhook_delivery SET occurred_at = '2026-11-25T23:59:59.999Z' WHERE tenant_id = $1 AND entity_id = $2",
    [tenant.id, id],
  );
  const entries = (...words: string[]) =>
    runJson(['webhooks', 'protocol', ...OF_TENANT, '--entity', String(id), ...words]);
  assert.equal((await entries('--from', '2026-11-25', '--to', '2026-11-25')).length, 1);
  assert.equal((await entries('--to', '2026-11-24')).length, 0);
  assert.equal((await entries('--from', '2026-11-26')).length, 0);
  assert.equal((await entries('--to', '2026-11-25T00:00:00Z')).length, 0);
  for (const option of ['--from', '--to']) {
    const { code, stderr } = await run(['webhooks', 'resend', ...OF_TENANT, option, '2026-02-31']);
    assert.equal(code, 2);
    assert.match(stderr, new RegExp(`${option} must be an existing day or time in UTC`));
  }
});

test('a range of the delivery log that ends before it starts is a wrong use', async () => {
  for (const command of ['resend', 'protocol']) {
    const words = ['webhooks', command, ...OF_TENANT];
    const message = /^stellwerk: --to must not be before --from\. Exchange the two times\.$/m;
    await assertMisused([...words, '--from', '2026-11-28', '--to', '2026-11-27'], message);
    await assertMisused([...words, '--from', '2026-11-27T08:00:01Z', '--to', '2026-11-27T08:00Z'], message);
    // The day of --to has not ended at this time.
    assert.equal((await run([...words, '--from', '2026-11-27T08:00Z', '--to', '2026-11-27'])).code, 0);
  }
});

test('a catalog of occupations without entries is not imported', async () => {
  for (const [name, contents] of [
    ['empty.csv', ''],
    ['heading.csv', 'id;code;title\n'],
    ['empty.xml', '<?xml version="1.0"?>\n<alleBerufe></alleBerufe>\n'],
  ] as const) {
    const file = join(directory, name);
    await writeFile(file, contents);
    await assertRefused(
      ['masterdata', 'import', 'professions', file],
      new RegExp(
        `The file ${file} cannot be imported\\. Line 1: the file has no entries\\. Check that the file is`,
      ),
    );
  }
});

test('a backup into a directory that does not exist is refused with what to do', async () => {
  const path = join(directory, 'nowhere', 'backup.stellwerk');
  await assertRefused(
    ['backup', path],
    /backup\.stellwerk cannot be written \(ENOENT\)\. Choose a file in a directory/,
  );
});

test('a file that is read more than once cannot be a pipe', {
  skip: process.platform === 'win32' && 'Windows has no named pipes in directories',
}, async () => {
  const path = join(directory, 'pipe');
  execFileSync('mkfifo', [path]);
  // With a writer, opening the pipe does not wait.
  const writer = await open(path, 'r+');
  try {
    for (const words of [
      ['import', 'candidates', path, ...OF_TENANT],
      ['restore', path],
    ])
      await assertRefused(
        words,
        /^stellwerk: \/.*\/pipe is a pipe, but the file is read more than once\. Write its contents to a file first, and pass/m,
      );
  } finally {
    await writer.close();
  }
});

test('a backup that cannot be read is refused with what to do', async () => {
  await assertRefused(
    ['restore', join(directory, 'nowhere')],
    /The file \/.*\/nowhere cannot be read \(ENOENT\)\. Pass the path of a file that exists/,
  );
  await assertRefused(
    ['restore', directory],
    /^stellwerk: \/.* is a directory\. Pass the path of a file\.$/m,
  );
});

test('"--help" and "help" show the commands of a group', async () => {
  for (const words of [
    ['client', '--help'],
    ['client', '-h'],
    ['help', 'client'],
  ]) {
    const { code, stdout, stderr } = await run(words);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^ {2}client create /m);
    assert.doesNotMatch(stdout, /^ {2}user create /m);
  }
  assert.match((await run(['import', '--help'])).stdout, /^ {2}import candidates /m);
  assert.equal((await run(['help', 'nonsense'])).code, 2);
});

test('an option without a value does not take the next option', async () => {
  for (const words of [
    ['tokens', '--tenant', '--month', '2026-03'],
    ['tokens', '--tenant', '--json'],
  ]) {
    const { code, stdout, stderr } = await run(words);
    assert.equal(code, 2);
    assert.match(
      stdout + stderr,
      /--tenant needs a value\. If the value begins with a dash, write --tenant=VALUE/,
    );
  }
  assert.match((await run(['tokens', '--tenant', '--help'])).stdout, /^Usage: npx stellwerk tokens /);
  await assertRefused(['tokens', '--tenant=-x'], /There is no tenant "-x"/);
});

test('an option that was given twice is refused, because only one value could count', async () => {
  const twice = ['--permissions', 'jobads:read', '--permissions', 'applications:write'];
  const { code, stdout, stderr } = await run(['client', 'create', '--tenant', 'a', '--name', 'b', ...twice]);
  assert.equal(code, 2);
  assert.match(stdout + stderr, /--permissions was given twice.* Separate the entries of a list by commas/);
});
