import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import pg from 'pg';
import { startTestService } from '../../testing/harness.ts';
import { connectSuperuser } from '../../testing/superuser.ts';
import { fillTables } from './fill.ts';
import { findMissedIndexes } from './missed-indexes.ts';

const service = await startTestService({ DATABASE_CONNECTIONS: '2' });
const { id: tenantId } = service.tenant;
const client = new pg.Client({ connectionString: service.databaseUrl });
service.beforeClose(() => client.end());

before(async () => {
  await fillTables(await connectSuperuser(service), tenantId, 2000);
  await client.connect();
});

const find = async (text: string) =>
  (await findMissedIndexes(client, tenantId, [text])).map(({ table, index }) => `${table} ${index}`);

const RIGHT = [
  'SELECT FROM candidate WHERE tenant_id = $1 AND id = $2 FOR KEY SHARE',
  'SELECT FROM candidate WHERE tenant_id = $1 AND id = (SELECT coalesce($2::int, $3::int))',
  // What is looked up is compared with a second index.
  'SELECT FROM candidate WHERE tenant_id = $1 AND id = $2 AND email_match = $3',
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
  // Of the index, only the columns with few values.
  [
    "SELECT address FROM candidate_contact_channel WHERE tenant_id = $1 AND kind = 'email' AND candidate_id = coalesce($2::int, $3::int)",
    'candidate_contact_channel candidate_contact_channel_tenant_id_candidate_id_kind_addre_key',
  ],
  [
    'PREPARE one (integer, integer) AS SELECT FROM candidate WHERE tenant_id = $1 AND id = coalesce($2, 1)',
    'candidate candidate_pkey',
  ],
];

for (const [text, found] of WRONG) {
  test(`an index is missed by: ${text}`, async () => {
    assert.deepEqual(await find(text), [found]);
  });
}

test('a bitmap of all rows is found, and one of the rows that are looked up is not', async () => {
  await client.query('SET enable_indexscan = off; SET enable_seqscan = off');
  const ofAddresses = `SELECT address FROM candidate_contact_channel WHERE tenant_id = $1 AND kind = 'email'`;
  assert.deepEqual(await find(`${ofAddresses} AND candidate_id = coalesce($2::int, $3::int)`), [
    'candidate_contact_channel candidate_contact_channel_tenant_id_candidate_id_kind_addre_key',
  ]);
  // Both columns have an index.
  assert.deepEqual(await find(`${ofAddresses} AND candidate_id = $2 AND address_match = $3`), []);
});
