import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { createTenant } from '../areas/tenants/index.ts';
import { startTestService } from '../testing/harness.ts';
import { commandsOf } from '../testing/service-commands.ts';

// Tenants on two servers are created and deleted, and the connection ends in the middle, as it does if a server is restarted.

const service = await startTestService({}, { servers: ['north'] });
const commands = await commandsOf(service);
const { services } = service;
const [first, north] = await Promise.all([
  connect(service.databaseUrl),
  connect(services.settings.databaseServers[0]!.url),
]);
const servers = { first, north };

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  service.beforeClose(() => client.end());
  await client.query(`
    CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
    CREATE FUNCTION report_full_disk() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN RAISE disk_full; END'`);
  return client;
}

interface Interruption {
  table: string;
  event: 'INSERT' | 'DELETE';
  condition?: string;
  by?: 'end_connection' | 'report_full_disk';
}

/** During `work`, the server interrupts what does this to a row of the table. */
async function interrupting(
  server: pg.Client,
  { table, event, condition = 'true', by = 'end_connection' }: Interruption,
  work: () => Promise<void>,
): Promise<void> {
  await server.query(
    `CREATE TRIGGER interruption BEFORE ${event} ON ${table} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION ${by}()`,
  );
  try {
    await work();
  } finally {
    await server.query(`DROP TRIGGER interruption ON ${table}`);
  }
}

const LAST_LIST = {
  table: 'tenant_catalog_entry',
  event: 'INSERT',
  condition: "NEW.list = 'industries'",
} as const;

async function isListed(key: string): Promise<boolean> {
  const tenants: { key: string }[] = await commands.runJson(['tenant', 'list']);
  return tenants.some((tenant) => tenant.key === key);
}

/** The number of entries in each list of the tenant. */
async function listsOf(server: pg.Client, key: string): Promise<Record<string, number>> {
  const [tenant] = (await server.query('SELECT id FROM tenant WHERE key = $1', [key])).rows;
  await server.query("SELECT set_config('app.tenant_id', $1, false)", [String(tenant.id)]);
  const { rows } = await server.query(
    'SELECT list, count(*)::int AS entries FROM tenant_catalog_entry WHERE tenant_id = $1 GROUP BY list',
    [tenant.id],
  );
  return Object.fromEntries(rows.map(({ list, entries }) => [list, entries]));
}

for (const server of ['first', 'north'] as const) {
  test(`a creation on the server "${server}" that is interrupted leaves no tenant, and the next one has all lists`, async () => {
    const key = `new-${server}`;
    const words = ['tenant', 'create', key, '--name', 'New', '--server', server];
    await interrupting(servers[server], LAST_LIST, () => commands.assertRefused(words, /connection/i));
    assert.equal(await isListed(key), false);
    await commands.runJson(words);
    const lists = await listsOf(servers[server], key);
    assert.deepEqual(Object.keys(lists).sort(), [
      'channels',
      'industries',
      'qualifications',
      'sourcesofsupply',
    ]);
    assert.deepEqual(lists, await listsOf(first, service.tenant.key));
  });
}

test('a connection on which a tenant was created, or could not be, has no tenant afterwards', async () => {
  const create = async () => {
    await createTenant(services, { key: 'new', name: 'New' });
  };
  // The pool takes the connection that came back last.
  const current = () => sql`SELECT current_setting('app.tenant_id') AS id`.execute(services.database.system);
  await interrupting(first, { ...LAST_LIST, by: 'report_full_disk' }, () =>
    assert.rejects(create, /disk_full/),
  );
  assert.deepEqual((await current()).rows, [{ id: '' }]);
  await create();
  assert.deepEqual((await current()).rows, [{ id: '' }]);
});
