import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import { readPlain } from '../text/plain.ts';
import { extractFacts } from './extract.ts';
import { isPause } from './pauses.ts';

const catalogs = builtInCatalogs();
const jobsOf = (source: string) =>
  extractFacts(readPlain(source), catalogs).jobs.map(({ position, employer, fromDate }) => [
    position,
    employer,
    fromDate?.slice(0, 4),
  ]);

const JOBS = [
  ['Referentin', 'Landfrauenverband Ems', '2020'],
  ['Redakteurin', 'Emsbote Verlag', '2016'],
  ['Volontärin', 'Husumer Blatt', '2014'],
];

for (const pause of ['Elternzeit', 'arbeitssuchend', 'Sabbatical', 'Weltreise', 'Pflege von Angehörigen']) {
  test(`"${pause}" between jobs is no job and takes no line of its neighbours`, () => {
    const datesFirst = `Berufserfahrung\n08/2020 – heute\nReferentin\nLandfrauenverband Ems\n01/2019 – 07/2020\n${pause}\n01/2016 – 12/2018\nRedakteurin\nEmsbote Verlag\n01/2014 – 12/2015\nVolontärin\nHusumer Blatt`;
    assert.deepEqual(jobsOf(datesFirst), JOBS);
    const datesLast = `Berufserfahrung\n${pause}\nseit 01/2023\nReferentin\nLandfrauenverband Ems\n08/2020 – 12/2022\n${pause}\n01/2019 – 07/2020\nRedakteurin\nEmsbote Verlag\n01/2016 – 12/2018\nVolontärin\nHusumer Blatt\n01/2014 – 12/2015`;
    assert.deepEqual(jobsOf(datesLast), JOBS);
    const beside = `Berufserfahrung\n08/2020 – heute    Referentin\n                   Landfrauenverband Ems\n01/2019 – 07/2020  ${pause}\n01/2016 – 12/2018  Redakteurin\n                   Emsbote Verlag\n01/2014 – 12/2015  Volontärin\n                   Husumer Blatt`;
    assert.deepEqual(jobsOf(beside), JOBS);
  });
}

test('a time between jobs in words that nobody knows is told by the spaces between the entries', () => {
  assert.deepEqual(
    jobsOf(
      'Experience\n\nLearning to sail\n01/2023 – 06/2023\n\nPayroll Analyst\nMarlowe Finance Ltd\n05/2020 – 12/2022\n\nPayroll Officer\nThornbury Foods\n11/2015 – 04/2020\n\nAccounts Clerk\nDale Stores Ltd\n09/2012 – 10/2015',
    ),
    [
      ['Payroll Analyst', 'Marlowe Finance Ltd', '2020'],
      ['Payroll Officer', 'Thornbury Foods', '2015'],
      ['Accounts Clerk', 'Dale Stores Ltd', '2012'],
    ],
  );
});

test('a line about an entry is no time between jobs, though its words are', () => {
  assert.deepEqual(
    jobsOf(
      'Berufserfahrung\nReferentin, Landfrauenverband Ems\n08/2020 – heute\nElternzeit\nRedakteurin, Emsbote Verlag\n01/2016 – 07/2020\nWeltreisen',
    ).map(([title]) => title),
    ['Referentin', 'Redakteurin'],
  );
});

test('what has the word of such a time and an occupation or an employer is none', () => {
  for (const text of [
    'Elternzeitvertretung',
    'Leiterin Familienzeit',
    'Sachbearbeiterin Elternzeit',
    'Travel Agency',
    'Reisebüro am Markt GmbH',
    'Travel Consultant',
    'Sabbatical bei der Caritas',
    'Pflege der Beete',
    'Kinderbetreuung',
    'Orientierung im Gelände',
  ])
    assert.ok(!isPause(text), text);
  for (const text of ['Career break', 'Caring for my parents', 'Maternity leave (two children)', 'Gap year'])
    assert.ok(isPause(text), text);
});
