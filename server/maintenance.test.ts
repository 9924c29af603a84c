import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { Deliverer } from './areas/webhooks/index.ts';
import { migrateQueue } from './core/queue/index.ts';
import { maintenanceTasks } from './maintenance.ts';
import { startTestService } from './testing/harness.ts';
import { findHolders } from './testing/job-holders.ts';

const { services, databaseUrl } = await startTestService();
await migrateQueue({ databaseUrl });

test('a lookup of coordinates whose process died holds up those of all other addresses for minutes only', async () => {
  const db = services.database.system;
  for (const task of ['refine-candidate-coordinates', 'refine-company-coordinates'])
    await sql`SELECT graphile_worker.add_job(${task}, '{}', queue_name := 'geocoder')`.execute(db);
  for (const dead of ['refine-candidate-coordinates', 'refine-company-coordinates']) {
    await sql`UPDATE graphile_worker._private_jobs AS job SET locked_by = 'dead', locked_at = now() - interval '10 minutes'
                FROM graphile_worker._private_tasks AS task WHERE task.id = job.task_id AND task.identifier = ${dead}`.execute(
      db,
    );
    await sql`UPDATE graphile_worker._private_job_queues SET locked_by = 'dead', locked_at = now() - interval '10 minutes'`.execute(
      db,
    );
    await maintenanceTasks(services, new Deliverer(services))
      .find(({ name }) => name === 'release-stalled-lookups')!
      .run({});
    assert.deepEqual(await findHolders(db), [
      { job: null, lane: null },
      { job: null, lane: null },
    ]);
  }
});
