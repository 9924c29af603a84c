import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createPlatformApi, signIn, startTestService } from '../../../testing/harness.ts';
import type { ReceivedMail } from '../../../testing/mail-server.ts';
import { startMailService } from '../../../testing/mail-service.ts';

const { service, jobs, sendMails, sendMail, tasks, mailServer } = await startMailService();
const { baseUrl } = service;
const visitor = createPlatformApi(baseUrl, { id: 0, email: '', password: '' }, '');
const admin = await service.platform('admin');
const NEW_PASSWORD = 'correct horse battery';

const requestReset = (email: string, language = 'en') => visitor.post('/password/reset', { email, language });
const setPassword = (token: string, newPassword = NEW_PASSWORD) =>
  visitor.put('/password', { token, newPassword });

function tokenIn({ parsed }: ReceivedMail): string {
  const [, token = ''] = /\/password\?lang=(?:de|en)#token=([\w-]+)\n/.exec(parsed.text!) ?? [];
  assert.ok(token.length >= 43);
  return token;
}

async function createUser(values: object = {}): Promise<{ id: number; email: string }> {
  const email = `new-${randomBytes(4).toString('hex')}@users.example.org`;
  const { body } = await admin.post('/users', {
    email,
    firstName: 'Eva',
    lastName: 'Kern',
    role: 'recruiter',
    ...values,
  });
  return { id: body.id, email };
}

const assertNear = (time: string, expectedMs: number) =>
  assert.ok(Math.abs(Date.parse(time) - expectedMs) < 60_000, time);

const assertInvalid = (answer: {
  status: number;
  body: { validationErrors: { property: string; code: string }[] };
}) =>
  assert.deepEqual(
    [answer.status, answer.body.validationErrors.map(({ property, code }) => [property, code])],
    [400, [['token', 'notAllowed']]],
  );

test('a user sets a new password with the link in a mail, once, and every session ends', async () => {
  const user = await service.platform('recruiter');
  assert.equal((await requestReset(user.user.email.toUpperCase())).status, 204);
  const mail = await sendMail();
  assert.deepEqual(mail.recipients, [user.user.email]);
  assert.equal(mail.parsed.subject, 'New password for Test');
  const token = tokenIn(mail);
  assert.match(mail.parsed.html!, new RegExp(`<a href="[^"]+#token=${token}">`));
  assert.match(mail.parsed.html!, /<a href="[^"]+\/app\/">/);
  assert.equal((await setPassword(token)).status, 204);
  assert.equal((await user.get('/session')).status, 401);
  await signIn(baseUrl, { email: user.user.email, password: NEW_PASSWORD });
  assertInvalid(await setPassword(token, 'another long password'));
  await signIn(baseUrl, { email: user.user.email, password: NEW_PASSWORD });
});

test('the response for an unknown address is the same, after the same statements, and nothing is sent', async () => {
  const user = await service.platform('viewer');
  const known = await requestReset(user.user.email);
  const unknown = await requestReset('nobody@users.example.org');
  const shape = ({ status, text, headers }: typeof known) => [status, text, [...headers.keys()].sort()];
  assert.deepEqual(shape(unknown), shape(known));
  const queued = await jobs();
  assert.deepEqual(
    queued.map(({ task, payload }) => [task, Object.keys(payload as object)]),
    [
      ['prepare-password-reset', ['requestId']],
      ['prepare-password-reset', ['requestId']],
    ],
  );
  assert.deepEqual((await sendMail()).recipients, [user.user.email]);
  const [row] = await service.sql('SELECT count(*)::int AS count FROM password_reset_request');
  assert.deepEqual(row, { count: 0 });
});

test('the database has neither the token nor the address', async () => {
  const user = await service.platform('viewer');
  await requestReset(user.user.email);
  const stored = async () => JSON.stringify(await service.sql('SELECT * FROM password_reset_request'));
  assert.ok(!(await stored()).includes(user.user.email));
  const token = tokenIn(await sendMail());
  const [link] = await service.sql<{ text: string }>(
    "SELECT password_link::text || ' ' || (token_sha256 = sha256(convert_to($1, 'UTF8')))::text AS text FROM password_link WHERE user_id = $2",
    [token, user.user.id],
  );
  assert.ok(!link!.text.includes(token));
  assert.match(link!.text, / true$/);
});

test('a link expires after an hour, also if its mail is late', async () => {
  const { user } = await service.platform('viewer');
  await requestReset(user.email);
  const token = tokenIn(await sendMail());
  await service.clock.advance(3_601_000);
  assertInvalid(await setPassword(token));
  await requestReset(user.email);
  await service.clock.advance(3_601_000);
  assert.deepEqual(await sendMails(), []);
});

test('a mail that is sent twice has the same link', async () => {
  const { user } = await service.platform('viewer');
  await requestReset(user.email);
  const [prepare] = await jobs();
  for (let index = 0; index < 2; index++) await tasks.get(prepare!.task)!.run(prepare!.payload);
  const send = (await jobs()).find(({ task }) => task === 'send-mail')!;
  for (let index = 0; index < 2; index++) await tasks.get('send-mail')!.run(send.payload);
  const [first, second, ...others] = mailServer.received.map(tokenIn);
  assert.equal(first, second);
  assert.deepEqual(others, []);
  assert.equal((await setPassword(first!)).status, 204);
});

test('a link that a user waits for is sent before the mails that were queued earlier', async () => {
  const { id } = await createUser();
  await admin.post(`/users/${id}/invitation`);
  const { user } = await service.platform('viewer');
  await requestReset(user.email);
  const prepare = (await jobs()).find(({ task }) => task === 'prepare-password-reset')!;
  await tasks.get(prepare.task)!.run(prepare.payload);
  await service.sql('SELECT graphile_worker.complete_jobs(ARRAY[$1::bigint])', [prepare.id]);
  const [first, ...others] = await sendMails();
  assert.deepEqual([first!.recipients, others.length], [[user.email], 1]);
});

test('a new password, a new address, and a deactivation end the links that are open', async () => {
  for (const change of [
    (id: number) => admin.put(`/users/${id}/password`, { newPassword: 'some other password' }),
    (id: number) => admin.put(`/users/${id}`, { email: `moved-${id}@users.example.org` }),
    (id: number) => admin.put(`/users/${id}`, { isActive: false }),
  ]) {
    const { user } = await service.platform('viewer');
    await requestReset(user.email);
    const token = tokenIn(await sendMail());
    assert.equal((await change(user.id)).status, 204);
    assertInvalid(await setPassword(token));
  }
});

test('an address gets three links per hour, and a network that asks for too many gets a 429', async () => {
  const { user } = await service.platform('viewer');
  for (let index = 0; index < 5; index++) assert.equal((await requestReset(user.email)).status, 204);
  assert.equal((await sendMails()).length, 3);
  for (let index = 5; index < 30; index++) await requestReset(`n${index}@users.example.org`);
  const { status, headers } = await requestReset('last@users.example.org');
  assert.deepEqual([status, headers.get('retry-after')], [429, '3600']);
  await service.clock.advance(3_601_000);
  assert.equal((await requestReset(user.email)).status, 204);
});

test('an invited user sets the first password within seven days', async () => {
  const { id, email } = await createUser();
  assert.equal((await admin.post(`/users/${id}/invitation`)).status, 204);
  const mail = await sendMail();
  assert.deepEqual(mail.recipients, [email]);
  assert.match(mail.parsed.subject!, /^Ihr Zugang zu Test$/);
  assert.ok(mail.parsed.text!.includes(`\n${service.services.settings.publicUrl}/app/\n`));
  await service.clock.advance(6 * 86_400_000);
  assert.equal((await setPassword(tokenIn(mail), 'short')).body.validationErrors[0].property, 'newPassword');
  assert.equal((await setPassword(tokenIn(mail))).status, 204);
  const cookie = await signIn(baseUrl, { email, password: NEW_PASSWORD });
  assert.equal(
    (await createPlatformApi(baseUrl, { id, email, password: '' }, cookie).get('/session')).status,
    200,
  );
});

test('an invited user who requests a new link gets another invitation', async () => {
  const { id, email } = await createUser();
  await admin.post(`/users/${id}/invitation`);
  const first = tokenIn(await sendMail());
  assert.equal((await requestReset(email)).status, 204);
  const mail = await sendMail();
  assert.deepEqual(mail.recipients, [email]);
  assert.equal(mail.parsed.subject, 'Your account at Test');
  const token = tokenIn(mail);
  assert.notEqual(token, first);
  // A link of a reset would have expired.
  await service.clock.advance(3_601_000);
  assert.equal((await setPassword(token)).status, 204);
  await requestReset(email);
  assert.equal((await sendMail()).parsed.subject, 'New password for Test');
});

test('a user whom nobody has invited, who was deactivated, or who got another address gets no link', async () => {
  const current = await service.platform('admin');
  const { email } = await createUser();
  const deactivated = await createUser();
  await admin.post(`/users/${deactivated.id}/invitation`);
  await current.put(`/users/${deactivated.id}`, { isActive: false });
  const changed = await createUser();
  await admin.post(`/users/${changed.id}/invitation`);
  await current.put(`/users/${changed.id}`, { email: `other-${changed.email}` });
  await sendMails();
  for (const address of [email, deactivated.email, `other-${changed.email}`]) await requestReset(address);
  assert.deepEqual(await sendMails(), []);
});

test('an invitation ends after seven days', async () => {
  const { id } = await createUser();
  await admin.post(`/users/${id}/invitation`);
  const token = tokenIn(await sendMail());
  await service.clock.advance(7 * 86_400_000 + 1000);
  assertInvalid(await setPassword(token));
});

test('a user has the day on which the last open invitation expires', async () => {
  // The clock of the other tests has ended the session.
  const current = await service.platform('admin');
  const { id } = await createUser();
  const read = async (userId = id) => (await current.get(`/users/${userId}`)).body.invitedUntilUtc;
  assert.equal(await read(), null);
  await current.post(`/users/${id}/invitation`);
  await service.clock.advance(86_400_000);
  await current.post(`/users/${id}/invitation`);
  assertNear(await read(), service.clock.now().getTime() + 7 * 86_400_000);
  const listed = (await current.get('/users')).body.users.find((user: { id: number }) => user.id === id);
  assert.equal(listed.invitedUntilUtc, await read());
  const other = await createUser();
  await current.post(`/users/${other.id}/invitation`);
  const sent = await sendMails();
  const token = tokenIn(sent.find(({ recipients }) => recipients.includes(other.email))!);
  assert.equal((await setPassword(token)).status, 204);
  assert.equal(await read(other.id), null);
  // The link of a reset is no invitation.
  await requestReset(other.email);
  assert.equal((await sendMails()).length, 1);
  assert.equal(await read(other.id), null);
  await service.clock.advance(7 * 86_400_000 + 1000);
  assert.equal(await read(), null);
});

test('an invitation that the mail server refuses is visible at the user and in the log, until one may arrive', async () => {
  const current = await service.platform('admin');
  const { id, email } = await createUser();
  const failedAt = async () => {
    const { body } = await current.get(`/users/${id}`);
    const listed = (await current.get('/users')).body.users.find((user: { id: number }) => user.id === id);
    assert.equal(listed.invitationFailedAtUtc, body.invitationFailedAtUtc);
    return body.invitationFailedAtUtc;
  };
  const invite = async (status?: number, isLast = false) => {
    mailServer.reject = status === undefined ? undefined : { at: 'recipient', status };
    await current.post(`/users/${id}/invitation`);
    const [job] = await jobs();
    await service.sql('DELETE FROM graphile_worker._private_jobs');
    await tasks
      .get('send-mail')!
      .run(job!.payload, { isLast })
      .catch(() => {});
  };
  assert.equal(await failedAt(), null);
  await invite(550);
  assertNear(await failedAt(), service.clock.now().getTime());
  const { msg, kind, userId } = service.logLines.findLast(({ msg }) => msg === 'mail given up')!;
  assert.deepEqual([msg, kind, userId], ['mail given up', 'passwordLink', id]);
  // An attempt that is repeated may still succeed, and the last one may not.
  await invite(450);
  assert.equal(await failedAt(), null);
  await service.sql('DELETE FROM password_link WHERE tenant_id = $1 AND user_id = $2', [
    service.tenant.id,
    id,
  ]);
  await invite(450, true);
  assert.notEqual(await failedAt(), null);
  await invite();
  assert.equal(await failedAt(), null);
  assert.equal((await current.put(`/users/${id}`, { email: `new.${email}` })).status, 204);
  assert.equal(await failedAt(), null);
});

test('a user with a password or without access cannot be invited, nor a user of another tenant', async () => {
  const current = await service.platform('admin');
  const invite = async (id: number) => {
    const { status, body } = await current.post(`/users/${id}/invitation`);
    return [status, body?.validationErrors[0]?.message];
  };
  assert.match(String(await invite(current.user.id)), /^400,The user already has a password/);
  const { id } = await createUser();
  await current.put(`/users/${id}`, { isActive: false });
  assert.match(String(await invite(id)), /^400,The user is not active/);
  const other = await service.createTenant();
  const foreign = await service.platform('admin', other);
  assert.equal((await invite(foreign.user.id))[0], 404);
});

test('without SMTP_URL nothing is queued, and an invitation says why', async () => {
  const silent = await startTestService();
  const user = await silent.platform('admin');
  const anyone = createPlatformApi(silent.baseUrl, { id: 0, email: '', password: '' }, '');
  assert.equal((await anyone.post('/password/reset', { email: user.user.email })).status, 204);
  const { body } = await user.post('/users', {
    email: 'a@users.example.org',
    firstName: 'A',
    lastName: 'B',
    role: 'viewer',
  });
  const invited = await user.post(`/users/${body.id}/invitation`);
  assert.match(invited.body.validationErrors[0].message, /Set SMTP_URL/);
  assert.deepEqual(await silent.sql('SELECT FROM graphile_worker._private_jobs'), []);
  const page = await (await fetch(`${silent.baseUrl}/password?lang=en`)).text();
  assert.match(page, /sends no emails\. Ask an administrator/);
  assert.doesNotMatch(page, /Request link/);
});

test('the page is kept nowhere, tells no other site its address, and runs only its own script', async () => {
  const page = await fetch(`${baseUrl}/password`, { headers: { 'accept-language': 'de' } });
  const text = await page.text();
  assert.equal(page.status, 200);
  assert.equal(page.headers.get('cache-control'), 'no-store');
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
  assert.match(page.headers.get('content-security-policy')!, /default-src 'none'; script-src 'self'/);
  assert.match(text, /<html lang="de">[\s\S]*Passwort setzen/);
  assert.match(await (await fetch(`${baseUrl}/password?lang=en`)).text(), /Set your password/);
  const [, script] = /<script src="([^"]+)"/.exec(text)!;
  const served = await fetch(baseUrl + script);
  assert.match(served.headers.get('content-type')!, /^text\/javascript/);
});

// The last one: sessions end meanwhile.
test('an invitation can be requested again for three months after it has expired', async () => {
  const sweep = () => tasks.get('sweep-password-links')!.run({}, { isLast: false });
  const { id, email } = await createUser();
  await admin.post(`/users/${id}/invitation`);
  await sendMail();
  await service.clock.advance((7 + 89) * 86_400_000);
  await sweep();
  await requestReset(email);
  const token = tokenIn(await sendMail());
  await service.clock.advance(8 * 86_400_000);
  await sweep();
  assertInvalid(await setPassword(token));
  await service.clock.advance(90 * 86_400_000);
  await sweep();
  await requestReset(email);
  assert.deepEqual(await sendMails(), []);
});
