import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import pg from 'pg';
import { eventually } from '../../../testing/another-process.ts';
import { exchange, lasting, type Received, type Sent, TRACEPARENT } from '../../../testing/both-ways.ts';
import { startTestService } from '../../../testing/harness.ts';
import { untilWaiting } from '../../../testing/held-transaction.ts';
import { sendRaw } from '../../../testing/raw-http.ts';

// Usual reads and creations are served without the framework, and those with a traceparent with it. Nobody may notice.

const service = await startTestService();
const { api } = service.tenant;
const other = await service.createTenant();
function send({ headers, body, ...sent }: Sent): Promise<Received> {
  const all = {
    authorization: `Bearer ${api.token}`,
    'user-agent': 'Test/1.0',
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(body.length) }),
    ...headers,
  };
  return exchange(service.baseUrl, { ...sent, headers: all, ...(body === undefined ? {} : { body }) });
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
  'with any encoding': { 'accept-encoding': '*' },
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
    // From its sixteenth letter on, it is like the path of the candidate.
    [`/companies/1${id}`, 404],
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

const MAILBOX = { email: 'ada@example.org' };
const ADA = { firstName: 'Ada', lastName: 'Lovelace' };

for (const [name, body, status, headers] of [
  ['a candidate', ADA, 200],
  ['one with umlauts', { ...ADA, lastName: 'Grüße 🦀' }, 200],
  ['one with a mailbox that others have', { ...ADA, contact: MAILBOX }, 200],
  ['one with unknown properties', { ...ADA, hairColor: 'red', contact: { ...MAILBOX, fax: '1' } }, 200],
  ['one with unknown properties, strictly', { ...ADA, hairColor: 'red' }, 400, { prefer: 'handling=strict' }],
  [
    'one with faults',
    { firstName: ' ', contact: { email: 'x', mobile: '1' }, birth: { date: '2090-01-01' } },
    400,
  ],
  ['one with unknown properties and a fault', { ...ADA, hairColor: 'red', contact: { email: 'x' } }, 400],
  ['one with an unknown reference', { ...ADA, salutationId: 99, officeId: 2147483647 }, 400],
  ['one with a reference to a branch', { ...ADA, sourceOfSupplyId: 1 }, 200],
  ['one without a body', '', 400],
  ['an array', '[]', 400],
  ['null', 'null', 400],
  ['what is not JSON', '{"firstName":', 400],
  ['what is not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400],
  ['another type', ADA, 415, { 'content-type': 'text/plain' }],
  ['the type with a character set', ADA, 200, { 'content-type': 'application/json; charset=utf-8' }],
  ['a compressed body', ADA, 415, { 'content-encoding': 'gzip' }],
  ['an encoding of the response', ADA, 200, { 'accept-encoding': 'br' }],
  ['a caller without a name', ADA, 400, { 'user-agent': '-' }],
] as [string, object | string | Buffer, number, Record<string, string>?][]) {
  test(`a creation is the same with and without the framework: ${name}`, async () => {
    await send({ path: '/candidates', body: Buffer.from(JSON.stringify({ ...ADA, contact: MAILBOX })) });
    const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const sent = {
      path: '/candidates',
      body: Buffer.from(text),
      ...(headers === undefined ? {} : { headers }),
    };
    assert.equal((await assertSame(sent)).status, status);
  });
}

test('a caller who may not create is rejected the same way', async () => {
  const without = await service.createApi(service.tenant, ['masterdata:read']);
  await without.get('/masterdata/countries');
  const headers = { authorization: `Bearer ${without.token}` };
  const body = JSON.stringify(ADA);
  assert.equal((await assertSame({ path: '/candidates', headers, body })).status, 403);
});

test('a body that comes in pieces is read to its end', async () => {
  const bytes = Buffer.from(JSON.stringify({ ...ADA, lastName: 'Stückweise' }));
  const middle = bytes.indexOf('ü') + 1;
  const headers = {
    authorization: `Bearer ${api.token}`,
    'user-agent': 'Test/1.0',
    'content-type': 'application/json',
    'content-length': bytes.length,
  };
  const request = httpRequest(`${service.baseUrl}/v3/candidates`, { method: 'POST', headers });
  const response = once(request, 'response') as Promise<[IncomingMessage]>;
  await new Promise((resolve) => request.write(bytes.subarray(0, middle), resolve));
  // When they have their responses, the first piece has arrived.
  await send({ path: '/masterdata/countries' });
  await send({ path: '/masterdata/countries' });
  request.end(bytes.subarray(middle));
  const [{ statusCode }] = await response;
  assert.equal(statusCode, 200);
  const rows = await service.sql('SELECT 1 FROM candidate WHERE last_name = $1', ['Stückweise']);
  assert.equal(rows.length, 1);
});

/** Starts a creation that has no response yet. */
function startCreation(headers: object): ClientRequest {
  const all = {
    authorization: `Bearer ${api.token}`,
    'user-agent': 'Test/1.0',
    'content-type': 'application/json',
    ...headers,
  };
  const request = httpRequest(`${service.baseUrl}/v3/candidates`, { method: 'POST', headers: all });
  request.on('error', () => {});
  return request;
}

async function lineOf(message: string): Promise<Record<string, unknown>> {
  const find = () => service.logLines.find(({ msg }) => msg === message);
  await eventually('the line of the log', async () => find() !== undefined);
  return find()!;
}

for (const [way, headers] of Object.entries({
  'without the framework': {},
  'with the framework': { traceparent: TRACEPARENT },
})) {
  test(`a caller who leaves before the end of the body creates nothing, and the log has a malformed body, ${way}`, async () => {
    service.logLines.length = 0;
    const request = startCreation({ ...headers, 'content-length': 1000 });
    request.write('{"firstName":"Ada","lastName":"Abgebrochen"}', () => request.destroy());
    const { status, operation, isInterrupted } = await lineOf('request');
    assert.deepEqual([status, operation, isInterrupted], [400, 'candidate_create', true]);
    const rows = await service.sql('SELECT 1 FROM candidate WHERE last_name = $1', ['Abgebrochen']);
    assert.equal(rows.length, 0);
  });

  test(`the log has a caller who leaves before the response, and why there would have been none, ${way}`, async () => {
    service.logLines.length = 0;
    const other = new pg.Client({ connectionString: service.databaseUrl });
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query("ALTER TABLE candidate ADD CONSTRAINT broken CHECK (last_name <> 'Weg') NOT VALID");
      const request = startCreation(headers);
      request.end('{"firstName":"Ada","lastName":"Weg"}');
      await untilWaiting(other);
      request.destroy();
      const { status, operation, isInterrupted, tenantId, requestId } = await lineOf('request');
      assert.deepEqual(
        [status, operation, isInterrupted, tenantId],
        [499, 'candidate_create', true, service.tenant.id],
      );
      await other.query('COMMIT');
      const failure = await lineOf('request failed');
      const { constraint } = failure.cause as { constraint: string };
      assert.deepEqual([failure.requestId, failure.status, constraint], [requestId, 500, 'broken']);
    } finally {
      await other.end();
      await service.sql('ALTER TABLE candidate DROP CONSTRAINT IF EXISTS broken');
    }
  });
}

test('each request has one line in the log, with its caller, and is counted', async () => {
  const requests: [Sent, operation: string, status: number][] = [
    [{ path: `/candidates/${id}` }, 'candidate_get', 200],
    [{ path: '/candidates/2147483647' }, 'candidate_get', 404],
    [{ path: '/masterdata/countries' }, 'masterdata_countries', 200],
    [{ path: '/candidates', body: JSON.stringify(ADA) }, 'candidate_create', 200],
    [{ path: '/candidates', body: '{}' }, 'candidate_create', 400],
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
    assert.deepEqual([line!.level, line!.pid], [30, process.pid]);
    assert.ok(Math.abs(Date.now() - (line!.time as number)) < 60_000);
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
