import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourPath } from '../../testing/change-windows.ts';
import { type Api, startTestService } from '../../testing/harness.ts';
import { mergedMaker } from '../../testing/merged-candidates.ts';

// What an integrator sees of a merge: where the id that was merged has gone.

const service = await startTestService();
await service.clock.enterNext('hour');
const { api } = service.tenant;
const recruiter = await service.platform('recruiter');
const admin = await service.platform('admin');
const maker = mergedMaker(service, api, recruiter);
const { mergeOf } = maker;

interface Deletion {
  id: number;
  mergedIntoId?: number | null;
}

async function deletionsInFeed(): Promise<Map<number, number | null | undefined>> {
  await service.settle();
  const { changes } = (await api.get('/changes?entities=candidate&limit=1000')).body;
  const deletions = changes.filter(({ change }: { change: string }) => change === 'deleted');
  return new Map(deletions.map(({ id, mergedIntoId }: Deletion) => [id, mergedIntoId]));
}

async function windowOfHour() {
  await service.settle();
  const response = await api.get(hourPath(service.clock.now()));
  assert.equal(response.status, 200, response.text);
  return response.body as { new: Deletion[]; modified: Deletion[]; deleted: Deletion[] };
}

async function messageOf(id: number, reader: Api = api): Promise<string> {
  const response = await reader.get(`/candidates/${id}`);
  assert.equal(response.status, 404, response.text);
  return response.body.message;
}

const goneTo = (id: number) =>
  `Candidate not found: it was merged into candidate ${id}. Read that candidate instead.`;

test('the deletion in the feed and in the windows says which candidate has the data, and an erasure says none', async () => {
  const [first, second, third, erased] = [
    await maker.candidate(),
    await maker.candidate(),
    await maker.candidate(),
    await maker.candidate(),
  ];
  await mergeOf(second, first);
  await mergeOf(third, second);
  assert.equal((await admin.delete(`/candidates/${erased}`)).status, 204);
  const expected = [
    [first, second],
    [second, third],
    [erased, null],
  ];
  const feed = await deletionsInFeed();
  assert.deepEqual(
    expected.map(([id]) => [id, feed.get(id!)]),
    expected,
  );
  const { new: created, modified, deleted } = await windowOfHour();
  const window = new Map(deleted.map(({ id, mergedIntoId }) => [id, mergedIntoId]));
  assert.deepEqual(
    expected.map(([id]) => [id, window.get(id!)]),
    expected,
  );
  for (const entry of [...created, ...modified])
    assert.deepEqual(Object.keys(entry), ['id', 'rowGuid', 'officeId', 'changedAtUtc']);
  const { changes } = (await api.get(`/changes?entities=candidate&limit=1000`)).body;
  for (const { change, mergedIntoId } of changes) if (change !== 'deleted') assert.equal(mergedIntoId, null);
});

test('reading an old id says where the data are, through several merges, after an undo, and until they are erased', async () => {
  const [one, other, last] = [await maker.candidate(), await maker.candidate(), await maker.candidate()];
  const mergeId = await mergeOf(other, one);
  assert.equal(await messageOf(one), goneTo(other));
  const lastMergeId = await mergeOf(last, other);
  assert.deepEqual([await messageOf(one), await messageOf(other)], [goneTo(last), goneTo(last)]);
  assert.equal((await recruiter.get(`/candidates/merged?candidateId=${one}`)).body.merged.candidateId, last);

  const later = await maker.undo(last, lastMergeId);
  assert.equal(later.status, 200, later.text);
  const between = later.body.candidateId;
  assert.deepEqual([await messageOf(one), await messageOf(other)], [goneTo(between), goneTo(between)]);
  const undone = await maker.undo(between, mergeId);
  assert.equal(undone.status, 200, undone.text);
  assert.equal(await messageOf(one), goneTo(undone.body.candidateId));
  assert.equal((await admin.delete(`/candidates/${between}`)).status, 204);
  assert.equal(await messageOf(other), 'Candidate not found.');
  assert.equal(await messageOf(one), goneTo(undone.body.candidateId));
});

test('another tenant does not learn that a candidate was merged', async () => {
  const [kept, merged] = [await maker.candidate(), await maker.candidate()];
  await mergeOf(kept, merged);
  const stranger = await service.createTenant();
  assert.equal(await messageOf(merged, stranger.api), 'Candidate not found.');
});

test('an undo makes a candidate with another id and another rowGuid, and an id in another system is free after a merge', async () => {
  const [kept, merged] = [
    await maker.candidate({ importExternalId: 'person-1' }),
    await maker.candidate({ importExternalId: 'person-2' }),
  ];
  const before = (await api.get(`/candidates/${merged}`)).body;
  const undone = await maker.undo(kept, await mergeOf(kept, merged));
  assert.equal(undone.status, 200, undone.text);
  const { candidateId } = undone.body;
  const after = (await api.get(`/candidates/${candidateId}`)).body;
  assert.equal(after.importExternalId, 'person-2');
  assert.notEqual(candidateId, merged);
  assert.notEqual(after.rowGuid, before.rowGuid);

  await mergeOf(kept, candidateId);
  assert.equal((await api.get(`/candidates/${kept}`)).body.importExternalId, 'person-1');
  const person = { firstName: 'Ada', lastName: 'Muster', importExternalId: 'person-2' };
  assert.equal((await api.post('/candidates', person)).status, 200);
});
