import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { PERMISSIONS } from '../../areas/access/index.ts';
import { lookUpRecords, storeMissingRecords } from '../../areas/candidates/profile/stored-record.ts';
import { findTenantsToIndex } from '../../areas/search/indexing/queries.ts';
import { openServices } from '../../open-services.ts';
import { startTestService } from '../../testing/harness.ts';
import { TEST_MASTER_KEY } from '../../testing/template.ts';
import { registerMasterKeys } from '../crypto/master-keys.ts';
import { checkServers } from '../db/server-registration.ts';
import { TenantAwayError } from '../db/tenant-away.ts';
import { moveTenant } from '../move/move-tenant.ts';
import { migrateQueue } from '../queue/index.ts';

// Plain servers stand in for the workers of Citus, and tables for its catalog. What only the engine can show is in docs/reliability.md.

const service = await startTestService({}, { servers: ['east', 'west'] });
const { databaseUrl } = service;
const { databaseServers } = service.services.settings;
await registerMasterKeys(service.services.database, service.services.masterKeys);
const tenant = await service.createTenant(PERMISSIONS, 'east');
const urls = [databaseUrl, ...databaseServers.map(({ url }) => url)];
for (const [group, url] of urls.entries()) {
  await migrateQueue({ databaseUrl: url });
  await run(
    url,
    `CREATE TABLE pg_dist_local_group AS SELECT ${group} AS groupid;
     CREATE TABLE pg_dist_placement (shardid bigint, groupid integer, shardstate integer DEFAULT 1);
     CREATE FUNCTION get_shard_id_for_distribution_column(text, integer) RETURNS bigint LANGUAGE sql AS 'SELECT $2::bigint'`,
  );
}
await run(databaseUrl, `INSERT INTO pg_dist_placement VALUES (${tenant.id}, 1)`);

const settings = { ...service.services.settings, databaseServers: [], databaseWorkers: databaseServers };
const open = (changed: Partial<typeof settings> = {}) => {
  const log = pino({ level: 'silent' });
  const opened = openServices({
    settings: { ...settings, ...changed },
    log,
    databaseUrl,
    masterKey: TEST_MASTER_KEY,
  });
  service.beforeClose(async () => {
    await opened.database.close();
    await opened.blobs.close();
  });
  return opened.database;
};
const database = open();

async function run(url: string, text: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

/** The names of the databases that each kind of session reaches. */
async function reached(): Promise<string[]> {
  const text =
    'SELECT current_database()::text AS name, count(*)::int AS branches FROM branch WHERE tenant_id = $1';
  const shared = await database.read<{ name: string }>(tenant.id, text, [tenant.id]);
  const own = await sql<{ name: string }>`SELECT current_database()::text AS name`.execute(
    database.tenant(tenant.id),
  );
  const control = await sql<{ name: string }>`SELECT current_database()::text AS name`.execute(
    database.systemOf(tenant.id),
  );
  return [shared, own.rows, control.rows].map(([row]) => row!.name);
}
const nameOf = (index: number) => new URL(urls[index]!).pathname.slice(1);

test('records of candidates are stored on the worker', async () => {
  const { body } = await tenant.api.post('/candidates', { firstName: 'Ada', lastName: 'King' });
  const stored = () => lookUpRecords(database, tenant.id, [body.id], 'de');
  assert.equal((await stored()).size, 0);
  await storeMissingRecords(database, tenant.id, [body.id, 1_000_000], 'de');
  assert.equal(JSON.parse((await stored()).get(body.id)!.text).lastName, 'King');
});

test('sessions of a tenant go to its worker, and follow it', async () => {
  assert.deepEqual(await reached(), Array(3).fill(nameOf(1)));
  const [first, east, west] = [
    { name: 'first', url: urls[0]!, role: undefined },
    ...databaseServers.map((server) => ({ ...server, role: undefined })),
  ] as const;
  await moveTenant({ tenant, first, from: east!, to: west! });
  await run(databaseUrl, `UPDATE pg_dist_placement SET groupid = 2`);
  assert.deepEqual(await reached(), Array(3).fill(nameOf(2)));
});

test('the coordinator is the only server that is asked for everything', async () => {
  assert.deepEqual(
    database.servers.map(({ name }) => name),
    ['first'],
  );
  assert.deepEqual(
    database.nodes.map(({ name }) => name),
    ['first', 'east', 'west'],
  );
  await run(
    databaseUrl,
    `INSERT INTO search_mark (tenant_id, entity, record_id) VALUES (${tenant.id}, 'candidate', 1)`,
  );
  assert.deepEqual(await findTenantsToIndex(database.system, true), [tenant.id]);
});

test('a session whose tenant has moved is ended, and the call can be repeated', async () => {
  const pid = () =>
    sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`
      .execute(database.tenant(tenant.id))
      .then(({ rows }) => rows[0]!.pid);
  const before = await pid();
  // As the engine reports it, from the node to which it has sent the statement.
  for (const [code, message] of [
    ['42704', 'unrecognized configuration parameter "app.tenant_id"'],
    ['XX000', 'cannot execute a distributed query from a query on a shard'],
  ]) {
    const failing = sql.raw(`DO $$ BEGIN RAISE '${message}' USING ERRCODE = '${code}'; END $$`);
    await assert.rejects(failing.execute(database.tenant(tenant.id)), TenantAwayError);
  }
  assert.notEqual(await pid(), before);
});

// Last, because it changes the installation.
test('the settings must say whether tenants are distributed', async () => {
  await run(databaseUrl, 'DELETE FROM placed_tenant');
  await assert.rejects(
    checkServers(database, { registers: true }),
    /DATABASE_WORKERS is set, but the tenants are not distributed\. Run "npx stellwerk distribute"/,
  );
  await checkServers(database, { registers: true, isMigrating: true });
  await run(databaseUrl, 'UPDATE installation SET is_distributed = true');
  await checkServers(database, { registers: true });
  await assert.rejects(
    checkServers(open({ databaseWorkers: [] }), { registers: true }),
    /are distributed over the workers of Citus\. Set DATABASE_WORKERS to them/,
  );
});
