import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { parseCvTask } from '../index.ts';

const service = await startTestService();
const { tenant, services } = service;
const { api } = tenant;

const DAY_MS = 86_400_000;
const CV = [
  'Jana Wieczorek',
  'Oderstraße 12, 12051 Berlin',
  'jana.wieczorek@example.org',
  'Berufserfahrung',
  '04/2019 – heute  Staplerfahrerin, Spreekai Logistik GmbH',
  '09/2014 – 03/2019  Kommissioniererin, Havelland Frischelager GmbH',
  'Sprachen',
  'Deutsch: Muttersprache',
];

interface Proposal {
  property: string;
  value: { position?: string; untilDate?: string | null; isCurrent?: boolean };
  confidence: number;
  state: string;
  sources: { text: string }[];
}

async function read(...lines: string[]) {
  const { body: candidate } = await api.post('/candidates', { firstName: 'Jana', lastName: 'Wieczorek' });
  const cv = { filename: 'cv.txt', base64File: Buffer.from(lines.join('\n')).toString('base64') };
  const { body: document } = await api.post(`/candidates/${candidate.id}/documents/cv`, cv);
  await parseCvTask(services).run({ tenantId: tenant.id, documentId: document.id });
  const path = `/candidates/${candidate.id}/documents/${document.id}/proposals`;
  const { body } = await api.get(path);
  const jobs = body.proposals.filter(({ property }: Proposal) => property === 'resume.jobs') as Proposal[];
  return {
    path,
    leftovers: body.leftovers,
    states: jobs.map(({ value, state }) => `${value.position} ${state}`),
    job: (position: string) => jobs.find(({ value }) => value.position === position)!,
    storedJobs: async () => (await api.get(`/candidates/${candidate.id}`)).body.resume.jobs,
  };
}

const daysAgo = (days: number) => {
  const [year, month, day] = new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10).split('-');
  return `${day}.${month}.${year}`;
};

test('a job until today in an old CV is proposed, with the date of the CV, and accepted as it is', async () => {
  const cv = await read(...CV, 'Berlin, den 3. Mai 2021');
  assert.deepEqual(cv.states, ['Staplerfahrerin open', 'Kommissioniererin written']);
  const { sources, confidence, value } = cv.job('Staplerfahrerin');
  assert.equal(sources.at(-1)!.text, 'Berlin, den 3. Mai 2021');
  assert.ok(confidence < 0.5);
  assert.deepEqual([value.untilDate, value.isCurrent], [null, true]);
  assert.deepEqual(cv.leftovers, [{ code: 'outdatedJobs', count: 1, pages: [] }]);
  await api.put(cv.path, { state: 'accepted' });
  const stored = (await cv.storedJobs()).find((job: { isCurrent: boolean }) => job.isCurrent);
  assert.deepEqual([stored.position, stored.untilDate], ['Staplerfahrerin', null]);
});

test('a job until today in a recent CV is written', async () => {
  const { states, leftovers } = await read(...CV, `Berlin, ${daysAgo(200)}`);
  assert.deepEqual([...states, ...leftovers], ['Staplerfahrerin written', 'Kommissioniererin written']);
});

test('the date of a CV can be beside words that say so, and is not any date', async () => {
  const { states } = await read('Stand: 05/2021', ...CV);
  assert.deepEqual(states, ['Staplerfahrerin open', 'Kommissioniererin written']);
  const [name, ...rest] = CV;
  const other = await read(name!, 'Stand der Technik 05/2021', ...rest);
  assert.deepEqual(other.states, ['Staplerfahrerin written', 'Kommissioniererin written']);
});

test('a date after which several entries begin is not that of the CV', async () => {
  const { states } = await read(...CV, 'Berlin, den 3. Mai 2010');
  assert.deepEqual(states, ['Staplerfahrerin written', 'Kommissioniererin written']);
});

test('a job that begins after its CV was written is proposed', async () => {
  const future = CV.map((line) => line.replace('04/2019 – heute', '04/2061 – heute'));
  assert.deepEqual((await read(...future)).states, ['Staplerfahrerin open', 'Kommissioniererin written']);
});
