import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { startWebhookService } from '../../../testing/webhook-service.ts';

// Every test starts without deliveries.

const { service, clock, accept, failWith, subscribe, createCandidate, drain, readLog } =
  await startWebhookService();
const admin = await service.platform('admin');
const retryMs = 10_000;

const read = async (id: string) => {
  const { status, body, text } = await admin.get(`/webhooks/protocol/${id}`);
  assert.equal(status, 200, text);
  return body;
};

test('a delivery has each call that failed, also after one has succeeded', async () => {
  const registration = await subscribe();
  failWith(503, {}, 'out of order');
  await createCandidate();
  await drain(registration);
  const firstMs = clock.now().getTime();
  await clock.advance(retryMs);
  failWith(404);
  await drain(registration);
  const [{ id }] = await readLog();
  const failed = await read(id);
  assert.deepEqual([failed.sendStatusId, failed.attempts], [131, 2]);
  await clock.advance(400_000);
  accept();
  await drain(registration);
  const delivered = await read(id);
  assert.deepEqual([delivered.sendStatusId, delivered.attempts, delivered.sendStatusReason], [130, 3, null]);
  assert.deepEqual(delivered.failedCalls, failed.failedCalls);
  const [first, second] = delivered.failedCalls;
  assert.deepEqual([first.reason, first.answerExcerpt], ['Status 503: out of order', 'out of order']);
  assert.deepEqual([second.reason, second.answerExcerpt], ['Status 404', null]);
  assert.ok(Math.abs(Date.parse(first.endedAtUtc) - firstMs) < retryMs);
  assert.ok(Date.parse(second.endedAtUtc) - Date.parse(first.endedAtUtc) >= retryMs);
});

test('the last 20 calls are kept', async () => {
  const registration = await subscribe();
  failWith(500);
  await createCandidate();
  await service.sql(
    `UPDATE webhook_delivery SET failed_calls = (
       SELECT jsonb_agg(jsonb_build_object('endedAtUtc', '2026-01-01T00:00:00.000Z', 'reason', 'n' || n, 'latencyMs', n, 'answerExcerpt', NULL))
         FROM generate_series(1, 20) AS n)
      WHERE tenant_id = $1 AND next_attempt_at IS NOT NULL`,
    [service.tenant.id],
  );
  await drain(registration);
  const { id } = (await readLog()).at(-1);
  const { failedCalls } = await read(id);
  assert.equal(failedCalls.length, 20);
  assert.equal(failedCalls[0].reason, 'n2');
  assert.notEqual(failedCalls.at(-1).latencyMs, undefined);
  assert.doesNotMatch(failedCalls.at(-1).reason, /^n\d/);
});

test('a delivery that does not exist, or that is of another tenant, is not found', async () => {
  await subscribe();
  await createCandidate();
  const [{ id }] = await readLog();
  assert.deepEqual((await read(id)).failedCalls, []);
  const other = await service.platform('admin', await service.createTenant());
  assert.equal((await other.get(`/webhooks/protocol/${id}`)).status, 404);
  assert.equal((await admin.get(`/webhooks/protocol/${randomUUID()}`)).status, 404);
  const { status, body } = await admin.get('/webhooks/protocol/4711');
  assert.deepEqual([status, body.message], [404, 'Delivery not found. deliveryId is not a valid id.']);
});
