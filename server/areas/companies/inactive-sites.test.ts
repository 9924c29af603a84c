import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../testing/change-watch.ts';
import { type ApiResponse, startTestService } from '../../testing/harness.ts';
import { untilWaiting } from '../../testing/held-transaction.ts';
import { makeBranch } from '../../testing/makers/branches.ts';
import { companyMaker } from '../../testing/makers/companies.ts';
import { setPartActive } from './parts.ts';

// Nothing new is created below a site that was deactivated. What is there stays, and can be changed.

const service = await startTestService();
const { api, id: tenantId } = service.tenant;
const make = companyMaker(api);
const branch = await makeBranch(service, 'Nord');
const { companyId, siteId, contactId, locationId } = await make.all();
const activeSite = await make.site(companyId);
const office = `/customers/${companyId}/offices/${siteId}`;
const requests = `/customers/${companyId}/requests/directplacement`;

const setActive = async (isActive: boolean, path = office) =>
  assert.equal((await api.put(`${path}/status`, { isActive })).status, 204);
const request = (body: object = {}) => ({
  officeId: branch,
  title: 'Gesucht',
  headcount: 1,
  startDate: '2026-05-01',
  ...body,
});

test('a work location and a contact below an inactive site are rejected, together with all other faults', async () => {
  await setActive(false);
  await assertRefused(service, () => api.post(`${office}/locations`, {}), 'officeId notAllowed');
  await assertRefused(
    service,
    () => api.post(`${office}/contacts`, { lastName: 'Vogt' }),
    'officeId notAllowed',
  );
  const response = await api.post(`${office}/contacts`, { lastName: 5, salutationId: 99 });
  assert.deepEqual(
    response.body.validationErrors
      .map(({ property, code }: Record<string, string>) => `${property} ${code}`)
      .toSorted(),
    ['lastName type', 'officeId notAllowed', 'salutationId unknownReference'],
  );
  await setActive(true);
  await make.location(companyId, siteId);
  await make.contact(companyId, siteId);
});

test('a new request for an inactive site or a work location there is rejected', async () => {
  await setActive(false);
  await assertRefused(service, () => api.post(requests, request({ siteId })), 'siteId notAllowed');
  await assertRefused(service, () => api.post(requests, request({ locationId })), 'locationId notAllowed');
  const response = await api.post(requests, request({ siteId, locationId }));
  assert.deepEqual(
    response.body.validationErrors.map(({ property }: Record<string, string>) => property),
    ['siteId', 'locationId'],
  );
  assert.equal((await api.post(requests, request({ siteId: activeSite, contactId }))).status, 200);
  await setActive(true);
  assert.equal((await api.post(requests, request({ siteId, locationId }))).status, 200);
});

test('records below an inactive site stay and can be changed, but other requests cannot move there', async () => {
  const [at, other] = [
    (await api.post(requests, request({ siteId, locationId }))).body.id,
    (await api.post(requests, request({ siteId: activeSite }))).body.id,
  ];
  await setActive(false);
  const path = (id: number) => `/customers/requests/directplacement/${id}`;
  const stored = (await api.get(path(at))).body;
  assert.equal((await api.put(path(at), { ...stored, title: 'Neu' })).status, 204);
  assert.equal((await api.put(`${office}/locations/${locationId}`, { directions: 'Tor 2' })).status, 204);
  assert.equal((await api.put(`${office}/contacts/${contactId}`, { position: 'Leitung' })).status, 204);
  await assertRefused(service, () => api.put(path(other), { siteId }), 'siteId notAllowed');
  await setActive(true);
});

for (const [part, body] of [
  ['contacts', { lastName: 'Vogt' }],
  ['locations', { description: 'Halle 1' }],
] as const) {
  test(`a call that creates one of the ${part} waits for a running deactivation of the site, and is then rejected`, async () => {
    const key = { part: 'site', companyId, id: await make.site(companyId) } as const;
    const path = `/customers/${companyId}/offices/${key.id}/${part}`;
    let response: Promise<ApiResponse> | undefined;
    await service.services.database
      .tenant(tenantId)
      .transaction()
      .execute(async (db) => {
        await setPartActive(db, tenantId, key, false, { author: { userId: null, apiClientId: null } });
        response = api.post(path, body);
        await untilWaiting(db, 1, response);
      });
    assert.equal((await response!).status, 400, (await response!).text);
    assert.deepEqual(
      (await response!).body.validationErrors.map(({ property }: Record<string, string>) => property),
      ['officeId'],
    );
  });
}

test('below a site that is deactivated while a contact is created, nothing is created afterwards', async () => {
  for (let round = 0; round < 5; round++) {
    const site = `/customers/${companyId}/offices/${await make.site(companyId)}`;
    const [created] = await Promise.all([
      api.post(`${site}/contacts`, { lastName: 'Vogt' }),
      setActive(false, site),
    ]);
    assert.ok([200, 400].includes(created.status), created.text);
    assert.equal((await api.post(`${site}/contacts`, { lastName: 'Vogt' })).status, 400);
  }
});
