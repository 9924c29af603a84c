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
  ['Führerschein B/BE', [B]],
  ['Führerschein B und C/CE', [B, [333, 322]]],
  ['Führerschein Klasse B, C oder CE', [B]],
  ['Führerschein der Klasse B und der Klasse CE', [B, CE]],
  ['Führerschein (Klasse C)', [C]],
  ['Führerschein: Kl. CE', [CE]],
  ['Führerschein, mind. Klasse C1', [C1]],
  ['Führerschein: Ja, CE', [CE]],
  ['Führerscheine der Klassen C und CE', [C, CE]],
  ['Führerscheinklasse(n): C+E', [CE]],
  ['Führerschein\nKlasse „CE“', [CE]],
  ['Fuehrerschein Kat. C', [C]],
  ['führerschein klasse b und ce', [B, CE]],
  ['Führerschein Klasse 3', [B]],
  ['Führerschein Klasse 3 bzw. B', [B]],
  ['Führerschein Klasse 2', [C]],
  ['Führerschein Klasse B, 2 Schichten', [B]],
  ['C- oder CE-Führerschein', [[333, 322]]],
  ['Pkw- und Lkw-Führerschein', [B, C1]],
  ['Klasse-C-Führerschein', [C]],
  ['EU-Führerschein', [B]],
  ['Führerschein Klasse B (Schaltgetriebe)', [B]],
  ['Führerschein wünschenswert', [B]],
  ['Führerschein am besten Klasse B', [B]],
  ['Führerschein Klasse L', [[313]]],
  ['Deutsch mind. C1\nFührerschein', [B]],
  ['Deutsch C1 Führerschein', [B]],
  ['Führerschein B, C#, C++ und C-Level', [B]],
  ['HGV driving licence', [C1]],
  ['driver license category C', [C]],
  ['driving licence a must', [B]],
  ['driving licence class B and a clean record', [B]],
  ['driving licence class B and be able to lift 20 kg', [B]],
  ['Führerschein Klasse B, CE nicht erforderlich', [B]],
  ['Führerschein Klasse B und keine Vorkenntnisse nötig', [B]],
  ['Führerschein erforderlich und Englisch nicht nötig', [B]],
  ['Quereinsteiger ohne Ausbildung mit Führerschein B', [B]],
  ['Keine Ausbildung aber Führerschein', [B]],
  ['Kein Schichtdienst, Führerschein B', [B]],
  ['Bewerbung ohne Führerschein nicht möglich', [B]],
  ['Nicht ohne Führerschein', [B]],
  ['Führerschein: nein', []],
  ['Führerschein: nicht erforderlich', []],
  ['Führerschein (nicht nötig)', []],
  ['Führerschein – NICHT erforderlich', []],
  ['Führerschein muss nicht sein', []],
  ['Führerschein von Vorteil, aber kein Muss', []],
  ['Führerschein und Englisch nicht nötig', []],
  ['keinen EU-Führerschein', []],
  ['Kein Führerschein Klasse L nötig', []],
  ['Weder Führerschein noch Auto nötig', []],
  ['No need for a driving licence', []],
  ["You don't need a driving licence", []],
  ["driving licence isn't required", []],
  ['Lokführerschein Klasse B', []],
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
  assert.deepEqual(read('Flurförderschein, Schweißerschein').skills, []);
  assert.deepEqual(read('Staplerschein und Kranschein nicht erforderlich').skills, []);
  assert.deepEqual(read('weder Staplerschein noch Kranschein').skills, []);
  assert.deepEqual(read('Kranschein vorhanden und Englisch nicht nötig').skills, [
    { licenseIds: [], qualificationIds: [4] },
  ]);
  assert.deepEqual(read('ohne Ausbildung Kranschein').skills, [{ licenseIds: [], qualificationIds: [4] }]);
  assert.deepEqual(read('kein Kranschein, aber Staplerschein').skills, [
    { licenseIds: [326], qualificationIds: [1, 2] },
  ]);
});

test('signs belong to the name of a qualification', () => {
  const qualifications = [entry(5, 'C++'), entry(6, 'C#', 'C sharp'), entry(7, '.NET'), entry(8, 'SAP R/3')];
  const found = (text: string) =>
    readRequirements(text, { ...LISTS, qualifications }).skills.map(
      ({ qualificationIds }) => qualificationIds,
    );
  assert.deepEqual(found('Erfahrung mit C++ und C#, gern auch .NET.'), [[5], [6], [7]]);
  assert.deepEqual(found('C++-Entwicklerin (m/w/d)'), [[5]]);
  assert.deepEqual(found('Sie kennen SAP R/3 oder SAP S/4HANA'), [[8]]);
  assert.deepEqual(found('Programmieren in C, netzwerken, Schicht 3'), []);
  assert.deepEqual(found('C++ ist nicht nötig'), []);
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
  for (const text of [
    'Kein Wort Deutsch nötig',
    'keine Kenntnisse in Englisch',
    'Englisch: nein',
    'Deutsch B2 nicht erforderlich',
    'weder Deutsch noch Englisch',
    'kein Deutsch oder Englisch nötig',
    'Englisch wäre schön, aber kein Muss',
    'neither German nor English needed',
    'no knowledge of English required',
  ])
    assert.deepEqual(read(text).languages, [], text);
});

test('the level of a language is its own', () => {
  for (const text of ['Deutsch und Führerschein Klasse C1', 'Deutsch, kein Englisch B2'])
    assert.deepEqual(read(text).languages, [{ languageId: 1, level: undefined }], text);
  assert.deepEqual(read('Deutsch B1 und Führerschein B').languages, [{ languageId: 1, level: 'B1' }]);
  assert.deepEqual(read('Ohne Deutsch geht es nicht').languages, [{ languageId: 1, level: undefined }]);
  assert.deepEqual(read('Deutsch Pflicht, Englisch wünschenswert, aber nicht erforderlich').languages, [
    { languageId: 1, level: undefined },
  ]);
});

test('a car of their own', () => {
  assert.equal(read('Eigener Pkw von Vorteil').needsCar, true);
  assert.equal(read('Wir stellen einen Pkw').needsCar, false);
  assert.equal(read('Kein eigener Pkw nötig').needsCar, false);
});
