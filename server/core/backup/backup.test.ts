import assert from 'node:assert/strict';
import { join } from 'node:path';
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
import { untilWaiting } from '../../testing/held-transaction.ts';
import { commandsOf } from '../../testing/service-commands.ts';
import { keysOf } from '../../testing/store-contract.ts';
import { databaseUrl } from '../../testing/template.ts';
import { openDatabase } from '../db/connection.ts';
import { REMOVE_TIMEOUTS } from '../db/session-settings.ts';
import { orderTables } from './catalog.ts';

function superuserUrl(): string {
  const name = new URL(service.databaseUrl).pathname.slice(1);
  return databaseUrl(process.env.STELLWERK_TEST_POSTGRES!, name, null);
}

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
  const url = superuserUrl();
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

test('a statement of a backup may take longer than one of the service', async () => {
  const holder = new pg.Client({ connectionString: superuserUrl() });
  await holder.connect();
  const { databaseUrl: url } = service;
  const database = openDatabase({ url, maximumConnections: 2, transactionTimeoutMs: 1000 });
  const ofService = await database.checkout(null);
  try {
    await ofService.client.query(REMOVE_TIMEOUTS);
    await holder.query('BEGIN; LOCK TABLE tenant IN ACCESS EXCLUSIVE MODE');
    const backup = backUp(sourceStore(), { ...service.services, database });
    backup.catch(() => {});
    await untilWaiting(holder, 1, backup);
    // Sent later, and given up.
    await assert.rejects(ofService.client.query('SELECT FROM tenant'), {
      message: 'The connection to the database is silent.',
    });
    await holder.query('COMMIT');
    assert.ok((await backup).report.tenants > 0);
  } finally {
    ofService.release(true);
    await holder.end();
    await database.close();
  }
});

test('a failed restore leaves no rows and no documents, except those that were there before', async () => {
  for (const name of ['First', 'Second', 'Third', 'Fourth']) await apply(name);
  const { path } = await backUp();
  const target = await makeTarget();
  const [installation] = await target.sql('SELECT id::text FROM installation');
  await target.store.writeOwner(installation.id, { replaces: false });
  // Those in the backup and those that are new take turns.
  const kept = (await keysOf(sourceStore())).sort().filter((_, index) => index % 2 === 1);
  assert.ok(kept.length >= 2);
  for (const key of kept) {
    const writer = await target.store.create(key);
    for await (const chunk of await sourceStore().read(key)) await writer.write(chunk);
    await writer.commit();
  }
  // Make a statement at the very end of the restore fail.
  await target.sql('ALTER TABLE ended_log_generation ADD CHECK (generation < 0)');
  await assert.rejects(target.restore(path), /ended_log_generation/);
  assert.deepEqual(await target.sql('SELECT id FROM tenant'), []);
  assert.deepEqual((await keysOf(target.store)).sort(), kept);
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
  // A keyword refers to its candidate.
  const circle = `
    SET app.tenant_id = '';
    ALTER TABLE candidate ADD CONSTRAINT circle
      FOREIGN KEY (tenant_id, radius_km) REFERENCES candidate_keyword (tenant_id, id)`;
  await service.sql(circle);
  const id = await addCandidate('Circle');
  const { body } = await tenant.api.post(`/candidates/${id}/keywords`, { keyword: 'Stapler' });
  await service.sql(`UPDATE candidate SET radius_km = ${body.id} WHERE id = ${id}`);
  try {
    const { path } = await backUp();
    const target = await makeTarget((client) => client.query(circle));
    await target.restore(path);
    assert.deepEqual(await target.sql(`SELECT radius_km FROM candidate WHERE id = ${id}`), [
      { radius_km: body.id },
    ]);
    const left = await target.sql(`SELECT conname FROM pg_constraint WHERE condeferrable AND contype = 'f'`);
    assert.deepEqual(left, []);
  } finally {
    await service.sql('ALTER TABLE candidate DROP CONSTRAINT circle');
  }
});

test('what an operator has added is left out and named, and is not in the way of a restore', async () => {
  const id = await addCandidate('Own');
  const before = (await backUp()).report.ownObjects;
  const own = `
    CREATE TABLE own_report (id serial PRIMARY KEY, candidate_id integer);
    ALTER TABLE own_report ENABLE ROW LEVEL SECURITY;
    CREATE SEQUENCE own_number;
    ALTER TABLE candidate ADD COLUMN own_column text`;
  await service.sql(own);
  try {
    await service.sql('INSERT INTO own_report (candidate_id) VALUES (7)');
    await service.sql(`UPDATE candidate SET own_column = 'own' WHERE id = ${id}`);
    const { path, report } = await backUp();
    const added = report.ownObjects.filter((name) => !before.includes(name));
    assert.deepEqual(added, ['own_report', 'candidate.own_column', 'own_number']);
    const commands = await commandsOf(service);
    const { code, stdout, stderr } = await commands.run(['backup', join(commands.directory, 'own')]);
    assert.equal(code, 0, stderr);
    assert.match(
      stdout,
      /^Left out, because the migrations did not create them: own_report, candidate\.own_column, own_number/m,
    );
    const target = await makeTarget();
    await target.restore(path);
    assert.deepEqual(await target.sql(`SELECT last_name FROM candidate WHERE id = ${id}`), [
      { last_name: 'Own' },
    ]);
    // Restored into a database that has them too, they stay as they are.
    const prepared = await makeTarget((client) =>
      client.query(`${own}; INSERT INTO own_report VALUES (1, 8)`),
    );
    await prepared.restore(path);
    assert.deepEqual(await prepared.sql('SELECT candidate_id FROM own_report'), [{ candidate_id: 8 }]);
    const referring = await makeTarget((client) =>
      client.query('CREATE TABLE own_report (id integer REFERENCES tenant)'),
    );
    await assert.rejects(
      referring.restore(path),
      /The table own_report, .* refers to tables that the restore fills\. .*ALTER TABLE own_report DROP CONSTRAINT own_report_id_fkey$/,
    );
  } finally {
    await service.sql(
      'DROP TABLE own_report; DROP SEQUENCE own_number; ALTER TABLE candidate DROP COLUMN own_column',
    );
  }
});

test('a backup of what the database lacks says what to do', async () => {
  await addCandidate('Lacking');
  const { path } = await backUp();
  const target = await makeTarget((client) => client.query('ALTER TABLE candidate DROP COLUMN birth_place'));
  await assert.rejects(
    target.restore(path),
    /^BackupError: The backup has what an operator had added to the database: column "birth_place" .* does not exist\. Nothing was changed\. Run "npx stellwerk migrate"/,
  );
});

test('a table that the login may not read does not prevent a backup', async () => {
  const admin = new pg.Client({
    connectionString: superuserUrl(),
  });
  await admin.connect();
  try {
    await admin.query('CREATE TABLE foreign_report (id integer)');
    assert.ok((await backUp()).report.ownObjects.includes('foreign_report'));
  } finally {
    await admin.query('DROP TABLE foreign_report');
    await admin.end();
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
