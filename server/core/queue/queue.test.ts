import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { Registry } from 'prom-client';
import { eventually } from '../../testing/another-process.ts';
import { openDatabaseRelay } from '../../testing/database-relay.ts';
import { startTestService } from '../../testing/harness.ts';
import { NEVER } from '../../testing/schedule.ts';
import { openDatabase } from '../db/connection.ts';
import { InstallationObserver } from '../metrics/observer.ts';
import { LoggedFailure, migrateQueue, startQueue } from './index.ts';
import { addQueueGauges, QueueMetrics } from './metrics.ts';

const { services, databaseUrl, beforeClose, logLines } = await startTestService();
await migrateQueue({ databaseUrl });

let finish: (payload: unknown) => void = () => {};
let failures = 1;
const registry = new Registry();
const queue = await startQueue({
  metrics: new QueueMetrics(registry),
  databaseUrl,
  log: services.log,
  tasks: [
    {
      name: 'finish-test',
      formerNames: ['finish_test'],
      schedule: NEVER,
      run: async (payload) => finish(payload),
    },
    {
      name: 'fail-once',
      async run(payload) {
        if (failures-- > 0) throw new Error('fails once');
        finish(payload);
      },
    },
  ],
});
beforeClose(() => queue.stop());

const nextPayload = () =>
  new Promise<unknown>((resolve) => {
    finish = resolve;
  });

function openObserver(url = databaseUrl): InstallationObserver {
  const observer = new InstallationObserver(url);
  beforeClose(() => observer.close());
  return observer;
}

test('dead jobs are vacuumed by their number, unless an operator has other settings', async () => {
  const db = services.database.system;
  const read = async () =>
    (
      await sql<{ options: string[] | null }>`
        SELECT reloptions AS options FROM pg_class WHERE oid = 'graphile_worker._private_jobs'::regclass`.execute(
        db,
      )
    ).rows[0]!.options;
  assert.ok((await read())!.includes('autovacuum_vacuum_scale_factor=0'));
  await sql`ALTER TABLE graphile_worker._private_jobs SET (autovacuum_vacuum_scale_factor = 0.5)`.execute(db);
  await migrateQueue({ databaseUrl });
  assert.ok((await read())!.includes('autovacuum_vacuum_scale_factor=0.5'));
});

test('a job added in a committed transaction runs', async () => {
  const payload = nextPayload();
  await services.database.system.transaction().execute(async (transaction) => {
    await sql`SELECT graphile_worker.add_job('finish-test', '{"number": 7}')`.execute(transaction);
  });
  assert.deepEqual(await payload, { number: 7 });
});

test('a job that an earlier version added under a former name runs', async () => {
  const payload = nextPayload();
  await sql`SELECT graphile_worker.add_job('finish_test', '{"number": 8}')`.execute(services.database.system);
  assert.deepEqual(await payload, { number: 8 });
});

test('a job that fails stays in the queue and is retried', async () => {
  let isRetried = false;
  const payload = nextPayload().finally(() => {
    isRetried = true;
  });
  await sql`SELECT graphile_worker.add_job('fail-once', '{}', job_key := 'again')`.execute(
    services.database.system,
  );
  const failed = async () =>
    (
      await sql<{
        attempts: number;
      }>`SELECT attempts FROM graphile_worker.jobs WHERE key = 'again' AND last_error IS NOT NULL`.execute(
        services.database.system,
      )
    ).rows.length === 1;
  // After some seconds, the queue retries it by itself.
  while (!isRetried && !(await failed()));
  await sql`SELECT graphile_worker.reschedule_jobs(ARRAY(SELECT id FROM graphile_worker.jobs WHERE key = 'again'), now())`.execute(
    services.database.system,
  );
  assert.deepEqual(await payload, {});
});

test('a failed attempt is one line of the log, without values of the database, and none if the task has logged it', async () => {
  let attempts = 0;
  let stored: string[] = [];
  const failing = {
    'quote-test': () => sql`SELECT 'secret person'::integer`.execute(services.database.system),
    'break-test': () => Promise.reject(new TypeError('nothing is no function')),
    'logged-test': () => Promise.reject(new LoggedFailure('logged already')),
    'torn-test': () => Promise.reject(new RangeError('torn \ud83d and\0')),
  };
  const before = logLines.length;
  const other = await startQueue({
    databaseUrl,
    log: services.log,
    tasks: Object.entries(failing).map(([name, fail]) => ({
      name,
      async run() {
        attempts += 1;
        await fail();
      },
    })),
  });
  try {
    // A second attempt could come before the stop.
    for (const name of Object.keys(failing))
      await sql`SELECT graphile_worker.add_job(${name}, '{}', max_attempts := 1)`.execute(
        services.database.system,
      );
    await eventually('all have failed', async () => {
      const { rows } = await sql<{ last_error: string }>`SELECT last_error FROM graphile_worker.jobs
        WHERE task_identifier = ANY (${Object.keys(failing)}) AND last_error IS NOT NULL ORDER BY 1`.execute(
        services.database.system,
      );
      stored = rows.map((row) => row.last_error);
      return rows.length === 4;
    });
  } finally {
    await other.stop();
  }
  assert.equal(attempts, 4);
  assert.deepEqual(stored, [
    'DatabaseError 22P02',
    'LoggedFailure logged already',
    'RangeError torn \ufffd and',
    'TypeError nothing is no function',
  ]);
  const lines = logLines.slice(before);
  assert.deepEqual(lines.map(({ task, type, attempt }) => [task, type, attempt]).sort(), [
    ['break-test', 'TypeError', 1],
    ['quote-test', 'DatabaseError', 1],
    ['torn-test', 'RangeError', 1],
  ]);
  assert.match(JSON.stringify(lines), /nothing is no function.*queue\.test\.ts/);
  assert.doesNotMatch(JSON.stringify(lines), /secret|logged/);
});

test('the metrics describe the jobs of the installation and the runs of this process', async () => {
  const gauges = new Registry();
  const observer = openObserver();
  addQueueGauges(gauges, [{ name: 'first', observer, services }]);
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(services.database.system);
  for (const due of ["now() - interval '90 seconds'", "now() + interval '1 hour'", 'now()']) {
    const job = sql`graphile_worker.add_job('unknown-here', '{}', run_at := ${sql.raw(due)})`;
    await sql`SELECT ${job}`.execute(services.database.system);
  }
  await sql`SELECT graphile_worker.permanently_fail_jobs(
    ARRAY(SELECT id FROM graphile_worker.jobs ORDER BY id DESC LIMIT 1))`.execute(services.database.system);
  let text = '';
  // Without a value, if the database takes more than a second to respond.
  await eventually('the gauges', async () => {
    text = await gauges.metrics();
    return /^queue_jobs_ready \d/m.test(text);
  });
  assert.match(text, /^queue_jobs_ready 1$/m);
  assert.match(text, /^queue_jobs_scheduled 1$/m);
  assert.match(text, /^queue_jobs_failed 1$/m);
  assert.match(text, /^queue_jobs_running 0$/m);
  observer.close();
  const [, oldest] = /^queue_oldest_ready_seconds (\S+)$/m.exec(text)!;
  assert.ok(Number(oldest) >= 90 && Number(oldest) < 900, oldest!);
  const runs = await registry.metrics();
  assert.match(runs, /^queue_task_duration_seconds_count\{task="fail-once",outcome="failed"\} 1$/m);
  assert.match(runs, /^queue_task_duration_seconds_count\{task="finish-test",outcome="succeeded"\} 2$/m);
});

test('while the database does not respond, the gauges of the installation are absent', async () => {
  const gauges = new Registry();
  const closed = openDatabase({
    url: String(new URL('/none', databaseUrl)),
    maximumConnections: 1,
    transactionTimeoutMs: 1000,
  });
  after(() => closed.close());
  addQueueGauges(gauges, [
    {
      name: 'first',
      observer: openObserver(String(new URL('/none', databaseUrl))),
      services: { database: closed },
    },
  ]);
  assert.doesNotMatch(await gauges.metrics(), /^queue_/m);
});

test('of several services, one reports the jobs, and another one after its end', async () => {
  const open = () => {
    const gauges = new Registry();
    const observer = openObserver();
    addQueueGauges(gauges, [{ name: 'first', observer, services }]);
    const isReporting = async () => /^queue_jobs_ready \d+$/m.test(await gauges.metrics());
    return { observer, isReporting };
  };
  const [first, second] = [open(), open()];
  await eventually('the first service', first.isReporting);
  assert.equal(await second.isReporting(), false);
  await eventually('the first service still', first.isReporting);
  // The connection of the first one breaks: the server ends it, as it does if the machine is gone.
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE application_name = 'stellwerk metrics' AND datname = current_database()
               AND pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted)`.execute(
    services.database.system,
  );
  await eventually('the second service', second.isReporting);
  await eventually('the end of the reports of the first', async () => !(await first.isReporting()));
  second.observer.close();
  await eventually('the first service again', first.isReporting);
});

test('a start after the clock was set back does not wait for schedules of the future', async () => {
  await sql`INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
            VALUES ('from-the-future', now(), now() + interval '1 day')`.execute(services.database.system);
  const restarted = await startQueue({ databaseUrl, log: services.log, tasks: [] });
  await restarted.stop();
  const { rows } = await sql<{ isOver: boolean }>`
    SELECT last_execution <= now() AS "isOver" FROM graphile_worker._private_known_crontabs
     WHERE identifier = 'from-the-future'`.execute(services.database.system);
  assert.deepEqual(rows, [{ isOver: true }]);
});

test('a queue that has stopped says so', async () => {
  const stopped = await startQueue({ databaseUrl, log: services.log, tasks: [] });
  assert.equal(stopped.isRunning, true);
  await stopped.stop();
  assert.equal(stopped.isRunning, false);
});

test('a database that goes away while the queue starts does not end the start', async () => {
  const relay = await openDatabaseRelay(databaseUrl);
  const lock = new pg.Client({ connectionString: databaseUrl });
  await lock.connect();
  const table = 'graphile_worker._private_known_crontabs';
  const blocked = `SELECT FROM pg_locks WHERE NOT granted AND relation = '${table}'::regclass`;
  await lock.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  const starting = startQueue({ databaseUrl: relay.url, log: services.log, tasks: [] });
  try {
    await eventually('a statement waits', async () => (await lock.query(blocked)).rows.length > 0);
    relay.cut();
    await lock.query('COMMIT');
    await Promise.race([relay.refusals(1), starting]);
    relay.restore();
    assert.ok((await starting).isRunning);
  } finally {
    await lock.end();
    await (await starting.catch(() => undefined))?.stop();
    relay.close();
  }
});

test('while the database is away, the queue waits, and then completes the job that was running', async () => {
  const relay = await openDatabaseRelay(databaseUrl);
  let runs = 0;
  const began = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const other = await startQueue({
    databaseUrl: relay.url,
    log: services.log,
    tasks: [
      {
        name: 'outlive-test',
        async run() {
          runs += 1;
          began.resolve();
          await end.promise;
        },
      },
      { name: 'later-test', run: async (payload) => finish(payload) },
    ],
  });
  try {
    await sql`SELECT graphile_worker.add_job('outlive-test', '{}', job_key := 'outlive')`.execute(
      services.database.system,
    );
    await began.promise;
    relay.cut();
    end.resolve();
    // The sessions of the queue are over by then. Before, one of them could still lock the job, and its answer would be lost.
    await relay.refusals(3);
    const payload = nextPayload();
    await sql`SELECT graphile_worker.add_job('later-test', '{"number": 9}')`.execute(
      services.database.system,
    );
    relay.restore();
    assert.deepEqual(await payload, { number: 9 });
    await eventually('the job is completed', async () => {
      const { rows } = await sql`SELECT 1 FROM graphile_worker.jobs WHERE key = 'outlive'`.execute(
        services.database.system,
      );
      return rows.length === 0;
    });
    assert.equal(runs, 1);
    assert.ok(other.isRunning);
  } finally {
    await other.stop();
    relay.close();
  }
});

test('a stop ends a job that heeds its signal, and the job runs again later', async () => {
  let hasSeenSignal = false;
  const began = Promise.withResolvers<void>();
  const other = await startQueue({
    databaseUrl,
    log: services.log,
    stopGraceMs: 1,
    tasks: [
      {
        name: 'stop-test',
        async run(_payload, attempt) {
          began.resolve();
          await once(attempt!.signal!, 'abort');
          hasSeenSignal = true;
          throw new Error('stopped');
        },
      },
    ],
  });
  await sql`SELECT graphile_worker.add_job('stop-test', '{}', job_key := 'stop')`.execute(
    services.database.system,
  );
  await began.promise;
  await other.stop();
  assert.ok(hasSeenSignal);
  await eventually('the job can run again', async () => {
    const { rows } = await sql`
      SELECT FROM graphile_worker.jobs WHERE key = 'stop' AND attempts = 1 AND locked_at IS NULL`.execute(
      services.database.system,
    );
    return rows.length === 1;
  });
});
