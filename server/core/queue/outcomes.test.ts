import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { eventually } from '../../testing/another-process.ts';
import { startTestService } from '../../testing/harness.ts';
import { migrateQueue, startQueue } from './index.ts';
import { releaseStalledJobs } from './jobs.ts';

const { services, databaseUrl, logLines } = await startTestService();
await migrateQueue({ databaseUrl });

test('a job whose outcome the database does not store at first is completed later and runs once', async () => {
  const db = services.database.system;
  const codes = ['25006', '53100', '57014'];
  await sql`CREATE SEQUENCE refusal`.execute(db);
  await sql`CREATE FUNCTION refuse_outcome() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.payload ->> 'code' IS NULL THEN RETURN OLD; END IF;
      PERFORM nextval('public.refusal');
      RAISE EXCEPTION 'not now' USING ERRCODE = OLD.payload ->> 'code';
    END $$`.execute(db);
  await sql`CREATE TRIGGER refuse_outcome BEFORE DELETE ON graphile_worker._private_jobs
            FOR EACH ROW EXECUTE FUNCTION refuse_outcome()`.execute(db);
  const runs: unknown[] = [];
  const other = await startQueue({
    databaseUrl,
    log: services.log,
    tasks: [{ name: 'refused-test', run: async (payload) => void runs.push(payload) }],
  });
  try {
    for (const code of codes)
      await sql`SELECT graphile_worker.add_job('refused-test', jsonb_build_object('code', ${code}::text)::json)`.execute(
        db,
      );
    await eventually('a refusal of each outcome', async () => {
      const { rows } = await sql<{ count: string }>`SELECT last_value AS count FROM refusal`.execute(db);
      return runs.length === codes.length && Number(rows[0]!.count) >= codes.length;
    });
    await sql`DROP TRIGGER refuse_outcome ON graphile_worker._private_jobs`.execute(db);
    await eventually(
      'the jobs are completed',
      async () =>
        (await sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'refused-test'`.execute(db)).rows
          .length === 0,
      20_000,
    );
    assert.equal(runs.length, codes.length);
  } finally {
    await other.stop();
  }
});

test('stalled jobs of a process are released, and the jobs that it still runs are not', async () => {
  const db = services.database.system;
  const POOL = 'pool-of-a-living-process';
  for (const lane of ['stalled', 'running'])
    await sql`SELECT graphile_worker.add_job(${`${lane}-test`}, '{}', queue_name := ${lane})`.execute(db);
  await sql`UPDATE graphile_worker._private_jobs AS job
               SET locked_by = ${POOL}, locked_at = now() - interval '10 minutes'
              FROM graphile_worker._private_job_queues AS lane
             WHERE lane.id = job.job_queue_id AND lane.queue_name IN ('stalled', 'running')`.execute(db);
  await sql`UPDATE graphile_worker._private_job_queues SET locked_by = ${POOL}, locked_at = now() - interval '10 minutes'
             WHERE queue_name IN ('stalled', 'running')`.execute(db);
  await releaseStalledJobs(db, ['stalled-test'], 300);
  const { rows } = await sql<{ name: string; job: string | null; lane: string | null }>`
    SELECT lane.queue_name AS name, job.locked_by AS job, lane.locked_by AS lane
      FROM graphile_worker._private_jobs AS job
      JOIN graphile_worker._private_job_queues AS lane ON lane.id = job.job_queue_id
     WHERE lane.queue_name IN ('stalled', 'running') ORDER BY 1`.execute(db);
  assert.deepEqual(rows, [
    { name: 'running', job: POOL, lane: POOL },
    { name: 'stalled', job: null, lane: null },
  ]);
});

test('a queue that has stopped by itself says so, and stops the work of its tasks as any other', async () => {
  let isStopped = false;
  const queue = await startQueue({
    databaseUrl,
    log: services.log,
    tasks: [
      {
        name: 'working-test',
        async run() {},
        async stop() {
          isStopped = true;
        },
      },
    ],
  });
  try {
    await eventually('the queue has stopped', async () => {
      // What a later version of the queue does when it changes the tables.
      await sql`SELECT pg_notify('worker:migrate', '{"migrationNumber": 1000000, "breaking": true}')`.execute(
        services.database.system,
      );
      return !queue.isRunning;
    });
  } finally {
    await queue.stop();
    // graphile-worker sets it.
    process.exitCode = 0;
  }
  assert.ok(logLines.some(({ msg }) => msg === 'the queue stopped unexpectedly'));
  assert.ok(isStopped);
});
