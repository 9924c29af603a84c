import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { startWebhookService } from '../../../testing/webhook-service.ts';
import { lateEventsTask } from './late-events.ts';

const {
  service,
  services,
  api,
  tenantId,
  receiver,
  accept,
  failWith,
  subscribe,
  createCandidate,
  drain,
  readLog,
} = await startWebhookService();

test('an event that was written while a registration was reactivated is resent', async (t) => {
  const registration = await subscribe();
  failWith(500);
  for (let index = 0; index < 10; index++) await createCandidate();
  await drain(registration);
  const writer = new pg.Client({ connectionString: service.databaseUrl });
  await writer.connect();
  t.after(() => writer.end());
  await writer.query("SELECT set_config('app.tenant_id', $1, false)", [String(tenantId)]);
  await writer.query('BEGIN');
  await writer.query(
    "SELECT record_change($1, 'candidate', 77, gen_random_uuid(), 'new', NULL, NULL, NULL, 1401, NULL, NULL)",
    [tenantId],
  );
  accept();
  await subscribe({ resendMissed: true });
  const [job] = await service.sql<{ payload: unknown }>(
    "SELECT payload FROM graphile_worker._private_jobs WHERE key LIKE 'resend-late-webhooks:%'",
  );
  const resending = lateEventsTask(services).run(job!.payload);
  // A task that does not wait has ended before these calls have.
  for (let call = 0; call < 10; call++) await api.get('/masterdata/genders');
  await writer.query('COMMIT');
  await resending;
  await drain(registration);
  const statuses = (await readLog()).map((entry: { sendStatusId: number }) => entry.sendStatusId);
  assert.deepEqual(statuses, Array(11).fill(130));
  assert.equal(receiver.calls.filter(({ body }) => body.entityId === 77).length, 1);
});
