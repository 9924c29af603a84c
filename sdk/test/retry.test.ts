import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  RateLimitError,
  ServerError,
  StellwerkError,
} from '../index.ts';
import { breakOff, dropConnection, FakeClock, respond, startFaultyService } from './faulty-service.ts';

const CREATED = respond(200, { id: 7 });
const BODY = { firstName: 'Ada', lastName: 'Muster' };

test('a read is retried with growing delays when the connection breaks', async () => {
  const { client, calls, clock } = await startFaultyService([
    dropConnection,
    dropConnection,
    dropConnection,
    respond(200, { id: 7 }),
  ]);
  assert.deepEqual(await client.candidates.get(7), { id: 7 });
  assert.equal(calls.length, 4);
  assert.deepEqual(clock.slept, [500, 1000, 2000]);
});

test('a read is retried when the connection breaks during the response', async () => {
  const { client, calls } = await startFaultyService([breakOff, respond(200, { candidates: [] })]);
  assert.deepEqual(await client.candidates.list(), { candidates: [] });
  assert.equal(calls.length, 2);
});

test('a create is retried with the same key and the same body', async () => {
  const { client, calls } = await startFaultyService([dropConnection, CREATED]);
  assert.deepEqual(await client.candidates.create(BODY), { id: 7 });
  const [first, second] = calls;
  assert.match(String(first!.headers['idempotency-key']), /^[0-9a-f-]{36}$/);
  assert.equal(second!.headers['idempotency-key'], first!.headers['idempotency-key']);
  assert.equal(second!.body, first!.body);
});

test('each call has a different key', async () => {
  const { client, calls } = await startFaultyService([CREATED]);
  await client.candidates.create(BODY);
  await client.candidates.create(BODY);
  assert.notEqual(calls[0]!.headers['idempotency-key'], calls[1]!.headers['idempotency-key']);
});

test('a change with a condition is not retried when it may have taken effect', async () => {
  const changed = { name: 'ConnectionError' };
  const { client, calls } = await startFaultyService([dropConnection, respond(412)]);
  await assert.rejects(client.candidates.change(7, { title: 'Dr.' }, { ifMatch: '"1"' }), changed);
  assert.deepEqual(
    calls.map(({ headers }) => headers['if-match']),
    ['"1"'],
  );
});

test('an option with an unknown name is a TypeError, and nothing is sent', async () => {
  const { client, calls } = await startFaultyService([CREATED]);
  const options = { ifmatch: '"1"' } as object;
  await assert.rejects(
    async () => client.candidates.change(7, { title: 'Dr.' }, options),
    (error: Error) => error instanceof TypeError && /unknown option ifmatch/.test(error.message),
  );
  assert.equal(calls.length, 0);
});

test('the key from the options is sent', async () => {
  const { client, calls } = await startFaultyService([CREATED]);
  await client.candidates.create(BODY, { idempotencyKey: 'crm-10023' });
  assert.equal(calls[0]!.headers['idempotency-key'], 'crm-10023');
});

test('a key that no header can contain is a TypeError that says what to do, and nothing is sent', async () => {
  const { client, calls } = await startFaultyService([CREATED]);
  for (const idempotencyKey of ['крм-1', 'a–b', 'a\nb'])
    await assert.rejects(async () => client.candidates.create(BODY, { idempotencyKey }), {
      name: 'TypeError',
      message: /idempotencyKey .* Encode it, such as with encodeURIComponent/,
    });
  assert.equal(calls.length, 0);
  await client.candidates.create(BODY, { idempotencyKey: 'Müller-1' });
  assert.equal(calls.length, 1);
});

test('a call without a key is not retried when it may have taken effect', async () => {
  for (const reaction of [dropConnection, respond(503, {}, { 'retry-after': '1' })]) {
    const { client, calls } = await startFaultyService([reaction, respond(200)]);
    await assert.rejects(
      client.webhooks.unsubscribe({ event: 1401, url: 'https://example.org' }),
      StellwerkError,
    );
    assert.equal(calls.length, 1);
  }
});

test('a call without a key is retried when the service did not process it', async () => {
  const { client, calls } = await startFaultyService([
    respond(429, {}, { 'retry-after': '1' }),
    respond(200),
  ]);
  await client.webhooks.unsubscribe({ event: 1401, url: 'https://example.org' });
  assert.equal(calls.length, 2);
});

test('a read that is a POST is retried', async () => {
  for (const reaction of [dropConnection, respond(503, {}, { 'retry-after': '1' })]) {
    const { client, calls } = await startFaultyService([reaction, respond(200, { events: [] })]);
    const period = { eventDateFromUtc: '2026-03-01T00:00:00Z', eventDateToUtc: '2026-03-02T00:00:00Z' };
    assert.deepEqual(await client.webhookProtocol.list(period), { events: [] });
    assert.equal(calls.length, 2);
  }
});

test('a change is retried, because it is idempotent', async () => {
  const { client, calls } = await startFaultyService([respond(503), respond(204)]);
  assert.equal(await client.candidates.change(7, { firstName: 'Ada' }), undefined);
  assert.equal(calls.length, 2);
});

for (const status of [502, 503, 504]) {
  test(`${status} is retried after the delay in Retry-After`, async () => {
    const { client, clock } = await startFaultyService([
      respond(status, {}, { 'retry-after': '7' }),
      respond(200),
    ]);
    await client.branches.list();
    assert.equal(clock.slept.length, 1);
    assert.ok(clock.slept[0]! >= 7000);
  });
}

test('Retry-After can be a date', async () => {
  const clockStart = new FakeClock().now();
  const { client, clock } = await startFaultyService([
    respond(503, {}, { 'retry-after': new Date(clockStart + 9000).toUTCString() }),
    respond(200),
  ]);
  await client.branches.list();
  assert.ok(clock.slept[0]! >= 9000 && clock.slept[0]! < 10_000, String(clock.slept));
});

test('a long Retry-After is an error instead of a long wait', async () => {
  const { client, calls } = await startFaultyService([respond(429, {}, { 'retry-after': '3600' })]);
  await assert.rejects(client.branches.list(), (error) => {
    assert.ok(error instanceof RateLimitError);
    assert.equal(error.retryAfterSeconds, 3600);
    return true;
  });
  assert.equal(calls.length, 1);
});

test('a call is retried while another one with the same key is running', async () => {
  const { client, calls } = await startFaultyService([respond(409, {}, { 'retry-after': '1' }), CREATED]);
  assert.deepEqual(await client.candidates.create(BODY), { id: 7 });
  assert.equal(calls.length, 2);
});

test('there are at most maxRetries retries', async () => {
  const { client, calls, connect } = await startFaultyService([respond(503)]);
  await assert.rejects(client.branches.list(), ServerError);
  assert.equal(calls.length, 4);
  await assert.rejects(connect({ maxRetries: 0 }).branches.list(), ServerError);
  assert.equal(calls.length, 5);
  await assert.rejects(client.branches.list({ maxRetries: 1 }), ServerError);
  assert.equal(calls.length, 7);
});

for (const status of [400, 404, 409, 413, 500]) {
  test(`${status} is not retried`, async () => {
    const { client, calls } = await startFaultyService([respond(status, { message: 'No.' })]);
    await assert.rejects(client.candidates.get(7), (error) => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.status, status);
      assert.equal(error.message, `GET /candidates/{candidateId} returned ${status}: No.`);
      return true;
    });
    assert.equal(calls.length, 1);
  });
}

test('409 is an error when the other call with the same key never ends', async () => {
  const { client } = await startFaultyService([respond(409)]);
  await assert.rejects(client.candidates.create(BODY), ConflictError);
});

test('a retried deletion succeeds when the record is gone', async () => {
  const gone = { messageGuid: '0198b5a0-7c11-4f0e-8a55-1d2c3b4a5f60', message: 'No.', validationErrors: [] };
  const { client, calls } = await startFaultyService([dropConnection, respond(404, gone)]);
  await client.candidates.deleteLanguage(7, 25);
  assert.equal(calls.length, 2);
});

test('a retried deletion fails when the 404 is not from the service', async () => {
  const { client } = await startFaultyService([dropConnection, respond(404, { message: 'no route' })]);
  await assert.rejects(client.candidates.deleteLanguage(7, 25), { name: 'NotFoundError' });
});

test('a deletion that was rejected with 429 before a 404 fails', async () => {
  const { client } = await startFaultyService([respond(429), respond(404)]);
  await assert.rejects(client.candidates.deleteLanguage(7, 25), { name: 'NotFoundError' });
});

test('a body with a stream is not retried', async () => {
  const { client, calls } = await startFaultyService([dropConnection, CREATED]);
  const base64File = new Blob(['once']).stream();
  await assert.rejects(client.documents.uploadOther(7, { base64File }), ConnectionError);
  assert.equal(calls.length, 1);
});

test('a body with a stream is not retried after a 401, and no token is requested', async () => {
  const { client, calls, tokenRequests } = await startFaultyService([respond(401), CREATED]);
  const base64File = new Blob(['once']).stream();
  await assert.rejects(client.documents.uploadOther(7, { base64File }), AuthenticationError);
  assert.deepEqual([calls.length, tokenRequests.length], [1, 1]);
});

test('a body with a blob is retried', async () => {
  const { client, calls } = await startFaultyService([dropConnection, CREATED]);
  assert.deepEqual(await client.documents.uploadOther(7, { base64File: new Blob(['again']) }), { id: 7 });
  assert.equal(calls[1]!.body, calls[0]!.body);
});
