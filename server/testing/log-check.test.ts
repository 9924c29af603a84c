import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { startTestService } from './harness.ts';
import { assertNoErrorsOfAnsweredRequests } from './log-check.ts';

const request = (requestId: string, status: number) => ({ level: 30, msg: 'request', requestId, status });
const failure = (requestId: string) => ({ level: 50, msg: 'request failed', requestId, status: 500 });

test('an error of a request with a status below 500 is found', () => {
  for (const status of [200, 204, 304, 404, 410, 429])
    assert.throws(() => assertNoErrorsOfAnsweredRequests([failure('a'), request('a', status)]), {
      name: 'AssertionError',
    });
});

test('an exception that the framework logs is found', () => {
  const line = { level: 50, err: { type: 'TypeError' }, msg: 'Promise errored' };
  assert.throws(() => assertNoErrorsOfAnsweredRequests([line]), { name: 'AssertionError' });
});

test('an error of a request with a status from 500, of an interrupted response, and one outside any request, are accepted', () => {
  assertNoErrorsOfAnsweredRequests([
    failure('a'),
    request('a', 500),
    request('b', 200),
    failure('c'),
    { ...request('c', 200), isInterrupted: true },
    { level: 40, msg: 'warning', requestId: 'b' },
    { level: 50, msg: 'a process exited', cause: 'Error' },
  ]);
});

test('a reader who disconnects during a response causes no error', async () => {
  const service = await startTestService();
  const { port } = new URL(service.baseUrl);
  for (const path of ['/v3/openapi.yaml', '/docs/reference/js/scalar.js', '/jobs/x/1', '/jobs/x/feed.xml']) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nUser-Agent: Test/1.0\r\n\r\n`);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
  }
  await delay(200);
  assertNoErrorsOfAnsweredRequests(service.logLines);
});
