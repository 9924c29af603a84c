import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { countStored, newEmail } from '../../../testing/portal-applications.ts';
import { FILLED_IN, insertAd, pdf, Visitor } from '../../../testing/portal-visitor.ts';

const service = await startTestService();
const visitor = new Visitor(service);
const OTHER_PDF = new TextEncoder().encode('%PDF-1.4\n% another\n');

async function findCandidate(email: string) {
  const [row] = await service.sql<{ id: number }>('SELECT id FROM candidate WHERE email = $1', [email]);
  return (await service.tenant.api.get(`/candidates/${row!.id}`)).body;
}

test('a double click creates one application', async () => {
  const jobAdId = await insertAd(service);
  const email = newEmail();
  const token = await visitor.openForm(jobAdId);
  const answers = { ...FILLED_IN, email, token, cv: pdf('cv.pdf') };
  const pages = await Promise.all(Array.from({ length: 6 }, () => visitor.send(jobAdId, answers)));
  assert.deepEqual(
    pages.map(({ status }) => status),
    Array(6).fill(303),
  );
  assert.equal((await visitor.send(jobAdId, answers)).status, 303);
  const candidate = await findCandidate(email);
  assert.equal(candidate.applies.length, 1);
  assert.equal(candidate.documents.length, 1);
  assert.equal((await countStored(service)).pending, 0);
});

test('going back to add something creates another application', async () => {
  const jobAdId = await insertAd(service);
  const email = newEmail();
  const token = await visitor.openForm(jobAdId);
  await visitor.send(jobAdId, { ...FILLED_IN, email, token });
  await visitor.send(jobAdId, { ...FILLED_IN, email, token, documents: pdf('forgotten.pdf') });
  const candidate = await findCandidate(email);
  assert.equal(candidate.applies.length, 2);
  assert.equal(candidate.documents.length, 1);
});

test('the same application from a new form is the same application, while it is open', async () => {
  const jobAdId = await insertAd(service);
  const email = newEmail();
  const answers = () => ({ email, message: 'Guten Tag', cv: pdf('cv.pdf'), documents: pdf('zeugnis.pdf') });
  const count = async () => (await findCandidate(email)).applies.length;
  assert.equal((await visitor.apply(jobAdId, answers())).status, 303);
  const { modifiedAtUtc } = await findCandidate(email);
  const again = await visitor.apply(jobAdId, answers());
  assert.equal(again.status, 303);
  assert.match(again.headers.get('location')!, /thanks/);
  const candidate = await findCandidate(email);
  assert.deepEqual([candidate.applies.length, candidate.documents.length], [1, 2]);
  assert.equal(candidate.modifiedAtUtc, modifiedAtUtc);
  assert.equal((await countStored(service)).pending, 0);

  // Whatever differs makes it another one.
  await visitor.apply(jobAdId, { ...answers(), message: 'Guten Abend' });
  assert.equal(await count(), 2);
  await visitor.apply(jobAdId, { ...answers(), cv: pdf('cv.pdf', OTHER_PDF) });
  assert.equal(await count(), 3);
  await visitor.apply(await insertAd(service), answers());
  assert.equal(await count(), 4);
  await visitor.apply(jobAdId, answers());
  assert.equal(await count(), 4);
  await service.sql("UPDATE application SET stage = 'rejected' WHERE candidate_id = $1", [candidate.id]);
  await visitor.apply(jobAdId, answers());
  assert.equal(await count(), 5);
  await service.sql(
    "UPDATE application SET applied_at = applied_at - interval '1 day' WHERE candidate_id = $1",
    [candidate.id],
  );
  await visitor.apply(jobAdId, answers());
  assert.equal(await count(), 6);
});
