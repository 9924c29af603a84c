import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { startTestService } from '../../../testing/harness.ts';
import { readWebhookSecrets } from '../../tenants/index.ts';

const service = await startTestService();
const { services, clock, tenant } = service;
const admin = await service.platform('admin');

test('only admins can read the secret, and it is not cached', async () => {
  const { body, headers } = await admin.get('/webhooks/secrets');
  const [secret = ''] = await readWebhookSecrets(services, tenant.id);
  assert.deepEqual(body, { secrets: [{ secret, isCurrent: true }] });
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.ok(new Webhook(secret));
  const other = await service.platform('admin', await service.createTenant());
  assert.notEqual((await other.get('/webhooks/secrets')).body.secrets[0].secret, secret);
  const recruiter = await service.platform('recruiter');
  assert.equal((await recruiter.get('/webhooks/secrets')).status, 403);
});

test('the previous secret is listed for seven days after a rotation', async () => {
  const [before] = (await admin.get('/webhooks/secrets')).body.secrets;
  const { secret } = (await admin.post('/webhooks/secrets')).body;
  assert.deepEqual((await admin.get('/webhooks/secrets')).body.secrets, [
    { secret, isCurrent: true },
    { secret: before.secret, isCurrent: false },
  ]);
  await clock.advance(8 * 86_400_000);
  const later = await service.platform('admin');
  assert.deepEqual((await later.get('/webhooks/secrets')).body.secrets, [{ secret, isCurrent: true }]);
});
