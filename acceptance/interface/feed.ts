import assert from 'node:assert/strict';
import type { ChangeDto } from '../../sdk/index.ts';
import { eventually, refused, shows } from '../expect.ts';
import { candidate, NOBODY, site } from '../given.ts';
import { client } from '../installation.ts';
import { rule } from '../rule.ts';

/** The current position of the feed. Even an empty export returns it. */
async function currentCursor(): Promise<string> {
  const stream = await client.candidates.export.stream({ startDate: '2001-01-01', endDate: '2001-01-01' });
  stream.cancel();
  return stream.streamPosition!;
}

/** Reads the feed from the cursor until it has the expected number of changes of this record. */
async function changesOf(entity: string, id: number, cursor: string, expected: number): Promise<ChangeDto[]> {
  const seen: ChangeDto[] = [];
  let next = cursor;
  return eventually(`${expected} changes of the ${entity}`, async () => {
    const page = await client.changes.list({ cursor: next, limit: 100 });
    next = page.nextCursor;
    seen.push(...page.changes.filter((change) => change.entity === entity && change.id === id));
    return seen.length >= expected && !page.hasMore ? seen : undefined;
  });
}

rule('feed.everyChangeOnce', 'A reader sees each change once, in order', async () => {
  const cursor = await currentCursor();
  const id = await candidate();
  await client.candidates.change(id, { title: 'Dr.' });
  await client.candidates.setStatus(id, { statusId: 2005 });
  const changes = await changesOf('candidate', id, cursor, 3);
  assert.deepEqual(
    changes.map(({ change }) => change),
    ['new', 'modified', 'modified'],
  );
  assert.equal(changes[0]!.endpoint, `/candidates/${id}`);
  assert.deepEqual(await changesOf('candidate', id, cursor, 3), changes, 'the same changes when read again');
});

rule('feed.cursor', 'A reader that continues after a change does not see it again', async () => {
  const cursor = await currentCursor();
  const id = await candidate();
  const [created] = await changesOf('candidate', id, cursor, 1);
  await client.candidates.change(id, { title: 'Dr.' });
  const rest = await changesOf('candidate', id, created!.cursor, 1);
  assert.deepEqual(
    rest.map(({ change }) => change),
    ['modified'],
  );
});

rule('feed.limit', 'A page has as many changes as requested', async () => {
  const page = await client.changes.list({ limit: 2 });
  assert.deepEqual([page.changes.length, page.hasMore], [2, true]);
  assert.equal(page.nextCursor, page.changes[1]!.cursor);
  for (const limit of [0, 1001]) await refused(client.changes.list({ limit }), { limit: 'range' });
});

rule('feed.entities', 'A feed of companies has no candidates', async () => {
  const { changes } = await client.changes.list({ entities: ['company', 'site'], limit: 100 });
  for (const { entity } of changes) assert.ok(['company', 'site'].includes(entity));
  await refused(client.changes.list({ entities: ['company', 'planet' as 'site'] }), { entities: 'enum' });
});

rule('feed.deletedRecords', 'The change of a deleted work location has no endpoint', async () => {
  const { customerId, siteId } = await site();
  const cursor = await currentCursor();
  const { id } = await client.workLocations.create(customerId, siteId, { description: 'Halle 3' });
  await client.workLocations.delete(customerId, siteId, id);
  const changes = await changesOf('location', id, cursor, 2);
  shows(changes.at(-1)!, { change: 'deleted', endpoint: null });
});

rule(
  ['feed.afterExport', 'candidates.exportPosition'],
  'The feed continues after the export without a gap',
  async () => {
    const before = await candidate();
    const stream = await client.candidates.export.stream();
    const exported = new Set<number>();
    for await (const { id } of stream) exported.add(id);
    const after = await candidate();
    assert.ok(exported.has(before) && !exported.has(after));
    const [change] = await changesOf('candidate', after, stream.streamPosition!, 1);
    assert.equal(change!.change, 'new');
    const { changes } = await client.changes.list({ cursor: stream.streamPosition!, limit: 1000 });
    assert.ok(!changes.some(({ entity, id }) => entity === 'candidate' && id === before));
  },
);

rule('feed.inventory', 'A new candidate is in the inventory', async () => {
  const id = await candidate();
  let found: unknown;
  for await (const record of client.changes.inventory.stream({ entities: ['candidate'] }))
    if (record.id === id) found = record;
  assert.deepEqual(found, { entity: 'candidate', id, endpoint: `/candidates/${id}` });
});

rule('feed.badCursor', 'An invalid cursor is rejected', async () => {
  await refused(client.changes.list({ cursor: String(NOBODY) }), { cursor: 'format' });
});
