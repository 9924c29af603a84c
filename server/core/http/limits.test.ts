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

/** A candidate's body of exactly this size. */
function bodyOf(bytes: number): string {
  const start = '{"firstName":"Ada","lastName":"Muster","filler":"';
  return `${start}${'x'.repeat(bytes - start.length - 2)}"}`;
}

function assertTooLarge(answer: RawAnswer): void {
  assert.equal(answer.status, 413);
  assert.deepEqual(Object.keys(JSON.parse(answer.body)), ['messageGuid', 'message', 'validationErrors']);
  assert.equal(answer.headers.connection, 'close');
}

test('a body of the permitted size is read, one byte more is a 413', async () => {
  assert.equal((await api.post('/candidates', undefined, { rawBody: bodyOf(LIMIT) })).status, 200);
  const answer = await sendRaw(service.baseUrl, head('/v3/candidates', `Content-Length: ${LIMIT + 1}`));
  assertTooLarge(answer);
});

test('a body without a length is a 413 as soon as it is too large', async () => {
  const socket = await openSocket(service.baseUrl);
  const answer = readAnswer(socket);
  socket.write(head('/v3/candidates', 'Transfer-Encoding: chunked'));
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  // The body never ends: the answer must not wait for that.
  for (let sent = 0; sent <= LIMIT && socket.writable; sent += 0x10000) {
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
  }
  assertTooLarge(await answer);
});

test('a body without a length and of the permitted size is read', async () => {
  const body = bodyOf(LIMIT);
  const answer = await sendRaw(
    service.baseUrl,
    head('/v3/candidates', 'Transfer-Encoding: chunked', 'Connection: close'),
    `${LIMIT.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  );
  assert.equal(answer.status, 200);
});

test('a client that asks first is refused before it sends too large a body', async () => {
  const answer = await sendRaw(
    service.baseUrl,
    head('/v3/candidates', `Content-Length: ${LIMIT + 1}`, 'Expect: 100-continue'),
  );
  assertTooLarge(answer);
  assert.deepEqual(answer.interim, []);
});

test('a client that asks first is refused before it sends when its token is none', async () => {
  const text = head('/v3/candidates', 'Content-Length: 10', 'Expect: 100-continue').replace(api.token, 'x');
  const answer = await sendRaw(service.baseUrl, text);
  assert.equal(answer.status, 401);
  assert.deepEqual(answer.interim, []);
  assert.equal(answer.headers.connection, 'close');
});

test('a client that asks first is refused before it sends to an address that does not exist', async () => {
  const answer = await sendRaw(
    service.baseUrl,
    head('/v3/nothing', 'Content-Length: 10', 'Expect: 100-continue', 'Connection: close'),
    '{}        ',
  );
  assert.equal(answer.status, 404);
});

test('a client that asks first and may send is told to go on', async () => {
  const socket = await openSocket(service.baseUrl);
  const body = bodyOf(1000);
  socket.write(
    head('/v3/candidates', `Content-Length: ${body.length}`, 'Expect: 100-continue', 'Connection: close'),
  );
  const [first] = (await once(socket, 'data')) as [Buffer];
  assert.match(first.toString(), /^HTTP\/1\.1 100 Continue\r\n\r\n$/);
  const answer = readAnswer(socket);
  socket.write(body);
  assert.equal((await answer).status, 200);
});

test('the token endpoint tells a client that asks first to go on', async () => {
  const form = `grant_type=client_credentials&client_id=${service.tenant.clientId}&client_secret=${service.tenant.clientSecret}`;
  const socket = await openSocket(service.baseUrl);
  socket.write(
    `POST /oauth/token HTTP/1.1\r\nHost: x\r\nUser-Agent: a/1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`,
  );
  const [first] = (await once(socket, 'data')) as [Buffer];
  assert.match(first.toString(), /^HTTP\/1\.1 100 Continue/);
  const answer = readAnswer(socket);
  socket.write(form);
  assert.equal((await answer).status, 200);
});

test('the token endpoint refuses a form that is too large before it is sent', async () => {
  const socket = await openSocket(service.baseUrl);
  socket.write(
    `POST /oauth/token HTTP/1.1\r\nHost: x\r\nUser-Agent: a/1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${LIMIT + 1}\r\nExpect: 100-continue\r\n\r\n`,
  );
  const { status, body } = await readAnswer(socket);
  assert.equal(status, 413);
  assert.equal(JSON.parse(body).error, 'invalid_request');
});

test('a form larger than any token request is a 413', async () => {
  const response = await fetch(`${service.baseUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'user-agent': 'a/1', 'content-type': 'application/x-www-form-urlencoded' },
    body: `x=${'y'.repeat(20_000)}`,
  });
  assert.equal(response.status, 413);
  assert.equal(((await response.json()) as { error: string }).error, 'invalid_request');
});

test('a client that goes away in the middle of its body is no failure of the service', async () => {
  const socket = await openSocket(service.baseUrl);
  socket.write(head('/v3/candidates', 'Content-Length: 1000'));
  socket.write('{"firstName":');
  await api.get('/branches');
  const linesBefore = service.logLines.length;
  socket.destroy();
  // The next answers come after the loss was noticed: both run through the same event loop.
  for (let round = 0; round < 20; round++) await api.get('/branches');
  const later = service.logLines.slice(linesBefore);
  assert.deepEqual(
    later.filter((line) => (line.level as number) >= 50),
    [],
  );
});

test('requests that follow one another on a connection after a refusal are answered', async () => {
  const answer = await sendRaw(
    service.baseUrl,
    head('/v3/candidates', 'Content-Length: 2'),
    '{}',
    head('/v3/nothing', 'Content-Length: 2', 'Connection: close'),
    '{}',
  );
  assert.equal(answer.status, 400);
  assert.match(answer.body, /HTTP\/1\.1 404/);
});
