import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNotFound, NOTHING, written } from '../../testing/change-watch.ts';
import { faultCodes } from '../../testing/error-record.ts';
import { startTestService } from '../../testing/harness.ts';
import { mergedMaker } from '../../testing/merged-candidates.ts';
import { sweepMerges } from './index.ts';

const service = await startTestService();
const { api, id: tenantId } = service.tenant;
const recruiter = await service.platform('recruiter');
const viewer = await service.platform('viewer');
const officer = await service.platform('dataProtection');
const maker = mergedMaker(service, api, recruiter);
const { mergeOf } = maker;

async function apart(candidateId: number, mergeId: number) {
  const response = await maker.undo(candidateId, mergeId);
  assert.equal(response.status, 200, response.text);
  return response.body as {
    candidateId: number;
    notRestored: { what: string; reason: string; count: number }[];
  };
}

const admin = await service.platform('admin');

test('an archived candidate takes the status of the other one, so that its applications can be decided', async () => {
  const [kept, merged] = [await maker.candidate(), await maker.candidate()];
  await api.put(`/candidates/${kept}/status`, { statusId: 23 });
  await mergeOf(kept, merged);
  const { body } = await api.get(`/candidates/${kept}`);
  assert.equal(body.statusId, null);
});

test('remarks that have no room in one candidate are not lost: nothing is merged until somebody chooses', async () => {
  const [kept, merged] = [await maker.candidate(), await maker.candidate()];
  const write = async (id: number, remarks: string) =>
    assert.equal((await api.put(`/candidates/${id}`, { remarks })).status, 204);
  await write(kept, 'a'.repeat(40_000));
  await write(merged, 'b'.repeat(25_534));
  const refused = await maker.merge(kept, { mergedCandidateId: merged });
  assert.deepEqual(faultCodes(refused), { take: 'length' });
  assert.equal((await api.get(`/candidates/${merged}`)).body.remarks, 'b'.repeat(25_534));
  await write(merged, 'b'.repeat(25_533));
  await mergeOf(kept, merged);
  assert.equal(
    (await api.get(`/candidates/${kept}`)).body.remarks,
    `${'a'.repeat(40_000)}\n\n${'b'.repeat(25_533)}`,
  );
  const other = await maker.candidate();
  await write(other, 'c'.repeat(40_000));
  await mergeOf(kept, other, { take: ['remarks'] });
  assert.equal((await api.get(`/candidates/${kept}`)).body.remarks, 'c'.repeat(40_000));
});

test('wrong ids, holds, and stale records are refused, and nothing is written', async () => {
  const [kept, merged] = [await maker.candidate(), await maker.candidate()];
  const other = await service.createTenant();
  const foreign = (await other.api.post('/candidates', { firstName: 'A', lastName: 'B' })).body.id;
  const tagOf = async (id: number) => (await api.get(`/candidates/${id}`)).headers.get('etag')!;
  const [keptTag, mergedTag] = [await tagOf(kept), await tagOf(merged)];
  const wrote = await written(service, async () => {
    assert.deepEqual(faultCodes(await maker.merge(kept, { mergedCandidateId: kept })), {
      mergedCandidateId: 'notAllowed',
    });
    const unknown = await maker.merge(kept, { mergedCandidateId: 2_147_483_000 });
    const hidden = await maker.merge(kept, { mergedCandidateId: foreign });
    assert.deepEqual(faultCodes(unknown), { mergedCandidateId: 'unknownReference' });
    assert.deepEqual(hidden.body.validationErrors, unknown.body.validationErrors);
    assert.equal((await maker.merge(foreign, { mergedCandidateId: merged })).status, 404);
    const stale = { headers: { 'if-match': '"other"' } };
    assert.equal((await maker.merge(kept, { mergedCandidateId: merged }, stale)).status, 412);
    assert.equal(
      (await maker.merge(kept, { mergedCandidateId: merged, mergedIfMatch: '"other"' })).status,
      412,
    );
    assert.equal((await viewer.post(`/candidates/${kept}/merge`, { mergedCandidateId: merged })).status, 403);
  });
  assert.deepEqual(wrote, NOTHING);
  await admin.put(`/candidates/${merged}/hold`, { reason: 'Akte 17' });
  const held = await maker.merge(kept, { mergedCandidateId: merged });
  assert.equal(held.status, 409);
  assert.doesNotMatch(held.text, /Akte/);
  await admin.delete(`/candidates/${merged}/hold`);
  await admin.put(`/candidates/${kept}/hold`, { reason: 'Akte 18' });
  const response = await maker.merge(
    kept,
    { mergedCandidateId: merged, mergedIfMatch: mergedTag },
    { headers: { 'if-match': keptTag } },
  );
  assert.equal(response.status, 200, response.text);
  assert.equal((await maker.undo(kept, response.body.id)).status, 409);
  await admin.delete(`/candidates/${kept}/hold`);
  await assertNotFound(service, () => maker.undo(merged, response.body.id));
  await apart(kept, response.body.id);
  await assertNotFound(service, () => maker.undo(kept, response.body.id));
});

test('a merge that is refused for another reason does not reveal a hold', async () => {
  const [kept, merged] = [await maker.candidate(), await maker.candidate()];
  for (const [id, remarks] of [
    [kept, 'a'.repeat(40_000)],
    [merged, 'b'.repeat(40_000)],
  ] as const)
    assert.equal((await api.put(`/candidates/${id}`, { remarks })).status, 204);
  const refusals = async () => [
    await maker.merge(kept, { mergedCandidateId: merged }),
    await maker.merge(kept, { mergedCandidateId: merged, take: ['remarks'], mergedIfMatch: '"other"' }),
    await maker.merge(
      kept,
      { mergedCandidateId: merged, take: ['remarks'] },
      { headers: { 'if-match': '"other"' } },
    ),
  ];
  const shown = async () =>
    (await refusals()).map(({ status, body }) => ({ status, ...body, messageGuid: null }));
  const before = await shown();
  assert.deepEqual(
    before.map(({ status }) => status),
    [400, 412, 412],
  );
  assert.equal((await admin.put(`/candidates/${merged}/hold`, { reason: 'Akte 20' })).status, 204);
  assert.deepEqual(await shown(), before);
  const held = await maker.merge(kept, { mergedCandidateId: merged, take: ['remarks'] });
  assert.equal(held.status, 409, held.text);
  await admin.delete(`/candidates/${merged}/hold`);
});

test('an undo that is refused for another reason does not reveal a hold', async () => {
  const [kept, first, second] = [await maker.candidate(), await maker.candidate(), await maker.candidate()];
  const earlier = await mergeOf(kept, first);
  await mergeOf(kept, second);
  const shown = async () => {
    const { status, body } = await maker.undo(kept, earlier);
    return { status, ...body, messageGuid: null };
  };
  const before = await shown();
  assert.equal(before.status, 409);
  assert.equal((await admin.put(`/candidates/${kept}/hold`, { reason: 'Akte 21' })).status, 204);
  assert.deepEqual(await shown(), before);
  await admin.delete(`/candidates/${kept}/hold`);
});

test('what a merge keeps is in the export, is forgotten after 30 days, and goes with the candidate', async () => {
  const [kept, merged] = [await maker.candidate(), await maker.candidate({ birth: { name: 'Geheimnis' } })];
  const mergeId = await mergeOf(kept, merged);
  const { text } = await officer.get(`/candidates/${kept}/export`);
  assert.match(text, /Geheimnis/);
  await service.clock.advance(29 * 86_400_000);
  assert.equal(await sweepMerges(service.services.database.tenant(tenantId), tenantId), 0);
  await service.clock.advance(2 * 86_400_000);
  // Sessions have ended meanwhile.
  const [admin, recruiter] = [await service.platform('admin'), await service.platform('recruiter')];
  const late = await recruiter.post(`/candidates/${kept}/merges/${mergeId}/undo`);
  assert.equal(late.status, 409, late.text);
  await admin.put(`/candidates/${kept}/hold`, { reason: 'Akte 19' });
  const sweep = () => sweepMerges(service.services.database.tenant(tenantId), tenantId);
  const [{ count }] = (await service.sql<{ count: string }>(
    'SELECT count(*) FROM candidate_merge WHERE tenant_id = $1 AND kept IS NOT NULL AND until < clock_now()',
    [tenantId],
  )) as [{ count: string }];
  assert.equal(await sweep(), Number(count) - 1);
  await admin.delete(`/candidates/${kept}/hold`);
  assert.equal(await sweep(), 1);
  const [row] = (await recruiter.get(`/candidates/${kept}/merges`)).body.merges;
  assert.deepEqual([row.mergedCandidateId, row.firstName, row.canBeUndone], [merged, null, false]);
  const gone = async () => (await recruiter.get(`/candidates/merged?candidateId=${merged}`)).body.merged;
  assert.equal((await gone()).candidateId, kept);
  const stranger = await service.platform('admin', await service.createTenant());
  assert.equal((await stranger.get(`/candidates/merged?candidateId=${merged}`)).body.merged, null);
  assert.equal((await admin.delete(`/candidates/${kept}`)).status, 204);
  assert.equal(await gone(), null);
});
