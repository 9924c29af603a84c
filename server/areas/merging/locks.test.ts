import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { callDuring, type Holder, untilWaiting } from '../../testing/held-transaction.ts';
import { proposalMaker } from '../../testing/makers/proposals.ts';
import { applyCv } from '../documents/cv/apply.ts';

const service = await startTestService();
const { api, id: tenantId } = service.tenant;
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

/** A merge of the candidate of a document, and what is done with the document when the merge has locked that candidate. */
async function mergeDuring<T>(
  work: (documentId: number) => Promise<T>,
): Promise<{ kept: number; result: T }> {
  const [merged, kept] = [await candidate(), await candidate()];
  const { body } = await api.post(`/candidates/${merged}/documents/cv`, {
    filename: 'a.pdf',
    base64File: btoa('%PDF-1.7'),
  });
  const lock = 'SELECT FROM candidate WHERE id = $1 FOR UPDATE';
  const mergeAndWork = async (holder: Holder) => {
    const merging = merge(kept, merged);
    await untilWaiting(holder);
    const [, result] = await Promise.all([merging, work(body.id)]);
    return result;
  };
  return { kept, result: await callDuring(service, lock, [kept], mergeAndWork, 2) };
}

test('an application that is moved while its candidate is merged, or taken apart again, is moved', async () => {
  const [merged, kept] = [await candidate(), await candidate()];
  const { body } = await api.post(`/candidates/${merged}/apply`, { recruiterId: recruiter.user.id });
  let mergeId = 0;
  const moveDuring = (lock: string, id: number, stage: string, other: () => Promise<unknown>) =>
    callDuring(
      service,
      lock,
      [id],
      async (holder) => {
        const others = other();
        await untilWaiting(holder);
        const [moved] = await Promise.all([
          recruiter.put(`/applications/${body.id}/stage`, { stage }),
          others,
        ]);
        assert.equal(moved.status, 204, moved.text);
      },
      2,
    );
  await moveDuring('SELECT FROM candidate WHERE id = $1 FOR UPDATE', kept, 'interview', async () => {
    mergeId = await merge(kept, merged);
  });
  let apart = 0;
  await moveDuring('SELECT FROM candidate_merge WHERE id = $1 FOR UPDATE', mergeId, 'rejected', async () => {
    apart = (await recruiter.post(`/candidates/${kept}/merges/${mergeId}/undo`)).body.candidateId;
  });
  const { applies, statusId } = (await api.get(`/candidates/${apart}`)).body;
  assert.deepEqual(
    [statusId, applies.find(({ id }: { id: number }) => id === body.id).stage],
    [2004, 'rejected'],
  );
});

test('a document that is deleted while its candidate is merged is gone', async () => {
  const { kept, result } = await mergeDuring((id) => recruiter.delete(`/documents/${id}`));
  assert.equal(result.status, 204, result.text);
  assert.deepEqual((await api.get(`/candidates/${kept}`)).body.documents, []);
});

test('a CV that cannot be read while its candidate is merged says so afterwards', async () => {
  const { kept, result } = await mergeDuring(async (id) => {
    await applyCv(service.services, tenantId, id);
    return id;
  });
  const { body } = await api.get(`/candidates/export/documents/${result}`);
  assert.deepEqual([body.candidateId, body.cvParsingState], [kept, 'failed']);
});

test('a merge and an erasure that change the pairs of the same candidates do not end each other', async () => {
  const admin = await service.platform('admin');
  const [merged, kept, erased] = [await candidate(), await candidate(), await candidate()];
  // In this order, the erasure deletes the pair of the merged candidate, and then waits for that of the kept one.
  for (const first of [merged, kept])
    await service.sql(
      `INSERT INTO duplicate_pair (tenant_id, first_id, second_id, matched_on, score, dismissed_on, dismissed_at, dismissed_by)
       VALUES ($1, $2, $3, '{name}', 50, '{name}', clock_now(), $4)`,
      [tenantId, first, erased, recruiter.user.id],
    );
  const { body } = await api.post(`/candidates/${merged}/documents/cv`, {
    filename: 'a.pdf',
    base64File: btoa('%PDF-1.7'),
  });
  const mergeAndErase = async (holder: Holder) => {
    const merging = merge(kept, merged);
    await untilWaiting(holder);
    const [, erasure] = await Promise.all([merging, admin.delete(`/candidates/${erased}`)]);
    return erasure;
  };
  const lock = 'SELECT FROM document WHERE id = $1 FOR UPDATE';
  const { status, text } = await callDuring(service, lock, [body.id], mergeAndErase, 2);
  assert.equal(status, 204, text);
  assert.equal((await recruiter.get(`/candidates/${kept}`)).status, 200);
});

for (const withIfMatch of [false, true])
  test(`a task that is given to a candidate during a merge stays with it, ${withIfMatch ? 'with' : 'without'} If-Match`, async () => {
    const [merged, kept] = [await candidate(), await candidate()];
    const { body: task } = await recruiter.post('/tasks', { title: 'Anrufen', candidateId: merged });
    const path = `/tasks/${task.id}`;
    const etag = (await recruiter.get(path)).headers.get('etag')!;
    const { body: document } = await api.post(`/candidates/${merged}/documents/cv`, {
      filename: 'a.pdf',
      base64File: btoa('%PDF-1.7'),
    });
    // The merge has locked both candidates when it waits for the document, and goes on to the tasks.
    const mergeAndMove = async (holder: Holder) => {
      const merging = merge(kept, merged);
      await untilWaiting(holder);
      const headers: Record<string, string> = withIfMatch ? { 'if-match': etag } : {};
      const [, moved] = await Promise.all([merging, recruiter.put(path, { candidateId: kept }, { headers })]);
      return moved;
    };
    const lock = 'SELECT FROM document WHERE id = $1 FOR UPDATE';
    const { status, text } = await callDuring(service, lock, [document.id], mergeAndMove, 2);
    // The merge has given the task to the candidate, so it is no longer the one that was read.
    assert.equal(status, withIfMatch ? 412 : 204, text);
    assert.equal((await recruiter.get(path)).body.candidateId, kept);
  });

test('a task that is given to an application of its candidate during an erasure goes with them', async () => {
  const admin = await service.platform('admin');
  const erased = await candidate();
  const { body: application } = await api.post(`/candidates/${erased}/apply`, {
    recruiterId: recruiter.user.id,
  });
  const about = { title: 'Anrufen', candidateId: erased };
  const { body: earlier } = await recruiter.post('/tasks', about);
  const { body: task } = await recruiter.post('/tasks', about);
  // The erasure has deleted the application when it waits for the earlier task, and goes on to the other one.
  const eraseAndMove = async (holder: Holder) => {
    const erasing = admin.delete(`/candidates/${erased}`);
    await untilWaiting(holder);
    return Promise.all([erasing, recruiter.put(`/tasks/${task.id}`, { applicationId: application.id })]);
  };
  const lock = 'SELECT FROM task WHERE id = $1 FOR UPDATE';
  const answers = await callDuring(service, lock, [earlier.id], eraseAndMove, 2);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [204, 404],
  );
});

test('an erasure with If-Match waits for a merge before it locks its candidate', async () => {
  const admin = await service.platform('admin');
  const [[kept], [merged, erased], requestId] = [await twoPeople(), await twoPeople(), await request()];
  const { status } = await recruiter.post(`/requests/${requestId}/proposals`, { candidateIds: [merged] });
  assert.equal(status, 200);
  const etag = (await admin.get(`/candidates/${erased}`)).headers.get('etag')!;
  // When the merge goes on, it needs the other one of the pair of its candidate, which is the one that is erased.
  const mergeAndErase = async (holder: Holder) => {
    const merging = merge(kept, merged);
    await untilWaiting(holder);
    const headers = { 'if-match': etag };
    const [, erasure] = await Promise.all([merging, admin.delete(`/candidates/${erased}`, { headers })]);
    return erasure;
  };
  const lock = 'SELECT FROM customer_request_proposal WHERE customer_request_id = $1 FOR UPDATE';
  const erasure = await callDuring(service, lock, [requestId], mergeAndErase, 2);
  assert.equal(erasure.status, 204, erasure.text);
});
