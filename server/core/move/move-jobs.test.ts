import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { connectClient } from '../db/connect-client.ts';
import { migrateQueue } from '../queue/index.ts';
import { holdJobs, releaseJobs } from './move-jobs.ts';

const { databaseUrl } = await startTestService();
await migrateQueue({ databaseUrl });
const client = await connectClient({ connectionString: databaseUrl });
after(() => client.end());

test('jobs of a move that was interrupted stay held for longer than the queue keeps a lock', async () => {
  await client.query(`SELECT graphile_worker.add_job('held-test', '{"tenantId": 7}')`);
  await holdJobs({ client, role: undefined }, 7);
  const { rowCount } = await client.query(
    "SELECT FROM graphile_worker.jobs WHERE locked_at - interval '1 week' > now() AND task_identifier = 'held-test'",
  );
  assert.equal(rowCount, 1);
  await releaseJobs({ client, role: undefined }, 7);
  const free = await client.query('SELECT FROM graphile_worker.jobs WHERE locked_at IS NULL');
  assert.equal(free.rowCount, 1);
});
