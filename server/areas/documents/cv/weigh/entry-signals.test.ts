import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import { extractFacts } from '../extract/extract.ts';
import { readPlain } from '../text/plain.ts';
import { entryEvidence } from './entries.ts';
import { toReadLines } from './page-text.ts';

const catalogs = builtInCatalogs();

/** The signals of a job that was read as said, from a CV with these lines. */
function signalsOf(source: string, position: string, employer: string) {
  const lines = readPlain(source);
  const facts = {
    ...extractFacts(lines, catalogs),
    jobs: [{ position, employer, fromDate: '2018-02-01', untilDate: '2021-03-31', isCurrent: false }],
  };
  const job = entryEvidence(facts, toReadLines(lines)).find(({ property }) => property === 'resume.jobs');
  return job!.signals;
}

const DATES = '02/2018 - 03/2021';

test('a name that goes on with the line above it is not whole', () => {
  const german = (above: string) =>
    signalsOf(
      `Berufserfahrung\n${above}\nExpertenstandards\nPraxisanleiterin\n${DATES}`,
      'Praxisanleiterin',
      'Expertenstandards',
    ).isWhole;
  assert.deepEqual([german('Planung und Umsetzung der'), german('Planung und Umsetzung')], [false, true]);
  const english = (above: string) =>
    signalsOf(`Experience\n${above}\nBrown Stores\nNurse\n${DATES}`, 'Nurse', 'Brown Stores').isWhole;
  assert.deepEqual([english('Training of the'), english('Training of others')], [false, true]);
});

test('a name that ends with an adjective is not whole', () => {
  const isWhole = (title: string) =>
    signalsOf(`Berufserfahrung\n${title}\nBrown Stores\n${DATES}`, title, 'Brown Stores').isWhole;
  assert.deepEqual([isWhole('Leiterin Internationale'), isWhole('Leiterin International')], [false, true]);
});

test('a title that begins with a label is no name', () => {
  const isNamed = (title: string) =>
    signalsOf(`Berufserfahrung\n${DATES}\n${title}\nBrown Stores`, title, 'Brown Stores').isNamed;
  assert.deepEqual(
    [
      'Berufstätigkeit als Köchin',
      'Worked as Cook',
      'Beruf oder Funktion Köchin',
      'Occupation or position held Cook',
      'Köchin',
    ].map(isNamed),
    [false, false, false, false, true],
  );
});

test('a title with its place, a list of duties, and a city with a remark are not plain', () => {
  const isPlain = (title: string, place: string) =>
    signalsOf(`Berufserfahrung\n${DATES}\n${title}\n${place}`, title, place).isPlain;
  assert.deepEqual(
    [
      isPlain('Köchin, Gasthof Linde', 'Brown Stores'),
      isPlain('Köchin', 'Einkauf, Kalkulation, Service'),
      isPlain('Köchin', 'Kassel (zweimal wöchentlich)'),
      isPlain('Cook', 'London (twice a week)'),
      isPlain('Köchin, Hausdame', 'Brown Stores'),
      isPlain('Köchin', 'Linde, Brown & Co. KG, Kassel'),
    ],
    [false, false, false, false, true, true],
  );
});

test('another title beside the dates is a rival', () => {
  const hasNoRival = (beside: string) =>
    signalsOf(`Berufserfahrung\nKöchin\n${DATES}   ${beside}   Gasthof Linde`, 'Köchin', 'Gasthof Linde')
      .hasNoRival;
  assert.deepEqual(
    [hasNoRival('Kellnerin'), hasNoRival('Waitress'), hasNoRival('Kassel')],
    [false, false, true],
  );
});

test('two dates without a sign between them are no sure period', () => {
  const hasPeriod = (dates: string) =>
    signalsOf(`Experience\nCook\nBrown Stores, Leeds. ${dates}`, 'Cook', 'Brown Stores').hasPeriod;
  assert.deepEqual(
    [
      hasPeriod('February 2018   March 2021'),
      hasPeriod('02/2018   03/2021'),
      hasPeriod('February 2018 – March 2021'),
    ],
    [false, false, true],
  );
});

test('the last of several parts beside the dates may go on below the dates', () => {
  const isWhole = (...below: string[]) =>
    signalsOf(['Berufserfahrung', `${DATES}    Köchin, Gasthof`, ...below].join('\n'), 'Köchin', 'Gasthof')
      .isWhole;
  assert.deepEqual(
    [isWhole('Adler, Kassel'), isWhole('', 'Adler, Kassel'), isWhole('Sprachen', 'Deutsch')],
    [false, true, true],
  );
});
