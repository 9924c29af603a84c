import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startWork } from './background-work.ts';
import { createMetrics } from './core/http/metrics.ts';
import { migrateQueue } from './core/queue/index.ts';
import { eventually } from './testing/another-process.ts';
import { openDatabaseRelay } from './testing/database-relay.ts';
import { startTestService } from './testing/harness.ts';

const [first, north] = [await startTestService(), await startTestService()];
for (const { databaseUrl } of [first, north]) await migrateQueue({ databaseUrl });

test('the queue of a further server that does not start is reported, and starts when it can', async () => {
  const db = north.services.database.system;
  const rename = (from: string, to: string) =>
    sql`ALTER TABLE graphile_worker.${sql.id(from)} RENAME TO ${sql.id(to)}`.execute(db);
  await rename('_private_known_crontabs', 'hidden');
  const work = startWork(
    [
      { name: 'first', url: first.databaseUrl, role: undefined, services: first.services },
      { name: 'north', url: north.databaseUrl, role: undefined, services: north.services },
    ],
    [],
    createMetrics(),
  );
  try {
    await work.untilStarted;
    await eventually('the failure is seen', async () => !work.isRunning);
    await rename('hidden', '_private_known_crontabs');
    await eventually('the queue runs', async () => work.isRunning);
  } finally {
    await work.stop();
  }
});

test('a stop ends the queues that run immediately, also if another server does not respond', async () => {
  const relay = await openDatabaseRelay(north.databaseUrl);
  relay.freeze();
  const work = startWork(
    [
      { name: 'first', url: first.databaseUrl, role: undefined, services: first.services },
      { name: 'north', url: relay.url, role: undefined, services: north.services },
    ],
    [],
    createMetrics(),
  );
  await work.untilStarted;
  const stopped = work.stop();
  const db = first.services.database.system;
  // Not immediately, because a fetch can be under way. Still sooner than a connection to the other server would be given up.
  await sql`SELECT graphile_worker.add_job('sweep-sign-in-attempts', '{}', job_key := 'late',
                                           run_at := now() + interval '5 seconds')`.execute(db);
  await stopped;
  relay.close();
  const { rows } = await sql`SELECT attempts FROM graphile_worker.jobs WHERE key = 'late'`.execute(db);
  assert.deepEqual(rows, [{ attempts: 0 }]);
});

test('jobs of a worker whose process died are released there', async () => {
  const { services } = first;
  const { database } = north.services;
  const db = database.system;
  await sql`SELECT graphile_worker.add_job('send-mail', '{}', job_key := 'stalled')`.execute(db);
  await sql`UPDATE graphile_worker._private_jobs SET locked_by = 'dead', locked_at = now() - interval '1 hour'
             WHERE key = 'stalled'`.execute(db);
  // The start runs schedules that were missed.
  await sql`INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
            VALUES ('release-stalled-mails', now() - interval '1 day', now() - interval '20 minutes')
            ON CONFLICT (identifier) DO UPDATE SET last_execution = excluded.last_execution`.execute(db);
  const work = startWork(
    [{ name: 'first', url: first.databaseUrl, role: undefined, services }],
    [{ name: 'north', url: north.databaseUrl, role: undefined, services, database }],
    createMetrics(),
  );
  const isHeld = async () =>
    (await sql`SELECT FROM graphile_worker.jobs WHERE key = 'stalled' AND locked_by = 'dead'`.execute(db))
      .rows.length > 0;
  try {
    await eventually('the job is released', async () => !(await isHeld()));
  } finally {
    await work.stop();
  }
});
