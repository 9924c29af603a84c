import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import pino from 'pino';
import { createApplication } from '../../application.ts';
import { readSettings } from '../../config.ts';
import { openBlobStore, openServices } from '../../open-services.ts';
import { createApi, requestToken, startTestService, type TestTenant } from '../../testing/harness.ts';
import { databaseUrl, TEMPLATE, TEST_MASTER_KEY } from '../../testing/template.ts';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import type { BlobStore } from '../blobs/index.ts';
import { openDatabase } from '../db/connection.ts';
import { listMigrations } from '../db/migrate.ts';
import { orderTables } from './catalog.ts';
import { BackupFile, createBackup, restoreBackup } from './index.ts';

const service = await startTestService();
const { tenant } = service;
const directory = await makeTemporaryDirectory('stellwerk-backup-');
const cleanUps: (() => Promise<unknown>)[] = [() => rm(directory, { recursive: true, force: true })];
after(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

const sourceStore = () => openBlobStore(service.services.settings);

async function backUp(store: BlobStore = sourceStore(), database = service.services.database) {
  const path = join(directory, randomUUID());
  const report = await createBackup({
    path,
    database,
    store,
    masterKey: TEST_MASTER_KEY,
    version: '0',
    migrations: await listMigrations(),
    now: new Date(),
  });
  return { path, report };
}

/** An empty database of its own, restored into, and what a reader of it needs. */
async function makeTarget(prepare?: (client: pg.Client) => Promise<unknown>) {
  const adminUrl = process.env.STELLWERK_TEST_POSTGRES!;
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} OWNER stellwerk_test`);
  cleanUps.push(async () => {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
  });
  const url = databaseUrl(adminUrl, name);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  cleanUps.push(() => client.end());
  // The test service has its clock as a sequence, and the schemas of both ends of a restore are the same.
  await client.query('CREATE SEQUENCE test_clock_offset_ms MINVALUE -9000000000000000');
  await prepare?.(client);
  const settings = readSettings({ DATA_DIR: join(directory, name), DATABASE_CONNECTIONS: '4' });
  const store = openBlobStore(settings);
  return {
    url,
    store,
    settings,
    async sql(text: string, tenantId = tenant.id) {
      await client.query("SELECT set_config('app.tenant_id', $1, false)", [String(tenantId)]);
      return (await client.query(text)).rows;
    },
    async restore(path: string) {
      const file = await BackupFile.open(path);
      try {
        await file.verify(TEST_MASTER_KEY);
        return await restoreBackup({ file, databaseUrl: url, store });
      } finally {
        await file.close();
      }
    },
    async serve(of: TestTenant) {
      const log = pino({ level: 'silent' });
      const services = openServices({ settings, log, databaseUrl: url, masterKey: TEST_MASTER_KEY });
      const { listen, close } = await createApplication(services);
      const port = await listen({ port: 0, host: '127.0.0.1' });
      cleanUps.push(async () => {
        await close();
        await services.database.close();
      });
      const baseUrl = `http://127.0.0.1:${port}`;
      return { services, api: createApi(baseUrl, await requestToken(baseUrl, settings.publicUrl, of)) };
    },
  };
}

async function addCandidate(lastName: string): Promise<number> {
  const { status, body } = await tenant.api.post('/candidates', { firstName: 'Back', lastName });
  assert.equal(status, 200);
  return body.id;
}

async function apply(lastName: string): Promise<number> {
  const { status, body } = await tenant.api.post('/candidates/applies/external', {
    salutationId: 3,
    firstName: 'Back',
    lastName,
    city: 'Berlin',
    zipCode: '10115',
    email: `${randomUUID()}@example.org`,
    sourceOfSupplyId: 1,
    whatsAppConsentChecked: false,
    hasWhatsApp: false,
    privacyChecked: true,
    termsOfUseChecked: true,
    keywords: [],
    documents: [{ filename: 'cv.txt', base64File: Buffer.from(`cv of ${lastName}`).toString('base64') }],
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body.id;
}

const nextCursor = async (api = tenant.api, from = '') =>
  (await api.get(`/changes?limit=1000${from && `&cursor=${from}`}`)).body.nextCursor;

test('a backup beside writers is one snapshot: candidates and their change entries match', async () => {
  let isDone = false;
  const written: number[] = [];
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let index = 0; !isDone; index++) written.push(await addCandidate(`Writer${writer} ${index}`));
  });
  while (written.length < 20) await new Promise((resolve) => setImmediate(resolve));
  const { path } = await backUp();
  isDone = true;
  await Promise.all(writers);
  const target = await makeTarget();
  await target.restore(path);
  const candidates = await target.sql('SELECT id FROM candidate ORDER BY id');
  assert.ok(candidates.length >= 20);
  assert.deepEqual(
    await target.sql(
      `SELECT record_id AS id FROM change_log WHERE entity = 'candidate' AND kind = 'new' ORDER BY 1`,
    ),
    candidates,
  );
});

test('restored documents open', async () => {
  const candidateId = await apply('Opener');
  const { path } = await backUp();
  const target = await makeTarget();
  await target.restore(path);
  const { services } = await target.serve(tenant);
  const [row] = await target.sql(`SELECT * FROM document WHERE candidate_id = ${candidateId}`);
  const pieces: Uint8Array[] = [];
  const blob = {
    key: row.blob_key,
    wrappedKey: row.wrapped_key,
    masterKeyId: row.master_key_id,
    sizeBytes: Number(row.size_bytes),
    sha256: row.sha256,
  };
  for await (const piece of services.blobs.read(blob, { tenantId: tenant.id })) pieces.push(piece);
  assert.equal(Buffer.concat(pieces).toString(), 'cv of Opener');
});

test('every tenant is restored, and behind the wall again', async () => {
  const second = await service.createTenant();
  await second.api.post('/candidates', { firstName: 'Of', lastName: 'Second' });
  const { path } = await backUp();
  const target = await makeTarget();
  await target.restore(path);
  assert.deepEqual(await target.sql('SELECT last_name FROM candidate', second.id), [{ last_name: 'Second' }]);
  const open = await target.sql(
    `SELECT relname FROM pg_class
      WHERE relrowsecurity AND NOT relforcerowsecurity AND relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  assert.deepEqual(open, []);
});

test('a login that passes over the wall backs up every row once', async () => {
  const second = await service.createTenant();
  await second.api.post('/candidates', { firstName: 'Of', lastName: 'Another' });
  const name = new URL(service.databaseUrl).pathname.slice(1);
  const url = databaseUrl(process.env.STELLWERK_TEST_POSTGRES!, name, null);
  const database = openDatabase({ url, maximumConnections: 2, transactionTimeoutMs: 60_000 });
  try {
    const { path } = await backUp(sourceStore(), database);
    const target = await makeTarget();
    await target.restore(path);
    assert.deepEqual(await target.sql('SELECT last_name FROM candidate', second.id), [
      { last_name: 'Another' },
    ]);
  } finally {
    await database.close();
  }
});

test('a cursor from before the backup goes on in the restored service', async () => {
  await service.settle();
  const cursor = await nextCursor();
  const inBackup = await addCandidate('In');
  const { path } = await backUp();
  const target = await makeTarget();
  await target.restore(path);
  const { api } = await target.serve(tenant);
  const later = (await api.post('/candidates', { firstName: 'Later', lastName: 'Than' })).body.id;
  await service.settle();
  const { body } = await api.get(`/changes?cursor=${cursor}`);
  assert.deepEqual(
    body.changes.map(({ id }: { id: number }) => id),
    [inBackup, later],
  );
});

test('a cursor that has passed the backup is refused, whether of the feed or of an export', async () => {
  const { path } = await backUp();
  await addCandidate('Lost');
  await service.settle();
  const ofFeed = await nextCursor();
  const ofExport = (await tenant.api.get('/candidates/export/candidates')).headers.get('stream-position')!;
  const target = await makeTarget();
  await target.restore(path);
  const { api } = await target.serve(tenant);
  for (const cursor of [ofFeed, ofExport]) {
    const { status, body } = await api.get(`/changes?cursor=${cursor}`);
    assert.equal(status, 400);
    assert.match(body.validationErrors[0].message, /newer than the backup/);
  }
});

test('changes that ended while an older transaction ran are neither lost nor refused after a restore', async () => {
  await service.settle();
  const cursor = await nextCursor();
  const older = new pg.Client({ connectionString: service.databaseUrl });
  await older.connect();
  await older.query('BEGIN; SELECT pg_current_xact_id()');
  const ids = [await addCandidate('One'), await addCandidate('Two')];
  const { path } = await backUp();
  await older.query('ROLLBACK');
  await older.end();
  const target = await makeTarget();
  await target.restore(path);
  const { api } = await target.serve(tenant);
  const first = await api.get(`/changes?limit=1&cursor=${cursor}`);
  const second = await api.get(`/changes?limit=1&cursor=${first.body.nextCursor}`);
  assert.deepEqual(
    [...first.body.changes, ...second.body.changes].map(({ id }) => id),
    ids,
  );
});

test('a cursor of one restored copy is refused by another', async () => {
  const { path } = await backUp();
  const [one, other] = [await makeTarget(), await makeTarget()];
  await one.restore(path);
  await other.restore(path);
  // Both may have been restored in the same minute, which no reader can have used.
  await one.sql('UPDATE change_log_state SET generation = generation + 7');
  const cursor = await nextCursor((await one.serve(tenant)).api);
  const { status } = await (await other.serve(tenant)).api.get(`/changes?cursor=${cursor}`);
  assert.equal(status, 400);
});

test('a document whose record is erased during the backup is left out and told', async () => {
  const candidateId = await apply('Erased');
  const [row] = await service.sql<{ blob_key: string }>(
    `SELECT blob_key FROM document WHERE candidate_id = ${candidateId}`,
  );
  const key = row!.blob_key;
  const store = sourceStore();
  // Erases at the moment at which the backup comes to the file: the snapshot still has the record.
  const erasing: BlobStore = Object.create(store, {
    read: {
      value: async (asked: string) => {
        if (asked === key) {
          await service.sql(`DELETE FROM document WHERE candidate_id = ${candidateId}`);
          await store.delete(key);
        }
        return store.read(asked);
      },
    },
    size: { value: (asked: string) => store.size(asked) },
  });
  const { report } = await backUp(erasing);
  assert.deepEqual([report.erased, report.lost], [[key], []]);
});

test('a document that the store has lost is told apart', async () => {
  const candidateId = await apply('Lost file');
  const [row] = await service.sql<{ blob_key: string }>(
    `SELECT blob_key FROM document WHERE candidate_id = ${candidateId}`,
  );
  await sourceStore().delete(row!.blob_key);
  const { report } = await backUp();
  assert.deepEqual([report.erased, report.lost], [[], [row!.blob_key]]);
  await service.sql(`DELETE FROM document WHERE candidate_id = ${candidateId}`);
});

test('a restore that fails leaves neither rows nor documents, but those that were there', async () => {
  const first = await apply('First');
  await apply('Second');
  const { path } = await backUp();
  const target = await makeTarget();
  const [row] = await service.sql<{ blob_key: string }>(
    `SELECT blob_key FROM document WHERE candidate_id = ${first}`,
  );
  const kept = row!.blob_key;
  const original = await sourceStore().read(kept);
  const writer = await target.store.create(kept);
  for await (const chunk of original) await writer.write(chunk);
  await writer.commit();
  // A statement at the very end of the restore fails.
  await target.sql('ALTER TABLE ended_generation ADD CHECK (generation < 0)');
  await assert.rejects(target.restore(path), /ended_generation/);
  assert.deepEqual(await target.sql('SELECT id FROM tenant'), []);
  const left: string[] = [];
  for await (const { key } of target.store.list()) left.push(key);
  assert.deepEqual(left, [kept]);
});

test('a restore killed in the middle of a document can be repeated', async () => {
  await apply('Unfinished');
  const { path } = await backUp();
  const [row] = await service.sql<{ blob_key: string }>('SELECT blob_key FROM document LIMIT 1');
  const target = await makeTarget();
  const writer = await target.store.create(row!.blob_key);
  await writer.write(Buffer.from('half'));
  await target.restore(path);
  await writer.abort();
  assert.notEqual(await target.store.size(row!.blob_key), undefined);
});

test('a restore waits for nobody: another session of the service is a reason to refuse', async () => {
  const { path } = await backUp();
  const target = await makeTarget();
  const other = new pg.Client({ connectionString: target.url, application_name: 'stellwerk' });
  await other.connect();
  try {
    await assert.rejects(target.restore(path), /A service or another command is connected/);
  } finally {
    await other.end();
  }
});

test('tables that refer to each other are restored', async () => {
  const circle = `
    CREATE TABLE circle_a (id integer PRIMARY KEY, b integer);
    CREATE TABLE circle_b (id integer PRIMARY KEY, a integer REFERENCES circle_a);
    ALTER TABLE circle_a ADD FOREIGN KEY (b) REFERENCES circle_b`;
  await service.sql(circle);
  await service.sql('INSERT INTO circle_a VALUES (1, NULL)');
  await service.sql('INSERT INTO circle_b VALUES (2, 1)');
  await service.sql('UPDATE circle_a SET b = 2');
  try {
    const { path } = await backUp();
    const target = await makeTarget((client) => client.query(circle));
    await target.restore(path);
    assert.deepEqual(
      await target.sql('SELECT a.id, b.id AS b FROM circle_a a JOIN circle_b b ON b.id = a.b'),
      [{ id: 1, b: 2 }],
    );
    const left = await target.sql(`SELECT conname FROM pg_constraint WHERE condeferrable AND contype = 'f'`);
    assert.deepEqual(left, []);
  } finally {
    await service.sql('DROP TABLE circle_a, circle_b CASCADE');
  }
});

test('tables come behind those they refer to', () => {
  const references = [
    { constraint: '1', from: 'a', to: 'b' },
    { constraint: '2', from: 'b', to: 'c' },
    { constraint: '3', from: 'c', to: 'a' },
  ];
  assert.deepEqual(orderTables(['a', 'b', 'c'], references.slice(0, 2)), {
    order: ['c', 'b', 'a'],
    circular: [],
  });
  assert.deepEqual(orderTables(['a', 'b', 'c'], references), {
    order: ['c', 'b', 'a'],
    circular: [references[2]],
  });
});
