import assert from 'node:assert/strict';
import type { Real } from './call.ts';
import { type Model, ofDetails, ofModel } from './model.ts';

const STREAM = '/candidates/export/candidates/changes';

/** Compares everything that the service shows of a tenant's candidates with the model. */
export async function compare(model: Model, real: Real, hour: string): Promise<void> {
  await compareRecords(model, real);
  await real.service.settle();
  await compareExport(model, real);
  await compareFeed(model, real);
  await compareWindow(model, real, hour);
}

/** Details and list. */
async function compareRecords(model: Model, { tenant: { api } }: Real): Promise<void> {
  const expected = [...model.candidates.values()].map(ofModel);
  for (const candidate of expected) {
    const { body } = await api.get(`/candidates/${candidate.id}`);
    assert.deepEqual(ofDetails(body), candidate, 'the details differ');
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
}

async function compareExport(model: Model, { tenant: { api } }: Real): Promise<void> {
  const exported = await api.get('/candidates/export/candidates');
  const expected = [...model.candidates.values()].map(ofModel);
  assert.deepEqual(exported.body.candidates.map(ofDetails), expected, 'the export differs');
}

interface FeedCount {
  new: number;
  modified: number;
  deleted: number;
}

/** Each candidate is created once, modified as often as the model says, and deleted once if it was erased. */
async function compareFeed(model: Model, real: Real): Promise<void> {
  const { candidates, documents } = await countFeed(real);
  for (const { id, modifications } of model.candidates.values()) {
    const expected = { new: 1, modified: modifications, deleted: 0 };
    assert.deepEqual(candidates.get(id), expected, 'the feed differs');
  }
  for (const candidateId of model.erased) {
    const count = candidates.get(candidateId);
    assert.deepEqual([count?.new, count?.deleted], [1, 1], 'the feed of an erased candidate differs');
  }
  assert.equal(candidates.size, model.candidates.size + model.erased.size);
  const uploaded = [...model.candidates.values()].reduce((sum, one) => sum + one.documents.length, 0);
  assert.equal(documents.new - documents.deleted, uploaded, 'the feed of documents differs');
}

async function countFeed({
  tenant: { api },
}: Real): Promise<{ candidates: Map<number, FeedCount>; documents: FeedCount }> {
  const candidates = new Map<number, FeedCount>();
  const documents = { new: 0, modified: 0, deleted: 0 };
  let cursor = '';
  for (let hasMore = true; hasMore; ) {
    const { body } = await api.get(`/changes?limit=200${cursor && `&cursor=${cursor}`}`);
    for (const { entity, id, change } of body.changes) {
      if (entity === 'document') documents[change as keyof FeedCount]++;
      if (entity !== 'candidate') continue;
      const count = candidates.get(id) ?? { new: 0, modified: 0, deleted: 0 };
      count[change as keyof FeedCount]++;
      candidates.set(id, count);
    }
    cursor = body.nextCursor;
    hasMore = body.hasMore;
  }
  return { candidates, documents };
}

/** The window of the current hour, in which everything happened. */
async function compareWindow(model: Model, { tenant: { api } }: Real, hour: string): Promise<void> {
  const { body: window } = await api.get(`${STREAM}/${hour}`);
  const ids = (entries: { id: number }[]) => entries.map(({ id }) => id).sort((a, b) => a - b);
  const sorted = (numbers: Iterable<number>) => [...numbers].sort((a, b) => a - b);
  assert.deepEqual(
    { new: ids(window.new), modified: ids(window.modified), deleted: ids(window.deleted) },
    { new: sorted(model.candidates.keys()), modified: [], deleted: sorted(model.erased) },
    'the window differs',
  );
}
