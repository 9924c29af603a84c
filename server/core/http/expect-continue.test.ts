import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { eventually } from '../../testing/another-process.ts';
import { startTestService } from '../../testing/harness.ts';
import { openSocket, postHead, readAnswer, sendRaw } from '../../testing/raw-http.ts';
import { BODY_LIMIT_BYTES, SHORT_BODY_BYTES } from './limits.ts';

// One request with a long body of the application at once.
const service = await startTestService({ UPLOADS: '3' });
const { api } = service.tenant;
const EXPECTS = 'Expect: 100-continue';
const FORM_HEAD = [
  'POST /oauth/token HTTP/1.1',
  'Host: x',
  'User-Agent: a/1',
  'Content-Type: application/x-www-form-urlencoded',
  EXPECTS,
];
const CANDIDATE = '{"firstName":"Ada","lastName":"Muster"}';
const longBody = CANDIDATE + ' '.repeat(SHORT_BODY_BYTES);

const head = (path: string, ...headers: string[]) => postHead(path, api.token, EXPECTS, ...headers);

/** Sends the head, waits for 100 Continue, and sends the body. */
async function sendInTwo(text: string, body: string) {
  const socket = await openSocket(service.baseUrl);
  socket.write(text);
  const [first] = (await once(socket, 'data')) as [Buffer];
  assert.match(first.toString(), /^HTTP\/1\.1 100 Continue\r\n\r\n$/);
  const response = readAnswer(socket);
  socket.write(body);
  return response;
}

test('a client receives a 413 before it sends a body that is too large', async () => {
  const response = await sendRaw(
    service.baseUrl,
    head('/v3/candidates', `Content-Length: ${BODY_LIMIT_BYTES + 1}`),
  );
  assert.equal(response.status, 413);
  assert.equal(response.headers.connection, 'close');
  assert.deepEqual(response.interim, []);
});

test('a client receives a 401 for an invalid token before it sends its body', async () => {
  const text = head('/v3/candidates', 'Content-Length: 10').replace(api.token, 'x');
  const response = await sendRaw(service.baseUrl, text);
  assert.equal(response.status, 401);
  assert.deepEqual(response.interim, []);
  assert.equal(response.headers.connection, 'close');
});

test('a client receives a 404 for an unknown path before it sends its body', async () => {
  const text = head('/v3/nothing', 'Content-Length: 10', 'Connection: close');
  assert.equal((await sendRaw(service.baseUrl, text, '{}        ')).status, 404);
});

for (const [what, body] of [
  ['short', CANDIDATE],
  ['long', longBody],
] as const) {
  test(`a client receives 100 if its request with a ${what} body is acceptable`, async () => {
    const text = head('/v3/candidates', `Content-Length: ${body.length}`, 'Connection: close');
    assert.equal((await sendInTwo(text, body)).status, 200);
  });
}

test('a client sends a long body only after it has a place for it', async () => {
  const { body: candidate } = await api.post('/candidates', JSON.parse(CANDIDATE));
  const cv = `/v3/candidates/${candidate.id}/documents/cv`;
  const length = `Content-Length: ${longBody.length}`;
  const holder = await openSocket(service.baseUrl);
  const held = readAnswer(holder);
  holder.write(`${postHead('/v3/candidates', api.token, length, 'Connection: close')}${CANDIDATE}`);
  await eventually('the body counts', async () => service.services.load.uploads.running === 1);

  for (const path of ['/v3/candidates', cv]) {
    const refused = await sendRaw(service.baseUrl, head(path, length));
    assert.deepEqual([refused.status, refused.interim], [429, []], path);
  }
  // A body that is never accepted does not wait for a place.
  const tooLarge = postHead('/v3/candidates', api.token, `Content-Length: ${BODY_LIMIT_BYTES + 1}`);
  assert.equal((await sendRaw(service.baseUrl, tooLarge)).status, 413);

  holder.write(longBody.slice(CANDIDATE.length));
  assert.equal((await held).status, 200);
  await eventually('the place is free', async () => service.services.load.uploads.running === 0);
  const document = JSON.stringify({ base64File: Buffer.from('cv').toString('base64') });
  const text = head(cv, `Content-Length: ${document.length}`, 'Connection: close');
  assert.equal((await sendInTwo(text, document)).status, 200);
});

test('the token endpoint supports Expect: 100-continue', async () => {
  const form = `grant_type=client_credentials&client_id=${service.tenant.clientId}&client_secret=${service.tenant.clientSecret}`;
  const text = [...FORM_HEAD, `Content-Length: ${form.length}`, 'Connection: close', '', ''].join('\r\n');
  assert.equal((await sendInTwo(text, form)).status, 200);
});

test('the token endpoint rejects a form that is too large before the client sends it', async () => {
  const text = [...FORM_HEAD, `Content-Length: ${BODY_LIMIT_BYTES + 1}`, '', ''].join('\r\n');
  const { status, body, interim } = await sendRaw(service.baseUrl, text);
  assert.equal(status, 413);
  assert.equal(JSON.parse(body).error, 'invalid_request');
  assert.deepEqual(interim, []);
});
