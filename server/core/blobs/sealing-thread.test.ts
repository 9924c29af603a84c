import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { eventually } from '../../testing/another-process.ts';
import { startTestService } from '../../testing/harness.ts';
import { openSocket, readAnswer } from '../../testing/raw-http.ts';
import { keysOf } from '../../testing/store-contract.ts';
import { toMasterKeyId } from '../crypto/sealing.ts';
import { type BlobStore, FilesystemBlobStore, SEGMENT_BYTES, SealedBlobs } from './index.ts';
import { SealingThread } from './sealing-thread.ts';

const service = await startTestService();
const { api } = service.tenant;
const candidateId: number = (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;

const masterKey = randomBytes(32);
const masterKeys = {
  current: async () => masterKey,
  find: async (id: string) => (id === toMasterKeyId(masterKey) ? masterKey : undefined),
};
const SEGMENT = Buffer.alloc(SEGMENT_BYTES, 'x');

async function makeStore(context: TestContext): Promise<FilesystemBlobStore> {
  const directory = await mkdtemp(join(tmpdir(), 'sealing-'));
  context.after(() => rm(directory, { recursive: true }));
  const store = new FilesystemBlobStore({ directory });
  await store.writeOwner('test', { replaces: false });
  return store;
}

function open(context: TestContext, store: BlobStore): SealedBlobs {
  const blobs = new SealedBlobs({ store, masterKeys });
  context.after(() => blobs.close());
  return blobs;
}

const create = (blobs: SealedBlobs, key: string) =>
  blobs.create({ tenantId: 1, key, maximumBytes: 100 * SEGMENT_BYTES });

/** Neither a visible blob nor one that is being written. */
async function assertEmpty(store: BlobStore): Promise<void> {
  assert.deepEqual(await keysOf(store), []);
  assert.equal(await store.removeUnfinished(new Date('2999-01-01')), 0);
}

test('if the thread ends, the blobs that it was sealing fail without a trace, and the next one is stored', async (context) => {
  const store = await makeStore(context);
  const blobs = open(context, store);
  const writers = [await create(blobs, 'a'), await create(blobs, 'b'), await create(blobs, 'c')];
  for (const writer of writers) for (let count = 0; count < 3; count++) await writer.write(SEGMENT);
  await blobs.close();
  const failure = { name: 'SealingThreadError' };
  await assert.rejects(writers[0]!.end(), failure);
  await assert.rejects(async () => {
    for (;;) await writers[1]!.write(SEGMENT);
  }, failure);
  // The third one is aborted because its sender disconnects.
  for (const writer of writers) await writer.abort();
  await assertEmpty(store);
  const next = await create(blobs, 'a');
  for (let count = 0; count < 3; count++) await next.write(SEGMENT);
  const blob = await next.end();
  assert.equal((await buffer(blobs.read(blob, { tenantId: 1 }))).length, 3 * SEGMENT_BYTES);
});

test('an error in the thread is reported, fails what it was sealing, and leaves the next thread usable', async () => {
  const failures: unknown[] = [];
  const thread = new SealingThread({ onFailure: (error) => failures.push(error) });
  const key = randomBytes(32);
  const [good, bad] = [thread.open(key), thread.open(key)];
  // There is no room for the tag.
  const results = await Promise.allSettled([
    bad.send(new Uint8Array(10), 10, true),
    bad.send(new Uint8Array(100), 10, true),
  ]);
  for (const result of results) assert.equal(result.status, 'rejected');
  await assert.rejects(bad.send(new Uint8Array(100), 10, true), { name: 'SealingThreadError' });
  await assert.rejects(good.send(new Uint8Array(100), 10, true), { name: 'SealingThreadError' });
  assert.equal(failures.length, 1);
  const next = thread.open(key);
  assert.match((await next.send(new Uint8Array(100), 10, true)).sha256!, /^[0-9a-f]{64}$/);
  for (const sealer of [good, bad, next]) sealer.close();
  await thread.close();
});

test('a store that is slower than the sender holds the sender back', async (context) => {
  const store = await makeStore(context);
  let begun = 0;
  const slow: BlobStore = Object.create(store, {
    create: {
      value: async (key: string) => {
        const writer = await store.create(key);
        return {
          async write(chunk: Uint8Array) {
            begun += 1;
            for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
            await writer.write(chunk);
          },
          commit: () => writer.commit(),
          abort: () => writer.abort(),
        };
      },
    },
  });
  const writer = await create(open(context, slow), 'a');
  for (let sent = 1; sent <= 12; sent++) {
    await writer.write(SEGMENT);
    assert.ok(sent - begun <= 3, `${sent} segments were sent, and ${begun} of them have reached the store`);
  }
  assert.equal((await writer.end()).sizeBytes, 12 * SEGMENT_BYTES);
});

test('a failure of the store fails the upload and leaves nothing', async (context) => {
  const store = await makeStore(context);
  const full: BlobStore = Object.create(store, {
    create: {
      value: async (key: string) => {
        const writer = await store.create(key);
        return {
          write: async () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
          commit: () => writer.commit(),
          abort: () => writer.abort(),
        };
      },
    },
  });
  const writer = await create(open(context, full), 'a');
  await assert.rejects(
    async () => {
      for (;;) await writer.write(SEGMENT);
    },
    { code: 'ENOSPC' },
  );
  await writer.abort();
  await assertEmpty(store);
});

test('a process ends by itself after it has stored a large blob', async (context) => {
  const directory = await mkdtemp(join(tmpdir(), 'sealing-'));
  context.after(() => rm(directory, { recursive: true }));
  const program = `
    import { FilesystemBlobStore, SealedBlobs } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))};
    const store = new FilesystemBlobStore({ directory: ${JSON.stringify(directory)} });
    await store.writeOwner('test', { replaces: false });
    const blobs = new SealedBlobs({ store, masterKeys: { current: async () => Buffer.alloc(32) } });
    const writer = await blobs.create({ tenantId: 1, key: 'a', maximumBytes: 1e9 });
    for (let count = 0; count < 5; count++) await writer.write(Buffer.alloc(${SEGMENT_BYTES}));
    console.log((await writer.end()).sizeBytes);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  assert.equal(Number(stdout), 5 * SEGMENT_BYTES);
});

const upload = `/v3/candidates/${candidateId}/documents/other`;
const filesOf = async () => {
  const root = join(service.services.settings.dataDirectory, 'blobs');
  // The first upload creates the directory.
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile() && entry.name !== 'installation-id');
};

const keys = { 'without a key': '', 'with an idempotency key': 'idempotency-key: a\r\n' };
for (const [name, key] of Object.entries(keys))
  test(`a request ${name} whose thread ends gets a 500 and leaves no file, and the next one is stored`, async () => {
    await assertFailsWithThread(key);
  });

async function assertFailsWithThread(key: string): Promise<void> {
  const filesBefore = (await filesOf()).length;
  const contents = randomBytes(6 * SEGMENT_BYTES);
  const body = Buffer.from(JSON.stringify({ filename: 'a.bin', base64File: contents.toString('base64') }));
  const socket = await openSocket(service.baseUrl);
  const answer = readAnswer(socket);
  const head = `POST ${upload} HTTP/1.1\r\nhost: x\r\nuser-agent: Tests/1.0\r\nauthorization: Bearer ${api.token}\r\ncontent-type: application/json\r\n${key}connection: close\r\ncontent-length: ${body.length}\r\n\r\n`;
  socket.write(head);
  const half = body.subarray(0, body.length / 2);
  socket.write(half);
  // A file that is not empty has a segment from the thread.
  await eventually('a segment in the file', async () => {
    const file = (await filesOf()).find(({ parentPath }) => parentPath.endsWith('unfinished'));
    return file !== undefined && (await stat(join(file.parentPath, file.name))).size > 0;
  });
  await service.services.blobs.close();
  socket.write(body.subarray(half.length));
  assert.equal((await answer).status, 500);
  assert.equal((await filesOf()).length, filesBefore);
  assert.deepEqual(await service.sql('SELECT blob_key FROM pending_blob'), []);
  const { status, body: stored } = await api.post(upload.slice('/v3'.length), {
    filename: 'a.bin',
    base64File: contents.toString('base64'),
  });
  assert.equal(status, 200);
  const { body: record } = await api.get(`/candidates/export/documents/${stored.id}`);
  assert.ok(record.documentBlob === contents.toString('base64'));
}
