import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { openSocket, readAnswer, sendRaw } from '../../testing/raw-http.ts';

const service = await startTestService();

const send = (method: string, path: string, body?: string) =>
  fetch(service.baseUrl + path, {
    method,
    headers: { 'user-agent': 'Test/1.0', ...(body === undefined ? {} : { 'content-type': 'text/plain' }) },
    ...(body === undefined ? {} : { body }),
  });

// The routes outside the table of endpoints.
const ROUTES: [path: string, allow: string][] = [
  ['/oauth/token', 'POST'],
  ['/.well-known/jwks.json', 'GET, HEAD'],
  ['/.well-known/oauth-authorization-server', 'GET, HEAD'],
  ['/health/started', 'GET, HEAD'],
  ['/health/live', 'GET, HEAD'],
  ['/health/ready', 'GET, HEAD'],
  ['/v3/openapi.json', 'GET, HEAD'],
  ['/v3/openapi.yaml', 'GET, HEAD'],
  ['/platform/openapi.json', 'GET, HEAD'],
  ['/', 'GET, HEAD'],
  ['/docs', 'GET, HEAD'],
  ['/docs/', 'GET, HEAD'],
  ['/robots.txt', 'GET, HEAD'],
  ['/jobs/', 'GET, HEAD'],
  ['/jobs/some-tenant', 'GET, HEAD'],
  ['/jobs/some-tenant/feed.xml', 'GET, HEAD'],
  ['/jobs/some-tenant/1/apply', 'GET, HEAD, POST'],
];

for (const [path, allow] of ROUTES) {
  test(`${path} refuses other methods with 405 and names those it supports`, async () => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if (allow.split(', ').includes(method)) continue;
      for (const body of method === 'POST' || method === 'PUT' ? [undefined, 'x'] : [undefined]) {
        const response = await send(method, path, body);
        assert.equal(response.status, 405, method);
        assert.equal(response.headers.get('allow'), allow, method);
        await response.arrayBuffer();
      }
    }
  });
}

for (const [method, path, allow] of [
  ['PUT', '/v3/candidates/duplicates', 'GET, HEAD'],
  ['DELETE', '/platform/candidates/duplicates', 'GET, HEAD'],
  ['POST', '/v3/candidates/export/documents/changes', 'GET, HEAD'],
  ['GET', '/platform/jobads/preview', 'POST'],
] as const) {
  test(`${method} ${path} is a 405, although the path also has the form of one with an id`, async () => {
    const response = await send(method, path);
    assert.equal(response.status, 405);
    assert.equal(response.headers.get('allow'), allow);
    await response.arrayBuffer();
  });
}

test('the token endpoint names its method in the form of OAuth errors', async () => {
  const response = await send('GET', '/oauth/token?grant_type=client_credentials');
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.deepEqual(await response.json(), {
    error: 'invalid_request',
    error_description: 'The token endpoint supports only POST. Send the fields as a form in the body.',
  });
});

test('an unknown path remains a 404', async () => {
  for (const path of ['/oauth/tokens', '/oauth/token/x', '/healthXlive', '/nothing', '/jobs/some-tenant/1/x'])
    assert.equal((await send('GET', path)).status, 404, path);
});

const sendMethod = (method: string, path: string, headers = '') =>
  sendRaw(
    service.baseUrl,
    `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: Test/1.0\r\nConnection: close\r\n${headers}\r\n`,
  );

const BODIES = [
  '',
  'Content-Length: 0\r\n',
  'Content-Length: 1\r\n\r\nx',
  'Content-Type: text/plain\r\nContent-Length: 1\r\n\r\nx',
  'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n',
];

// Beside the methods that Node parses, tokens that it rejects.
const TOKENS = [...METHODS, 'BREW', 'Get', 'get', 'X', "!#$%&'*+-.^_`|~9", `M${'X'.repeat(2000)}`];
const PATHS: [path: string, allow: string][] = [
  ['/v3/branches', 'GET, HEAD'],
  ['/v3/candidates/1?fields=x', 'GET, HEAD, PUT'],
  ['/platform/session', 'GET, HEAD, POST, DELETE'],
  ['/oauth/token', 'POST'],
  ['/.well-known/jwks.json', 'GET, HEAD'],
  ['/health/ready', 'GET, HEAD'],
  ['/metrics', 'GET, HEAD'],
  ['/docs/', 'GET, HEAD'],
  ['/password', 'GET, HEAD'],
  ['/jobs/', 'GET, HEAD'],
  ['/jobs/some-tenant/1/apply', 'GET, HEAD, POST'],
];

for (const [path, allow] of PATHS) {
  test(`every other method token is a 405 at ${path}, with and without a body`, async () => {
    const faults: string[] = [];
    const check = async (method: string, body: string) => {
      const { status, headers } = await sendMethod(method, path, body);
      if (status !== 405 || headers.allow !== allow)
        faults.push(`${method.slice(0, 20)} ${JSON.stringify(body)}: ${status} ${headers.allow}`);
    };
    const others = TOKENS.filter((token) => !allow.split(', ').includes(token));
    await Promise.all([
      ...others.map((token) => check(token, '')),
      ...['QUERY', 'PROPFIND', 'CONNECT', 'BREW'].flatMap((token) =>
        BODIES.map((body) => check(token, body)),
      ),
    ]);
    assert.deepEqual(faults, []);
  });
}

test('an unknown path is a 404 with every method token', async () => {
  for (const path of ['/nothing', '/v3/nothing', '/platform/nothing', '/jobs/some-tenant/1/x', '/docs/x/y']) {
    const statuses = await Promise.all(TOKENS.map(async (token) => (await sendMethod(token, path)).status));
    assert.deepEqual(
      TOKENS.filter((_, index) => statuses[index] !== 404),
      [],
      path,
    );
  }
});

test('a path with a raw number sign, which no client should send, is unknown', async () => {
  for (const target of ['/platform/masterdata/#/entries', '/v3/webhooks/#/x'])
    assert.equal((await sendMethod('GET', target)).status, 404, target);
  assert.equal((await sendMethod('GET', '/health/live#x')).status, 200);
});

test('requests that are no HTTP or that name no path remain a 400 or 404', async () => {
  for (const bytes of [
    'BREW\r\n\r\n',
    'BREW / SMTP/1.0\r\n\r\n',
    '\u0000\r\n\r\n',
    'B(EW / HTTP/1.1\r\n\r\n',
  ])
    assert.equal((await sendRaw(service.baseUrl, bytes)).status, 400, bytes);
  for (const target of ['*', 'example.org:443', 'http://example.org/x']) {
    for (const method of ['OPTIONS', 'CONNECT', 'BREW', 'QUERY']) {
      const { status } = await sendMethod(method, target);
      assert.ok(status === 404 || status === 405 || status === 400, `${method} ${target}: ${status}`);
    }
  }
});

test('CONNECT in the packet of another request is answered after it', async () => {
  const head = 'HTTP/1.1\r\nHost: localhost\r\nUser-Agent: Test/1.0\r\n\r\n';
  const { status, body } = await sendRaw(
    service.baseUrl,
    `GET /health/live ${head}GET /docs/x/y ${head}CONNECT /oauth/token ${head}`,
  );
  const further = [...body.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, digits]) => Number(digits));
  assert.deepEqual([status, ...further], [200, 404, 405]);
});

test('a method that Node rejects is answered after the requests before it on the connection', async () => {
  const socket = await openSocket(service.baseUrl);
  const head = 'HTTP/1.1\r\nHost: localhost\r\nUser-Agent: Test/1.0\r\n\r\n';
  socket.write(`GET /health/live ${head}`);
  await new Promise((resolve) => socket.once('data', resolve));
  socket.write(`BREW /oauth/token ${head}`);
  const { status, headers, body } = await readAnswer(socket);
  assert.deepEqual([status, headers.allow, headers.connection], [405, 'POST', 'close']);
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(JSON.parse(body).error, 'invalid_request');
});
