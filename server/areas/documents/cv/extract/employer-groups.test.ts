import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import { readPlain } from '../text/plain.ts';
import { extractFacts } from './extract.ts';

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
