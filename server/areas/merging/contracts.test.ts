import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { contentsOf, mergedMaker } from '../../testing/merged-candidates.ts';
import { succeed } from '../../testing/stored-records.ts';

const service = await startTestService();
const { api } = service.tenant;
const recruiter = await service.platform('recruiter');
const maker = mergedMaker(service, api, recruiter);

interface Contract {
  isWorkContractSigned: boolean | null;
  workContractSignedAtUtc: string | null;
  didNotShowUpForWork: boolean | null;
}

const contract = (
  isWorkContractSigned: boolean | null,
  workContractSignedAtUtc: string | null,
  didNotShowUpForWork: boolean | null,
): Contract => ({ isWorkContractSigned, workContractSignedAtUtc, didNotShowUpForWork });
const MARCH = '2026-03-02T08:15:30.000Z';
const MAY = '2026-05-04T10:00:00.000Z';
const NONE = contract(null, null, null);

async function candidateWith(body: Contract): Promise<number> {
  const id = await maker.candidate();
  await succeed(api.put(`/candidates/${id}/workcontract`, body));
  return id;
}

async function mergeOf(keptId: number, mergedCandidateId: number, take: string[] = []): Promise<number> {
  const response = await maker.merge(keptId, { mergedCandidateId, take });
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}

async function apart(candidateId: number, mergeId: number): Promise<number> {
  const response = await maker.undo(candidateId, mergeId);
  assert.equal(response.status, 200, response.text);
  assert.deepEqual(response.body.notRestored, []);
  return response.body.candidateId;
}

const read = async (id: number): Promise<Contract> => (await api.get(`/candidates/${id}`)).body.workContract;

for (const [name, kept, merged, united] of [
  ['none', NONE, contract(true, MAY, false), contract(true, MAY, false)],
  ['only an answer', contract(null, null, false), contract(true, MAY, null), contract(true, MAY, false)],
  ['another answer', contract(null, null, true), contract(true, MAY, false), contract(true, MAY, true)],
  [
    'one that is not signed',
    contract(false, null, null),
    contract(true, MAY, null),
    contract(true, MAY, null),
  ],
  [
    'one that was revoked',
    contract(false, MARCH, null),
    contract(true, MAY, true),
    contract(true, MAY, true),
  ],
  ['a signed one too', contract(true, MARCH, null), contract(true, MAY, false), contract(true, MARCH, false)],
  [
    'the only signed one',
    contract(true, MARCH, null),
    contract(false, MAY, true),
    contract(true, MARCH, true),
  ],
  ['none, nor the other', contract(null, null, true), contract(false, MAY, null), contract(false, MAY, true)],
] as const)
  test(`a signed work contract is not lost, and the rest is completed: who remains has ${name}`, async () => {
    const ids = [await candidateWith(kept), await candidateWith(merged)] as const;
    const before = [await contentsOf(service, ids[0]), await contentsOf(service, ids[1])];
    const mergeId = await mergeOf(...ids);
    assert.deepEqual(await read(ids[0]), united);
    const candidateId = await apart(ids[0], mergeId);
    assert.deepEqual([await contentsOf(service, ids[0]), await contentsOf(service, candidateId)], before);
  });

test('a work contract that is taken replaces the other one as a whole', async () => {
  for (const merged of [contract(false, null, true), NONE]) {
    const kept = contract(true, MARCH, false);
    const ids = [await candidateWith(kept), await candidateWith(merged)] as const;
    const mergeId = await mergeOf(...ids, ['workContract']);
    assert.deepEqual(await read(ids[0]), merged);
    const candidateId = await apart(ids[0], mergeId);
    assert.deepEqual([await read(ids[0]), await read(candidateId)], [kept, merged]);
  }
});

test('who is taken apart takes along what came from it, and what an earlier merge has completed stays', async () => {
  const kept = await maker.candidate({ remarks: 'A' });
  const others = [
    await candidateWith(contract(null, null, true)),
    await candidateWith(contract(true, MAY, null)),
  ] as const;
  await api.put(`/candidates/${others[0]}`, { remarks: 'B' });
  await api.put(`/candidates/${others[1]}`, { remarks: 'C' });
  const before: unknown[] = [];
  for (const id of [kept, ...others]) before.push(await contentsOf(service, id));
  const [first, second] = [await mergeOf(kept, others[0]), await mergeOf(kept, others[1])];
  assert.deepEqual(await read(kept), contract(true, MAY, true));
  const last = await apart(kept, second);
  assert.deepEqual(await read(kept), contract(null, null, true));
  assert.equal((await api.get(`/candidates/${kept}`)).body.remarks, 'A\n\nB');
  const after: unknown[] = [];
  for (const id of [kept, await apart(kept, first), last]) after.push(await contentsOf(service, id));
  assert.deepEqual(after, before);
});
