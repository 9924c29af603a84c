import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { readSettings } from '../config.ts';
import { ObjectStoreError } from '../core/blobs/index.ts';
import { FileAccessError } from '../core/files/file-error.ts';
import { describeTarget, explainDatabaseError, toErrorLine } from './errors.ts';

test('a file that does not exist, or an object store that is down, is not explained as a database that does not respond', () => {
  const settings = readSettings({ DATABASE_URL: 'postgres://u:p@db.example.com/d' });
  const error = new FileAccessError('BLOB_URL: the document store cannot be used.', 'ENOENT', {});
  assert.equal(explainDatabaseError(error, settings), error);
  const ofStore = new ObjectStoreError('unreachable', 'BLOB_URL: the object store does not respond.', {
    code: 'ECONNREFUSED',
  });
  assert.equal(explainDatabaseError(ofStore, settings), ofStore);
  const refused = Object.assign(new Error(), { code: 'ENOENT', syscall: 'connect' });
  assert.match(String(explainDatabaseError(refused, settings)), /PostgreSQL does not respond/);
});

test('a server that wants a certificate of the client, or has no entry for the user, is not explained as a wrong password', () => {
  const settings = readSettings({ DATABASE_URL: 'postgres://u:p@db.example.com/d' });
  const withCertificate = readSettings({
    DATABASE_URL: `postgres://u:p@db.example.com/d?sslcert=${import.meta.filename}&sslkey=${import.meta.filename}`,
  });
  const refusal = (code: string, message: string) =>
    Object.assign(new pg.DatabaseError(message, 0, 'error'), { code, severity: 'FATAL' });
  for (const message of [
    'connection requires a valid client certificate',
    'certificate authentication failed for user "u"',
  ]) {
    const text = String(explainDatabaseError(refusal('28000', message), settings));
    assert.match(text, /requires another certificate of the client .* Add sslcert=\/path and sslkey=\/path/);
    assert.ok(text.includes(message) && !text.includes('password'), text);
  }
  const noLogin = refusal('28000', 'role "u" is not permitted to log in');
  assert.match(
    String(explainDatabaseError(noLogin, settings)),
    /rejects the user \(role "u" is not permitted to log in\)/,
  );
  // With a password and a certificate, PostgreSQL says the same of both.
  const password = refusal('28P01', 'password authentication failed for user "u"');
  assert.match(String(explainDatabaseError(password, withCertificate)), /the password, or the certificate/);
  assert.match(
    String(explainDatabaseError(password, settings)),
    /rejects the user or the password\. Correct/,
  );
});

test('a full disk of the database is named with the way out, whatever file PostgreSQL could not write', () => {
  const message = 'could not write init file: No space left on device';
  const full = Object.assign(new pg.DatabaseError(message, 0, 'error'), { code: '53100' });
  assert.equal(
    toErrorLine(full),
    `The disk of the database is full (${message}). Make space, and try again.`,
  );
  const other = Object.assign(new pg.DatabaseError(message, 0, 'error'), { code: '58030' });
  assert.equal(toErrorLine(other), message);
});

test('a URL without a host is described as the server of this machine, which it means', () => {
  for (const url of ['postgres:///d', 'postgres://u@/d', 'postgres:///d?host=&port='])
    assert.equal(describeTarget(url), 'localhost:5432', url);
  assert.equal(describeTarget('postgres:///d?host=/run/postgresql'), '/run/postgresql:5432');
});
