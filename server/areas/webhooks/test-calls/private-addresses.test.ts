import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { startReceiver } from '../../../testing/webhook-receiver.ts';

const service = await startTestService();
const integrator = await service.platform('integrator');

test('a test call does not reach an address that is not public', async () => {
  const { url, calls } = await startReceiver();
  const { status, body } = await integrator.post('/webhooks/test', { event: 1401, url });
  assert.equal(status, 200);
  assert.equal(body.sendStatusId, 131);
  assert.equal(body.sendStatusReason, 'The address is not public.');
  assert.equal(calls.length, 0);
});
