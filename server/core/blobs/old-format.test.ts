import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { sealBytes, toMasterKeyId } from '../crypto/sealing.ts';
import { rewrapKey } from './encryption.ts';
import {
  BlobDamagedError,
  type ByteRange,
  FilesystemBlobStore,
  type SealedBlob,
  SealedBlobs,
} from './index.ts';

// A blob of two segments of 64 KiB that version 0.2.0 stored, and what its database had about it.

const FILES = join(import.meta.dirname, '../../checks/upgrades');
const masterKey = createHash('sha256').update('the master key of the old blob').digest();
const content = Buffer.concat(
  Array.from({ length: 2200 }, (_, index) => createHash('sha256').update(String(index)).digest()),
);

async function setUp(context: TestContext, change = (stored: Buffer) => stored) {
  const directory = await mkdtemp(join(tmpdir(), 'old-blob-'));
  context.after(() => rm(directory, { recursive: true }));
  const { wrappedKey, ...row } = JSON.parse(await readFile(join(FILES, 'blob-0.2.0.json'), 'utf8'));
  const blob: SealedBlob = { ...row, wrappedKey: Buffer.from(wrappedKey, 'hex') };
  const store = new FilesystemBlobStore({ directory });
  await store.writeOwner('test', { replaces: false });
  const writer = await store.create(blob.key);
  await writer.write(change(await readFile(join(FILES, 'blob-0.2.0.bin'))));
  await writer.commit();
  const rotated = randomBytes(32);
  const keys = [masterKey, rotated];
  const masterKeys = {
    current: async () => masterKey,
    find: async (id: string) => keys.find((key) => toMasterKeyId(key) === id),
  };
  const blobs = new SealedBlobs({ store, masterKeys });
  const read = (of: SealedBlob, range?: ByteRange) =>
    buffer(blobs.read(of, { tenantId: 1, ...(range && { range }) }));
  return { blob, rotated, read };
}

test('a blob of version 0.2.0 is read whole and by range', async (context) => {
  const { blob, read } = await setUp(context);
  assert.ok(content.equals(await read(blob)));
  for (const [start, end] of [
    [0, 0],
    [65_535, 65_536],
    [65_536, 65_536],
    [70_000, 70_399],
  ] as const)
    assert.deepEqual(await read(blob, { start, end }), content.subarray(start, end + 1));
});

test('a blob of version 0.2.0 is read after a rotation of the master key', async (context) => {
  const { blob, rotated, read } = await setUp(context);
  const wrappedKey = rewrapKey({ tenantId: 1, ...blob }, masterKey, rotated);
  assert.ok(content.equals(await read({ ...blob, wrappedKey, masterKeyId: toMasterKeyId(rotated) })));
});

test('a damaged blob of version 0.2.0 is rejected', async (context) => {
  for (const change of [
    (stored: Buffer) => {
      stored[65_600]! ^= 1;
      return stored;
    },
    (stored: Buffer) => stored.subarray(0, 65_552),
    (stored: Buffer) => Buffer.concat([stored, Buffer.alloc(1)]),
  ]) {
    const { blob, read } = await setUp(context, change);
    await assert.rejects(read(blob), BlobDamagedError);
  }
});

test('a wrapped key with another size of segments is rejected', async (context) => {
  const { blob, read } = await setUp(context);
  const dataKey = randomBytes(32);
  for (const size of ['', '00', '00000000', 'ffffffff']) {
    const encoded = Buffer.concat([dataKey, Buffer.from(size, 'hex')]);
    const wrappedKey = sealBytes(encoded, masterKey, `stellwerk/blob/v1\n1\n${blob.key}`);
    // Without a size, it is the key of another blob, with segments of 64 KiB.
    const reason = size === '' ? 'segment' : 'wrappedKey';
    await assert.rejects(read({ ...blob, wrappedKey }), { name: 'BlobDamagedError', reason });
  }
});
