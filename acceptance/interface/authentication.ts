import assert from 'node:assert/strict';
import { memoryTokenCache, PermissionError, type TokenCache } from '../../sdk/index.ts';
import { access, client, connect } from '../installation.ts';
import { call, requestToken, send, token } from '../raw.ts';
import { rule } from '../rule.ts';

const tokenUrl = `${access.host}/oauth/token`;
const audience = `${access.host}/api/v3`;

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}

rule(
  ['authentication.formGivesToken', 'authentication.tokenNotStored'],
  'A form with the credentials returns a token and its lifetime',
  async () => {
    const { status, headers, body } = await requestToken();
    assert.equal(status, 200);
    assert.equal(body.token_type, 'Bearer');
    assert.ok(Number.isInteger(body.expires_in) && body.expires_in > 0);
    assert.equal(headers.get('cache-control'), 'no-store');
    const authorization = `Bearer ${body.access_token}`;
    assert.equal((await call('GET', '/branches', { headers: { authorization } })).status, 200);
  },
);

rule('authentication.onlyForms', 'The token endpoint rejects JSON', async () => {
  const { status, body } = await send(tokenUrl, {
    method: 'POST',
    headers: { 'user-agent': 'Acceptance/1.0', 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials', audience }),
  });
  assert.equal(status, 400);
  assert.equal(body.error, 'invalid_request');
  assert.match(body.error_description, /x-www-form-urlencoded/);
});

rule('authentication.oneGrant', 'The grant type password is not supported', async () => {
  const { status, body } = await requestToken({ grant_type: 'password' });
  assert.deepEqual([status, body.error], [400, 'unsupported_grant_type']);
});

rule(
  'authentication.missingField',
  'The error for a request without the secret names the missing field',
  async () => {
    const { status, body } = await requestToken({ client_secret: undefined });
    assert.deepEqual([status, body.error], [400, 'invalid_request']);
    assert.match(body.error_description, /client_secret/);
  },
);

rule(
  'authentication.credentialsExact',
  'A wrong secret, an unknown client and an extra space return the same error',
  async () => {
    const wrong = await requestToken({ client_secret: 'wrong' });
    const unknown = await requestToken({ client_id: 'nobody' });
    const spaced = await requestToken({ client_id: ` ${access.clientId}` });
    assert.deepEqual([wrong.status, wrong.body.error], [401, 'invalid_client']);
    assert.deepEqual([unknown.body, spaced.body], [wrong.body, wrong.body]);
  },
);

rule('authentication.basic', 'The credentials can be sent with HTTP Basic', async () => {
  const credentials = Buffer.from(`${access.clientId}:${access.clientSecret}`).toString('base64');
  const { status } = await requestToken(
    { client_id: undefined, client_secret: undefined },
    { authorization: `Basic ${credentials}` },
  );
  assert.equal(status, 200);
});

rule(
  'authentication.audienceExact',
  'The error for the base URL or a trailing slash as audience shows the right audience',
  async () => {
    for (const other of [`${access.host}/v3`, `${audience}/`]) {
      const { status, body } = await requestToken({ audience: other });
      assert.deepEqual([status, body.error], [400, 'invalid_target']);
      assert.ok(body.error_description.includes(audience));
    }
  },
);

rule('authentication.withoutAudience', 'The API rejects a token without an audience', async () => {
  const { status, body } = await requestToken({ audience: undefined });
  assert.equal(status, 200);
  const authorization = `Bearer ${body.access_token}`;
  assert.equal((await call('GET', '/branches', { headers: { authorization } })).status, 401);
});

rule(
  'authentication.tokenFormat',
  'The claims of a token name the client, the audience, the scope and the expiry',
  async () => {
    const [header, claims] = (await token()).split('.').slice(0, 2).map(decode);
    assert.equal(header!.typ, 'at+jwt');
    const { body } = await send(`${access.host}/.well-known/jwks.json`);
    assert.ok(body.keys.some(({ kid }: { kid: string }) => kid === header!.kid));
    const { iss, aud, sub, client_id, jti, iat, exp, scope } = claims!;
    assert.deepEqual([iss, aud, sub, client_id], [access.host, audience, access.clientId, access.clientId]);
    assert.ok(jti && Number(exp) > Number(iat) && String(scope).includes('candidates:read'));
  },
);

rule('authentication.metadata', 'The URLs of the token endpoint and the keys are published', async () => {
  const { status, body } = await send(`${access.host}/.well-known/oauth-authorization-server`);
  assert.equal(status, 200);
  assert.equal(body.issuer, access.host);
  assert.equal(body.token_endpoint, tokenUrl);
  assert.equal(body.jwks_uri, `${access.host}/.well-known/jwks.json`);
});

rule('authentication.everyCallNeedsToken', 'A call without a token returns a challenge', async () => {
  const { status, headers, body } = await call('GET', '/branches', { headers: { authorization: undefined } });
  assert.equal(status, 401);
  assert.match(headers.get('www-authenticate')!, /^Bearer/);
  assert.deepEqual(body.validationErrors, []);
});

rule('authentication.headerForm', 'A header with quotation marks or two spaces is invalid', async () => {
  for (const authorization of [`Bearer "${await token()}"`, `Bearer  ${await token()}`]) {
    const { status, headers } = await call('GET', '/branches', { headers: { authorization } });
    assert.equal(status, 401);
    assert.match(headers.get('www-authenticate')!, /error="invalid_request"/);
  }
});

rule('authentication.wrongTokenRefused', 'A token with a wrong signature is rejected', async () => {
  const [header, claims] = (await token()).split('.');
  const authorization = `Bearer ${header}.${claims}.${Buffer.alloc(64).toString('base64url')}`;
  const { status, headers } = await call('GET', '/branches', { headers: { authorization } });
  assert.equal(status, 401);
  assert.match(headers.get('www-authenticate')!, /error="invalid_token"/);
});

async function issuedTokens(): Promise<number> {
  const { clients } = await client.usage.getTokens();
  return clients.find(({ clientId }) => clientId === access.clientId)!.issued;
}

rule('authentication.oneTokenForManyCalls', 'A client uses one token for all its calls', async () => {
  const before = await issuedTokens();
  const other = connect({ tokenCache: memoryTokenCache() });
  await Promise.all(Array.from({ length: 5 }, () => other.branches.list()));
  await other.branches.list();
  assert.equal(await issuedTokens(), before + 1);
});

rule('authentication.renewOnce', 'A client renews an old token once and retries the call', async () => {
  const before = await issuedTokens();
  const kept = {
    accessToken: 'kept-too-long',
    obtainedAtMs: Date.now(),
    expiresAtMs: Date.now() + 3_600_000,
  };
  const stale: TokenCache = { get: async () => kept, set: async () => {} };
  const { branches } = await connect({ tokenCache: stale }).branches.list();
  assert.ok(branches.length > 0);
  assert.equal(await issuedTokens(), before + 1);
});

rule(
  ['authentication.scopeNarrows', 'authentication.permissionNeeded'],
  'With a token for reading, the error for a write names the missing permission',
  async () => {
    const { body } = await requestToken({ scope: 'candidates:read' });
    assert.equal(body.scope, 'candidates:read');
    const hour = Date.now() + 3_600_000;
    const narrow = { accessToken: body.access_token, obtainedAtMs: Date.now(), expiresAtMs: hour };
    const reader = connect({ tokenCache: { get: async () => narrow, set: async () => {} } });
    assert.ok(
      Array.isArray(
        (await reader.candidates.list({ startDate: '2020-01-01', endDate: '2020-01-01' })).candidates,
      ),
    );
    await assert.rejects(reader.candidates.create({ firstName: 'Ada', lastName: 'Muster' }), (error) => {
      assert.ok(error instanceof PermissionError);
      assert.match(error.message, /candidates:write/);
      return true;
    });
  },
);

rule('authentication.ledger', 'The ledger has the tokens of the month and their cost', async () => {
  const monthNow = () => new Date().toISOString().slice(0, 7);
  const before = monthNow();
  const { month, issued, free, billable, costEur } = await client.usage.getTokens();
  // Another one can begin during the call.
  assert.ok([before, monthNow()].includes(month), month);
  assert.equal(free, 100);
  assert.equal(billable, Math.max(0, issued - free));
  assert.equal(costEur, billable / 10);
});
