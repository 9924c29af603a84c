import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { callDuring, untilWaiting } from '../../testing/held-transaction.ts';
import { proposalMaker } from '../../testing/makers/proposals.ts';

const service = await startTestService();
const { recruiter, candidate, request } = await proposalMaker(service);

async function merge(keptId: number, mergedCandidateId: number): Promise<number> {
  const { status, body, text } = await recruiter.post(`/candidates/${keptId}/merge`, { mergedCandidateId });
  assert.equal(status, 200, text);
  return body.id;
}

/** Two candidates who were said to be two people. */
async function twoPeople(): Promise<[number, number]> {
  const [one, merged] = [await candidate(), await candidate()];
  const path = `/candidates/${one}/merges/${await merge(one, merged)}/undo`;
  const { body } = await recruiter.post(path);
  return [one, body.candidateId];
}

test('two merges at once do not wait for the candidates of each other', async () => {
  const [[kept, other], [otherKept, merged]] = [await twoPeople(), await twoPeople()];
  const requestId = await request();
  const { status } = await recruiter.post(`/requests/${requestId}/proposals`, {
    candidateIds: [merged, other],
  });
  assert.equal(status, 200);
  // Both have locked their candidates when they wait, and go on at the same time, to the one whom the other has locked.
  await callDuring(
    service,
    'SELECT FROM customer_request_proposal WHERE customer_request_id = $1 FOR UPDATE',
    [requestId],
    () => Promise.all([merge(kept, merged), merge(otherKept, other)]),
    2,
  );
  const { body } = await recruiter.get(`/requests/${requestId}/proposals`);
  assert.deepEqual(
    body.proposals.map(({ candidateId }: { candidateId: number }) => candidateId).sort(),
    [kept, otherKept].sort(),
  );
});

test('a document that is deleted while its candidate is merged is gone', async () => {
  const [merged, kept] = [await candidate(), await candidate()];
  const { body } = await service.tenant.api.post(`/candidates/${merged}/documents/other`, {
    filename: 'a.txt',
    base64File: btoa('text'),
  });
  // The merge has locked the candidate of the document when it waits for the other one.
  const [, deleted] = await callDuring(
    service,
    'SELECT FROM candidate WHERE id = $1 FOR UPDATE',
    [kept],
    async () => {
      const merging = merge(kept, merged);
      await untilWaiting(service, 1);
      return Promise.all([merging, recruiter.delete(`/documents/${body.id}`)]);
    },
    2,
  );
  assert.equal(deleted.status, 204, deleted.text);
  assert.deepEqual((await service.tenant.api.get(`/candidates/${kept}`)).body.documents, []);
});
