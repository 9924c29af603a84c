import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { BlobExistsError, BlobNotFoundError, FilesystemBlobStore } from './index.ts';

async function makeDirectory(context: TestContext): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'blobs-'));
  context.after(() => rm(parent, { recursive: true }));
  return join(parent, 'new', 'blobs');
}

async function put(store: FilesystemBlobStore, key: string, content: string): Promise<void> {
  const writer = await store.create(key);
  await writer.write(Buffer.from(content));
  await writer.commit();
}

async function keysOf(store: FilesystemBlobStore, prefix?: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.sort();
}

test('a committed blob is read whole, by range and beyond its end', async (context) => {
  const store = new FilesystemBlobStore({ directory: await makeDirectory(context) });
  await put(store, 'tenant-1/document/a', 'Lebenslauf');
  assert.equal(String(await buffer(await store.read('tenant-1/document/a'))), 'Lebenslauf');
  assert.equal(String(await buffer(await store.read('tenant-1/document/a', { start: 1, end: 3 }))), 'ebe');
  assert.equal(String(await buffer(await store.read('tenant-1/document/a', { start: 8, end: 99 }))), 'uf');
  assert.equal(await store.size('tenant-1/document/a'), 10);
});

test('a blob that was written but not committed before a crash is not visible', async (context) => {
  const directory = await makeDirectory(context);
  const writer = await new FilesystemBlobStore({ directory }).create('a');
  context.after(() => writer.abort());
  await writer.write(Buffer.from('half'));
  const restarted = new FilesystemBlobStore({ directory });
  await assert.rejects(restarted.read('a'), BlobNotFoundError);
  assert.deepEqual([await restarted.size('a'), await keysOf(restarted)], [undefined, []]);
});

test('what a crash left is removed once old enough, and frees its key', async (context) => {
  const store = new FilesystemBlobStore({ directory: await makeDirectory(context) });
  const crashed = await store.create('a');
  context.after(() => crashed.abort());
  assert.equal(await store.removeUnfinished(new Date(0)), 0);
  assert.equal(await store.removeUnfinished(new Date('2999-01-01')), 1);
  await put(store, 'a', 'second attempt');
  assert.equal(await store.size('a'), 14);
});

test('an aborted blob leaves nothing and frees its key', async (context) => {
  const store = new FilesystemBlobStore({ directory: await makeDirectory(context) });
  const writer = await store.create('a');
  await writer.write(Buffer.from('half'));
  await writer.abort();
  await writer.abort();
  assert.deepEqual(await keysOf(store), []);
  await put(store, 'a', 'whole');
});

test('of two writers of one key the second is refused, and again once the first has committed', async (context) => {
  const store = new FilesystemBlobStore({ directory: await makeDirectory(context) });
  const attempts = await Promise.allSettled([store.create('a'), store.create('a')]);
  const [refused] = attempts.filter((attempt) => attempt.status === 'rejected');
  const [accepted] = attempts.filter((attempt) => attempt.status === 'fulfilled');
  assert.ok(refused?.reason instanceof BlobExistsError);
  await accepted!.value.write(Buffer.from('first'));
  await accepted!.value.commit();
  await assert.rejects(store.create('a'), BlobExistsError);
  assert.equal(String(await buffer(await store.read('a'))), 'first');
});

test('deleting is idempotent and frees the key', async (context) => {
  const store = new FilesystemBlobStore({ directory: await makeDirectory(context) });
  await put(store, 'a', 'content');
  await store.delete('a');
  await store.delete('a');
  await assert.rejects(store.read('a'), BlobNotFoundError);
  await put(store, 'a', 'again');
});

test('the list holds the keys that begin with the prefix and when they were written', async (context) => {
  const store = new FilesystemBlobStore({ directory: await makeDirectory(context) });
  for (const key of ['1/a', '1/b/c', '2/a']) await put(store, key, key);
  assert.deepEqual(await keysOf(store), ['1/a', '1/b/c', '2/a']);
  assert.deepEqual(await keysOf(store, '1/'), ['1/a', '1/b/c']);
  for await (const { modifiedAt } of store.list()) assert.ok(modifiedAt instanceof Date);
});

for (const key of [
  '',
  '/',
  '../a',
  'a/../b',
  '/etc/passwd',
  'a//b',
  'a/',
  'A',
  'a.b',
  'a\\b',
  'ä',
  'a\u0000',
  'a'.repeat(201),
]) {
  test(`the key ${JSON.stringify(key.slice(0, 20))} is refused by every operation`, async (context) => {
    const store = new FilesystemBlobStore({ directory: await makeDirectory(context) });
    await assert.rejects(store.create(key), RangeError);
    await assert.rejects(store.read(key), RangeError);
    await assert.rejects(store.delete(key), RangeError);
    await assert.rejects(store.size(key), RangeError);
  });
}

test('a key of the full length can be stored', async (context) => {
  const store = new FilesystemBlobStore({ directory: await makeDirectory(context) });
  await put(store, `${'a/'.repeat(99)}bc`, 'content');
  assert.equal(await store.size(`${'a/'.repeat(99)}bc`), 7);
});

test('nobody but the owner can read files or enter directories', {
  skip: process.platform === 'win32',
}, async (context) => {
  const directory = await makeDirectory(context);
  await put(new FilesystemBlobStore({ directory }), 'a', 'content');
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const { mode } = await stat(join(entry.parentPath, entry.name));
    assert.equal(mode & 0o777, entry.isDirectory() ? 0o700 : 0o600);
  }
});

test('the check passes on a usable directory, leaves nothing, and fails on an unusable one', async (context) => {
  const directory = await makeDirectory(context);
  const store = new FilesystemBlobStore({ directory });
  await store.check();
  assert.equal(await store.removeUnfinished(new Date('2999-01-01')), 0);
  await put(store, 'a', 'content');
  const [file] = (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const unusable = new FilesystemBlobStore({ directory: join(file!.parentPath, file!.name) });
  await assert.rejects(unusable.check(), { code: 'ENOTDIR' });
});
