import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { keysOf, putBlob, testBlobStore } from '../../testing/store-contract.ts';
import { BlobExistsError, BlobNotFoundError, FilesystemBlobStore, StoreAwayError } from './index.ts';

async function makeDirectory(context: TestContext): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'blobs-'));
  context.after(() => rm(parent, { recursive: true }));
  return join(parent, 'new', 'blobs');
}

const ID = '5a1e9b0c-0000-4000-8000-000000000001';

/** A store that an installation has claimed. */
async function makeStore(directory: string): Promise<FilesystemBlobStore> {
  const store = new FilesystemBlobStore({ directory, installation: async () => ID });
  await store.writeOwner(ID, { replaces: false });
  return store;
}

testBlobStore('files', async (context) => makeStore(await makeDirectory(context)));

test('a blob that was written but not committed before a crash is not visible', async (context) => {
  const directory = await makeDirectory(context);
  const writer = await (await makeStore(directory)).create('a');
  context.after(() => writer.abort());
  await writer.write(Buffer.from('half'));
  const restarted = new FilesystemBlobStore({ directory });
  await assert.rejects(restarted.read('a'), BlobNotFoundError);
  assert.deepEqual([await restarted.size('a'), await keysOf(restarted)], [undefined, []]);
});

test('a second writer of the same key is rejected, before and after the first one commits', async (context) => {
  const store = await makeStore(await makeDirectory(context));
  const attempts = await Promise.allSettled([store.create('a'), store.create('a')]);
  const [refused] = attempts.filter((attempt) => attempt.status === 'rejected');
  const [accepted] = attempts.filter((attempt) => attempt.status === 'fulfilled');
  assert.ok(refused?.reason instanceof BlobExistsError);
  await accepted!.value.write(Buffer.from('first'));
  await accepted!.value.commit();
  await assert.rejects(store.create('a'), BlobExistsError);
  assert.equal(String(await buffer(await store.read('a'))), 'first');
});

test('only the owner can read files and enter directories', {
  skip: process.platform === 'win32',
}, async (context) => {
  const directory = await makeDirectory(context);
  await putBlob(await makeStore(directory), 'a', 'content');
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const { mode } = await stat(join(entry.parentPath, entry.name));
    assert.equal(mode & 0o777, entry.isDirectory() ? 0o700 : 0o600);
  }
});

test('the check passes for a usable directory without leaving files, and fails for an unusable one', async (context) => {
  const directory = await makeDirectory(context);
  const store = await makeStore(directory);
  await store.check();
  assert.equal(await store.removeUnfinished(new Date('2999-01-01')), 0);
  await putBlob(store, 'a', 'content');
  const [file] = (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const unusable = new FilesystemBlobStore({ directory: join(file!.parentPath, file!.name) });
  await assert.rejects(unusable.check(), StoreAwayError);
});

/** As if the volume with the store were unmounted: an empty directory is where it was, or nothing. */
async function unmount(directory: string, leaves: 'nothing' | 'an empty directory') {
  await rename(directory, `${directory}-away`);
  if (leaves !== 'nothing') await mkdir(directory);
  return async () => {
    assert.deepEqual(await readdir(directory).catch(() => []), []);
    await rm(directory, { recursive: true, force: true });
    await rename(`${directory}-away`, directory);
  };
}

for (const leaves of ['nothing', 'an empty directory'] as const) {
  test(`a store whose volume is unmounted and leaves ${leaves} takes nothing, and works again after the mount`, async (context) => {
    const directory = await makeDirectory(context);
    const store = await makeStore(directory);
    await putBlob(store, 'a', 'content');
    const begun = await store.create('begun');
    await begun.write(Buffer.from('half'));
    const mount = await unmount(directory, leaves);
    const missing = { name: 'StoreAwayError', reason: 'missing', code: 'STORE_AWAY' };
    await assert.rejects(store.create('b'), missing);
    await assert.rejects(store.check(), missing);
    await assert.rejects(store.read('a'), missing);
    // Its file comes back with the volume.
    await assert.rejects(store.delete('a'), missing);
    await assert.rejects(begun.commit(), missing);
    await begun.abort();
    await mount();
    assert.equal(String(await buffer(await store.read('a'))), 'content');
    await putBlob(store, 'b', 'content');
    await store.check();
    await assert.rejects(store.read('c'), BlobNotFoundError);
  });
}

test('the store of another installation at the same place takes nothing', async (context) => {
  const directory = await makeDirectory(context);
  const store = await makeStore(directory);
  await putBlob(store, 'a', 'content');
  await rename(directory, `${directory}-away`);
  const other = new FilesystemBlobStore({ directory });
  await other.writeOwner('5a1e9b0c-0000-4000-8000-000000000002', { replaces: false });
  await putBlob(other, 'of-the-other', 'content');
  const foreign = { name: 'StoreAwayError', reason: 'foreign' };
  await assert.rejects(store.create('b'), foreign);
  await assert.rejects(store.read('a'), foreign);
  await assert.rejects(store.check(), foreign);
  assert.deepEqual(await keysOf(other), ['of-the-other']);
});
