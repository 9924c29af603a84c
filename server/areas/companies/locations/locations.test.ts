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

const read = async (id: number) => (await api.get(`/customers/locations/${id}`)).body;
const pathOf = (ids: { companyId: number; siteId: number; locationId: number }) =>
  `/customers/${ids.companyId}/offices/${ids.siteId}/locations/${ids.locationId}`;

test('a created work location is read back as sent, with its company and site', async () => {
  const { companyId, siteId, contactId } = await make.all();
  const sent = {
    description: 'Halle 3 "Nord"',
    directions: 'Pforte West,\ndann rechts',
    contactId,
    importExternalId: 'crm-l1',
    createdAtUtc: '2019-02-03T04:05:06.000Z',
  };
  const locationId = await make.location(companyId, siteId, {
    ...sent,
    location: { street: 'Vollhöfner Weiden 8', zipCode: '21129', city: 'Hamburg', countryId: 276 },
  });
  const location = await read(locationId);
  for (const [property, value] of Object.entries(sent)) assert.deepEqual(location[property], value, property);
  assert.deepEqual(
    [location.id, location.customerId, location.customerName, location.officeId, location.officeDescription],
    [locationId, companyId, 'Muster AG', siteId, 'Werk 1'],
  );
  assert.deepEqual(
    [location.address.street, location.address.streetNumber, location.address.countryName],
    ['Vollhöfner Weiden', '8', 'Germany'],
  );
  assert.ok(location.address.geoLat > 53 && location.importedAtUtc !== null);
});

test('a work location has no required properties', async () => {
  const { companyId, siteId } = await make.all();
  const response = await api.post(`/customers/${companyId}/offices/${siteId}/locations`, {});
  const location = await read(response.body.id);
  assert.deepEqual(
    [location.description, location.directions, location.contactId, location.importExternalId],
    [null, null, null, null],
  );
  assert.deepEqual([location.importedAtUtc, location.address.city], [null, null]);
});

test('creating a work location writes its change, a change of the company, and one location.created event', async () => {
  const { companyId, siteId } = await make.all();
  let id = 0;
  const recorded = await written(service, async () => {
    id = await make.location(companyId, siteId);
  });
  assert.deepEqual(recorded, partChanged('location', 'new', id, 1431, { companyId, siteId }));
});

test('address lines, coordinates, and the site in a body are ignored and reported', async () => {
  const ids = await make.all();
  const response = await api.put(pathOf(ids), {
    officeId: UNKNOWN_ID,
    location: { city: 'Bonn', addressLine1: 'x', geoLat: 1, geoLon: 2 },
  });
  assert.equal(response.status, 204);
  assert.equal(
    response.headers.get('ignored-properties'),
    'officeId, location.addressLine1, location.geoLat, location.geoLon',
  );
  const { officeId, address } = await read(ids.locationId);
  assert.deepEqual([officeId, address.city, address.addressLine1], [ids.siteId, 'Bonn', null]);
});

test('the response names every fault of a work location', async () => {
  const { companyId, siteId } = await make.all();
  await assertRefused(
    service,
    () =>
      api.post(`/customers/${companyId}/offices/${siteId}/locations`, {
        description: 'x'.repeat(256),
        directions: 5,
        location: { zipCode: '0123', countryId: 40, federalStateId: UNKNOWN_ID },
        createdAtUtc: '2999-01-01T00:00:00Z',
      }),
    'description length',
    'directions type',
    'location.zipCode format',
    'location.federalStateId unknownReference',
    'createdAtUtc range',
  );
});

test('the contact must belong to the company, at any of its sites', async () => {
  const { companyId, siteId, locationId } = await make.all();
  const elsewhere = await make.contact(companyId, await make.site(companyId));
  const contactOfOtherCompany = (await make.all()).contactId;
  const path = pathOf({ companyId, siteId, locationId });
  assert.equal((await api.put(path, { contactId: elsewhere })).status, 204);
  assert.equal((await read(locationId)).contactId, elsewhere);
  const post = (body: object) => () => api.post(`/customers/${companyId}/offices/${siteId}/locations`, body);
  for (const contactId of [contactOfOtherCompany, UNKNOWN_ID]) {
    await assertRefused(service, post({ contactId }), 'contactId unknownReference');
    await assertRefused(service, () => api.put(path, { contactId }), 'contactId unknownReference');
    await assertRefused(
      service,
      post({ contactId, location: { zipCode: '1', countryId: 276 } }),
      'contactId unknownReference',
      'location.zipCode format',
    );
  }
});

test('an inactive contact stays where it is set and is rejected elsewhere', async () => {
  const { companyId, siteId, contactId, locationId } = await make.all();
  const path = pathOf({ companyId, siteId, locationId });
  await api.put(path, { contactId });
  await api.put(`/customers/${companyId}/offices/${siteId}/contacts/${contactId}/status`, {
    isActive: false,
  });
  assert.equal((await api.put(path, { contactId, directions: 'Tor 2' })).status, 204);
  await assertRefused(
    service,
    () => api.post(`/customers/${companyId}/offices/${siteId}/locations`, { contactId }),
    'contactId unknownReference',
  );
  await api.put(path, { contactId: null });
  await assertRefused(service, () => api.put(path, { contactId }), 'contactId unknownReference');
});

test('a change replaces only the properties that are sent', async () => {
  const { companyId, siteId } = await make.all();
  const locationId = await make.location(companyId, siteId, {
    directions: 'Tor 1',
    location: { city: 'Bonn' },
  });
  const before = await read(locationId);
  const recorded = await written(service, async () => {
    const response = await api.put(pathOf({ companyId, siteId, locationId }), {
      directions: null,
      createdAtUtc: '2018-01-01T00:00:00Z',
    });
    assert.equal(response.status, 204);
  });
  assert.deepEqual(recorded, partChanged('location', 'modified', locationId, 1432, { companyId, siteId }));
  const after = await read(locationId);
  assert.deepEqual(after, {
    ...before,
    directions: null,
    createdAtUtc: '2018-01-01T00:00:00.000Z',
    modifiedAtUtc: after.modifiedAtUtc,
  });
  assert.ok(after.modifiedAtUtc > before.modifiedAtUtc);
});

test('a body that changes nothing writes nothing', async () => {
  const { companyId, siteId, contactId } = await make.all();
  const sent = {
    contactId,
    directions: 'x',
    createdAtUtc: '2018-01-01T00:00:00Z',
    location: { city: 'Bonn' },
  };
  const locationId = await make.location(companyId, siteId, sent);
  const before = await read(locationId);
  const recorded = await written(service, async () => {
    for (const body of [{}, sent, before])
      assert.equal((await api.put(pathOf({ companyId, siteId, locationId }), body)).status, 204);
  });
  assert.deepEqual(recorded, NOTHING);
});

test('a deleted work location is not found and disappears from its site', async () => {
  const ids = await make.all();
  const { companyId, siteId, locationId } = ids;
  const recorded = await written(service, async () => {
    assert.equal((await api.delete(pathOf(ids))).status, 204);
  });
  assert.deepEqual(recorded, partChanged('location', 'deleted', locationId, 1433, { companyId, siteId }));
  await assertNotFound(service, () => api.get(`/customers/locations/${locationId}`));
  await assertNotFound(service, () => api.delete(pathOf(ids)));
  await assertNotFound(service, () => api.put(pathOf(ids), { directions: 'x' }));
  assert.deepEqual((await api.get(`/customers/offices/${siteId}`)).body.locations, []);
  const [row] = await service.sql('SELECT deleted_at IS NOT NULL AS kept FROM work_location WHERE id = $1', [
    locationId,
  ]);
  assert.deepEqual(row, { kept: true });
});

test('only one of ten concurrent deletions succeeds and the others return 404', async () => {
  const ids = await make.all();
  const recorded = await written(service, async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => api.delete(pathOf(ids))));
    assert.deepEqual(responses.map(({ status }) => status).sort(), [204, ...Array(9).fill(404)]);
  });
  assert.deepEqual(recorded, partChanged('location', 'deleted', ids.locationId, 1433, ids));
});

test('an importExternalId is unique among work locations and available again after a deletion', async () => {
  const { companyId, siteId } = await make.all();
  const body = { importExternalId: 'crm-l2' };
  const first = await make.location(companyId, siteId, body);
  const post = () => api.post(`/customers/${companyId}/offices/${siteId}/locations`, body);
  await assertRefused(service, post, 'importExternalId duplicate');
  await api.delete(pathOf({ companyId, siteId, locationId: first }));
  const again = await post();
  assert.equal(again.status, 200);
  assert.notEqual(again.body.id, first);
});

test('only one of ten concurrent creations with the same importExternalId succeeds', async () => {
  const { companyId, siteId } = await make.all();
  const path = `/customers/${companyId}/offices/${siteId}/locations`;
  await assertOneOfTenSucceeds(() => api.post(path, { importExternalId: 'crm-l3' }), 'importExternalId');
});

test('concurrent changes to several parts of one company all succeed', async () => {
  const ids = await make.all();
  const { companyId, siteId, contactId } = ids;
  const site = `/customers/${companyId}/offices/${siteId}`;
  const responses = await Promise.all(
    Array.from({ length: 5 }, (_, index) => [
      api.put(pathOf(ids), { directions: `${index}` }),
      api.put(`${site}/contacts/${contactId}`, { position: `${index}` }),
      api.put(site, { description: `Werk ${index}` }),
      api.put(`/customers/${companyId}`, { employees: index, customerNumber: `at-once-${index}` }),
      api.post(`${site}/locations`, { contactId }),
      api.put(`/customers/${companyId}/status`, { statusId: index + 1 }),
    ]).flat(),
  );
  for (const { status, text } of responses) assert.ok(status === 204 || status === 200, text);
});

test('a creation repeated with the same Idempotency-Key creates nothing and returns the same response', async () => {
  const { companyId, siteId } = await make.all();
  const path = `/customers/${companyId}/offices/${siteId}/locations`;
  await assertRepeatable(service, (options) => api.post(path, {}, options));
});

test('a work location is not found under ids that do not belong together', async () => {
  const { companyId, siteId, locationId } = await make.all();
  const sibling = await make.site(companyId);
  const other = await make.all();
  await assertNotFound(service, () => api.get(`/customers/locations/${UNKNOWN_ID}`));
  for (const ids of [
    { companyId: UNKNOWN_ID, siteId, locationId },
    { companyId, siteId: UNKNOWN_ID, locationId },
    { companyId, siteId, locationId: UNKNOWN_ID },
    { companyId: other.companyId, siteId, locationId },
    { companyId, siteId: sibling, locationId },
    { companyId, siteId: other.siteId, locationId },
    { companyId, siteId, locationId: other.locationId },
    { companyId: other.companyId, siteId: other.siteId, locationId },
  ]) {
    await assertNotFound(service, () => api.put(pathOf(ids), { directions: 'x' }));
    await assertNotFound(service, () => api.put(pathOf(ids), {}));
    await assertNotFound(service, () => api.delete(pathOf(ids)));
  }
  for (const [company, site] of [
    [UNKNOWN_ID, siteId],
    [companyId, UNKNOWN_ID],
    [other.companyId, siteId],
  ] as const) {
    const path = `/customers/${company}/offices/${site}/locations`;
    await assertNotFound(service, () => api.post(path, {}));
  }
});

test('an unknown company in the path is not found even with a known contact', async () => {
  const { siteId, contactId } = await make.all();
  await assertNotFound(service, () =>
    api.post(`/customers/${UNKNOWN_ID}/offices/${siteId}/locations`, { contactId }),
  );
});
