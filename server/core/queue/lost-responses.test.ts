import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { eventually } from '../../testing/another-process.ts';
import { openDatabaseRelay } from '../../testing/database-relay.ts';
import { startTestService } from '../../testing/harness.ts';
import { migrateQueue, startQueue } from './index.ts';

const { services, databaseUrl, beforeClose } = await startTestService();
await migrateQueue({ databaseUrl });
const db = services.database.system;

const FIRST = 4711;
const LATER = 4712;

/**
 * Holds the first statement that stores a failure as long as the returned client has the lock FIRST, and refuses later ones as long as
 * it has the lock LATER. The sequence `sent_again` is called when one of these is no longer refused.
 */
async function holdFailures(): Promise<pg.Client> {
  await sql`CREATE SEQUENCE sent; CREATE SEQUENCE sent_again`.execute(db);
  await sql`CREATE FUNCTION hold_failure() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF current_query() !~ 'last_error =' THEN RETURN NULL; END IF;
      IF nextval('public.sent') = 1 THEN
        PERFORM pg_advisory_xact_lock(${sql.raw(String(FIRST))});
      ELSIF NOT pg_try_advisory_xact_lock_shared(${sql.raw(String(LATER))}) THEN
        RAISE EXCEPTION 'not now' USING ERRCODE = '53100';
      ELSE
        PERFORM nextval('public.sent_again');
      END IF;
      RETURN NULL;
    END $$`.execute(db);
  await sql`CREATE TRIGGER hold_failure BEFORE UPDATE ON graphile_worker._private_jobs
            FOR EACH STATEMENT EXECUTE FUNCTION hold_failure()`.execute(db);
  const locks = new pg.Client({ connectionString: databaseUrl });
  await locks.connect();
  beforeClose(() => locks.end());
  await locks.query('SELECT pg_advisory_lock($1), pg_advisory_lock($2)', [FIRST, LATER]);
  return locks;
}

async function readJobs() {
  const { rows } = await sql<{ isLocked: boolean; isLaneLocked: boolean; attempts: number }>`
    SELECT job.locked_at IS NOT NULL AS "isLocked", lane.locked_at IS NOT NULL AS "isLaneLocked", job.attempts
      FROM graphile_worker._private_jobs AS job
      JOIN graphile_worker._private_job_queues AS lane ON lane.id = job.job_queue_id`.execute(db);
  return rows;
}

test('a failure whose response was lost does not end the next attempt when it is sent again', async () => {
  const locks = await holdFailures();
  const relay = await openDatabaseRelay(databaseUrl);
  const [began, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let attempts = 0;
  const run = async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('fails once');
    began.resolve();
    await ended.promise;
  };
  const queue = await startQueue({
    databaseUrl: relay.url,
    log: services.log,
    tasks: [{ name: 'failing-test', run }],
  });
  try {
    await sql`SELECT graphile_worker.add_job('failing-test', '{}', queue_name := 'lane')`.execute(db);
    await eventually('the failure is being stored', async () => {
      const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted`;
      return (await locks.query(waiting, [FIRST])).rows.length > 0;
    });
    relay.cut();
    await locks.query('SELECT pg_advisory_unlock($1)', [FIRST]);
    await eventually('it is stored', async () => !(await readJobs())[0]!.isLocked);
    await sql`UPDATE graphile_worker._private_jobs SET run_at = now()`.execute(db);
    relay.restore();
    await began.promise;
    await locks.query('SELECT pg_advisory_unlock($1)', [LATER]);
    await eventually('it is sent again', async () => {
      const { rows } = await sql<{ isSent: boolean }>`SELECT is_called AS "isSent" FROM sent_again`.execute(
        db,
      );
      return rows[0]!.isSent;
    });
    assert.deepEqual(await readJobs(), [{ isLocked: true, isLaneLocked: true, attempts: 2 }]);
  } finally {
    ended.resolve();
    await queue.stop();
    relay.close();
  }
  assert.deepEqual(await readJobs(), []);
});

test('after a failover whose old host has vanished, jobs run on connections to the new one', async () => {
  const relay = await openDatabaseRelay(databaseUrl);
  let runs = 0;
  const queue = await startQueue({
    databaseUrl: relay.url,
    log: services.log,
    tasks: [{ name: 'failover-test', run: async () => void runs++ }],
    silentMs: 1000,
  });
  const add = () => sql`SELECT graphile_worker.add_job('failover-test', '{}')`.execute(db);
  try {
    await add();
    await eventually('a job runs', async () => runs === 1);
    // Nothing arrives on the old connections any more, not even that they are closed.
    relay.silence();
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
               WHERE datname = current_database() AND application_name = 'stellwerk queue'`.execute(db);
    await add();
    await eventually('the next job runs', async () => runs === 2);
  } finally {
    // Otherwise the stop would wait for the connection that listens. With a real host, TCP keepalive would have ended it.
    relay.close();
    await queue.stop();
  }
});

test('the ids of new tasks are on the disk before they are used', async () => {
  await sql`CREATE TABLE task_commit (setting text)`.execute(db);
  await sql`CREATE FUNCTION note_commit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO public.task_commit VALUES (current_setting('synchronous_commit'));
      RETURN NULL;
    END $$`.execute(db);
  await sql`CREATE CONSTRAINT TRIGGER note_commit AFTER INSERT ON graphile_worker._private_tasks
            DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_commit()`.execute(db);
  const tasks = [{ name: 'new-task-test', async run() {} }];
  const queue = await startQueue({ databaseUrl, log: services.log, tasks });
  try {
    const read = () => sql<{ setting: string }>`SELECT setting FROM task_commit`.execute(db);
    await eventually('the task is added', async () => (await read()).rows.length > 0);
    assert.deepEqual((await read()).rows, [{ setting: 'on' }]);
  } finally {
    await queue.stop();
  }
});
