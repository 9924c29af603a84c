import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { applicantMaker } from '../../../testing/makers/applicants.ts';
import { companyMaker } from '../../../testing/makers/companies.ts';
import { indexMarked } from '../index.ts';

// Words after a minus sign, words in quotation marks, and words with hyphens.

const service = await startTestService();
const { tenant, services } = service;
const { api } = tenant;
const recruiter = await service.platform('recruiter');
const { createApplicant, search } = applicantMaker(service, recruiter);

const ids = async (text: string) => (await search(text)).map(({ id }) => id);
const sorted = async (text: string) => (await ids(text)).toSorted((a, b) => a - b);

const person = (firstName: string, lastName: string, ...keywords: string[]) =>
  createApplicant(
    { firstName, lastName },
    keywords.map((keyword) => ['keywords', { keyword }] as const),
  );

const separate = await person('Ada', 'Albers', 'Lager', 'MAG', 'Schweißer');
const whole = await person('Bea', 'Behrens', 'Lager', 'MAG-Schweißer');
const sounding = await person('Magdalena', 'Kowalska', 'Lager', 'WIG-Schweißer');
const neither = await person('Cara', 'Conrads', 'Lager');
const female = await person('Dora', 'Dehmel', 'MAG-Schweißerin');

test('a word after a minus sign excludes who has exactly this word', async () => {
  assert.deepEqual(await sorted('Lager -MAG'), [sounding, neither]);
  assert.deepEqual(await sorted('Lager -mag'), [sounding, neither]);
  assert.deepEqual(await sorted('Lager -Schweisser'), [neither]);
  assert.deepEqual(await sorted('Lager -MAG-Schweißer'), [separate, sounding, neither]);
  assert.deepEqual(await sorted('Lager -MAG -Kowalska'), [neither]);
  // A name that only begins or sounds so stays.
  assert.deepEqual(await sorted('Lager -Conrad -Kowalski'), [separate, whole, sounding, neither]);
});

test('a word after a minus sign excludes exactly those whom it finds in quotation marks', async () => {
  const all = await sorted('Lager');
  for (const word of [
    'MAG',
    'MAG-Schweißer',
    'Schweißer',
    'WIG Schweißer',
    'Magdalena',
    'Kowalska',
    'lager',
    'niemand',
  ]) {
    const [left, excluded] = [await ids(`Lager -"${word}"`), await ids(`Lager "${word}"`)];
    assert.deepEqual(
      [...left, ...excluded].toSorted((a, b) => a - b),
      all,
      word,
    );
  }
});

test('words in quotation marks after a minus sign exclude who has all of them', async () => {
  assert.deepEqual(await sorted('Lager -"MAG Schweißer"'), [sounding, neither]);
  assert.deepEqual(await sorted('Lager -"WIG MAG"'), [separate, whole, sounding, neither]);
});

test('minus signs alone limit the list of all, in every order', async () => {
  for (const sort of ['name', 'createdAtUtc', 'appliedAtUtc', undefined]) {
    const { body } = await recruiter.post('/candidates/search', { text: '-Lager', sort });
    assert.deepEqual([body.total, body.candidates.map(({ id }: { id: number }) => id)], [1, [female]]);
  }
});

test('a minus sign between words, or between the groups of a phone number, excludes nothing', async () => {
  const id = await createApplicant({ lastName: 'Eberlein', contact: { mobile: '0151 55512399' } });
  for (const text of ['0151 -55512399', '0151 - 555 - 12399', 'Eberlein - 0151', 'Eberlein -'])
    assert.deepEqual(await ids(text), [id], text);
});

test('a postal code, an email address, a qualification, and a word with signs can be excluded', async () => {
  const at = (zipCode: string, email: string, name: string) =>
    createApplicant({ lastName: 'Fenske', location: { zipCode, city: 'Ort' }, contact: { email } }, [
      ['qualifications', { name }],
    ]);
  const first = await at('10115', 'eins@fenske.example', 'Kranschein C++');
  const second = await at('10117', 'zwei@anders.example', 'Hubarbeit');
  assert.deepEqual(await ids('Fenske -10115'), [second]);
  assert.deepEqual(await ids('Fenske -@anders.example'), [first]);
  assert.deepEqual(await ids('Fenske -Hubarbeit'), [first]);
  assert.deepEqual(await ids('Fenske -C++'), [second]);
});

test('a word in quotation marks is found only as it is written', async () => {
  assert.deepEqual(await sorted('"MAG-Schweißer"'), [whole]);
  assert.deepEqual(await sorted('„MAG-Schweisser“'), [whole]);
  assert.deepEqual(await sorted('"MAG" "Schweißer"'), [separate, whole]);
  assert.deepEqual(await sorted('"MAG Schweißer" lag'), [separate, whole]);
  assert.deepEqual(await sorted('"Kowalska"'), [sounding]);
  for (const text of ['"Kowalski"', '"Kowal"', '"Schweiß"', '"weißer"'])
    assert.deepEqual(await ids(text), [], text);
  // A quotation mark that is still to come changes nothing.
  assert.deepEqual(await sorted('"Kowal'), [sounding]);
});

test('a word with hyphens finds its parts, and who has it as a whole comes first', async () => {
  const found = await ids('MAG-Schweißer');
  assert.deepEqual(found.slice(0, 2), [whole, female]);
  assert.deepEqual(found.slice(2), [separate, sounding]);
  const [first] = await search('MAG-Schweißer Behrens');
  assert.deepEqual(
    first!.matches.map(({ excerpt, start, length }) => excerpt.slice(start, start + length)),
    ['MAG-Schweißer', 'Behrens'],
  );
});

test('a word with hyphens also finds what is written as one word', async () => {
  const id = await person('Emma', 'Emsig', 'Fassadenbeschriftung');
  assert.deepEqual(await ids('Fassaden-Beschriftung'), [id]);
  const mail = await person('Finn', 'Fink', 'Emailversand');
  assert.deepEqual(await ids('E-Mail'), [mail]);
});

test('exclusions count as words', async () => {
  const text = 'a b c d e f g h i -j -"k"';
  const response = await recruiter.post('/candidates/search', { text });
  assert.deepEqual([response.status, response.body.validationErrors[0].property], [400, 'text']);
});

test('companies, requests, and the palette exclude words, and find words as they are written', async () => {
  const make = companyMaker(api);
  const north = await make.company({ name: 'Nordlicht Logistik GmbH' });
  const south = await make.company({ name: 'Nordlichter Bau GmbH' });
  const { body: branch } = await (await service.platform('admin')).post('/branches', { name: 'Mitte' });
  const request = async (company: number, title: string): Promise<number> => {
    const body = { officeId: branch.id, title, headcount: 1, startDate: '2026-05-01' };
    return (await api.post(`/customers/${company}/requests/temporarystaffing`, body)).body.id;
  };
  const [driver, welder] = [await request(north, 'Fahrer'), await request(south, 'Schweißer')];
  await indexMarked(services);
  const companies = async (text: string) =>
    (await recruiter.post('/companies/search', { text })).body.companies.map(({ id }: { id: number }) => id);
  assert.deepEqual(await companies('Nordlicht -Bau'), [north]);
  assert.deepEqual(await companies('-Bau'), [north]);
  assert.deepEqual(await companies('"Nordlicht"'), [north]);
  const requests = async (text: string) =>
    (await recruiter.post('/requests/search', { text })).body.requests.map(({ id }: { id: number }) => id);
  // A request has the words of its company.
  assert.deepEqual(await requests('Nordlicht -Bau'), [driver]);
  assert.deepEqual(await requests('-Fahrer'), [welder]);
  assert.deepEqual(await requests(`Nordlicht -${driver}`), [welder]);
  const palette = async (text: string) => (await recruiter.get(`/search?q=${encodeURIComponent(text)}`)).body;
  const { companies: shown, candidates } = await palette('Nordlicht -Bau');
  assert.deepEqual([shown.map(({ id }: { id: number }) => id), candidates], [[north], []]);
  assert.deepEqual((await palette('-Bau')).companies, []);
});
