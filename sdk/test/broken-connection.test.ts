import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { AbortedError, ConnectionError, StellwerkError, TimeoutError } from '../index.ts';
import {
  breakOff,
  connectTo,
  FakeClock,
  respond,
  stall,
  startFaultyService,
  stayIdle,
} from './faulty-service.ts';

/** Of calls that fail with it. What they send and get before must not take as long. */
const TIMEOUT_MS = 1000;

test('a refused connection is a ConnectionError that names the origin', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  const clock = new FakeClock();
  const client = connectTo(`http://127.0.0.1:${port}`, clock, {});
  await assert.rejects(client.branches.list(), {
    name: 'ConnectionError',
    message: `POST /oauth/token: no complete response from http://127.0.0.1:${port}: ECONNREFUSED.`,
    operation: 'POST /oauth/token',
  });
  assert.equal(clock.slept.length, 3);
});

test('a call without a response fails after timeoutMs', async () => {
  const { connect, calls } = await startFaultyService([stayIdle]);
  await assert.rejects(connect({ timeoutMs: TIMEOUT_MS, maxRetries: 1 }).branches.list(), TimeoutError);
  assert.equal(calls.length, 2);
});

test('a response that stalls fails after timeoutMs', async () => {
  const { connect } = await startFaultyService([stall]);
  await assert.rejects(connect({ timeoutMs: TIMEOUT_MS, maxRetries: 0 }).candidates.list(), TimeoutError);
});

type Agent = new (timeouts: { headersTimeout: number; bodyTimeout: number }) => object;

/** The class whose timeouts Node's fetch has. It is found only through the instance that the first call creates, under a number that grows. */
async function findAgent(): Promise<Agent> {
  await fetch('data:,');
  const instances = globalThis as unknown as Record<symbol, object | undefined>;
  const found = [2, 1].map((number) => instances[Symbol.for(`undici.globalDispatcher.${number}`)]);
  return found.find((one) => one !== undefined)!.constructor as Agent;
}

test('a timeout of fetch itself is a TimeoutError', async () => {
  const Agent = await findAgent();
  for (const [reaction, code, timeouts] of [
    [stayIdle, 'UND_ERR_HEADERS_TIMEOUT', { headersTimeout: 1, bodyTimeout: 0 }],
    [stall, 'UND_ERR_BODY_TIMEOUT', { headersTimeout: 0, bodyTimeout: 1 }],
  ] as const) {
    const { origin, connect } = await startFaultyService([reaction]);
    const dispatcher = new Agent(timeouts);
    const withAgent: typeof fetch = (input, init) =>
      fetch(input, /\/oauth\//.test(String(input)) ? init : ({ ...init, dispatcher } as RequestInit));
    const client = connect({ fetch: withAgent, timeoutMs: 600_000, maxRetries: 0 });
    await assert.rejects(client.branches.list(), {
      name: 'TimeoutError',
      message: `GET /branches: no response from ${origin} before the timeout of fetch (${code}).`,
    });
  }
});

test('a stream yields the records before the failure and then throws', async () => {
  for (const [reaction, Expected] of [
    [breakOff, ConnectionError],
    [stall, TimeoutError],
  ] as const) {
    const { connect } = await startFaultyService([reaction]);
    const stream = await connect({ timeoutMs: TIMEOUT_MS }).candidates.export.stream();
    const seen: unknown[] = [];
    await assert.rejects(async () => {
      for await (const record of stream) seen.push(record);
    }, Expected);
    assert.deepEqual(seen, [{ id: 1 }]);
  }
});

test('a slow reader does not cause a timeout', async () => {
  const { connect } = await startFaultyService([respond(200, { candidates: [{ id: 1 }, { id: 2 }] })]);
  const stream = await connect({ timeoutMs: TIMEOUT_MS }).candidates.export.stream();
  const seen: unknown[] = [];
  for await (const record of stream) {
    seen.push(record);
    await new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS + 100));
  }
  assert.equal(seen.length, 2);
});

test('a source is read only as fast as it is sent', async () => {
  let taken = 0;
  const endless = (async function* () {
    while (true) {
      yield Buffer.alloc(64 * 1024);
      taken += 64 * 1024;
    }
  })();
  const { connect } = await startFaultyService([respond(200)], undefined, { readsBodies: false });
  await assert.rejects(
    connect({ timeoutMs: TIMEOUT_MS }).documents.uploadOther(7, { base64File: endless }),
    TimeoutError,
  );
  // The sockets on both sides buffer some of it. Without backpressure the endless source would fill the memory.
  assert.ok(taken > 0 && taken < 32 * 1024 * 1024, `${taken} bytes`);
});

test('a response is read only as fast as its records are consumed, and leaving the loop ends it', async () => {
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
    // Wait until the buffers are full and nothing more is sent.
    for (let before = -1; before !== sent; ) {
      before = sent;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    assert.ok(sent < 32 * 1024 * 1024, `${sent} bytes`);
    break;
  }
  await ended;
});

/** The error of a call that was aborted for this reason. */
function aborted(operation: string, reason: unknown): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof AbortedError && error instanceof StellwerkError, String(error));
    assert.equal(error.message, `${operation} was aborted by its signal.`);
    assert.deepEqual([error.name, error.operation, error.cause], ['AbortedError', operation, reason]);
    return true;
  };
}

test('an aborted call rejects with an AbortedError whose cause is the reason', async () => {
  const controller = new AbortController();
  const reason = new Error('enough');
  const { client, calls } = await startFaultyService([() => controller.abort(reason)]);
  const { signal } = controller;
  await assert.rejects(client.branches.list({ signal }), aborted('GET /branches', reason));
  assert.equal(calls.length, 1);
  // The signal is aborted already.
  await assert.rejects(client.branches.list({ signal }), aborted('GET /branches', reason));
  assert.equal(calls.length, 1);
});

test('an abort ends the wait for a token', async () => {
  const controller = new AbortController();
  const { client } = await startFaultyService([respond(200)], [() => controller.abort()]);
  await assert.rejects(client.branches.list({ signal: controller.signal }), AbortedError);
});

test('an abort ends a stream', async () => {
  const controller = new AbortController();
  const { client } = await startFaultyService([stall]);
  const { signal } = controller;
  await assert.rejects(
    async () => {
      for await (const _ of client.candidates.export.stream({}, { signal })) controller.abort('enough');
    },
    aborted('GET /candidates/export/candidates', 'enough'),
  );
});

test('an abort ends the delay before a retry', async () => {
  const controller = new AbortController();
  const { client, calls } = await startFaultyService([
    (response, request) => {
      respond(503)(response, request);
      controller.abort();
    },
  ]);
  await assert.rejects(client.branches.list({ signal: controller.signal }), AbortedError);
  assert.equal(calls.length, 1);
});

test('the errors of a stream name the operation', async () => {
  for (const reaction of [breakOff, stall]) {
    const { connect } = await startFaultyService([reaction]);
    await assert.rejects(
      async () => {
        for await (const _ of connect({ timeoutMs: TIMEOUT_MS }).candidates.export.stream());
      },
      { operation: 'GET /candidates/export/candidates', message: /^GET \/candidates\/export\/candidates: / },
    );
  }
});
