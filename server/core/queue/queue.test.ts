import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService } from '../../testing/harness.ts';
import { migrateQueue, startQueue } from './index.ts';

const { services, databaseUrl } = await startTestService();
await migrateQueue({ databaseUrl });

let finish: (payload: unknown) => void = () => {};
let failures = 1;
const queue = await startQueue({
  databaseUrl,
  log: services.log,
  tasks: [
    {
      name: 'finish-test',
      formerNames: ['finish_test'],
      schedule: '0 0 1 1 *',
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
after(() => queue.stop());

const nextPayload = () =>
  new Promise<unknown>((resolve) => {
    finish = resolve;
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
  const payload = nextPayload();
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
  while (!(await failed()));
  await sql`SELECT graphile_worker.reschedule_jobs(ARRAY(SELECT id FROM graphile_worker.jobs WHERE key = 'again'), now())`.execute(
    services.database.system,
  );
  assert.deepEqual(await payload, {});
});
