import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cookieName, readSessionToken, sessionCookie } from './cookie.ts';

test('over https, the cookie is bound to the host and to TLS', () => {
  const cookie = sessionCookie({ publicUrl: 'https://jobs.example.org', sessionHours: 1 }, 'abc');
  assert.equal(
    cookie,
    '__Host-stellwerk_session=abc; Max-Age=3600; Path=/; HttpOnly; Secure; SameSite=Strict',
  );
});

test('over http, the cookie has no prefix, because a browser would reject it', () => {
  assert.equal(cookieName({ publicUrl: 'http://localhost:8080' }), 'stellwerk_session');
});

test('the token is found among other cookies, and cookies with similar names are ignored', () => {
  const name = 'stellwerk_session';
  assert.equal(readSessionToken('a=1; stellwerk_session=xyz ;b=2', name), 'xyz');
  assert.equal(readSessionToken('my_stellwerk_session=xyz; stellwerk_session2=q', name), undefined);
  assert.equal(readSessionToken('__Host-stellwerk_session=xyz', name), undefined);
  assert.equal(readSessionToken(undefined, name), undefined);
});
