import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import { extractFacts } from '../extract/extract.ts';
import { readPlain } from '../text/plain.ts';
import { holdsAnother } from './described-periods.ts';
import { findLeftovers } from './leftovers.ts';
import { weighFacts } from './weigh.ts';

const catalogs = builtInCatalogs();

const OTHER = '01/2012 – 02/2015  Köchin, Hafen GmbH';

function readLines(...texts: string[]) {
  const lines = readPlain(texts.join('\n'));
  const facts = extractFacts(lines, catalogs);
  const values = weighFacts(facts, lines, catalogs);
  const notes = { pagesWithoutText: [], recognizedPages: [], unreadPages: [] };
  return { ...facts, values, leftovers: findLeftovers(facts, lines, notes, values) };
}

/** Whether the first job is sure, which these lines describe, and how many periods are left over. */
function read(head: string, ...below: string[]) {
  const { jobs, values, leftovers } = readLines('Erika Muster', 'Berufserfahrung', head, ...below, OTHER);
  assert.ok(jobs[0]!.description?.endsWith(below.at(-1)!.replace('- ', '').slice(-12)));
  const { confidence } = values.find(({ property, index }) => property === 'resume.jobs' && index === 0)!;
  return {
    isSure: confidence >= 0.95,
    unused: leftovers.find(({ code }) => code === 'unusedPeriods')?.count ?? 0,
  };
}

const JOB = '04/2019 – heute  Staplerfahrerin, Spreekai Logistik GmbH';
const AGENCY = '04/2019 – heute  Staplerfahrerin, Spreekai Zeitarbeit GmbH';

const SURE = { isSure: true, unused: 0 };

test('a job whose description has another one is not sure, and the period of that one is left over', () => {
  const other = '- 03/2015 – 03/2019 Lagerhelferin, Havel Lager GmbH';
  assert.deepEqual(read(JOB, '- Be- und Entladen', other), { isSure: false, unused: 1 });
  assert.deepEqual(read(AGENCY, '- Be- und Entladen', other), { isSure: false, unused: 1 });
  const two = ['- Lagerhelferin', '- 03/2017 – 03/2019', '- Lagerhelferin', '- 03/2015 – 02/2017'];
  assert.deepEqual(read(JOB, ...two, '- Havel Lager GmbH'), { isSure: false, unused: 2 });
});

test('a position within the time of a job is another entry, unless an agency sent its people there', () => {
  const line = '- 06/2019 – 12/2020 Lagerhelferin, Havel Lager GmbH';
  assert.deepEqual(read(JOB, line), { isSure: false, unused: 1 });
  assert.deepEqual(read(AGENCY, line), SURE);
});

test('projects, assignments, pauses and single dates in a description are no other entries', () => {
  for (const line of [
    '- Einführung eines Systems zur Lagerverwaltung (01/2020 – 06/2020)',
    '- Einsatz als Lagerhelferin bei der Havel Lager GmbH (01/2020 – 06/2020)',
    '- Elternzeit 01/2020 – 12/2020',
    '- Jahre 2019 – 2020 im Nachtdienst',
    '- Staplerschein 05/2018 verlängert',
  ])
    assert.deepEqual(read(JOB, line), SURE, line);
});

test('a single date is that of another entry if it has a position, and is not within the time of the job', () => {
  const holds = (description: string) =>
    holdsAnother({ title: 'Köchin', place: 'Hafen GmbH', fromDate: '2019-04-01', description });
  assert.equal(holds('Oktober 2017 (6 Wochen)\nPraktikantin im Autohaus Brandl'), true);
  assert.equal(holds('Oktober 2020 (6 Wochen)\nPraktikantin im Autohaus Brandl'), false);
  assert.equal(holds('Oktober 2017 (6 Wochen)\nBuffet'), false);
});

test('a job whose end was torn from its beginning is left over', () => {
  const { jobs, leftovers } = readLines(
    'Career',
    '2019  –  Staff Nurse',
    '- Cardiology',
    'Jan 2016 – July 2019  Agency Nurse, CareBridge Recruitment Ltd',
    'Oct 2013 – Dec 2015  Staff Nurse, University Hospital Galway',
  );
  assert.equal(jobs.length, 2);
  assert.deepEqual(leftovers, [{ code: 'unusedPeriods', count: 1, pages: [] }]);
});
