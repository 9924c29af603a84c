import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { createTenant } from '../areas/tenants/index.ts';
import { startTestService } from '../testing/harness.ts';
import { untilWaiting } from '../testing/held-transaction.ts';
import { commandsOf } from '../testing/service-commands.ts';

// Tenants on two servers are created and deleted, and the connection ends in the middle, as it does if a server is restarted.

const HELD_LOCK = 1;
const service = await startTestService({}, { servers: ['north'] });
const commands = await commandsOf(service);
const { services } = service;
const [first, north] = await Promise.all([
  connect(service.databaseUrl),
  connect(services.settings.databaseServers[0]!.url),
]);
const servers = { first, north };

const create = (key: string, server: string) =>
  `tenant create ${key} --name Nord --server ${server}`.split(' ');
const remove = (key: string, name = 'Nord') => `tenant delete ${key} --name ${name}`.split(' ');

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  service.beforeClose(() => client.end());
  await client.query(`
    CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
    CREATE FUNCTION report_full_disk() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN RAISE disk_full; END';
    CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN PERFORM pg_advisory_xact_lock(${HELD_LOCK}); RETURN NEW; END'`);
  return client;
}

interface Interruption {
  table: string;
  event: 'INSERT' | 'DELETE';
  condition?: string;
  by?: 'end_connection' | 'report_full_disk' | 'wait_for_test';
  /** At the end of the transaction, instead of before the row is written. */
  atCommit?: boolean;
}

/** During `work`, the server interrupts what does this to a row of the table. */
async function interrupting(
  server: pg.Client,
  { table, event, condition = 'true', by = 'end_connection', atCommit = false }: Interruption,
  work: () => Promise<void>,
): Promise<void> {
  const trigger = atCommit
    ? `CONSTRAINT TRIGGER interruption AFTER ${event} ON ${table} DEFERRABLE INITIALLY DEFERRED`
    : `TRIGGER interruption BEFORE ${event} ON ${table}`;
  await server.query(`CREATE ${trigger} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION ${by}()`);
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
    await interrupting(servers[server], LAST_LIST, () =>
      commands.assertRefused(create(key, server), /connection/i),
    );
    assert.equal(await isListed(key), false);
    await commands.runJson(create(key, server));
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
  const tenant = { key: 'new', name: 'New' };
  // The pool takes the connection that came back last.
  const current = () => sql`SELECT current_setting('app.tenant_id') AS id`.execute(services.database.system);
  await interrupting(first, { ...LAST_LIST, by: 'report_full_disk' }, () =>
    assert.rejects(createTenant(services, tenant), /disk_full/),
  );
  assert.deepEqual((await current()).rows, [{ id: '' }]);
  await createTenant(services, tenant);
  assert.deepEqual((await current()).rows, [{ id: '' }]);
});

const NO_TENANT = /^stellwerk: There is no tenant "[\w-]+"\. See: npx stellwerk tenant list$/m;

/** Of the command "doctor", about the directory. */
async function findingOf(server: string): Promise<string> {
  const { checks } = JSON.parse((await commands.run(['doctor', '--json'])).stdout);
  const { state, finding } = checks.find(({ check }: { check: string }) => check === `tenants (${server})`);
  return `${state}: ${finding}`;
}

test('a deletion that is interrupted before its last step is completed by the next one', async () => {
  await commands.runJson(create('left', 'north'));
  await interrupting(first, { table: 'placed_tenant', event: 'DELETE' }, () =>
    commands.assertRefused(remove('left'), /connection/i),
  );
  assert.equal(await isListed('left'), false);
  await commands.assertRefused(create('left', 'first'), /already exists/);
  assert.match(
    await findingOf('north'),
    /^warn: .* created or deleted completely, .*: left\. .* To complete a deletion, run: npx stellwerk tenant delete KEY --name NAME$/,
  );
  const { code, stdout } = await commands.run(remove('left'));
  assert.equal(code, 0);
  assert.match(stdout, /^Deleted tenant "left" \(id \d+\): only its key was left .* can be used again\.$/m);
  await commands.assertRefused(remove('left'), NO_TENANT);
  assert.match(await findingOf('north'), /^ok: /);
  await commands.runJson(create('left', 'first'));
});

test('what an interrupted creation has left can be deleted, whatever name it would have had', async () => {
  await interrupting(north, LAST_LIST, () => commands.assertRefused(create('begun', 'north'), /connection/i));
  await commands.runJson(remove('begun', 'Another'));
  await commands.runJson(create('begun', 'first'));
});

const MOMENTS: { moment: string; interruption: Interruption; isCreated: boolean }[] = [
  {
    moment: 'before the tenant is inserted',
    interruption: { table: 'tenant', event: 'INSERT' },
    isCreated: false,
  },
  { moment: 'while its lists are written', interruption: LAST_LIST, isCreated: false },
  {
    moment: 'at the end of the creation',
    interruption: { table: 'tenant', event: 'INSERT', atCommit: true },
    isCreated: true,
  },
];
for (const [index, { moment, interruption, isCreated }] of MOMENTS.entries()) {
  test(`a creation and a deletion that meet ${moment} leave the tenant and its entry in the directory, or neither`, async () => {
    const key = `both-${index}`;
    await interrupting(north, { ...interruption, by: 'wait_for_test' }, async () => {
      await north.query('SELECT pg_advisory_lock($1)', [HELD_LOCK]);
      const creation = commands.run(create(key, 'north'));
      await untilWaiting(north, 1, creation);
      const deletion = commands.run(remove(key));
      await untilWaiting(north, 2, deletion);
      await north.query('SELECT pg_advisory_unlock_all()');
      const [created, deleted] = await Promise.all([creation, deletion]);
      assert.deepEqual([created.code, deleted.code], isCreated ? [0, 1] : [1, 0]);
      if (isCreated) assert.match(deleted.stderr, NO_TENANT);
      else assert.match(created.stderr, /"[\w-]+" is being deleted\. Run the command again\.$/m);
    });
    assert.equal(await isListed(key), isCreated);
    assert.match(await findingOf('north'), /^ok: /);
    await commands.runJson(isCreated ? remove(key) : create(key, 'north'));
  });
}
