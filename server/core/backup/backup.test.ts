import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { eventually } from '../../testing/another-process.ts';
import {
  addCandidate,
  apply,
  backUp,
  makeTarget,
  service,
  sourceStore,
  tenant,
} from '../../testing/backups.ts';
import { databaseUrl } from '../../testing/template.ts';
import type { BlobStore } from '../blobs/index.ts';
import { openDatabase } from '../db/connection.ts';
import { orderTables } from './catalog.ts';

test('a backup during writes is one snapshot: candidates and their change log entries match', async () => {
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

test('restored documents can be read', async () => {
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

test('stored records of candidates are left out, and read again after a restore', async () => {
  const id = await addCandidate('Read');
  const { text } = await tenant.api.get(`/candidates/${id}`);
  const stored = 'SELECT candidate_id FROM candidate_record';
  await eventually('the record is stored', async () => (await service.sql(stored)).length > 0);
  const { path } = await backUp();
  const target = await makeTarget();
  await target.restore(path);
  assert.deepEqual(await target.sql(stored), []);
  const { api } = await target.serve(tenant);
  assert.equal((await api.get(`/candidates/${id}`)).text, text);
  await eventually('it is stored again', async () => (await target.sql(stored)).length === 1);
});

test('every tenant is restored, with row-level security', async () => {
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

test('a login that bypasses row-level security backs up every row once', async () => {
  const second = await service.createTenant();
  await second.api.post('/candidates', { firstName: 'Of', lastName: 'Another' });
  const name = new URL(service.databaseUrl).pathname.slice(1);
  const url = databaseUrl(process.env.STELLWERK_TEST_POSTGRES!, name, null);
  const database = openDatabase({ url, maximumConnections: 2, transactionTimeoutMs: 60_000 });
  try {
    const { path } = await backUp(sourceStore(), { ...service.services, database });
    const target = await makeTarget();
    await target.restore(path);
    assert.deepEqual(await target.sql('SELECT last_name FROM candidate', second.id), [
      { last_name: 'Another' },
    ]);
  } finally {
    await database.close();
  }
});

test('a document whose record is erased during the backup is skipped and reported', async () => {
  const candidateId = await apply('Erased');
  const [row] = await service.sql<{ blob_key: string }>(
    `SELECT blob_key FROM document WHERE candidate_id = ${candidateId}`,
  );
  const key = row!.blob_key;
  const store = sourceStore();
  // Erase the record when the backup reaches the file. The snapshot still has the record.
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

test('a document that the store has lost is reported separately', async () => {
  const candidateId = await apply('Lost file');
  const [row] = await service.sql<{ blob_key: string }>(
    `SELECT blob_key FROM document WHERE candidate_id = ${candidateId}`,
  );
  await sourceStore().delete(row!.blob_key);
  const { report } = await backUp();
  assert.deepEqual([report.erased, report.lost], [[], [row!.blob_key]]);
  await service.sql(`DELETE FROM document WHERE candidate_id = ${candidateId}`);
});

test('a failed restore leaves no rows and no documents, except those that were there before', async () => {
  const first = await apply('First');
  await apply('Second');
  const { path } = await backUp();
  const target = await makeTarget();
  const [installation] = await target.sql('SELECT id::text FROM installation');
  await target.store.writeOwner(installation.id, { replaces: false });
  const [row] = await service.sql<{ blob_key: string }>(
    `SELECT blob_key FROM document WHERE candidate_id = ${first}`,
  );
  const kept = row!.blob_key;
  const original = await sourceStore().read(kept);
  const writer = await target.store.create(kept);
  for await (const chunk of original) await writer.write(chunk);
  await writer.commit();
  // Make a statement at the very end of the restore fail.
  await target.sql('ALTER TABLE ended_log_generation ADD CHECK (generation < 0)');
  await assert.rejects(target.restore(path), /ended_log_generation/);
  assert.deepEqual(await target.sql('SELECT id FROM tenant'), []);
  const left: string[] = [];
  for await (const { key } of target.store.list()) left.push(key);
  assert.deepEqual(left, [kept]);
});

test('a failed restore leaves no installation id in a store that was empty', async () => {
  await apply('Third');
  const { path } = await backUp();
  const target = await makeTarget();
  await target.sql('ALTER TABLE ended_log_generation ADD CHECK (generation < 0)');
  await assert.rejects(target.restore(path), /ended_log_generation/);
  assert.equal(await target.store.readOwner(), undefined);
  await target.sql('ALTER TABLE ended_log_generation DROP CONSTRAINT ended_log_generation_generation_check');
  await target.restore(path);
  const [installation] = await target.sql('SELECT id::text FROM installation');
  assert.equal(await target.store.readOwner(), installation.id);
});

test('a restore that was killed in the middle of a document can be repeated', async () => {
  await apply('Unfinished');
  const { path } = await backUp();
  const [row] = await service.sql<{ blob_key: string }>('SELECT blob_key FROM document LIMIT 1');
  const target = await makeTarget();
  const [installation] = await target.sql('SELECT id::text FROM installation');
  await target.store.writeOwner(installation.id, { replaces: false });
  const writer = await target.store.create(row!.blob_key);
  await writer.write(Buffer.from('half'));
  await target.restore(path);
  await writer.abort();
  assert.notEqual(await target.store.size(row!.blob_key), undefined);
});

test('a restore does not wait: it fails if the service has another session', async () => {
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

test('tables with references to each other are restored', async () => {
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

test('tables are sorted after those they refer to', () => {
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
