import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { eventually } from '../../../testing/another-process.ts';
import { startTestService } from '../../../testing/harness.ts';
import { sendRaw } from '../../../testing/raw-http.ts';

// Usual requests are served without the framework, and those with a traceparent with it. Nobody may notice.

const service = await startTestService();
const { api } = service.tenant;
const other = await service.createTenant();
const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00';

interface Sent {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

interface Received {
  status: number | undefined;
  headers: Record<string, unknown>;
  bytes: Buffer;
}

function send({ method = 'GET', path, headers, body }: Sent): Promise<Received> {
  const all = {
    authorization: `Bearer ${api.token}`,
    'user-agent': 'Test/1.0',
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    httpRequest(`${service.baseUrl}/v3${path}`, { method, headers: all }, async (response) => {
      const bytes = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode, headers: response.headers, bytes });
    })
      .on('error', reject)
      .end(body);
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
  // Ids of new records, and of errors.
  return { status, headers: kept, text: text.replace(/"messageGuid":"[^"]+"|"id":\d+\}$/, '') };
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

test('so are created candidates, and what is said of them', async () => {
  const create = (value: unknown, headers: Record<string, string> = {}) =>
    assertSame({ method: 'POST', path: '/candidates', body: JSON.stringify(value), headers });
  const person = { firstName: 'Ada', lastName: 'Müller', contact: { phone: '030 901820' } };
  assert.equal((await create(person)).status, 200);
  const ignored = await create({ ...person, nickname: 'A', id: 7 });
  assert.deepEqual([ignored.status, ignored.headers['ignored-properties']], [200, 'nickname, id']);
  assert.equal((await create({ ...person, nickname: 'A' }, { prefer: 'handling=strict' })).status, 400);
  const invalid = await create({ firstName: '', nickname: 'A', contact: { phone: 'x' } });
  assert.deepEqual([invalid.status, invalid.headers['ignored-properties']], [400, 'nickname']);
  assert.equal((await create({ ...person, officeId: 4711 })).status, 400);
  for (const body of ['{', 'null', '[]', '"a"'])
    assert.equal((await assertSame({ method: 'POST', path: '/candidates', body })).status, 400);
  const type = { 'content-type': 'text/plain' };
  assert.equal((await create(person, type)).status, 415);
});

test('possible duplicates are named, and the record has what was sent', async () => {
  const body = JSON.stringify({
    firstName: 'Zoë',
    lastName: 'Özdemir',
    contact: { email: 'zoe@example.org', mobile: '0151 23456789' },
  });
  const create = () => send({ method: 'POST', path: '/candidates', body });
  const first = JSON.parse((await create()).bytes.toString()).id;
  const second = await create();
  assert.equal(second.headers['possible-duplicates'], String(first));
  const found = await api.get('/candidates/duplicates?email=zoe@example.org&phone=%2B4915123456789');
  assert.deepEqual(found.body.duplicates[0].matchedOn.includes('phone'), true);
  const { body: record } = await api.get(`/candidates/${first}`);
  assert.deepEqual([record.firstName, record.contact.mobile], ['Zoë', '0151 23456789']);
});

test('each request has one line in the log, with its caller, and is counted', async () => {
  const requests: [Sent, operation: string, status: number][] = [
    [{ path: `/candidates/${id}` }, 'candidate_get', 200],
    [{ path: '/candidates/2147483647' }, 'candidate_get', 404],
    [{ path: '/masterdata/countries' }, 'masterdata_countries', 200],
    [
      { method: 'POST', path: '/candidates', body: '{"firstName":"A","lastName":"B"}' },
      'candidate_create',
      200,
    ],
    [{ method: 'POST', path: '/candidates', body: '{}' }, 'candidate_create', 400],
  ];
  for (const [sent, operation, status] of requests) {
    service.logLines.length = 0;
    const { headers } = await send(sent);
    const lines = () => service.logLines.filter(({ msg }) => msg === 'request');
    await eventually('the line of the log', async () => lines().length > 0);
    const [line, ...more] = lines();
    assert.equal(more.length, 0);
    assert.deepEqual(
      [line!.requestId, line!.operation, line!.status, line!.tenantId, line!.method],
      [headers['x-request-id'], operation, status, service.tenant.id, sent.method ?? 'GET'],
    );
    assert.ok(line!.clientId !== undefined && (line!.durationMs as number) >= 0);
  }
});

test('a body that does not arrive creates nothing, and requests behind it on a connection are served in order', async () => {
  const count = async () =>
    (await service.sql<{ n: number }>('SELECT count(*)::int AS n FROM candidate'))[0]!.n;
  const before = await count();
  const head = `POST /v3/candidates HTTP/1.1\r\nhost: x\r\nuser-agent: Test/1.0\r\nauthorization: Bearer ${api.token}\r\ncontent-type: application/json\r\n`;
  const body = '{"firstName":"Cut","lastName":"Off"}';
  service.logLines.length = 0;
  await new Promise<void>((resolve) => {
    const request = httpRequest(`${service.baseUrl}/v3/candidates`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${api.token}`,
        'user-agent': 'Test/1.0',
        'content-type': 'application/json',
        'content-length': body.length,
      },
    });
    request.on('error', () => resolve());
    request.write(body.slice(0, 10), () => request.destroy());
  });
  await eventually('the line of the log', async () =>
    service.logLines.some(({ msg, isInterrupted }) => msg === 'request' && isInterrupted === true),
  );
  assert.equal(await count(), before);
  const get = `GET /v3/candidates/${id} HTTP/1.1\r\nhost: x\r\nuser-agent: Test/1.0\r\nauthorization: Bearer ${api.token}\r\n`;
  const { body: text } = await sendRaw(
    service.baseUrl,
    `${head}content-length: ${body.length}\r\n\r\n${body}${get}\r\n${get}connection: close\r\n\r\n`,
  );
  const order = [...text.matchAll(/\{"id" ?: ?(\d+)/g)].map((match) => Number(match[1]));
  assert.equal(order.length, 3);
  assert.deepEqual(order.slice(1), [id, id]);
  assert.equal(await count(), before + 1);
});
