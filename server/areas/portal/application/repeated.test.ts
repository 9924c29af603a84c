import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { countStored, newEmail } from '../../../testing/portal-applications.ts';
import { FILLED_IN, insertAd, keptFields, pdf, tokenOf, Visitor } from '../../../testing/portal-visitor.ts';

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

const closeAd = (jobAdId: number) =>
  service.sql("UPDATE job_ad SET process_status = 'Completed' WHERE id = $1", [jobAdId]);

test('the repeat of a stored application is recognized after the ad was closed', async () => {
  const jobAdId = await insertAd(service);
  const email = newEmail();
  const faulty = await visitor.apply(jobAdId, { email, city: '', documents: pdf('zeugnis.pdf') });
  const kept = keptFields(faulty);
  const answers = { ...FILLED_IN, email, token: tokenOf(faulty), ...kept, cv: pdf('cv.pdf') };
  assert.equal((await visitor.send(jobAdId, answers)).status, 303);
  await closeAd(jobAdId);
  const before = await countStored(service);
  const again = await visitor.send(jobAdId, answers, { query: '?channel=9' });
  assert.equal(again.status, 303, again.text);
  assert.equal(again.headers.get('location'), `/jobs/${service.tenant.key}/${jobAdId}/thanks?channel=9`);

  // Anything that differs is an application that comes too late, also from the same form.
  for (const other of [{ message: 'Guten Abend' }, { cv: pdf('cv.pdf', OTHER_PDF) }, { cv: undefined }]) {
    const page = await visitor.send(jobAdId, { ...answers, ...other });
    assert.equal(page.status, 410);
    assert.match(page.text, /nicht mehr ausgeschrieben/);
  }
  assert.deepEqual(await countStored(service), before);
});

test('a large form to a closed ad gets the page of the closed ad, and nothing is stored', async () => {
  const jobAdId = await insertAd(service);
  const [sent, unsent] = [await visitor.openForm(jobAdId), await visitor.openForm(jobAdId)];
  assert.equal((await visitor.send(jobAdId, { ...FILLED_IN, email: newEmail(), token: sent })).status, 303);
  await closeAd(jobAdId);
  const before = await countStored(service);
  const file = pdf('a.pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(21 * 1024 * 1024)]));
  const documents = [file, file, file, file];
  for (const token of [sent, unsent, 'forged', undefined]) {
    const page = await visitor.send(jobAdId, { ...FILLED_IN, token, documents });
    assert.equal(page.status, 410, String(token));
    assert.match(page.text, /nicht mehr ausgeschrieben/);
  }
  assert.deepEqual(await countStored(service), before);
});
