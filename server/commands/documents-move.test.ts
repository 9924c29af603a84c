import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readSettings } from '../config.ts';
import { SealedBlobs } from '../core/blobs/index.ts';
import { copyFiles } from '../core/document-files/index.ts';
import { openBlobStore } from '../open-services.ts';
import { changeStore } from '../testing/changed-store.ts';
import { callCommand } from '../testing/command-call.ts';
import { launchService, startService, stopService, waitFor } from '../testing/command-line.ts';
import { startTestService } from '../testing/harness.ts';
import { startObjectStore } from '../testing/object-store.ts';
import { commandsOf } from '../testing/service-commands.ts';
import { CANNOT_MOUNT, mountSmallDisk } from '../testing/small-disk.ts';
import { keysOf, putBlob } from '../testing/store-contract.ts';

// Moves the documents of a service to another store and back.

const service = await startTestService();
const { tenant } = service;
const { directory, environment, assertRefused, assertMisused } = await commandsOf(service);
const objects = await startObjectStore(join(directory, 'objects'));
after(() => objects.close());
const credentials = {
  AWS_ACCESS_KEY_ID: objects.credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: objects.credentials.secretAccessKey,
};
const bucket = objects.url();
const source = openBlobStore(service.services.settings);
const storeAt = (url: string) =>
  openBlobStore(readSettings({ DATA_DIR: directory, BLOB_URL: url, ...credentials }));

const call = (words: string[], url = environment.BLOB_URL!) =>
  callCommand(words, { ...environment, ...credentials, BLOB_URL: url });

async function move(to: string, from?: string) {
  const { code, stdout, stderr } = await call(['documents', 'move', '--to', to, '--json'], from);
  return { code, stderr, report: JSON.parse(stdout) };
}

async function upload(bytes: number): Promise<{ candidateId: number; id: number; key: string }> {
  const { id: candidateId } = (await tenant.api.post('/candidates', { firstName: 'Ada', lastName: 'Kern' }))
    .body;
  const base64File = randomBytes(bytes).toString('base64');
  const path = `/candidates/${candidateId}/documents/other`;
  const { id } = (await tenant.api.post(path, { base64File })).body;
  const [row] = await service.sql<{ key: string }>(
    'SELECT blob_key AS key FROM document WHERE tenant_id = $1 AND id = $2',
    [tenant.id, id],
  );
  return { candidateId, id, key: row!.key };
}

let erased: Awaited<ReturnType<typeof upload>>;

before(async () => {
  for (const bytes of [10, 700_000]) await upload(bytes);
  erased = await upload(20);
});

test('all documents are copied to an S3 store, which then has all of them', async () => {
  const { code, stderr, report } = await move(bucket);
  assert.equal(code, 0, stderr);
  assert.deepEqual([report.copied, report.present, report.removed, report.faulty], [3, 0, 0, 0]);
  assert.deepEqual(await keysOf(storeAt(bucket)), await keysOf(source));
  const { code: verified, stdout } = await call(['documents', 'verify'], bucket);
  assert.equal(verified, 0, stdout);
  assert.match(
    (await call(['doctor'], bucket)).stdout,
    /^ok +document store +It belongs to this installation/m,
  );
});

test('a second call copies what has come since, and removes what was deleted', async () => {
  await upload(30);
  const { code } = await call(['erase', 'candidate', String(erased.candidateId), '--tenant', tenant.key]);
  assert.equal(code, 0);
  assert.equal(await source.size(erased.key), undefined);
  const { report } = await move(bucket);
  assert.deepEqual([report.copied, report.present, report.removed, report.faulty], [1, 2, 1, 0]);
  assert.deepEqual(await keysOf(storeAt(bucket)), await keysOf(source));
});

test('the documents are copied back into a directory, also after a call that was killed', async () => {
  const place = join(directory, 'back');
  const to = pathToFileURL(place).href;
  const target = storeAt(to);
  const [{ id }] = (await service.sql<{ id: string }>('SELECT id::text FROM installation')) as [
    { id: string },
  ];
  await target.writeOwner(id, { replaces: false });
  const [first, second] = (await keysOf(source)) as [string, string];
  // What it left: one document in the middle, and one that another program has cut.
  await mkdir(join(place, 'unfinished'));
  await writeFile(join(place, 'unfinished', first.replaceAll('/', '.')), 'half');
  await putBlob(target, second, 'cut');
  const { code, stderr, report } = await move(to, bucket);
  assert.equal(code, 0, stderr);
  assert.deepEqual([report.copied, report.present, report.faulty], [3, 0, 0]);
  const { code: verified, stdout } = await call(['documents', 'verify'], to);
  assert.equal(verified, 0, stdout);
});

test('a copy that an interruption left unread is removed, and the next call makes it again', async () => {
  const to = pathToFileURL(join(directory, 'unread')).href;
  const target = storeAt(to);
  const [{ id }] = (await service.sql<{ id: string }>('SELECT id::text FROM installation')) as [
    { id: string },
  ];
  await target.writeOwner(id, { replaces: false });
  const controller = new AbortController();
  const interrupted = changeStore(target, {
    read(key, range) {
      controller.abort();
      return target.read(key, range);
    },
  });
  const { database, blobs, masterKeys } = service.services;
  const copying = copyFiles({
    database,
    tenants: [tenant],
    source,
    target: interrupted,
    blobsOf: { source: blobs, target: new SealedBlobs({ store: interrupted, masterKeys }) },
    explainTarget: (error) => error,
    onProgress() {},
    signal: controller.signal,
  });
  await assert.rejects(copying, { name: 'AbortError' });
  assert.deepEqual(await keysOf(target), []);
  const { report } = await move(to);
  assert.deepEqual([report.copied, report.present], [3, 0]);
});

test('a store that cannot be written to leaves no document open', async () => {
  const opened: Readable[] = [];
  const watched = changeStore(source, {
    async read(key, range) {
      const contents = await source.read(key, range);
      opened.push(contents);
      return contents;
    },
  });
  const refusing = changeStore(storeAt(pathToFileURL(join(directory, 'refusing')).href), {
    size: async () => undefined,
    async create() {
      throw new Error('The disk is read-only.');
    },
  });
  const { database, blobs } = service.services;
  const copying = copyFiles({
    database,
    tenants: [tenant],
    source: watched,
    target: refusing,
    blobsOf: { source: blobs, target: blobs },
    explainTarget: (error) => error,
    onProgress() {},
  });
  await assert.rejects(copying, /The disk is read-only/);
  assert.ok(opened.every(({ destroyed }) => destroyed));
});

test('a damaged document is named and not copied, and the others are', async () => {
  const path = source.locate((await upload(5000)).key);
  const contents = await readFile(path);
  await truncate(path, 1000);
  const to = objects.url();
  const { code, report } = await move(to);
  assert.equal(code, 1);
  assert.deepEqual([report.copied, report.faulty], [3, 1]);
  assert.deepEqual([report.faults[0].file, report.faults[0].reason], [path, 'tooShort']);
  assert.equal((await keysOf(storeAt(to))).length, 3);
  await writeFile(path, contents);
  assert.deepEqual((await move(to)).report.copied, 1);
});

test('the present store, that of another installation, and one of unknown documents are refused', async () => {
  const to = (url: string) => ['documents', 'move', '--to', url];
  const directoryAt = (name: string) => pathToFileURL(join(directory, name)).href;
  await assertRefused(to(environment.BLOB_URL!), /--to is the store that the documents are in/);
  const foreign = storeAt(directoryAt('foreign'));
  await foreign.writeOwner('00000000-0000-4000-8000-000000000000', { replaces: false });
  await assertRefused(to(directoryAt('foreign')), /--to is the document store of the installation 00000000/);
  const unknown = storeAt(directoryAt('unknown'));
  await unknown.writeOwner('00000000-0000-4000-8000-000000000000', { replaces: false });
  await putBlob(unknown, 't1/x', 'x');
  await unknown.removeOwner();
  await assertRefused(to(directoryAt('unknown')), /--to has documents but no installation id/);
  assert.equal(await unknown.readOwner(), undefined);
  await assertRefused(to('s3://documents?region=eu-central-1'), /needs AWS_ACCESS_KEY_ID/);
  await assertMisused(to('/srv/documents'), /--to must have the form file:/);
});

test('a directory that is the present store by another name, in it, or around it is refused', async () => {
  const present = fileURLToPath(environment.BLOB_URL!);
  const alias = join(directory, 'alias');
  await symlink(present, alias);
  await symlink(dirname(present), join(directory, 'parent'));
  const refuse = (path: string, message: RegExp) =>
    assertRefused(['documents', 'move', '--to', pathToFileURL(path).href], message);
  await refuse(alias, /--to is the store that the documents are in\. Choose another one/);
  await refuse(join(present, 'new/store'), /--to is inside of the store .* Nothing was changed\./);
  await refuse(join(alias, 'new/store'), /--to is inside of the store .* Choose a directory beside it\./);
  await refuse(dirname(present), /--to contains the store that the documents are in, /);
  await refuse(join(directory, 'parent'), /--to contains the store that the documents are in, /);
  await assert.rejects(readdir(join(present, 'new')), { code: 'ENOENT' });
});

test('messages about the new store speak of --to, and a full or read-only disk says what to do', {
  skip: CANNOT_MOUNT,
}, async () => {
  const place = join(directory, 'small');
  const disk = await mountSmallDisk(place, 256 * 1024);
  const words = ['documents', 'move', '--to', pathToFileURL(place).href];
  await assertRefused(
    words,
    /^stellwerk: --to: the document store \S+\/small cannot be used \(ENOSPC\)\. The disk is full\. Make space, or choose another directory for --to\. Then run the command again\.$/m,
  );
  await disk.makeReadOnly();
  await assertRefused(words, /^stellwerk: --to: .*\(EROFS\)\. .* or choose another directory for --to\./m);
  const { code, stderr } = await call([
    'documents',
    'move',
    '--to',
    objects.url().replace('documents', 'missing'),
  ]);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^stellwerk: --to: the object store .* does not have this bucket\. Create it, or correct --to\.$/m,
  );
});

test('a start takes a store without any of the documents over only if they are lost', async () => {
  const place = join(directory, 'empty');
  await mkdir(place);
  const own = { ...environment, BLOB_URL: pathToFileURL(place).href, WORKERS: '1' };
  const refused = launchService(directory, own, ['--empty', '--take-over-documents']);
  await waitFor('the refusal', async () => {
    assert.doesNotMatch(refused.output(), /Ctrl-C stops it/);
    return refused.process.exitCode !== null;
  });
  const { code, stderr } = await refused.finished;
  assert.equal(code, 1, stderr);
  assert.match(
    stderr,
    /4 of 4 documents that records refer to are not there\..*--take-over-documents --without-documents/,
  );
  assert.equal(await storeAt(own.BLOB_URL).readOwner(), undefined);
  const lost = ['--empty', '--take-over-documents', '--without-documents'];
  const started = await startService(directory, own, lost);
  await stopService(started);
  // Every start says so.
  assert.match(started.output(), /4 of 4 documents that records refer to are not there/);
  const { code: verified, stdout } = await call(['documents', 'verify'], own.BLOB_URL);
  assert.equal(verified, 1);
  assert.match(
    stdout,
    /^None is there\. The document store is another one, or .*move the documents .* with "npx stellwerk documents move"\.$/m,
  );
});
