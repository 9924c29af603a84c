import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { callDuring, type Holder, untilWaiting } from '../../../testing/held-transaction.ts';
import { externalApplication } from '../../../testing/makers/applications.ts';
import { mergedMaker } from '../../../testing/merged-candidates.ts';
import { newEmail } from '../../../testing/portal-applications.ts';
import { FILLED_IN, insertAd, Visitor } from '../../../testing/portal-visitor.ts';

// Someone else removes or merges what an application refers to while it is being stored.

const service = await startTestService();
const { api } = service.tenant;
const visitor = new Visitor(service);
const maker = mergedMaker(service, api, await service.platform('recruiter'));

const ARCHIVED = 23;
const ERASE = 'DELETE FROM candidate WHERE id = $1';
/** The views of its page, which the service stores some time after them, refer to an ad. */
const DELETE_AD = `
  WITH traffic AS (DELETE FROM job_ad_traffic WHERE job_ad_id = $1)
  DELETE FROM job_ad WHERE id = $1`;

test('an application from a person whose record is being erased creates a new candidate', async () => {
  const body = externalApplication();
  const { body: first } = await api.post('/candidates/applies/external', body);
  const response = await callDuring(service, ERASE, [first.id], () =>
    api.post('/candidates/applies/external', body),
  );
  assert.equal(response.status, 200, response.text);
  assert.equal(response.body.isNewCandidate, true);
  assert.equal((await api.get(`/candidates/${response.body.id}`)).body.contact.email, body.email);
  assert.equal((await api.get(`/candidates/${first.id}`)).status, 404);
});

test('a form from a person whose record is being erased creates a new candidate', async () => {
  const jobAdId = await insertAd(service);
  const email = newEmail();
  const { body: first } = await api.post('/candidates/applies/external', externalApplication({ email }));
  const token = await visitor.openForm(jobAdId);
  const page = await callDuring(service, ERASE, [first.id], () =>
    visitor.send(jobAdId, { ...FILLED_IN, email, token }),
  );
  assert.equal(page.status, 303, page.text);
  const { body } = await api.get(`/candidates/duplicates?email=${email}`, { skipResponseCheck: true });
  assert.doesNotMatch(JSON.stringify(body), new RegExp(`\\b${first.id}\\b`));
  assert.equal((await service.sql('SELECT 1 FROM candidate WHERE email = $1', [email])).length, 1);
});

/** An application that waits for the candidates of the other call, which waits until the row is free. */
async function applyDuring(other: () => Promise<unknown>, lock: string, lockedId: number, email: string) {
  const call = async (holder: Holder) => {
    const others = other();
    await untilWaiting(holder);
    const [response] = await Promise.all([
      api.post('/candidates/applies/external', externalApplication({ email })),
      others,
    ]);
    assert.equal(response.status, 200, response.text);
    return response.body;
  };
  return callDuring(service, lock, [lockedId], call, 2);
}

test('an application from a person who is being merged, or taken apart again, goes to who has the address then', async () => {
  const email = newEmail();
  const [merged, kept] = [await maker.candidate({ contact: { email } }), await maker.candidate()];
  let mergeId = 0;
  const merge = async () => {
    mergeId = (await maker.merge(kept, { mergedCandidateId: merged })).body.id;
  };
  const first = await applyDuring(merge, 'SELECT FROM candidate WHERE id = $1 FOR UPDATE', kept, email);
  assert.deepEqual([first.id, first.isNewCandidate], [kept, false]);

  let apart = 0;
  const undo = async () => {
    apart = (await maker.undo(kept, mergeId)).body.candidateId;
  };
  const lockMerge = 'SELECT FROM candidate_merge WHERE id = $1 FOR UPDATE';
  const second = await applyDuring(undo, lockMerge, mergeId, email);
  assert.deepEqual([second.id, second.isNewCandidate], [apart, false]);
});

test('an application from a person who is being merged does not go to an archived candidate with the address', async () => {
  const email = newEmail();
  const archived = await maker.candidate({ contact: { email } });
  assert.equal((await api.put(`/candidates/${archived}/status`, { statusId: ARCHIVED })).status, 200);
  const [merged, kept] = [await maker.candidate({ contact: { email } }), await maker.candidate()];
  const merge = () => maker.merge(kept, { mergedCandidateId: merged });
  const { id } = await applyDuring(merge, 'SELECT FROM candidate WHERE id = $1 FOR UPDATE', kept, email);
  assert.equal(id, kept);
});

// The harness fails if there was a deadlock.
test('an application that waits for one of two people with its address does not hold up their merge', async () => {
  const email = newEmail();
  const kept = await maker.candidate({ contact: { email } });
  const merged = await maker.candidate({ contact: { email } });
  const call = async (holder: Holder) => {
    const application = api.post('/candidates/applies/external', externalApplication({ email }));
    await untilWaiting(holder);
    assert.equal((await api.post(`/candidates/${kept}/keywords`, { keyword: 'Changed last' })).status, 200);
    return Promise.all([application, maker.merge(kept, { mergedCandidateId: merged })]);
  };
  // For this lock, only the two calls wait. The one that looks for new words to search would wait for FOR UPDATE.
  const lock = 'SELECT FROM candidate WHERE id = $1 FOR NO KEY UPDATE';
  const [application, merge] = await callDuring(service, lock, [merged], call, 2);
  assert.equal(merge.status, 200, merge.text);
  assert.equal(application.status, 200, application.text);
  assert.deepEqual([application.body.id, application.body.isNewCandidate], [kept, false]);
});

test('a form for an ad that is being deleted gets a page that says so', async () => {
  const jobAdId = await insertAd(service);
  const email = newEmail();
  const token = await visitor.openForm(jobAdId);
  const page = await callDuring(service, DELETE_AD, [jobAdId], () =>
    visitor.send(jobAdId, { ...FILLED_IN, email, token }),
  );
  assert.equal(page.status, 404, page.text);
  assert.equal((await service.sql('SELECT 1 FROM candidate WHERE email = $1', [email])).length, 0);
});
