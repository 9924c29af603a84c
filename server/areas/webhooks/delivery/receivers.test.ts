import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startReceiver } from '../../../testing/webhook-receiver.ts';
import { startWebhookService } from '../../../testing/webhook-service.ts';
import { Deliverer } from './index.ts';

const {
  service,
  services,
  api,
  tenantId,
  receiver,
  failWith,
  subscribe,
  subscription,
  createCandidate,
  drain,
  drainImpatiently,
  readLog,
} = await startWebhookService();

for (const status of [201, 204, 301, 400, 500]) {
  test(`a call with the response status ${status} fails without following a redirect`, async () => {
    const registration = await subscribe();
    failWith(
      status,
      status === 301 ? { location: `${receiver.url}/elsewhere` } : {},
      status === 204 ? '' : 'no',
    );
    await createCandidate();
    await drain(registration);
    const [entry] = await readLog();
    assert.equal(entry.sendStatusId, 131);
    assert.match(entry.sendStatusReason, new RegExp(`${status}`));
    assert.equal((await subscription()).errorCount, 1);
    assert.equal(receiver.calls.length, 1);
  });
}

for (const [status, body, reason] of [
  [204, '', 'Status 204: only 200 counts as delivered.'],
  [201, '{"ok":true}', 'Status 201: only 200 counts as delivered. Response: {"ok":true}'],
  [302, '', 'Status 302: redirects are not followed. Register the address to which they lead.'],
  [
    308,
    'moved',
    'Status 308: redirects are not followed. Register the address to which they lead. Response: moved',
  ],
  [304, '', 'Status 304'],
  [400, 'no', 'Status 400: no'],
] as const) {
  test(`the reason of a failed call says what is wrong with the status ${status}`, async () => {
    const registration = await subscribe();
    failWith(status, { location: 'https://hooks.example.com/?key=secret' }, body);
    await createCandidate();
    await drain(registration);
    const [entry] = await readLog();
    assert.equal(entry.sendStatusReason, reason);
    assert.equal(entry.answerExcerpt, body === '' ? null : body);
  });
}

test('a call fails if the receiver does not respond in time', async () => {
  const registration = await subscribe();
  receiver.respond = () => {};
  await createCandidate();
  await drainImpatiently(registration);
  const [entry] = await readLog();
  assert.equal(entry.sendStatusId, 131);
  assert.match(entry.sendStatusReason, /No response within/);
});

test('a call fails with a sentence if the receiver closes the connection without a response', async () => {
  const registration = await subscribe();
  receiver.respond = (_call, response) => void response.destroy();
  await createCandidate();
  await drain(registration);
  const [entry] = await readLog();
  assert.equal(entry.sendStatusId, 131);
  assert.equal(entry.sendStatusReason, 'The receiver closed the connection before it responded.');
});

test('a call fails at the deadline if the receiver sends its headers slowly', async () => {
  const registration = await subscribe();
  receiver.respond = (_call, response, request) => {
    request.socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => request.socket.write('x: y\r\n'), 50);
    request.socket.once('close', () => clearInterval(timer));
    request.socket.on('error', () => {});
    response.on('error', () => {});
  };
  await createCandidate();
  await drainImpatiently(registration);
  assert.equal((await readLog())[0].sendStatusId, 131);
});

test('a call fails if the receiver sends a megabyte of headers', async () => {
  const registration = await subscribe();
  receiver.respond = (_call, _response, request) => {
    request.socket.on('error', () => {});
    request.socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(1_000_000)}\r\n\r\n`);
  };
  await createCandidate();
  await drain(registration);
  const [entry] = await readLog();
  assert.equal(entry.sendStatusId, 131);
  assert.match(entry.sendStatusReason, /headers/);
});

test('only the start of an endless response is read', async () => {
  const registration = await subscribe();
  let written = 0;
  receiver.respond = (_call, response) => {
    const write = () => {
      while (!response.destroyed) {
        written += 16_384;
        if (!response.write('z'.repeat(16_384))) break;
      }
    };
    response.writeHead(500);
    response.on('drain', write);
    write();
  };
  await createCandidate();
  await drain(registration);
  const [entry] = await readLog();
  assert.equal(entry.answerExcerpt, 'z'.repeat(500));
  // The socket buffers accept more than the 64 KiB that the caller reads.
  assert.ok(written < 20_000_000, String(written));
});

test('receivers that never respond do not delay others, however many there are', async () => {
  const slow = await startReceiver();
  slow.respond = () => {};
  for (let index = 0; index < 40; index++) {
    const response = await api.post('/webhooks/subscribe', { event: 1401, url: `${slow.url}/${index}` });
    assert.equal(response.status, 200, response.text);
  }
  await api.post('/webhooks/subscribe', { event: 1401, url: receiver.url });
  const deliverer = new Deliverer(services);
  const task = deliverer.task();
  await createCandidate();
  const rows = await service.sql<{ id: number }>(
    'SELECT id FROM webhook_registration WHERE tenant_id = $1 ORDER BY id',
    [tenantId],
  );
  // Runs the jobs one after the other, like a queue with a concurrency of one.
  for (const { id } of rows) await task.run({ tenantId, registrationId: id });
  await receiver.received(1);
  await slow.received(40);
  // Calls that the stop aborts remain pending.
  await task.stop!();
  const statuses = (await readLog()).map((entry: Record<string, unknown>) => entry.sendStatusId);
  assert.equal(statuses.filter((status: unknown) => status === 130).length, 1);
  assert.equal(statuses.filter((status: unknown) => status === null).length, 40);
});
