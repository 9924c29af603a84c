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
  test(`${name}: a committed blob is read whole, by range and beyond its end`, async (context) => {
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

  test(`${name}: a blob written in many pieces is the pieces in their order`, async (context) => {
    const store = await make(context);
    const content = randomBytes(18_000_000);
    const writer = await store.create('a');
    const piece = Buffer.alloc(70_001);
    for (let at = 0; at < content.length; at += piece.length) {
      const length = content.copy(piece, 0, at, at + piece.length);
      await writer.write(piece.subarray(0, length));
      // The caller may reuse the chunk once the promise has settled.
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

  test(`${name}: an empty blob is a blob`, async (context) => {
    const store = await make(context);
    const writer = await store.create('a');
    await writer.commit();
    assert.equal(await store.size('a'), 0);
    assert.equal((await buffer(await store.read('a'))).length, 0);
  });

  for (const bytes of [10, 9_000_000]) {
    test(`${name}: ${bytes} bytes that are not committed are not visible`, async (context) => {
      const store = await make(context);
      const writer = await store.create('a');
      await writer.write(Buffer.alloc(bytes));
      await assert.rejects(store.read('a'), BlobNotFoundError);
      assert.deepEqual([await store.size('a'), await keysOf(store)], [undefined, []]);
      await writer.abort();
    });

    test(`${name}: ${bytes} bytes that are aborted leave nothing and free their key`, async (context) => {
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

  test(`${name}: a key that is taken is refused, and its blob stays`, async (context) => {
    const store = await make(context);
    await putBlob(store, 'a', 'first');
    await assert.rejects(putBlob(store, 'a', 'second'), BlobExistsError);
    assert.equal(String(await buffer(await store.read('a'))), 'first');
  });

  test(`${name}: of two writers of one key one is refused, at the latest when it commits`, async (context) => {
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

  test(`${name}: what is not there has no contents and no size`, async (context) => {
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

  test(`${name}: the list holds the keys that begin with the prefix and when they were written`, async (context) => {
    const store = await make(context);
    for (const key of ['1/a', '1/b/c', '2/a']) await putBlob(store, key, key);
    assert.deepEqual(await keysOf(store), ['1/a', '1/b/c', '2/a']);
    assert.deepEqual(await keysOf(store, '1/'), ['1/a', '1/b/c']);
    for await (const { modifiedAt } of store.list()) assert.ok(modifiedAt instanceof Date);
  });

  test(`${name}: what a crash left is removed once old enough`, async (context) => {
    const store = await make(context);
    const crashed = await store.create('a');
    // Large enough that the write begins even in stores that send small blobs as a whole.
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
    test(`${name}: the key ${JSON.stringify(key.slice(0, 20))} is refused by every operation`, async (context) => {
      const store = await make(context);
      await assert.rejects(store.create(key), RangeError);
      await assert.rejects(store.read(key), RangeError);
      await assert.rejects(store.delete(key), RangeError);
      await assert.rejects(store.size(key), RangeError);
    });
  }

  test(`${name}: a key of the full length can be stored`, async (context) => {
    const store = await make(context);
    await putBlob(store, `${'a/'.repeat(99)}bc`, 'content');
    assert.equal(await store.size(`${'a/'.repeat(99)}bc`), 7);
  });

  test(`${name}: the check passes and leaves nothing`, async (context) => {
    const store = await make(context);
    await store.check();
    assert.deepEqual(await keysOf(store), []);
    assert.equal(await store.removeUnfinished(new Date('2999-01-01')), 0);
  });
}
