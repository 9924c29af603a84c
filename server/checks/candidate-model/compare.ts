import assert from 'node:assert/strict';
import type { Real } from './call.ts';
import { type Model, ofDetails, ofModel } from './model.ts';

const STREAM = '/candidates/export/candidates/changes';

/** Compares everything the service shows of a tenant's candidates with the model. */
export async function compare(model: Model, { service, tenant }: Real, hour: string): Promise<void> {
  const { api } = tenant;
  const expected = [...model.candidates.values()].map(ofModel);
  for (const candidate of expected) {
    assert.deepEqual(
      ofDetails((await api.get(`/candidates/${candidate.id}`)).body),
      candidate,
      'the detail differs',
    );
  }
  for (const candidateId of model.erased)
    assert.equal((await api.get(`/candidates/${candidateId}`)).status, 404);

  const list = await api.get('/candidates');
  assert.deepEqual(
    list.body.candidates.map(({ id, lastName, email, statusId, isVisible }: Record<string, unknown>) => ({
      id,
      lastName,
      email,
      statusId,
      isVisible,
    })),
    expected.map(({ id, lastName, contact, statusId, isVisible }) => ({
      id,
      lastName,
      email: contact.email,
      statusId,
      isVisible,
    })),
    'the list differs',
  );

  await service.settle();
  const exported = await api.get('/candidates/export/candidates');
  assert.deepEqual(exported.body.candidates.map(ofDetails), expected, 'the export differs');

  // The feed: each candidate created once, modified as often as the model says, deleted once when erased.
  const counts = new Map<number, { new: number; modified: number; deleted: number }>();
  const documents = new Map<string, number>();
  let cursor = '';
  for (let hasMore = true; hasMore; ) {
    const { body } = await api.get(`/changes?limit=200${cursor && `&cursor=${cursor}`}`);
    for (const { entity, id, change } of body.changes) {
      if (entity === 'candidate') {
        const count = counts.get(id) ?? { new: 0, modified: 0, deleted: 0 };
        count[change as 'new']++;
        counts.set(id, count);
      } else {
        documents.set(`${entity} ${change}`, (documents.get(`${entity} ${change}`) ?? 0) + 1);
      }
    }
    cursor = body.nextCursor;
    hasMore = body.hasMore;
  }
  for (const candidate of model.candidates.values()) {
    assert.deepEqual(
      counts.get(candidate.id),
      { new: 1, modified: candidate.modifications, deleted: 0 },
      'the feed differs',
    );
  }
  for (const candidateId of model.erased) {
    const count = counts.get(candidateId);
    assert.deepEqual([count?.new, count?.deleted], [1, 1], 'the feed of an erased candidate differs');
  }
  assert.equal(counts.size, model.candidates.size + model.erased.size);
  const uploaded = [...model.candidates.values()].reduce(
    (sum, candidate) => sum + candidate.documents.length,
    0,
  );
  assert.equal(
    (documents.get('document new') ?? 0) - (documents.get('document deleted') ?? 0),
    uploaded,
    'the feed of documents differs',
  );

  // The window of the running hour, in which everything happened.
  const { body: window } = await api.get(`${STREAM}/${hour}`);
  const ids = (entries: { id: number }[]) => entries.map(({ id }) => id).sort((a, b) => a - b);
  const sorted = (numbers: Iterable<number>) => [...numbers].sort((a, b) => a - b);
  assert.deepEqual(
    { new: ids(window.new), modified: ids(window.modified), deleted: ids(window.deleted) },
    { new: sorted(model.candidates.keys()), modified: [], deleted: sorted(model.erased) },
    'the window differs',
  );
}
