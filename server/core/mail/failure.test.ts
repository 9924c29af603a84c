import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { readSettings } from '../../config.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../../testing/certificate.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { toMailError } from './failure.ts';
import { type Mail, MailError, sendMail } from './index.ts';
import { parseSmtpUrl } from './smtp-url.ts';

// No authority has signed the certificate.
const encryption = { key: TEST_KEY, cert: TEST_CERTIFICATE };
const startTls = await startMailServer(encryption);
const secure = await startMailServer({ ...encryption, secure: true });
const plain = await startMailServer();
const ascii = await startMailServer({ hideSMTPUTF8: true });

const MAIL: Mail = {
  key: '1',
  to: 'a@example.org',
  subject: 'Hello',
  text: 'Hello\n',
  html: '<p>Hello</p>',
  language: 'en',
};

async function failureAt(url: string): Promise<string> {
  const settings = readSettings({ SMTP_URL: url, MAIL_FROM: 'jobs@firm.example' });
  const error = await sendMail(settings, MAIL).then(
    () => assert.fail('sent'),
    (cause) => cause,
  );
  assert.ok(error instanceof MailError, error);
  assert.equal(error.failure, 'temporary');
  return error.message;
}

test('on the same machine, STARTTLS without a password needs no certificate that is trusted', async () => {
  for (const host of ['localhost', '127.0.0.1']) {
    const url = `smtp://${host}:${startTls.port}`;
    await sendMail(readSettings({ SMTP_URL: url, MAIL_FROM: 'jobs@firm.example' }), MAIL);
  }
  assert.deepEqual(
    startTls.received.map(({ isEncrypted }) => isEncrypted),
    [true, true],
  );
});

test('a password is sent to no server whose certificate is not trusted, and smtps:// always needs one', async () => {
  for (const url of [`smtp://me:secret@localhost:${startTls.port}`, `smtps://localhost:${secure.port}`]) {
    const message = await failureAt(url);
    assert.match(message, /DEPTH_ZERO_SELF_SIGNED_CERT.*no authority.*NODE_EXTRA_CA_CERTS/);
    assert.doesNotMatch(message, /host and port|secret/);
  }
});

test('the message names the cause of a connection that cannot be set up, and what to change', async () => {
  assert.match(
    await failureAt('smtp://127.0.0.1:1'),
    /ECONNREFUSED.*Nothing listens.*host and port in SMTP_URL/,
  );
  assert.match(await failureAt(`smtps://127.0.0.1:${plain.port}`), /ERR_SSL_.*smtps:\/\/ \(TLS\)/);
});

test('the message names what is wrong with a certificate or the name of the host', () => {
  const messageOf = (originalCode: string, code = 'ESOCKET') =>
    toMailError({ code, originalCode, command: 'CONN' }, parseSmtpUrl('smtps://mail.example')).message;
  assert.match(messageOf('ENOTFOUND', 'EDNS'), /ENOTFOUND.*The host name in SMTP_URL could not be resolved/);
  assert.match(messageOf('ERR_TLS_CERT_ALTNAME_INVALID'), /is for another host name/);
  assert.match(messageOf('CERT_HAS_EXPIRED'), /is not valid today/);
});

test('an address with an umlaut before the @ is named as the reason if the server cannot take it', async () => {
  const url = `smtp://127.0.0.1:${ascii.port}`;
  const rejected = (to: string, mailFrom = 'jobs@firm.example') =>
    sendMail(readSettings({ SMTP_URL: url, MAIL_FROM: mailFrom }), { ...MAIL, to }).then(
      () => undefined,
      (error: MailError) => error,
    );
  ascii.reject = { at: 'recipient', status: 553 };
  const failure = await rejected('müller@exämple.example');
  assert.equal(failure?.failure, 'permanent');
  assert.match(failure.message, /RCPT TO, response 553.*address of the recipient.*before the @.*SMTPUTF8/);
  assert.doesNotMatch(failure.message, /MAIL_FROM|müller/);
  assert.match((await rejected('a@exämple.example'))!.message, /rejects the recipient\. Check the address/);
  ascii.reject = { at: 'sender', status: 550 };
  assert.match(
    (await rejected('a@example.org', 'büro@firm.example'))!.message,
    /MAIL_FROM.*before the @.*SMTPUTF8/,
  );
  ascii.reject = undefined;
  assert.equal(await rejected('müller@exämple.example'), undefined);
  assert.deepEqual(ascii.received[0]?.recipients, ['müller@exämple.example']);
});

test('a rejection says what to correct, and the text of the server is not part of the message', async () => {
  const settings = readSettings({
    SMTP_URL: `smtp://127.0.0.1:${plain.port}`,
    MAIL_FROM: 'jobs@firm.example',
  });
  const cases: [at: 'sender' | 'recipient' | 'data', status: number, text: string, message: RegExp][] = [
    ['recipient', 550, '5.1.1 <a@example.org>: User unknown', /RCPT TO, response 550 5\.1\.1\).*the address/],
    ['recipient', 554, '<a@example.org>: Rejected', /RCPT TO, response 554\)\..*Check the address/],
    ['recipient', 550, '5.1.8 <jobs@firm.example>: Domain not found', /RCPT TO.*Check MAIL_FROM\.$/],
    ['recipient', 552, '5.2.2 <a@example.org>: Over quota', /The mailbox of the recipient is full\.$/],
    ['sender', 550, '5.7.1 <jobs@firm.example>: Rejected', /MAIL FROM, response 550 5\.7\.1\).*MAIL_FROM\.$/],
    ['data', 552, '5.3.4 Message of a@example.org too big', /DATA, response 552 5\.3\.4\).*larger than/],
    ['data', 554, '5.7.1.a@example.org is spam', /DATA, response 554\).*contents.*size.*spam filter/],
  ];
  for (const [at, status, text, message] of cases) {
    plain.reject = { at, status, text };
    const error = await sendMail(settings, MAIL).then(
      () => assert.fail('sent'),
      (cause) => cause,
    );
    assert.equal(error.failure, 'permanent');
    assert.match(error.message, message);
    assert.match(error.message, /^The mail server rejected the mail/);
    if (!/MAIL_FROM/.test(message.source)) assert.doesNotMatch(error.message, /Check MAIL_FROM/);
    assert.doesNotMatch(error.message + JSON.stringify(error) + inspect(error), /@|unknown|quota|big/);
    assert.equal(error.response, `${status} ${text}`);
  }
  plain.reject = undefined;
});

test('the text of a server is one line without control characters', () => {
  const response = '550-5.7.1 No\u001b[2J\r\n550 5.7.1 mail\u202e';
  const failure = { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response };
  const error = toMailError(failure, parseSmtpUrl('smtp://mail.example'));
  assert.equal(error.response, '550-5.7.1 No [2J 550 5.7.1 mail');
});

test('a server without STARTTLS gets no password, and the message says so', () => {
  const settings = parseSmtpUrl('smtp://me:secret@mail.example');
  const error = { code: 'ETLS', command: 'STARTTLS', responseCode: 502 };
  assert.match(toMailError(error, settings).message, /response 502.*no password.*smtps:\/\//);
});
