import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { applicantMaker } from '../../../testing/makers/applicants.ts';

const service = await startTestService();
const recruiter = await service.platform('recruiter');

const { createApplicant, search } = applicantMaker(service, recruiter);
const ids = async (text: string) => (await search(text)).map(({ id }) => id);

const qualified = (name: string) => createApplicant({}, [['qualifications', { name }]]);

for (const [name, ...searches] of [
  ['SAP R/3', 'SAP R/3', 'sap r 3'],
  ['Lean Management und 5S', 'Lean Management und 5S', '5s'],
  ['IT-Forensik', 'IT-Forensik', 'it forensik'],
  ['X# Quellcode', 'X# Quellcode', 'x# quell'],
  ['Öl- und Gasthermen', 'Öl- und Gasthermen', 'oel gastherm'],
] as const)
  test(`a qualification is found by its name, also if it has short words: ${name}`, async () => {
    const id = await qualified(name);
    for (const text of searches) assert.deepEqual(await ids(text), [id], text);
  });

test('a short word means only entries that have exactly this word', async () => {
  const exact = await qualified('QM Grundlagen');
  await qualified('Qmatic Warteschlangen');
  assert.deepEqual(await ids('qm'), [exact]);
});

test('a common word does not mean all professions that have it, such as Landwirt/in', async () => {
  const { body } = await recruiter.get('/masterdata/professions', { headers: { 'accept-language': 'de' } });
  const farmer = body.professions.find(({ name }: { name: string }) => name === 'Landwirt/in');
  const id = await createApplicant({}, [['professions', { professionId: farmer.id }]]);
  assert.deepEqual([await ids('in'), await ids('Landwirt/in')], [[], [id]]);
});
