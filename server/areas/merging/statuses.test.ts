import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidateModified, NOTHING, written } from '../../testing/change-watch.ts';
import { startTestService } from '../../testing/harness.ts';
import { mergedMaker } from '../../testing/merged-candidates.ts';

// A merge puts two status histories together. The status of the one that remains still comes from its own.

const service = await startTestService();
const { api } = service.tenant;
const recruiter = await service.platform('recruiter');
const maker = mergedMaker(service, api, recruiter);
const { mergeOf } = maker;
const ARCHIVED = 23;
const HIRED = 2003;
const REJECTED = 2004;
const QUALIFIED = 2005;

const statusOf = async (id: number) => (await api.get(`/candidates/${id}`)).body.statusId;

async function setStatus(candidateId: number, statusId: number): Promise<number> {
  const response = await api.put(`/candidates/${candidateId}/status`, { statusId });
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}

async function applicationOf(candidateId: number): Promise<number> {
  return (await api.get(`/candidates/${candidateId}/applies`)).body.applies[0].id;
}

async function move(applicationId: number, stage: string): Promise<void> {
  const { status, text } = await recruiter.put(`/applications/${applicationId}/stage`, { stage });
  assert.equal(status, 204, text);
}

async function apart(candidateId: number, mergeId: number) {
  const { status, body, text } = await maker.undo(candidateId, mergeId);
  assert.equal(status, 200, text);
  return body as { candidateId: number; notRestored: unknown[] };
}

test('taking a decision back does not archive a candidate into whom an archived one was merged', async () => {
  const [old, current] = [await maker.candidate(), await maker.candidate()];
  const application = await applicationOf(current);
  await setStatus(current, QUALIFIED);
  await setStatus(old, ARCHIVED);
  await move(application, 'rejected');
  await mergeOf(current, old);
  assert.equal(await statusOf(current), REJECTED);
  await move(application, 'interview');
  assert.equal(await statusOf(current), QUALIFIED);
  await move(application, 'hired');
  assert.equal(await statusOf(current), HIRED);
});

test('taking back a decision of the other candidate keeps the status that does not come from it', async () => {
  const [kept, merged] = [await maker.candidate(), await maker.candidate()];
  await setStatus(kept, HIRED);
  const application = await applicationOf(merged);
  await move(application, 'rejected');
  await setStatus(merged, QUALIFIED);
  await mergeOf(kept, merged);
  const wrote = await written(service, () => move(application, 'interview'));
  assert.deepEqual(wrote, candidateModified(kept, 1402));
  assert.equal(await statusOf(kept), HIRED);
});

test('an archived candidate does not archive the one into whom it is merged, unless somebody chooses that', async () => {
  const [kept, merged, other] = [await maker.candidate(), await maker.candidate(), await maker.candidate()];
  const application = await applicationOf(kept);
  await setStatus(merged, ARCHIVED);
  await mergeOf(kept, merged);
  assert.equal(await statusOf(kept), null);
  await move(application, 'hired');

  const archived = await setStatus(other, ARCHIVED);
  await setStatus(kept, REJECTED);
  await mergeOf(kept, other, { take: ['statusId'] });
  assert.equal(await statusOf(kept), ARCHIVED);
  assert.equal(await setStatus(kept, ARCHIVED), archived);
});

test('the same status again changes nothing, also if the other candidate has a later one', async () => {
  const [kept, merged] = [await maker.candidate(), await maker.candidate()];
  const hired = await setStatus(kept, HIRED);
  await setStatus(merged, QUALIFIED);
  await move(await applicationOf(merged), 'withdrawn');
  await mergeOf(kept, merged);
  const wrote = await written(service, async () => assert.equal(await setStatus(kept, HIRED), hired));
  assert.deepEqual(wrote, NOTHING);
});

test('a decision between two merges goes with its application when both are undone', async () => {
  const [first, second, third] = [await maker.candidate(), await maker.candidate(), await maker.candidate()];
  const application = await applicationOf(first);
  const earlier = await mergeOf(second, first);
  await move(application, 'rejected');
  const later = await mergeOf(third, second);
  const between = await apart(third, later);
  const last = await apart(between.candidateId, earlier);
  assert.deepEqual([between.notRestored, last.notRestored], [[], []]);
  const statuses = [
    await statusOf(third),
    await statusOf(between.candidateId),
    await statusOf(last.candidateId),
  ];
  assert.deepEqual(statuses, [null, null, REJECTED]);
});

test('a decision since the merge goes with its application, and so does the status that it has set', async () => {
  const [kept, merged] = [await maker.candidate(), await maker.candidate()];
  const application = await applicationOf(merged);
  await setStatus(kept, QUALIFIED);
  await move(await applicationOf(kept), 'withdrawn');
  const before = (await api.get(`/candidates/${kept}`)).body;
  const mergeId = await mergeOf(kept, merged);
  await move(application, 'hired');
  assert.equal(await statusOf(kept), HIRED);
  const { body } = await maker.undo(kept, mergeId);
  assert.equal(await statusOf(body.candidateId), HIRED);
  const after = (await api.get(`/candidates/${kept}`)).body;
  assert.deepEqual([after.statusId, after.statusChangedAtUtc], [before.statusId, before.statusChangedAtUtc]);
});

test('a decision that was taken back since the merge is no status of the new candidate either', async () => {
  const [kept, merged] = [await maker.candidate(), await maker.candidate()];
  const application = await applicationOf(merged);
  await move(application, 'rejected');
  await setStatus(kept, QUALIFIED);
  const mergeId = await mergeOf(kept, merged);
  await move(application, 'interview');
  const { body } = await maker.undo(kept, mergeId);
  assert.deepEqual([await statusOf(kept), await statusOf(body.candidateId)], [QUALIFIED, null]);
});

test('whoever was archived before the merge is archived again, and the status is no change by somebody', async () => {
  for (const [own, status] of [
    [ARCHIVED, undefined],
    [undefined, QUALIFIED],
  ] as const) {
    const [kept, merged] = [await maker.candidate(), await maker.candidate()];
    const application = await applicationOf(merged);
    if (own !== undefined) await setStatus(kept, own);
    if (status !== undefined) await setStatus(merged, status);
    const before = (await api.get(`/candidates/${kept}`)).body;
    const mergeId = await mergeOf(kept, merged);
    await move(application, 'hired');
    const { candidateId, notRestored } = await apart(kept, mergeId);
    assert.deepEqual(notRestored, []);
    const after = (await api.get(`/candidates/${kept}`)).body;
    assert.deepEqual(
      [after.statusId, after.statusChangedAtUtc],
      [before.statusId, before.statusChangedAtUtc],
    );
    assert.equal(await statusOf(candidateId), HIRED);
  }
});

test('each of two with the same status has the time of its own decision again', async () => {
  const [kept, merged] = [await maker.candidate(), await maker.candidate()];
  const first = await applicationOf(merged);
  assert.equal(
    (await api.post(`/candidates/${merged}/apply`, { recruiterId: recruiter.user.id })).status,
    200,
  );
  const { body: applies } = await api.get(`/candidates/${merged}/applies`);
  const second = applies.applies.find(({ id }: { id: number }) => id !== first).id;
  await setStatus(kept, HIRED);
  await move(first, 'hired');
  const before = (await api.get(`/candidates/${kept}`)).body.statusChangedAtUtc;
  const mergeId = await mergeOf(kept, merged);
  await service.clock.advance(3_600_000);
  await move(second, 'hired');
  const { candidateId } = await apart(kept, mergeId);
  const changedAt = async (id: number) => (await api.get(`/candidates/${id}`)).body.statusChangedAtUtc;
  assert.equal(await changedAt(kept), before);
  assert.ok((await changedAt(candidateId)) > before);
  // Taking the earlier decision back changes nothing: the later one stands.
  await move(first, 'interview');
  assert.equal(await statusOf(candidateId), HIRED);
});

test('whoever was archived is archived again, also if the decision of the other one was taken back', async () => {
  const [kept, merged] = [await maker.candidate(), await maker.candidate()];
  const application = await applicationOf(merged);
  await setStatus(kept, ARCHIVED);
  await move(application, 'rejected');
  const mergeId = await mergeOf(kept, merged);
  await move(application, 'interview');
  const { candidateId, notRestored } = await apart(kept, mergeId);
  assert.deepEqual([notRestored, await statusOf(kept), await statusOf(candidateId)], [[], ARCHIVED, null]);
});

test('what a version that did not keep the status has merged archives nobody', async () => {
  const [kept, archived, merged] = [
    await maker.candidate(),
    await maker.candidate(),
    await maker.candidate(),
  ];
  await setStatus(kept, QUALIFIED);
  await setStatus(archived, ARCHIVED);
  await mergeOf(kept, archived);
  const application = await applicationOf(merged);
  const mergeId = await mergeOf(kept, merged);
  await service.sql(
    "UPDATE candidate_merge SET kept = kept - 'status' - 'dismissals' WHERE tenant_id = $1 AND id = $2",
    [service.tenant.id, mergeId],
  );
  await move(application, 'hired');
  const { candidateId } = await apart(kept, mergeId);
  assert.deepEqual([await statusOf(kept), await statusOf(candidateId)], [QUALIFIED, HIRED]);
});
