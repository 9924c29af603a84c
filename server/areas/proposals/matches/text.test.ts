import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRequirements } from './text.ts';

const entry = (id: number, ...names: string[]) => ({ id, names });
const LISTS = {
  licenses: [
    entry(322, 'CE'),
    entry(333, 'C'),
    entry(339, 'B'),
    entry(341, 'BE'),
    entry(313, 'Klasse L', 'class L'),
    entry(326, 'Gabelstaplerschein', 'forklift'),
  ],
  qualifications: [
    entry(1, 'Gabelstaplerschein', 'Forklift licence'),
    entry(2, 'Schubmaststaplerschein', 'Reach truck licence'),
    entry(4, 'Kranschein (Brückenkran)', 'Crane licence (overhead crane)'),
  ],
  languages: [entry(1, 'Deutsch', 'German'), entry(25, 'Englisch', 'English')],
};
const read = (text: string) => readRequirements(text, LISTS);

const LICENSES: [string, number[][]][] = [
  ['Führerschein Klasse B', [[339, 341, 333, 322]]],
  ['Führerschein erforderlich', [[339, 341, 333, 322]]],
  ['Fahrerlaubnis der Klassen C und CE', [[333, 322], [322]]],
  ['Führerschein C oder CE', [[333, 322]]],
  ['driving licence class C', [[333, 322]]],
  ['Führerscheinklasse L', [[313]]],
  ['Klasse Arbeit', []],
];
for (const [text, expected] of LICENSES)
  test(`licences of: ${text}`, () =>
    assert.deepEqual(
      read(text).skills.map(({ licenseIds }) => licenseIds),
      expected,
    ));

test('a name means every entry that people call so, and any of them is enough', () => {
  assert.deepEqual(read('Staplerschein').skills, [{ licenseIds: [326], qualificationIds: [1, 2] }]);
  assert.deepEqual(read('mit Schubmaststaplerschein!').skills, [{ licenseIds: [], qualificationIds: [2] }]);
  assert.deepEqual(read('Kranschein, gern Zeugnisse').skills, [{ licenseIds: [], qualificationIds: [4] }]);
  assert.deepEqual(read('Schein egal, Stapler auch').skills, []);
});

test('languages have the level that follows them', () => {
  assert.deepEqual(read('Deutsch B1, gute Englischkenntnisse (mind. A2)').languages, [
    { languageId: 1, level: 'B1' },
    { languageId: 25, level: 'A2' },
  ]);
  assert.deepEqual(read('German and English C1').languages, [
    { languageId: 1, level: undefined },
    { languageId: 25, level: 'C1' },
  ]);
  assert.deepEqual(read('deutsches Unternehmen').languages, []);
});

test('a car of their own', () => {
  assert.equal(read('Eigener Pkw von Vorteil').needsCar, true);
  assert.equal(read('Wir stellen einen Pkw').needsCar, false);
});
