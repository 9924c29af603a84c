import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';

/** The service does not delete their rows one by one, except for a master key at the end of its rotation. */
const KEPT = ['api_client', 'branch', 'master_key', 'tenant_catalog_entry', 'user_account'];

const service = await startTestService({ DATABASE_CONNECTIONS: '2' });

// For each deleted row, PostgreSQL looks for rows that refer to it.
test('what refers to a record that can be deleted is looked up by an index', async () => {
  const found = await service.sql<{ reference: string }>(
    `SELECT format('%s.%s', r.relname, string_agg(a.attname, ', ' ORDER BY a.attnum)) AS reference
       FROM pg_constraint AS k
       JOIN pg_class AS r ON r.oid = k.conrelid JOIN pg_class AS p ON p.oid = k.confrelid
       JOIN pg_attribute AS a ON a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey) AND a.attname <> 'tenant_id'
      WHERE k.contype = 'f' AND cardinality(k.conkey) > 1 AND k.connamespace = 'public'::regnamespace AND p.relname <> ALL ('{${KEPT.join()}}')
        AND NOT EXISTS (SELECT FROM pg_index AS i
                         WHERE i.indrelid = k.conrelid AND i.indnkeyatts >= 2
                           AND i.indkey[0] = ANY (k.conkey) AND i.indkey[1] = ANY (k.conkey))
      GROUP BY r.relname, k.oid ORDER BY 1`,
  );
  assert.deepEqual(found, []);
});
