import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { keysOf, putBlob, testBlobStore } from '../../testing/store-contract.ts';
import { BlobExistsError, BlobNotFoundError, FilesystemBlobStore } from './index.ts';

async function makeDirectory(context: TestContext): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'blobs-'));
  context.after(() => rm(parent, { recursive: true }));
  return join(parent, 'new', 'blobs');
}

testBlobStore(
  'files',
  async (context) => new FilesystemBlobStore({ directory: await makeDirectory(context) }),
);

test('a blob that was written but not committed before a crash is not visible', async (context) => {
  const directory = await makeDirectory(context);
  const writer = await new FilesystemBlobStore({ directory }).create('a');
  context.after(() => writer.abort());
  await writer.write(Buffer.from('half'));
  const restarted = new FilesystemBlobStore({ directory });
  await assert.rejects(restarted.read('a'), BlobNotFoundError);
  assert.deepEqual([await restarted.size('a'), await keysOf(restarted)], [undefined, []]);
});

test('a second writer of the same key is rejected, before and after the first one commits', async (context) => {
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

test('only the owner can read files and enter directories', {
  skip: process.platform === 'win32',
}, async (context) => {
  const directory = await makeDirectory(context);
  await putBlob(new FilesystemBlobStore({ directory }), 'a', 'content');
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const { mode } = await stat(join(entry.parentPath, entry.name));
    assert.equal(mode & 0o777, entry.isDirectory() ? 0o700 : 0o600);
  }
});

test('the check passes for a usable directory without leaving files, and fails for an unusable one', async (context) => {
  const directory = await makeDirectory(context);
  const store = new FilesystemBlobStore({ directory });
  await store.check();
  assert.equal(await store.removeUnfinished(new Date('2999-01-01')), 0);
  await putBlob(store, 'a', 'content');
  const [file] = (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const unusable = new FilesystemBlobStore({ directory: join(file!.parentPath, file!.name) });
  await assert.rejects(unusable.check(), { code: 'ENOTDIR' });
});
