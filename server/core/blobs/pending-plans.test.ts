import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { eventually } from '../../testing/another-process.ts';
import { startTestService } from '../../testing/harness.ts';
import { sweepOrphans } from './pending.ts';

const service = await startTestService();
const { api, id: tenantId } = service.tenant;

const MINIMUM_SCANS = 20;
const OVER = 500;
/** Each finds its own announcement. Entries of the page beside it can be read too. */
const MAXIMUM_READ = 5;

async function countReads(): Promise<{ scans: number; read: number }> {
  const [counts] = await service.sql<{ scans: number; read: number }>(
    `SELECT sum(idx_scan)::int AS scans, sum(idx_tup_read)::int AS read FROM pg_stat_user_indexes WHERE relname = 'pending_blob'`,
  );
  return counts!;
}

test('uploads and sweeps read nothing of uploads that are over, when the planner knows the table to be empty', async () => {
  const { body: candidate } = await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' });
  // While a transaction could still see them, their entries stay in the indexes.
  const reader = new pg.Client({ connectionString: service.databaseUrl });
  await reader.connect();
  try {
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1');
    await service.sql(
      `INSERT INTO pending_blob (tenant_id, blob_key) SELECT ${tenantId}, 't1/' || gen_random_uuid() FROM generate_series(1, ${OVER})`,
    );
    await service.sql(`DELETE FROM pending_blob WHERE tenant_id = ${tenantId}`);
    await service.sql('ANALYZE pending_blob');
    const before = await countReads();
    const file = { filename: 'a.txt', base64File: Buffer.from('A document').toString('base64') };
    let scans = 0;
    let read = 0;
    // A session reports what it has read with a call that begins more than a second later.
    await eventually('the reads of uploads and sweeps are counted', async () => {
      assert.equal((await api.post(`/candidates/${candidate.id}/documents/other`, file)).status, 200);
      assert.equal(await sweepOrphans(service.services, tenantId), 0);
      const now = await countReads();
      scans = now.scans - before.scans;
      read = now.read - before.read;
      return scans >= MINIMUM_SCANS;
    });
    // The deletion at the beginning may be counted too. It reads each of them once.
    assert.ok(read <= OVER + scans * MAXIMUM_READ, `${read} entries in ${scans} scans`);
  } finally {
    await reader.end();
  }
});
