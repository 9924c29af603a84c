import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { openSocket, type RawAnswer, readAnswer, sendRaw } from '../../testing/raw-http.ts';

const service = await startTestService();
const { api } = service.tenant;
const LIMIT = 1024 * 1024;

function head(path: string, ...headers: string[]): string {
  return [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    'User-Agent: Test/1.0',
    `Authorization: Bearer ${api.token}`,
    'Content-Type: application/json',
    ...headers,
    '',
    '',
  ].join('\r\n');
}

/** The body of a candidate with exactly this size. */
function bodyOf(bytes: number): string {
  const start = '{"firstName":"Ada","lastName":"Muster","filler":"';
  return `${start}${'x'.repeat(bytes - start.length - 2)}"}`;
}

function assertTooLarge(response: RawAnswer): void {
  assert.equal(response.status, 413);
  assert.deepEqual(Object.keys(JSON.parse(response.body)), ['messageGuid', 'message', 'validationErrors']);
  assert.equal(response.headers.connection, 'close');
}

test('a body of the maximum size is accepted, and one more byte is a 413', async () => {
  assert.equal((await api.post('/candidates', undefined, { rawBody: bodyOf(LIMIT) })).status, 200);
  const response = await sendRaw(service.baseUrl, head('/v3/candidates', `Content-Length: ${LIMIT + 1}`));
  assertTooLarge(response);
});

test('a body without Content-Length is a 413 as soon as it is too large', async () => {
  const socket = await openSocket(service.baseUrl);
  const response = readAnswer(socket);
  socket.write(head('/v3/candidates', 'Transfer-Encoding: chunked'));
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  // The body never ends. The response must not wait for its end.
  for (let sent = 0; sent <= LIMIT && socket.writable; sent += 0x10000) {
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
  }
  assertTooLarge(await response);
});

test('a body of the maximum size without Content-Length is accepted', async () => {
  const body = bodyOf(LIMIT);
  const response = await sendRaw(
    service.baseUrl,
    head('/v3/candidates', 'Transfer-Encoding: chunked', 'Connection: close'),
    `${LIMIT.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  );
  assert.equal(response.status, 200);
});

test('a client that sends Expect: 100-continue receives a 413 before it sends a body that is too large', async () => {
  const response = await sendRaw(
    service.baseUrl,
    head('/v3/candidates', `Content-Length: ${LIMIT + 1}`, 'Expect: 100-continue'),
  );
  assertTooLarge(response);
  assert.deepEqual(response.interim, []);
});

test('a client that sends Expect: 100-continue receives a 401 for an invalid token before it sends its body', async () => {
  const text = head('/v3/candidates', 'Content-Length: 10', 'Expect: 100-continue').replace(api.token, 'x');
  const response = await sendRaw(service.baseUrl, text);
  assert.equal(response.status, 401);
  assert.deepEqual(response.interim, []);
  assert.equal(response.headers.connection, 'close');
});

test('a client that sends Expect: 100-continue receives a 404 for an unknown path before it sends its body', async () => {
  const response = await sendRaw(
    service.baseUrl,
    head('/v3/nothing', 'Content-Length: 10', 'Expect: 100-continue', 'Connection: close'),
    '{}        ',
  );
  assert.equal(response.status, 404);
});

test('a client that sends Expect: 100-continue receives 100 if its request is acceptable', async () => {
  const socket = await openSocket(service.baseUrl);
  const body = bodyOf(1000);
  socket.write(
    head('/v3/candidates', `Content-Length: ${body.length}`, 'Expect: 100-continue', 'Connection: close'),
  );
  const [first] = (await once(socket, 'data')) as [Buffer];
  assert.match(first.toString(), /^HTTP\/1\.1 100 Continue\r\n\r\n$/);
  const response = readAnswer(socket);
  socket.write(body);
  assert.equal((await response).status, 200);
});

test('the token endpoint supports Expect: 100-continue', async () => {
  const form = `grant_type=client_credentials&client_id=${service.tenant.clientId}&client_secret=${service.tenant.clientSecret}`;
  const socket = await openSocket(service.baseUrl);
  socket.write(
    `POST /oauth/token HTTP/1.1\r\nHost: x\r\nUser-Agent: a/1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`,
  );
  const [first] = (await once(socket, 'data')) as [Buffer];
  assert.match(first.toString(), /^HTTP\/1\.1 100 Continue/);
  const response = readAnswer(socket);
  socket.write(form);
  assert.equal((await response).status, 200);
});

test('the token endpoint rejects a form that is too large before the client sends it', async () => {
  const socket = await openSocket(service.baseUrl);
  socket.write(
    `POST /oauth/token HTTP/1.1\r\nHost: x\r\nUser-Agent: a/1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${LIMIT + 1}\r\nExpect: 100-continue\r\n\r\n`,
  );
  const { status, body } = await readAnswer(socket);
  assert.equal(status, 413);
  assert.equal(JSON.parse(body).error, 'invalid_request');
});

test('a form that is too large for a token request is a 413', async () => {
  const response = await fetch(`${service.baseUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'user-agent': 'a/1', 'content-type': 'application/x-www-form-urlencoded' },
    body: `x=${'y'.repeat(20_000)}`,
  });
  assert.equal(response.status, 413);
  assert.equal(((await response.json()) as { error: string }).error, 'invalid_request');
});

test('a client that disconnects in the middle of its body is not logged as an error of the service', async () => {
  const socket = await openSocket(service.baseUrl);
  socket.write(head('/v3/candidates', 'Content-Length: 1000'));
  socket.write('{"firstName":');
  await api.get('/branches');
  const linesBefore = service.logLines.length;
  socket.destroy();
  // The service has noticed the disconnect before it responds to the next calls, because both use the same event loop.
  for (let round = 0; round < 20; round++) await api.get('/branches');
  const later = service.logLines.slice(linesBefore);
  assert.deepEqual(
    later.filter((line) => (line.level as number) >= 50),
    [],
  );
});

test('further requests on a connection receive responses after an error', async () => {
  const response = await sendRaw(
    service.baseUrl,
    head('/v3/candidates', 'Content-Length: 2'),
    '{}',
    head('/v3/nothing', 'Content-Length: 2', 'Connection: close'),
    '{}',
  );
  assert.equal(response.status, 400);
  assert.match(response.body, /HTTP\/1\.1 404/);
});
