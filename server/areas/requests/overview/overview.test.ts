import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { makeBranch } from '../../../testing/makers/branches.ts';
import { companyMaker } from '../../../testing/makers/companies.ts';

const service = await startTestService();
const { api } = service.tenant;
const recruiter = await service.platform('recruiter');
const officeId = await makeBranch(service, 'Nord');
const make = companyMaker(api);
const { companyId, siteId, contactId, locationId } = await make.all();

async function post(path: string, body: object, calls: Pick<typeof api, 'post'> = api): Promise<number> {
  const response = await calls.post(path, body);
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}

const create = (kind: string, body = {}) =>
  post(`/customers/${companyId}/requests/${kind}`, {
    officeId,
    title: 'Gesucht',
    headcount: 3,
    startDate: '2026-05-01',
    scope: 'Inventur',
    ...body,
  });

for (const kind of ['temporarystaffing', 'directplacement', 'servicecontract'])
  test(`the overview says that a request is of the kind ${kind}`, async () => {
    const id = await create(kind);
    const { status, body } = await recruiter.get(`/requests/${id}`);
    assert.equal(status, 200);
    assert.equal(body.kind, kind);
    assert.equal((await recruiter.get(`/customers/requests/${body.kind}/${id}`)).body.id, id);
    assert.deepEqual(
      [body.site, body.location, body.contact, body.profession, body.jobAds],
      [null, null, null, null, []],
    );
  });

test('the overview has the names of what the request refers to, and its job ads', async () => {
  await api.put(`/customers/${companyId}/offices/${siteId}/contacts/${contactId}`, {
    firstName: 'Karla',
    phone: '030 5550199',
  });
  const id = await create('temporarystaffing', {
    siteId,
    locationId,
    contactId,
    responsibility: recruiter.user.id,
    professionId: 27449,
  });
  const jobAds = [];
  for (const title of ['Erste', 'Zweite', 'Gelöschte'])
    jobAds.push(await post('/jobads', { title, officeId, customerRequestId: id }, recruiter));
  assert.equal((await recruiter.delete(`/jobads/${jobAds[2]}`)).status, 204);
  const response = await recruiter.get(`/requests/${id}`, { headers: { 'accept-language': 'de' } });
  const { profession, ...body } = response.body;
  assert.match(profession, /Lagerlogistik/);
  assert.deepEqual(body, {
    id,
    kind: 'temporarystaffing',
    title: 'Gesucht',
    headcount: 3,
    companyId,
    company: 'Muster AG',
    office: 'Nord',
    responsibleUser: 'Test recruiter',
    site: 'Werk 1',
    location: 'Halle 1',
    contact: { id: contactId, name: 'Karla Vogt', isActive: true, email: null, phone: '030 5550199' },
    possibleStatuses: [
      { id: 2, name: 'In Bearbeitung', isFinal: false },
      { id: 3, name: 'Besetzt', isFinal: false },
      { id: 4, name: 'Storniert', isFinal: true },
      { id: 5, name: 'Geschlossen', isFinal: true },
    ],
    jobAds: [
      { jobAdId: jobAds[1], title: 'Zweite', status: 'Editing' },
      { jobAdId: jobAds[0], title: 'Erste', status: 'Editing' },
    ],
  });
});

test('a request that is closed can get no other status', async () => {
  const id = await create('servicecontract');
  await api.put(`/customers/requests/${id}/status`, { statusId: 5 });
  assert.deepEqual((await recruiter.get(`/requests/${id}`)).body.possibleStatuses, []);
});

test('what a request can refer to leaves out what is inactive or deleted, and other companies', async () => {
  const other = await make.all();
  const id = await make.company({ name: 'Mit Werken' });
  const second = await make.site(id, { description: 'Werk B', location: { city: 'Köln' } });
  const first = await make.site(id, { description: 'Werk A' });
  const closed = await make.site(id, { description: 'Werk zu' });
  const hall = await make.location(id, second, { description: 'Halle' });
  const yard = await make.location(id, first, {
    description: null,
    location: { street: 'Am Kai', city: 'Hamburg' },
  });
  const gone = await make.location(id, first);
  await make.location(id, closed);
  const person = await make.contact(id, second, {
    firstName: 'Eva',
    lastName: 'Adam',
    position: 'Meisterin',
  });
  const former = await make.contact(id, second);
  await make.contact(id, closed);
  assert.equal((await api.delete(`/customers/${id}/offices/${first}/locations/${gone}`)).status, 204);
  const inactive = { isActive: false };
  await api.put(`/customers/${id}/offices/${second}/contacts/${former}/status`, inactive);
  await api.put(`/customers/${id}/offices/${closed}/status`, { statusId: 5 });
  await service.sql('UPDATE site SET is_active = false WHERE tenant_id = $1 AND id = $2', [
    service.tenant.id,
    closed,
  ]);
  await service.sql('UPDATE contact SET is_active = false WHERE tenant_id = $1 AND id = $2', [
    service.tenant.id,
    former,
  ]);
  const { status, body } = await recruiter.get(`/companies/${id}/places`);
  assert.equal(status, 200);
  assert.deepEqual(body, {
    sites: [
      { id: first, name: 'Werk A', city: null },
      { id: second, name: 'Werk B', city: 'Köln' },
    ],
    locations: [
      { id: yard, siteId: first, name: 'Am Kai, Hamburg' },
      { id: hall, siteId: second, name: 'Halle' },
    ],
    contacts: [{ id: person, siteId: second, name: 'Eva Adam', position: 'Meisterin' }],
  });
  assert.equal((await recruiter.get(`/companies/${other.companyId}/places`)).body.sites.length, 1);
});

test('requests and companies of another tenant do not exist', async () => {
  const stranger = await service.platform('admin', await service.createTenant());
  const id = await create('directplacement');
  assert.equal((await stranger.get(`/requests/${id}`)).status, 404);
  assert.equal((await stranger.get(`/companies/${companyId}/places`)).status, 404);
  assert.equal((await recruiter.get('/requests/2000000000')).status, 404);
});
