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
    await eventually('the queue runs', async () => work.isRunning, 20_000);
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
  await sql`SELECT graphile_worker.add_job('sweep-sign-in-attempts', '{}', job_key := 'late')`.execute(db);
  await stopped;
  relay.close();
  const { rows } = await sql`SELECT attempts FROM graphile_worker.jobs WHERE key = 'late'`.execute(db);
  assert.deepEqual(rows, [{ attempts: 0 }]);
});
