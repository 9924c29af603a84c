import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOTHING, recordedBy } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';

const service = await startTestService();
const { api } = service.tenant;

const GERMANY = 276;
const FRANCE = 250;
const BERLIN = { geoLat: 52.5337, geoLon: 13.3872 };
const HAMBURG = { geoLat: 53.5542, geoLon: 10.0011 };
const NO_COORDINATES = { geoLat: null, geoLon: null };
const IN_BERLIN = {
  street: 'Hauptstraße',
  streetNumber: '5',
  zipCode: '10115',
  city: 'Berlin',
  countryId: GERMANY,
};

async function create(location?: Record<string, unknown>): Promise<number> {
  const response = await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster', location });
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}

async function coordinatesOf(id: number) {
  const { geoLat, geoLon } = (await api.get(`/candidates/${id}`)).body.location;
  return { geoLat, geoLon };
}

async function change(id: number, location: Record<string, unknown> | null): Promise<void> {
  const response = await api.put(`/candidates/${id}`, { location });
  assert.equal(response.status, 204, response.text);
}

test('a new candidate gets the coordinates of its postal code', async () => {
  assert.deepEqual(await coordinatesOf(await create(IN_BERLIN)), BERLIN);
});

test('a new candidate without an address has no coordinates', async () => {
  assert.deepEqual(await coordinatesOf(await create()), NO_COORDINATES);
});

test('a changed address recomputes the coordinates', async () => {
  const id = await create(IN_BERLIN);
  await change(id, { zipCode: '20095', city: 'Hamburg' });
  assert.deepEqual(await coordinatesOf(id), HAMBURG);
});

test('if nothing is found for the new address, the coordinates stay', async () => {
  const id = await create(IN_BERLIN);
  await change(id, { zipCode: '75001', city: 'Paris', countryId: FRANCE });
  assert.deepEqual(await coordinatesOf(id), BERLIN);
});

test('an address whose postal code and city are unknown keeps the coordinates', async () => {
  const id = await create(IN_BERLIN);
  await change(id, { zipCode: '99999', city: 'Nirgendwo' });
  assert.deepEqual(await coordinatesOf(id), BERLIN);
});

test('clearing the address clears the coordinates', async () => {
  const id = await create(IN_BERLIN);
  await change(id, null);
  assert.deepEqual(await coordinatesOf(id), NO_COORDINATES);
});

test('sending the same address again changes neither the coordinates nor the change log', async () => {
  const id = await create(IN_BERLIN);
  await service.sql('UPDATE candidate SET geo_lat = 52.5, geo_lon = 13.4 WHERE id = $1', [id]);
  const recorded = await recordedBy(service, () => change(id, IN_BERLIN));
  assert.deepEqual(recorded, NOTHING);
  assert.deepEqual(await coordinatesOf(id), { geoLat: 52.5, geoLon: 13.4 });
});

test('changing addressLine1 keeps coordinates that are more precise than the postal code', async () => {
  const id = await create(IN_BERLIN);
  await service.sql('UPDATE candidate SET geo_lat = 52.5, geo_lon = 13.4 WHERE id = $1', [id]);
  await change(id, { addressLine1: 'c/o Beispiel' });
  assert.deepEqual(await coordinatesOf(id), { geoLat: 52.5, geoLon: 13.4 });
});

test('a new address and its coordinates are recorded as one change', async () => {
  const id = await create(IN_BERLIN);
  const recorded = await recordedBy(service, () => change(id, { zipCode: '20095', city: 'Hamburg' }));
  assert.deepEqual(recorded, {
    changes: [{ entity: 'candidate', kind: 'modified', id }],
    events: [{ type: 1402, entityId: id }],
  });
});

test('coordinates in a request are ignored and listed in Ignored-Properties', async () => {
  const location = { ...IN_BERLIN, geoLat: 1.5, geoLon: 2.5 };
  const response = await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster', location });
  assert.equal(response.headers.get('ignored-properties'), 'location.geoLat, location.geoLon');
  assert.deepEqual(await coordinatesOf(response.body.id), BERLIN);
});

test('an external application without a country gets the coordinates of its postal code', async () => {
  const response = await api.post('/candidates/applies/external', {
    salutationId: 2,
    firstName: 'Ada',
    lastName: 'Muster',
    city: 'Hamburg',
    zipCode: '20095',
    email: 'ada.hamburg@example.org',
    sourceOfSupplyId: 1,
    whatsAppConsentChecked: false,
    hasWhatsApp: false,
    privacyChecked: true,
    termsOfUseChecked: true,
    keywords: [],
    documents: [],
  });
  assert.equal(response.status, 200, response.text);
  assert.deepEqual(await coordinatesOf(response.body.id), HAMBURG);
});
