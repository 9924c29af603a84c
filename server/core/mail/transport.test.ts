import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { beforeEach, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import tls from 'node:tls';
import type { SMTPServerAuthentication } from 'smtp-server';
import { readSettings } from '../../config.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../../testing/certificate.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { checkMailServer, type Mail, MailError, sendMail } from './index.ts';

tls.setDefaultCACertificates([...tls.getCACertificates('default'), TEST_CERTIFICATE]);
const encryption = { key: TEST_KEY, cert: TEST_CERTIFICATE };
const onAuth = (
  { username, password }: SMTPServerAuthentication,
  _session: unknown,
  done: (error: Error | null, response?: { user: string }) => void,
) =>
  username === 'user@host' && password === 'p:/ä@?'
    ? done(null, { user: username })
    : done(new Error('Invalid user or password'));
const plain = await startMailServer();
const startTls = await startMailServer({ ...encryption, authOptional: false, onAuth });
const secure = await startMailServer({ ...encryption, secure: true, authOptional: false, onAuth });
const CREDENTIALS = `${encodeURIComponent('user@host')}:${encodeURIComponent('p:/ä@?')}`;

const MAIL: Mail = {
  key: 'application 1 7',
  to: 'jörg@example.org',
  subject:
    'Ihre Bewerbung als Bürokauffrau (m/w/d) – schön, dass Sie sich bei uns melden, wir freuen uns sehr',
  text: `Guten Tag, Jörg Müßig,\n\n${'ein sehr langer Absatz mit Umlauten äöüß '.repeat(60)}\n`,
  html: '<p>Guten Tag, Jörg Müßig,</p>',
  language: 'de',
};

const settings = (SMTP_URL: string, MAIL_FROM = 'Stellwerk Überall <jobs@firm.example>') =>
  readSettings({ SMTP_URL, MAIL_FROM, PUBLIC_URL: 'https://jobs.firm.example' });

const failure = (error: unknown): MailError => {
  assert.ok(error instanceof MailError);
  return error;
};

beforeEach(() => {
  for (const server of [plain, startTls, secure]) server.received.length = 0;
  plain.reject = undefined;
  plain.beforeConfirmation = undefined;
});

test('a mail arrives with umlauts, long lines, both parts, and the headers of an automatic mail', async () => {
  await sendMail(settings(plain.url), { ...MAIL, to: 'joerg@example.org', replyTo: 'team@firm.example' });
  const [{ parsed, raw, from, recipients } = assert.fail()] = plain.received;
  assert.equal(from, 'jobs@firm.example');
  assert.deepEqual(recipients, ['joerg@example.org']);
  assert.equal(parsed.subject, MAIL.subject);
  assert.equal(parsed.text?.trim(), MAIL.text.trim());
  assert.equal(parsed.html?.trim(), MAIL.html);
  assert.deepEqual([parsed.from?.name, parsed.from?.address], ['Stellwerk Überall', 'jobs@firm.example']);
  assert.equal(parsed.replyTo?.[0]?.address, 'team@firm.example');
  const header = (name: string) => parsed.headers.find(({ key }) => key === name)?.value;
  assert.equal(header('auto-submitted'), 'auto-generated');
  assert.equal(header('content-language'), 'de');
  assert.match(header('content-type') ?? '', /^multipart\/alternative/);
  for (const line of raw.split('\r\n')) assert.ok(line.length <= 998, 'a line is too long');
});

test('the same mail has the same Message-ID each time it is sent, another mail another one', async () => {
  for (const key of ['a', 'a', 'b'])
    await sendMail(settings(plain.url), { ...MAIL, to: 'a@example.org', key });
  const [first, second, third] = plain.received.map(({ parsed }) => parsed.messageId);
  assert.match(first!, /^<[0-9a-f]{40}@firm\.example>$/);
  assert.equal(first, second);
  assert.notEqual(first, third);
});

test('the Message-ID is ASCII if the domain of the sender has an umlaut', async () => {
  await sendMail(settings(plain.url, 'jobs@müller.example'), { ...MAIL, to: 'a@example.org' });
  assert.match(plain.received[0]!.raw, /^Message-ID:\s*<[0-9a-f]{40}@xn--mller-kva\.example>\r$/im);
});

test('line breaks in the subject and the name of the sender add no headers', async () => {
  const text = 'Hello\r\nBcc: victim@example.org\r\n\r\nBody';
  await sendMail(settings(plain.url), { ...MAIL, to: 'a@example.org', subject: text, senderName: text });
  const [{ parsed, recipients } = assert.fail()] = plain.received;
  assert.deepEqual(recipients, ['a@example.org']);
  assert.equal(parsed.bcc, undefined);
  assert.equal(parsed.subject, 'Hello Bcc: victim@example.org Body');
});

test('user and password are sent over STARTTLS and over TLS', async () => {
  const url = (scheme: string, port: number) => `${scheme}://${CREDENTIALS}@localhost:${port}`;
  await sendMail(settings(url('smtp', startTls.port)), { ...MAIL, to: 'a@example.org' });
  await sendMail(settings(url('smtps', secure.port)), { ...MAIL, to: 'a@example.org' });
  for (const { received } of [startTls, secure])
    assert.deepEqual(
      received.map(({ isEncrypted, user }) => [isEncrypted, user]),
      [[true, 'user@host']],
    );
  await checkMailServer(settings(url('smtps', secure.port)));
});

test('a wrong password is a temporary failure that names the setting and no secret', async () => {
  const error = failure(
    await checkMailServer(settings(`smtps://user:hidden@localhost:${secure.port}`)).catch((cause) => cause),
  );
  assert.match(error.message, /EAUTH.*SMTP_URL/);
  assert.doesNotMatch(error.message, /hidden/);
  assert.equal(error.failure, 'temporary');
});

test('a response 5xx to a recipient is permanent, a 4xx is not, and neither is repeated in the message', async () => {
  const send = () => sendMail(settings(plain.url), { ...MAIL, to: 'a@example.org' }).catch((cause) => cause);
  for (const at of ['sender', 'recipient', 'data'] as const) {
    plain.reject = { at, status: 550 };
    const permanent = failure(await send());
    assert.equal(permanent.failure, 'permanent', at);
    assert.doesNotMatch(permanent.message, /example\.org|Rejected/);
    plain.reject = { at, status: 451 };
    assert.equal(failure(await send()).failure, 'temporary', at);
  }
});

test('a server that asks for a password, or does not relay without one, is a temporary failure at every step', async () => {
  const attempt = (url: string) =>
    sendMail(settings(url), { ...MAIL, to: 'a@example.org' }).catch((cause) => cause);
  const missing = failure(await attempt(`smtp://localhost:${startTls.port}`));
  assert.equal(missing.failure, 'temporary');
  assert.match(
    missing.message,
    /MAIL FROM, response 530.*The server requires a user and password in SMTP_URL/,
  );
  for (const at of ['sender', 'recipient', 'data'] as const)
    for (const status of [530, 534, 535, 538]) {
      plain.reject = { at, status };
      assert.equal(failure(await attempt(plain.url)).failure, 'temporary', `${at} ${status}`);
    }
  plain.reject = { at: 'recipient', status: 554, text: '5.7.1 <a@example.org>: Relay access denied' };
  const refused = failure(await attempt(plain.url));
  assert.equal(refused.failure, 'temporary');
  assert.match(refused.message, /does not relay.*SMTP_URL/);
  assert.doesNotMatch(refused.message, /example\.org/);
});

const LONG_MS = 60_000;
const send = (options: Parameters<typeof sendMail>[2], url = plain.url) =>
  sendMail(settings(url), { ...MAIL, to: 'a@example.org' }, options);
const never = () => new Promise<void>(() => {});

test('the confirmation of a mail has its own timeout', async () => {
  // The handover takes a part of its time on a slow machine.
  plain.beforeConfirmation = () => delay(2100);
  await send({ timeouts: { handoverMs: 2000, confirmationMs: LONG_MS } });
});

test('a mail that the server has taken and not confirmed may arrive, and the message says so', async () => {
  plain.beforeConfirmation = never;
  // So long that the server has read what was sent.
  const timeouts = { handoverMs: LONG_MS, confirmationMs: 1000 };
  const slow = failure(await send({ timeouts }).catch((cause) => cause));
  assert.match(
    slow.message,
    /^The mail server took the mail but did not confirm it within 5 minutes\. The mail may arrive/,
  );
  assert.equal(slow.failure, 'unconfirmed');
  const stop = new AbortController();
  plain.beforeConfirmation = () => {
    stop.abort();
    return never();
  };
  const stopped = failure(await send({ signal: stop.signal }).catch((cause) => cause));
  assert.equal(stopped.failure, 'unconfirmed');
  assert.equal(plain.received.length, 2);
});

test('a server that stops responding before it has the contents does not have the mail', async () => {
  const silent = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 ready\r\n');
  });
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const { port } = silent.address() as AddressInfo;
  const timeouts = { handoverMs: 20, confirmationMs: LONG_MS };
  const error = failure(await send({ timeouts }, `smtp://127.0.0.1:${port}`).catch((cause) => cause));
  silent.close();
  assert.match(error.message, /^The mail server was not ready within 60 seconds/);
  assert.equal(error.failure, 'temporary');
});

test('a server that cannot be reached is a temporary failure', async () => {
  const error = failure(await sendMail(settings('smtp://127.0.0.1:1'), MAIL).catch((cause) => cause));
  assert.equal(error.failure, 'temporary');
  assert.match(error.message, /host and port in SMTP_URL/);
});

test('invalid settings are named without their values', () => {
  const fault = (environment: Record<string, string>) => {
    try {
      readSettings(environment);
    } catch (error) {
      return (error as Error).message;
    }
    return assert.fail('accepted');
  };
  for (const url of ['http://user:hidden@x', 'smtp://user:hidden@', 'smtps://u:hidden@h/path']) {
    const message = fault({ SMTP_URL: url, MAIL_FROM: 'a@b.example' });
    assert.match(message, /^SMTP_URL must have the form/);
    assert.doesNotMatch(message, /hidden/);
  }
  assert.match(fault({ SMTP_URL: 'smtp://mail.example' }), /^SMTP_URL is set, which needs MAIL_FROM/);
  assert.match(fault({ MAIL_FROM: 'nobody' }), /^MAIL_FROM must be an address/);
});
