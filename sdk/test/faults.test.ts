import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { inspect } from 'node:util';
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  RateLimitError,
  ServerError,
  StellwerkError,
  TimeoutError,
  TokenError,
} from '../index.ts';
import {
  answer,
  breakOff,
  connectTo,
  dropConnection,
  keepSilent,
  SECRET,
  StoppedClock,
  stall,
  startFaultyService,
  TOKEN,
} from './faulty-service.ts';

const CREATED = answer(200, { id: 7 });
const BODY = { firstName: 'Ada', lastName: 'Muster' };

test('a read is repeated when the connection breaks, after growing pauses', async () => {
  const { client, calls, clock } = await startFaultyService([
    dropConnection,
    dropConnection,
    dropConnection,
    answer(200, { id: 7 }),
  ]);
  assert.deepEqual(await client.candidates.get(7), { id: 7 });
  assert.equal(calls.length, 4);
  assert.deepEqual(clock.slept, [500, 1000, 2000]);
});

test('a read is repeated when its answer breaks off', async () => {
  const { client, calls } = await startFaultyService([breakOff, answer(200, { candidates: [] })]);
  assert.deepEqual(await client.candidates.list(), { candidates: [] });
  assert.equal(calls.length, 2);
});

test('what creates something is repeated with the same key and the same body', async () => {
  const { client, calls } = await startFaultyService([dropConnection, CREATED]);
  assert.deepEqual(await client.candidates.create(BODY), { id: 7 });
  const [first, second] = calls;
  assert.match(String(first!.headers['idempotency-key']), /^[0-9a-f-]{36}$/);
  assert.equal(second!.headers['idempotency-key'], first!.headers['idempotency-key']);
  assert.equal(second!.body, first!.body);
});

test('each call has a key of its own', async () => {
  const { client, calls } = await startFaultyService([CREATED]);
  await client.candidates.create(BODY);
  await client.candidates.create(BODY);
  assert.notEqual(calls[0]!.headers['idempotency-key'], calls[1]!.headers['idempotency-key']);
});

test('a key given is the one sent', async () => {
  const { client, calls } = await startFaultyService([CREATED]);
  await client.candidates.create(BODY, { idempotencyKey: 'crm-10023' });
  assert.equal(calls[0]!.headers['idempotency-key'], 'crm-10023');
});

test('what no key protects is not repeated when it may have been done', async () => {
  for (const reaction of [dropConnection, answer(503, {}, { 'retry-after': '1' })]) {
    const { client, calls } = await startFaultyService([reaction, answer(200)]);
    await assert.rejects(
      client.webhooks.unsubscribe({ event: 1401, url: 'https://example.org' }),
      StellwerkError,
    );
    assert.equal(calls.length, 1);
  }
});

test('what no key protects is repeated when the service has not looked at it', async () => {
  const { client, calls } = await startFaultyService([answer(429, {}, { 'retry-after': '1' }), answer(200)]);
  await client.webhooks.unsubscribe({ event: 1401, url: 'https://example.org' });
  assert.equal(calls.length, 2);
});

test('a change is repeated, since doing it twice is like doing it once', async () => {
  const { client, calls } = await startFaultyService([answer(503), answer(204)]);
  assert.equal(await client.candidates.change(7, { firstName: 'Ada' }), undefined);
  assert.equal(calls.length, 2);
});

for (const status of [502, 503, 504]) {
  test(`${status} is waited for as long as the service asks`, async () => {
    const { client, clock } = await startFaultyService([
      answer(status, {}, { 'retry-after': '7' }),
      answer(200),
    ]);
    await client.branches.list();
    assert.equal(clock.slept.length, 1);
    assert.ok(clock.slept[0]! >= 7000);
  });
}

test('a date to come back at is understood', async () => {
  const clockStart = new StoppedClock().now();
  const { client, clock } = await startFaultyService([
    answer(503, {}, { 'retry-after': new Date(clockStart + 9000).toUTCString() }),
    answer(200),
  ]);
  await client.branches.list();
  assert.ok(clock.slept[0]! >= 9000 && clock.slept[0]! < 10_000, String(clock.slept));
});

test('who is asked to wait for long is told instead', async () => {
  const { client, calls } = await startFaultyService([answer(429, {}, { 'retry-after': '3600' })]);
  await assert.rejects(client.branches.list(), (error) => {
    assert.ok(error instanceof RateLimitError);
    assert.equal(error.retryAfterSeconds, 3600);
    return true;
  });
  assert.equal(calls.length, 1);
});

test('a call whose twin is still running comes again', async () => {
  const { client, calls } = await startFaultyService([answer(409, {}, { 'retry-after': '1' }), CREATED]);
  assert.deepEqual(await client.candidates.create(BODY), { id: 7 });
  assert.equal(calls.length, 2);
});

test('repeating ends after maxRetries', async () => {
  const { client, calls, connect } = await startFaultyService([answer(503)]);
  await assert.rejects(client.branches.list(), ServerError);
  assert.equal(calls.length, 4);
  await assert.rejects(connect({ maxRetries: 0 }).branches.list(), ServerError);
  assert.equal(calls.length, 5);
  await assert.rejects(client.branches.list({ maxRetries: 1 }), ServerError);
  assert.equal(calls.length, 7);
});

for (const status of [400, 404, 409, 413, 500]) {
  test(`${status} is not repeated where that would not help`, async () => {
    const { client, calls } = await startFaultyService([answer(status, { message: 'No.' })]);
    await assert.rejects(client.candidates.get(7), (error) => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.status, status);
      assert.equal(error.message, `GET /candidates/{candidateId} answered ${status}: No.`);
      return true;
    });
    assert.equal(calls.length, 1);
  });
}

test('409 remains when the twin never ends', async () => {
  const { client } = await startFaultyService([answer(409)]);
  await assert.rejects(client.candidates.create(BODY), ConflictError);
});

test('a deletion whose answer was lost counts as done when the record is gone', async () => {
  const { client, calls } = await startFaultyService([dropConnection, answer(404)]);
  await client.candidates.deleteLanguage(7, 25);
  assert.equal(calls.length, 2);
});

test('a deletion that finds nothing after being put off was never done', async () => {
  const { client } = await startFaultyService([answer(429), answer(404)]);
  await assert.rejects(client.candidates.deleteLanguage(7, 25), { name: 'NotFoundError' });
});

test('a service that does not listen is a ConnectionError that says where', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  const clock = new StoppedClock();
  const client = connectTo(`http://127.0.0.1:${port}`, clock, {});
  await assert.rejects(client.branches.list(), {
    name: 'ConnectionError',
    message: `No complete answer from http://127.0.0.1:${port}: ECONNREFUSED.`,
  });
  assert.equal(clock.slept.length, 3);
});

test('a service that says nothing is given up after timeoutMs', async () => {
  const { connect, calls } = await startFaultyService([keepSilent]);
  await assert.rejects(connect({ timeoutMs: 250, maxRetries: 1 }).branches.list(), TimeoutError);
  assert.equal(calls.length, 2);
});

test('an answer that stalls in the middle is given up after timeoutMs', async () => {
  const { connect } = await startFaultyService([stall]);
  await assert.rejects(connect({ timeoutMs: 250, maxRetries: 0 }).candidates.list(), TimeoutError);
});

test('a stream gives what came before it broke off, and then the error', async () => {
  for (const [reaction, Expected] of [
    [breakOff, ConnectionError],
    [stall, TimeoutError],
  ] as const) {
    const { connect } = await startFaultyService([reaction]);
    const stream = await connect({ timeoutMs: 400 }).candidates.export.stream();
    const seen: unknown[] = [];
    await assert.rejects(async () => {
      for await (const record of stream) seen.push(record);
    }, Expected);
    assert.deepEqual(seen, [{ id: 1 }]);
  }
});

test('a reader that takes its time is not timed out', async () => {
  const { connect } = await startFaultyService([answer(200, { candidates: [{ id: 1 }, { id: 2 }] })]);
  const stream = await connect({ timeoutMs: 300 }).candidates.export.stream();
  const seen: unknown[] = [];
  for await (const record of stream) {
    seen.push(record);
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  assert.equal(seen.length, 2);
});

test('a stream that is sent cannot be sent again, and is not', async () => {
  const { client, calls } = await startFaultyService([dropConnection, CREATED]);
  const base64File = new Blob(['once']).stream();
  await assert.rejects(client.documents.uploadOther(7, { base64File }), ConnectionError);
  assert.equal(calls.length, 1);
});

test('a stream that met a 401 is not sent again, and costs no token', async () => {
  const { client, calls, tokenRequests } = await startFaultyService([answer(401), CREATED]);
  const base64File = new Blob(['once']).stream();
  await assert.rejects(client.documents.uploadOther(7, { base64File }), AuthenticationError);
  assert.deepEqual([calls.length, tokenRequests.length], [1, 1]);
});

test('a file is read only as fast as it is sent', async () => {
  let taken = 0;
  const endless = (async function* () {
    while (true) {
      yield Buffer.alloc(64 * 1024);
      taken += 64 * 1024;
    }
  })();
  const { connect } = await startFaultyService([answer(200)], undefined, { readsBodies: false });
  await assert.rejects(
    connect({ timeoutMs: 300 }).documents.uploadOther(7, { base64File: endless }),
    TimeoutError,
  );
  // What the sockets of both sides buffer; an endless source would fill any memory.
  assert.ok(taken > 0 && taken < 32 * 1024 * 1024, `${taken} bytes`);
});

test('an answer is read only as fast as its records are taken, and leaving ends it', async () => {
  let sent = 0;
  let hasEnded = () => {};
  const ended = new Promise<void>((resolve) => {
    hasEnded = resolve;
  });
  const { client } = await startFaultyService([
    (response) => {
      response.on('close', hasEnded);
      response.write('{"candidates":[{"id":0}');
      const record = Buffer.from(`,${JSON.stringify({ text: 'x'.repeat(65_536) })}`);
      const send = () => {
        while (!response.destroyed && response.write(record)) sent += record.length;
        sent += record.length;
      };
      response.on('drain', send);
      send();
    },
  ]);
  for await (const record of await client.candidates.export.stream()) {
    assert.deepEqual(record, { id: 0 });
    // Until the buffers are full nothing is to be waited for; then nothing more is sent.
    for (let before = -1; before !== sent; ) {
      before = sent;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    assert.ok(sent < 32 * 1024 * 1024, `${sent} bytes`);
    break;
  }
  await ended;
});

test('a file in memory is sent again', async () => {
  const { client, calls } = await startFaultyService([dropConnection, CREATED]);
  assert.deepEqual(await client.documents.uploadOther(7, { base64File: new Blob(['again']) }), { id: 7 });
  assert.equal(calls[1]!.body, calls[0]!.body);
});

test('an abort ends a call with its reason', async () => {
  const controller = new AbortController();
  const reason = new Error('enough');
  const { client, calls } = await startFaultyService([() => controller.abort(reason)]);
  await assert.rejects(client.branches.list({ signal: controller.signal }), reason);
  assert.equal(calls.length, 1);
});

test('an abort ends the pause before a repetition', async () => {
  const controller = new AbortController();
  const { client, calls } = await startFaultyService([
    (response, request) => {
      answer(503)(response, request);
      controller.abort();
    },
  ]);
  await assert.rejects(client.branches.list({ signal: controller.signal }), { name: 'AbortError' });
  assert.equal(calls.length, 1);
});

test('a redirect is not followed: the token would go elsewhere', async () => {
  const other = await startFaultyService([answer(200)]);
  const { client } = await startFaultyService([answer(307, {}, { location: `${other.origin}/v3/branches` })]);
  await assert.rejects(client.branches.list(), { name: 'ApiError', status: 307 });
  assert.equal(other.calls.length, 0);
});

test('a page of a proxy is an error without its text', async () => {
  const { client } = await startFaultyService([
    (response) => response.writeHead(403, { 'content-type': 'text/html' }).end('<html>Blocked</html>'),
  ]);
  await assert.rejects(client.branches.list(), {
    name: 'PermissionError',
    message: 'GET /branches answered 403.',
    messageGuid: null,
  });
});

test('a success that is not JSON is an error without its text', async () => {
  const { client } = await startFaultyService([(response) => response.end('<html>Welcome, Jana</html>')]);
  await assert.rejects(client.branches.list(), (error) => {
    assert.ok(error instanceof StellwerkError);
    assert.doesNotMatch(inspect(error, { depth: 10 }), /Jana/);
    return true;
  });
});

test('no error shows secret or token, however it is printed', async () => {
  const cases = [
    await startFaultyService([dropConnection]),
    await startFaultyService([answer(401, { message: 'No.' })]),
    await startFaultyService([answer(500)]),
    await startFaultyService([answer(200)], [dropConnection]),
    await startFaultyService([answer(200)], [answer(401, { error: 'invalid_client' })]),
    await startFaultyService([answer(200)], [answer(200, { access_token: TOKEN })]),
  ];
  for (const { client } of cases) {
    const error = await client.branches.list({ maxRetries: 0 }).then(
      () => assert.fail('It was to be refused.'),
      (caught: unknown) => caught,
    );
    const shown = inspect(error, { depth: 20, showHidden: true });
    assert.ok(!shown.includes(SECRET) && !shown.includes(TOKEN), shown);
  }
});

test('a token endpoint that is away for a moment is waited for', async () => {
  const { client, tokenRequests } = await startFaultyService(
    [answer(200)],
    [
      dropConnection,
      answer(503, { error: 'temporarily_unavailable' }, { 'retry-after': '2' }),
      answer(200, { access_token: TOKEN, expires_in: 60 }),
    ],
  );
  await client.branches.list();
  assert.equal(tokenRequests.length, 3);
});

test('credentials that are refused are not tried again', async () => {
  const { client, calls, tokenRequests } = await startFaultyService(
    [answer(200)],
    [answer(401, { error: 'invalid_client', error_description: 'Unknown client or wrong secret.' })],
  );
  await assert.rejects(client.branches.list(), (error) => {
    assert.ok(error instanceof TokenError);
    assert.deepEqual(
      [error.status, error.error, error.errorDescription],
      [401, 'invalid_client', 'Unknown client or wrong secret.'],
    );
    return true;
  });
  assert.equal(tokenRequests.length, 1);
  assert.equal(calls.length, 0);
});

test('a service that takes no token gets one new one per call, and soon none at all', async () => {
  const { client, calls, tokenRequests, clock } = await startFaultyService([answer(401)]);
  await assert.rejects(client.branches.list(), AuthenticationError);
  assert.deepEqual([calls.length, tokenRequests.length], [2, 2]);
  await assert.rejects(client.branches.list(), AuthenticationError);
  assert.deepEqual([calls.length, tokenRequests.length], [3, 2]);
  clock.ms += 61_000;
  await assert.rejects(client.branches.list(), AuthenticationError);
  assert.deepEqual([calls.length, tokenRequests.length], [5, 3]);
});
