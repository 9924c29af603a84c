import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { ENDPOINTS } from '../../endpoints.ts';
import { eventually } from '../../testing/another-process.ts';
import { startTestService } from '../../testing/harness.ts';
import { openSocket, postHead, type RawAnswer, readAnswer, sendRaw } from '../../testing/raw-http.ts';
import { BODY_LIMIT_BYTES, MAXIMUM_PARTS, MAXIMUM_REFERENCES, SHORT_BODY_BYTES } from './limits.ts';
import type { TSchema } from './schema.ts';

// One request with a long body of the application at once.
const service = await startTestService({ UPLOADS: '3' });
const { api } = service.tenant;
const LIMIT = BODY_LIMIT_BYTES;

const head = (path: string, ...headers: string[]) => postHead(path, api.token, ...headers);

/** The body of a candidate with exactly this size. */
function bodyOf(bytes: number): string {
  const start = '{"firstName":"Ada","lastName":"Muster","filler":"';
  return `${start}${'x'.repeat(bytes - start.length - 2)}"}`;
}

function assertTooLarge(response: RawAnswer): void {
  assert.equal(response.status, 413);
  const record = JSON.parse(response.body);
  assert.deepEqual(Object.keys(record), ['messageGuid', 'message', 'validationErrors']);
  assert.match(record.message, new RegExp(LIMIT.toLocaleString('en')));
  assert.equal(response.headers.connection, 'close');
}

test('a body of the maximum size is accepted, and one more byte is a 413', async () => {
  assert.equal((await api.post('/candidates', undefined, { rawBody: bodyOf(LIMIT) })).status, 200);
  const response = await sendRaw(service.baseUrl, head('/v3/candidates', `Content-Length: ${LIMIT + 1}`));
  assertTooLarge(response);
});

test('a body without Content-Length is a 413 as soon as it is too large', async () => {
  const socket = await openSocket(service.baseUrl);
  const response = readAnswer(socket);
  socket.write(head('/v3/candidates', 'Transfer-Encoding: chunked'));
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  // The body never ends. The response must not wait for its end.
  for (let sent = 0; sent <= LIMIT && socket.writable; sent += 0x10000) {
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
  }
  assertTooLarge(await response);
});

test('a body of the maximum size without Content-Length is accepted', async () => {
  const body = bodyOf(LIMIT);
  const response = await sendRaw(
    service.baseUrl,
    head('/v3/candidates', 'Transfer-Encoding: chunked', 'Connection: close'),
    `${LIMIT.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  );
  assert.equal(response.status, 200);
});

test('a form that is too large for a token request is a 413', async () => {
  const response = await fetch(`${service.baseUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'user-agent': 'a/1', 'content-type': 'application/x-www-form-urlencoded' },
    body: `x=${'y'.repeat(20_000)}`,
  });
  assert.equal(response.status, 413);
  assert.equal(((await response.json()) as { error: string }).error, 'invalid_request');
});

test('a client that disconnects in the middle of its body is not logged as an error of the service', async () => {
  const socket = await openSocket(service.baseUrl);
  socket.write(head('/v3/candidates', 'Content-Length: 1000'));
  socket.write('{"firstName":');
  await api.get('/branches');
  const linesBefore = service.logLines.length;
  socket.destroy();
  // The service has noticed the disconnect before it responds to the next calls, because both use the same event loop.
  for (let round = 0; round < 20; round++) await api.get('/branches');
  const later = service.logLines.slice(linesBefore);
  assert.deepEqual(
    later.filter((line) => (line.level as number) >= 50),
    [],
  );
});

test('a connection that breaks in a body without Content-Length that is too large ends nothing else', async () => {
  const chunk = `${(LIMIT + 1).toString(16)}\r\n${' '.repeat(LIMIT + 1)}`;
  for (const share of [0.9, 0.99, 0.999, 1, 1, 1, 1]) {
    const socket = await openSocket(service.baseUrl);
    socket.on('error', () => {});
    socket.write(head('/v3/candidates', 'Transfer-Encoding: chunked'));
    socket.write(chunk.slice(0, share * chunk.length), () => socket.resetAndDestroy());
    await once(socket, 'close');
    await eventually('the request is over', async () => service.services.load.uploads.running === 0);
  }
  assert.equal((await api.post('/candidates', undefined, { rawBody: bodyOf(LIMIT) })).status, 200);
});

test('further requests on a connection receive responses after an error', async () => {
  const response = await sendRaw(
    service.baseUrl,
    head('/v3/candidates', 'Content-Length: 2'),
    '{}',
    head('/v3/nothing', 'Content-Length: 2', 'Connection: close'),
    '{}',
  );
  assert.equal(response.status, 400);
  assert.match(response.body, /HTTP\/1\.1 404/);
});

/** A character beyond the basic plane, as JSON encoders escape it that write only ASCII. */
const ESCAPED_CHARACTER_BYTES = String.raw`\ud83d\ude00`.length;
/** More than any number, date, or other value that is no text. */
const OTHER_VALUE_BYTES = 40;

/** The size of the JSON text in which every text is as long as it can be. Base64 has no character to escape. */
function largestBytes(schema: TSchema): number {
  if (schema.anyOf !== undefined) return Math.max(...schema.anyOf.map(largestBytes));
  if (schema.type === 'array') return 2 + (schema.maxItems ?? 1) * (1 + largestBytes(schema.items));
  if (schema.properties !== undefined)
    return Object.entries(schema.properties as Record<string, TSchema>).reduce(
      (sum, [name, child]) => sum + `"${name}":,`.length + largestBytes(child),
      2,
    );
  if (schema.maxLength === undefined) return OTHER_VALUE_BYTES;
  const isBase64 = /Base64/.test(schema.description ?? '');
  return 2 + schema.maxLength * (isBase64 ? 1 : ESCAPED_CHARACTER_BYTES);
}

test('a body in which every text has its full length fits, whatever its characters', () => {
  const bodies = ENDPOINTS.filter(({ body, streams }) => body !== undefined && streams === undefined);
  const tooLarge = bodies.filter(({ body }) => largestBytes(body) > LIMIT).map(({ id }) => id);
  assert.deepEqual(tooLarge, []);
});

/** The properties, objects, lists, and other entries of lists of a body in which every list has its full length. */
function mostParts(schema: TSchema): number {
  if (schema.anyOf !== undefined) return Math.max(...schema.anyOf.map(mostParts));
  if (schema.items !== undefined) {
    assert.ok(schema.maxItems !== undefined, `The list has no maxItems: ${schema.description}`);
    return 1 + schema.maxItems * Math.max(1, mostParts(schema.items));
  }
  if (![schema.type].flat().includes('object')) return 0;
  const properties = Object.values((schema.properties ?? {}) as Record<string, TSchema>);
  return properties.reduce((sum, property) => sum + 1 + mostParts(property), 1 + (schema.maxProperties ?? 0));
}

test('a body in which every list has its full length has far fewer parts than a body may have', () => {
  const bodies = ENDPOINTS.filter(({ body }) => body !== undefined);
  // So it has fewer references as well.
  assert.equal(MAXIMUM_REFERENCES * 10, MAXIMUM_PARTS);
  const tooLarge = bodies.filter(({ body }) => mostParts(body) > MAXIMUM_REFERENCES).map(({ id }) => id);
  assert.deepEqual(tooLarge, []);
});

test('of a list with thousands of ids that do not exist, a hundred faults are named', async () => {
  const recruiter = await service.platform('recruiter');
  const candidate = await recruiter.post('/candidates', {
    ...{ firstName: 'Ada', lastName: 'Muster', application: {} },
  });
  const mentions = Array.from({ length: 6000 }, (_, index) => 1_000_000 + index);
  const path = `/candidates/${candidate.body.id}/notes`;
  const { status, body, text } = await recruiter.post(path, { text: 'Hello', mentions });
  assert.equal(status, 400, text.slice(0, 1000));
  assert.equal(body.validationErrors.length, 100);
  assert.match(body.message, /lists the first 100 errors/);
});

// So few that the part of a body that is not a file has room for them.
const MANY = 60_000;
const many = (item: (index: number) => string, count = MANY) =>
  Array.from({ length: count }, (_, index) => item(index)).join();

for (const [what, rawBody] of [
  ['properties', `{${many((index) => `"p${index}":1`)}}`],
  ['properties with the same name', `{${many(() => '"p":1')}}`],
  ['properties of a property', `{"x":{${many((index) => `"p${index}":1`)}}}`],
  ['empty objects', `{"x":[${many(() => '{}')}]}`],
  ['empty lists', `[${many(() => '[]')}]`],
  ['objects with a property', `{"x":[${many((index) => `{"p${index}":1}`)}]}`],
  ['objects behind texts that look endless', `["\\\\\\"","\\\\",${many(() => '{"\\"":"\\\\"}')}]`],
  ['texts of a list', `{"keywords":[${many(() => '""')}]}`],
  ['numbers of a list, each behind a blank', `{"x":[${many(() => ' 1')}]}`],
  ['objects, and ends too early', `[${many(() => '{}')},`],
] as const) {
  for (const path of ['/candidates', '/candidates/applies/external']) {
    test(`a body with too many parts is rejected with the rule: ${what}, ${path}`, async () => {
      const { status, body } = await api.post(path, undefined, { rawBody });
      assert.equal(status, 400);
      const [{ property, code, message }, ...others] = body.validationErrors;
      assert.deepEqual([property, code, others], ['', 'length', []]);
      assert.match(
        message,
        /^The body has too many properties, objects, lists, and entries of lists.* at most 20,000 in total/,
      );
    });
  }
}

test('a long body with as many parts as permitted is accepted whatever is in its texts, and one more is a 400', async () => {
  const text = `${'[{:'.repeat(MANY)}${String.raw`\"\\`.repeat(1000)}`;
  const send = (parts: number) => {
    // Beside the entries: the body with its four properties, two of which have four more parts.
    const entries = many((index) => (index % 2 === 0 ? '[ ]' : '{ }'), parts - 9);
    const rawBody = `{"firstName":"Ada","lastName":"Muster","x":[${entries}],"y":{"text":"${text}","z":":"}}`;
    return api.post('/candidates', undefined, { rawBody });
  };
  const { status, headers } = await send(MAXIMUM_PARTS);
  assert.equal(status, 200);
  assert.equal(headers.get('ignored-properties'), 'x, y');
  assert.equal((await send(MAXIMUM_PARTS + 1)).status, 400);
});

test('a request whose long texts are escaped is accepted, and one more character is a 400', async () => {
  const office = (
    await service.platform('admin').then((admin) => admin.post('/branches', { name: 'Berlin' }))
  ).body;
  const customer = (await api.post('/customers', { name: 'Nordkai' })).body;
  const send = (characters: number) => {
    const text = JSON.stringify(String.raw`\ud83d\ude00`.repeat(characters)).replaceAll('\\\\', '\\');
    const rawBody = `{"officeId":${office.id},"title":"A","headcount":1,"startDate":"2026-04-01","scope":${text},"description":${text},"requirements":${text}}`;
    return api.post(`/customers/${customer.id}/requests/servicecontract`, undefined, { rawBody });
  };
  assert.equal((await send(65_535)).status, 200);
  const { status, body } = await send(65_536);
  assert.equal(status, 400);
  const faults = body.validationErrors.map(
    ({ property, code }: Record<string, string>) => `${property} ${code}`,
  );
  assert.deepEqual(faults.sort(), ['description length', 'requirements length', 'scope length']);
});

for (const kind of ['Content-Length', 'Transfer-Encoding']) {
  test(`a sender of long bodies with ${kind} holds the memory of a few, and keeps nobody out`, async () => {
    const slow = await openSocket(service.baseUrl);
    const response = readAnswer(slow);
    const body = bodyOf(SHORT_BODY_BYTES + 1);
    const [start, end] = [body.slice(0, -1), body.slice(-1)];
    const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    const isChunked = kind === 'Transfer-Encoding';
    const first = isChunked ? `${chunked(start)}${chunked(' ')}` : start;
    const header = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
    slow.write(`${head('/v3/candidates', header, 'Connection: close')}${first}`);
    await eventually('the body counts', async () => service.services.load.uploads.running === 1);

    const refused = await api.post('/candidates', undefined, { rawBody: body });
    assert.equal(refused.status, 429);
    assert.match(refused.body.message, /long bodies.*UPLOADS/);
    const other = `${chunked(body)}0\r\n\r\n`;
    const refusedChunks = await sendRaw(
      service.baseUrl,
      head('/v3/candidates', 'Transfer-Encoding: chunked', 'Connection: close') + other,
    );
    assert.equal(refusedChunks.status, 429);
    assert.ok(refused.headers.has('retry-after'));
    assert.equal(
      (await api.post('/candidates', undefined, { rawBody: bodyOf(SHORT_BODY_BYTES) })).status,
      200,
    );

    slow.write(isChunked ? `${chunked(end)}0\r\n\r\n` : end);
    assert.equal((await response).status, 200);
    await eventually('the place is free', async () => service.services.load.uploads.running === 0);
    assert.equal((await api.post('/candidates', undefined, { rawBody: body })).status, 200);
  });
}
