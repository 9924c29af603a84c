import assert from 'node:assert/strict';
import type { AddressCreateDto, CandidateCreateDto } from '../../sdk/index.ts';
import { refused, shows } from '../expect.ts';
import { candidate, site } from '../given.ts';
import { client } from '../installation.ts';
import { call } from '../raw.ts';
import { rule } from '../rule.ts';

const GERMANY = 276;
const AUSTRIA = 40;
const SWITZERLAND = 756;
const ANTARCTICA = 10;

const locationOf = async (id: number) => (await client.candidates.get(id)).location;

async function stateOf(countryId: number): Promise<number> {
  const { federalstates } = await client.masterData.federalstates();
  return federalstates.find((state) => state.countryId === countryId)!.id;
}

rule('addresses.houseNumberSplit', 'The house number can be the last word of the street', async () => {
  const place = { zipCode: '12051', city: 'Berlin' };
  const split = await candidate({ location: { street: 'Karl-Marx-Straße 12a', ...place } });
  shows(await locationOf(split), { street: 'Karl-Marx-Straße', streetNumber: '12a' });
  const noDigit = await candidate({ location: { street: 'Am Markt', ...place } });
  shows(await locationOf(noDigit), { street: 'Am Markt', streetNumber: null });
  const given = await candidate({
    location: { street: 'Straße des 17. Juni 135', streetNumber: '1', ...place },
  });
  shows(await locationOf(given), { street: 'Straße des 17. Juni 135', streetNumber: '1' });
});

rule(
  'addresses.everywhere',
  'Companies, sites and work locations split off house numbers and check postal codes',
  async () => {
    const { customerId, siteId } = await site();
    const { companies, sites, workLocations } = client;
    const location = { street: 'Am Sandtorkai 1', zipCode: '20457', city: 'Hamburg', countryId: GERMANY };
    const expected = { street: 'Am Sandtorkai', streetNumber: '1', zipCode: '20457' };
    await companies.change(customerId, { location });
    await sites.change(customerId, siteId, { location });
    const { id: locationId } = await workLocations.create(customerId, siteId, { location });
    for (const address of [
      (await companies.get(customerId)).location,
      (await sites.get(siteId)).location,
      (await workLocations.get(locationId)).address,
    ]) {
      shows(address, expected);
      assert.ok(address.geoLat);
    }
    const wrong = { location: { zipCode: '123' } };
    for (const change of [
      () => companies.change(customerId, wrong),
      () => sites.change(customerId, siteId, wrong),
      () => workLocations.change(customerId, siteId, locationId, wrong),
    ])
      await refused(change(), { 'location.zipCode': 'format' });
  },
);

rule('addresses.postalCodesChecked', 'A postal code must have the format of its country', async () => {
  for (const [countryId, zipCode, wrong] of [
    [GERMANY, '10115', '1011'],
    [AUSTRIA, '1010', '10100'],
    [SWITZERLAND, '3011', '30111'],
  ] as const) {
    await candidate({ location: { countryId, zipCode } });
    const body: CandidateCreateDto = {
      firstName: 'Ada',
      lastName: 'Muster',
      location: { countryId, zipCode: wrong },
    };
    await refused(client.candidates.create(body), { 'location.zipCode': 'format' });
  }
});

rule(
  'addresses.coordinates',
  'The coordinates of a Berlin address are in Berlin, and after a move to Munich in Munich',
  async () => {
    const id = await candidate({ location: { zipCode: '10115', city: 'Berlin', countryId: GERMANY } });
    const berlin = await locationOf(id);
    assert.ok(Math.abs(berlin.geoLat! - 52.53) < 0.1 && Math.abs(berlin.geoLon! - 13.38) < 0.1);
    await client.candidates.change(id, { location: { zipCode: '80331', city: 'München' } });
    const munich = await locationOf(id);
    assert.ok(Math.abs(munich.geoLat! - 48.13) < 0.1 && Math.abs(munich.geoLon! - 11.57) < 0.1);
  },
);

rule('addresses.coordinatesNotWritable', 'Coordinates in a body are ignored', async () => {
  const location = { zipCode: '10115', city: 'Berlin', countryId: GERMANY, geoLat: 1, geoLon: 1 };
  const { headers, body } = await call('POST', '/candidates', {
    body: { firstName: 'Ada', lastName: 'Muster', location },
  });
  assert.equal(headers.get('ignored-properties'), 'location.geoLat, location.geoLon');
  assert.notEqual((await locationOf(body.id)).geoLat, 1);
});

rule('addresses.coordinatesStay', 'An address that cannot be located keeps the old coordinates', async () => {
  const id = await candidate({ location: { zipCode: '10115', city: 'Berlin', countryId: GERMANY } });
  const { geoLat, geoLon } = await locationOf(id);
  await client.candidates.change(id, {
    location: { countryId: ANTARCTICA, zipCode: '99999', city: 'Nirgendwo' },
  });
  shows(await locationOf(id), { zipCode: '99999', geoLat, geoLon });
});

async function afterMove(location: AddressCreateDto): Promise<number | null> {
  const id = await candidate({ location: { countryId: GERMANY, federalStateId: await stateOf(GERMANY) } });
  await client.candidates.change(id, { location });
  return (await locationOf(id)).federalStateId;
}

rule('addresses.countryClearsState', 'A move to another country clears the federal state', async () => {
  assert.equal(await afterMove({ countryId: AUSTRIA }), null);
  const federalStateId = await stateOf(AUSTRIA);
  assert.equal(await afterMove({ countryId: AUSTRIA, federalStateId }), federalStateId);
});

rule('addresses.sameCountryKeepsState', 'A move within the country keeps the federal state', async () => {
  assert.equal(await afterMove({ city: 'Hamburg', countryId: GERMANY }), await stateOf(GERMANY));
});
