import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { eventually } from '../../testing/another-process.ts';
import { openDatabaseRelay } from '../../testing/database-relay.ts';
import { startTestService } from '../../testing/harness.ts';
import { NEVER } from '../../testing/schedule.ts';
import { migrateQueue, startQueue } from './index.ts';

/** There is no 31 February. */
const { services, databaseUrl, logLines } = await startTestService();
await migrateQueue({ databaseUrl });

const db = services.database.system;
await sql`CREATE SEQUENCE refusal`.execute(db);
await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF OLD.payload ->> 'code' IS NULL THEN RETURN coalesce(NEW, OLD); END IF;
    PERFORM nextval('public.refusal');
    RAISE EXCEPTION 'not now' USING ERRCODE = OLD.payload ->> 'code';
  END $$`.execute(db);

/** From now on, the database refuses to delete or update the jobs that ask for it, until the returned function is called. */
async function refuse(event: 'DELETE' | 'UPDATE'): Promise<() => Promise<unknown>> {
  await sql`ALTER SEQUENCE refusal RESTART`.execute(db);
  await sql`CREATE TRIGGER refuse BEFORE ${sql.raw(event)} ON graphile_worker._private_jobs
            FOR EACH ROW EXECUTE FUNCTION refuse()`.execute(db);
  return () => sql`DROP TRIGGER refuse ON graphile_worker._private_jobs`.execute(db);
}

/** A task whose job runs until `end` is called. */
function heldTask(name: string) {
  const [began, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const run = async () => {
    began.resolve();
    await ended.promise;
  };
  return { task: { name, run }, began: began.promise, end: () => ended.resolve() };
}

/** A stop without a bound would wait for minutes, or for ever. */
async function endsSoon(stopped: Promise<void>): Promise<void> {
  let hasEnded = false;
  void stopped.then(() => {
    hasEnded = true;
  });
  await eventually('the stop ends', async () => hasEnded, 30_000);
}

async function countRefusals(): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS count FROM refusal`.execute(db);
  return Number(rows[0]!.count);
}

async function addRefused(task: string, codes: readonly string[]): Promise<void> {
  for (const code of codes)
    await sql`SELECT graphile_worker.add_job(${task}, jsonb_build_object('code', ${code}::text)::json)`.execute(
      db,
    );
}

async function countJobs(task: string): Promise<number> {
  return (await sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = ${task}`.execute(db)).rows
    .length;
}

test('a job whose outcome the database does not store at first is completed later and runs once', async () => {
  const codes = ['25006', '53100', '57014', '42501'];
  const allow = await refuse('DELETE');
  const runs: unknown[] = [];
  const other = await startQueue({
    databaseUrl,
    log: services.log,
    tasks: [{ name: 'refused-test', run: async (payload) => void runs.push(payload) }],
  });
  try {
    await addRefused('refused-test', codes);
    await eventually(
      'a refusal of each outcome',
      async () => runs.length === codes.length && (await countRefusals()) >= codes.length,
    );
    await allow();
    await eventually('the jobs are completed', async () => (await countJobs('refused-test')) === 0);
    assert.equal(runs.length, codes.length);
  } finally {
    await other.stop();
  }
});

test('a stop waits until the outcomes are stored that the database has refused', async () => {
  const allow = await refuse('DELETE');
  const other = await startQueue({
    databaseUrl,
    log: services.log,
    outcomeMs: 60_000,
    tasks: [{ name: 'awaited-test', async run() {} }],
  });
  await addRefused('awaited-test', ['53100']);
  await eventually('a refusal', async () => (await countRefusals()) > 0);
  const stopped = other.stop();
  const before = await countRefusals();
  await eventually('a refusal during the stop', async () => (await countRefusals()) > before);
  await allow();
  await stopped;
  assert.equal(await countJobs('awaited-test'), 0);
});

test('a stop also waits for outcomes while the database ends idle connections, as when it is restarted', async () => {
  const allow = await refuse('DELETE');
  const other = await startQueue({
    databaseUrl,
    log: services.log,
    outcomeMs: 60_000,
    tasks: [{ name: 'idle-test', async run() {} }],
  });
  await addRefused('idle-test', ['53100']);
  await eventually('a refusal', async () => (await countRefusals()) > 0);
  const stopped = other.stop();
  const refusedAgain = async (count: number) => {
    const before = await countRefusals();
    await eventually('a refusal during the stop', async () => (await countRefusals()) >= before + count);
  };
  await refusedAgain(1);
  // Not idle while the outcome is being refused.
  await eventually('the end of an idle connection', async () => {
    const { rows } = await sql<{ ended: boolean }>`
      SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'stellwerk queue' AND state = 'idle'`.execute(
      db,
    );
    return rows.some(({ ended }) => ended);
  });
  await refusedAgain(2);
  await allow();
  await stopped;
  assert.equal(await countJobs('idle-test'), 0);
});

test('a stop while outcomes are refused or the database is away ends, and the jobs run again later', async () => {
  const allow = await refuse('DELETE');
  const relay = await openDatabaseRelay(databaseUrl);
  const held = heldTask('away-test');
  const other = await startQueue({
    databaseUrl: relay.url,
    log: services.log,
    outcomeMs: 1,
    tasks: [{ name: 'lost-test', async run() {} }, held.task],
  });
  await addRefused('lost-test', ['53100']);
  await addRefused('away-test', ['53100']);
  await Promise.all([held.began, eventually('a refusal', async () => (await countRefusals()) > 0)]);
  relay.cut();
  const stopped = other.stop();
  held.end();
  // An outcome that is not stored must not be an unhandled rejection, which would end this process.
  await stopped;
  relay.close();
  await allow();
  assert.deepEqual([await countJobs('lost-test'), await countJobs('away-test')], [1, 1]);
  assert.ok(logLines.some(({ msg, jobs }) => jobs === 2 && /will run again/.test(String(msg))));
});

test('a stop ends while an outcome is on a connection that has become silent', async () => {
  const relay = await openDatabaseRelay(databaseUrl);
  const held = heldTask('silent-test');
  const queue = await startQueue({
    databaseUrl: relay.url,
    log: services.log,
    stopGraceMs: 1,
    outcomeMs: 1,
    tasks: [held.task],
  });
  await sql`SELECT graphile_worker.add_job('silent-test', '{}')`.execute(db);
  await held.began;
  relay.freeze();
  held.end();
  try {
    await endsSoon(queue.stop());
  } finally {
    relay.close();
  }
  assert.equal(await countJobs('silent-test'), 1);
});

test('while the database refuses to hand out jobs, the queue asks about every second, says so once, and can be stopped', async () => {
  const allow = await refuse('UPDATE');
  const tasks = [{ name: 'unfetched-test', async run() {} }];
  await addRefused('unfetched-test', ['53100']);
  const before = logLines.length;
  const refused = await startQueue({ databaseUrl, log: services.log, tasks });
  // With the growing delays of graphile-worker, this would take minutes.
  await eventually('refusals', async () => (await countRefusals()) >= 12, 60_000);
  await refused.stop();
  await allow();
  assert.equal(await countJobs('unfetched-test'), 1);
  const lines = logLines.slice(before).filter(({ statement }) => /^get_job/.test(String(statement)));
  assert.equal(lines.length, 1);
  assert.match(JSON.stringify(lines), /53100/);
});

test('a queue that is not allowed to fetch jobs says so', async () => {
  const allow = await refuse('UPDATE');
  await addRefused('forbidden-test', ['42501']);
  const before = logLines.length;
  const tasks = [{ name: 'forbidden-test', async run() {} }];
  const queue = await startQueue({ databaseUrl, log: services.log, tasks });
  await eventually('a line of the log', async () =>
    logLines
      .slice(before)
      .some((line) => /^get_job/.test(String(line.statement)) && /42501/.test(JSON.stringify(line))),
  );
  await queue.stop();
  await allow();
});

test('a queue that may not read its tasks at first runs jobs once it may', async () => {
  await sql`ALTER SEQUENCE refusal RESTART`.execute(db);
  await sql`CREATE FUNCTION forbid() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM nextval('public.refusal');
      RAISE EXCEPTION 'not allowed' USING ERRCODE = '42501';
    END $$`.execute(db);
  await sql`CREATE TRIGGER forbid BEFORE INSERT ON graphile_worker._private_tasks
            FOR EACH STATEMENT EXECUTE FUNCTION forbid()`.execute(db);
  let runs = 0;
  const queue = await startQueue({
    databaseUrl,
    log: services.log,
    tasks: [{ name: 'forbidden-task-test', run: async () => void runs++ }],
  });
  try {
    await eventually('a refusal', async () => (await countRefusals()) > 0);
    await sql`DROP TRIGGER forbid ON graphile_worker._private_tasks`.execute(db);
    await sql`SELECT graphile_worker.add_job('forbidden-task-test', '{}')`.execute(db);
    await eventually('the job runs', async () => runs === 1, 20_000);
  } finally {
    await queue.stop();
  }
});

test('a stop does not wait for a database that is starting up', async () => {
  await sql`CREATE FUNCTION start_up() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM nextval('public.refusal');
      RAISE EXCEPTION 'the database system is starting up' USING ERRCODE = '57P03';
    END $$`.execute(db);
  await sql`ALTER SEQUENCE refusal RESTART`.execute(db);
  await sql`CREATE TRIGGER start_up BEFORE INSERT ON graphile_worker._private_tasks
            FOR EACH ROW EXECUTE FUNCTION start_up()`.execute(db);
  const queue = await startQueue({
    databaseUrl,
    log: services.log,
    tasks: [{ name: 'early-test', async run() {} }],
  });
  await eventually('a refusal', async () => (await countRefusals()) > 0);
  const before = logLines.length;
  await queue.stop();
  await sql`DROP TRIGGER start_up ON graphile_worker._private_tasks`.execute(db);
  assert.ok(!logLines.slice(before).some(({ msg }) => /did not stop in time/.test(String(msg))));
});

test('a queue that stops by itself says so while a job runs, and its stop waits for the job as that of any other', async () => {
  const ends: string[] = [];
  const held = heldTask('working-test');
  const queue = await startQueue({
    databaseUrl,
    log: services.log,
    tasks: [
      {
        name: held.task.name,
        async run() {
          await held.task.run();
          ends.push('job');
        },
        async stop() {
          ends.push('task');
        },
      },
    ],
  });
  try {
    await sql`SELECT graphile_worker.add_job('working-test', '{}')`.execute(db);
    await held.began;
    await eventually('the queue has stopped', async () => {
      // What a later version of the queue does when it changes the tables.
      await sql`SELECT pg_notify('worker:migrate', '{"migrationNumber": 1000000, "breaking": true}')`.execute(
        db,
      );
      return !queue.isRunning;
    });
  } finally {
    const stopped = queue.stop();
    // Meanwhile, a stop that does not wait ends.
    await countJobs('working-test');
    held.end();
    await stopped;
    // graphile-worker sets it.
    process.exitCode = 0;
  }
  assert.ok(logLines.some(({ msg }) => msg === 'the queue stopped unexpectedly'));
  assert.deepEqual(ends, ['job', 'task']);
  assert.equal(await countJobs('working-test'), 0);
});

test('a stop ends while a job runs that does not heed its signal, and the log says so', async () => {
  const held = heldTask('deaf-test');
  const queue = await startQueue({
    databaseUrl,
    log: services.log,
    stopGraceMs: 1,
    tasks: [held.task],
  });
  await sql`SELECT graphile_worker.add_job('deaf-test', '{}')`.execute(db);
  await held.began;
  const stopped = queue.stop();
  const isLogged = (words: RegExp) => logLines.some(({ msg }) => words.test(String(msg)));
  try {
    await endsSoon(stopped);
    assert.ok(isLogged(/did not stop in time/));
  } finally {
    held.end();
    await stopped;
  }
  await eventually('the lost outcome is logged', async () => isLogged(/a job ended after the queue/));
  assert.equal(await countJobs('deaf-test'), 1);
});

test('what the queue logs has the cause of an error, and no values that the database quotes', async () => {
  await sql`CREATE FUNCTION quote_value() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'about a secret person'; END $$`.execute(db);
  await sql`CREATE TRIGGER quote_value BEFORE INSERT ON graphile_worker._private_known_crontabs
            FOR EACH ROW EXECUTE FUNCTION quote_value()`.execute(db);
  const before = logLines.length;
  const queue = await startQueue({
    databaseUrl,
    log: services.log,
    tasks: [{ name: 'scheduled-test', schedule: NEVER, async run() {} }],
  });
  const lines = () => logLines.slice(before).filter(({ msg }) => msg === 'queue');
  try {
    await eventually('a failure of the schedule', async () => lines().length > 0);
  } finally {
    await sql`DROP TRIGGER quote_value ON graphile_worker._private_known_crontabs`.execute(db);
    await queue.stop();
  }
  const [line] = lines();
  assert.match(String(line!.queue), /^Cron hit an error/);
  assert.match(JSON.stringify(line!.cause), /P0001/);
  assert.doesNotMatch(JSON.stringify(lines()), /secret/);
});
