import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
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
  to: ['jörg@example.org'],
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
});

test('a mail arrives with umlauts, long lines, both parts, and the headers of an automatic mail', async () => {
  await sendMail(settings(plain.url), { ...MAIL, to: ['joerg@example.org'], replyTo: 'team@firm.example' });
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
    await sendMail(settings(plain.url), { ...MAIL, to: ['a@example.org'], key });
  const [first, second, third] = plain.received.map(({ parsed }) => parsed.messageId);
  assert.match(first!, /^<[0-9a-f]{40}@firm\.example>$/);
  assert.equal(first, second);
  assert.notEqual(first, third);
});

test('line breaks in the subject and the name of the sender add no headers', async () => {
  const text = 'Hello\r\nBcc: victim@example.org\r\n\r\nBody';
  await sendMail(settings(plain.url), { ...MAIL, to: ['a@example.org'], subject: text, senderName: text });
  const [{ parsed, recipients } = assert.fail()] = plain.received;
  assert.deepEqual(recipients, ['a@example.org']);
  assert.equal(parsed.bcc, undefined);
  assert.equal(parsed.subject, 'Hello Bcc: victim@example.org Body');
});

test('user and password are sent over STARTTLS and over TLS', async () => {
  const url = (scheme: string, port: number) => `${scheme}://${CREDENTIALS}@localhost:${port}`;
  await sendMail(settings(url('smtp', startTls.port)), { ...MAIL, to: ['a@example.org'] });
  await sendMail(settings(url('smtps', secure.port)), { ...MAIL, to: ['a@example.org'] });
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
  assert.equal(error.isPermanent, false);
});

test('a response 5xx to a recipient is permanent, a 4xx is not, and neither is repeated in the message', async () => {
  const send = () =>
    sendMail(settings(plain.url), { ...MAIL, to: ['a@example.org'] }).catch((cause) => cause);
  for (const at of ['sender', 'recipient', 'data'] as const) {
    plain.reject = { at, status: 550 };
    const permanent = failure(await send());
    assert.equal(permanent.isPermanent, true, at);
    assert.doesNotMatch(permanent.message, /example\.org|Rejected/);
    plain.reject = { at, status: 451 };
    assert.equal(failure(await send()).isPermanent, false, at);
  }
});

test('a server that cannot be reached is a temporary failure', async () => {
  const error = failure(await sendMail(settings('smtp://127.0.0.1:1'), MAIL).catch((cause) => cause));
  assert.equal(error.isPermanent, false);
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
