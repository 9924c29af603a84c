import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { hashPassword, UNMATCHED_HASH, verifyPassword } from './password.ts';

const HASH = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/;

test('a password verifies against its own hash only', async () => {
  const hash = await hashPassword('correct horse battery');
  assert.match(hash, HASH);
  assert.equal(await verifyPassword('correct horse battery', hash), true);
  assert.equal(await verifyPassword('correct horse batterY', hash), false);
});

test('what is checked for an unknown user costs as much as a hash, and matches nothing', async () => {
  assert.match(UNMATCHED_HASH, HASH);
  assert.equal(await verifyPassword('', UNMATCHED_HASH), false);
});

test('a malformed hash never verifies', async () => {
  assert.equal(await verifyPassword('', ''), false);
});

test('of a burst, at most four hashes run at once and fewer than there are processors, sixteen wait, and the rest are a 429', async () => {
  const results = await Promise.allSettled(Array.from({ length: 30 }, () => hashPassword('correct horse')));
  const rejected = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason);
  const running = Math.max(1, Math.min(4, availableParallelism() - 1));
  assert.equal(rejected.length, 30 - running - 16);
  for (const { code, headers } of rejected)
    assert.deepEqual([code, headers], ['tooManyRequests', { 'retry-after': '1' }]);
  assert.equal(await verifyPassword('next', await hashPassword('next')), true);
});
