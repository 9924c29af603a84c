import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import type { Role } from '../../users/index.ts';
import { indexMarked } from '../index.ts';

const service = await startTestService();
const { tenant, services } = service;
const { api } = tenant;
const admin = await service.platform('admin');

async function post(path: string, body: object, calls: Pick<typeof api, 'post'> = api): Promise<number> {
  const response = await calls.post(path, body);
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}

const [{ id: branch }] = (await service.sql<{ id: number }>(
  "INSERT INTO branch (tenant_id, name) VALUES ($1, 'Niederlassung Mitte') RETURNING id",
  [tenant.id],
)) as [{ id: number }];

async function createCompany(name: string, person = 'Ansprechpartner') {
  const company = await post('/customers', {
    name,
    officeId: branch,
    location: { zipCode: '10115', city: 'Berlin' },
  });
  const site = await post(`/customers/${company}/offices`, { description: 'Werk' });
  const contact = await post(`/customers/${company}/offices/${site}/contacts`, {
    firstName: 'Karla',
    lastName: person,
    phone: '030 5550199',
  });
  const request = await post(`/customers/${company}/requests/temporarystaffing`, {
    officeId: branch,
    title: `Gabelstaplerfahrer (m/w/d) ${person}`,
    headcount: 2,
    startDate: '2026-05-01',
  });
  return { company, contact, request };
}

async function find(q: string, calls: Pick<typeof admin, 'get'> = admin) {
  const response = await calls.get(`/search?q=${encodeURIComponent(q)}`);
  assert.equal(response.status, 200, response.text);
  return response.body;
}
// biome-ignore lint/suspicious/noExplicitAny: the responses are checked against their schema.
const idsOf = (results: any[]) => results.map(({ id }) => id);

test('the palette finds every kind of record by the same words', async () => {
  const { company, contact, request } = await createCompany('Quarzwerk Meyer GmbH', 'Quarz');
  const candidate = await post('/candidates', {
    firstName: 'Ada',
    lastName: 'Quarz',
    location: { city: 'Bonn' },
  });
  await post(`/candidates/${candidate}/apply`, { recruiterId: admin.user.id });
  const jobAd = await post('/jobads', { title: 'Quarzschleiferin', officeId: branch }, admin);
  await indexMarked(services);
  const found = await find('quarz');
  assert.deepEqual(
    Object.entries(found).map(([kind, results]) => [kind, idsOf(results as object[])]),
    [
      ['candidates', [candidate]],
      ['companies', [company]],
      ['contacts', [contact]],
      ['requests', [request]],
      ['jobAds', [jobAd]],
    ],
  );
  assert.deepEqual(found.candidates[0], {
    id: candidate,
    name: 'Ada Quarz',
    detail: 'Bonn',
    companyId: null,
    matches: [{ field: 'name', excerpt: 'Ada Quarz', start: 4, length: 5 }],
  });
  const { matches: _, ...shown } = found.contacts[0];
  assert.deepEqual(shown, {
    id: contact,
    name: 'Karla Quarz',
    detail: 'Quarzwerk Meyer GmbH',
    companyId: company,
  });
  assert.deepEqual([found.companies[0].detail, found.companies[0].companyId], ['10115 Berlin', company]);
  assert.deepEqual(
    [found.requests[0].detail, found.jobAds[0].detail],
    ['Quarzwerk Meyer GmbH', 'Niederlassung Mitte'],
  );
  assert.deepEqual(idsOf((await find('Maier Berlin')).companies), [company]);
  assert.deepEqual(idsOf((await find('030 555')).contacts), [contact]);
  assert.deepEqual(idsOf((await find('Staplerfahrer')).requests), [request]);
  assert.deepEqual(idsOf((await find('Quarz Hamburg')).companies), []);
});

test('at most five of a kind are found, the best and newest first', async () => {
  const companies: number[] = [];
  for (const name of ['Basaltbau', 'Basalt', 'Basaltik', 'Basaltino', 'Basaltus', 'Basaltwerk'])
    companies.push((await createCompany(name)).company);
  await indexMarked(services);
  const [bau, exact, ...rest] = companies as [number, number, ...number[]];
  const found = idsOf((await find('basalt')).companies);
  assert.deepEqual(found, [exact, ...rest.reverse()]);
  assert.ok(!found.includes(bau));
});

test('changes are followed, and a deleted job ad is not found', async () => {
  const jobAd = await post('/jobads', { title: 'Feldspatmahler', officeId: branch }, admin);
  await indexMarked(services);
  await admin.put(`/jobads/${jobAd}`, { title: 'Glimmermahler' });
  await indexMarked(services);
  assert.deepEqual(
    [idsOf((await find('Feldspat')).jobAds), idsOf((await find('Glimmer')).jobAds)],
    [[], [jobAd]],
  );
  assert.equal((await admin.delete(`/jobads/${jobAd}`)).status, 204);
  assert.deepEqual((await find('Glimmer')).jobAds, []);
});

test('each role finds what it can read, and another tenant nothing', async () => {
  const { company, contact, request } = await createCompany('Granitwerk', 'Granit');
  await indexMarked(services);
  const kinds = async (role: Role, of = tenant) => {
    const { companies, contacts, requests } = await find('granit', await service.platform(role, of));
    return [idsOf(companies), idsOf(contacts), idsOf(requests)];
  };
  assert.deepEqual(await kinds('viewer'), [[company], [contact], [request]]);
  assert.deepEqual(await kinds('dataProtection'), [[company], [contact], []]);
  assert.deepEqual(await kinds('integrator'), [[], [], []]);
  assert.deepEqual(await kinds('admin', await service.createTenant()), [[], [], []]);
});

test('records from before the index are indexed', async () => {
  const { company, contact, request } = await createCompany('Dolomitwerk', 'Dolomit');
  await service.sql('DELETE FROM search_mark');
  await service.sql(
    "INSERT INTO search_backfill (tenant_id, entity, after_id) SELECT $1, entity, 0 FROM unnest(ARRAY['company', 'contact', 'request', 'jobad']) AS entity",
    [tenant.id],
  );
  await indexMarked(services);
  const { companies, contacts, requests } = await find('dolomit');
  assert.deepEqual([idsOf(companies), idsOf(contacts), idsOf(requests)], [[company], [contact], [request]]);
});

test('a query without a word finds nothing, and eleven words are rejected', async () => {
  for (const q of ['', ' ', '…']) assert.deepEqual((await find(q)).companies, []);
  const response = await admin.get('/search?q=a+b+c+d+e+f+g+h+i+j+k');
  assert.deepEqual([response.status, response.body.validationErrors[0].property], [400, 'q']);
  assert.equal((await admin.get('/search')).status, 400);
});

test('the palette finds a request by its number, alone or with a word', async () => {
  await service.sql("SELECT setval('customer_request_id_seq', 900000)");
  const { request } = await createCompany('Zahlenwerk', 'Nummer');
  await indexMarked(services);
  assert.deepEqual(idsOf((await find(String(request))).requests), [request]);
  assert.deepEqual(idsOf((await find(`${request} gabelstapler`)).requests), [request]);
  assert.deepEqual(idsOf((await find(`${request} schweißer`)).requests), []);
});
