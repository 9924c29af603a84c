import assert from 'node:assert/strict';
import { test } from 'node:test';
import { locate, resolveCountry } from './locate.ts';
import { distanceKm } from './points.ts';

const GERMANY = 276;
const AUSTRIA = 40;
const SWITZERLAND = 756;
const FRANCE = 250;

// Town halls, main squares, and stations, taken from a map instead of the sources of the table.
const KNOWN: [country: number, zipCode: string, city: string, latitude: number, longitude: number][] = [
  [GERMANY, '10115', 'Berlin', 52.532, 13.385],
  [GERMANY, '12051', 'Berlin', 52.466, 13.43],
  [GERMANY, '14467', 'Potsdam', 52.4, 13.06],
  [GERMANY, '20095', 'Hamburg', 53.552, 10.001],
  [GERMANY, '80331', 'München', 48.135, 11.572],
  [GERMANY, '50667', 'Köln', 50.938, 6.955],
  [GERMANY, '60311', 'Frankfurt am Main', 50.111, 8.682],
  [GERMANY, '70173', 'Stuttgart', 48.778, 9.18],
  [GERMANY, '40210', 'Düsseldorf', 51.221, 6.79],
  [GERMANY, '04109', 'Leipzig', 51.34, 12.37],
  [GERMANY, '01067', 'Dresden', 51.055, 13.725],
  [GERMANY, '28195', 'Bremen', 53.079, 8.808],
  [GERMANY, '30159', 'Hannover', 52.374, 9.736],
  [GERMANY, '90402', 'Nürnberg', 49.448, 11.08],
  [GERMANY, '99084', 'Erfurt', 50.978, 11.03],
  [GERMANY, '18055', 'Rostock', 54.088, 12.14],
  [GERMANY, '24103', 'Kiel', 54.322, 10.133],
  [GERMANY, '79098', 'Freiburg im Breisgau', 47.996, 7.85],
  [GERMANY, '66111', 'Saarbrücken', 49.234, 6.996],
  [GERMANY, '52062', 'Aachen', 50.776, 6.084],
  [AUSTRIA, '1010', 'Wien', 48.209, 16.37],
  [AUSTRIA, '1020', 'Wien', 48.217, 16.396],
  [AUSTRIA, '1230', 'Wien', 48.143, 16.294],
  [AUSTRIA, '8010', 'Graz', 47.07, 15.44],
  [AUSTRIA, '4020', 'Linz', 48.306, 14.286],
  [AUSTRIA, '5020', 'Salzburg', 47.8, 13.044],
  [AUSTRIA, '6020', 'Innsbruck', 47.267, 11.394],
  [AUSTRIA, '9020', 'Klagenfurt', 46.624, 14.308],
  [AUSTRIA, '3100', 'St. Pölten', 48.204, 15.626],
  [AUSTRIA, '6900', 'Bregenz', 47.503, 9.747],
  [AUSTRIA, '7000', 'Eisenstadt', 47.846, 16.523],
  [AUSTRIA, '9500', 'Villach', 46.614, 13.846],
  [SWITZERLAND, '8001', 'Zürich', 47.372, 8.541],
  [SWITZERLAND, '1201', 'Genève', 46.21, 6.143],
  [SWITZERLAND, '3011', 'Bern', 46.948, 7.444],
  [SWITZERLAND, '4001', 'Basel', 47.557, 7.59],
  [SWITZERLAND, '1003', 'Lausanne', 46.52, 6.632],
  [SWITZERLAND, '6003', 'Luzern', 47.049, 8.305],
  [SWITZERLAND, '9000', 'St. Gallen', 47.424, 9.374],
  [SWITZERLAND, '6900', 'Lugano', 46.004, 8.951],
];

for (const [countryId, zipCode, city, latitude, longitude] of KNOWN) {
  test(`${zipCode} ${city} is located where the map shows it`, () => {
    const found = locate({ countryId, zipCode, city });
    assert.equal(found?.precision, 'postalCode');
    const apartKm = distanceKm(found, { latitude, longitude });
    assert.ok(apartKm < 5, `${apartKm.toFixed(1)} km away`);
  });
}

test('an unknown code and an unknown town are not located', () => {
  for (const city of ['Nirgendwo', '', null, undefined])
    assert.equal(locate({ countryId: GERMANY, zipCode: '99999', city }), undefined, String(city));
  assert.equal(locate({ countryId: AUSTRIA, zipCode: '9998', city: 'Nirgendwo' }), undefined);
});

test('an unknown code of a known town is located in the town, whatever the code begins with', () => {
  const found = locate({ countryId: GERMANY, zipCode: '99999', city: 'Berlin' });
  assert.equal(found?.precision, 'city');
  assert.ok(distanceKm(found, { latitude: 52.52, longitude: 13.4 }) < 8);
});

test('an unknown code of a known town is located at the town’s codes with the same prefix', () => {
  const found = locate({ countryId: GERMANY, zipCode: '10118', city: 'Berlin' });
  assert.equal(found?.precision, 'prefix');
  assert.ok(distanceKm(found, { latitude: 52.53, longitude: 13.39 }) < 5);
});

test('a common prefix of one digit is not enough', () => {
  assert.equal(locate({ countryId: GERMANY, zipCode: '05123', city: null }), undefined);
});

test('if a code has several places, the named one is located', () => {
  const paradiso = { latitude: 45.9881, longitude: 8.9485, precision: 'postalCode' };
  assert.deepEqual(locate({ countryId: SWITZERLAND, zipCode: '6900', city: 'Paradiso' }), paradiso);
});

test('a town is located without a postal code, in every spelling', () => {
  const spellings = ['München', 'Muenchen', 'MUNCHEN', 'Munich'];
  const found = spellings.map((city) => locate({ countryId: GERMANY, zipCode: null, city }));
  assert.equal(found[0]?.precision, 'city');
  assert.ok(distanceKm(found[0], { latitude: 48.14, longitude: 11.57 }) < 5);
  for (const other of found) assert.deepEqual(other, found[0]);
});

test('a town is located by its name even if one of its codes is a distant island', () => {
  const found = locate({ countryId: GERMANY, city: 'Hamburg' });
  assert.ok(found !== undefined && distanceKm(found, { latitude: 53.56, longitude: 9.99 }) < 8);
});

test('a name that several towns in the country have is not located', () => {
  assert.equal(locate({ countryId: GERMANY, city: 'Neustadt' }), undefined);
  assert.equal(locate({ countryId: GERMANY, city: 'Neuenkirchen' }), undefined);
});

test('an address is not located by a name without its addition', () => {
  for (const city of ['Freiburg', 'Halle', 'Münster', 'Esslingen'])
    assert.equal(locate({ countryId: GERMANY, city }), undefined, city);
});

test('Bern is not Berne in Lower Saxony', () => {
  assert.equal(locate({ countryId: GERMANY, city: 'Bern' }), undefined);
  assert.equal(resolveCountry({ zipCode: '27804', city: 'Bern' }), undefined);
  assert.equal(resolveCountry({ zipCode: '27804', city: 'Berne' }), GERMANY);
  assert.equal(resolveCountry({ zipCode: '3011', city: 'Berne' }), SWITZERLAND);
  assert.equal(locate({ countryId: SWITZERLAND, city: 'Berne' })?.precision, 'city');
});

test('other countries are not located', () => {
  assert.equal(locate({ countryId: FRANCE, zipCode: '75001', city: 'Paris' }), undefined);
  assert.equal(locate({ countryId: FRANCE, zipCode: '10115', city: 'Berlin' }), undefined);
});

test('without a country, a code and a town that match in one country are located', () => {
  assert.equal(resolveCountry({ zipCode: '10115', city: 'Berlin' }), GERMANY);
  assert.equal(resolveCountry({ zipCode: '8010', city: 'Graz' }), AUSTRIA);
  assert.equal(resolveCountry({ zipCode: '8001', city: 'Zurich' }), SWITZERLAND);
  assert.equal(locate({ zipCode: '10115', city: 'Berlin' })?.precision, 'postalCode');
});

test('without a country, a code alone or with another town is not located', () => {
  assert.equal(locate({ zipCode: '10115' }), undefined);
  assert.equal(locate({ zipCode: '10115', city: 'München' }), undefined);
  assert.equal(locate({ zipCode: '8010', city: 'Wien' }), undefined);
  assert.equal(locate({ city: 'Berlin' }), undefined);
});

test('an empty address is not located', () => {
  assert.equal(locate({}), undefined);
  assert.equal(locate({ countryId: GERMANY, zipCode: '', city: '' }), undefined);
});
