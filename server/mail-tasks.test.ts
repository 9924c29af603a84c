import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { migrateQueue } from './core/queue/index.ts';
import { mailTasks } from './mail-tasks.ts';
import { startTestService } from './testing/harness.ts';
import { findHolders } from './testing/job-holders.ts';

const { services, databaseUrl } = await startTestService();
await migrateQueue({ databaseUrl });

test('a password reset whose process died runs again minutes later, and the resets after it too', async () => {
  const db = services.database.system;
  for (const requestId of [1, 2])
    await sql`SELECT graphile_worker.add_job('prepare-password-reset', json_build_object('requestId', ${requestId}::int),
                     queue_name := 'prepare-password-reset')`.execute(db);
  await sql`UPDATE graphile_worker._private_jobs SET locked_by = 'dead', locked_at = now() - interval '1 hour'
             WHERE payload ->> 'requestId' = '1'`.execute(db);
  await sql`UPDATE graphile_worker._private_job_queues SET locked_by = 'dead', locked_at = now() - interval '1 hour'
             WHERE queue_name = 'prepare-password-reset'`.execute(db);
  await mailTasks(services)
    .find(({ name }) => name === 'release-stalled-mails')!
    .run({});
  assert.deepEqual(await findHolders(db), [
    { job: null, lane: null },
    { job: null, lane: null },
  ]);
});
