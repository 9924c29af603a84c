import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { createApplication } from '../../application.ts';
import { createClient, PERMISSIONS } from '../../areas/access/index.ts';
import { createTenant } from '../../areas/tenants/index.ts';
import { createUser } from '../../areas/users/index.ts';
import { readSettings } from '../../config.ts';
import { openBlobStore, openServices } from '../../open-services.ts';
import { callCommand } from '../../testing/command-call.ts';
import { createTemplate } from '../../testing/create-template.ts';
import { type Api, createApi, createPlatformApi, requestToken, signIn } from '../../testing/harness.ts';
import { createServerDatabase } from '../../testing/servers.ts';
import { copyOfTemplate, databaseUrl, TEST_MASTER_KEY } from '../../testing/template.ts';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { claimStore } from '../blobs/index.ts';
import { registerMasterKeys } from '../crypto/master-keys.ts';
import { startEmbeddedPostgres } from '../db/embedded/index.ts';
import { checkServers } from '../db/server-registration.ts';
import type { Services } from '../services.ts';
import { type MoveStep, moveTenant } from './move-tenant.ts';

const adminUrl = process.env.STELLWERK_TEST_POSTGRES!;
const admin = new pg.Client({ connectionString: adminUrl });
await admin.connect();
const directory = await makeTemporaryDirectory('stellwerk-move-');
// Its transaction ids are far behind those of the server of the tests.
const south = await startEmbeddedPostgres({
  directory: join(directory, 'postgres'),
  settings: { fsync: 'off', shared_buffers: '16MB' },
});
await createTemplate(south.url);
const southAdmin = new pg.Client({ connectionString: south.url });
await southAdmin.connect();
const run = randomBytes(8).toString('hex');
const databases = { first: `test_${run}`, north: `test_${run}_north`, south: `test_${run}_south` };
type Name = keyof typeof databases;
await admin.query(copyOfTemplate(databases.first));
const urls = {
  first: databaseUrl(adminUrl, databases.first),
  north: await createServerDatabase(admin, adminUrl, databases.north),
  south: await createServerDatabase(southAdmin, south.url, databases.south),
};
// What an operator has added moves too.
for (const url of Object.values(urls)) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('ALTER TABLE candidate ADD COLUMN own_column uuid DEFAULT gen_random_uuid()');
  await client.end();
}
after(async () => {
  for (const name of [databases.first, databases.north])
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await admin.end();
  await southAdmin.end();
  await south.stop();
  await rm(directory, { recursive: true, force: true });
});

const environment = {
  DATA_DIR: directory,
  DATABASE_URL: urls.first,
  DATABASE_SERVERS: `north=${urls.north} south=${urls.south}`,
  MASTER_KEY: TEST_MASTER_KEY.toString('hex'),
  DATABASE_CONNECTIONS: '3',
  DISK_FLOOR_MB: '0',
};
const settings = readSettings(environment);

/** Runs a service until `use` is over. */
async function serve<T>(use: (services: Services, baseUrl: string) => Promise<T>): Promise<T> {
  const log = pino({ level: 'silent' });
  const services = openServices({ settings, log, databaseUrl: urls.first, masterKey: TEST_MASTER_KEY });
  await checkServers(services.database, { registers: true });
  await claimStore(services.database.system, openBlobStore(settings));
  await registerMasterKeys(services.database, services.masterKeys);
  const application = await createApplication(services);
  const port = await application.listen({ port: 0, host: '127.0.0.1' });
  try {
    return await use(services, `http://127.0.0.1:${port}`);
  } finally {
    await application.close();
    await services.database.close();
    await services.blobs.close();
  }
}

/** A digest of the rows of the tenant in each table of a server, also in those that nobody has thought of. */
async function rowsOn(server: Name, tenantId: number): Promise<Record<string, string>> {
  const client = new pg.Client({
    connectionString: databaseUrl(server === 'south' ? south.url : adminUrl, databases[server], null),
  });
  await client.connect();
  const { rows: tables } = await client.query(`
    SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> 'candidate_record'`);
  const conditions: Record<string, string> = {
    tenant: `id = ${tenantId}`,
    api_client_secret: `api_client_id IN (SELECT id FROM api_client WHERE tenant_id = ${tenantId})`,
    'graphile_worker.jobs': `payload ->> 'tenantId' = '${tenantId}'`,
  };
  for (const { name } of tables) conditions[name] = `tenant_id = ${tenantId}`;
  conditions['graphile_worker.jobs'] =
    `key IN (SELECT key FROM graphile_worker._private_jobs WHERE payload ->> 'tenantId' = '${tenantId}')`;
  const found: Record<string, string> = {};
  for (const [name, condition] of Object.entries(conditions)) {
    const columns =
      name === 'graphile_worker.jobs'
        ? 'task_identifier, queue_name, priority, run_at, max_attempts, key'
        : '*';
    const { rows } = await client.query(
      `SELECT row_to_json(r)::text AS row FROM (SELECT ${columns} FROM ${name} WHERE ${condition}) AS r ORDER BY 1`,
    );
    if (rows.length > 0) found[name] = `${rows.length} rows, ${digest(rows.map(({ row }) => row).join())}`;
  }
  await client.end();
  return found;
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);

const started = await serve(async (services, baseUrl) => {
  const tenants = [];
  for (const [key, server] of [
    ['acme', 'first'],
    ['nord', 'north'],
    ['stay', 'first'],
  ] as const) {
    const { id } = await createTenant(services, { key, name: key }, server);
    const client = await createClient(services.database.systemOf(id), {
      tenantId: id,
      name: 'Site',
      permissions: [...PERMISSIONS],
    });
    const user = { email: `${key}@users.example.org`, password: randomBytes(12).toString('base64url') };
    const userId = await createUser(services.database.tenant(id), id, {
      ...user,
      firstName: 'Eva',
      lastName: 'Kern',
      role: 'admin',
    });
    const token = await requestToken(baseUrl, settings.publicUrl, client);
    const cookie = await signIn(baseUrl, user);
    const api = createApi(baseUrl, token);
    await api.post('/webhooks/subscribe', { event: 1401, url: 'https://receiver.example.org/' });
    const candidateId = (await api.post('/candidates', { firstName: 'Ada', lastName: key, zipCode: '10115' }))
      .body.id;
    await api.get(`/candidates/${candidateId}`);
    const base64File = randomBytes(1000).toString('base64');
    const document = await api.post(`/candidates/${candidateId}/documents/cv`, { base64File });
    assert.equal(document.status, 200, document.text);
    tenants.push({
      id,
      key,
      token,
      cookie,
      user: { id: userId, ...user },
      candidateId,
      documentId: document.body.id,
      base64File,
    });
  }
  return tenants;
});
const [acme, nord, stay] = started as [(typeof started)[0], (typeof started)[0], (typeof started)[0]];

interface Reading {
  ids: number[];
  cursor: string;
}

/** Reads the feed to its end. */
async function readFeed(api: Api, { ids, cursor }: Reading = { ids: [], cursor: '' }): Promise<Reading> {
  const { status, body, text } = await api.get(
    `/changes?entities=candidate&limit=1000${cursor && `&cursor=${cursor}`}`,
  );
  assert.equal(status, 200, text);
  return { ids: [...ids, ...body.changes.map(({ id }: { id: number }) => id)], cursor: body.nextCursor };
}

const moveCommand = (key: string, to: string) =>
  callCommand(['tenant', 'move', key, '--to', to], environment);

async function move(key: string, to: string): Promise<void> {
  const { code, stderr } = await moveCommand(key, to);
  assert.equal(code, 0, stderr);
}

const movedServer = (name: Name) => ({ name, url: urls[name], role: undefined });

const ids = new Map<number, number[]>([
  [acme.id, [acme.candidateId]],
  [nord.id, [nord.candidateId]],
]);
const readings = new Map<number, Reading>();

/** Reads the feed, adds a candidate, and calls what needs each kind of row. */
async function work(one: typeof acme): Promise<void> {
  await serve(async (_services, baseUrl) => {
    const api = createApi(baseUrl, one.token);
    const { status, body } = await api.post('/candidates', { firstName: 'Eva', lastName: 'Later' });
    assert.equal(status, 200);
    // An id is never given twice.
    assert.ok(body.id > ids.get(one.id)!.at(-1)!);
    ids.get(one.id)!.push(body.id);
    const user = createPlatformApi(baseUrl, one.user, one.cookie);
    assert.equal((await user.get('/users')).status, 200);
    const document = await api.get(`/candidates/export/documents/${one.documentId}`);
    assert.equal(document.body.documentBlob, one.base64File);
    assert.equal((await api.get(`/candidates/${one.candidateId}`)).body.lastName, one.key);
    const deadline = Date.now() + 60_000;
    for (;;) {
      const reading = await readFeed(api, readings.get(one.id));
      readings.set(one.id, reading);
      if (reading.ids.includes(body.id) || Date.now() > deadline) break;
    }
    assert.deepEqual(readings.get(one.id)!.ids, ids.get(one.id));
  });
}

test('a tenant is moved with everything, from server to server and back, and its readers continue', {
  timeout: 300_000,
}, async () => {
  const other = await rowsOn('first', stay.id);
  let from: Name = 'first';
  await work(acme);
  for (const to of ['north', 'south', 'first'] as const) {
    const before = await rowsOn(from, acme.id);
    for (const table of [
      'candidate',
      'user_session',
      'api_client_secret',
      'change_log',
      'graphile_worker.jobs',
      'webhook_delivery',
    ])
      assert.ok(before[table] !== undefined, table);
    await move('acme', to);
    assert.deepEqual(await rowsOn(to, acme.id), before);
    assert.deepEqual(await rowsOn(from, acme.id), {});
    await work(acme);
    from = to;
  }
  assert.deepEqual(await rowsOn('first', stay.id), other);
});

test('a move that was interrupted after any step is completed by the same command, and other commands work meanwhile', {
  timeout: 300_000,
}, async () => {
  let from: Name = 'north';
  await work(nord);
  for (const [index, step] of (
    ['begun', 'locked', 'copied', 'switched', 'opened', 'deleted'] as const satisfies MoveStep[]
  ).entries()) {
    const to = (['first', 'south', 'north', 'south', 'first', 'north'] as const)[index]!;
    const before = await rowsOn(from, nord.id);
    const interrupted = moveTenant(
      { tenant: nord, first: movedServer('first'), from: movedServer(from), to: movedServer(to) },
      {
        onStep(reached) {
          if (reached === step) throw new Error('interrupted');
        },
      },
    );
    await assert.rejects(interrupted, /interrupted/);
    const listed = await callCommand(['tenant', 'list', '--json'], environment);
    const tenants: { key: string; documents: unknown }[] = JSON.parse(listed.stdout);
    assert.deepEqual(
      tenants.map(({ key, documents }) => [key, documents === null]),
      [
        ['acme', false],
        ['nord', ['locked', 'copied', 'switched'].includes(step)],
        ['stay', false],
      ],
      listed.stderr,
    );
    const elsewhere = (['first', 'north', 'south'] as const).find((name) => name !== from && name !== to)!;
    assert.match((await moveCommand('nord', elsewhere)).stderr, /is being moved .* Complete that move first/);
    await move('nord', to);
    assert.deepEqual(await rowsOn(to, nord.id), before);
    assert.deepEqual(await rowsOn(from, nord.id), {});
    await work(nord);
    from = to;
  }
});

test('a move that was interrupted before the directory has switched can be canceled', {
  timeout: 300_000,
}, async () => {
  for (const step of ['begun', 'locked', 'copied'] as const satisfies MoveStep[]) {
    // The call at the end of the step before is in the request log.
    const before = await rowsOn('first', stay.id);
    const interrupted = moveTenant(
      { tenant: stay, first: movedServer('first'), from: movedServer('first'), to: movedServer('south') },
      {
        onStep(reached) {
          if (reached === step) throw new Error('interrupted');
        },
      },
    );
    await assert.rejects(interrupted, /interrupted/);
    await move('stay', 'first');
    assert.deepEqual(await rowsOn('first', stay.id), before);
    assert.deepEqual(await rowsOn('south', stay.id), {});
    await serve(async (_services, baseUrl) => {
      const { status } = await createApi(baseUrl, stay.token).get(`/candidates/${stay.candidateId}`);
      assert.equal(status, 200);
    });
  }
});

test('a move is refused beside a process that does not have the other servers', {
  timeout: 120_000,
}, async () => {
  const log = pino({ level: 'silent' });
  const alone = openServices({
    settings: readSettings({ ...environment, DATABASE_SERVERS: '' }),
    log,
    databaseUrl: urls.first,
    masterKey: TEST_MASTER_KEY,
  });
  await sql`SELECT 1`.execute(alone.database.system);
  const { code, stderr } = await moveCommand('stay', 'north');
  assert.equal(code, 1);
  assert.match(
    stderr,
    /without DATABASE_SERVERS uses the server "first": .* It is still on the server "first"/,
  );
  await alone.database.close();
  await serve(async (_services, baseUrl) => {
    assert.equal((await createApi(baseUrl, stay.token).get(`/candidates/${stay.candidateId}`)).status, 200);
  });
});

test('a move to a server that does not exist, from a tenant that does not, or to where it is, is refused', async () => {
  assert.equal((await callCommand(['tenant', 'list'], environment)).code, 0);
  for (const [key, to, message] of [
    ['stay', 'first', /is on the server "first" already/],
    ['stay', 'west', /There is no server "west"/],
    ['nobody', 'north', /There is no tenant "nobody"/],
  ] as const)
    assert.match((await moveCommand(key, to)).stderr, message);
});
