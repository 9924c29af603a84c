import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { allowsNoEncryption, explainTlsError, isOpenToNetwork } from './encryption.ts';

for (const [url, expected] of [
  ['postgres://u:p@127.0.0.1:5432/d', false],
  ['postgres://u:p@127.1/d', false],
  ['postgres://u:p@localhost/d', false],
  ['postgres://u:p@[::1]:5432/d', false],
  ['postgres://u@/d', false],
  ['postgres:///d?host=/run/postgresql', false],
  ['postgres://u@%2Frun%2Fpostgresql/d', false],
  ['postgres://u:p@localhost/d?host=db.example.com', true],
  ['postgres://u:p@db.example.com/d?host=localhost', false],
  ['postgres://u:p@db.example.com/d', true],
  ['postgres://u:p@127.example.com/d', true],
  ['postgres://u:p@localhost.example.com/d', true],
  ['postgres://u:p@[2001:db8::1]/d', true],
  ['postgres://u:p@localhost:5432,127.0.0.1:5433/d', false],
  ['postgres://u:p@localhost:5432,db.example.com:5432/d', true],
  ['postgres://u:p@a:5432,b:5432/d?sslmode=verify-full', false],
  ['postgres://u:p@db.example.com/d?sslmode=verify-full', false],
  ['postgres://u:p@db.example.com/d?sslmode=no-verify', false],
  ['postgres://u:p@db.example.com/d?ssl=true', false],
  ['postgres://u:p@db.example.com/d?sslmode=prefer&uselibpqcompat=true', false],
  ['postgres://u:p@db.example.com/d?sslmode=disable', true],
] as const)
  test(`${url} ${expected ? 'crosses a network unencrypted' : 'is encrypted or local'}`, () =>
    assert.equal(isOpenToNetwork(url), expected));

test('only sslmode=disable says that a connection needs no encryption', () => {
  assert.ok(allowsNoEncryption('postgres://u:p@db/d?sslmode=disable'));
  assert.ok(allowsNoEncryption('postgres://u:p@db/d?application_name=x&sslmode=disable&port=1'));
  assert.ok(!allowsNoEncryption('postgres://u:p@db/d'));
  assert.ok(!allowsNoEncryption('postgres://u:p@db/d?xsslmode=disable'));
});

test('a certificate that is not valid today is explained', () => {
  for (const code of ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'])
    assert.equal(
      explainTlsError(Object.assign(new Error(), { code }), 'db:5432'),
      `the certificate of the server at db:5432 is not valid today (${code}). Replace it, or correct the clock of this machine.`,
    );
});

test('a connection without TLS that pg_hba.conf does not admit is explained with what is certain', () => {
  const explain = (message: string) => {
    const error = Object.assign(new pg.DatabaseError(message, 0, 'error'), { code: '28000' });
    return explainTlsError(error, 'db:5432');
  };
  const expected =
    'the pg_hba.conf of the server at db:5432 has no entry that admits this address, user, and database without TLS. Add one, or add sslmode=verify-full to the URL if it has one with TLS.';
  const end = 'host "10.0.0.1", user "u", database "d"';
  assert.equal(explain(`no pg_hba.conf entry for ${end}, no encryption`), expected);
  assert.equal(explain(`pg_hba.conf rejects connection for ${end}, no encryption`), expected);
  assert.equal(explain(`no pg_hba.conf entry for ${end}, SSL encryption`), undefined);
  assert.equal(explain('role "no encryption" is not permitted to log in'), undefined);
});
