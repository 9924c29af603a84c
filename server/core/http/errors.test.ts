import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertErrorRecord, UUID } from '../../testing/error-record.ts';
import { type ApiResponse, startTestService } from '../../testing/harness.ts';
import { sendRaw } from '../../testing/raw-http.ts';

const service = await startTestService();
const { api } = service.tenant;

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

function loggedAs(response: ApiResponse): Record<string, unknown> | undefined {
  return service.logLines.find((line) => line.messageGuid === response.body.messageGuid);
}

for (const path of ['/v3/nothing', '/v3/candidates/', '/v3/candidates/1/nothing', '/v3/', '/v3']) {
  test(`an unknown path is a 404 error record: ${path}`, async () => {
    assertErrorRecord(await call(path), 404);
  });
}

test('the 404 of a list with a slash at its end says what to change', async () => {
  const { message } = (await call('/v3/candidates/')).body;
  assert.equal(
    message,
    'Candidate not found. candidateId is empty. For a list, remove the slash at the end of the path.',
  );
});

test('an unknown path is a 404 for any method and body', async () => {
  assertErrorRecord(
    await call('/v3/nothing', { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a/>' }),
    404,
  );
});

test('the 404 of an unknown operation names the page that lists all operations', async () => {
  const { body } = await call('/v3/nothing');
  const [page] = /\/docs\S*/.exec(body.message)!;
  assert.match(await (await fetch(`${service.baseUrl}${page}`)).text(), /<title>[^<]*reference/i);
});

test('a path with an invalid escape is a 404 error record', async () => {
  assertErrorRecord(await call('/v3/candidates/%zz'), 404);
});

test('a wrong method is a 405 that lists the supported methods', async () => {
  const response = await call('/v3/candidates', { method: 'DELETE' });
  assertErrorRecord(response, 405);
  assert.equal(response.headers.get('allow'), 'GET, HEAD, POST');
});

test('a wrong method for a path with an id is a 405', async () => {
  const response = await call('/v3/candidates/1', { method: 'PATCH' });
  assertErrorRecord(response, 405);
  assert.equal(response.headers.get('allow'), 'GET, HEAD, PUT');
});

test('a wrong method is a 405 for any body', async () => {
  const response = await call('/v3/branches', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: 'x',
  });
  assertErrorRecord(response, 405);
});

test('a request without a token is a 401 whose challenge has no error code', async () => {
  const response = await fetch(`${service.baseUrl}/v3/branches`, { headers: { 'user-agent': 'Test/1.0' } });
  assert.equal(response.status, 401);
  assert.equal(response.headers.get('www-authenticate'), 'Bearer realm="stellwerk"');
});

for (const authorization of ['Bearer', 'Bearer  two-spaces', 'Bearer "quoted"', 'Basic YTpi', 'Token abc']) {
  test(`an Authorization header without a bearer token is a 401 invalid_request: ${authorization}`, async () => {
    const response = await call('/v3/branches', { headers: { authorization } });
    assertErrorRecord(response, 401);
    assert.match(
      response.headers.get('www-authenticate')!,
      /^Bearer realm="stellwerk", error="invalid_request"/,
    );
  });
}

test('a malformed token is a 401 invalid_token', async () => {
  const response = await call('/v3/branches', { headers: { authorization: 'Bearer abc' } });
  assertErrorRecord(response, 401);
  assert.match(response.headers.get('www-authenticate')!, /error="invalid_token"/);
});

test('a missing permission is a 403 that names it', async () => {
  const limited = await service.createApi(service.tenant, ['masterdata:read']);
  const response = await limited.get('/branches');
  assertErrorRecord(response, 403);
  assert.match(response.body.message, /branches:read/);
  assert.match(
    response.headers.get('www-authenticate')!,
    /^Bearer realm="stellwerk", error="insufficient_scope", scope="branches:read"$/,
  );
});

for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense', '']) {
  test(`a body of another media type is a 415: "${type}"`, async () => {
    const response = await call('/v3/candidates', {
      method: 'POST',
      headers: { 'content-type': type },
      body: Buffer.from('{"firstName":"Ada","lastName":"Muster"}'),
    });
    assertErrorRecord(response, 415);
  });
}

for (const type of ['text/plain', 'nonsense', '']) {
  test(`an operation without a body ignores the Content-Type "${type}"`, async () => {
    const response = await sendRaw(
      service.baseUrl,
      `DELETE /v3/candidates/2147483647/languages/1 HTTP/1.1\r\nHost: x\r\nUser-Agent: Test/1.0\r\nAuthorization: Bearer ${api.token}\r\nContent-Type: ${type}\r\nContent-Length: 1\r\nConnection: close\r\n\r\n{`,
    );
    assert.equal(response.status, 404, response.body);
  });
}

test('a body without a Content-Type is a 415', async () => {
  const response = await sendRaw(
    service.baseUrl,
    `POST /v3/candidates HTTP/1.1\r\nHost: x\r\nConnection: close\r\nUser-Agent: a/1\r\nAuthorization: Bearer ${api.token}\r\nContent-Length: 2\r\n\r\n{}`,
  );
  assert.equal(response.status, 415);
});

test('a compressed body is a 415', async () => {
  const response = await call('/v3/candidates', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: Buffer.from('{}'),
  });
  assertErrorRecord(response, 415);
});

const CUT_OFF = 'it ends too early. Send all of it';
const OTHER_ENCODING = 'it has another encoding. Encode it in UTF-8';
const MALFORMED: [string, string | Buffer, string][] = [
  ['cut off', '{"firstName":"Ada"', CUT_OFF],
  ['cut off in a string', '{\n  "firstName": "Ada', CUT_OFF],
  ['trailing comma', '{"firstName":"Ada",}', 'line 1, column 20 cannot be read'],
  ['two values', '{} {}', 'line 1, column 4 cannot be read'],
  ['single quotes', "{'firstName':'Ada'}", 'line 1, column 2 cannot be read'],
  ['not a number', '{"officeId":NaN}', 'line 1, column 13 cannot be read'],
  [
    'in the third line',
    '{\n  "firstName": "Ada",\n  "lastName":   Muster\n}',
    'line 3, column 17 cannot be read',
  ],
  // What it quotes looks like the position in the message of a parser.
  ['with a false position', '{"Ada at position 9 (line 9 column 9)":x}', 'line 1, column 40 cannot be read'],
  ['only white space', '   ', CUT_OFF],
  ['a byte order mark and a fault', '\uFEFF[1,]', 'line 1, column 4 cannot be read'],
  [
    'invalid UTF-8',
    Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    OTHER_ENCODING,
  ],
  [
    'half a UTF-8 sequence',
    Buffer.concat([Buffer.from('{"firstName":"'), Buffer.from([0xc3]), Buffer.from('"}')]),
    OTHER_ENCODING,
  ],
  // All its characters are in UTF-8, too.
  ['UTF-16', Buffer.from('{"firstName":"Ada"}', 'utf16le'), 'line 1, column 2 cannot be read'],
];
for (const [what, rawBody, why] of MALFORMED) {
  test(`malformed JSON is a 400 that says where, and does not quote the body: ${what}`, async () => {
    const response = await api.post('/candidates', undefined, { rawBody });
    assertErrorRecord(response, 400);
    assert.deepEqual(response.body.validationErrors, []);
    assert.equal(response.body.message, `The body is not valid JSON in UTF-8: ${why}.`);
  });
}

test('a byte order mark before the body is accepted', async () => {
  const response = await api.post('/candidates', undefined, {
    rawBody: '\uFEFF{"firstName":"Ada","lastName":"Muster"}',
  });
  assert.equal(response.status, 200);
});

for (const [what, rawBody] of [
  ['no body', ''],
  ['null', 'null'],
  ['an array', '[]'],
  ['a string', '"text"'],
  ['a number', '1'],
] as const) {
  test(`a body that is not an object is a 400 with one fault: ${what}`, async () => {
    const response = await api.post('/candidates', undefined, { rawBody });
    assertErrorRecord(response, 400);
    assert.equal(response.body.validationErrors[0].property, '');
    assert.equal(response.body.validationErrors.length, 1);
  });
}

test('an empty body with an Idempotency-Key is a 400', async () => {
  const response = await api.post('/candidates', undefined, { headers: { 'idempotency-key': 'empty' } });
  assertErrorRecord(response, 400);
});

for (const userAgent of ['Mozilla/5.0 (Firma)', 'curl/8', 'python-requests/2.32', 'Firma (x) Import/1']) {
  test(`a user agent with a product and a version is accepted: ${userAgent}`, async () => {
    assert.equal((await call('/v3/branches', { headers: { 'user-agent': userAgent } })).status, 200);
  });
}

for (const userAgent of ['Firma', '', '/', 'Firma/', '(Firma/1)']) {
  test(`a user agent without a product and a version is a 400 that says what to send: "${userAgent}"`, async () => {
    const response = await call('/v3/branches', { headers: { 'user-agent': userAgent } });
    assertErrorRecord(response, 400);
    assert.match(response.body.message, /User-Agent.*Mozilla\/5\.0 \(YourCompany\)/);
  });
}

test('a missing user agent is a 400', async () => {
  const response = await sendRaw(
    service.baseUrl,
    `GET /v3/branches HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${api.token}\r\n\r\n`,
  );
  assert.equal(response.status, 400);
  assert.match(response.body, /User-Agent/);
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
  test(`an unknown or invalid id is a 404: ${id.slice(0, 20)}`, async () => {
    assertErrorRecord(await api.get(`/candidates/${id}`), 404);
    assertErrorRecord(await api.put(`/candidates/${id}`, {}), 404);
  });
}

test('the response to bytes that are not an HTTP request is an error record', async () => {
  const response = await sendRaw(service.baseUrl, 'NONSENSE\r\n\r\n');
  assert.equal(response.status, 400);
  const body = JSON.parse(response.body);
  assert.deepEqual(Object.keys(body), ['messageGuid', 'message', 'validationErrors']);
  assert.match(response.headers['x-request-id']!, UUID);
  assert.ok(service.logLines.some((line) => line.messageGuid === body.messageGuid));
});

for (const [what, head] of [
  ['headers', `GET /v3/branches HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}`],
  ['a URL', `GET /v3/branches?x=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x`],
] as const)
  test(`${what} beyond the limit is a 431 error record that names both`, async () => {
    const response = await sendRaw(service.baseUrl, `${head}\r\n\r\n`);
    assert.equal(response.status, 431);
    const { messageGuid, message } = JSON.parse(response.body);
    assert.match(messageGuid, UUID);
    assert.match(message, /shorter URL, or fewer or shorter headers/);
  });

test('the log has the messageGuid of an error with its request id', async () => {
  const response = await api.post('/candidates', {});
  const line = loggedAs(response);
  assert.equal(line?.status, 400);
  assert.equal(line?.requestId, response.headers.get('x-request-id'));
  assert.deepEqual(line?.faults, ['required', 'required']);
});
