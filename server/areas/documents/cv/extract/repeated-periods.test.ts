import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import { readPlain } from '../text/plain.ts';
import { extractFacts } from './extract.ts';

const catalogs = builtInCatalogs();
const jobsOf = (text: string) =>
  extractFacts(readPlain(text), catalogs).jobs.map((job) => [
    job.position,
    job.employer,
    job.fromDate,
    job.untilDate,
  ]);

test('the months below the years of an entry are its dates', () => {
  const text =
    'Berufserfahrung\nGärtnerin   2019 - 2021\nBaumschule Erlengrund\n05/2019 - 04/2021\n- Pflege\n\nFahrerin   2015 - 2019\nPetersen GmbH\n03/2015 - 04/2019\n- Touren';
  assert.deepEqual(jobsOf(text), [
    ['Gärtnerin', 'Baumschule Erlengrund', '2019-05-01', '2021-04-30'],
    ['Fahrerin', 'Petersen GmbH', '2015-03-01', '2019-04-30'],
  ]);
});
