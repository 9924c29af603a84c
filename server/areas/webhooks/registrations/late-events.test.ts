import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { eventually } from '../../../testing/another-process.ts';
import { startWebhookService } from '../../../testing/webhook-service.ts';
import { lateEventsTask } from './late-events.ts';

const {
  service,
  services,
  clock,
  tenantId,
  receiver,
  accept,
  failWith,
  subscribe,
  createCandidate,
  drain,
  readLog,
} = await startWebhookService();
const { run } = lateEventsTask(services);

async function subscribeAndPause(): Promise<number> {
  const registration = await subscribe();
  await pause(registration);
  return registration;
}

async function pause(registration: number): Promise<void> {
  failWith(500);
  for (let call = 0; call < 10; call++) await createCandidate();
  await drain(registration);
  accept();
}

/** Returns the payload of the job that looks for late events. */
async function reactivate(): Promise<unknown> {
  await subscribe({ resendMissed: true });
  const [job] = await service.sql<{ payload: unknown }>(
    "SELECT payload FROM graphile_worker._private_jobs WHERE key LIKE 'resend-late-webhooks:%'",
  );
  return job!.payload;
}

/** As the queue does. Transactions of other files, which share the PostgreSQL server, can make it wait. */
const repeat = (payload: unknown) =>
  eventually('the late events are queued', () =>
    run(payload).then(
      () => true,
      () => false,
    ),
  );

const statuses = async () => (await readLog()).map((entry: { sendStatusId: number }) => entry.sendStatusId);

test('an event that was written while a registration was reactivated is resent', async (t) => {
  const registration = await subscribeAndPause();
  const writer = new pg.Client({ connectionString: service.databaseUrl });
  await writer.connect();
  t.after(() => writer.end());
  await writer.query("SELECT set_config('app.tenant_id', $1, false)", [String(tenantId)]);
  await writer.query('BEGIN');
  await writer.query(
    "SELECT record_change($1, 'candidate', 77, gen_random_uuid(), 'new', NULL, NULL, NULL, 1401, NULL, NULL)",
    [tenantId],
  );
  const payload = await reactivate();
  await assert.rejects(run(payload), /still running/);
  await writer.query('COMMIT');
  await repeat(payload);
  await drain(registration);
  assert.deepEqual(await statuses(), Array(11).fill(130));
  assert.equal(receiver.calls.filter(({ body }) => body.entityId === 77).length, 1);
});

test('events of a later pause stay skipped, even if the job runs after it', async () => {
  const registration = await subscribeAndPause();
  const payload = await reactivate();
  await drain(registration);
  await clock.advance(11 * 60_000);
  await pause(registration);
  await createCandidate();
  await subscribe();
  await repeat(payload);
  await drain(registration);
  assert.equal((await statuses()).filter((status: number) => status === 132).length, 1);
});
