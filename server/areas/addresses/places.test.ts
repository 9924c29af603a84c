import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTable } from './gazetteer/table.ts';
import { findPlace } from './places.ts';

const [GERMANY, AUSTRIA, SWITZERLAND] = [276, 40, 756];

function placeOf(text: string, countryId?: number): [string | null, string | null, number] {
  const found = findPlace(text, countryId);
  assert.ok(found !== undefined && 'place' in found, `${text}: ${JSON.stringify(found)}`);
  const { zipCode, city, countryId: inCountry } = found.place;
  return [zipCode, city, inCountry];
}

function choicesOf(text: string): string[] {
  const found = findPlace(text, undefined);
  assert.ok(found !== undefined && 'choices' in found, `${text}: ${JSON.stringify(found)}`);
  return found.choices;
}

function othersOf(text: string): string[] {
  const found = findPlace(text, undefined);
  return found !== undefined && 'place' in found ? found.place.others : [];
}

test('a code with its town is in the country where both fit', () => {
  assert.deepEqual(placeOf('3011 Bern'), ['3011', 'Bern', SWITZERLAND]);
  assert.deepEqual(placeOf('3011 Berne'), ['3011', 'Bern', SWITZERLAND]);
  assert.deepEqual(placeOf('27804 Berne'), ['27804', 'Berne', GERMANY]);
  assert.deepEqual(placeOf('6900 Bregenz'), ['6900', 'Bregenz', AUSTRIA]);
  assert.deepEqual(placeOf('6900 Lugano'), ['6900', 'Lugano', SWITZERLAND]);
  assert.deepEqual(placeOf('6232 Münster'), ['6232', 'Münster', AUSTRIA]);
});

test('each code of the table with its town is found', () => {
  for (const { countryId, rows } of readTable()) {
    for (const { code, city } of rows) {
      if (city !== '') assert.deepEqual(placeOf(`${code} ${city}`), [code, city, countryId]);
    }
  }
});

test('a code with another town is the place of the code, in Germany first', () => {
  assert.deepEqual(placeOf('81667 Köln'), ['81667', 'München', GERMANY]);
  assert.deepEqual(placeOf('10115 Wien'), ['10115', 'Berlin', GERMANY]);
  assert.deepEqual(placeOf('99999 Berlin'), [null, 'Berlin', GERMANY]);
});

test('a code that several places have has no town', () => {
  assert.deepEqual(placeOf('6900', SWITZERLAND), ['6900', null, SWITZERLAND]);
});

test('a name that several German towns have does not become a place in another country', () => {
  assert.deepEqual(choicesOf('Langenfeld'), [
    '40764 Langenfeld (Rheinland)',
    '91474 Langenfeld',
    '6444 Längenfeld',
  ]);
  assert.deepEqual(choicesOf('Lindau'), ['39264 Lindau', '88131 Lindau (Bodensee)', '8315 Lindau']);
  assert.deepEqual(choicesOf('Friedberg'), ['61169 Friedberg (Hessen)', '86316 Friedberg', '8240 Friedberg']);
  assert.equal(choicesOf('Rothenburg').includes('91541 Rothenburg ob der Tauber'), true);
  assert.equal(choicesOf('Neustadt').length, 14);
});

test('each choice finds the town that it names', () => {
  for (const { rows } of readTable()) {
    for (const name of new Set(rows.map(({ city }) => city))) {
      const found = findPlace(name, undefined);
      if (found === undefined || 'place' in found) continue;
      for (const choice of found.choices) {
        const [zipCode, city] = placeOf(choice);
        assert.equal(`${zipCode} ${city}`, choice);
      }
    }
  }
});

test('a town is found without its addition', () => {
  const german = (text: string) => {
    const [, city, countryId] = placeOf(text);
    assert.equal(countryId, GERMANY, text);
    return city;
  };
  assert.equal(german('Esslingen'), 'Esslingen am Neckar');
  assert.equal(german('Freiburg'), 'Freiburg im Breisgau');
  assert.equal(german('Mülheim'), 'Mülheim an der Ruhr');
  assert.equal(german('Ludwigshafen'), 'Ludwigshafen am Rhein');
  assert.equal(german('Kempten'), 'Kempten (Allgäu)');
});

test('of several towns with a name, one that is far larger than the others is found', () => {
  assert.deepEqual(placeOf('Münster'), ['48143', 'Münster', GERMANY]);
  assert.deepEqual(placeOf('Hamm'), ['59063', 'Hamm', GERMANY]);
  assert.deepEqual(placeOf('Frankfurt'), ['60325', 'Frankfurt am Main', GERMANY]);
  assert.deepEqual(placeOf('Halle'), ['06110', 'Halle / Saale', GERMANY]);
  assert.deepEqual(placeOf('Heidenheim'), ['89518', 'Heidenheim an der Brenz', GERMANY]);
  // Germany comes first, but not for a town that is small and has the name only without its addition.
  assert.deepEqual(placeOf('Linz'), ['4010', 'Linz', AUSTRIA]);
});

test('a town with the whole name comes before one that has it without an addition', () => {
  assert.deepEqual(placeOf('Bernau'), ['79872', 'Bernau', GERMANY]);
  assert.deepEqual(othersOf('Bernau'), ['16321 Bernau bei Berlin', '83233 Bernau am Chiemsee']);
});

test('an addition can be written in several ways', () => {
  for (const text of ['Frankfurt/Main', 'Frankfurt a. M.', 'Frankfurt a.M.', 'Frankfurt (Main)'])
    assert.deepEqual(placeOf(text), [null, 'Frankfurt am Main', GERMANY], text);
  for (const text of ['Halle/Saale', 'Halle (Saale)', 'Halle an der Saale'])
    assert.deepEqual(placeOf(text), [null, 'Halle / Saale', GERMANY], text);
  assert.deepEqual(placeOf('Freiburg i. Br.'), [null, 'Freiburg im Breisgau', GERMANY]);
  assert.deepEqual(placeOf('Landau (Pfalz)'), ['76829', 'Landau in der Pfalz', GERMANY]);
});

test('an addition that the table does not have does not choose between towns', () => {
  assert.deepEqual(choicesOf('Hamm (Westf.)'), ['59063 Hamm', '67580 Hamm']);
  assert.deepEqual(placeOf('Köln am Rhein'), [null, 'Köln', GERMANY]);
  assert.deepEqual(placeOf('Esslingen (ZH)'), ['8133', 'Esslingen', SWITZERLAND]);
});

test('Bern and Berne are two places', () => {
  assert.deepEqual(placeOf('Bern'), [null, 'Bern', SWITZERLAND]);
  assert.deepEqual(placeOf('Berne'), ['27804', 'Berne', GERMANY]);
  assert.deepEqual(othersOf('Berne'), ['3007 Bern']);
  assert.deepEqual(placeOf('Berne', SWITZERLAND), [null, 'Bern', SWITZERLAND]);
  assert.equal(findPlace('Bern', GERMANY), undefined);
});

test('what is written like the name comes before other spellings', () => {
  assert.deepEqual(placeOf('Munster'), ['29633', 'Munster', GERMANY]);
  assert.ok(othersOf('Munster').includes('48143 Münster'));
  assert.deepEqual(placeOf('Muenster'), ['48143', 'Münster', GERMANY]);
  assert.deepEqual(placeOf('Längenfeld'), ['6444', 'Längenfeld', AUSTRIA]);
});

test('what is no place is not found', () => {
  for (const text of ['', '()', 'Nirgendwoheim', '99999', 'Esslingen (Mars)'])
    assert.equal(findPlace(text, GERMANY), undefined, text);
  assert.equal(findPlace('Paris', 250), undefined);
});
