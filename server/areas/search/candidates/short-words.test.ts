import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { indexMarked } from '../index.ts';

const service = await startTestService();
const { api } = service.tenant;
const recruiter = await service.platform('recruiter');

interface Match {
  field: string;
  excerpt: string;
  start: number;
  length: number;
}

/** A candidate with an application, which the search can find after this. */
async function createApplicant(body: object, add: readonly [path: string, body: object][] = []) {
  const created = await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster', ...body });
  const id: number = created.body.id;
  for (const [path, part] of [...add, ['apply', { recruiterId: recruiter.user.id }] as const]) {
    const response = await api.post(`/candidates/${id}/${path}`, part);
    assert.equal(response.status, 200, response.text);
  }
  await indexMarked(service.services);
  return id;
}

async function search(text: string): Promise<{ id: number; matches: Match[] }[]> {
  const { status, body, text: answer } = await recruiter.post('/candidates/search', { text });
  assert.equal(status, 200, answer);
  return body.candidates;
}
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
