import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import { readPlain } from '../text/plain.ts';
import { extractFacts } from './extract.ts';
import { joinAfterCommas } from './justified.ts';

const catalogs = builtInCatalogs();
const factsOf = (source: string) => extractFacts(readPlain(source), catalogs);
const jobsOf = (source: string) =>
  factsOf(source).jobs.map(({ position, employer, fromDate, untilDate }) => [
    position,
    employer,
    fromDate?.slice(0, 7),
    untilDate?.slice(0, 7),
  ]);

test('positions below an employer and how long they lasted together are at this employer', () => {
  assert.deepEqual(
    jobsOf(
      'Berufserfahrung\n\nMarienstift Bergheim\n6 Jahre 2 Monate\nStationsleitung\nApril 2021 - heute (3 Jahre 8 Monate)\nKöln\nUmsetzung der\nExpertenstandards\n\nPraxisanleiterin\nOktober 2018 - März 2021 (2 Jahre 6 Monate)\nKöln\nAnleitung der Auszubildenden\n\nSonnenhof Kassel\n\nPflegehelferin\nOktober 2007 - April 2014 (6 Jahre 7 Monate)\nKassel',
    ),
    [
      ['Stationsleitung', 'Marienstift Bergheim', '2021-04', undefined],
      ['Praxisanleiterin', 'Marienstift Bergheim', '2018-10', '2021-03'],
      ['Pflegehelferin', 'Sonnenhof Kassel', '2007-10', '2014-04'],
    ],
  );
  assert.deepEqual(
    jobsOf(
      'Experience\n\nBrightwell Ltd\n5 years 2 months\nSenior Engineer\nApril 2021 - Present (2 years)\nLeeds\nLed the\nplatform move\n\nEngineer\nOctober 2018 - March 2021 (2 years 6 months)\nLeeds\nTests of pumps\n\nTechnician\nMay 2017 - September 2018 (1 year 5 months)\nLeeds',
    ),
    [
      ['Senior Engineer', 'Brightwell Ltd', '2021-04', undefined],
      ['Engineer', 'Brightwell Ltd', '2018-10', '2021-03'],
      ['Technician', 'Brightwell Ltd', '2017-05', '2018-09'],
    ],
  );
});

test('a date after a text and another one beside it are a period', () => {
  assert.deepEqual(
    jobsOf(
      'Experience\n\nGardener\nErlengrund Ltd, Leeds. April 2019   present\n\nDriver\nPetersen Ltd, London. October 2014   March 2019',
    ),
    [
      ['Gardener', 'Erlengrund Ltd', '2019-04', undefined],
      ['Driver', 'Petersen Ltd', '2014-10', '2019-03'],
    ],
  );
  assert.deepEqual(
    jobsOf(
      'Berufserfahrung\n\nGärtnerin\nErlengrund GmbH, Kassel. 04/2019   heute\n\nFahrerin\nPetersen GmbH, Köln. 10/2014   03/2019',
    ),
    [
      ['Gärtnerin', 'Erlengrund GmbH', '2019-04', undefined],
      ['Fahrerin', 'Petersen GmbH', '2014-10', '2019-03'],
    ],
  );
});

test('a text of a head that ends with a comma goes on in the line below', () => {
  const lineOf = (cells: readonly [number, string][]) => ({
    ...readPlain('x')[0]!,
    page: 1,
    cells: cells.map(([x, text]) => ({ x, text })),
  });
  const join = (...lines: readonly [number, string][][]) =>
    joinAfterCommas(lines.map(lineOf)).map(({ cells }) => cells.map(({ text }) => text));
  assert.deepEqual(
    join(
      [
        [174, 'Elektroinstallateur,'],
        [331, 'Erlengrund'],
        [432, '02/1996 – 07/2006'],
      ],
      [[174, 'Gebäudetechnik, Werl.']],
    ),
    [['Elektroinstallateur, Erlengrund Gebäudetechnik, Werl.', '02/1996 – 07/2006']],
  );
  assert.deepEqual(
    join(
      [
        [174, 'Bachelor of Science in Physics,'],
        [432, '02/1996 – 07/2006'],
      ],
      [[174, 'Northfield University']],
    ),
    [['Bachelor of Science in Physics, Northfield University', '02/1996 – 07/2006']],
  );
  const apart: [number, string][][] = [
    [
      [174, 'Electrician, Erlengrund'],
      [432, '02/1996 – 07/2006'],
    ],
    [[174, 'Repairs']],
  ];
  assert.equal(join(...apart).length, 2);
});

test('the last digits of a telephone number can be in the line below', () => {
  const phonesOf = (source: string) => factsOf(source).phones.map(({ e164 }) => e164);
  assert.deepEqual(phonesOf('Erika Muster\n+49 (0) 171 392\n00 62\nerika@example.org'), ['+491713920062']);
  assert.deepEqual(phonesOf('Erika Muster\nPhone: +44 7700\n900 318\nerika@example.org'), ['+447700900318']);
  assert.deepEqual(phonesOf('Erika Muster\n+49 171 3920062\n34117 Kassel'), ['+491713920062']);
});

test('what is in the cell beside a place of birth is no part of it', () => {
  assert.equal(
    factsOf('Erika Muster\nGeboren: 09.08.1984 in Kassel   Kanalstraße 64 b, 48147 Münster').birthPlace,
    'Kassel',
  );
  assert.equal(factsOf('Erika Muster\nBorn: 09/08/1984 in Leeds   Mill Road 12, London').birthPlace, 'Leeds');
});

test('degrees that are indented below their schools are no descriptions', () => {
  const trainingsOf = (source: string) =>
    factsOf(source).professionEducations.map(({ profession, institution }) => [profession, institution]);
  assert.deepEqual(
    trainingsOf(
      'Education\nHeidelberg University      Heidelberg\n  MSc Data Science      Oct 2018 – Feb 2021\nMysore Institute of Engineering      Mysuru\n  BE Information Science      Aug 2010 – Jun 2014',
    ),
    [
      ['MSc Data Science', 'Heidelberg University'],
      ['BE Information Science', 'Mysore Institute of Engineering'],
    ],
  );
  assert.deepEqual(
    trainingsOf(
      'Ausbildung\nUniversität Kassel      Kassel\n  Bachelor Informatik      10/2018 – 02/2021\nHochschule Fulda      Fulda\n  Sozialwesen      08/2010 – 06/2014',
    ),
    [
      ['Bachelor Informatik', 'Universität Kassel'],
      ['Sozialwesen', 'Hochschule Fulda'],
    ],
  );
});
