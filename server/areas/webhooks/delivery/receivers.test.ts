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
  protocol,
} = await startWebhookService();

for (const status of [201, 204, 301, 400, 500]) {
  test(`an answer with status ${status} is a failure, and a redirect is not followed`, async () => {
    const registration = await subscribe();
    failWith(
      status,
      status === 301 ? { location: `${receiver.url}/elsewhere` } : {},
      status === 204 ? '' : 'no',
    );
    await createCandidate();
    await drain(registration);
    const [entry] = await protocol();
    assert.equal(entry.sendStatusId, 131);
    assert.match(entry.sendStatusReason, new RegExp(`${status}`));
    assert.equal((await subscription()).errorCount, 1);
    assert.equal(receiver.calls.length, 1);
  });
}

test('a receiver that does not answer in time has failed', async () => {
  const registration = await subscribe();
  receiver.answer = () => {};
  await createCandidate();
  await drain(registration);
  const [entry] = await protocol();
  assert.equal(entry.sendStatusId, 131);
  assert.match(entry.sendStatusReason, /No answer within/);
});

test('a receiver that drips its headers has failed at the deadline', async () => {
  const registration = await subscribe();
  receiver.answer = (_call, response, request) => {
    request.socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => request.socket.write('x: y\r\n'), 50);
    request.socket.once('close', () => clearInterval(timer));
    request.socket.on('error', () => {});
    response.on('error', () => {});
  };
  await createCandidate();
  await drain(registration);
  assert.equal((await protocol())[0].sendStatusId, 131);
});

test('a receiver that sends a megabyte of headers has failed', async () => {
  const registration = await subscribe();
  receiver.answer = (_call, _response, request) => {
    request.socket.on('error', () => {});
    request.socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(1_000_000)}\r\n\r\n`);
  };
  await createCandidate();
  await drain(registration);
  const [entry] = await protocol();
  assert.equal(entry.sendStatusId, 131);
  assert.match(entry.sendStatusReason, /headers/);
});

test('of an endless answer only the beginning is read', async () => {
  const registration = await subscribe();
  let written = 0;
  receiver.answer = (_call, response) => {
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
  const [entry] = await protocol();
  assert.equal(entry.answerExcerpt, 'z'.repeat(500));
  // What the sockets' buffers took beside the 64 KiB.
  assert.ok(written < 20_000_000, String(written));
});

test('receivers that never answer delay no other, however many there are', async () => {
  const slow = await startReceiver();
  slow.answer = () => {};
  for (let index = 0; index < 40; index++) {
    const answer = await api.post('/webhooks/subscribe', { event: 1401, url: `${slow.url}/${index}` });
    assert.equal(answer.status, 200, answer.text);
  }
  await api.post('/webhooks/subscribe', { event: 1401, url: receiver.url });
  const patient = new Deliverer(services);
  const task = patient.task();
  await createCandidate();
  const rows = await service.sql<{ id: number }>(
    'SELECT id FROM webhook_registration WHERE tenant_id = $1 ORDER BY id',
    [tenantId],
  );
  // As a queue with one place for jobs would run them.
  for (const { id } of rows) await task.run({ tenantId, registrationId: id });
  await receiver.received(1);
  await slow.received(40);
  // Calls broken off by an end stay to be made.
  await task.stop!();
  const statuses = (await protocol()).map((entry: Record<string, unknown>) => entry.sendStatusId);
  assert.equal(statuses.filter((status: unknown) => status === 130).length, 1);
  assert.equal(statuses.filter((status: unknown) => status === null).length, 40);
});
