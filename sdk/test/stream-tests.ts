import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChangesResponse, PermissionError } from '../index.ts';
import { connect, recordRequests } from './access.ts';
import { access } from './service.ts';

const ADA = { firstName: 'Ada', lastName: 'Muster' };

const client = connect(access);

test('a stream yields the records of the list in the same order', async () => {
  const { candidates } = await client.candidates.export();
  assert.ok(candidates.length > 100);
  const streamed: unknown[] = [];
  for await (const candidate of await client.candidates.export.stream()) streamed.push(candidate);
  assert.deepEqual(streamed, candidates);
});

test('a stream of a window names the list of each record', async () => {
  const { id } = await client.candidates.create(ADA);
  const today = (await client.candidates.get(id!)).createdAtUtc!.slice(0, 10);
  const window = await client.candidates.listChangesOfDay(today);
  const found: Record<string, unknown[]> = { new: [], modified: [], deleted: [] };
  for await (const { list, record } of await client.candidates.listChangesOfDay.stream(today))
    found[list]!.push(record);
  assert.ok(window.new.some((entry) => entry.id === id));
  assert.ok(found.new!.length >= window.new.length);
});

test('a stream can be iterated without awaiting it first', async () => {
  const { candidates } = await client.candidates.export();
  const ids: number[] = [];
  for await (const { id } of client.candidates.stream()) ids.push(id);
  assert.deepEqual(
    ids,
    candidates.map(({ id }) => id),
  );
  const few = client.candidates.stream();
  for await (const { id } of few) {
    assert.ok(id);
    break;
  }
  assert.ok((await few).streamPosition);
});

test('a stream that fails rejects its loop', async () => {
  const { fetch } = recordRequests((url, init) =>
    url.endsWith('/oauth/token') ? { ...init, body: `${init.body}&scope=branches%3Aread` } : init,
  );
  await assert.rejects(async () => {
    for await (const _ of connect(access, { fetch }).candidates.stream());
  }, PermissionError);
});

test('the inventory takes a list of record types', async () => {
  const found = new Set<string>();
  for await (const { entity } of client.changes.inventory.stream({ entities: ['branch', 'user'] }))
    found.add(entity);
  assert.deepEqual([...found].sort(), ['branch', 'user']);
});

test('a missing permission rejects before the first record', async () => {
  const { fetch } = recordRequests((url, init) =>
    url.endsWith('/oauth/token') ? { ...init, body: `${init.body}&scope=branches%3Aread` } : init,
  );
  await assert.rejects(connect(access, { fetch }).candidates.export.stream(), PermissionError);
});

test('a stream that was left early cannot be read again', async () => {
  const stream = await client.candidates.export.stream();
  for await (const candidate of stream) {
    assert.ok(candidate.id);
    break;
  }
  await assert.rejects(async () => {
    for await (const _ of stream);
  }, TypeError);
});

test('a stream can be cancelled before it is read', async () => {
  const stream = await client.candidates.export.stream();
  stream.cancel();
  await client.branches.list();
});

test('the feed continues where the export ended', async () => {
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

test('a quiet feed names the form of the records too', async () => {
  const stream = await client.changes.inventory.stream();
  stream.cancel();
  const { streamPosition, recordForm } = stream;
  assert.match(recordForm!, /^\d+$/);
  const query = { cursor: streamPosition! };
  for (let page = await client.changes.list(query); ; page = await client.changes.list(query)) {
    query.cursor = page.nextCursor;
    if (page.changes.length === 0) break;
  }
  for await (const page of client.changes.follow(query)) {
    assert.deepEqual([page.changes, page.recordForm], [[], recordForm]);
    break;
  }
});

test('the feed yields every change once, whatever the page size', async () => {
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

test('an invalid cursor is an error, not a retry', async () => {
  await assert.rejects(client.changes.follow({ cursor: 'nonsense' }).next(), { name: 'BadRequestError' });
});
