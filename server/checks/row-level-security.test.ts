import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { startTestService } from '../testing/harness.ts';
import '../testing/unrecorded.ts';

const service = await startTestService({ DATABASE_CONNECTIONS: '2' });
const { database } = service.services;
const a = service.tenant;
const b = await service.createTenant();

async function addBranch(tenantId: number, name: string): Promise<void> {
  await database.tenant(tenantId).insertInto('branch').values({ tenant_id: tenantId, name }).execute();
}

await addBranch(a.id, 'Branch of A');
await addBranch(b.id, 'Branch of B');

// Tables with a tenant column that are read before the tenant of a request is known.
const CONTROL_PLANE: Record<string, string> = {
  api_client: 'a token names its client, and only the client names the tenant',
  password_link: 'a link names its user, and only the link names the tenant',
  search_backfill: 'read for all tenants, like the jobs of the queue, and has only ids',
  search_mark: 'read for all tenants, like the jobs of the queue, and has only ids',
  token_usage: 'counted while a token is issued, before there is a caller',
  user_session: 'a cookie names its session, and only the session names the tenant',
  user_sign_in: 'signing in names an address, and only the user it belongs to names the tenant',
};

test('every table with a tenant column has row-level security, also for its owner', async () => {
  const tables = await service.sql<{ name: string; is_protected: boolean }>(`
    SELECT c.relname AS name,
           c.relrowsecurity AND c.relforcerowsecurity
             AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid) AS is_protected
    FROM pg_class c JOIN pg_attribute t ON t.attrelid = c.oid AND t.attname = 'tenant_id' AND NOT t.attisdropped
    WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace ORDER BY 1`);
  assert.ok(tables.length > 20);
  assert.deepEqual(
    tables.filter(({ is_protected }) => !is_protected).map(({ name }) => name),
    Object.keys(CONTROL_PLANE).sort(),
  );
});

test('every table with data of tenants has a tenant column', async () => {
  const tables = await service.sql<{ name: string }>(`
    SELECT c.relname AS name FROM pg_class c
    WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_attribute t WHERE t.attrelid = c.oid AND t.attname = 'tenant_id')
    ORDER BY 1`);
  // Control plane, lists that are the same for all tenants, and the database's own bookkeeping.
  assert.deepEqual(
    tables.map(({ name }) => name),
    [
      'api_client_secret',
      'catalog_entry',
      'catalog_source',
      'geocoder_answer',
      'installation',
      'mail_quota',
      'master_key',
      'migration',
      'password_reset_request',
      'placed_tenant',
      'portal_use',
      'retired_master_key',
      'sign_in_attempt',
      'signing_key',
      'tenant',
    ],
  );
});

test('a query without the tenant condition returns only rows of its own tenant', async () => {
  const rows = await database.tenant(b.id).selectFrom('branch').select('name').execute();
  assert.deepEqual(rows, [{ name: 'Branch of B' }]);
});

test('an update without the tenant condition changes only rows of its own tenant', async () => {
  await database.tenant(b.id).updateTable('branch').set({ number: '7' }).execute();
  const [row] = await service.sql('SELECT number FROM branch', [], a.id);
  assert.deepEqual(row, { number: null });
});

test('a deletion without the tenant condition keeps the rows of other tenants', async () => {
  await database.tenant(b.id).deleteFrom('tenant_catalog_entry').execute();
  const [row] = await service.sql('SELECT count(*)::int > 0 AS has_rows FROM tenant_catalog_entry', [], a.id);
  assert.deepEqual(row, { has_rows: true });
});

test('writing a row of another tenant fails', async () => {
  const write = database.tenant(b.id).insertInto('branch').values({ tenant_id: a.id, name: 'smuggled' });
  await assert.rejects(() => write.execute(), /row-level security/);
});

test('moving a row to another tenant fails', async () => {
  const move = database.tenant(b.id).updateTable('branch').set({ tenant_id: a.id });
  await assert.rejects(() => move.execute(), /row-level security/);
});

test('without a tenant no row is visible', async () => {
  assert.deepEqual(await database.system.selectFrom('branch').select('name').execute(), []);
});

test('a session that never set a tenant gets an error instead of no rows', async () => {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    await assert.rejects(client.query('SELECT name FROM branch'), /app\.tenant_id/);
    await assert.rejects(client.query("UPDATE branch SET number = '9'"), /app\.tenant_id/);
    await assert.rejects(
      client.query('INSERT INTO branch (tenant_id, name) VALUES ($1, $2)', [a.id, 'Nobody']),
      /app\.tenant_id/,
    );
  } finally {
    await client.end();
  }
});

test('a connection that served one tenant shows the next one none of its rows', async () => {
  const seen: string[] = [];
  // More rounds than the pool has connections, so each connection changes its tenant many times.
  for (let turn = 0; turn < 12; turn++) {
    const { id } = turn % 2 === 0 ? a : b;
    const rows = await database.tenant(id).selectFrom('branch').select('name').execute();
    seen.push(...rows.map(({ name }) => `${id === a.id ? 'A' : 'B'} sees ${name}`));
  }
  assert.deepEqual([...new Set(seen)].sort(), ['A sees Branch of A', 'B sees Branch of B']);
});

test('concurrent tenants see only their own rows', async () => {
  const turns = Array.from({ length: 40 }, (_, index) => (index % 3 === 0 ? a : b));
  const answers = await Promise.all(
    turns.map(({ id }) => database.tenant(id).selectFrom('branch').select('tenant_id').execute()),
  );
  assert.deepEqual(
    answers.map((rows) => rows.map(({ tenant_id }) => tenant_id)),
    turns.map(({ id }) => [id]),
  );
});

test('a setting changed in a transaction that is rolled back does not outlive it', async () => {
  await database
    .tenant(b.id)
    .transaction()
    .execute(async (transaction) => {
      await sql`SELECT set_config('app.tenant_id', ${String(a.id)}, true)`.execute(transaction);
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  const rows = await Promise.all(
    Array.from({ length: 4 }, () => database.tenant(b.id).selectFrom('branch').select('name').execute()),
  );
  assert.deepEqual(
    rows.map(([row]) => row?.name),
    Array.from({ length: 4 }, () => 'Branch of B'),
  );
});
