import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { mergedMaker } from '../../testing/merged-candidates.ts';
import { indexMarked } from '../search/index.ts';

// What becomes of the pairs of a candidate who is merged into another one.

const service = await startTestService();
const recruiter = await service.platform('recruiter');
const maker = mergedMaker(service, service.tenant.api, recruiter);

interface Pair {
  id: number;
  first: { id: number };
  second: { id: number };
}

/** The open pairs of the candidate, by the id of the other one. */
async function pairsOf(id: number): Promise<Map<number, number>> {
  await indexMarked(service.services);
  const { status, body, text } = await recruiter.get(`/candidates/${id}/duplicates`);
  assert.equal(status, 200, text);
  return new Map(
    body.pairs.map((pair: Pair) => [pair.first.id === id ? pair.second.id : pair.first.id, pair.id]),
  );
}

async function dismiss(one: number, other: number): Promise<void> {
  const pairId = (await pairsOf(one)).get(other)!;
  assert.equal((await recruiter.put(`/duplicates/${pairId}/dismissal`)).status, 204);
}

/** The candidates who are not the same person as this one. */
async function dismissedOf(id: number): Promise<Map<number, number>> {
  const { body } = await recruiter.get('/duplicates?state=dismissed&limit=100');
  const pairs = (body.pairs as Pair[]).filter(({ first, second }) => first.id === id || second.id === id);
  return new Map(pairs.map((pair) => [pair.first.id === id ? pair.second.id : pair.first.id, pair.id]));
}

async function check(one: number, other: number): Promise<void> {
  const pairId = (await dismissedOf(one)).get(other)!;
  assert.equal((await recruiter.delete(`/duplicates/${pairId}/dismissal`)).status, 204);
}

async function merge(keptId: number, mergedCandidateId: number): Promise<void> {
  const { status, text } = await maker.merge(keptId, { mergedCandidateId });
  assert.equal(status, 200, text);
}

test('who is not the merged candidate is not the remaining one either, unless these two share more', async () => {
  const mobile = '0151 23456701';
  const shared = { email: 'family@example.org', mobile };
  const kept = await maker.candidate({ contact: shared });
  const merged = await maker.candidate({ contact: { mobile } });
  const third = await maker.candidate({ contact: { mobile } });
  const like = await maker.candidate({ contact: shared });
  for (const other of [third, like]) await dismiss(merged, other);
  assert.deepEqual([...(await pairsOf(kept)).keys()].sort(), [merged, third, like].sort());
  await merge(kept, merged);
  assert.deepEqual([...(await pairsOf(kept)).keys()], [like]);
});

test('what was dismissed for both stays dismissed when the remaining one has what both shared', async () => {
  const [email, phone] = ['both@example.org', '030 7654321'];
  const kept = await maker.candidate({ contact: { email } });
  const merged = await maker.candidate({ contact: { phone } });
  const third = await maker.candidate({ contact: { email, phone } });
  await dismiss(kept, third);
  await dismiss(merged, third);
  await merge(kept, merged);
  assert.deepEqual([...(await pairsOf(kept)).keys()], []);
});

test('an undo takes back what the merge said of the remaining candidate, and the new one has its dismissals', async () => {
  const mobile = '0151 23456702';
  const [kept, merged] = [
    await maker.candidate({ contact: { mobile } }),
    await maker.candidate({ contact: { mobile } }),
  ];
  const [open, decided, unlike] = [
    await maker.candidate({ contact: { mobile } }),
    await maker.candidate({ contact: { mobile } }),
    await maker.candidate({ contact: { mobile } }),
  ];
  for (const other of [open, decided, unlike]) await dismiss(merged, other);
  await dismiss(kept, unlike);
  const { body } = await maker.merge(kept, { mergedCandidateId: merged });
  assert.deepEqual([...(await pairsOf(kept)).keys()], []);
  assert.deepEqual([...(await dismissedOf(kept)).keys()].sort(), [open, decided, unlike].sort());
  // Somebody looks again at one of the pairs, and says the same.
  await check(kept, decided);
  await dismiss(kept, decided);
  const undone = await maker.undo(kept, body.id);
  assert.equal(undone.status, 200, undone.text);
  const { candidateId } = undone.body;
  assert.deepEqual([...(await pairsOf(kept)).keys()], [open]);
  assert.deepEqual([...(await pairsOf(candidateId)).keys()], []);
});
