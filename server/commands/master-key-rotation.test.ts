import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { before, test } from 'node:test';
import { readWebhookSecrets } from '../areas/tenants/index.ts';
import type { BlobStore } from '../core/blobs/index.ts';
import { parseMasterKey } from '../core/crypto/master-key.ts';
import { readMasterKeys } from '../core/crypto/master-keys.ts';
import { toMasterKeyId } from '../core/crypto/sealing.ts';
import type { Services } from '../core/services.ts';
import { openServices } from '../open-services.ts';
import { eventually, startAnotherProcess } from '../testing/another-process.ts';
import { backUp, makeTarget, service, sourceStore, tenant } from '../testing/backups.ts';
import { type Api, requestToken } from '../testing/harness.ts';
import { TEST_MASTER_KEY } from '../testing/template.ts';
import { nextKeyFile, rotateMasterKey, SEALED_COLUMNS } from './master-key-rotation.ts';

const another = await startAnotherProcess(service);
const { settings } = service.services;
const keyFile = join(settings.dataDirectory, 'master.key');
const TABLES = ['document', 'candidate_picture', 'communication_attachment', 'portal_upload'];
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Ids of documents with their contents. */
const documents = new Map<number, string>();

const storedKey = async () => parseMasterKey(await readFile(keyFile, 'utf8'));

/** The services of a process that starts now with this key, such as a command. */
async function withKey<T>(
  masterKey: Buffer,
  work: (services: Services) => Promise<T>,
  more = {},
): Promise<T> {
  const { log } = service.services;
  const own = { ...settings, ...more };
  const services = openServices({ settings: own, log, databaseUrl: service.databaseUrl, masterKey });
  try {
    return await work(services);
  } finally {
    await services.database.close();
  }
}

const rotate = async (options: Parameters<typeof rotateMasterKey>[1] = {}) =>
  withKey(await storedKey(), (services) => rotateMasterKey(services, options));

/** The settings of an installation whose key is in MASTER_KEY. */
const external = (key: Buffer) => ({ masterKey: key.toString('hex') });

async function upload(api: Api, candidateId: number): Promise<number> {
  const base64File = randomBytes(70_000).toString('base64');
  const { status, body } = await api.post(`/candidates/${candidateId}/documents/cv`, { base64File });
  assert.equal(status, 200);
  documents.set(body.id, base64File);
  return body.id;
}

async function assertReadable(api: Api, ids: Iterable<number>): Promise<void> {
  for (const id of ids) {
    const { status, body } = await api.get(`/candidates/export/documents/${id}`);
    assert.equal(status, 200);
    assert.ok(body.documentBlob === documents.get(id), `document ${id} has other contents`);
  }
}

/** The ids of the master keys that seal anything. */
async function sealingIds(): Promise<string[]> {
  const ids = new Set<string>();
  for (const table of TABLES)
    for (const { id } of await service.sql<{ id: string }>(
      `SELECT DISTINCT master_key_id AS id FROM ${table}`,
    ))
      ids.add(id);
  for (const { table, column } of SEALED_COLUMNS)
    for (const { id } of await service.sql<{ id: string }>(
      `SELECT DISTINCT split_part(${column}, '.', 2) AS id FROM ${table} WHERE ${column} IS NOT NULL`,
    ))
      ids.add(id);
  return [...ids];
}

/** Asserts that a backup can be restored with the first key, and that a document in it can be read. */
async function assertRestorable(path: string): Promise<void> {
  const target = await makeTarget();
  await target.restore(path);
  const { api } = await target.serve(tenant);
  const [row] = await target.sql('SELECT min(id) AS id FROM document');
  await assertReadable(api, [row.id]);
}

let backup: string;
let candidateId: number;
let apis: Api[];

before(async () => {
  await mkdir(settings.dataDirectory, { recursive: true });
  await writeFile(keyFile, TEST_MASTER_KEY.toString('hex'), { mode: 0o600 });
  apis = [tenant.api, another.api(tenant.api.token)];
  candidateId = (await tenant.api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
  await upload(tenant.api, candidateId);
  await tenant.api.post(`/candidates/${candidateId}/pictures`, { picture: PNG });
  ({ path: backup } = await backUp());
});

test('with MASTER_KEY, both keys work until a second call with the new one', async () => {
  const old = await storedKey();
  const first = await withKey(old, (services) => rotateMasterKey(services, {}), external(old));
  assert.deepEqual([first.isComplete, first.newKeyFile], [false, nextKeyFile(settings)]);
  assert.deepEqual(await storedKey(), old);
  const present = parseMasterKey(await readFile(first.newKeyFile!, 'utf8'));
  assert.deepEqual(await sealingIds(), [toMasterKeyId(present)]);
  await assertRestorable((await backUp()).path);
  // A machine restarts before the operator has replaced the secret, and loses the file with the new key.
  await rm(first.newKeyFile!);
  await withKey(old, ({ masterKeys }) => masterKeys.register(), external(old));
  const repeated = await withKey(old, (services) => rotateMasterKey(services, {}), external(old));
  assert.deepEqual([repeated.isComplete, repeated.rewrapped], [false, 0]);
  assert.deepEqual(parseMasterKey(await readFile(first.newKeyFile!, 'utf8')), present);

  // A process that has served nothing since has nevertheless learned the new key.
  const { masterKeys } = another.services;
  await eventually('the idle process has the key', async () =>
    masterKeys.known().some((key) => key.equals(present)),
  );
  await upload(tenant.api, candidateId);
  const second = await withKey(present, (services) => rotateMasterKey(services, {}), external(present));
  assert.deepEqual([second.isComplete, second.oldKeyId], [true, toMasterKeyId(old)]);
  await withKey(
    old,
    ({ masterKeys }) => assert.rejects(masterKeys.register(), /which a rotation replaced/),
    external(old),
  );
  for (const api of apis) await assertReadable(api, documents.keys());

  // The file of a finished rotation is never used again.
  await assert.rejects(
    withKey(present, (services) => rotateMasterKey(services, {}), external(present)),
    /has the present master key/,
  );
  assert.equal((await readMasterKeys(service.services.database.system)).length, 1);
  await rename(first.newKeyFile!, keyFile);
});

test('a backup opens every document, also if a rotation ends meanwhile', async () => {
  const old = await storedKey();
  const { newKeyFile } = await withKey(old, (services) => rotateMasterKey(services, {}), external(old));
  const present = parseMasterKey(await readFile(newKeyFile!, 'utf8'));
  const store = sourceStore();
  let ended: Promise<unknown> | undefined;
  const ending: BlobStore = Object.create(store, {
    read: {
      value: async (key: string) => {
        ended ??= withKey(present, (services) => rotateMasterKey(services, {}), external(present));
        await ended;
        return store.read(key);
      },
    },
  });
  const { report } = await withKey(old, (services) => backUp(ending, services), external(old));
  assert.equal((await readMasterKeys(service.services.database.system)).length, 1);
  assert.ok(report.blobs > 2);
  assert.deepEqual([report.damaged, report.faults.count], [0, 0]);
  await rename(newKeyFile!, keyFile);
});

test('a rotation while documents are written and read loses nothing, and the old key opens nothing', async () => {
  const old = await storedKey();
  const secrets = await readWebhookSecrets(service.services, tenant.id);
  let isDone = false;
  let rounds = 0;
  const writers = apis.map(async (api, index) => {
    for (; !isDone; rounds++) {
      const id = await upload(api, candidateId);
      await assertReadable(apis[1 - index]!, [id]);
    }
  });
  while (rounds < 3) await new Promise((resolve) => setImmediate(resolve));
  const progress: [number, number][] = [];
  const report = await rotate({ onProgress: (...counts) => void progress.push(counts) });
  const finishedAt = rounds;
  while (rounds < finishedAt + 4) await new Promise((resolve) => setImmediate(resolve));
  isDone = true;
  await Promise.all(writers);

  // Another round, with few documents, follows if one was still being written with the old key.
  assert.ok(Math.max(...progress.map(([done]) => done)) >= 4, String(progress));
  const [done, total] = progress.at(-1)!;
  assert.equal(done, total, String(progress));
  assert.deepEqual([report.isComplete, report.oldKeyId], [true, toMasterKeyId(old)]);
  const present = await storedKey();
  assert.notDeepEqual(present, old);
  assert.equal((await stat(keyFile)).mode & 0o777, 0o600);
  assert.deepEqual(await sealingIds(), [toMasterKeyId(present)]);
  for (const api of apis) await assertReadable(api, documents.keys());
  assert.deepEqual(await readWebhookSecrets(service.services, tenant.id), secrets);
  await requestToken(service.baseUrl, settings.publicUrl, tenant);

  await withKey(
    old,
    async ({ masterKeys }) => {
      await assert.rejects(masterKeys.current(), {
        name: 'MasterKeyError',
        message: /which a rotation replaced on \d{4}-\d\d-\d\d\. Nothing was changed/,
      });
      const [row] = await service.sql<{ sealed: string }>(
        'SELECT webhook_secret_sealed AS sealed FROM tenant',
      );
      await assert.rejects(masterKeys.open(row!.sealed, 'webhook-secret'), { name: 'SealedTextError' });
    },
    // The file has the new key by now, as it would not have with MASTER_KEY.
    { masterKey: old.toString('hex') },
  );
});

test('the database rejects contents that are sealed with a retired key', async () => {
  const columns = 'tenant_id, candidate_id, document_category_id, mime_type, size_bytes, sha256, blob_key';
  await assert.rejects(
    service.sql(
      `INSERT INTO document (${columns}, wrapped_key, master_key_id)
       SELECT ${columns.replace('blob_key', "'t1/late'")}, wrapped_key, '${toMasterKeyId(TEST_MASTER_KEY)}' FROM document LIMIT 1`,
    ),
    /document_master_key/,
  );
});

for (const killedAt of ['keyWritten', 'announced', 'rewrapped', 'oldKeyKept', 'fileReplaced', 'batch']) {
  test(`a rotation that was killed after the step ${killedAt} is continued`, async () => {
    const old = await storedKey();
    const killed = new Error('killed');
    const die = (step: string) => {
      if (step === killedAt) throw killed;
    };
    await assert.rejects(rotate({ fault: die, onProgress: () => die('batch') }), killed);
    // A process that starts now has one of the two keys. Both work.
    await withKey(await storedKey(), ({ masterKeys }) => masterKeys.current());
    for (const api of apis) await upload(api, candidateId);
    for (const api of apis) await assertReadable(api, documents.keys());
    const report = await rotate();
    assert.deepEqual([report.isComplete, report.oldKeyId], [true, toMasterKeyId(old)]);
    assert.deepEqual(await sealingIds(), [toMasterKeyId(await storedKey())]);
    assert.equal(report.newKeyId, toMasterKeyId(await storedKey()));
    for (const api of apis) await assertReadable(api, documents.keys());
    const files = (await readdir(settings.dataDirectory)).filter((name) => name.startsWith('master.key'));
    assert.ok(
      files.includes(`master.key.${report.oldKeyId}`) && !files.includes('master.key.next'),
      String(files),
    );
  });
}

test('a rotation knows every sealed column, and the database knows every wrapped key', async () => {
  const sealed = await service.sql<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name LIKE '%\\_sealed' ORDER BY 1`,
  );
  assert.deepEqual(
    sealed.map(({ name }) => name),
    SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort(),
  );
  const tables = await service.sql<{ name: string; is_bound: boolean }>(
    `SELECT class.relname AS name, EXISTS (SELECT FROM pg_constraint WHERE conrelid = class.oid AND confrelid = 'master_key'::regclass) AS is_bound
       FROM pg_class AS class JOIN pg_attribute AS attribute ON attrelid = class.oid AND attname = 'wrapped_key'
      WHERE relkind IN ('r', 'p') ORDER BY 1`,
  );
  assert.deepEqual(
    tables,
    [...TABLES].sort().map((name) => ({ name, is_bound: true })),
  );
});

test('a backup from before a rotation is restored with the key of that time', () => assertRestorable(backup));

test('a rotation removes copies of keys that a killed process left, and keeps the files that have a use', async () => {
  const key = await readFile(keyFile);
  const leftovers = [`${keyFile}.${randomUUID()}`, `${nextKeyFile(settings)}.${randomUUID()}`];
  const other = `${keyFile}.mine`;
  for (const path of [...leftovers, other]) await writeFile(path, key, { mode: 0o600 });
  const { oldKeyFile } = await rotate();
  const names = await readdir(settings.dataDirectory);
  const isThere = (path: string | undefined) => names.includes(basename(path!));
  assert.deepEqual([...leftovers, other, oldKeyFile, keyFile].map(isThere), [false, false, true, true, true]);
  await rm(other);
});
