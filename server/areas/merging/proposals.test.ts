import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { proposalMaker } from '../../testing/makers/proposals.ts';
import { contentsOf, mergedMaker } from '../../testing/merged-candidates.ts';

const service = await startTestService();
const recruiter = await service.platform('recruiter');
const maker = mergedMaker(service, service.tenant.api, recruiter);
const make = await proposalMaker(service);

/** Proposes the candidate, and changes the proposal. */
async function propose(candidateId: number, requestId: number, ...changes: object[]): Promise<number> {
  const path = `/requests/${requestId}/proposals`;
  const added = await recruiter.post(path, { candidateIds: [candidateId] });
  assert.equal(added.status, 200, added.text);
  const { id } = added.body.proposals[0];
  for (const change of changes) {
    const { status, text } = await recruiter.put(`${path}/${id}`, change);
    assert.equal(status, 204, text);
  }
  return id;
}

test('of two open proposals on a request, the one that has come further remains', async () => {
  const [shared, other] = [await make.request(), await make.request()];
  const [kept, merged] = [await make.candidate(), await make.candidate({ lastName: 'Mustermann' })];
  await propose(kept, shared, { status: 'proposed', comment: 'Kann ab Mai' });
  await propose(merged, shared, { status: 'declined' });
  await propose(merged, shared, {
    rate: { amount: 18.5, unit: 'hour', currency: 'EUR' },
    status: 'accepted',
  });
  await propose(merged, other);
  const before = [await contentsOf(service, kept), await contentsOf(service, merged)];
  const proposalsOf = async (id: number) =>
    (await recruiter.get(`/candidates/${id}/proposals`)).body.proposals
      .map(({ requestId, status, comment, rate }: Record<string, unknown>) => ({
        ...{ requestId, status, comment },
        amount: (rate as { amount: number } | null)?.amount ?? null,
      }))
      .sort((a: { status: string }, b: { status: string }) => a.status.localeCompare(b.status));
  const history = async (requestId: number) =>
    (await recruiter.get(`/requests/${requestId}/history`)).body.entries.length;
  const [ofShared, ofOther] = [await history(shared), await history(other)];
  const mergeId = await maker.mergeOf(kept, merged);
  assert.deepEqual(await proposalsOf(kept), [
    { requestId: shared, status: 'accepted', comment: 'Kann ab Mai', amount: 18.5 },
    { requestId: shared, status: 'declined', comment: null, amount: null },
    { requestId: other, status: 'shortlisted', comment: null, amount: null },
  ]);
  assert.ok((await history(shared)) > ofShared && (await history(other)) > ofOther);
  const { candidateId, notRestored } = (await maker.undo(kept, mergeId)).body;
  assert.deepEqual(notRestored, []);
  assert.deepEqual([await contentsOf(service, kept), await contentsOf(service, candidateId)], before);
});

test('what nobody has changed of a united proposal is as before, although something else of it was changed', async () => {
  const request = await make.request();
  const [kept, merged] = [await make.candidate(), await make.candidate({ lastName: 'Mustermann' })];
  const id = await propose(kept, request);
  const rate = { amount: 18.5, unit: 'hour', currency: 'EUR' };
  await propose(merged, request, { rate, status: 'accepted' });
  const mergeId = await maker.mergeOf(kept, merged);
  assert.equal(
    (await recruiter.put(`/requests/${request}/proposals/${id}`, { status: 'placed' })).status,
    204,
  );
  const { body } = await maker.undo(kept, mergeId);
  assert.deepEqual(body.notRestored, [{ what: 'proposals', reason: 'changed', count: 1 }]);
  const [own] = (await recruiter.get(`/candidates/${kept}/proposals`)).body.proposals;
  assert.deepEqual([own.status, own.rate], ['placed', null]);
  const [other] = (await recruiter.get(`/candidates/${body.candidateId}/proposals`)).body.proposals;
  assert.deepEqual([other.status, other.rate], ['accepted', rate]);
});

test('a rate and the dates of a status are as before only as a whole', async () => {
  const [rate, changed] = [
    { amount: 20, unit: 'hour', currency: 'EUR' },
    { amount: 22, unit: 'hour', currency: 'EUR' },
  ];
  const cases = [
    {
      merged: [{ rate, status: 'accepted' }],
      since: [{ rate: changed }],
      status: 'shortlisted',
      rate: changed,
    },
    {
      merged: [{ status: 'accepted' }, { status: 'placed' }],
      since: [{ status: 'accepted' }, { status: 'placed' }],
      status: 'placed',
      rate: null,
    },
  ];
  for (const { merged: changes, since, ...expected } of cases) {
    const request = await make.request();
    const [kept, merged] = [await make.candidate(), await make.candidate({ lastName: 'Mustermann' })];
    const id = await propose(kept, request);
    await propose(merged, request, ...changes);
    const mergeId = await maker.mergeOf(kept, merged);
    for (const change of since) {
      await service.clock.advance(1000);
      assert.equal((await recruiter.put(`/requests/${request}/proposals/${id}`, change)).status, 204);
    }
    const { status, text, body } = await maker.undo(kept, mergeId);
    assert.equal(status, 200, text);
    assert.deepEqual(body.notRestored, [{ what: 'proposals', reason: 'changed', count: 1 }]);
    const [own] = (await recruiter.get(`/candidates/${kept}/proposals`)).body.proposals;
    assert.deepEqual({ status: own.status, rate: own.rate }, expected);
  }
});
