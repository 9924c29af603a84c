import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertNotFound,
  assertOneOfTenSucceeds,
  assertRefused,
  assertRepeatable,
  NOTHING,
  written,
} from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { companyMaker, partChanged } from '../../../testing/makers/companies.ts';

const service = await startTestService();
const { api } = service.tenant;
const make = companyMaker(api);
const UNKNOWN_ID = 999_999;

const COMPLETE = {
  description: 'Lager "Hafen"',
  contact: { email: 'lager@example.org', phone: '040 66969100', fax: null, website: 'https://example.org' },
  importExternalId: 'crm-s1',
  createdAtUtc: '2021-02-03T04:05:06.000Z',
};
const read = async (id: number) => (await api.get(`/customers/offices/${id}`)).body;

test('a created site is read back as sent, active, and with its company', async () => {
  const companyId = await make.company({ name: 'Hafen GmbH' });
  const location = { street: 'Kai 3', zipCode: '20457', city: 'Hamburg', countryId: 276 };
  const siteId = await make.site(companyId, { ...COMPLETE, location });
  const site = await read(siteId);
  for (const [property, value] of Object.entries(COMPLETE)) assert.deepEqual(site[property], value, property);
  assert.deepEqual([site.id, site.customerId, site.customerName], [siteId, companyId, 'Hafen GmbH']);
  assert.deepEqual(
    [site.location.street, site.location.streetNumber, site.location.city],
    ['Kai', '3', 'Hamburg'],
  );
  assert.ok(site.location.geoLat > 53 && site.importedAtUtc !== null);
  assert.deepEqual([site.isActive, site.statusId, site.status], [true, 3, 'Customer']);
  assert.deepEqual([site.locations, site.contacts, site.responsibility], [[], [], null]);
});

test('creating a site writes its change, a change of the company, and one site.created event', async () => {
  const companyId = await make.company();
  const before = (await api.get(`/customers/${companyId}`)).body;
  let siteId = 0;
  const recorded = await written(service, async () => {
    siteId = await make.site(companyId, { location: { city: 'Bonn' } });
  });
  assert.deepEqual(recorded, partChanged('site', 'new', siteId, 1421, { companyId }));
  const after = (await api.get(`/customers/${companyId}`)).body;
  assert.deepEqual(after.offices, [{ id: siteId, description: 'Werk 1', city: 'Bonn', isActive: true }]);
  assert.ok(after.modifiedAtUtc > before.modifiedAtUtc);
});

test('the change log entry of a site has the branch of its company', async () => {
  const [branch] = await service.sql<{ id: number }>(
    `INSERT INTO branch (tenant_id, name) VALUES ($1, 'A') RETURNING id`,
    [service.tenant.id],
  );
  const companyId = await make.company({ officeId: branch!.id });
  const siteId = await make.site(companyId);
  const [row] = await service.sql(
    `SELECT office_id FROM change_log WHERE entity = 'site' AND record_id = $1`,
    [siteId],
  );
  assert.deepEqual(row, { office_id: branch!.id });
});

test('the response names every fault of a site', async () => {
  const companyId = await make.company();
  await assertRefused(
    service,
    () =>
      api.post(`/customers/${companyId}/offices`, {
        contact: { email: 'x', website: 'ftp://x' },
        location: { zipCode: '1', countryId: 756 },
        responsibility: UNKNOWN_ID,
        createdAtUtc: '2999-01-01T00:00:00Z',
      }),
    'description required',
    'contact.email format',
    'contact.website format',
    'location.zipCode format',
    'responsibility unknownReference',
    'createdAtUtc range',
  );
});

test('a site contains its work locations and contacts as their own endpoints return them', async () => {
  const { companyId, siteId, contactId, locationId } = await make.all();
  const otherSite = await make.site(companyId);
  await make.location(companyId, otherSite);
  const deleted = await make.location(companyId, siteId);
  await api.delete(`/customers/${companyId}/offices/${siteId}/locations/${deleted}`);
  await api.put(`/customers/${companyId}/offices/${siteId}/contacts/${contactId}/status`, {
    isActive: false,
  });
  const site = await read(siteId);
  assert.deepEqual(site.locations, [(await api.get(`/customers/locations/${locationId}`)).body]);
  assert.deepEqual(site.contacts, [(await api.get(`/customers/contacts/${contactId}`)).body]);
  assert.equal(site.contacts[0].isActive, false);
});

test('a change replaces only the properties that are sent', async () => {
  const companyId = await make.company();
  const siteId = await make.site(companyId, { ...COMPLETE, importExternalId: 'crm-s2' });
  const before = await read(siteId);
  const recorded = await written(service, async () => {
    const response = await api.put(`/customers/${companyId}/offices/${siteId}`, {
      description: 'Lager Süd',
      contact: { phone: null },
    });
    assert.equal(response.status, 204);
  });
  assert.deepEqual(recorded, partChanged('site', 'modified', siteId, 1422, { companyId }));
  const after = await read(siteId);
  assert.deepEqual(after, {
    ...before,
    description: 'Lager Süd',
    contact: { ...before.contact, phone: null },
    modifiedAtUtc: after.modifiedAtUtc,
  });
  assert.ok(after.modifiedAtUtc > before.modifiedAtUtc);
});

test('a body that changes nothing writes nothing', async () => {
  const companyId = await make.company();
  const siteId = await make.site(companyId, { ...COMPLETE, importExternalId: 'crm-s3' });
  const before = await read(siteId);
  const recorded = await written(service, async () => {
    for (const body of [{}, { ...COMPLETE, importExternalId: 'crm-s3' }, before])
      assert.equal((await api.put(`/customers/${companyId}/offices/${siteId}`, body)).status, 204);
  });
  assert.deepEqual(recorded, NOTHING);
  assert.equal((await make.activities(companyId)).length, 1);
});

test('deactivating and activating a site each write one change', async () => {
  const companyId = await make.company();
  const siteId = await make.site(companyId);
  const path = `/customers/${companyId}/offices/${siteId}/status`;
  for (const [isActive, statusId, status] of [
    [false, 4, 'Inactive'],
    [true, 3, 'Customer'],
  ] as const) {
    const recorded = await written(service, async () => {
      assert.equal((await api.put(path, { isActive })).status, 204);
    });
    assert.deepEqual(recorded, partChanged('site', 'modified', siteId, 1422, { companyId }));
    const site = await read(siteId);
    assert.deepEqual([site.isActive, site.statusId, site.status], [isActive, statusId, status]);
  }
  assert.deepEqual(await written(service, () => api.put(path, { isActive: true })), NOTHING);
  await assertRefused(service, () => api.put(path, {}), 'isActive required');
  await assertRefused(service, () => api.put(path, { isActive: 'no' }), 'isActive type');
});

test('an importExternalId is unique among all sites of the tenant', async () => {
  const [one, other] = [await make.company(), await make.company()];
  await make.site(one, { importExternalId: 'crm-s4' });
  const path = `/customers/${other}/offices`;
  const body = { description: 'B', importExternalId: 'crm-s4' };
  await assertRefused(service, () => api.post(path, body), 'importExternalId duplicate');
  const siteId = await make.site(other);
  await assertRefused(service, () => api.put(`${path}/${siteId}`, body), 'importExternalId duplicate');
});

test('only one of ten concurrent creations with the same importExternalId succeeds', async () => {
  const companyId = await make.company();
  const recorded = await written(service, () =>
    assertOneOfTenSucceeds(
      () => api.post(`/customers/${companyId}/offices`, { description: 'C', importExternalId: 'crm-s5' }),
      'importExternalId',
    ),
  );
  assert.equal(recorded.changes.length, 2);
  assert.equal((await make.activities(companyId)).length, 1);
});

test('ten sites of one company can be created concurrently', async () => {
  const companyId = await make.company();
  const ids = await Promise.all(Array.from({ length: 10 }, () => make.site(companyId)));
  const { offices } = (await api.get(`/customers/${companyId}`)).body;
  assert.deepEqual(
    offices.map(({ id }: { id: number }) => id),
    ids.sort((a, b) => a - b),
  );
});

test('a creation repeated with the same Idempotency-Key creates nothing and returns the same response', async () => {
  const companyId = await make.company();
  const path = `/customers/${companyId}/offices`;
  await assertRepeatable(service, (options) => api.post(path, { description: 'Once' }, options));
});

test('a site is not found under ids that do not belong together', async () => {
  const { companyId, siteId } = await make.all();
  const other = await make.all();
  await assertNotFound(service, () => api.post(`/customers/${UNKNOWN_ID}/offices`, { description: 'A' }));
  await assertNotFound(service, () => api.get(`/customers/offices/${UNKNOWN_ID}`));
  for (const path of [
    `/customers/${UNKNOWN_ID}/offices/${siteId}`,
    `/customers/${companyId}/offices/${UNKNOWN_ID}`,
    `/customers/${other.companyId}/offices/${siteId}`,
  ]) {
    await assertNotFound(service, () => api.put(path, { description: 'A' }));
    await assertNotFound(service, () => api.put(`${path}/status`, { isActive: false }));
  }
});
