import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, type JWK, jwtVerify } from 'jose';
import { createApi, startTestService } from '../../testing/harness.ts';

const service = await startTestService();
const { tenant } = service;
const PUBLIC_URL = service.services.settings.publicUrl;
const AUDIENCE = `${PUBLIC_URL}/api/v3`;
const FIELDS = {
  grant_type: 'client_credentials',
  client_id: tenant.clientId,
  client_secret: tenant.clientSecret,
  audience: AUDIENCE,
};

// biome-ignore lint/suspicious/noExplicitAny: responses have different shapes.
type TokenResponse = { status: number; headers: Headers; body: any };

async function send(body: string, headers: Record<string, string> = {}): Promise<TokenResponse> {
  const response = await fetch(`${service.baseUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'user-agent': 'Test/1.0', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  });
  // All tests of this file share an address, and its failures would throttle them.
  await service.sql('DELETE FROM sign_in_attempt');
  return { status: response.status, headers: response.headers, body: await response.json() };
}

function request(
  fields: Record<string, string | undefined>,
  headers?: Record<string, string>,
): Promise<TokenResponse> {
  const sent = Object.entries({ ...FIELDS, ...fields }).filter(([, value]) => value !== undefined);
  return send(new URLSearchParams(sent as [string, string][]).toString(), headers);
}

function assertRejected(
  response: TokenResponse,
  status: number,
  body: { error: string; error_description: string },
): void {
  assert.deepEqual(response.body, body);
  assert.equal(response.status, status);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.match(response.headers.get('content-type')!, /^application\/json/);
}

const WRONG_CREDENTIALS = {
  error: 'invalid_client',
  error_description:
    'The client id or client secret is wrong, or the client is disabled. Check both for surrounding spaces.',
};
const MISSING_USER_AGENT = {
  error: 'invalid_request',
  error_description:
    'Send a User-Agent header with a product and a version, for example "Mozilla/5.0 (YourCompany)".',
};
const NOT_A_FORM = {
  error: 'invalid_request',
  error_description: 'Send the fields as a form with Content-Type: application/x-www-form-urlencoded.',
};

async function statusWith(token: string): Promise<number> {
  return (await createApi(service.baseUrl, token).get('/branches')).status;
}

test('the response contains the token with its lifetime and must not be cached', async () => {
  const { status, headers, body } = await request({});
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), ['access_token', 'token_type', 'expires_in', 'scope']);
  assert.equal(body.token_type, 'Bearer');
  assert.equal(body.expires_in, 86_400);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(await statusWith(body.access_token), 200);
});

test('a token follows RFC 9068 and verifies against the published keys', async () => {
  const { body } = await request({});
  const keys = await (await fetch(`${service.baseUrl}/.well-known/jwks.json`)).json();
  const { payload, protectedHeader } = await jwtVerify(
    body.access_token,
    createLocalJWKSet(keys as JSONWebKeySet),
    {
      issuer: PUBLIC_URL,
      audience: AUDIENCE,
      typ: 'at+jwt',
      requiredClaims: ['jti', 'iat', 'exp', 'sub', 'client_id', 'scope', 'tenant'],
    },
  );
  assert.deepEqual(Object.keys(protectedHeader).toSorted(), ['alg', 'kid', 'typ']);
  assert.equal(protectedHeader.alg, 'ES256');
  assert.equal(payload.sub, tenant.clientId);
  assert.equal(payload.client_id, tenant.clientId);
  assert.equal(payload.tenant, tenant.id);
  assert.equal(payload.exp! - payload.iat!, 86_400);
  assert.ok((payload.scope as string).split(' ').includes('candidates:write'));
});

test('every token has a unique id', async () => {
  const [a, b] = [await request({}), await request({})];
  assert.notEqual(decodeJwt(a!.body.access_token).jti, decodeJwt(b!.body.access_token).jti);
});

test('the key set contains only public keys', async () => {
  const { keys } = (await (await fetch(`${service.baseUrl}/.well-known/jwks.json`)).json()) as {
    keys: JWK[];
  };
  for (const key of keys)
    assert.deepEqual(Object.keys(key).toSorted(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
});

test('the server metadata contains the URLs of the endpoints', async () => {
  const metadata = (await (
    await fetch(`${service.baseUrl}/.well-known/oauth-authorization-server`)
  ).json()) as Record<string, unknown>;
  assert.equal(metadata.issuer, PUBLIC_URL);
  assert.equal(metadata.token_endpoint, `${PUBLIC_URL}/oauth/token`);
  assert.equal(metadata.jwks_uri, `${PUBLIC_URL}/.well-known/jwks.json`);
  assert.deepEqual(metadata.grant_types_supported, ['client_credentials']);
});

for (const audience of [undefined, '']) {
  test(`the API rejects a token requested without an audience: ${audience}`, async () => {
    const { status, body } = await request({ audience });
    assert.equal(status, 200);
    assert.equal(decodeJwt(body.access_token).aud, PUBLIC_URL);
    const response = await createApi(service.baseUrl, body.access_token).get('/branches');
    assert.equal(response.status, 401);
    assert.ok(response.body.message.includes(AUDIENCE));
    assert.match(response.headers.get('www-authenticate')!, /error="invalid_token"/);
  });
}

for (const audience of [
  `${AUDIENCE}/`,
  `${PUBLIC_URL}/v3`,
  PUBLIC_URL,
  AUDIENCE.toUpperCase(),
  ` ${AUDIENCE}`,
]) {
  test(`a wrong audience is rejected with the correct one in the message: "${audience}"`, async () => {
    assertRejected(await request({ audience }), 400, {
      error: 'invalid_target',
      error_description: `The audience must be exactly ${AUDIENCE}`,
    });
  });
}

for (const [field, description] of [
  ['grant_type', 'The field grant_type is missing. Send grant_type=client_credentials.'],
  [
    'client_id',
    'The field client_id is missing. Send client_id and client_secret, or HTTP Basic with the first request.',
  ],
  [
    'client_secret',
    'The field client_secret is missing. Send client_id and client_secret, or HTTP Basic with the first request.',
  ],
] as const) {
  for (const value of [undefined, '']) {
    test(`the error names a missing field: ${field} ${value}`, async () => {
      assertRejected(await request({ [field]: value }), 400, {
        error: 'invalid_request',
        error_description: description,
      });
    });
  }
}

for (const grant of ['authorization_code', 'password', 'Client_Credentials', ' client_credentials']) {
  test(`another grant type is rejected: "${grant}"`, async () => {
    assertRejected(await request({ grant_type: grant }), 400, {
      error: 'unsupported_grant_type',
      error_description: 'grant_type must be client_credentials.',
    });
  });
}

for (const [what, fields] of [
  ['unknown client', { client_id: 'swc_unknown' }],
  ['wrong secret', { client_secret: 'wrong' }],
  ['space before the id', { client_id: ` ${tenant.clientId}` }],
  ['space after the id', { client_id: `${tenant.clientId} ` }],
  ['space after the secret', { client_secret: `${tenant.clientSecret} ` }],
  ['line feed after the secret', { client_secret: `${tenant.clientSecret}\n` }],
  ['id in a different case', { client_id: tenant.clientId.toUpperCase() }],
  ['an id that the database cannot store', { client_id: 'a\u0000b' }],
  ['a secret that the database cannot store', { client_secret: 'a\u0000b' }],
  ['a very long id', { client_id: 'x'.repeat(10_000) }],
] as const) {
  test(`wrong credentials always return the same error: ${what}`, async () => {
    assertRejected(await request(fields), 401, WRONG_CREDENTIALS);
  });
}

for (const field of ['grant_type', 'client_id', 'client_secret', 'audience', 'scope']) {
  test(`a field of the form that is sent twice is rejected: ${field}`, async () => {
    const body = `${new URLSearchParams(FIELDS)}&${field}=x&${field}=x`;
    assertRejected(await send(body), 400, {
      error: 'invalid_request',
      error_description: `The form has the field ${field} more than once. Send it once.`,
    });
  });
}

test('unknown fields are ignored, however often they are sent', async () => {
  const body = `${new URLSearchParams(FIELDS)}&resource=a&resource=b&unknown=`;
  assert.equal((await send(body)).status, 200);
});

for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'nonsense']) {
  test(`a body that is not a form is rejected: ${type}`, async () => {
    assertRejected(await send(JSON.stringify(FIELDS), { 'content-type': type }), 400, NOT_A_FORM);
  });
}

test('a form can have a charset', async () => {
  const type = 'application/x-www-form-urlencoded; charset=UTF-8';
  assert.equal((await request({}, { 'content-type': type })).status, 200);
});

test('a compressed form is refused as that, and identity is not a compression', async () => {
  const compressed = {
    error: 'invalid_request',
    error_description: 'The form is compressed. Send it without Content-Encoding.',
  };
  assertRejected(await request({}, { 'content-encoding': 'gzip' }), 400, compressed);
  assert.equal((await request({}, { 'content-encoding': 'identity' })).status, 200);
});

for (const userAgent of ['', 'Firma', '/']) {
  test(`a user agent without a product is rejected: "${userAgent}"`, async () => {
    assertRejected(await request({}, { 'user-agent': userAgent }), 400, MISSING_USER_AGENT);
  });
}

function basic(id: string, secret: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
}
const NO_FIELDS = { client_id: undefined, client_secret: undefined };

test('client credentials can be sent by HTTP Basic', async () => {
  assert.equal((await request(NO_FIELDS, basic(tenant.clientId, tenant.clientSecret))).status, 200);
});

test('both parts can be percent-encoded in HTTP Basic', async () => {
  const encode = (text: string) =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  assert.equal(
    (await request(NO_FIELDS, basic(encode(tenant.clientId), encode(tenant.clientSecret)))).status,
    200,
  );
});

for (const secret of ['wrong', '%zz', '%00', '']) {
  test(`wrong credentials in HTTP Basic return a challenge: "${secret}"`, async () => {
    const response = await request(NO_FIELDS, basic(tenant.clientId, secret));
    assertRejected(response, 401, WRONG_CREDENTIALS);
    assert.equal(response.headers.get('www-authenticate'), 'Basic realm="stellwerk"');
  });
}

test('credentials in both the form and the header are rejected', async () => {
  assertRejected(await request({}, basic(tenant.clientId, tenant.clientSecret)), 400, {
    error: 'invalid_request',
    error_description: 'Send the client credentials only once, in the form or in the Authorization header.',
  });
});

test('in addition to HTTP Basic, the form can have an empty secret and the same client id', async () => {
  const header = basic(tenant.clientId, tenant.clientSecret);
  for (const fields of [{ client_id: undefined }, { client_id: '' }, { client_id: tenant.clientId }])
    assert.equal((await request({ ...fields, client_secret: '' }, header)).status, 200);
  assert.equal(
    (await request(NO_FIELDS, { authorization: header.authorization!.replace(' ', '   ') })).status,
    200,
  );
});

test('a form that names another client than the header is rejected', async () => {
  const fields = { client_id: 'other', client_secret: undefined };
  assertRejected(await request(fields, basic(tenant.clientId, tenant.clientSecret)), 400, {
    error: 'invalid_request',
    error_description:
      'The form and the Authorization header name different clients. Send the client id only in the header.',
  });
});

for (const authorization of ['Bearer abc', 'Basic', 'Basic !!!', `Basic ${btoa('nocolon')}`]) {
  test(`a malformed Authorization header is rejected: ${authorization}`, async () => {
    assertRejected(await request(NO_FIELDS, { authorization }), 400, {
      error: 'invalid_request',
      error_description: 'The Authorization header must be Basic with the client id and the client secret.',
    });
  });
}

test('a scope limits the permissions of the token', async () => {
  const { body } = await request({ scope: 'masterdata:read' });
  assert.equal(body.scope, 'masterdata:read');
  const twice = await request({ scope: 'masterdata:read  candidates:read masterdata:read' });
  assert.equal(twice.body.scope, 'masterdata:read candidates:read');
  assert.equal(await statusWith(body.access_token), 403);
});

test('a scope with a permission that the client does not have is rejected', async () => {
  assertRejected(await request({ scope: 'masterdata:read everything' }), 400, {
    error: 'invalid_scope',
    error_description:
      'The client does not have all permissions in scope. Request only permissions that it has.',
  });
});

test('a database error returns a 500 without details', async () => {
  await service.sql('ALTER TABLE token_usage RENAME TO token_usage_renamed');
  try {
    const response = await request({});
    assertRejected(response, 500, {
      error: 'server_error',
      error_description: 'An internal error occurred. Give the X-Request-Id to the operator.',
    });
    assert.ok(
      service.logLines.some(
        (line) => line.requestId === response.headers.get('x-request-id') && line.status === 500,
      ),
    );
  } finally {
    await service.sql('ALTER TABLE token_usage_renamed RENAME TO token_usage');
  }
});

test('a token works until it expires', async () => {
  const { body } = await request({});
  await service.clock.advance(86_390_000);
  assert.equal(await statusWith(body.access_token), 200);
  await service.clock.advance(11_000);
  const response = await createApi(service.baseUrl, body.access_token).get('/branches');
  assert.equal(response.status, 401);
  assert.match(response.body.message, /expired/);
  await service.clock.advance(-86_401_000);
});
