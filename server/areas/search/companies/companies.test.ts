import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { makeBranch } from '../../../testing/makers/branches.ts';
import { companyMaker } from '../../../testing/makers/companies.ts';
import { indexMarked } from '../index.ts';

const service = await startTestService();
const { services } = service;
const recruiter = await service.platform('recruiter');
const make = companyMaker(service.tenant.api);

async function search(body: object, calls: Pick<typeof recruiter, 'post'> = recruiter, options = {}) {
  const response = await calls.post('/companies/search', body, options);
  assert.equal(response.status, 200, response.text);
  return response.body;
}

const idsOf = ({ companies }: { companies: { id: number }[] }) => companies.map(({ id }) => id);
const find = async (text: string) => idsOf(await search({ text }));

for (const [number, ...texts] of [
  ['12.345', '12.345', '12345'],
  ['2024/0815', '2024/0815', '2024-0815', '20240815', '0815'],
  ['D 99/77-A', 'D 99/77-A', 'D9977A'],
] as const)
  test(`a company is found by its number with and without separators: ${number}`, async () => {
    const company = await make.company({ name: 'Nummernfirma', customerNumber: number });
    await indexMarked(services);
    for (const text of texts) assert.ok((await find(text)).includes(company), text);
    const { companies } = await search({ text: texts[0] });
    const { matches } = companies.find(({ id }: { id: number }) => id === company);
    assert.deepEqual([matches[0].field, matches[0].excerpt], ['customerNumber', number]);
  });

test('a company is found by its name in any spelling, its number, its cities, and its contacts', async () => {
  const company = await make.company({
    name: 'Bäckerei Maier & Söhne',
    name2: 'Filialbetrieb',
    customerNumber: 'K-48210',
    contact: { email: 'info@maier-soehne.example', phone: '0511 5550140' },
    location: { zipCode: '30159', city: 'Hannover' },
  });
  const site = await make.site(company, { location: { zipCode: '29221', city: 'Celle' } });
  const contact = await make.contact(company, site, {
    firstName: 'Jürgen',
    lastName: 'Grothe',
    email: 'j.grothe@maier-soehne.example',
    mobile: '+49 171 5550141',
  });
  await make.company({ name: 'Nordkai Logistik' });
  await indexMarked(services);
  for (const text of [
    'bäckerei',
    'Baeckerei Meyer',
    'soehne',
    'filial',
    'K-48210',
    '48210',
    '30159 Hannover',
    'Celle',
    'Grote',
    'Jürgen Maier',
    'j.grothe@maier-soehne.example',
    '@maier-soehne.example',
    '0171 5550141',
    'Hannover Celle Grothe',
  ])
    assert.deepEqual(await find(text), [company], text);
  for (const text of ['Bremen', 'Maier Nordkai', '…', '0171 555014177'])
    assert.deepEqual(await find(text), [], text);

  const { companies } = await search({ text: 'Grothe' });
  assert.deepEqual(companies[0].matches, [
    { field: 'contact', excerpt: 'Jürgen Grothe', start: 7, length: 6 },
  ]);
  // The person gets another name.
  await service.tenant.api.put(`/customers/${company}/offices/${site}/contacts/${contact}`, {
    lastName: 'Thiele',
    email: null,
  });
  await indexMarked(services);
  assert.deepEqual([await find('Jürgen Grothe'), await find('Thiele')], [[], [company]]);
});

test('companies with the word in their name come before those with such a contact, and the newest first', async () => {
  const [old, withContact, young] = [
    await make.company({ name: 'Ziegler Bau' }),
    await make.company({ name: 'Holzhandel Brandt' }),
    await make.company({ name: 'Spedition Ziegler' }),
  ] as const;
  await make.contact(withContact, await make.site(withContact), { lastName: 'Ziegler' });
  await indexMarked(services);
  assert.deepEqual(await find('Ziegler'), [young, old, withContact]);
});

test('a legal form is found as it is written, and by no name that sounds like it', async () => {
  const company = await make.company({ name: 'Uhlig Transporte GmbH & Co. KG' });
  const other = await make.company({ name: 'Uhlig Kai' });
  await indexMarked(services);
  assert.deepEqual([await find('Uhlig KG'), await find('Uhlig Kai')], [[company], [other]]);
});

test('an item has what a list shows, in the language of the caller', async () => {
  const branch = await makeBranch(service, 'Hannover');
  const company = await make.company({
    name: 'Falkenberg Metall GmbH',
    customerNumber: 'F-1',
    industryId: 8,
    officeId: branch,
    responsibility: recruiter.user.id,
    location: { zipCode: '30159', city: 'Hannover' },
  });
  await indexMarked(services);
  const headers = { 'accept-language': 'de' };
  const { companies, ...rest } = await search({ text: 'Falkenberg' }, recruiter, { headers });
  const [{ createdAtUtc, modifiedAtUtc, matches: _, ...item }] = companies;
  const { body: stored } = await recruiter.get(`/customers/${company}`, { headers });
  assert.deepEqual(rest, { total: 1, totalIsExact: true, nextCursor: null, isCurrent: true });
  assert.deepEqual([createdAtUtc, modifiedAtUtc], [stored.createdAtUtc, stored.modifiedAtUtc]);
  assert.notEqual(stored.industry, null);
  assert.deepEqual(item, {
    id: company,
    name: 'Falkenberg Metall GmbH',
    name2: null,
    customerNumber: 'F-1',
    zipCode: '30159',
    city: 'Hannover',
    statusId: 1,
    contractStatusId: 1,
    industryId: 8,
    industry: stored.industry,
    officeId: branch,
    office: 'Hannover',
    responsibility: recruiter.user.id,
    responsibleUser: stored.responsibility === null ? null : item.responsibleUser,
  });
  assert.equal(typeof item.responsibleUser, 'string');
});

test('filters limit the list with and without words', async () => {
  const branch = await makeBranch(service, 'Kassel');
  const all = { name: 'Filterbau', officeId: branch, industryId: 8, responsibility: recruiter.user.id };
  const [whole, other] = [await make.company(all), await make.company({ name: 'Filterwerk' })];
  // In the same branch, with nothing else in common.
  const near = await make.company({ name: 'Filterhof', officeId: branch, industryId: 9 });
  await recruiter.put(`/customers/${whole}/status`, { statusId: 3 });
  await recruiter.put(`/customers/${whole}/contractstatus`, { contractStatusId: 2 });
  await indexMarked(services);
  assert.deepEqual((await find('Filter')).toSorted(), [whole, other, near].toSorted());
  assert.deepEqual(idsOf(await search({ officeIds: [branch] })), [whole, near]);
  for (const filter of [
    { industryIds: [8], officeIds: [branch] },
    { responsibilities: [recruiter.user.id], officeIds: [branch] },
    { statusIds: [2, 3], officeIds: [branch] },
    { contractStatusIds: [2], officeIds: [branch] },
  ])
    for (const text of ['Filter', undefined])
      assert.deepEqual(
        idsOf(await search({ ...filter, text })),
        [whole],
        JSON.stringify({ ...filter, text }),
      );
  assert.deepEqual(idsOf(await search({ text: 'Filter', statusIds: [1] })), [near, other]);
  assert.equal((await search({ officeIds: [branch], statusIds: [5] })).total, 0);
  const unknown = await recruiter.post('/companies/search', {
    officeIds: [2_000_000_000],
    industryIds: [999_999],
  });
  assert.deepEqual(
    unknown.body.validationErrors.map(({ property }: { property: string }) => property),
    ['officeIds[0]', 'industryIds[0]'],
  );
});

test('another tenant and a role without the permission find nothing', async () => {
  const company = await make.company({ name: 'Nachbarschaft GmbH' });
  await indexMarked(services);
  const other = await service.createTenant();
  const stranger = await service.platform('admin', other);
  assert.deepEqual(await find('Nachbarschaft'), [company]);
  assert.deepEqual(await search({ text: 'Nachbarschaft' }, stranger), {
    companies: [],
    total: 0,
    totalIsExact: true,
    isCurrent: true,
    nextCursor: null,
  });
  assert.equal((await search({}, stranger)).total, 0);
  const integrator = await service.platform('integrator');
  assert.equal((await integrator.post('/companies/search', {})).status, 403);
  assert.equal((await search({ text: 'Nachbarschaft' }, await service.platform('viewer'))).total, 1);
});
