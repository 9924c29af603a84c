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
const NOWHERE = { geoLat: null, geoLon: null };
const IN_BERLIN = {
  street: 'Hauptstraße',
  streetNumber: '5',
  zipCode: '10115',
  city: 'Berlin',
  countryId: GERMANY,
};

async function create(location?: Record<string, unknown>): Promise<number> {
  const answer = await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster', location });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.id;
}

async function coordinatesOf(id: number) {
  const { geoLat, geoLon } = (await api.get(`/candidates/${id}`)).body.location;
  return { geoLat, geoLon };
}

async function change(id: number, location: Record<string, unknown> | null): Promise<void> {
  const answer = await api.put(`/candidates/${id}`, { location });
  assert.equal(answer.status, 204, answer.text);
}

test('a new candidate lies where its postal code does', async () => {
  assert.deepEqual(await coordinatesOf(await create(IN_BERLIN)), BERLIN);
});

test('a new candidate without an address has no coordinates', async () => {
  assert.deepEqual(await coordinatesOf(await create()), NOWHERE);
});

test('a changed address recomputes the coordinates', async () => {
  const id = await create(IN_BERLIN);
  await change(id, { zipCode: '20095', city: 'Hamburg' });
  assert.deepEqual(await coordinatesOf(id), HAMBURG);
});

test('when nothing is found for the new address, the coordinates stay', async () => {
  const id = await create(IN_BERLIN);
  await change(id, { zipCode: '75001', city: 'Paris', countryId: FRANCE });
  assert.deepEqual(await coordinatesOf(id), BERLIN);
});

test('a cleared address takes its coordinates along', async () => {
  const id = await create(IN_BERLIN);
  await change(id, null);
  assert.deepEqual(await coordinatesOf(id), NOWHERE);
});

test('an address sent again as it is leaves coordinates and change log alone', async () => {
  const id = await create(IN_BERLIN);
  await service.sql('UPDATE candidate SET geo_lat = 52.5, geo_lon = 13.4 WHERE id = $1', [id]);
  const recorded = await recordedBy(service, () => change(id, IN_BERLIN));
  assert.deepEqual(recorded, NOTHING);
  assert.deepEqual(await coordinatesOf(id), { geoLat: 52.5, geoLon: 13.4 });
});

test('a change beside the place keeps coordinates that are closer than the postal code', async () => {
  const id = await create(IN_BERLIN);
  await service.sql('UPDATE candidate SET geo_lat = 52.5, geo_lon = 13.4 WHERE id = $1', [id]);
  await change(id, { addressLine1: 'c/o Beispiel' });
  assert.deepEqual(await coordinatesOf(id), { geoLat: 52.5, geoLon: 13.4 });
});

test('address and coordinates are one change', async () => {
  const id = await create(IN_BERLIN);
  const recorded = await recordedBy(service, () => change(id, { zipCode: '20095', city: 'Hamburg' }));
  assert.deepEqual(recorded, {
    changes: [{ entity: 'candidate', kind: 'modified', id }],
    events: [{ type: 1402, entityId: id }],
  });
});

test('coordinates cannot be sent: they are ignored, and named', async () => {
  const location = { ...IN_BERLIN, geoLat: 1.5, geoLon: 2.5 };
  const answer = await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster', location });
  assert.equal(answer.headers.get('ignored-properties'), 'location.geoLat, location.geoLon');
  assert.deepEqual(await coordinatesOf(answer.body.id), BERLIN);
});

test('a candidate of an external application lies where the form says, without a country too', async () => {
  const answer = await api.post('/candidates/applies/external', {
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
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(await coordinatesOf(answer.body.id), HAMBURG);
});
