import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';

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
