import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import { PLAIN_LINE } from '../../../../testing/text-line.ts';
import type { TextLine } from '../text/lines.ts';
import { readPlain } from '../text/plain.ts';
import { extractFacts } from './extract.ts';

const catalogs = builtInCatalogs();
const read = (text: string) => extractFacts(readPlain(text), catalogs);
const sized = (size: number, text: string): TextLine => ({
  cells: [{ x: 50, text }],
  ...PLAIN_LINE,
  size,
});

for (const [text, expected] of [
  ['1012 AB Amsterdam', ['1012 AB', 'Amsterdam', 528]],
  ['ul. Polna 5\n61-001 Poznań', ['61-001', 'Poznań', 616]],
  ['Strandvägen 7, 114 56 Stockholm\nSweden', ['114 56', 'Stockholm', 752]],
  ['Via Roma 3\n39100 Bolzano\nItaly', ['39100', 'Bolzano', 380]],
  ['B1 1AA Birmingham', ['B1 1AA', 'Birmingham', 826]],
  ['8 Mill Lane, B1 1AA, Birmingham, United Kingdom', ['B1 1AA', 'Birmingham', 826]],
  ['Parkweg 2, Fulda, 36037 DE', ['36037', 'Fulda', 276]],
  ['Gartenstraße 9 – 36037 Fulda', ['36037', 'Fulda', 276]],
  ['9000 St. Gallen\nSchweiz', ['9000', 'St. Gallen', 756]],
  ['1010 Wien (Österreich)', ['1010', 'Wien', 40]],
  ['12 Maple Drive Columbus, OH 43215', ['43215', 'Columbus', 840]],
] as const) {
  test(`the place in "${text.replaceAll('\n', ' / ')}"`, () => {
    const { zipCode, city, countryId } = read(text).address ?? {};
    assert.deepEqual([zipCode, city, countryId], expected);
  });
}

test('the recipient of a letter is not the person', () => {
  const facts = read(
    'Erika Muster\nParkweg 2\n36037 Fulda\nerika.muster@example.org\n0661 123456\n\nBlaue Reiher GmbH\nHafenstraße 1\n20457 Hamburg\nTel. 040 123456\njobs@example.com\n\nSehr geehrte Damen und Herren,\nhiermit bewerbe ich mich.\nFulda, den 3. März 2024',
  );
  assert.deepEqual(facts.address?.city, 'Fulda');
  assert.deepEqual(facts.emails, ['erika.muster@example.org']);
  assert.deepEqual(
    facts.phones.map(({ e164 }) => e164),
    ['+49661123456'],
  );
  assert.equal(facts.documentDate, '2024-03-03');
});

test('the address below the signature of a letter is found', () => {
  const facts = read(
    'Berufserfahrung\n2019 – heute Koch, Gasthof Linde\n\nMit freundlichen Grüßen\nErika Muster\nParkweg 2\n36037 Fulda\nTel. 0661 123456',
  );
  assert.deepEqual([facts.address?.street, facts.phones.length], ['Parkweg', 1]);
});

for (const [text, expected] of [
  ['8 Mill Lane\nLeeds LS1 4DY\n07911 123456', ['+447911123456']],
  [
    'Curriculum Vitae\nMobile: 07911 123456\nDriving licence and A-levels in the United Kingdom',
    ['+447911123456'],
  ],
  ['36037 Fulda\n+48 512 345 678\n0661 123456', ['+48512345678', '+49661123456']],
  ['36037 Fulda\nseit 04.2016', []],
] as const) {
  test(`telephone numbers in "${text.replaceAll('\n', ' / ')}"`, () => {
    assert.deepEqual(
      read(text).phones.map(({ e164 }) => e164),
      expected,
    );
  });
}

for (const [text, expected] of [
  ['Kontakt\nerika.muster@example.org', ['erika.muster@example.org']],
  ['erika.\nmuster@example.org', ['erika.muster@example.org']],
  ['erika.mus\nter@example.org', ['erika.muster@example.org']],
  ['erika.muster@\nexample.org', ['erika.muster@example.org']],
  ['Telefon\nmuster@example.org', ['muster@example.org']],
  ['erika [at] example [dot] org', ['erika@example.org']],
  ["sean.o'connor@example.ie", ["sean.o'connor@example.ie"]],
  ['Sean.O’Connor@example.ie', ["Sean.O'Connor@example.ie"]],
  ['E-Mail: _erika_m@example.org', ['_erika_m@example.org']],
  ['_erika@example.org_', ['erika@example.org']],
  ['E-Mail: ___erika@example.org', ['erika@example.org']],
  ['erika&tom@example.org', ['erika&tom@example.org']],
  ["E-Mail: 'erika@example.org'", ['erika@example.org']],
] as const) {
  test(`e-mail addresses in "${text.replaceAll('\n', ' / ')}"`, () => {
    assert.deepEqual(read(text).emails, expected);
  });
}

for (const [text, expected] of [
  ['Erika Muster-Beispiel, Buchhalterin\nerika.muster-beispiel@example.org', ['Erika', 'Muster-Beispiel']],
  ['Name: Muster\tVorname: Erika', ['Erika', 'Muster']],
  ['Dr.-Ing. Erika Muster', ['Erika', 'Muster']],
  ['Hallo, ich bin Erika Muster.\nerika.muster@example.org', ['Erika', 'Muster']],
  ['I’m Erika Muster\nmuster@example.org', ['Erika', 'Muster']],
  ['Erika Dvoˇráková', ['Erika', 'Dvořáková']],
  ['Thi Lan Tran, Prager Weg 2, 36037 Fulda', ['Thi Lan', 'Tran']],
  ['Erika Muster | Lebenslauf', ['Erika', 'Muster']],
  ['Erika Muster Lebenslauf', ['Erika', 'Muster']],
  ['Nachname(n) / Vorname(n)\tMuster Erika\nerika.muster@example.org', ['Erika', 'Muster']],
  ['Surname(s) / First name(s)\tvan der Berg Erika', ['Erika', 'van der Berg']],
  ['Nachname, Vorname: Erika Muster\nerika.muster@example.org', ['Erika', 'Muster']],
] as const) {
  test(`the name in "${text.replaceAll('\n', ' / ')}"`, () => {
    const { firstName, lastName } = read(text).name ?? {};
    assert.deepEqual([firstName, lastName], expected);
  });
}

test('a large name extends over two lines, with smaller ones between them', () => {
  const lines = [sized(30, 'Erika'), sized(10, 'Parkweg 2'), sized(30, 'Muster-'), sized(30, 'Beispiel')];
  const { firstName, lastName } = extractFacts(lines, catalogs).name ?? {};
  assert.deepEqual([firstName, lastName], ['Erika', 'Muster-Beispiel']);
});

for (const [beside, line] of [
  ['Pflegedienstleitung', 'Erika Muster Pflegedienstleitung'],
  ['Student of Law', 'Erika Muster Student of Law'],
  ['Parkweg 2', 'Parkweg 2 Erika Muster'],
] as const)
  test(`the name is in a font of its own beside "${beside}"`, () => {
    const parts = line.startsWith(beside) ? [beside, 'Erika Muster'] : ['Erika Muster', beside];
    const lines = [
      { ...sized(26, ''), cells: [{ x: 50, text: line, parts }] },
      sized(10, 'erika.muster@example.org'),
    ];
    const { firstName, lastName } = extractFacts(lines, catalogs).name ?? {};
    assert.deepEqual([firstName, lastName], ['Erika', 'Muster']);
  });

test('a name in two fonts is one', () => {
  const parts = ['Erika Maria', 'Muster'];
  const lines = [{ ...sized(26, ''), cells: [{ x: 50, text: parts.join(' '), parts }] }];
  const { firstName, lastName } = extractFacts(lines, catalogs).name ?? {};
  assert.deepEqual([firstName, lastName], ['Erika Maria', 'Muster']);
});

test('an employer or a position below a heading is not the name', () => {
  assert.equal(read('Berufserfahrung\n\n2019 – heute\nKöchin Erika\nGasthof Linde').name, undefined);
});

for (const [text, date, place] of [
  ['* 04.03.1991 in Fulda', '1991-03-04', 'Fulda'],
  ['Ich wurde am 04.03.1991 in Fulda geboren.', '1991-03-04', 'Fulda'],
  ['geboren: 04.03.1991, Fulda', '1991-03-04', 'Fulda'],
  ['geboren am 04.03.1991 in\nFulda', '1991-03-04', 'Fulda'],
  ['Date and place of birth: 4 March 1991, Fulda', '1991-03-04', 'Fulda'],
  ['Sex Female | Date of birth 4 March 1991 | Nationality Polish', '1991-03-04', undefined],
  ['i\t4 March 1991\nB\tParkweg 2', '1991-03-04', undefined],
  ['4 March 2019\nParkweg 2', undefined, undefined],
  ['04.03.1991\n01.08.1995', undefined, undefined],
  ['Geburtsdatum  04.03.1991\nVerheiratet', '1991-03-04', undefined],
] as const) {
  test(`the birth in "${text.replace('\n', ' / ')}"`, () => {
    const facts = read(`Erika Muster\n${text}`);
    assert.deepEqual([facts.birthDate, facts.birthPlace], [date, place]);
  });
}

for (const text of ['Staatsang.: polnisch', 'Nationality: Polish', 'mit der polnischen Staatsangehörigkeit'])
  test(`the nationality in "${text}"`, () => assert.equal(read(text).nationalityId, 616));

for (const [text, expected] of [
  [
    'Englisch\nfließend\nFranzösisch\nA2',
    [
      [25, 633],
      [85, 630],
    ],
  ],
  [
    'Englisch\tFranzösisch\nC1\tA2',
    [
      [25, 633],
      [85, 630],
    ],
  ],
  [
    'Muttersprache\nDeutsch\nGrundkenntnisse\nEnglisch',
    [
      [1, 635],
      [25, 630],
    ],
  ],
  [
    'Hören\tLesen\tSprechen\nENGLISCH\tB2\tC1\tB2\nNiveaus: A1 und A2: elementar; B1 und B2: selbstständig',
    [[25, 632]],
  ],
  ['Irisch fließend', [[2, 633]]],
  [
    'Muttersprache(n)\tDeutsch, Spanisch\nEnglisch\tB2\tB2\tB2',
    [
      [1, 635],
      [9, 635],
      [25, 632],
    ],
  ],
  ['English\nFluency: Intermediate', [[25, 631]]],
  ['English (Fluency: Basic)', [[25, 630]]],
  [
    'Deutsch\nNiveau: Muttersprache\nEnglisch\nNiveau: B1',
    [
      [1, 635],
      [25, 631],
    ],
  ],
  [
    'English\tSpanish\tFrench\tGerman\nNative\tC2\tC1\tA2',
    [
      [25, 635],
      [9, 634],
      [85, 633],
      [1, 630],
    ],
  ],
] as const) {
  test(`languages in "${text.replaceAll('\n', ' / ')}"`, () => {
    assert.deepEqual(
      read(`Sprachen\n${text}`).languages.map(({ languageId, languageLevelId }) => [
        languageId,
        languageLevelId,
      ]),
      expected,
    );
  });
}

test('rows below a label in the margin go on with it', () => {
  const cells = (...texts: [number, string][]): TextLine => ({
    ...sized(10, ''),
    cells: texts.map(([x, text]) => ({ x, text })),
  });
  const lines = [
    cells([50, 'Sprachen'], [150, 'Englisch'], [250, 'C1']),
    cells([150, 'Spanisch'], [250, 'A2']),
    cells([50, 'Führerschein'], [150, 'Klasse B']),
  ];
  const facts = extractFacts(lines, catalogs);
  assert.deepEqual(
    facts.languages.map(({ languageId }) => languageId),
    [25, 9],
  );
  assert.deepEqual(facts.driversLicenseIds, [339]);
});

test('languages among the skills are found by their levels', () => {
  assert.deepEqual(read('Kenntnisse\nMS Excel, Englisch (fließend)\nEnglische Möbel').languages, [
    { languageId: 25, languageLevelId: 633 },
  ]);
});

for (const [text, ids] of [
  ['MS Office', [51]],
  ['Ersthelferin', [27]],
  ['Sicherheitsbeauftragter', [29]],
  ['Praxisanleiterin', [58]],
  ['Forklift and reach truck', [1, 2]],
] as const)
  test(`the qualification "${text}"`, () => {
    assert.deepEqual(read(`Kenntnisse\n${text}`).qualificationIds, ids);
  });

test('headings as large as the name are no part of it', () => {
  const { name } = extractFacts(
    [
      sized(20, 'Work Experience'),
      sized(10, 'May 2018 - June 2021'),
      sized(20, 'Lucía Delgado'),
      sized(10, 'sales@example.org'),
    ],
    catalogs,
  );
  assert.deepEqual(name, { title: undefined, firstName: 'Lucía', lastName: 'Delgado' });
});

test('the date and the place of birth, and the nationality, can be below their labels', () => {
  const german = read(
    'Erika Muster\nPersönliche Daten\ngeboren\n15.08.1990\nin Rosenheim\nStaatsangehörigkeit\ndeutsch',
  );
  assert.deepEqual(
    [german.birthDate, german.birthPlace, german.nationalityId],
    ['1990-08-15', 'Rosenheim', 276],
  );
  const english = read(
    'Erika Muster\nPersonal details\nDate / place of birth\n27 November 1994\nBraga\nNationality\nPortuguese',
  );
  assert.deepEqual(
    [english.birthDate, english.birthPlace, english.nationalityId],
    ['1994-11-27', 'Braga', 620],
  );
  assert.equal(
    read('Erika Muster\nPersonal details\nDate of birth\n27 November 1994\nBraga').birthPlace,
    undefined,
  );
});

test('what is in the cell beside a place of birth is no part of it', () => {
  assert.equal(
    read('Erika Muster\nGeboren: 09.08.1984 in Kassel   Kanalstraße 64 b, 48147 Münster').birthPlace,
    'Kassel',
  );
  assert.equal(read('Erika Muster\nBorn: 09/08/1984 in Leeds   Mill Road 12, London').birthPlace, 'Leeds');
});
