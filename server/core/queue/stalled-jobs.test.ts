import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startTestService } from '../../testing/harness.ts';
import { migrateQueue } from './index.ts';
import { releaseStalledJobs } from './jobs.ts';

const { services, databaseUrl } = await startTestService();
await migrateQueue({ databaseUrl });
const db = services.database.system;

test('stalled jobs of a process are released, and the jobs that it still runs are not', async () => {
  const POOL = 'pool-of-a-living-process';
  const LANES = ['empty', 'running', 'stalled', 'stored'];
  for (const lane of LANES)
    await sql`SELECT graphile_worker.add_job(${`${lane}-test`}, '{}', queue_name := ${lane})`.execute(db);
  await sql`UPDATE graphile_worker._private_jobs AS job
               SET locked_by = ${POOL}, locked_at = now() - interval '10 minutes'
              FROM graphile_worker._private_job_queues AS lane
             WHERE lane.id = job.job_queue_id AND lane.queue_name IN ('stalled', 'running', 'stored')`.execute(
    db,
  );
  await sql`UPDATE graphile_worker._private_job_queues SET locked_by = ${POOL}, locked_at = now() - interval '10 minutes'
             WHERE queue_name = ANY (${LANES})`.execute(db);
  const released = releaseStalledJobs(db, ['stalled-test', 'stored-test'], 300);
  // After an outage, its process stores an outcome at last, and runs the job again.
  await sql`UPDATE graphile_worker._private_jobs AS job SET locked_at = now()
              FROM graphile_worker._private_job_queues AS lane
             WHERE lane.id = job.job_queue_id AND lane.queue_name = 'stored' AND job.locked_by = ${POOL}`.execute(
    db,
  );
  await released;
  const { rows } = await sql<{ name: string; job: string | null; lane: string | null }>`
    SELECT lane.queue_name AS name, job.locked_by AS job, lane.locked_by AS lane
      FROM graphile_worker._private_jobs AS job
      JOIN graphile_worker._private_job_queues AS lane ON lane.id = job.job_queue_id
     WHERE lane.queue_name = ANY (${LANES}) ORDER BY 1`.execute(db);
  assert.deepEqual(rows, [
    // Its locked job was deleted by the late outcome of another process. The next one waits.
    { name: 'empty', job: null, lane: null },
    { name: 'running', job: POOL, lane: POOL },
    { name: 'stalled', job: null, lane: null },
    { name: 'stored', job: POOL, lane: POOL },
  ]);
});
