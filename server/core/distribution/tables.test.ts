import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { databaseUrl, TEMPLATE } from '../../testing/template.ts';
import { COORDINATOR_TABLES, classify, REFERENCE_TABLES, REPLACED_TRIGGERS, readTables } from './tables.ts';

const client = new pg.Client({
  connectionString: databaseUrl(process.env.STELLWERK_TEST_POSTGRES!, TEMPLATE),
});
await client.connect();
after(() => client.end());
const tables = await readTables(client);

test('each table is distributed, on every node, or on the coordinator only', () => {
  const kinds = Map.groupBy(tables.map(classify), ({ kind }) => kind);
  const namesOf = (kind: 'reference' | 'coordinator') => kinds.get(kind)!.map(({ name }) => name);
  // A name that no table has would hide that its table was renamed.
  assert.deepEqual(namesOf('reference'), REFERENCE_TABLES);
  assert.deepEqual(namesOf('coordinator'), COORDINATOR_TABLES);
  assert.ok(kinds.get('distributed')!.some(({ name }) => name === 'candidate'));
  assert.throws(() => classify({ name: 'forgotten', hasTenant: false }), /forgotten has no tenant_id/);
});

test('a distributed table refers to no table that is on the coordinator only', async () => {
  const { rows } = await client.query<{ from: string; to: string }>(
    `SELECT a.relname AS from, b.relname AS to FROM pg_constraint
       JOIN pg_class AS a ON a.oid = conrelid JOIN pg_class AS b ON b.oid = confrelid
      WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  );
  const wrong = rows.filter(
    ({ from, to }) => COORDINATOR_TABLES.includes(to) && !COORDINATOR_TABLES.includes(from),
  );
  assert.deepEqual(wrong, []);
});

test('a trigger of a table that is on every node is replaced, unless it only notifies', async () => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT tgname AS name FROM pg_trigger JOIN pg_class AS c ON c.oid = tgrelid
      WHERE NOT tgisinternal AND c.relnamespace = 'public'::regnamespace AND c.relname = ANY ($1) ORDER BY 1`,
    [REFERENCE_TABLES],
  );
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['api_client_notify', ...REPLACED_TRIGGERS].sort(),
  );
});

test('each node can give out the ids of every table by itself', async () => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname || '.' || a.attname AS name
       FROM pg_attrdef AS d JOIN pg_class AS c ON c.oid = d.adrelid
       JOIN pg_attribute AS a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
      WHERE c.relnamespace = 'public'::regnamespace AND pg_get_expr(d.adbin, d.adrelid) LIKE '%nextval(%'`,
  );
  assert.deepEqual(rows, []);
});
