import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { toMasterKeyId } from '../crypto/sealing.ts';
import { readStreamedJson, type SpillSink } from '../http/streamed-json.ts';
import { ANY_INDEX } from '../http/streamed-json-path.ts';
import {
  BlobDamagedError,
  BlobExistsError,
  BlobNotFoundError,
  type BlobStore,
  BlobTooLargeError,
  type ByteRange,
  FilesystemBlobStore,
  type FinishedSealedBlob,
  rewrapKey,
  SEGMENT_BYTES,
  type SealedBlob,
  SealedBlobs,
  type WrappingKeys,
} from './index.ts';

const SEGMENT = 64 * 1024;
const SEALED_SEGMENT = SEGMENT + 16;

/** Seals with the first key and opens with all. */
const fixedKeys = (...keys: [Buffer, ...Buffer[]]): WrappingKeys => ({
  current: async () => keys[0],
  find: async (id) => keys.find((key) => toMasterKeyId(key) === id),
});

async function setUp(context: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), 'sealed-'));
  context.after(() => rm(directory, { recursive: true }));
  const store = new FilesystemBlobStore({ directory });
  await store.writeOwner('test', { replaces: false });
  const masterKey = randomBytes(32);
  return { store, masterKey, blobs: open(store, masterKey) };
}

/** With small segments, so that small contents have several. */
function open(store: BlobStore, ...keys: [Buffer, ...Buffer[]]): SealedBlobs {
  return new SealedBlobs({ store, masterKeys: fixedKeys(...keys), segmentBytes: SEGMENT });
}

async function put(blobs: SealedBlobs, content: Buffer, key = 'document/1'): Promise<FinishedSealedBlob> {
  const writer = await blobs.create({ tenantId: 1, key, maximumBytes: 10_000_000 });
  for (let at = 0; at < content.length; at += 50_000) await writer.write(content.subarray(at, at + 50_000));
  return await writer.end();
}

function get(blobs: SealedBlobs, blob: SealedBlob, range?: ByteRange): Promise<Buffer> {
  return buffer(blobs.read(blob, { tenantId: 1, ...(range && { range }) }));
}

/** Changes the stored bytes like someone with access to the store. */
async function tamper(
  store: FilesystemBlobStore,
  key: string,
  change: (stored: Buffer) => Buffer,
): Promise<void> {
  const stored = await buffer(await store.read(key));
  await store.delete(key);
  const writer = await store.create(key);
  await writer.write(change(stored));
  await writer.commit();
}

for (const size of [0, 1, 4099, 4100, 4101, 65_535, 65_536, 65_537, 131_072, 200_000]) {
  test(`${size} bytes are read back unchanged, with size, hash, and head`, async (context) => {
    const { blobs } = await setUp(context);
    const content = randomBytes(size);
    const blob = await put(blobs, content);
    assert.deepEqual(await get(blobs, blob), content);
    assert.equal(blob.sizeBytes, size);
    assert.equal(blob.sha256, createHash('sha256').update(content).digest('hex'));
    assert.deepEqual(blob.head, content.subarray(0, 4100));
  });
}

test('every range equals the slice of the contents', async (context) => {
  const { blobs } = await setUp(context);
  for (const size of [1, 65_536, 200_000]) {
    const content = randomBytes(size);
    const blob = await put(blobs, content, `document/${size}`);
    const border = fc.constantFrom(0, 1, 65_535, 65_536, 65_537, 131_071, 131_072, size - 1);
    const offset = fc.oneof(border, fc.nat()).map((number) => number % size);
    await fc.assert(
      fc.asyncProperty(offset, offset, async (one, other) => {
        const range = { start: Math.min(one, other), end: Math.max(one, other) };
        assert.deepEqual(await get(blobs, blob, range), content.subarray(range.start, range.end + 1));
      }),
    );
  }
});

test('contents of several segments of the usual size are read back whole and by range', async (context) => {
  const { store, masterKey } = await setUp(context);
  const blobs = new SealedBlobs({ store, masterKeys: fixedKeys(masterKey) });
  const content = randomBytes(3 * SEGMENT_BYTES + 1);
  const blob = await put(blobs, content);
  assert.ok(content.equals(await get(blobs, blob)));
  assert.equal(blob.sha256, createHash('sha256').update(content).digest('hex'));
  for (const border of [SEGMENT_BYTES, 3 * SEGMENT_BYTES]) {
    const range = { start: border - 1, end: border };
    assert.deepEqual(await get(blobs, blob, range), content.subarray(border - 1, border + 1));
  }
});

test('contents of several segments are read after a rotation of the master key', async (context) => {
  const { store, masterKey } = await setUp(context);
  const rotated = randomBytes(32);
  const blobs = new SealedBlobs({ store, masterKeys: fixedKeys(masterKey, rotated) });
  const content = randomBytes(2 * SEGMENT_BYTES);
  const blob = await put(blobs, content);
  const wrapped = { tenantId: 1, key: blob.key, wrappedKey: blob.wrappedKey };
  const masterKeyId = toMasterKeyId(rotated);
  for (const wrappedKey of [rewrapKey(wrapped, masterKey, rotated), await blob.wrapWith(masterKeyId)])
    assert.ok(content.equals(await get(blobs, { ...blob, wrappedKey, masterKeyId })));
});

test('contents are handed out in pieces of at most 64 KiB', async (context) => {
  const { store, masterKey } = await setUp(context);
  const blobs = new SealedBlobs({ store, masterKeys: fixedKeys(masterKey) });
  const blob = await put(blobs, randomBytes(SEGMENT_BYTES + 100_000));
  for await (const piece of blobs.read(blob, { tenantId: 1 })) assert.ok(piece.length <= 64 * 1024);
});

test('a range outside the contents is rejected', async (context) => {
  const { blobs } = await setUp(context);
  const blob = await put(blobs, Buffer.alloc(10));
  for (const range of [
    { start: 0, end: 10 },
    { start: -1, end: 3 },
    { start: 5, end: 4 },
  ]) {
    await assert.rejects(get(blobs, blob, range), RangeError);
  }
});

test('a range can be read even if a segment outside it is damaged', async (context) => {
  const { store, blobs } = await setUp(context);
  const content = randomBytes(200_000);
  const blob = await put(blobs, content);
  await tamper(store, blob.key, (stored) => stored.fill(0, 0, 10));
  assert.deepEqual(await get(blobs, blob, { start: 70_000, end: 80_000 }), content.subarray(70_000, 80_001));
});

test('the stored bytes do not contain the contents', async (context) => {
  const { store, blobs } = await setUp(context);
  const blob = await put(blobs, Buffer.alloc(100_000, 'Lebenslauf '));
  assert.equal((await buffer(await store.read(blob.key))).includes('Lebens'), false);
});

const segment = (stored: Buffer, index: number) =>
  stored.subarray(index * SEALED_SEGMENT, (index + 1) * SEALED_SEGMENT);

const tamperings: [string, (stored: Buffer) => Buffer][] = [
  ['truncated at a segment border', (stored) => stored.subarray(0, SEALED_SEGMENT)],
  ['truncated within a segment', (stored) => stored.subarray(0, -1)],
  ['emptied', () => Buffer.alloc(0)],
  ['appended to by a byte', (stored) => Buffer.concat([stored, Buffer.alloc(1)])],
  ['appended to by a segment', (stored) => Buffer.concat([stored, segment(stored, 0)])],
  ['re-ordered', (stored) => Buffer.concat([segment(stored, 1), segment(stored, 0), segment(stored, 2)])],
  ['without its first segment', (stored) => stored.subarray(SEALED_SEGMENT)],
  [
    'doubled in its first segment',
    (stored) => Buffer.concat([segment(stored, 0), segment(stored, 0), segment(stored, 2)]),
  ],
];
for (const [what, change] of tamperings) {
  test(`a stored blob ${what} is rejected`, async (context) => {
    const { store, blobs } = await setUp(context);
    const blob = await put(blobs, randomBytes(3 * SEGMENT));
    await tamper(store, blob.key, change);
    await assert.rejects(get(blobs, blob), BlobDamagedError);
    await assert.rejects(get(blobs, blob, { start: SEGMENT, end: blob.sizeBytes - 1 }), BlobDamagedError);
  });
}

test('a flipped bit anywhere is detected', async (context) => {
  const { store, blobs } = await setUp(context);
  const blob = await put(blobs, randomBytes(70_000));
  const size = (await store.size(blob.key))!;
  for (const at of [0, 30_000, 65_535, 65_536, 65_551, 65_552, 69_000, size - 16, size - 1]) {
    const flip = (stored: Buffer) => {
      stored[at]! ^= 1;
      return stored;
    };
    await tamper(store, blob.key, flip);
    await assert.rejects(get(blobs, blob), BlobDamagedError);
    await tamper(store, blob.key, flip);
  }
  await get(blobs, blob);
});

test('no byte of a damaged segment is returned', async (context) => {
  const { store, blobs } = await setUp(context);
  const content = randomBytes(3 * SEGMENT);
  const blob = await put(blobs, content);
  await tamper(store, blob.key, (stored) => {
    stored[SEALED_SEGMENT]! ^= 1;
    return stored;
  });
  const received: Uint8Array[] = [];
  await assert.rejects(async () => {
    for await (const piece of blobs.read(blob, { tenantId: 1 })) received.push(piece);
  }, BlobDamagedError);
  const handedOut = Buffer.concat(received);
  assert.deepEqual(handedOut, content.subarray(0, handedOut.length));
  assert.ok(handedOut.length <= SEGMENT);
});

test('contents stored under another key of the same tenant are rejected', async (context) => {
  const { store, blobs } = await setUp(context);
  const [first, second] = [await put(blobs, randomBytes(10), 'a'), await put(blobs, randomBytes(10), 'b')];
  const foreign = await buffer(await store.read('b'));
  await tamper(store, 'a', () => foreign);
  await assert.rejects(get(blobs, first), { name: 'BlobDamagedError', reason: 'segment' });
  await assert.rejects(get(blobs, { ...second, key: 'a' }), {
    name: 'BlobDamagedError',
    reason: 'wrappedKey',
  });
});

test('another tenant cannot open the blob', async (context) => {
  const { blobs } = await setUp(context);
  const blob = await put(blobs, randomBytes(10));
  await assert.rejects(buffer(blobs.read(blob, { tenantId: 2 })), {
    name: 'BlobDamagedError',
    reason: 'wrappedKey',
  });
});

test('a record with another hash, size, or wrapped key is rejected', async (context) => {
  const { blobs } = await setUp(context);
  const blob = await put(blobs, randomBytes(SEGMENT * 2));
  const other = await put(blobs, randomBytes(SEGMENT * 2), 'other');
  for (const change of [
    { sha256: other.sha256 },
    { sizeBytes: blob.sizeBytes - 1 },
    { sizeBytes: SEGMENT },
    { sizeBytes: blob.sizeBytes + 1 },
    { wrappedKey: other.wrappedKey },
    { wrappedKey: Buffer.alloc(3) },
  ]) {
    await assert.rejects(get(blobs, { ...blob, ...change }), BlobDamagedError);
  }
});

test('a blob truncated at a segment boundary is rejected even if its record was changed to match', async (context) => {
  const { store, blobs } = await setUp(context);
  const blob = await put(blobs, randomBytes(3 * SEGMENT));
  await tamper(store, blob.key, (stored) => stored.subarray(0, SEALED_SEGMENT));
  const shortened = { ...blob, sizeBytes: SEGMENT };
  await assert.rejects(get(blobs, shortened, { start: 0, end: 9 }), {
    name: 'BlobDamagedError',
    reason: 'segment',
  });
});

test('a wrong master key is rejected, a previous one still works', async (context) => {
  const { store, masterKey, blobs } = await setUp(context);
  const content = randomBytes(10);
  const blob = await put(blobs, content);
  const rotated = randomBytes(32);
  const without = open(store, rotated);
  await assert.rejects(get(without, blob), { name: 'BlobDamagedError', reason: 'masterKey' });
  await assert.rejects(
    get(without, { ...blob, masterKeyId: (await put(without, content, 'b')).masterKeyId }),
    {
      name: 'BlobDamagedError',
      reason: 'wrappedKey',
    },
  );
  const withPrevious = open(store, rotated, masterKey);
  assert.deepEqual(await get(withPrevious, blob), content);
});

test('a blob at the size limit is stored, one byte more removes it', async (context) => {
  const { store, blobs } = await setUp(context);
  const create = () => blobs.create({ tenantId: 1, key: 'a', maximumBytes: 100_000 });
  const tooLarge = await create();
  await tooLarge.write(Buffer.alloc(100_000));
  await assert.rejects(tooLarge.write(Buffer.alloc(1)), BlobTooLargeError);
  await assert.rejects(tooLarge.end());
  assert.equal(await store.size('a'), undefined);
  const exact = await create();
  await exact.write(Buffer.alloc(100_000));
  assert.equal((await exact.end()).sizeBytes, 100_000);
});

test('a blob is invisible until its end, and forever if it is aborted', async (context) => {
  const { store, blobs } = await setUp(context);
  const writer = await blobs.create({ tenantId: 1, key: 'a', maximumBytes: 1_000_000 });
  await writer.write(Buffer.alloc(300_000));
  assert.equal(await store.size('a'), undefined);
  await writer.abort();
  await assert.rejects(async () => buffer(await store.read('a')), BlobNotFoundError);
});

test('a second writer of the same key is rejected', async (context) => {
  const { blobs } = await setUp(context);
  await put(blobs, Buffer.alloc(1), 'a');
  await assert.rejects(put(blobs, Buffer.alloc(1), 'a'), BlobExistsError);
});

test('overlapping writes are rejected instead of mixed', async (context) => {
  const { blobs } = await setUp(context);
  const writer = await blobs.create({ tenantId: 1, key: 'a', maximumBytes: 1_000_000 });
  const first = writer.write(Buffer.alloc(300_000));
  await assert.rejects(writer.write(Buffer.alloc(300_000)));
  await first;
  assert.equal((await writer.end()).sizeBytes, 300_000);
});

test('Base64 in a JSON body streams into a sealed blob', async (context) => {
  const { blobs } = await setUp(context);
  const content = randomBytes(300_000);
  async function* body(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`{"documents":[{"base64File":"${content.toString('base64')}"}]}`);
  }
  const { spilled } = await readStreamedJson(body(), {
    spill: [['documents', ANY_INDEX, 'base64File']],
    openSink: (): Promise<SpillSink> => blobs.create({ tenantId: 1, key: 'a', maximumBytes: 1_000_000 }),
    maximumBodyBytes: 1_000_000,
    maximumSkeletonBytes: 1000,
    maximumSpilledBytes: 1_000_000,
    maximumSpills: 1,
    maximumDepth: 8,
  });
  assert.deepEqual(await get(blobs, spilled[0]!.text.result as FinishedSealedBlob), content);
});
