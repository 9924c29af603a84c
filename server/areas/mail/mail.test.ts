import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import { mailTasks } from '../../mail-tasks.ts';
import { startMailService } from '../../testing/mail-service.ts';
import { newEmail } from '../../testing/portal-applications.ts';
import { insertAd, Visitor } from '../../testing/portal-visitor.ts';
import { MailMetrics } from './index.ts';

const { service, mailServer, tasks, jobs, sendMails, sendMail } = await startMailService();
const { tenant } = service;
const visitor = new Visitor(service);
const admin = await service.platform('admin');

async function apply(answers: Record<string, string> = {}, query = ''): Promise<string> {
  const email = newEmail();
  const jobAdId = await insertAd(service, { title: 'Bürokauffrau (m/w/d)' });
  const page = await visitor.apply(jobAdId, { email, ...answers }, query);
  assert.equal(page.status, 303, page.text);
  return answers.email ?? email;
}

/** The last line of the log about a mail. */
const lastLine = () => service.logLines.findLast(({ msg }) => String(msg).startsWith('mail '))!;

const applyByApi = (email: string) =>
  tenant.api.post('/candidates/applies/external', {
    salutationId: 2,
    firstName: 'Ada',
    lastName: 'Muster',
    city: 'Berlin',
    zipCode: '10115',
    email,
    sourceOfSupplyId: 1,
    whatsAppConsentChecked: false,
    hasWhatsApp: true,
    privacyChecked: true,
    termsOfUseChecked: true,
    keywords: [],
    documents: [],
  });

test('an applicant on the portal receives a confirmation in the language of the page', async () => {
  const email = await apply({ firstName: 'Jörg', lastName: 'Müßig' });
  const { parsed, recipients, from } = await sendMail();
  assert.deepEqual(recipients, [email]);
  assert.equal(from, 'mail@firm.example');
  assert.equal(parsed.from?.name, 'Test');
  assert.equal(parsed.subject, 'Ihre Bewerbung bei Test: Bürokauffrau (m/w/d)');
  assert.match(parsed.text!, /^Guten Tag Jörg Müßig,\n\nvielen Dank für Ihre Bewerbung: Bürokauffrau/);
  assert.match(parsed.html!, /<html lang="de">[\s\S]*<p>Guten Tag Jörg Müßig,<\/p>/);
  await apply({}, '?lang=en');
  const english = (await sendMail()).parsed;
  assert.match(english.text!, /^Hello Ada Muster,\n\nThank you for your application/);
  assert.match(english.html!, /<html lang="en">/);
});

test('the job of a mail contains ids only, and no mail is sent in a transaction', async () => {
  await apply({ firstName: 'Secret', lastName: 'Person' });
  const [job, ...others] = await jobs();
  assert.equal(others.length, 0);
  assert.deepEqual(Object.keys(job!.payload as object).sort(), ['id', 'kind', 'language', 'tenantId']);
  assert.equal(mailServer.received.length, 0);
  await sendMail();
});

test('no mail is sent to an applicant who was erased meanwhile', async () => {
  const email = await apply();
  const [row] = await service.sql<{ id: number }>('SELECT id FROM candidate WHERE email = $1', [email]);
  assert.equal((await admin.delete(`/candidates/${row!.id}`)).status, 204);
  assert.deepEqual(await sendMails(), []);
});

test('an address receives at most three confirmations per hour, and every application is stored', async () => {
  const email = newEmail();
  for (let index = 0; index < 5; index++)
    await apply({ email: index % 2 === 0 ? email : email.toUpperCase() });
  assert.equal((await sendMails()).length, 3);
  const [row] = await service.sql(
    'SELECT count(*)::int AS count FROM application AS a JOIN candidate AS c ON c.id = a.candidate_id WHERE c.email = $1',
    [email],
  );
  assert.deepEqual(row, { count: 5 });
  await service.clock.advance(3_600_000);
  await apply({ email });
  assert.equal((await sendMails()).length, 1);
});

test('another way to write an address is no way around the limit of its mailbox', async () => {
  const [name, domain] = newEmail().split('@');
  for (let index = 0; index < 4; index++) await apply({ email: `${name}+${index}@${domain}` });
  assert.equal((await sendMails()).length, 3);
});

test('the same form sent twice is confirmed once', async () => {
  const jobAdId = await insertAd(service);
  const token = await visitor.openForm(jobAdId);
  const email = newEmail();
  const { FILLED_IN } = await import('../../testing/portal-visitor.ts');
  for (let index = 0; index < 2; index++)
    assert.equal((await visitor.send(jobAdId, { ...FILLED_IN, token, email })).status, 303);
  await sendMail();
});

test('a name cannot carry a link, markup, or a header into the mail', async () => {
  await apply({
    firstName: 'Visit https://evil.example/<b>now</b>',
    lastName: 'evil.example Bcc: x@evil.example',
  });
  const { parsed, raw } = await sendMail();
  assert.doesNotMatch(parsed.text! + parsed.html! + parsed.subject!, /evil\.example|:\/\/|<b>|@/);
  assert.doesNotMatch(raw, /^Bcc/im);
});

test('applications through the API are confirmed only if the tenant has chosen it', async () => {
  assert.equal((await applyByApi(newEmail())).status, 200);
  assert.deepEqual(await jobs(), []);
  const change = { confirmsApiApplications: true, confirmsPortalApplications: false };
  assert.equal((await admin.put('/mail/settings', change)).status, 204);
  const email = newEmail();
  assert.equal((await applyByApi(email)).status, 200);
  const { recipients, parsed } = await sendMail();
  assert.deepEqual(recipients, [email]);
  assert.equal(parsed.subject, 'Ihre Bewerbung bei Test: Initiativbewerbung');
  await apply();
  assert.deepEqual(await jobs(), []);
});

test('a tenant replaces texts and the address for replies, and restores the built-in text', async () => {
  const text = {
    subject: 'Danke, {{firstName}}!',
    body: 'Hallo {{firstName}},\n\n<b>{{jobTitle}}</b> & mehr: https://firm.example/faq.\n\n{{company}}',
  };
  const path = '/mail/templates/applicationReceived/de';
  assert.equal((await admin.put(path, text)).status, 204);
  assert.equal((await admin.put('/mail/settings', { replyTo: 'jobs@firm.example' })).status, 204);
  await apply();
  const { parsed } = await sendMail();
  assert.equal(parsed.subject, 'Danke, Ada!');
  assert.equal(parsed.replyTo?.[0]?.address, 'jobs@firm.example');
  assert.match(parsed.text!, /<b>Bürokauffrau \(m\/w\/d\)<\/b> & mehr/);
  assert.match(
    parsed.html!,
    /&lt;b&gt;Bürokauffrau \(m\/w\/d\)&lt;\/b&gt; &amp; mehr: <a href="https:\/\/firm\.example\/faq">/,
  );
  const shown = async () =>
    (await admin.get('/mail/templates')).body.templates.map((one: Record<string, unknown>) => [
      one.template,
      one.language,
      one.isBuiltIn,
    ]);
  assert.deepEqual(await shown(), [
    ['applicationReceived', 'de', false],
    ['applicationReceived', 'en', true],
  ]);
  const { builtIn } = (await admin.get('/mail/templates')).body.templates[0];
  assert.match(builtIn.body, /vielen Dank für Ihre Bewerbung/);
  assert.equal((await admin.delete(path)).status, 204);
  const [{ subject, body }] = (await admin.get('/mail/templates')).body.templates;
  assert.deepEqual({ subject, body }, builtIn);
  assert.deepEqual((await shown())[0], ['applicationReceived', 'de', true]);
  assert.deepEqual((await admin.get('/mail/settings')).body, {
    isActive: true,
    replyTo: 'jobs@firm.example',
    contactAddress: null,
    confirmsPortalApplications: true,
    confirmsApiApplications: false,
  });
});

test('a text with an unknown placeholder is rejected with its name', async () => {
  const path = '/mail/templates/applicationReceived/de';
  const { status, body } = await admin.put(path, {
    subject: 'Hi {{forename}}',
    body: 'Hi {{ company }} {{x',
  });
  assert.equal(status, 400);
  const [unknown, loose] = body.validationErrors;
  assert.deepEqual([unknown.property, unknown.code], ['subject', 'unknownReference']);
  assert.match(unknown.message, /\{\{forename\}\}.*Use \{\{firstName\}\}, \{\{lastName\}\}/);
  assert.deepEqual([loose.property, loose.code], ['body', 'format']);
  for (const text of ['Hi {{{firstName}}}', 'Hi {{{firstName}}', 'Hi {{firstName}}}']) {
    const response = await admin.put(path, { subject: 'Hi', body: text });
    assert.equal(response.status, 400, text);
    const [{ property, code }] = response.body.validationErrors;
    assert.deepEqual([property, code], ['body', 'format']);
  }
  assert.equal((await admin.put('/mail/templates/nothing/de', { subject: 'a', body: 'b' })).status, 404);
  const { body: rejected } = await admin.put('/mail/settings', { replyTo: 'nobody' });
  assert.match(rejected.validationErrors[0].message, /^replyTo must be an email address/);
});

test('a rejected recipient is given up, a busy server is retried, and the log has no address', async () => {
  const email = await apply();
  mailServer.reject = { at: 'recipient', status: 550 };
  assert.deepEqual(await sendMails(), []);
  assert.deepEqual(await jobs(), []);
  const other = await apply();
  mailServer.reject = { at: 'recipient', status: 450 };
  await assert.rejects(sendMails(), /RCPT TO, response 450/);
  const { level, msg, kind, tenantId, id, reason } = lastLine();
  assert.deepEqual(
    [level, msg, kind, tenantId, typeof id],
    [40, 'mail not sent yet, the queue tries again', 'applicationReceived', tenant.id, 'number'],
  );
  assert.match(reason as string, /RCPT TO, response 450/);
  mailServer.reject = undefined;
  assert.deepEqual((await sendMail()).recipients, [other]);
  const log = JSON.stringify(service.logLines);
  assert.ok(log.includes('mail given up'));
  for (const address of [email, other, 'somebody@example.org']) assert.ok(!log.includes(address), address);
});

test('every kind and outcome of mails is counted from 0, so that the first one is a growth', async () => {
  const registry = new Registry();
  const [task] = mailTasks(service.services, new MailMetrics(registry));
  const series = async () =>
    (await registry.metrics()).split('\n').filter((line) => /^mails_total/.test(line));
  const before = await series();
  for (const kind of ['applicationReceived', 'passwordLink', 'webhookPaused'])
    for (const outcome of ['sent', 'dropped', 'rejected', 'retried', 'failed', 'unconfirmed'])
      assert.ok(before.includes(`mails_total{kind="${kind}",outcome="${outcome}"} 0`), `${kind} ${outcome}`);
  await apply();
  mailServer.reject = { at: 'recipient', status: 550 };
  const [job] = await jobs();
  await task!.run(job!.payload);
  const after = await series();
  assert.equal(after.length, before.length);
  assert.ok(after.includes('mails_total{kind="applicationReceived",outcome="rejected"} 1'));
});

test('the last attempt gives the mail up instead of leaving a job that never ends', async () => {
  await apply();
  mailServer.reject = { at: 'data', status: 451 };
  const [job] = await jobs();
  await tasks.get('send-mail')!.run(job!.payload, { isLast: true });
  assert.equal(lastLine().msg, 'mail given up');
});

test('a mail that the server does not confirm is sent once more, and then given up', async () => {
  const email = await apply();
  const run = async () => {
    const [job, ...others] = await jobs();
    assert.equal(others.length, 0);
    const stop = new AbortController();
    mailServer.beforeConfirmation = () => {
      stop.abort();
      return new Promise(() => {});
    };
    await tasks.get('send-mail')!.run(job!.payload, { isLast: false, signal: stop.signal });
    await service.sql('SELECT graphile_worker.complete_jobs(ARRAY[$1::bigint])', [job!.id]);
  };
  await run();
  const [waiting] = await service.sql(
    `SELECT run_at BETWEEN now() + interval '25 minutes' AND now() + interval '35 minutes' AS "isLater"
       FROM graphile_worker._private_jobs`,
  );
  assert.deepEqual(waiting, { isLater: true });
  await run();
  assert.deepEqual(await jobs(), []);
  assert.deepEqual(
    mailServer.received.map(({ recipients }) => recipients),
    [[email], [email]],
  );
  const [first, second] = mailServer.received.map(({ parsed }) => parsed.messageId);
  assert.equal(first, second);
  assert.equal(lastLine().msg, 'mail given up');
});

test('a mail that is sent again after a crash has the same Message-ID', async () => {
  await apply();
  const [job] = await jobs();
  for (let index = 0; index < 2; index++) await tasks.get('send-mail')!.run(job!.payload);
  const [first, second] = mailServer.received.map(({ parsed }) => parsed.messageId);
  assert.equal(first, second);
});
