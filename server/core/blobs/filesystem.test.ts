import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  chown,
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
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

const LEAVINGS = ['nothing', 'an empty directory', 'a file', 'a link that leads nowhere'] as const;

/** As if the volume with the store were unmounted. */
async function unmount(directory: string, leaves: (typeof LEAVINGS)[number]) {
  await rename(directory, `${directory}-away`);
  if (leaves === 'an empty directory') await mkdir(directory);
  if (leaves === 'a file') await writeFile(directory, '');
  if (leaves === 'a link that leads nowhere') await symlink('nowhere', directory);
  return async () => {
    assert.deepEqual(await readdir(directory).catch(() => []), []);
    await rm(directory, { recursive: true, force: true });
    await rename(`${directory}-away`, directory);
  };
}

for (const leaves of LEAVINGS) {
  test(`a store whose volume is unmounted and leaves ${leaves} takes nothing, and works again after the mount`, async (context) => {
    const directory = await makeDirectory(context);
    const store = await makeStore(directory);
    await putBlob(store, 'a', 'content');
    const begun = await store.create('begun');
    await begun.write(Buffer.from('half'));
    const other = await store.create('begun-too');
    const mount = await unmount(directory, leaves);
    const message = `BLOB_URL: the document store ${directory} has no installation id: its volume is not mounted, or BLOB_URL names another place. Mount the volume, or correct BLOB_URL.`;
    const missing = { name: 'StoreAwayError', reason: 'missing', code: 'STORE_AWAY', message };
    await assert.rejects(store.create('b'), missing);
    await assert.rejects(store.check(), missing);
    await assert.rejects(store.read('a'), missing);
    await assert.rejects(store.size('a'), missing);
    // Its file comes back with the volume.
    await assert.rejects(store.delete('a'), missing);
    await assert.rejects(begun.commit(), missing);
    // Whether it can be removed depends on what is there.
    await begun.abort().catch((error) => assert.equal(error.name, 'StoreAwayError'));
    await mount();
    await other.commit();
    assert.equal(String(await buffer(await store.read('a'))), 'content');
    await putBlob(store, 'b', 'content');
    await store.check();
    await assert.rejects(store.read('c'), BlobNotFoundError);
  });
}

test('a store whose id cannot be read is unreachable', async (context) => {
  const directory = await makeDirectory(context);
  const store = await makeStore(directory);
  await rm(join(directory, 'installation-id'));
  await mkdir(join(directory, 'installation-id'));
  await assert.rejects(store.create('a'), {
    name: 'StoreAwayError',
    reason: 'unreachable',
    message: /^BLOB_URL: the document store .* cannot be used \(EISDIR\)\./,
  });
});

test('the store of another installation at the same place takes nothing', async (context) => {
  const directory = await makeDirectory(context);
  const store = await makeStore(directory);
  await putBlob(store, 'a', 'content');
  await rename(directory, `${directory}-away`);
  const other = new FilesystemBlobStore({ directory });
  await other.writeOwner('5a1e9b0c-0000-4000-8000-000000000002', { replaces: false });
  await putBlob(other, 'of-the-other', 'content');
  const foreign = {
    name: 'StoreAwayError',
    reason: 'foreign',
    message:
      /^BLOB_URL: .*belongs to another installation.*\. Mount the volume of this installation, or correct BLOB_URL\.$/,
  };
  await assert.rejects(store.create('b'), foreign);
  await assert.rejects(store.read('a'), foreign);
  await assert.rejects(store.check(), foreign);
  assert.deepEqual(await keysOf(other), ['of-the-other']);
});

test('a store that loses its volume while a blob is begun creates no directory on the mount point', async (context) => {
  const directory = await makeDirectory(context);
  await makeStore(directory);
  let mount: (() => Promise<void>) | undefined;
  const store = new FilesystemBlobStore({
    directory,
    installation: async () => {
      mount ??= await unmount(directory, 'an empty directory');
      throw new Error('The database does not respond.');
    },
  });
  await assert.rejects(store.create('a'), { name: 'StoreAwayError', reason: 'missing' });
  // It finds nothing there.
  await mount!();
});

test('a store whose volume fails although its id can be read is unreachable', {
  skip: process.platform !== 'linux' && 'only Linux says this of a socket',
}, async (context) => {
  const directory = await makeDirectory(context);
  const store = await makeStore(directory);
  await putBlob(store, 'a', 'content');
  const [entry] = (await readdir(directory, { recursive: true, withFileTypes: true })).filter(
    ({ name }) => name === 'a',
  );
  const path = join(entry!.parentPath, 'a');
  await rm(path);
  // A socket cannot be opened as a file. The system says of it what it says of a device that is gone.
  const socket = join(directory, 's');
  const server = createServer().listen(socket);
  context.after(() => server.close());
  await once(server, 'listening');
  await symlink(socket, path);
  await assert.rejects(store.read('a'), {
    name: 'StoreAwayError',
    reason: 'unreachable',
    message: /^BLOB_URL: the document store .* cannot be used \(ENXIO\)\. .*Check the disk and its mount/,
  });
});

/** As if this process were root, and the store belonged to another account. A file cannot get the owner: the code says why. */
async function refuseOwner(context: TestContext, directory: string, code: string): Promise<void> {
  if (process.getuid!() === 0) await chown(directory, 65534, 65534);
  else context.mock.method(process as { getuid(): number }, 'getuid', () => 0);
  const file = await open(join(directory, '..'));
  const prototype = Object.getPrototypeOf(file) as FileHandle;
  await file.close();
  context.mock.method(prototype, 'chown', async () => {
    throw Object.assign(new Error('The system refuses the owner.'), { code, syscall: 'fchown' });
  });
}

/** The files below the directory that this process has open. Empty where the system does not list them. */
async function openFilesIn(directory: string): Promise<string[]> {
  const numbers = await readdir('/proc/self/fd').catch(() => []);
  const paths = await Promise.all(
    numbers.map((number) => readlink(`/proc/self/fd/${number}`).catch(() => '')),
  );
  return paths.filter((path) => path.startsWith(directory));
}

const skip = process.platform === 'win32' && 'Windows has no owners of this kind';

test('a root that may not change owners stores blobs all the same', { skip }, async (context) => {
  const directory = await makeDirectory(context);
  const store = await makeStore(directory);
  await refuseOwner(context, directory, 'EPERM');
  await putBlob(store, 'a', 'content');
  assert.equal(String(await buffer(await store.read('a'))), 'content');
});

test('a file that cannot get its owner is closed and removed, so that its key is free', {
  skip,
}, async (context) => {
  const directory = await makeDirectory(context);
  const store = await makeStore(directory);
  await putBlob(store, 'first', 'content');
  await refuseOwner(context, directory, 'EIO');
  await assert.rejects(store.create('a'), { name: 'StoreAwayError', reason: 'unreachable' });
  assert.deepEqual(await openFilesIn(directory), []);
  await assert.rejects(store.writeOwner(ID, { replaces: true }), /cannot be used \(EIO\)/);
  assert.deepEqual(
    (await readdir(directory)).filter((name) => name.includes('.')),
    [],
  );
  context.mock.restoreAll();
  await putBlob(store, 'a', 'content');
});
