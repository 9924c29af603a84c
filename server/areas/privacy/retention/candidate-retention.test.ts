import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import {
  HIRED,
  LONG_AGO,
  NOW,
  type RetentionWorld,
  retentionMaker,
} from '../../../testing/makers/retention.ts';

const make = await retentionMaker(await startTestService());
const { createWorld, createCandidate, apply, move, createClosed, dueIds, setRule } = make;

/** From when on the erasure is proposed, and what keeps the candidate. */
async function retention({ admin }: RetentionWorld, candidateId: number) {
  const response = await admin.get(`/candidates/${candidateId}/retention`);
  assert.equal(response.status, 200, response.text);
  return response.body;
}

test('each candidate has the day from which erasure is proposed, or what keeps the candidate', async () => {
  const world = await createWorld();
  const { api } = world.tenant;
  const kept = (keptBy: string) => ({ dueFromUtc: null, keptBy });
  const candidateId = await createCandidate(world);
  assert.deepEqual(await retention(world, candidateId), kept('noApplication'));
  const first = await apply(world, candidateId);
  const second = await apply(world, candidateId);
  await move(world, first, 'rejected', '2031-03-31T22:00:00Z');
  for (const stage of ['inReview', 'interview', 'offer', 'new']) {
    await move(world, second, stage);
    assert.deepEqual(await retention(world, candidateId), kept('openApplication'), stage);
  }
  await move(world, second, 'withdrawn', '2031-02-01T10:00:00Z');
  // The last day of September is the 30th, and the last application counts.
  const dueFromUtc = '2031-10-01T00:00:00.000Z';
  assert.deepEqual(await retention(world, candidateId), { dueFromUtc, keptBy: null });

  await world.admin.put(`/candidates/${candidateId}/hold`, { reason: 'Claim' });
  assert.deepEqual(await retention(world, candidateId), { dueFromUtc, keptBy: 'hold' });
  await world.admin.delete(`/candidates/${candidateId}/hold`);
  await setRule(world, 1);
  assert.deepEqual(await retention(world, candidateId), {
    dueFromUtc: '2031-05-01T00:00:00.000Z',
    keptBy: null,
  });
  await setRule(world, null);
  assert.deepEqual(await retention(world, candidateId), kept('noRule'));
  await setRule(world, 6);
  await api.put(`/candidates/${candidateId}/status`, { statusId: HIRED });
  assert.deepEqual(await retention(world, candidateId), kept('employment'));

  const employed = await createCandidate(world);
  await move(world, await apply(world, employed), 'hired', LONG_AGO);
  await move(world, await apply(world, employed), 'interview', LONG_AGO);
  assert.deepEqual(await retention(world, employed), kept('employment'));
  const other = await createWorld();
  assert.equal((await other.admin.get(`/candidates/${candidateId}/retention`)).status, 404);
});

test('the list of those who are due has exactly the candidates whose day has come', async () => {
  const world = await createWorld();
  const ids: number[] = [];
  for (const closed of ['2031-01-15T23:59:59Z', '2031-01-16T00:00:00Z', LONG_AGO])
    for (const change of ['none', 'hold', 'again', 'hired', 'reopened'] as const) {
      const id = await createClosed(world, closed);
      ids.push(id);
      if (change === 'hold') await world.admin.put(`/candidates/${id}/hold`, { reason: 'Claim' });
      if (change === 'again') await apply(world, id);
      if (change === 'hired') await world.tenant.api.put(`/candidates/${id}/status`, { statusId: HIRED });
      if (change === 'reopened') await move(world, await apply(world, id), 'withdrawn', NOW);
    }
  ids.push(await createCandidate(world));
  const expected: number[] = [];
  for (const id of ids) {
    const { dueFromUtc, keptBy } = await retention(world, id);
    if (keptBy === null && Date.parse(dueFromUtc) <= Date.parse(NOW)) expected.push(id);
  }
  assert.equal(expected.length, 2);
  assert.deepEqual(
    (await dueIds(world)).toSorted((a, b) => a - b),
    expected,
  );
});
