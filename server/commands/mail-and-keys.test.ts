import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
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
import { startMailServer } from '../testing/mail-server.ts';

// commands.test.ts has the other commands. These need a mail server, or leave the service with another master key.

const mailServer = await startMailServer();
const MAIL = { SMTP_URL: mailServer.url, MAIL_FROM: 'Demo <mail@firm.example>' };
let directory: string;
let service: RunningService;

before(async () => {
  directory = await makeDirectory();
  service = await startDemoService(directory, MAIL);
});

const run = (words: string[]) => callCommand(words, { DATA_DIR: directory });

async function runJson(words: string[]) {
  const { code, stdout, stderr } = await run([...words, '--json']);
  assert.equal(code, 0, stderr + stdout);
  return JSON.parse(stdout);
}

const INVITE = ['user', 'invite', '--tenant', 'demo', '--email'];
const PERSON = ['--first-name', 'Nora', '--last-name', 'Neu', '--role', 'viewer'];

test('an invitation is sent by the running service, although the server refuses the first attempt', async () => {
  mailServer.reject = { at: 'recipient', status: 451 };
  const environment = { DATA_DIR: directory, ...MAIL };
  const { code, stdout } = await runCommand([...INVITE, 'nora@example.org', ...PERSON], { environment });
  assert.equal(code, 0, stdout);
  assert.doesNotMatch(stdout, /token=/);
  await waitFor('the failed attempt', async () => service.output().includes('RCPT TO, response 451'));
  mailServer.reject = undefined;
  await waitFor('the mail', async () => mailServer.received.length > 0);
  const [{ recipients, parsed } = assert.fail()] = mailServer.received;
  assert.deepEqual(recipients, ['nora@example.org']);
  assert.match(parsed.text!, /\/password\?lang=de#token=/);
  assert.doesNotMatch(service.output(), /nora@example/);
});

test('without a mail server, an invitation shows its link', async () => {
  const { link } = await runJson([...INVITE, 'olga@example.org', ...PERSON]);
  // The command does not know the port of the service otherwise.
  assert.equal(new URL(link).origin, new URL(service.demo.baseUrl).origin);
  const token = new URL(link).hash.slice('#token='.length);
  const password = 'correct horse battery';
  const call = (method: string, path: string, body: object) =>
    fetch(`${new URL(service.demo.baseUrl).origin}/platform${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify(body),
    });
  assert.equal((await call('PUT', '/password', { token, newPassword: password })).status, 204);
  assert.equal((await call('POST', '/session', { email: 'olga@example.org', password })).status, 200);
  const again = await run([...INVITE, 'olga@example.org']);
  assert.match(again.stderr, /already has a password\. To replace a forgotten one, set a new password\./);
  const unknown = await run([...INVITE, 'paul@example.org']);
  assert.deepEqual([unknown.code, /pass --first-name/.test(unknown.stderr)], [2, true]);
});

test('a tenant gets its own confirmation and addresses', async () => {
  const file = join(directory, 'confirmation.txt');
  await writeFile(file, 'Danke, {{firstName}}\n\nHallo {{firstName}},\n\nwir haben alles.\n');
  const set = ['mail', 'set', '--tenant', 'demo'];
  await runJson([
    ...set,
    '--reply-to',
    'jobs@firm.example',
    '--confirm-api',
    'yes',
    '--confirmation-de',
    file,
  ]);
  const shown = await run(['mail', 'show', '--tenant', 'demo']);
  assert.match(shown.stdout, /^Reply to +jobs@firm\.example$/m);
  assert.match(shown.stdout, /^Confirm, API +yes$/m);
  assert.match(shown.stdout, /^Confirmation, de \(own text\)\n\nDanke, \{\{firstName\}\}\n\nHallo/m);
  await writeFile(file, 'Danke, {{forename}}\n\nHallo');
  const unknown = await run([...set, '--confirmation-de', file]);
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /unknown placeholder \{\{forename\}\}/);
  assert.match((await run([...set, '--contact', 'nobody'])).stderr, /^stellwerk: --contact must be an email/);
});
test('a tenant chooses what is written of a CV', async () => {
  const set = ['cv', 'set', '--tenant', 'demo'];
  assert.match((await run([...set, '--minimum-confidence', '0.99'])).stdout, /written: 0\.99$/m);
  assert.match(
    (await run([...set, '--propose-everything', 'yes'])).stdout,
    /^All values from CVs are proposed/,
  );
  await run([...set, '--propose-everything', 'no', '--minimum-confidence', 'default']);
  const shown = await run(['cv', 'show', '--tenant', 'demo']);
  assert.match(shown.stdout, /0\.98 for contact data/);
  assert.match((await run([...set, '--minimum-confidence', '0.2'])).stderr, /--minimum-confidence must/);
});

test('the rotation and the revocation of a disabled client say that it is disabled', async () => {
  const words = ['client', 'create', '--tenant', 'demo', '--name', 'off', '--permissions', '*'];
  const { clientId } = await runJson(words);
  assert.equal((await runJson(['client', 'rotate', clientId])).disabled, false);
  await runJson(['client', 'disable', clientId]);
  const { code, stdout } = await run(['client', 'rotate', clientId]);
  assert.equal(code, 0);
  assert.match(
    stdout,
    /^client_secret: .*\n.*\nThe client is disabled, so it gets no token.*isDisabled false\.$/m,
  );
  const revoked = await run(['client', 'revoke', clientId]);
  assert.match(revoked.stdout, /are revoked\. The client is disabled, so it gets no new ones\.$/m);
  assert.doesNotMatch(revoked.stdout, /can request/);
});

test('the master key is rotated below a running service, also after the command was killed', async () => {
  const key = await readFile(join(directory, 'master.key'), 'utf8');
  const token = await fetchToken(service.demo);
  const readDocuments = async () => {
    const { changes } = (await getJson('/changes?entities=document', token)) as {
      changes: { id: number; change: string }[];
    };
    const deleted = new Set(changes.filter(({ change }) => change === 'deleted').map(({ id }) => id));
    const ids = new Set(changes.map(({ id }) => id).filter((id) => !deleted.has(id)));
    // Enough connections for both processes.
    for (const id of [...ids].slice(0, 6))
      assert.equal(await readStatus(service.demo, `/candidates/export/documents/${id}/content`, token), 200);
    assert.ok(ids.size >= 6);
  };
  await runCommand(['keys', 'rotate-master'], {
    environment: { DATA_DIR: directory },
    killAt: /^Sealed/,
  });
  await readDocuments();
  const rotated = await runCommand(['keys', 'rotate-master', '--json'], {
    environment: { DATA_DIR: directory },
  });
  assert.equal(rotated.code, 0, rotated.stderr);
  const { isComplete, newKeyId } = JSON.parse(rotated.stdout);
  assert.equal(isComplete, true);
  await readDocuments();
  await fetchToken(service.demo);
  assert.notEqual(await readFile(join(directory, 'master.key'), 'utf8'), key);
  const { stdout } = await run(['doctor']);
  assert.match(stdout, new RegExp(`ok +master key +It opens the signing key. Its id is ${newKeyId}`));
});

async function getJson(path: string, token: string): Promise<unknown> {
  const response = await fetch(`${service.demo.baseUrl}${path}`, {
    headers: { authorization: `Bearer ${token}`, 'user-agent': 'StellwerkTests/1.0' },
  });
  assert.equal(response.status, 200);
  return response.json();
}
