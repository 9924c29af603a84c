import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { applicantMaker } from '../../../testing/makers/applicants.ts';
import { indexMarked } from '../index.ts';

const service = await startTestService();
const { api } = service.tenant;
const recruiter = await service.platform('recruiter');

const { createApplicant, search } = applicantMaker(service, recruiter);
const ids = async (text: string) => (await search(text)).map(({ id }) => id);

for (const [stored, ...searches] of [
  ['A00017', 'A00017', 'a00017'],
  ['4711003', '4711003', '4711'],
  ['B-2024/0815', 'B-2024/0815', 'b-2024', '0815'],
  ['2023/0816', '2023/0816', '2023-0816', '20230816', '0816'],
  ['12.345.678', '12.345.678', '12345678'],
  ['77 88 99', '77 88 99', '778899'],
  ['###', 'Nummernlos'],
] as const)
  test(`a candidate is found by the id in the source system: ${stored}`, async () => {
    const id = await createApplicant({ lastName: 'Nummernlos', importExternalId: stored });
    for (const text of searches) assert.ok((await ids(text)).includes(id), text);
  });

test('the hit names the id, and a former one finds nobody', async () => {
  const id = await createApplicant({ lastName: 'Sonstwie', importExternalId: 'QX-900173' });
  const [hit] = await search('QX-900173');
  assert.deepEqual(
    [hit!.id, hit!.matches[0]!.field, hit!.matches[0]!.excerpt],
    [id, 'importExternalId', 'QX-900173'],
  );
  const { body } = await recruiter.get('/search?q=QX-900173');
  assert.deepEqual(
    body.candidates.map((one: { id: number }) => one.id),
    [id],
  );
  await api.put(`/candidates/${id}`, { importExternalId: 'QX-900174' });
  await indexMarked(service.services);
  assert.deepEqual([await ids('QX-900173'), await ids('QX-900174')], [[], [id]]);
});

test('a word with digits finds no name that sounds like its letters', async () => {
  const names = ["O'Brien", 'Au', 'Hehl', 'Halle3'];
  for (const lastName of names) await createApplicant({ lastName });
  for (const text of ['A00018', 'Halle2']) assert.deepEqual(await ids(text), [], text);
  for (const name of names) assert.equal((await ids(name)).length > 0, true, name);
});
