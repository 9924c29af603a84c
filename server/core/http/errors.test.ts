import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { eventually } from '../../testing/another-process.ts';
import { type ApiResponse, startTestService } from '../../testing/harness.ts';
import { sendRaw } from '../../testing/raw-http.ts';

const service = await startTestService();
const { api } = service.tenant;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const BASE = { authorization: `Bearer ${api.token}`, 'user-agent': 'Test/1.0' };

async function call(path: string, init: RequestInit = {}): Promise<ApiResponse> {
  const response = await fetch(`${service.baseUrl}${path}`, {
    ...init,
    headers: { ...BASE, ...(init.headers as Record<string, string>) },
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
    text,
  };
}

function assertErrorRecord(answer: ApiResponse, status: number): void {
  assert.equal(answer.status, status, answer.text);
  assert.deepEqual(Object.keys(answer.body), ['messageGuid', 'message', 'validationErrors']);
  assert.match(answer.body.messageGuid, UUID);
  assert.equal(typeof answer.body.message, 'string');
  assert.ok(Array.isArray(answer.body.validationErrors));
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.match(answer.headers.get('x-request-id') ?? '', UUID);
}

function loggedAs(answer: ApiResponse): Record<string, unknown> | undefined {
  return service.logLines.find((line) => line.messageGuid === answer.body.messageGuid);
}

for (const path of ['/v3/nothing', '/v3/candidates/', '/v3/candidates/1/nothing', '/v3/', '/v3']) {
  test(`an unknown address is a 404 error record: ${path}`, async () => {
    assertErrorRecord(await call(path), 404);
  });
}

test('an unknown address is a 404 whatever is sent to it', async () => {
  assertErrorRecord(
    await call('/v3/nothing', { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a/>' }),
    404,
  );
});

test('an address with a broken escape is a 404 error record', async () => {
  assertErrorRecord(await call('/v3/candidates/%zz'), 404);
});

test('a wrong method is a 405 that names the right ones', async () => {
  const answer = await call('/v3/candidates', { method: 'DELETE' });
  assertErrorRecord(answer, 405);
  assert.equal(answer.headers.get('allow'), 'GET, HEAD, POST');
});

test('a wrong method on a path with ids is a 405 too', async () => {
  const answer = await call('/v3/candidates/1', { method: 'PATCH' });
  assertErrorRecord(answer, 405);
  assert.equal(answer.headers.get('allow'), 'GET, HEAD, PUT');
});

test('a wrong method is a 405 whatever its body is', async () => {
  const answer = await call('/v3/branches', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: 'x',
  });
  assertErrorRecord(answer, 405);
});

test('without a token: 401 and the bare challenge', async () => {
  const response = await fetch(`${service.baseUrl}/v3/branches`, { headers: { 'user-agent': 'Test/1.0' } });
  assert.equal(response.status, 401);
  assert.equal(response.headers.get('www-authenticate'), 'Bearer realm="stellwerk"');
});

for (const authorization of ['Bearer', 'Bearer  two-spaces', 'Bearer "quoted"', 'Basic YTpi', 'Token abc']) {
  test(`a header that is not a bearer token is a 401 invalid_request: ${authorization}`, async () => {
    const answer = await call('/v3/branches', { headers: { authorization } });
    assertErrorRecord(answer, 401);
    assert.match(
      answer.headers.get('www-authenticate')!,
      /^Bearer realm="stellwerk", error="invalid_request"/,
    );
  });
}

test('a token that is none is a 401 invalid_token', async () => {
  const answer = await call('/v3/branches', { headers: { authorization: 'Bearer abc' } });
  assertErrorRecord(answer, 401);
  assert.match(answer.headers.get('www-authenticate')!, /error="invalid_token"/);
});

test('a missing permission is a 403 that names it', async () => {
  const limited = await service.createApi(service.tenant, ['masterdata:read']);
  const answer = await limited.get('/branches');
  assertErrorRecord(answer, 403);
  assert.match(answer.body.message, /branches:read/);
  assert.match(
    answer.headers.get('www-authenticate')!,
    /^Bearer realm="stellwerk", error="insufficient_scope", scope="branches:read"$/,
  );
});

for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense', '']) {
  test(`a body of another type is a 415: "${type}"`, async () => {
    const answer = await call('/v3/candidates', {
      method: 'POST',
      headers: { 'content-type': type },
      body: Buffer.from('{"firstName":"Ada","lastName":"Muster"}'),
    });
    assertErrorRecord(answer, 415);
  });
}

for (const type of ['text/plain', 'nonsense', '']) {
  test(`an operation that takes no body does not mind what it is called: "${type}"`, async () => {
    const answer = await sendRaw(
      service.baseUrl,
      `DELETE /v3/candidates/2147483647/languages/1 HTTP/1.1\r\nHost: x\r\nUser-Agent: Test/1.0\r\nAuthorization: Bearer ${api.token}\r\nContent-Type: ${type}\r\nContent-Length: 1\r\nConnection: close\r\n\r\n{`,
    );
    assert.equal(answer.status, 404, answer.body);
  });
}

test('a body without a type is a 415', async () => {
  const answer = await sendRaw(
    service.baseUrl,
    `POST /v3/candidates HTTP/1.1\r\nHost: x\r\nConnection: close\r\nUser-Agent: a/1\r\nAuthorization: Bearer ${api.token}\r\nContent-Length: 2\r\n\r\n{}`,
  );
  assert.equal(answer.status, 415);
});

test('a compressed body is a 415', async () => {
  const answer = await call('/v3/candidates', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: Buffer.from('{}'),
  });
  assertErrorRecord(answer, 415);
});

const MALFORMED: [string, string | Buffer][] = [
  ['cut off', '{"firstName":"Ada"'],
  ['trailing comma', '{"firstName":"Ada",}'],
  ['two values', '{} {}'],
  ['single quotes', "{'firstName':'Ada'}"],
  ['not a number', '{"officeId":NaN}'],
  ['only white space', '   '],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
  [
    'half a UTF-8 sequence',
    Buffer.concat([Buffer.from('{"firstName":"'), Buffer.from([0xc3]), Buffer.from('"}')]),
  ],
  ['UTF-16', Buffer.from('{"firstName":"Ada"}', 'utf16le')],
];
for (const [what, rawBody] of MALFORMED) {
  test(`malformed JSON is a 400 that quotes nothing: ${what}`, async () => {
    const answer = await api.post('/candidates', undefined, { rawBody });
    assertErrorRecord(answer, 400);
    assert.deepEqual(answer.body.validationErrors, []);
    assert.doesNotMatch(answer.text, /Ada/);
  });
}

test('a byte order mark before the body does no harm', async () => {
  const answer = await api.post('/candidates', undefined, {
    rawBody: '\uFEFF{"firstName":"Ada","lastName":"Muster"}',
  });
  assert.equal(answer.status, 200);
});

for (const [what, rawBody] of [
  ['no body at all', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"text"'],
  ['a number', '1'],
] as const) {
  test(`a body that is no object is a 400 about the body: ${what}`, async () => {
    const answer = await api.post('/candidates', undefined, { rawBody });
    assertErrorRecord(answer, 400);
    assert.equal(answer.body.validationErrors[0].property, '');
    assert.equal(answer.body.validationErrors.length, 1);
  });
}

test('an empty body with a key for repeating is a 400', async () => {
  const answer = await api.post('/candidates', undefined, { headers: { 'idempotency-key': 'empty' } });
  assertErrorRecord(answer, 400);
});

for (const userAgent of ['Mozilla/5.0 (Firma)', 'curl/8', 'python-requests/2.32', 'Firma (x) Import/1']) {
  test(`a user agent with a product and a version is accepted: ${userAgent}`, async () => {
    assert.equal((await call('/v3/branches', { headers: { 'user-agent': userAgent } })).status, 200);
  });
}

for (const userAgent of ['Firma', '', '/', 'Firma/', '(Firma/1)']) {
  test(`a user agent without one is a 400 that says what to send: "${userAgent}"`, async () => {
    const answer = await call('/v3/branches', { headers: { 'user-agent': userAgent } });
    assertErrorRecord(answer, 400);
    assert.match(answer.body.message, /User-Agent.*Mozilla\/5\.0 \(YourCompany\)/);
  });
}

test('a missing user agent is a 400', async () => {
  const answer = await sendRaw(
    service.baseUrl,
    `GET /v3/branches HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${api.token}\r\n\r\n`,
  );
  assert.equal(answer.status, 400);
  assert.match(answer.body, /User-Agent/);
});

for (const id of [
  '0',
  '-1',
  '1.5',
  '2147483647',
  '2147483648',
  'abc',
  '%00',
  '1%00',
  '1e3',
  '0x1',
  '%201',
  '9'.repeat(500),
]) {
  test(`an id that does not exist or cannot is a 404: ${id.slice(0, 20)}`, async () => {
    assertErrorRecord(await api.get(`/candidates/${id}`), 404);
    assertErrorRecord(await api.put(`/candidates/${id}`, {}), 404);
  });
}

test('bytes that are no HTTP request are answered with an error record', async () => {
  const answer = await sendRaw(service.baseUrl, 'NONSENSE\r\n\r\n');
  assert.equal(answer.status, 400);
  const body = JSON.parse(answer.body);
  assert.deepEqual(Object.keys(body), ['messageGuid', 'message', 'validationErrors']);
  assert.match(answer.headers['x-request-id']!, UUID);
  assert.ok(service.logLines.some((line) => line.messageGuid === body.messageGuid));
});

test('headers beyond the limit are a 431 error record', async () => {
  const answer = await sendRaw(
    service.baseUrl,
    `GET /v3/branches HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
  );
  assert.equal(answer.status, 431);
  assert.match(JSON.parse(answer.body).messageGuid, UUID);
});

test('the messageGuid of a refusal stands in the log with the request id', async () => {
  const answer = await api.post('/candidates', {});
  const line = loggedAs(answer);
  assert.equal(line?.status, 400);
  assert.equal(line?.requestId, answer.headers.get('x-request-id'));
  assert.deepEqual(line?.faults, ['required', 'required']);
});

test('a bug answers 500 with nothing but the guid, and the log has the cause', async () => {
  await service.sql('ALTER TABLE user_licence RENAME TO user_licence_away');
  try {
    const [user] = await service.sql<{ id: number }>(
      `INSERT INTO user_account (tenant_id, first_name, last_name, email, email_match)
       VALUES ($1, 'Ada', 'Muster', 'a@example.org', 'a@example.org') RETURNING id`,
      [service.tenant.id],
    );
    const answer = await api.get(`/users/${user!.id}`, { skipResponseCheck: true });
    assertErrorRecord(answer, 500);
    assert.deepEqual(answer.body.validationErrors, []);
    assert.doesNotMatch(answer.text, /licence|relation|SELECT|42P01/);
    const line = loggedAs(answer) as { cause: { code: string } };
    assert.equal(line.cause.code, '42P01');
  } finally {
    await service.sql('ALTER TABLE user_licence_away RENAME TO user_licence');
  }
});

test('a stream that breaks before its first byte is a readable 500', async () => {
  await service.sql('ALTER TABLE candidate RENAME COLUMN email TO email_away');
  try {
    for (const encoding of ['gzip', 'br', 'identity']) {
      const answer = await api.get('/candidates', {
        skipResponseCheck: true,
        headers: { 'accept-encoding': encoding },
      });
      assertErrorRecord(answer, 500);
      assert.equal(answer.headers.get('etag'), null);
    }
  } finally {
    await service.sql('ALTER TABLE candidate RENAME COLUMN email_away TO email');
  }
  assert.equal((await api.get('/candidates')).status, 200);
});

test('while the database is away calls answer 503, and after it is back they work again', async () => {
  const url = new URL(process.env.STELLWERK_TEST_POSTGRES!);
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  const name = new URL(service.databaseUrl).pathname.slice(1);
  // The connections of the test itself stay: only those of the service are ended.
  const terminate = () =>
    admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name = 'stellwerk'`,
      [name],
    );
  try {
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await terminate();
    const answer = await api.get('/branches');
    assertErrorRecord(answer, 503);
    assert.match(answer.headers.get('retry-after')!, /^\d+$/);
    assert.match(answer.body.message, /database/);
    assertErrorRecord(await api.get('/candidates'), 503);
    assertErrorRecord(await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' }), 503);
    const ready = await fetch(`${service.baseUrl}/health/ready`);
    assert.equal(ready.status, 503);
    await ready.text();
    const token = await fetch(`${service.baseUrl}/oauth/token`, {
      method: 'POST',
      headers: { 'user-agent': 'Test/1.0' },
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' }),
    });
    assert.equal(token.status, 503);
    assert.match(token.headers.get('retry-after')!, /^\d+$/);
    assert.equal(((await token.json()) as { error: string }).error, 'temporarily_unavailable');
  } finally {
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await admin.end();
  }
  assert.equal((await api.get('/branches')).status, 200);
  assert.equal((await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).status, 200);
  assert.equal((await fetch(`${service.baseUrl}/health/ready`)).status, 200);
  // Notifications are heard again too, on their own connection.
  await eventually('a new LISTEN connection', async () => {
    const rows = await service.sql(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    );
    return rows.length > 0;
  });
});

test('a connection that ends in the middle of a call is a 503 and harms nothing else', async () => {
  const created = await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' });
  const locker = new pg.Client({ connectionString: service.databaseUrl });
  await locker.connect();
  try {
    await locker.query("SELECT set_config('app.tenant_id', $1, false)", [String(service.tenant.id)]);
    await locker.query('BEGIN');
    await locker.query('SELECT 1 FROM candidate WHERE id = $1 FOR UPDATE', [created.body.id]);
    const running = api.put(`/candidates/${created.body.id}`, { lastName: 'Anders' });
    await eventually('the call waits for the lock', async () => {
      const rows = await service.sql(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    assertErrorRecord(await running, 503);
  } finally {
    await locker.query('ROLLBACK');
    await locker.end();
  }
  assert.equal((await api.get(`/candidates/${created.body.id}`)).body.lastName, 'Muster');
});
