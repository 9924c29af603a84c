import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { insertAd } from '../../testing/portal-visitor.ts';
import { sendRaw } from '../../testing/raw-http.ts';

// A request with neither Content-Length nor Transfer-Encoding has no body (RFC 9112, section 6.3), whatever its Content-Type says.

const service = await startTestService();
const { tenant, baseUrl } = service;
const candidate = (await tenant.api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
const jobAd = await insertAd(service);

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

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
    const answer = await sendRaw(
      baseUrl,
      [
        `${method} ${path} HTTP/1.1`,
        `Host: ${new URL(baseUrl).host}`,
        'User-Agent: test/1.0',
        `Authorization: Bearer ${tenant.api.token}`,
        `Content-Type: ${type}`,
        'Connection: close',
        '\r\n',
      ].join('\r\n'),
    );
    assert.equal(answer.status, status, answer.body);
    assert.ok(answer.headers['x-request-id']);
  });
}
