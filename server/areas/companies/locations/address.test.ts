import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { companyMaker } from '../../../testing/makers/companies.ts';

// The values that the service derives from an address when it creates or changes a work location.

const service = await startTestService();
const { api } = service.tenant;
const make = companyMaker(api);

const read = async (id: number) => (await api.get(`/customers/locations/${id}`)).body;
const pathOf = (ids: { companyId: number; siteId: number; locationId: number }) =>
  `/customers/${ids.companyId}/offices/${ids.siteId}/locations/${ids.locationId}`;

const BERLIN = {
  street: 'Hauptstraße',
  streetNumber: '5',
  zipCode: '10115',
  city: 'Berlin',
  countryId: 276,
  federalStateId: 27602,
};

async function createInBerlin() {
  const { companyId, siteId } = await make.all();
  const locationId = await make.location(companyId, siteId, { location: BERLIN });
  const path = pathOf({ companyId, siteId, locationId });
  return async (location: Record<string, unknown> | null) => {
    assert.equal((await api.put(path, { location })).status, 204);
    return (await read(locationId)).address;
  };
}

test('a new country clears the federal state unless one is sent', async () => {
  const change = await createInBerlin();
  assert.equal((await change({ countryId: 276, city: 'Berlin-Mitte' })).federalStateId, 27602);
  assert.equal((await change({ countryId: 276, federalStateId: 27601 })).federalStateId, 27601);
  const moved = await change({ countryId: 40, zipCode: '1010' });
  assert.deepEqual(
    [moved.federalStateId, moved.federalStateName, moved.countryName],
    [null, null, 'Austria'],
  );
  assert.equal(
    (await change({ countryId: 276, federalStateId: 27604, zipCode: '80331' })).federalStateId,
    27604,
  );
  assert.equal((await change({ countryId: null })).federalStateId, null);
});

test('the last word of the street becomes the house number if it starts with a digit and no number is sent', async () => {
  const change = await createInBerlin();
  for (const [sent, street, streetNumber] of [
    [{ street: 'Neue Straße 12a' }, 'Neue Straße', '12a'],
    [{ street: 'Weg am Hang' }, 'Weg am Hang', '12a'],
    [{ street: 'Straße 7', streetNumber: '3' }, 'Straße 7', '3'],
    [{ street: 'Straße 8', streetNumber: null }, 'Straße', '8'],
    [{ street: '17' }, '17', '8'],
  ] as const) {
    const address = await change(sent);
    assert.deepEqual([address.street, address.streetNumber], [street, streetNumber]);
  }
});

test('a street that ends with a digit stays the same when it is sent back', async () => {
  const change = await createInBerlin();
  await change({ street: 'Straße 26', streetNumber: '1' });
  const cleared = await change({ streetNumber: null });
  assert.deepEqual([cleared.street, cleared.streetNumber], ['Straße 26', null]);
  for (const sent of [{ street: 'Straße 26', streetNumber: null }, { street: 'Straße 26' }, cleared])
    assert.deepEqual(await change(sent), cleared);
  const numbered = await change({ streetNumber: '2' });
  assert.deepEqual(await change({ street: 'Straße 26' }), numbered);
  const clearedAgain = await change({ street: 'Straße 26', streetNumber: null });
  assert.deepEqual([clearedAgain.street, clearedAgain.streetNumber], ['Straße 26', null]);
});

test('a changed address gets new coordinates, or keeps the old ones if none are found', async () => {
  const change = await createInBerlin();
  const berlin = await change({ city: 'Berlin' });
  assert.ok(Math.abs(berlin.geoLat - 52.53) < 0.1);
  const munich = await change({ zipCode: '80331', city: 'München' });
  assert.ok(Math.abs(munich.geoLat - 48.13) < 0.1);
  const nowhere = await change({ countryId: 392, zipCode: '100-0001', city: 'Tokyo' });
  assert.deepEqual([nowhere.geoLat, nowhere.geoLon], [munich.geoLat, munich.geoLon]);
  const cleared = await change(null);
  assert.deepEqual([cleared.geoLat, cleared.street], [null, null]);
});
