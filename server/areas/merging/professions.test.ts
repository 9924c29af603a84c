import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { contentsOf, mergedMaker } from '../../testing/merged-candidates.ts';
import { succeed } from '../../testing/stored-records.ts';

const service = await startTestService();
const { api } = service.tenant;
const maker = mergedMaker(service, api, await service.platform('recruiter'));
const [FIRST, SECOND] = [271, 27449];

async function candidateWith(...professions: [professionId: number, isPrimary: boolean][]): Promise<number> {
  const id = await maker.candidate();
  for (const [professionId, isPrimary] of professions)
    await succeed(api.post(`/candidates/${id}/professions`, { professionId, isPrimary }));
  return id;
}

async function mainOf(id: number): Promise<number[]> {
  const { professionObjects } = (await api.get(`/candidates/${id}`)).body;
  return professionObjects
    .filter(({ isPrimary }: { isPrimary: boolean }) => isPrimary)
    .map(({ professionId }: { professionId: number }) => professionId);
}

test('the main profession of the other candidate is that of one who has none, also if both have this profession', async () => {
  const cases: { own: [professionId: number, isPrimary: boolean][]; main: number }[] = [
    { own: [[FIRST, false]], main: FIRST },
    { own: [[SECOND, false]], main: FIRST },
    {
      own: [
        [FIRST, false],
        [SECOND, true],
      ],
      main: SECOND,
    },
  ];
  for (const { own, main } of cases) {
    const [kept, merged] = [await candidateWith(...own), await candidateWith([FIRST, true])];
    const before = [await contentsOf(service, kept), await contentsOf(service, merged)];
    const { body } = await maker.merge(kept, { mergedCandidateId: merged });
    assert.deepEqual(await mainOf(kept), [main]);
    const undone = (await maker.undo(kept, body.id)).body;
    assert.deepEqual(undone.notRestored, []);
    assert.deepEqual(
      [await contentsOf(service, kept), await contentsOf(service, undone.candidateId)],
      before,
    );
  }
});
