import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertNotFound,
  assertOneOfTenSucceeds,
  assertRefused,
  NOTHING,
  written,
} from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { companyMaker, partChanged } from '../../../testing/makers/companies.ts';

const service = await startTestService();
const { api } = service.tenant;
const make = companyMaker(api);
const ABSENT = 999_999;

const read = async (id: number) => (await api.get(`/customers/locations/${id}`)).body;
const pathOf = (ids: { companyId: number; siteId: number; locationId: number }) =>
  `/customers/${ids.companyId}/offices/${ids.siteId}/locations/${ids.locationId}`;

test('a created work location is read back as sent, with where it belongs', async () => {
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

test('a work location needs no property at all', async () => {
  const { companyId, siteId } = await make.all();
  const answer = await api.post(`/customers/${companyId}/offices/${siteId}/locations`, {});
  const location = await read(answer.body.id);
  assert.deepEqual(
    [location.description, location.directions, location.contactId, location.importExternalId],
    [null, null, null, null],
  );
  assert.deepEqual([location.importedAtUtc, location.address.city], [null, null]);
});

test('creating one is new in the log, a change of the company, and one location.created', async () => {
  const { companyId, siteId } = await make.all();
  let id = 0;
  const wrote = await written(service, async () => {
    id = await make.location(companyId, siteId);
  });
  assert.deepEqual(wrote, partChanged('location', 'new', id, 1431, { companyId, siteId }));
});

test('address lines, coordinates and the site in a body are ignored and named', async () => {
  const ids = await make.all();
  const answer = await api.put(pathOf(ids), {
    officeId: ABSENT,
    location: { city: 'Bonn', addressLine1: 'x', geoLat: 1, geoLon: 2 },
  });
  assert.equal(answer.status, 204);
  assert.equal(
    answer.headers.get('ignored-properties'),
    'officeId, location.addressLine1, location.geoLat, location.geoLon',
  );
  const { officeId, address } = await read(ids.locationId);
  assert.deepEqual([officeId, address.city, address.addressLine1], [ids.siteId, 'Bonn', null]);
});

test('every fault of a work location is named at once', async () => {
  const { companyId, siteId } = await make.all();
  await assertRefused(
    service,
    () =>
      api.post(`/customers/${companyId}/offices/${siteId}/locations`, {
        description: 'x'.repeat(256),
        directions: 5,
        location: { zipCode: '0123', countryId: 40, federalStateId: ABSENT },
        importExternalId: ' ',
        createdAtUtc: '2999-01-01T00:00:00Z',
      }),
    'description length',
    'directions type',
    'location.zipCode format',
    'location.federalStateId unknownReference',
    'importExternalId required',
    'createdAtUtc range',
  );
});

test('the contact is one of the same company, at any of its sites, told with all other faults', async () => {
  const { companyId, siteId, locationId } = await make.all();
  const elsewhere = await make.contact(companyId, await make.site(companyId));
  const foreign = (await make.all()).contactId;
  const path = pathOf({ companyId, siteId, locationId });
  assert.equal((await api.put(path, { contactId: elsewhere })).status, 204);
  assert.equal((await read(locationId)).contactId, elsewhere);
  const post = (body: object) => () => api.post(`/customers/${companyId}/offices/${siteId}/locations`, body);
  for (const contactId of [foreign, ABSENT]) {
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

test('a contact out of use stays where it is and is not newly referred to', async () => {
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

test('a change replaces what it sends and nothing else', async () => {
  const { companyId, siteId } = await make.all();
  const locationId = await make.location(companyId, siteId, {
    directions: 'Tor 1',
    location: { city: 'Bonn' },
  });
  const before = await read(locationId);
  const wrote = await written(service, async () => {
    const answer = await api.put(pathOf({ companyId, siteId, locationId }), {
      directions: null,
      createdAtUtc: '2018-01-01T00:00:00Z',
    });
    assert.equal(answer.status, 204);
  });
  assert.deepEqual(wrote, partChanged('location', 'modified', locationId, 1432, { companyId, siteId }));
  const after = await read(locationId);
  assert.deepEqual(after, {
    ...before,
    directions: null,
    createdAtUtc: '2018-01-01T00:00:00.000Z',
    modifiedAtUtc: after.modifiedAtUtc,
  });
  assert.ok(after.modifiedAtUtc > before.modifiedAtUtc);
});

test('a body that changes nothing leaves no trace', async () => {
  const { companyId, siteId, contactId } = await make.all();
  const sent = {
    contactId,
    directions: 'x',
    createdAtUtc: '2018-01-01T00:00:00Z',
    location: { city: 'Bonn' },
  };
  const locationId = await make.location(companyId, siteId, sent);
  const before = await read(locationId);
  const wrote = await written(service, async () => {
    for (const body of [{}, sent, before])
      assert.equal((await api.put(pathOf({ companyId, siteId, locationId }), body)).status, 204);
  });
  assert.deepEqual(wrote, NOTHING);
});

test('a deleted work location is not found, also by a second deletion, and leaves the site', async () => {
  const ids = await make.all();
  const { companyId, siteId, locationId } = ids;
  const wrote = await written(service, async () => {
    assert.equal((await api.delete(pathOf(ids))).status, 204);
  });
  assert.deepEqual(wrote, partChanged('location', 'deleted', locationId, 1433, { companyId, siteId }));
  await assertNotFound(service, () => api.get(`/customers/locations/${locationId}`));
  await assertNotFound(service, () => api.delete(pathOf(ids)));
  await assertNotFound(service, () => api.put(pathOf(ids), { directions: 'x' }));
  assert.deepEqual((await api.get(`/customers/offices/${siteId}`)).body.locations, []);
  const [row] = await service.sql('SELECT deleted_at IS NOT NULL AS kept FROM work_location WHERE id = $1', [
    locationId,
  ]);
  assert.deepEqual(row, { kept: true });
});

test('of ten deletions at once one succeeds and the others find nothing', async () => {
  const ids = await make.all();
  const wrote = await written(service, async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => api.delete(pathOf(ids))));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, ...Array(9).fill(404)]);
  });
  assert.deepEqual(wrote, partChanged('location', 'deleted', ids.locationId, 1433, ids));
});

test('an importExternalId is unique among work locations, and free again after a deletion', async () => {
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

test('of ten work locations created at once with one importExternalId one is', async () => {
  const { companyId, siteId } = await make.all();
  const path = `/customers/${companyId}/offices/${siteId}/locations`;
  await assertOneOfTenSucceeds(() => api.post(path, { importExternalId: 'crm-l3' }), 'importExternalId');
});

test('writers of several parts of one company do not stop each other', async () => {
  const ids = await make.all();
  const { companyId, siteId, contactId } = ids;
  const site = `/customers/${companyId}/offices/${siteId}`;
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, index) => [
      api.put(pathOf(ids), { directions: `${index}` }),
      api.put(`${site}/contacts/${contactId}`, { position: `${index}` }),
      api.put(site, { description: `Werk ${index}` }),
      api.put(`/customers/${companyId}`, { employees: index, customerNumber: `at-once-${index}` }),
      api.post(`${site}/locations`, { contactId }),
      api.put(`/customers/${companyId}/status`, { statusId: index + 1 }),
    ]).flat(),
  );
  for (const { status, text } of answers) assert.ok(status === 204 || status === 200, text);
});

test('a repeated creation with the same Idempotency-Key creates nothing and answers the same', async () => {
  const { companyId, siteId } = await make.all();
  const post = () =>
    api.post(
      `/customers/${companyId}/offices/${siteId}/locations`,
      {},
      { headers: { 'idempotency-key': 'l' } },
    );
  const first = await post();
  const wrote = await written(service, async () => assert.deepEqual((await post()).body, first.body));
  assert.deepEqual(wrote, NOTHING);
});

test('a work location that the path does not lead to is not found', async () => {
  const { companyId, siteId, locationId } = await make.all();
  const sibling = await make.site(companyId);
  const other = await make.all();
  await assertNotFound(service, () => api.get(`/customers/locations/${ABSENT}`));
  for (const chain of [
    { companyId: ABSENT, siteId, locationId },
    { companyId, siteId: ABSENT, locationId },
    { companyId, siteId, locationId: ABSENT },
    { companyId: other.companyId, siteId, locationId },
    { companyId, siteId: sibling, locationId },
    { companyId, siteId: other.siteId, locationId },
    { companyId, siteId, locationId: other.locationId },
    { companyId: other.companyId, siteId: other.siteId, locationId },
  ]) {
    await assertNotFound(service, () => api.put(pathOf(chain), { directions: 'x' }));
    await assertNotFound(service, () => api.put(pathOf(chain), {}));
    await assertNotFound(service, () => api.delete(pathOf(chain)));
  }
  for (const [company, site] of [
    [ABSENT, siteId],
    [companyId, ABSENT],
    [other.companyId, siteId],
  ] as const) {
    const path = `/customers/${company}/offices/${site}/locations`;
    await assertNotFound(service, () => api.post(path, {}));
  }
});

test('another company in the path is not found, whatever the contact', async () => {
  const { siteId, contactId } = await make.all();
  await assertNotFound(service, () =>
    api.post(`/customers/${ABSENT}/offices/${siteId}/locations`, { contactId }),
  );
});
