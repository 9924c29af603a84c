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
    entry(336, 'Baumaschinenführerschein', 'construction machines'),
    entry(330, 'D'),
    entry(334, 'A'),
    entry(314, 'C1'),
  ],
  qualifications: [
    entry(1, 'Gabelstaplerschein', 'Forklift licence'),
    entry(2, 'Schubmaststaplerschein', 'Reach truck licence'),
    entry(9, 'Elektrofachkraft', 'Qualified electrician'),
    entry(4, 'Kranschein (Brückenkran)', 'Crane licence (overhead crane)'),
  ],
  languages: [entry(1, 'Deutsch', 'German'), entry(25, 'Englisch', 'English')],
};
const read = (text: string) => readRequirements(text, LISTS);

/** B and what allows to drive the same, C1, C, CE, and D. */
const [B, C1, C, CE, D, A] = [
  [339, 341, 314, 333, 322, 330],
  [314, 333, 322],
  [333, 322],
  [322],
  [330],
  [334],
];
const LICENSES: [string, number[][]][] = [
  ['Führerschein Klasse B', [B]],
  ['Führerschein erforderlich', [B]],
  ['Führerschein', [B]],
  ['PKW-Führerschein', [B]],
  ['Pkw Führerschein zwingend', [B]],
  ['Fahrerlaubnis der Klassen C und CE', [C, CE]],
  ['Führerschein Klasse B und CE', [B, CE]],
  ['Führerschein der Klassen B, C und CE', [B, C, CE]],
  ['Führerschein der Klasse B sowie D', [B, D]],
  ['Führerschein C oder CE', [[333, 322]]],
  ['Führerschein Klasse C bzw. CE', [[333, 322]]],
  ['Führerschein C/CE', [[333, 322]]],
  ['Fahrerlaubnis der Klassen C1 oder C', [C1]],
  ['Führerschein (CE)', [CE]],
  ['CE-Führerschein', [CE]],
  ['Berufskraftfahrer mit C/CE Führerschein', [[333, 322]]],
  ['Lkw-Führerschein', [C1]],
  ['LKW Führerschein', [C1]],
  ['Motorradführerschein', [A]],
  ['driving licence class C', [C]],
  ['driving licence class B and C', [B, C]],
  ["driver's license class B or C", [B]],
  ['you have a driving licence', [B]],
  ['A driving licence is required', [B]],
  ['Führerscheinklasse L', [[313]]],
  ['Baumaschinenführerschein', [[336]]],
  ['Führerschein Klasse B, kein CE nötig', [B]],
  ['Führerschein B und nicht älter als 50', [B]],
  ['Klasse Arbeit', []],
  ['Kein Führerschein nötig', []],
  ['keinen eigenen Führerschein', []],
  ['Führerschein ist nicht erforderlich', []],
  ['Führerschein Klasse B nicht zwingend erforderlich', []],
  ['Führerschein kein Muss', []],
  ['Ohne Führerschein möglich', []],
  ['no driving licence needed', []],
  ['A driving licence is not required', []],
  ['Staplerführerschein', []],
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
  assert.deepEqual(read('Kein Staplerschein nötig').skills, []);
  assert.deepEqual(read('Fachkraft für Lagerlogistik').skills, []);
  assert.deepEqual(read('kein Kranschein, aber Staplerschein').skills, [
    { licenseIds: [326], qualificationIds: [1, 2] },
  ]);
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
  assert.deepEqual(read('Kein Englisch nötig, Deutsch A2').languages, [{ languageId: 1, level: 'A2' }]);
  assert.deepEqual(read('Deutschkenntnisse sind nicht erforderlich').languages, []);
});

test('a car of their own', () => {
  assert.equal(read('Eigener Pkw von Vorteil').needsCar, true);
  assert.equal(read('Wir stellen einen Pkw').needsCar, false);
  assert.equal(read('Kein eigener Pkw nötig').needsCar, false);
});
