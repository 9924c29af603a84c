import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChangesResponse, PermissionError } from '../index.ts';
import { type Access, connect, witness } from './access.ts';

const ADA = { firstName: 'Ada', lastName: 'Muster' };

/** Tests of long answers and of the feed on a started service. */
export function testStreams(access: Access): void {
  const client = connect(access);

  test('a stream gives the records of the list, in its order', async () => {
    const { candidates } = await client.candidates.export();
    assert.ok(candidates.length > 100);
    const streamed: unknown[] = [];
    for await (const candidate of await client.candidates.export.stream()) streamed.push(candidate);
    assert.deepEqual(streamed, candidates);
  });

  test('a stream of a window tells its lists apart', async () => {
    const { id } = await client.candidates.create(ADA);
    const today = (await client.candidates.get(id!)).createdAtUtc!.slice(0, 10);
    const window = await client.candidates.listChangesOfDay(today);
    const found: Record<string, unknown[]> = { new: [], modified: [], deleted: [] };
    for await (const { list, record } of await client.candidates.listChangesOfDay.stream(today))
      found[list]!.push(record);
    assert.ok(window.new.some((entry) => entry.id === id));
    assert.ok(found.new!.length >= window.new.length);
  });

  test('a refusal of a stream comes before its first record', async () => {
    const { fetch } = witness((url, init) =>
      url.endsWith('/oauth/token') ? { ...init, body: `${init.body}&scope=branches%3Aread` } : init,
    );
    await assert.rejects(connect(access, { fetch }).candidates.export.stream(), PermissionError);
  });

  test('a stream left early is over, and cannot be read again', async () => {
    const stream = await client.candidates.export.stream();
    for await (const candidate of stream) {
      assert.ok(candidate.id);
      break;
    }
    await assert.rejects(async () => {
      for await (const _ of stream);
    }, TypeError);
  });

  test('a stream that is not wanted after all is cancelled', async () => {
    const stream = await client.candidates.export.stream();
    stream.cancel();
    await client.branches.list();
  });

  test('the feed goes on where the export ended', async () => {
    const stream = await client.candidates.export.stream();
    const exported = new Set<number>();
    for await (const { id } of stream) exported.add(id);
    const { id } = await client.candidates.create(ADA);
    assert.ok(!exported.has(id!));
    for await (const { changes } of client.changes.follow({ cursor: stream.streamPosition!, pollMs: 20 })) {
      const change = changes.find((entry) => entry.entity === 'candidate' && entry.id === id);
      if (change === undefined) continue;
      assert.equal(change.change, 'new');
      assert.equal(change.endpoint, `/candidates/${id}`);
      break;
    }
  });

  test('the feed gives every change once, page by page, and waits for more', async () => {
    const controller = new AbortController();
    const read = async (limit: number) => {
      const pages: ChangesResponse[] = [];
      for await (const page of client.changes.follow({ limit, entities: ['branch', 'user'], pollMs: 20 })) {
        pages.push(page);
        if (!page.hasMore) break;
      }
      return pages.flatMap(({ changes }) => changes.map(({ cursor }) => cursor));
    };
    const [byFives, atOnce] = [await read(5), await read(1000)];
    assert.ok(atOnce.length > 5);
    assert.deepEqual(byFives, atOnce);
    controller.abort();
  });

  test('an abort ends the feed without an error', async () => {
    const controller = new AbortController();
    let pages = 0;
    const signal = controller.signal;
    for await (const { hasMore } of client.changes.follow({ signal, limit: 1000, pollMs: 60_000 })) {
      pages++;
      if (!hasMore) setImmediate(() => controller.abort());
    }
    assert.ok(pages >= 1);
  });

  test('a cursor that is none is thrown, not waited for', async () => {
    await assert.rejects(client.changes.follow({ cursor: 'nonsense' }).next(), { name: 'BadRequestError' });
  });
}
