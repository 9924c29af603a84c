import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../testing/another-process.ts';
import { startTestService } from '../../testing/harness.ts';
import { insertAd } from '../../testing/portal-visitor.ts';
import { sendRaw } from '../../testing/raw-http.ts';

// What Node would refuse without an error record, and a Content-Type without a body: a request with neither Content-Length nor
// Transfer-Encoding has none (RFC 9112, section 6.3).

const service = await startTestService();
const { tenant, baseUrl } = service;
const candidate = (await tenant.api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
const jobAd = await insertAd(service);

const HOST = `Host: ${new URL(baseUrl).host}`;
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

function send(...lines: string[]) {
  const head = [
    ...lines,
    'User-Agent: test/1.0',
    `Authorization: Bearer ${tenant.api.token}`,
    'Connection: close',
  ];
  return sendRaw(baseUrl, `${head.join('\r\n')}\r\n\r\n`);
}

for (const [name, method, path, type, status] of [
  ['an operation with a JSON body', 'POST', '/v3/candidates', JSON_TYPE, 400],
  ['a change', 'PUT', `/v3/candidates/${candidate}`, JSON_TYPE, 400],
  ['an upload', 'POST', `/v3/candidates/${candidate}/documents/cv`, JSON_TYPE, 400],
  ['an operation without a body', 'GET', `/v3/candidates/${candidate}`, JSON_TYPE, 200],
  ['the token endpoint', 'POST', '/oauth/token', FORM, 400],
  [
    'a form of the portal',
    'POST',
    `/jobs/${tenant.key}/${jobAd}/apply`,
    'multipart/form-data; boundary=x',
    400,
  ],
] as const) {
  test(`${name} responds to a Content-Type without a body`, async () => {
    const answer = await send(`${method} ${path} HTTP/1.1`, HOST, `Content-Type: ${type}`);
    assert.equal(answer.status, status, answer.body);
    assert.ok(answer.headers['x-request-id']);
  });
}

const RECORD = `/v3/candidates/${candidate}`;

for (const [name, lines, status] of [
  ['a request of HTTP/1.1 without Host', [`GET ${RECORD} HTTP/1.1`], 400],
  ['an Expect header that nobody knows', [`GET ${RECORD} HTTP/1.1`, HOST, 'Expect: a miracle'], 417],
] as const) {
  test(`${name} is refused with an error record, and logged as any other`, async () => {
    const answer = await send(...lines);
    assert.equal(answer.status, status);
    const requestId = answer.headers['x-request-id'];
    assert.ok(requestId);
    const lineOf = () =>
      service.logLines.find((line) => line.msg === 'request' && line.requestId === requestId);
    await eventually('the line of the log', async () => lineOf() !== undefined);
    assert.equal(lineOf()!.status, status);
    const { messageGuid, message, validationErrors } = JSON.parse(answer.body);
    assert.match(messageGuid, /^[\da-f-]{36}$/);
    assert.match(message, / (Host|Expect) header/);
    assert.deepEqual(validationErrors, []);
  });
}

test('pages and the token endpoint name what is wrong as well, and log no failure', async () => {
  const before = service.logLines.length;
  for (const [path, wrong, status] of [
    ['/jobs', ['Expect: a miracle', HOST], 417],
    ['/jobs', [], 400],
    [`/jobs/${tenant.key}/${jobAd}`, ['Expect: a miracle', HOST], 417],
    ['/app/', ['Expect: a miracle', HOST], 417],
    ['/docs', ['Expect: a miracle', HOST], 417],
    ['/', ['Expect: a miracle', HOST], 417],
    ['/password', ['Expect: a miracle', HOST], 417],
  ] as const)
    assert.equal((await send(`GET ${path} HTTP/1.1`, ...wrong)).status, status, `${path} ${wrong}`);
  const token = await send('POST /oauth/token HTTP/1.1', HOST, 'Expect: a miracle', `Content-Type: ${FORM}`);
  assert.equal(token.status, 417);
  const { error, error_description: description } = JSON.parse(token.body);
  assert.equal(error, 'invalid_request');
  assert.match(description, /Expect header/);
  assert.deepEqual(
    service.logLines.slice(before).filter(({ level }) => Number(level) >= 50),
    [],
  );
});

test('a request of HTTP/1.0 needs no Host', async () => {
  assert.equal((await send(`GET ${RECORD} HTTP/1.0`)).status, 200);
});
