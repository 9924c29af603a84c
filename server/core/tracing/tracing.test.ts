import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import pino from 'pino';
import { readSettings } from '../../config.ts';
import { eventually } from '../../testing/another-process.ts';
import { openSocket } from '../../testing/raw-http.ts';
import { startTraceReceiver } from '../../testing/trace-receiver.ts';
import { startWebhookService } from '../../testing/webhook-service.ts';
import { migrateQueue, startQueue } from '../queue/index.ts';
import { openTracer } from './index.ts';

const collector = await startTraceReceiver();
const { service, services, api, tenantId, receiver, subscribe, drain } = await startWebhookService({
  OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/collect/`,
  OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b%3Dc, x-scope=acme',
});
const tracer = services.tracer!;

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER_SPAN = '00f067aa0ba902b7';
const traceparent = (flags = '01') => `00-${TRACE_ID}-${CALLER_SPAN}-${flags}`;

const accept = collector.respond;
beforeEach(async () => {
  collector.respond = accept;
  await tracer.flush();
  collector.texts.length = 0;
  collector.headers.length = 0;
});

/** The spans that have arrived, with those of these names. Spans that wait for longer than five seconds are already on their way. */
async function exported(...names: string[]) {
  await eventually(`the spans ${names}`, async () => {
    await tracer.flush();
    const arrived = collector.spans().map(({ name }) => name);
    return names.every((name) => arrived.includes(name));
  });
  return collector.spans();
}

async function createCandidate(headers: Record<string, string>, body: object = {}): Promise<number> {
  const response = await api.post(
    '/candidates',
    { firstName: 'Ada', lastName: 'Muster', ...body },
    { headers },
  );
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}

test('a request, its transaction, its statements, and its webhook call are in the trace of the caller', async () => {
  const registration = await subscribe();
  await createCandidate({ traceparent: traceparent(), 'idempotency-key': 'one' });
  await drain(registration);

  const all = await exported('POST /v3/candidates', 'transaction', 'POST webhook');
  const spans = all.filter(({ traceId }) => traceId === TRACE_ID);
  const request = spans.find(({ name }) => name === 'POST /v3/candidates')!;
  assert.equal(request.parentSpanId, CALLER_SPAN);
  const { 'stellwerk.request.id': requestId, ...attributes } = request.attributes;
  assert.deepEqual(attributes, {
    'http.request.method': 'POST',
    'http.route': '/v3/candidates',
    'http.response.status_code': 200,
    'stellwerk.operation': 'candidate_create',
    'stellwerk.tenant.id': tenantId,
    'stellwerk.client.id': service.tenant.clientId,
  });
  assert.match(String(requestId), /^[0-9a-f-]{36}$/);

  const transaction = spans.find(({ name }) => name === 'transaction')!;
  assert.equal(transaction.parentSpanId, request.spanId);
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === transaction.spanId);
  const insert = statements.find(({ attributes }) =>
    /record_creations\(/.test(String(attributes['db.query.text'])),
  )!;
  assert.match(String(insert.attributes['db.query.text']), /\$1/);
  assert.equal(insert.attributes['db.system.name'], 'postgresql');
  assert.deepEqual(
    [statements.at(0)!.name, statements.some(({ name }) => name === 'COMMIT')],
    ['BEGIN', true],
  );

  const call = spans.find(({ name }) => name === 'POST webhook')!;
  assert.equal(call.parentSpanId, request.spanId);
  assert.equal(call.attributes['http.response.status_code'], 200);
  assert.equal(call.attributes['server.address'], '127.0.0.1');
  assert.equal(receiver.calls[0]!.headers.traceparent, `00-${TRACE_ID}-${call.spanId}-01`);
});

test('batches go to /v1/traces with the headers and the name of the service', async () => {
  await api.get('/branches');
  await exported();
  const [headers] = collector.headers;
  assert.deepEqual(
    [headers![':path'], headers!['content-type'], headers!['api-key'], headers!['x-scope']],
    ['/collect/v1/traces', 'application/json', 'a b=c', 'acme'],
  );
  assert.equal(collector.resource()['service.name'], 'stellwerk');
});

test('a request without a valid traceparent starts a trace, which its webhook call continues', async () => {
  const registration = await subscribe();
  await createCandidate({ traceparent: 'invalid' });
  await drain(registration);
  const spans = await exported('POST /v3/candidates', 'POST webhook');
  const request = spans.find(({ name }) => name === 'POST /v3/candidates')!;
  assert.equal(request.parentSpanId, undefined);
  const call = spans.find(({ name }) => name === 'POST webhook')!;
  assert.equal(call.traceId, request.traceId);
  assert.equal(receiver.calls[0]!.headers.traceparent, `00-${call.traceId}-${call.spanId}-01`);
  const line = service.logLines.findLast(({ operation }) => operation === 'candidate_create');
  assert.equal(line!.traceId, request.traceId);
});

test('a rejected request rolls back, which is no failed span', async () => {
  const body = { firstName: 'Ada', lastName: 'Muster', importExternalId: 'taken' };
  const send = (key: string) => api.post('/candidates', body, { headers: { 'idempotency-key': key } });
  assert.equal((await send('first')).status, 200);
  await exported();
  collector.texts.length = 0;
  assert.equal((await send('second')).status, 400);
  const spans = await exported('transaction');
  const transaction = spans.find(({ name }) => name === 'transaction')!;
  assert.deepEqual(
    [transaction.status, transaction.attributes['stellwerk.transaction.outcome']],
    [0, 'rollback'],
  );
  const failed = spans.filter(({ status }) => status === 2).map(({ attributes }) => attributes['error.type']);
  assert.deepEqual(failed, ['23505']);
});

test('a trace that its caller does not sample is passed on and not exported', async () => {
  const registration = await subscribe();
  await createCandidate({ traceparent: traceparent('00') });
  await drain(registration);
  assert.ok((await exported()).every(({ traceId }) => traceId !== TRACE_ID));
  assert.match(
    String(receiver.calls[0]!.headers.traceparent),
    new RegExp(`^00-${TRACE_ID}-[0-9a-f]{16}-00$`),
  );
});

test('a failed webhook call is a failed span without the response of the receiver', async () => {
  const registration = await subscribe();
  receiver.respond = (_call, response) => void response.writeHead(503).end('Geheimnis');
  await createCandidate({ traceparent: traceparent() });
  await drain(registration);
  const call = (await exported('POST webhook')).find(({ name }) => name === 'POST webhook')!;
  assert.deepEqual([call.status, call.attributes['error.type']], [2, '503']);
  assert.doesNotMatch(collector.texts.join(), /Geheimnis/);
});

test('a background task continues the trace of the request that added it', async () => {
  await migrateQueue({ databaseUrl: service.databaseUrl });
  const done = Promise.withResolvers<void>();
  const queue = await startQueue({
    databaseUrl: service.databaseUrl,
    log: services.log,
    tracer,
    tasks: [
      {
        name: 'parse-cv',
        async run() {
          await sql`SELECT 4711 AS number`.execute(services.database.tenant(tenantId));
          done.resolve();
        },
      },
    ],
  });
  const candidate = await createCandidate({});
  const file = { base64File: btoa('%PDF-1.4'), shouldParseCV: true };
  const headers = { traceparent: traceparent() };
  const { status, text } = await api.post(`/candidates/${candidate}/documents/cv`, file, { headers });
  assert.equal(status, 200, text);
  await done.promise;
  await queue.stop();
  const upload = 'POST /v3/candidates/{candidateId}/documents/cv';
  const all = await exported('parse-cv', 'write document', upload);
  const spans = all.filter(({ traceId }) => traceId === TRACE_ID);
  const task = spans.find(({ name }) => name === 'parse-cv')!;
  assert.equal(task.attributes['stellwerk.tenant.id'], tenantId);
  const statement = spans.find(({ attributes }) => String(attributes['db.query.text']).includes('4711'))!;
  assert.equal(statement.parentSpanId, task.spanId);
  const document = spans.find(({ name }) => name === 'write document')!;
  const request = spans.find(({ name }) => name === upload)!;
  assert.equal(document.parentSpanId, request.spanId);
});

test('nothing personal is exported', async () => {
  const registration = await subscribe({ url: `${receiver.url}/Pfadwort?key=Querywort` });
  const person = {
    firstName: 'Xaveria',
    lastName: 'Geheimnis',
    contact: { email: 'xaveria.geheimnis@example.org', phone: '030 901820' },
    location: { street: 'Verstecktestraße 1', zipCode: '10115', city: 'Berlin' },
    importExternalId: 'crm-verborgen',
  };
  const id = await createCandidate(
    { 'idempotency-key': 'Keywort', 'x-forwarded-user': 'Headerwort' },
    person,
  );
  await drain(registration);
  await api.get(`/candidates/${id}`);
  await api.get('/candidates/duplicates?email=xaveria.geheimnis%40example.org&phone=030%20901820');
  await api.post('/candidates', person);
  await api.post('/candidates', { ...person, contact: { email: 'Geheimnis' } });
  await api.get('/Unterwort/xaveria.geheimnis@example.org', { skipResponseCheck: true });
  await api.get('/candidates?startDate=Querywort&search=Geheimnis', { skipResponseCheck: true });
  const all = await api.get('/candidates/export/candidates');
  assert.equal(all.status, 200);
  const spans = await exported('COPY', 'GET /v3/candidates/export/candidates');
  assert.ok(spans.length > 20);
  assert.ok(spans.some(({ name }) => name === 'COPY'));
  const text = collector.texts.join();
  assert.doesNotMatch(
    text,
    /Xaveria|Geheimnis|901820|Versteckte|crm-verborgen|Keywort|Headerwort|Pfadwort|Querywort|Unterwort|Berlin/i,
  );
  for (const secret of [api.token, service.tenant.clientSecret]) assert.ok(!text.includes(secret));
});

test('the spans of a task over many tenants are limited, and their number is told', async () => {
  const span = tracer.startSpan('sweep', 'consumer', {}, undefined);
  for (let tenant = 0; tenant < 1000; tenant++) span.startChild('SELECT', 'client', {})?.end();
  span.end();
  // A record is stored after the response with it, in a span of the request, which can be one of the test before.
  const spans = (await exported('sweep')).filter(({ traceId }) => span.traceparent.includes(traceId));
  assert.deepEqual(
    [spans.length, spans.at(-1)!.name, spans.at(-1)!.attributes['stellwerk.spans.omitted']],
    [201, 'sweep', 800],
  );
});

test('probes have no spans', async () => {
  await fetch(`${service.baseUrl}/health/ready`);
  await fetch(`${service.baseUrl}/metrics`);
  assert.deepEqual(
    (await exported()).filter(({ parentSpanId }) => parentSpanId === undefined),
    [],
  );
});

test('the span of a request ends also when its caller leaves before the response', async () => {
  const socket = await openSocket(service.baseUrl);
  socket.write(
    `POST /v3/candidates HTTP/1.1\r\nhost: x\r\nuser-agent: Test/1.0\r\nauthorization: Bearer ${api.token}\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{`,
    () => socket.destroy(),
  );
  const find = async () => (await exported()).find(({ name }) => name === 'POST /v3/candidates');
  await eventually('the span', async () => (await find()) !== undefined);
  const { attributes } = (await find())!;
  assert.deepEqual(
    [attributes['http.response.status_code'], attributes['stellwerk.interrupted']],
    [400, true],
  );
});

test('a collector that fails fails no request, and one warning a minute tells of it', async () => {
  collector.respond = (response) => void response.writeHead(400).end('Geheimnis');
  for (let round = 0; round < 3; round++) {
    assert.equal((await api.get('/branches')).status, 200);
    await tracer.flush();
  }
  const lines = service.logLines.filter(({ msg }) => msg === 'traces were not exported');
  assert.deepEqual(
    lines.map(({ level, code }) => [level, code]),
    [[40, 400]],
  );
});

test('a stop does not wait for a collector that never responds', async () => {
  const lines: string[] = [];
  const settings = readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'other' });
  const other = (await openTracer(settings, pino({ write: (line: string) => void lines.push(line) })))!;
  const responses: ServerResponse[] = [];
  const arrived = Promise.withResolvers<void>();
  collector.respond = (response) => {
    responses.push(response);
    arrived.resolve();
  };
  other.startSpan('work', 'internal', {}, undefined).end();
  await other.stop();
  await arrived.promise;
  for (const response of responses) accept(response);
  assert.equal(collector.resource()['service.name'], 'other');
});

test('OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG decide which traces are exported', async () => {
  const isSampled = async (sampler: string, argument: string, parent?: string) => {
    const settings = readSettings({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER: sampler,
      OTEL_TRACES_SAMPLER_ARG: argument,
    });
    const other = (await openTracer(settings, pino({ level: 'silent' })))!;
    const span = other.startSpan('work', 'internal', {}, parent);
    await other.stop();
    return span.isRecording;
  };
  assert.deepEqual(
    [
      await isSampled('always_off', ''),
      await isSampled('parentbased_traceidratio', '0'),
      await isSampled('parentbased_traceidratio', '0', traceparent()),
      await isSampled('parentbased_always_off', '', traceparent()),
      await isSampled('traceidratio', '0', traceparent()),
      await isSampled('traceidratio', '1', traceparent('00')),
    ],
    [false, false, true, true, false, true],
  );
});

// Shows that the test for the absence of the packages, in webhooks/delivery/messages.test.ts, would see them.
test('with an endpoint, OpenTelemetry is loaded', () => {
  const loaded = Object.keys(createRequire(import.meta.url).cache);
  assert.ok(loaded.some((path) => path.includes('@opentelemetry/sdk-trace-base')));
});
