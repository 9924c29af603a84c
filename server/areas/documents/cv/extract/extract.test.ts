import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { builtInCatalogs, f1, measure, readLabels } from '../../../../checks/cv-samples/measure.ts';
import { readPlain } from '../text/plain.ts';
import { readText } from '../text/read-text.ts';
import { extractFacts } from './extract.ts';

const catalogs = builtInCatalogs();
const read = (text: string) => extractFacts(readPlain(text), catalogs);

const LEAST: Record<string, number> = {
  'e-mail': 0.95,
  phone: 0.95,
  name: 0.9,
  'jobs (all four)': 0.75,
  'educations (all four)': 0.75,
  'languages with level': 0.85,
};

test('a dozen CVs in different layouts are read well enough', async () => {
  const labels = await readLabels('open');
  const chosen = labels.filter((_, index) => index % Math.ceil(labels.length / 12) === 0);
  const scores = await measure(chosen);
  for (const [field, least] of Object.entries(LEAST)) {
    const score = f1(scores.get(field)!);
    assert.ok(score >= least, `${field}: ${score}`);
  }
});

test("the README's sample CV is read", async () => {
  const pdf = await readFile(join(import.meta.dirname, '../../../../../examples/sample-cv.pdf'));
  const facts = extractFacts(await readText(new Uint8Array(pdf)), catalogs);
  assert.deepEqual(facts.name, { title: undefined, firstName: 'Jana', lastName: 'Wieczorek' });
  assert.equal(facts.birthDate, '1991-03-14');
  assert.deepEqual(facts.address, {
    street: 'Oderstraße',
    streetNumber: '12',
    zipCode: '12051',
    city: 'Berlin',
    countryId: 276,
  });
  assert.deepEqual(
    facts.jobs.map((job) => [job.position, job.employer, job.fromDate, job.untilDate]),
    [
      ['Staplerfahrerin', 'Spreekai Logistik GmbH', '2019-04-01', undefined],
      ['Kommissioniererin', 'Havelland Frischelager GmbH', '2014-09-01', '2019-03-31'],
      ['Lagerhelferin', 'Oderland Versand GmbH', '2011-08-01', '2014-08-31'],
    ],
  );
  assert.deepEqual(facts.languages, [
    { languageId: 1, languageLevelId: 635 },
    { languageId: 86, languageLevelId: 632 },
    { languageId: 25, languageLevelId: 630 },
  ]);
});

test('a text that is not a CV gives no facts and no error', () => {
  const facts = read('Sehr geehrte Damen und Herren,\nanbei die Rechnung.\n');
  assert.deepEqual([facts.jobs, facts.emails, facts.phones, facts.languages], [[], [], [], []]);
});

for (const [text, expected] of [
  ['Max Muster\nTel. 030 / 626016\n10115 Berlin', ['+4930626016']],
  ['+49 (0) 171 / 840 12 90', ['+491718401290']],
  ['0043 664 / 2358891', ['+436642358891']],
  ['(503) 555-0137', ['+15035550137']],
  ['Fax: 030 626016', []],
  ['01.03.2018 – 30.06.2021', []],
  ['Geboren am 03.04.1991, 12051 Berlin', []],
] as const) {
  test(`telephone numbers in "${text.replaceAll('\n', ' ')}"`, () => {
    assert.deepEqual(
      read(text).phones.map(({ e164 }) => e164),
      expected,
    );
  });
}

for (const [text, expected] of [
  ['Hauptstraße 5\n10115 Berlin', ['Hauptstraße', '5', '10115', 'Berlin', 276]],
  [
    'Am Alten Markt 12a, D-15230 Frankfurt (Oder)',
    ['Am Alten Markt', '12a', '15230', 'Frankfurt (Oder)', 276],
  ],
  ['Ringstr. 7-9\nA-1010 Wien', ['Ringstr.', '7-9', '1010', 'Wien', 40]],
  ['Seeweg 3\n8001 Zürich\nSchweiz', ['Seeweg', '3', '8001', 'Zürich', 756]],
  ['12 Church Lane\nLeeds LS1 4DY', ['Church Lane', '12', 'LS1 4DY', 'Leeds', 826]],
  ['9 Mill Street, Portland, OR 97201', ['Mill Street', '9', '97201', 'Portland', 840]],
] as const) {
  test(`the address in "${text.replaceAll('\n', ' / ')}"`, () => {
    const { street, streetNumber, zipCode, city, countryId } = read(text).address ?? {};
    assert.deepEqual([street, streetNumber, zipCode, city, countryId], expected);
  });
}

test('a year before a city is not a postal code', () => {
  assert.equal(read('Umzug 2018 Berlin').address, undefined);
});

for (const [text, expected] of [
  [
    'Deutsch: Muttersprache, Englisch: B2',
    [
      [1, 635],
      [25, 632],
    ],
  ],
  [
    'Englisch (verhandlungssicher)\nFranzösisch (Grundkenntnisse)',
    [
      [25, 633],
      [85, 630],
    ],
  ],
  ['Muttersprache: Polnisch', [[86, 635]]],
  ['gute Englischkenntnisse', [[25, 632]]],
  [
    'Englisch und Spanisch fließend',
    [
      [25, 633],
      [9, 633],
    ],
  ],
  [
    'German – native, Dutch – basic',
    [
      [1, 635],
      [54, 630],
    ],
  ],
] as const) {
  test(`languages in "${text.replaceAll('\n', ' / ')}"`, () => {
    const found = read(`Sprachen\n${text}`).languages;
    assert.deepEqual(
      found.map(({ languageId, languageLevelId }) => [languageId, languageLevelId]),
      expected,
    );
  });
}

for (const [text, expected] of [
  ['Führerschein: Klasse B, C1E', [339, 331]],
  ['Führerschein\nB, BE, Staplerschein', [326, 339, 341]],
  ['Führerschein\nKlasse 3', [339, 341, 314, 331]],
  ['Kenntnisse\nVitamin B und C', []],
  ['Sonstiges\nFührerschein Klasse B, C++, C#', [339]],
  ['Sonstiges\nDriving licence: Category B, A-levels', [339]],
  ['Sonstiges\nFührerschein Klasse B+E', [341]],
  ['Sonstiges\nFührerschein: Klassen C1+E, C + E, A+B', [331, 322, 334, 339]],
  ['Führerschein\nC+E, B', [322, 339]],
  ['Führerschein\nB-Führerschein, A-Klasse', [339, 334]],
  ['Licenses\nTrainer C-Lizenz, UEFA B-Diploma', []],
] as const) {
  test(`driving licences in "${text.replace('\n', ' / ')}"`, () => {
    assert.deepEqual(read(text).driversLicenseIds.toSorted(), [...expected].toSorted());
  });
}

for (const [text, expected] of [
  ['Dr. Anna-Lena von der Heide\nanna@example.org', ['Dr.', 'Anna-Lena', 'von der Heide']],
  ['Phil Alexander Muster\nphil@example.org', [undefined, 'Phil Alexander', 'Muster']],
  ['Phil Muster\nphil.muster@example.org', [undefined, 'Phil', 'Muster']],
  ['Ba Nam Nguyen\nnguyen@example.org', [undefined, 'Ba Nam', 'Nguyen']],
  ['MA ANNA MUSTER\nanna@example.org', ['MA', 'Anna', 'Muster']],
  ['BA Anna Muster\nanna@example.org', ['BA', 'Anna', 'Muster']],
  ['Dr. phil. Anna Muster\nanna@example.org', ['Dr. phil.', 'Anna', 'Muster']],
  ['LEBENSLAUF\nHANS GROSSMANN', [undefined, 'Hans', 'Grossmann']],
  ['Nachname / Vorname:  Schultze, Arwen', [undefined, 'Arwen', 'Schultze']],
  ['Carlos García López\ncarlos.garcialopez@example.org', [undefined, 'Carlos', 'García López']],
] as const) {
  test(`the name in "${text.replace('\n', ' / ')}"`, () => {
    const { title, firstName, lastName } = read(text).name ?? {};
    assert.deepEqual([title, firstName, lastName], expected);
  });
}

test('of what a file lists without end, only a part is taken', () => {
  const numbers = Array.from({ length: 3000 }, (_, index) => `0171 ${1_000_000 + index}`).join('  ');
  const addresses = Array.from({ length: 300 }, (_, index) => `anna${index}@example.org`).join(', ');
  const trainings = Array.from(
    { length: 300 },
    (_, index) => `Ausbildung\n\n09/2001 - 06/2004  Koch ${index}, Gasthaus Krone ${index}\n\n`,
  ).join('');
  const cv = read(`Anna Muster\n\n${numbers}\n${addresses}\n\n${trainings}`);
  assert.deepEqual([cv.phones.length, cv.emails.length], [10, 10]);
  assert.equal(cv.professionEducations.length, 100);
});

for (const [line, expected] of [
  ['Geburtsdatum  01.02.1990', undefined],
  ['Geboren am 01.02.1990', undefined],
  ['Date of birth 1 February 1990', undefined],
  ['Abitur 12.06.2008', undefined],
  ['Abitur am 12.06.2008', undefined],
  ['Abschlussprüfung, 12.06.2008', undefined],
  ['Hochzeit am 12.05.2011', undefined],
  ['Bremen 12.05.2024', '2024-05-12'],
  ['Frankfurt am Main am 12.05.2024', '2024-05-12'],
  ['Greifenstein, 12.05.2024', '2024-05-12'],
  ['Neudorf, 12.05.2024', '2024-05-12'],
  ['Nieuwdorp, 12.05.2024', '2024-05-12'],
  ['Neudorf den 12. Mai 2024', '2024-05-12'],
] as const) {
  test(`the date of a CV that ends with "${line}"`, () => {
    assert.equal(
      read(`Erika Muster\nBerufserfahrung\n05/2018 - heute Köchin, Muster GmbH\n\n${line}`).documentDate,
      expected,
    );
  });
}
