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

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked at.
type Answer = { status: number; headers: Headers; body: any };

async function send(body: string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`${service.baseUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'user-agent': 'Test/1.0', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  });
  // A failure counts against the address of all tests of this file.
  await service.sql('DELETE FROM token_failure');
  return { status: response.status, headers: response.headers, body: await response.json() };
}

function request(
  fields: Record<string, string | undefined>,
  headers?: Record<string, string>,
): Promise<Answer> {
  const given = Object.entries({ ...FIELDS, ...fields }).filter(([, value]) => value !== undefined);
  return send(new URLSearchParams(given as [string, string][]).toString(), headers);
}

function assertRefused(
  answer: Answer,
  status: number,
  body: { error: string; error_description: string },
): void {
  assert.deepEqual(answer.body, body);
  assert.equal(answer.status, status);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.match(answer.headers.get('content-type')!, /^application\/json/);
}

const WRONG_CLIENT = {
  error: 'invalid_client',
  error_description:
    'Client id or client secret is wrong, or the client is disabled. Check both for spaces around them.',
};
const USER_AGENT_WANTED = {
  error: 'invalid_request',
  error_description:
    'Send a User-Agent header with a product and a version, for example "Mozilla/5.0 (YourCompany)".',
};
const FORM_WANTED = {
  error: 'invalid_request',
  error_description: 'Send the fields as a form: Content-Type: application/x-www-form-urlencoded.',
};

async function statusWith(token: string): Promise<number> {
  return (await createApi(service.baseUrl, token).get('/branches')).status;
}

test('a token comes with its validity and is not to be stored', async () => {
  const { status, headers, body } = await request({});
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), ['access_token', 'token_type', 'expires_in', 'scope']);
  assert.equal(body.token_type, 'Bearer');
  assert.equal(body.expires_in, 86_400);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(await statusWith(body.access_token), 200);
});

test('a token is one after RFC 9068 that verifies against the published keys', async () => {
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

test('every token has an id of its own', async () => {
  const [a, b] = [await request({}), await request({})];
  assert.notEqual(decodeJwt(a!.body.access_token).jti, decodeJwt(b!.body.access_token).jti);
});

test('the key set shows public keys only', async () => {
  const { keys } = (await (await fetch(`${service.baseUrl}/.well-known/jwks.json`)).json()) as {
    keys: JWK[];
  };
  for (const key of keys)
    assert.deepEqual(Object.keys(key).toSorted(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
});

test('the server metadata names the addresses', async () => {
  const metadata = (await (
    await fetch(`${service.baseUrl}/.well-known/oauth-authorization-server`)
  ).json()) as Record<string, unknown>;
  assert.equal(metadata.issuer, PUBLIC_URL);
  assert.equal(metadata.token_endpoint, `${PUBLIC_URL}/oauth/token`);
  assert.equal(metadata.jwks_uri, `${PUBLIC_URL}/.well-known/jwks.json`);
  assert.deepEqual(metadata.grant_types_supported, ['client_credentials']);
});

for (const audience of [undefined, '']) {
  test(`without an audience the token is one that the API refuses: ${audience}`, async () => {
    const { status, body } = await request({ audience });
    assert.equal(status, 200);
    assert.equal(decodeJwt(body.access_token).aud, PUBLIC_URL);
    const answer = await createApi(service.baseUrl, body.access_token).get('/branches');
    assert.equal(answer.status, 401);
    assert.ok(answer.body.message.includes(AUDIENCE));
    assert.match(answer.headers.get('www-authenticate')!, /error="invalid_token"/);
  });
}

for (const audience of [
  `${AUDIENCE}/`,
  `${PUBLIC_URL}/v3`,
  PUBLIC_URL,
  AUDIENCE.toUpperCase(),
  ` ${AUDIENCE}`,
]) {
  test(`an audience that is not ours is refused with the right one: "${audience}"`, async () => {
    assertRefused(await request({ audience }), 400, {
      error: 'invalid_target',
      error_description: `The audience must be exactly ${AUDIENCE}`,
    });
  });
}

for (const [field, description] of [
  ['grant_type', 'The field grant_type is missing: send grant_type=client_credentials.'],
  ['client_id', 'The field client_id is missing.'],
  ['client_secret', 'The field client_secret is missing.'],
] as const) {
  for (const value of [undefined, '']) {
    test(`a missing field is named: ${field} ${value}`, async () => {
      assertRefused(await request({ [field]: value }), 400, {
        error: 'invalid_request',
        error_description: description,
      });
    });
  }
}

for (const grant of ['authorization_code', 'password', 'Client_Credentials', ' client_credentials']) {
  test(`another grant is refused: "${grant}"`, async () => {
    assertRefused(await request({ grant_type: grant }), 400, {
      error: 'unsupported_grant_type',
      error_description: 'The only grant is client_credentials.',
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
  ['id in other case', { client_id: tenant.clientId.toUpperCase() }],
  ['an id the database cannot hold', { client_id: 'a\u0000b' }],
  ['a secret the database cannot hold', { client_secret: 'a\u0000b' }],
  ['a very long id', { client_id: 'x'.repeat(10_000) }],
] as const) {
  test(`credentials that do not fit get one and the same answer: ${what}`, async () => {
    assertRefused(await request(fields), 401, WRONG_CLIENT);
  });
}

test('a form field sent twice is refused', async () => {
  for (const field of ['client_id', 'audience', 'unknown']) {
    const body = `${new URLSearchParams(FIELDS)}&${field}=x&${field}=x`;
    assertRefused(await send(body), 400, {
      error: 'invalid_request',
      error_description: 'A field of the form is sent more than once.',
    });
  }
});

for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'nonsense']) {
  test(`another type than a form is refused: ${type}`, async () => {
    assertRefused(await send(JSON.stringify(FIELDS), { 'content-type': type }), 400, FORM_WANTED);
  });
}

test('a form with a charset is a form', async () => {
  const type = 'application/x-www-form-urlencoded; charset=UTF-8';
  assert.equal((await request({}, { 'content-type': type })).status, 200);
});

for (const userAgent of ['', 'Firma', '/']) {
  test(`a user agent without a product is refused: "${userAgent}"`, async () => {
    assertRefused(await request({}, { 'user-agent': userAgent }), 400, USER_AGENT_WANTED);
  });
}

function basic(id: string, secret: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
}
const NO_FIELDS = { client_id: undefined, client_secret: undefined };

test('client credentials may come by HTTP Basic', async () => {
  assert.equal((await request(NO_FIELDS, basic(tenant.clientId, tenant.clientSecret))).status, 200);
});

test('by HTTP Basic both parts may be percent-encoded', async () => {
  const encode = (text: string) =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  assert.equal(
    (await request(NO_FIELDS, basic(encode(tenant.clientId), encode(tenant.clientSecret)))).status,
    200,
  );
});

for (const secret of ['wrong', '%zz', '%00', '']) {
  test(`wrong credentials by HTTP Basic get the challenge: "${secret}"`, async () => {
    const answer = await request(NO_FIELDS, basic(tenant.clientId, secret));
    assertRefused(answer, 401, WRONG_CLIENT);
    assert.equal(answer.headers.get('www-authenticate'), 'Basic realm="stellwerk"');
  });
}

test('credentials in both places are refused', async () => {
  assertRefused(await request({}, basic(tenant.clientId, tenant.clientSecret)), 400, {
    error: 'invalid_request',
    error_description: 'Send the client credentials once: in the form or in the Authorization header.',
  });
});

for (const authorization of ['Bearer abc', 'Basic', 'Basic !!!', `Basic ${btoa('nocolon')}`]) {
  test(`another Authorization header is refused: ${authorization}`, async () => {
    assertRefused(await request(NO_FIELDS, { authorization }), 400, {
      error: 'invalid_request',
      error_description: 'The Authorization header must be Basic with client id and client secret.',
    });
  });
}

test('a scope narrows the token', async () => {
  const { body } = await request({ scope: 'masterdata:read' });
  assert.equal(body.scope, 'masterdata:read');
  assert.equal(await statusWith(body.access_token), 403);
});

test('a scope the client does not have is refused', async () => {
  assertRefused(await request({ scope: 'masterdata:read everything' }), 400, {
    error: 'invalid_scope',
    error_description: 'The client does not have every permission that scope asks for.',
  });
});

test('a failure in the database is a 500 without details', async () => {
  await service.sql('ALTER TABLE token_usage RENAME TO token_usage_away');
  try {
    const answer = await request({});
    assertRefused(answer, 500, {
      error: 'server_error',
      error_description: 'An internal error occurred: give the X-Request-Id to the operator.',
    });
    assert.ok(
      service.logLines.some(
        (line) => line.requestId === answer.headers.get('x-request-id') && line.status === 500,
      ),
    );
  } finally {
    await service.sql('ALTER TABLE token_usage_away RENAME TO token_usage');
  }
});

test('a token works to the end of its validity and not beyond it', async () => {
  const { body } = await request({});
  await service.clock.advance(86_390_000);
  assert.equal(await statusWith(body.access_token), 200);
  await service.clock.advance(11_000);
  const answer = await createApi(service.baseUrl, body.access_token).get('/branches');
  assert.equal(answer.status, 401);
  assert.match(answer.body.message, /expired/);
  await service.clock.advance(-86_401_000);
});
