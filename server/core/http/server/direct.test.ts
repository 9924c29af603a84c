import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { eventually } from '../../../testing/another-process.ts';
import { startTestService } from '../../../testing/harness.ts';
import { sendRaw } from '../../../testing/raw-http.ts';

// Usual reads are served without the framework, and those with a traceparent with it. Nobody may notice.

const service = await startTestService();
const { api } = service.tenant;
const other = await service.createTenant();
const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00';

interface Sent {
  path: string;
  headers?: Record<string, string>;
}

interface Received {
  status: number | undefined;
  headers: Record<string, unknown>;
  bytes: Buffer;
}

function send({ path, headers }: Sent): Promise<Received> {
  const all = { authorization: `Bearer ${api.token}`, 'user-agent': 'Test/1.0', ...headers };
  return new Promise((resolve, reject) => {
    httpRequest(`${service.baseUrl}/v3${path}`, { headers: all }, async (response) => {
      const bytes = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode, headers: response.headers, bytes });
    })
      .on('error', reject)
      .end();
  });
}

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };

/** A response without what differs from response to response, or says how its bytes are sent. */
function lasting({ status, headers, bytes }: Received): object {
  const kept = { ...headers };
  assert.match(String(kept['x-request-id']), /^[0-9a-f-]{36}$/);
  for (const name of ['date', 'x-request-id', 'content-length', 'transfer-encoding']) delete kept[name];
  const decode = DECODERS[String(kept['content-encoding'])];
  const text = (decode === undefined ? bytes : decode(bytes)).toString();
  return { status, headers: kept, text: text.replace(/"messageGuid":"[^"]+"/, '') };
}

async function assertSame(sent: Sent): Promise<Received> {
  // The first request with a token or for a list may be unusual.
  await send({ path: '/masterdata/countries' });
  await send({ path: '/masterdata/countries' });
  const direct = await send(sent);
  const framework = await send({ ...sent, headers: { ...sent.headers, traceparent: TRACEPARENT } });
  assert.deepEqual(lasting(direct), lasting(framework));
  return direct;
}

const LONG = { firstName: 'Ada', lastName: 'Lovelace', remarks: 'remark '.repeat(300) };
const { id } = (await api.post('/candidates', LONG)).body;

for (const [name, headers] of Object.entries<Record<string, string>>({
  'in English': {},
  'in German': { 'accept-language': 'de-AT, en;q=0.5' },
  'with gzip': { 'accept-encoding': 'gzip' },
  'with Brotli': { 'accept-encoding': 'gzip, br' },
  'with an encoding that is refused': { 'accept-encoding': 'br;q=0, gzip;q=0' },
  'with a body type and no body': { 'content-type': 'application/json', 'content-length': '0' },
})) {
  test(`a record and a list are the same with and without the framework: ${name}`, async () => {
    const record = await assertSame({ path: `/candidates/${id}`, headers });
    assert.equal(record.status, 200);
    assert.equal(record.headers['cache-control'], 'no-store');
    assert.equal((await assertSame({ path: '/masterdata/countries', headers })).status, 200);
    const tag = String(record.headers.etag);
    const current = await assertSame({
      path: `/candidates/${id}`,
      headers: { ...headers, 'if-none-match': tag },
    });
    assert.equal(current.status, 304);
    assert.equal(current.bytes.length, 0);
  });
}

test('so are errors of reads', async () => {
  const foreign = (await other.api.post('/candidates', { firstName: 'Eva', lastName: 'Other' })).body.id;
  const cases: [path: string, status: number, headers?: Record<string, string>][] = [
    [`/candidates/${foreign}`, 404],
    ['/candidates/2147483647', 404],
    ['/candidates/2147483648', 404],
    [`/candidates/${id}?x=1`, 400],
    [`/candidates/${id}`, 400, { 'user-agent': '-' }],
    [`/candidates/${id}`, 401, { authorization: 'Bearer x' }],
  ];
  for (const [path, status, headers] of cases)
    assert.equal((await assertSame({ path, ...(headers === undefined ? {} : { headers }) })).status, status);
  const without = await service.createApi(service.tenant, ['masterdata:read']);
  await without.get('/masterdata/countries');
  await without.get('/masterdata/countries');
  const headers = { authorization: `Bearer ${without.token}` };
  assert.equal((await assertSame({ path: `/candidates/${id}`, headers })).status, 403);
});

test('each request has one line in the log, with its caller, and is counted', async () => {
  const requests: [Sent, operation: string, status: number][] = [
    [{ path: `/candidates/${id}` }, 'candidate_get', 200],
    [{ path: '/candidates/2147483647' }, 'candidate_get', 404],
    [{ path: '/masterdata/countries' }, 'masterdata_countries', 200],
  ];
  for (const [sent, operation, status] of requests) {
    service.logLines.length = 0;
    const { headers } = await send(sent);
    const lines = () => service.logLines.filter(({ msg }) => msg === 'request');
    await eventually('the line of the log', async () => lines().length > 0);
    const [line, ...more] = lines();
    assert.equal(more.length, 0);
    assert.deepEqual(
      [line!.requestId, line!.operation, line!.status, line!.tenantId],
      [headers['x-request-id'], operation, status, service.tenant.id],
    );
    assert.ok(line!.clientId !== undefined && (line!.durationMs as number) >= 0);
  }
});

test('requests that follow each other on a connection are served in order, with and without the framework', async () => {
  const another = (await api.post('/candidates', { firstName: 'Grace', lastName: 'Hopper' })).body.id;
  const get = (record: number, more = '') =>
    `GET /v3/candidates/${record} HTTP/1.1\r\nhost: x\r\nuser-agent: Test/1.0\r\nauthorization: Bearer ${api.token}\r\n${more}\r\n`;
  const { body: text } = await sendRaw(
    service.baseUrl,
    get(id) +
      get(another, `traceparent: ${TRACEPARENT}\r\n`) +
      get(id) +
      get(another, 'connection: close\r\n'),
  );
  const order = [...text.matchAll(/\{"id" ?: ?(\d+)/g)].map((match) => Number(match[1]));
  assert.deepEqual(order, [id, another, id, another]);
});
