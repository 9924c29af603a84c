import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import pg from 'pg';
import { startTestService } from '../../testing/harness.ts';
import { fillTables } from './fill.ts';
import { findMissedIndexes } from './missed-indexes.ts';

const service = await startTestService({ DATABASE_CONNECTIONS: '2' });
const { id: tenantId } = service.tenant;
const client = new pg.Client({ connectionString: service.databaseUrl });
service.beforeClose(() => client.end());

before(async () => {
  const admin = new pg.Client({
    connectionString: Object.assign(new URL(process.env.STELLWERK_TEST_POSTGRES!), {
      pathname: new URL(service.databaseUrl).pathname,
    }).href,
  });
  await admin.connect();
  await fillTables(admin, tenantId, 2000);
  await admin.end();
  await client.connect();
});

const find = async (text: string) =>
  (await findMissedIndexes(client, tenantId, [text])).map(({ table, index }) => `${table} ${index}`);

const RIGHT = [
  'SELECT FROM candidate WHERE tenant_id = $1 AND id = $2 FOR KEY SHARE',
  'SELECT FROM candidate WHERE tenant_id = $1 AND id = (SELECT coalesce($2::int, $3::int))',
  'SELECT count(*) FROM candidate WHERE tenant_id = $1 AND street = $2',
  'SELECT count(*) FROM candidate WHERE tenant_id = $1 AND id NOT IN (SELECT candidate_id FROM application WHERE tenant_id = $1)',
  'SELECT id FROM task WHERE tenant_id = $1 AND (candidate_id = $2 OR application_id = ANY (ARRAY(SELECT id FROM application WHERE tenant_id = $1 AND candidate_id = $2)))',
  'SELECT FROM no_table WHERE id = $1',
  'SET search_path = public',
];

for (const text of RIGHT) {
  test(`nothing is wrong with: ${text}`, async () => {
    assert.deepEqual(await find(text), []);
  });
}

const WRONG: [text: string, found: string][] = [
  // PostgreSQL does not know COALESCE to be safe before the policy of the table.
  [
    'SELECT FROM candidate WHERE tenant_id = $1 AND id = coalesce($2::int, $3::int) FOR KEY SHARE',
    'candidate candidate_pkey',
  ],
  [
    'SELECT id FROM task WHERE tenant_id = $1 AND (candidate_id = $2 OR application_id IN (SELECT id FROM application WHERE tenant_id = $1 AND candidate_id = $2))',
    'task task_by_application',
  ],
];

for (const [text, found] of WRONG) {
  test(`an index is missed by: ${text}`, async () => {
    assert.deepEqual(await find(text), [found]);
  });
}
