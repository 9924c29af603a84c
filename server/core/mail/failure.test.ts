import assert from 'node:assert/strict';
import { test } from 'node:test';
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
  assert.match((await rejected('a@exämple.example'))!.message, /Check MAIL_FROM/);
  ascii.reject = { at: 'sender', status: 550 };
  assert.match(
    (await rejected('a@example.org', 'büro@firm.example'))!.message,
    /MAIL_FROM.*before the @.*SMTPUTF8/,
  );
  ascii.reject = undefined;
  assert.equal(await rejected('müller@exämple.example'), undefined);
  assert.deepEqual(ascii.received[0]?.recipients, ['müller@exämple.example']);
});

test('a server without STARTTLS gets no password, and the message says so', () => {
  const settings = parseSmtpUrl('smtp://me:secret@mail.example');
  const error = { code: 'ETLS', command: 'STARTTLS', responseCode: 502 };
  assert.match(toMailError(error, settings).message, /response 502.*no password.*smtps:\/\//);
});
