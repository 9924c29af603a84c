import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { startWebhookService } from '../../../testing/webhook-service.ts';
import { Deliverer, WebhookMetrics, wakeOverdue } from './index.ts';

const {
  service,
  services,
  clock,
  api,
  tenantId,
  receiver,
  failWith,
  subscribe,
  createCandidate,
  drain,
  readLog,
  jobs,
  removeJobs,
} = await startWebhookService();

test('several changes add a single job', async () => {
  await subscribe();
  const candidate = await createCandidate();
  await createCandidate();
  assert.deepEqual(
    (await jobs()).map(({ key }) => key.replace(/\d+:\d+/, '')),
    ['webhook::new'],
  );
  await api.put(`/candidates/${candidate}`, { firstName: 'Eva' });
  assert.equal((await jobs()).length, 1);
});

test('a scheduled retry does not delay the call of a new event', async () => {
  const registration = await subscribe();
  failWith(500);
  await createCandidate();
  await drain(registration);
  await service.sql("DELETE FROM graphile_worker._private_jobs WHERE key LIKE '%:new'");
  await createCandidate();
  const planned = await jobs();
  assert.deepEqual(
    planned.map(({ key }) => key.split(':')[3]),
    ['new', 'retry'],
  );
  assert.ok(planned[0]!.seconds <= 0 && planned[1]!.seconds > 3);
});

test('if another process has the turn, that process looks for new calls before it ends', async () => {
  const registration = await subscribe();
  receiver.respond = async (_call, response) => {
    if (receiver.calls.length === 1) {
      await createCandidate();
      await drain(registration);
    }
    response.end();
  };
  await createCandidate();
  await drain(registration);
  assert.equal(receiver.calls.length, 2);
});

test('calls that a crashed process did not make are found and made', async () => {
  const registration = await subscribe();
  await createCandidate();
  await service.sql(
    "UPDATE webhook_registration SET busy_until = clock_now() + interval '30 seconds' WHERE tenant_id = $1",
    [tenantId],
  );
  await drain(registration);
  assert.equal(receiver.calls.length, 0);
  assert.deepEqual((await jobs()).map(({ key }) => key.split(':')[3]).includes('busy'), true);
  await clock.advance(31_000);
  await removeJobs();
  assert.equal(await wakeOverdue(services.database.tenant(tenantId), tenantId), 1);
  await drain(registration);
  assert.equal(receiver.calls.length, 1);
});

test('a change that is rolled back creates neither a delivery nor a job', async () => {
  await subscribe();
  const db = services.database.tenant(tenantId);
  await assert.rejects(
    db.transaction().execute(async (transaction) => {
      await sql`SELECT record_change(${tenantId}, 'candidate', 1, gen_random_uuid(), 'new', NULL, NULL, NULL, 1401, NULL, NULL)`.execute(
        transaction,
      );
      throw new Error('rolled back');
    }),
  );
  assert.deepEqual(await readLog(), []);
  assert.deepEqual(await jobs(), []);
});

test('the metrics count calls, pending deliveries and paused registrations', async () => {
  const metrics = new WebhookMetrics(services);
  const counting = new Deliverer(services, { metrics, random: () => 0 });
  after(() => counting.stop());
  const registration = await subscribe();
  await createCandidate();
  await counting.drain({ tenantId, registrationId: registration });
  failWith(500);
  await createCandidate();
  await counting.drain({ tenantId, registrationId: registration });
  const text = await metrics.registry.metrics();
  assert.match(text, /webhook_calls_total\{outcome="delivered"\} 1/);
  assert.match(text, /webhook_calls_total\{outcome="failed"\} 1/);
  assert.match(text, /webhook_deliveries_pending 1/);
  assert.match(text, /webhook_registrations_paused 0/);
});
