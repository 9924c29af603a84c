import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { eventually } from '../../testing/another-process.ts';
import { startTestService } from '../../testing/harness.ts';
import { rewrapAll } from './rotation.ts';

const service = await startTestService();
const { services, tenant } = service;
/** More than a few batches. */
const DOCUMENTS = 8000;

async function countReads(): Promise<number> {
  const [counts] = await service.sql<{ read: number }>(
    `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS read FROM pg_stat_user_tables WHERE relname = 'document'`,
  );
  return counts!.read;
}

test('a rotation reads each document of a tenant a few times, however many there are', async () => {
  const { body: candidate } = await tenant.api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' });
  const file = { filename: 'a.txt', base64File: Buffer.from('A document').toString('base64') };
  assert.equal((await tenant.api.post(`/candidates/${candidate.id}/documents/other`, file)).status, 200);
  // Their keys are not those of their files, so the rotation cannot seal them again, and names them all.
  await service.sql(
    `INSERT INTO document
     SELECT copy.* FROM document AS original, generate_series(1, $2) AS number,
            jsonb_populate_record(original, jsonb_build_object('id', original.id + number, 'blob_key', 't/' || gen_random_uuid())) AS copy
      WHERE original.tenant_id = $1`,
    [tenant.id, DOCUMENTS],
  );
  await service.sql('DELETE FROM document WHERE id = (SELECT min(id) FROM document)');
  await service.sql('ANALYZE document');
  const before = await countReads();
  const { damaged } = await rewrapAll({
    database: services.database,
    columns: [],
    from: services.masterKeys.own,
    to: randomBytes(32),
    onProgress() {},
  });
  assert.equal(damaged.length, DOCUMENTS);
  let read = 0;
  await eventually('the reads are counted', async () => {
    // A session reports what it has read with a call that begins more than a second later.
    await tenant.api.get(`/candidates/${candidate.id}/documents`);
    read = (await countReads()) - before;
    return read >= DOCUMENTS;
  });
  // Once to count them, and once in batches.
  assert.ok(read < 2.5 * DOCUMENTS, `${read} rows were read`);
});
