import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { applicantMaker } from '../../../testing/makers/applicants.ts';
import { companyMaker } from '../../../testing/makers/companies.ts';
import { parseCvTask } from '../../documents/index.ts';
import { indexMarked } from '../index.ts';

const service = await startTestService();
const { tenant, services } = service;
const { api } = tenant;
const recruiter = await service.platform('recruiter');
const { createApplicant, search } = applicantMaker(service, recruiter);

const ids = async (text: string) => (await search(text)).map(({ id }) => id);
const withKeyword = (keyword: string) => createApplicant({}, [['keywords', { keyword }]]);
const sorted = (list: readonly number[]) => list.toSorted((a, b) => a - b);

// They have names and keywords that begin with the letters of the words with signs.
for (const [firstName, keyword] of [
  ['Cem', 'CNC'],
  ['Felix', 'FFP2'],
  ['Rita', '3D-Druck'],
  ['Netta', 'Netzwerke'],
  ['Sharp', 'Plusplus'],
] as const)
  await createApplicant({ firstName }, [['keywords', { keyword }]]);

const PEOPLE = {
  'C++': await withKeyword('C++'),
  'C++-Entwickler': await withKeyword('C++-Entwickler'),
  'C++17': await withKeyword('C++17'),
  'C/C++': await withKeyword('C/C++'),
  C: await withKeyword('C'),
  'C#': await withKeyword('C#'),
  'C#.NET': await withKeyword('C#.NET'),
  'F#': await withKeyword('F#'),
  '.NET': await withKeyword('.NET'),
  'MS .NET 8': await withKeyword('MS .NET 8'),
  'ASP.NET': await withKeyword('ASP.NET'),
  'ASP.NET-Entwickler': await withKeyword('ASP.NET-Entwickler'),
  'ada@asp.net': await createApplicant({ contact: { email: 'ada@asp.net' } }),
  'gmx.net': await withKeyword('Adresse bei gmx.net'),
  'SAP R/3': await withKeyword('SAP R/3'),
  R32: await withKeyword('R32'),
  'S/4HANA': await withKeyword('S/4HANA'),
  'Node.js': await withKeyword('Node.js'),
  NodeJS: await withKeyword('NodeJS'),
} as const;
type Name = keyof typeof PEOPLE;

for (const [text, names] of [
  ['C++', ['C++', 'C++-Entwickler', 'C++17', 'C/C++']],
  ['c++', ['C++', 'C++-Entwickler', 'C++17', 'C/C++']],
  ['cplusplus', ['C++', 'C++-Entwickler', 'C++17', 'C/C++']],
  ['C++ 17', ['C++17']],
  ['C#', ['C#', 'C#.NET']],
  ['csharp', ['C#', 'C#.NET']],
  ['F#', ['F#']],
  ['.NET', ['.NET', 'MS .NET 8', 'ASP.NET', 'ASP.NET-Entwickler', 'C#.NET']],
  ['dotnet', ['.NET', 'MS .NET 8', 'ASP.NET', 'ASP.NET-Entwickler', 'C#.NET']],
  ['ASP.NET', ['ASP.NET', 'ASP.NET-Entwickler']],
  ['R/3', ['SAP R/3']],
  ['S/4HANA', ['S/4HANA']],
  ['Node.js', ['Node.js', 'NodeJS']],
  ['NodeJS', ['Node.js', 'NodeJS']],
  ['sharp', []],
] as const satisfies readonly (readonly [string, readonly Name[]])[])
  test(`${text} finds who has it, and nobody whose words only begin so`, async () => {
    const found = new Set(await ids(text));
    const known = Object.entries(PEOPLE).filter(([, id]) => found.has(id));
    assert.deepEqual(known.map(([name]) => name).toSorted(), names.toSorted());
    // One is called Sharp, which csharp sounds like.
    const others = [...found].filter((id) => !Object.values<number>(PEOPLE).includes(id));
    assert.equal(others.length, text.endsWith('sharp') ? 1 : 0);
  });

test('a letter alone and the word without its signs find what they found', async () => {
  const ofLetter = await ids('C');
  for (const name of ['C', 'C++', 'C#', 'C/C++'] as const) assert.ok(ofLetter.includes(PEOPLE[name]), name);
  const ofNet = await ids('net');
  for (const name of ['.NET', 'ASP.NET', 'gmx.net'] as const) assert.ok(ofNet.includes(PEOPLE[name]), name);
  assert.deepEqual(await ids('sap r 3'), [PEOPLE['SAP R/3']]);
});

test('the whole word comes first, and is what the hit shows', async () => {
  const [first] = await search('C++');
  assert.deepEqual(
    first!.matches.map(({ excerpt, start, length }) => excerpt.slice(start, start + length)),
    ['C++'],
  );
  assert.deepEqual(sorted((await ids('.NET')).slice(0, 5)), sorted(await ids('.NET')));
});

test('a plus or a # that was typed beside the Enter key changes nothing', async () => {
  const id = await withKeyword('Hafenkran');
  for (const text of ['Hafenkran#', 'Hafenkran+', '#Hafenkran', '+Hafenkran', '.Hafenkran'])
    assert.deepEqual(await ids(text), [id], text);
});

test('qualifications, resumes, and the text of a CV have words with signs too', async () => {
  const qualified = await createApplicant({}, [['qualifications', { name: 'J# Grundkurs' }]]);
  const employed = await createApplicant({}, [
    ['resume/jobs', { employer: 'Werft', position: 'J#-Entwickler' }],
  ]);
  const described = await createApplicant({});
  const cv = {
    filename: 'cv.txt',
    base64File: Buffer.from('Lebenslauf\nKenntnisse: J#, Imkerei').toString('base64'),
  };
  const { body } = await api.post(`/candidates/${described}/documents/cv`, cv);
  await parseCvTask(services).run({ tenantId: tenant.id, documentId: body.id });
  await indexMarked(services);
  assert.deepEqual(sorted(await ids('J#')), [qualified, employed, described]);
});

test('companies, contacts, requests, and job ads are found by words with signs, in lists and in the palette', async () => {
  const make = companyMaker(api);
  const company = await make.company({ name: 'Q++ Systeme GmbH' });
  await make.company({ name: 'Quader GmbH' });
  const { body: branch } = await (await service.platform('admin')).post('/branches', { name: 'Mitte' });
  const request = await api.post(`/customers/${company}/requests/temporarystaffing`, {
    officeId: branch.id,
    title: 'Q#-Entwickler',
    headcount: 1,
    startDate: '2026-05-01',
  });
  assert.equal(request.status, 200, request.text);
  await indexMarked(services);
  const companies = await recruiter.post('/companies/search', { text: 'Q++' });
  assert.deepEqual(
    companies.body.companies.map(({ id }: { id: number }) => id),
    [company],
  );
  for (const text of ['Q++', 'Q#']) {
    const { body } = await recruiter.post('/requests/search', { text });
    assert.deepEqual(
      body.requests.map(({ id }: { id: number }) => id),
      [request.body.id],
    );
  }
  const { body } = await recruiter.get(`/search?q=${encodeURIComponent('Q++')}`);
  assert.deepEqual(
    [body.companies, body.requests, body.candidates].map((list) => list.length),
    [1, 0, 0],
  );
});
