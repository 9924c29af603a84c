import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { PERMISSIONS, passwordResetTask } from '../../areas/access/index.ts';
import { insertRequest, openLink } from '../../areas/access/passwords/queries.ts';
import { createTenant, findTenant } from '../../areas/tenants/index.ts';
import { type RotationReport, rotateMasterKey } from '../../commands/master-key-rotation.ts';
import { openServices } from '../../open-services.ts';
import { createPlatformApi, requestToken, signIn, startTestService } from '../../testing/harness.ts';
import { assertHealth, READY } from '../../testing/health.ts';
import { Visitor } from '../../testing/portal-visitor.ts';
import { TEST_MASTER_KEY } from '../../testing/template.ts';
import { parseMasterKey } from '../crypto/master-key.ts';
import { readMasterKeys, registerMasterKeys } from '../crypto/master-keys.ts';
import { checkServers } from './server-registration.ts';

const service = await startTestService({}, { servers: ['north'] });
const { services, tenant } = service;
const { database, settings } = services;
await registerMasterKeys(database, services.masterKeys);
const north = await service.createTenant(PERMISSIONS, 'north');
const [first, other] = database.servers.map((server) => server.database);

/** Runs a statement on the server called north, with the tenant set. */
async function onNorth<T = Record<string, unknown>>(text: string, tenantId = north.id): Promise<T[]> {
  const client = new pg.Client({ connectionString: settings.databaseServers[0]!.url });
  await client.connect();
  try {
    await client.query("SELECT set_config('app.tenant_id', $1, false)", [String(tenantId)]);
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Keeps everybody from the server called north while `work` runs. */
async function withoutNorth(work: () => Promise<void>): Promise<void> {
  const name = new URL(settings.databaseServers[0]!.url).pathname.slice(1);
  const admin = new pg.Client({ connectionString: process.env.STELLWERK_TEST_POSTGRES });
  await admin.connect();
  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await admin.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name LIKE $2',
    [name, 'stellwerk%'],
  );
  try {
    await work();
  } finally {
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await admin.end();
  }
}

test('all rows of a tenant are on its server, and none on the first one', async () => {
  const { body } = await north.api.post('/candidates', { firstName: 'Ada', lastName: 'North' });
  assert.equal((await north.api.get(`/candidates/${body.id}`)).body.lastName, 'North');
  const found = await onNorth(`SELECT last_name FROM candidate WHERE id = ${body.id}`);
  assert.deepEqual(found, [{ last_name: 'North' }]);
  const text = 'SELECT last_name FROM candidate WHERE tenant_id = $1 AND id = $2';
  assert.deepEqual(await database.read(north.id, text, [north.id, body.id]), found);
  const tables = await service.sql<{ name: string }>(`
    SELECT format('%I', c.relname) AS name FROM pg_class c
      JOIN pg_attribute t ON t.attrelid = c.oid AND t.attname = 'tenant_id'
     WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace`);
  for (const { name } of tables) {
    const [row] = await service.sql(
      `SELECT count(*)::int AS rows FROM ${name} WHERE tenant_id = $1`,
      [north.id],
      north.id,
    );
    assert.deepEqual({ name, ...row }, { name, rows: 0 });
  }
});

test('tenants on different servers with the same ids see only their own records', async () => {
  const restart = "SELECT setval('candidate_id_seq', 5000, false)";
  await service.sql(restart);
  await onNorth(restart);
  const mine = (await tenant.api.post('/candidates', { firstName: 'Ada', lastName: 'First' })).body.id;
  const theirs = (await north.api.post('/candidates', { firstName: 'Ada', lastName: 'Other' })).body.id;
  assert.equal(theirs, mine);
  assert.equal((await tenant.api.get(`/candidates/${mine}`)).body.lastName, 'First');
  assert.equal((await north.api.get(`/candidates/${mine}`)).body.lastName, 'Other');
});

test('exports, the change feed, and documents come from the server of the tenant', async () => {
  const { id } = (await north.api.post('/candidates', { firstName: 'Eva', lastName: 'Feed' })).body;
  const { body, headers } = await north.api.get('/candidates/export/candidates');
  assert.ok(body.candidates.some((candidate: { id: number }) => candidate.id === id));
  const base64File = randomBytes(100).toString('base64');
  const document = await north.api.post(`/candidates/${id}/documents/cv`, { base64File });
  assert.equal(document.status, 200, document.text);
  const read = await north.api.get(`/candidates/export/documents/${document.body.id}`);
  assert.equal(read.body.documentBlob, base64File);
  await service.settle();
  const cursor = headers.get('stream-position');
  const feed = await north.api.get(`/changes?entities=candidate,document&cursor=${cursor}`);
  assert.deepEqual(
    feed.body.changes.map((change: { entity: string; id: number }) => [change.entity, change.id]),
    [['document', document.body.id]],
  );
});

test('users of a tenant on another server sign in, stay signed in, and sign out', async () => {
  const admin = await service.platform('admin', north);
  assert.equal((await admin.get('/session')).body.role, 'admin');
  const cookie = await signIn(service.baseUrl, admin.user);
  const again = createPlatformApi(service.baseUrl, admin.user, cookie);
  assert.equal((await again.delete('/session')).status, 204);
  assert.equal((await again.get('/users')).status, 401);
  assert.equal((await admin.get('/users')).status, 200);
});

test('a request to reset a password finds the user on another server, and the link works', async () => {
  const { user } = await service.platform('viewer', north);
  const requestId = await insertRequest(database.system, user.email, 'en');
  await passwordResetTask(services).run({ requestId });
  const [link] = await onNorth<{ id: string }>(`SELECT id FROM password_link WHERE user_id = ${user.id}`);
  const token = randomBytes(32).toString('base64url');
  const tokenSha256 = createHash('sha256').update(token).digest();
  // As the task that sends the mail does.
  await openLink(database.tenant(north.id), north.id, link!.id, tokenSha256);
  const visitor = createPlatformApi(service.baseUrl, user, '');
  assert.equal((await visitor.put('/password', { token, newPassword: 'correct horse' })).status, 204);
  await signIn(service.baseUrl, { email: user.email, password: 'correct horse' });
});

test('clients that a user creates there get tokens, and lose them', async () => {
  const admin = await service.platform('admin', north);
  const { body } = await admin.post('/clients', { name: 'Career page', permissions: ['candidates:read'] });
  const token = await requestToken(service.baseUrl, settings.publicUrl, body);
  const call = () =>
    fetch(`${service.baseUrl}/v3/candidates/overview`, {
      headers: { authorization: `Bearer ${token}`, 'user-agent': 'Test/1.0' },
    });
  assert.notEqual((await call()).status, 401);
  const rotated = await admin.post(`/clients/${body.clientId}/secrets`, {});
  assert.equal(rotated.status, 200, rotated.text);
  await requestToken(service.baseUrl, settings.publicUrl, rotated.body);
  assert.equal((await admin.get('/clients')).body.clients.length, 2);
});

test('the job portal finds tenants on every server', async () => {
  for (const one of [tenant, north])
    assert.equal((await new Visitor(service, one).get(`/${one.key}`)).status, 200);
  assert.equal((await new Visitor(service).get('/nobody')).status, 404);
  // The start page of the portal would lead to the only tenant.
  assert.equal((await new Visitor(service).get('/')).status, 404);
});

test('keys and ids of tenants are unique over all servers', async () => {
  for (const [key, server] of [
    [north.key, 'first'],
    [tenant.key, 'north'],
    [north.key, 'north'],
  ] as const)
    await assert.rejects(createTenant(services, { key, name: 'Twice' }, server), /already exists/);
  const [a, b, c] = [
    await createTenant(services, { key: 'a', name: 'A' }, 'north'),
    await createTenant(services, { key: 'b', name: 'B' }),
    await createTenant(services, { key: 'c', name: 'C' }, 'north'),
  ];
  assert.deepEqual([b.id - a.id, c.id - b.id], [1, 1]);
  assert.equal((await findTenant(database, 'c'))!.id, c.id);
});

test('a creation that failed after the directory had the tenant is completed by the next one', async () => {
  await withoutNorth(async () => {
    await assert.rejects(createTenant(services, { key: 'late', name: 'Late' }, 'north'));
  });
  assert.equal(await findTenant(database, 'late'), undefined);
  const { id } = await createTenant(services, { key: 'late', name: 'Late' }, 'north');
  assert.equal((await findTenant(database, 'late'))!.id, id);
});

test('without a server, only its tenants get a 503, and the service is degraded', async () => {
  const user = await service.platform('admin', north);
  const fresh = await requestToken(service.baseUrl, settings.publicUrl, north);
  assert.ok(fresh);
  await withoutNorth(async () => {
    const away = await north.api.get('/candidates/1', { skipResponseCheck: true });
    assert.deepEqual([away.status, away.headers.has('retry-after')], [503, true], away.text);
    assert.equal((await user.get('/users', { skipResponseCheck: true })).status, 503);
    assert.equal((await tenant.api.get('/users')).status, 200);
    await requestToken(service.baseUrl, settings.publicUrl, tenant);
    assert.equal((await (await service.platform('admin')).get('/users')).status, 200);
    await assertHealth({ baseUrl: service.baseUrl }, 200, {
      status: 'degraded',
      checks: { ...READY.checks, servers: 'unreachable' },
      reason: /^A server of DATABASE_SERVERS/,
    });
  });
  assert.equal((await north.api.get('/users')).status, 200);
});

const keyFile = join(settings.dataDirectory, 'master.key');

/** Calls the command once, with the key in DATA_DIR. */
async function rotate(at: typeof settings): Promise<RotationReport> {
  const masterKey = parseMasterKey(await readFile(join(at.dataDirectory, 'master.key'), 'utf8'));
  const { log } = services;
  const own = openServices({ settings: at, log, databaseUrl: service.databaseUrl, masterKey });
  try {
    return await rotateMasterKey(own, {});
  } finally {
    await own.database.close();
  }
}

test('a rotation of the master key seals what is on every server again', async () => {
  const { id } = (await north.api.post('/candidates', { firstName: 'Eva', lastName: 'Sealed' })).body;
  const base64File = randomBytes(100).toString('base64');
  const document = (await north.api.post(`/candidates/${id}/documents/cv`, { base64File })).body.id;
  await mkdir(settings.dataDirectory, { recursive: true });
  await writeFile(keyFile, TEST_MASTER_KEY.toString('hex'), { mode: 0o600 });
  for (const isComplete of [false, true]) assert.equal((await rotate(settings)).isComplete, isComplete);
  const [own, copied] = [await readMasterKeys(first!.system), await readMasterKeys(other!.system)];
  assert.deepEqual([own.length, copied], [1, own]);
  const sealed = await onNorth('SELECT DISTINCT master_key_id AS id FROM document');
  assert.deepEqual(sealed, [{ id: own[0]!.id }]);
  const read = await north.api.get(`/candidates/export/documents/${document}`);
  assert.equal(read.body.documentBlob, base64File);
});

/** Ends the connection that announces a new master key on the first server, after the others have it. */
async function interruptingAnnouncement(work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query(`
    CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
    CREATE TRIGGER interruption BEFORE INSERT ON master_key FOR EACH ROW EXECUTE FUNCTION end_connection()`);
  try {
    await work();
  } finally {
    await client.query('DROP TRIGGER interruption ON master_key; DROP FUNCTION end_connection');
    await client.end();
  }
}

test('a rotation that ended between two servers is continued on another machine, with the same new key', async () => {
  await interruptingAnnouncement(() => assert.rejects(rotate(settings), /connection/i));
  const [announced] = await readMasterKeys(other!.system);
  assert.equal((await readMasterKeys(first!.system)).length, 1);
  const dataDirectory = join(settings.dataDirectory, 'another-machine');
  await mkdir(dataDirectory);
  await copyFile(keyFile, join(dataDirectory, 'master.key'));
  const elsewhere = { ...settings, dataDirectory };
  const { newKeyId } = await rotate(elsewhere);
  assert.equal(newKeyId, announced!.id);
  assert.equal((await rotate(elsewhere)).isComplete, true);
  const [own, copied] = [await readMasterKeys(first!.system), await readMasterKeys(other!.system)];
  assert.deepEqual([own.length, copied], [1, own]);
});

test('settings that do not fit the servers are refused, and nothing is changed', async () => {
  const open = async (databaseUrl: string, databaseServers: typeof settings.databaseServers) => {
    const { log } = services;
    const changed = { ...settings, databaseServers };
    const masterKey = services.masterKeys.own;
    const opened = openServices({ settings: changed, log, databaseUrl, masterKey });
    try {
      await checkServers(opened.database, { registers: true });
    } finally {
      await opened.database.close();
    }
  };
  const { url } = settings.databaseServers[0]!;
  await assert.rejects(open(service.databaseUrl, []), /There are tenants on the server "north"/);
  await assert.rejects(open(url, []), /DATABASE_URL is the server "north" of the installation/);
  const renamed = [{ name: 'south', url }, ...settings.databaseServers];
  await assert.rejects(open(service.databaseUrl, renamed), /"south" which is the server "north"/);
  const same = [...settings.databaseServers, { name: 'south', url: service.databaseUrl }];
  await assert.rejects(open(service.databaseUrl, same), /is the database of DATABASE_URL, or a copy/);
  await open(service.databaseUrl, settings.databaseServers);
});
