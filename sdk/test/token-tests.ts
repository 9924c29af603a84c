import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AuthenticationError, TokenError } from '../index.ts';
import { cacheHolding, connect, Ledger, recordRequests, tokenOf } from './access.ts';
import { access } from './service.ts';

const ledger = new Ledger(access);
test('concurrent calls use one token', async () => {
  const client = connect(access);
  const issued = await ledger.during(() =>
    Promise.all(Array.from({ length: 20 }, () => client.branches.list())),
  );
  assert.equal(issued, 1);
});

test('the clients of a process share a token by default', async () => {
  const share = { tokenCache: undefined };
  const issued = await ledger.during(() =>
    Promise.all([connect(access, share).branches.list(), connect(access, share).branches.list()]),
  );
  assert.equal(issued, 1);
});

test('a token with less than five minutes left is renewed', async () => {
  const token = await tokenOf(access);
  const use = (secondsLeft: number) =>
    ledger.during(() => connect(access, { tokenCache: cacheHolding(token, secondsLeft) }).branches.list());
  assert.equal(await use(310), 0);
  assert.equal(await use(290), 1);
});

test('after a 401, the call is retried once with a new token', async () => {
  const seen = recordRequests();
  const client = connect(access, { tokenCache: cacheHolding('no-token-of-ours', 7200), fetch: seen.fetch });
  const issued = await ledger.during(async () =>
    assert.ok((await client.branches.list()).branches.length > 0),
  );
  assert.equal(issued, 1);
  assert.deepEqual(
    seen.requests.map(({ path, status }) => `${path} ${status}`),
    ['/v3/branches 401', '/oauth/token 200', '/v3/branches 200'],
  );
});

test('concurrent calls that get a 401 request one token', async () => {
  const client = connect(access, { tokenCache: cacheHolding('no-token-of-ours', 7200) });
  const issued = await ledger.during(() =>
    Promise.all(Array.from({ length: 20 }, () => client.branches.list())),
  );
  assert.equal(issued, 1);
});

test('if the API rejects every token, repeated calls request two tokens at most', async () => {
  // Without an audience the service issues tokens that its API refuses.
  const seen = recordRequests((url, init) => {
    if (!url.endsWith('/oauth/token')) return init;
    const form = new URLSearchParams(String(init.body));
    form.delete('audience');
    return { ...init, body: form.toString() };
  });
  const client = connect(access, { fetch: seen.fetch });
  const issued = await ledger.during(async () => {
    await assert.rejects(client.branches.list(), AuthenticationError);
    assert.equal(seen.requests.filter(({ path }) => path === '/v3/branches').length, 2);
    for (let call = 0; call < 5; call++) await assert.rejects(client.branches.list(), AuthenticationError);
  });
  assert.equal(issued, 2);
});

test('a wrong secret is a TokenError without the secret, and is not retried', async () => {
  const seen = recordRequests();
  const client = connect(access, { clientSecret: 'wrong-secret', fetch: seen.fetch });
  await assert.rejects(client.branches.list(), (error) => {
    assert.ok(error instanceof TokenError);
    assert.deepEqual([error.status, error.error], [401, 'invalid_client']);
    assert.doesNotMatch(error.message, /wrong-secret/);
    return true;
  });
  assert.equal(seen.requests.length, 1);
});

test('a wrong audience is a TokenError that names the right one', async () => {
  const client = connect(access, { audience: access.baseUrl });
  await assert.rejects(client.branches.list(), {
    name: 'TokenError',
    error: 'invalid_target',
    message: /\/api\/v3/,
  });
});
