import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { BlobExistsError, BlobNotFoundError, type BlobStore } from '../core/blobs/index.ts';

export async function putBlob(store: BlobStore, key: string, content: string | Buffer): Promise<void> {
  const writer = await store.create(key);
  await writer.write(Buffer.from(content));
  await writer.commit();
}

export async function keysOf(store: BlobStore, prefix?: string): Promise<string[]> {
  return (await Array.fromAsync(store.list(prefix))).map(({ key }) => key).sort();
}

/** Defines tests that every BlobStore must pass. `make` returns an empty store that is removed with the test. */
export function testBlobStore(name: string, make: (context: TestContext) => Promise<BlobStore>): void {
  test(`${name}: a committed blob can be read whole, by range, and with a range past its end`, async (context) => {
    const store = await make(context);
    await putBlob(store, 'tenant-1/document/a', 'Lebenslauf');
    const read = async (range?: { start: number; end: number }) =>
      String(await buffer(await store.read('tenant-1/document/a', range)));
    assert.equal(await read(), 'Lebenslauf');
    assert.equal(await read({ start: 1, end: 3 }), 'ebe');
    assert.equal(await read({ start: 8, end: 99 }), 'uf');
    assert.equal(await read({ start: 10, end: 99 }), '');
    assert.equal(await store.size('tenant-1/document/a'), 10);
  });

  test(`${name}: a blob written in many chunks has the chunks in order`, async (context) => {
    const store = await make(context);
    const content = randomBytes(18_000_000);
    const writer = await store.create('a');
    const piece = Buffer.alloc(70_001);
    for (let at = 0; at < content.length; at += piece.length) {
      const length = content.copy(piece, 0, at, at + piece.length);
      await writer.write(piece.subarray(0, length));
      // The caller can reuse the chunk after the promise has settled.
      piece.fill(0);
    }
    await writer.commit();
    assert.ok(content.equals(await buffer(await store.read('a'))));
    const range = { start: 8_388_600, end: 8_388_700 };
    assert.deepEqual(
      await buffer(await store.read('a', range)),
      content.subarray(range.start, range.end + 1),
    );
  });

  test(`${name}: an empty blob can be stored`, async (context) => {
    const store = await make(context);
    const writer = await store.create('a');
    await writer.commit();
    assert.equal(await store.size('a'), 0);
    assert.equal((await buffer(await store.read('a'))).length, 0);
  });

  for (const bytes of [10, 9_000_000]) {
    test(`${name}: ${bytes} uncommitted bytes are not visible`, async (context) => {
      const store = await make(context);
      const writer = await store.create('a');
      await writer.write(Buffer.alloc(bytes));
      await assert.rejects(store.read('a'), BlobNotFoundError);
      assert.deepEqual([await store.size('a'), await keysOf(store)], [undefined, []]);
      await writer.abort();
    });

    test(`${name}: aborting ${bytes} bytes leaves nothing and frees the key`, async (context) => {
      const store = await make(context);
      const writer = await store.create('a');
      await writer.write(Buffer.alloc(bytes));
      await writer.abort();
      await writer.abort();
      await assert.rejects(writer.commit());
      assert.deepEqual(await keysOf(store), []);
      await putBlob(store, 'a', 'whole');
      assert.equal(await store.size('a'), 5);
    });
  }

  test(`${name}: creating a blob with an existing key fails and keeps the existing blob`, async (context) => {
    const store = await make(context);
    await putBlob(store, 'a', 'first');
    await assert.rejects(putBlob(store, 'a', 'second'), BlobExistsError);
    assert.equal(String(await buffer(await store.read('a'))), 'first');
  });

  test(`${name}: only one of two concurrent writers of a key can commit`, async (context) => {
    const store = await make(context);
    const first = await store.create('a');
    await first.write(Buffer.from('first'));
    const second = await store.create('a').catch((error: unknown) => error);
    await first.commit();
    if (second instanceof Error) {
      assert.ok(second instanceof BlobExistsError);
    } else {
      const writer = second as typeof first;
      await writer.write(Buffer.from('second'));
      await assert.rejects(writer.commit(), BlobExistsError);
      await writer.abort();
    }
    assert.equal(String(await buffer(await store.read('a'))), 'first');
  });

  test(`${name}: a missing blob cannot be read and has no size`, async (context) => {
    const store = await make(context);
    await assert.rejects(store.read('a'), BlobNotFoundError);
    await assert.rejects(store.read('a', { start: 5, end: 9 }), BlobNotFoundError);
    assert.equal(await store.size('a'), undefined);
  });

  test(`${name}: deleting is idempotent and frees the key`, async (context) => {
    const store = await make(context);
    await putBlob(store, 'a', 'content');
    await store.delete('a');
    await store.delete('a');
    await assert.rejects(store.read('a'), BlobNotFoundError);
    await putBlob(store, 'a', 'again');
  });

  test(`${name}: the list has the keys with the prefix and the times of their creation`, async (context) => {
    const store = await make(context);
    for (const key of ['1/a', '1/b/c', '2/a']) await putBlob(store, key, key);
    assert.deepEqual(await keysOf(store), ['1/a', '1/b/c', '2/a']);
    assert.deepEqual(await keysOf(store, '1/'), ['1/a', '1/b/c']);
    for await (const { modifiedAt } of store.list()) assert.ok(modifiedAt instanceof Date);
  });

  test(`${name}: unfinished writes of a crashed process are removed when they are old enough`, async (context) => {
    const store = await make(context);
    const crashed = await store.create('a');
    // Large enough that the write starts even in stores that send small blobs in one request.
    await crashed.write(Buffer.alloc(9_000_000));
    context.after(() => crashed.abort());
    assert.equal(await store.removeUnfinished(new Date(0)), 0);
    assert.equal(await store.removeUnfinished(new Date('2999-01-01')), 1);
    await putBlob(store, 'a', 'second attempt');
    assert.equal(await store.size('a'), 14);
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
    test(`${name}: the key ${JSON.stringify(key.slice(0, 20))} is rejected by every operation`, async (context) => {
      const store = await make(context);
      await assert.rejects(store.create(key), RangeError);
      await assert.rejects(store.read(key), RangeError);
      await assert.rejects(store.delete(key), RangeError);
      await assert.rejects(store.size(key), RangeError);
    });
  }

  test(`${name}: a key of the maximum length is accepted`, async (context) => {
    const store = await make(context);
    await putBlob(store, `${'a/'.repeat(99)}bc`, 'content');
    assert.equal(await store.size(`${'a/'.repeat(99)}bc`), 7);
  });

  test(`${name}: the check succeeds and leaves nothing`, async (context) => {
    const store = await make(context);
    await store.check();
    assert.deepEqual(await keysOf(store), []);
    assert.equal(await store.removeUnfinished(new Date('2999-01-01')), 0);
  });
}
