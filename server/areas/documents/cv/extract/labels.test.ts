import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import { PLAIN_LINE } from '../../../../testing/text-line.ts';
import type { TextLine } from '../text/lines.ts';
import { readPlain } from '../text/plain.ts';
import { extractFacts } from './extract.ts';

const catalogs = builtInCatalogs();
const read = (text: string) => extractFacts(readPlain(text), catalogs);
const jobsOf = ({ jobs }: ReturnType<typeof read>) =>
  jobs.map((job) => [job.position, job.employer, job.fromDate, job.untilDate]);
const line = (...cells: [x: number, text: string][]): TextLine => ({
  cells: cells.map(([x, text]) => ({ x, text })),
  ...PLAIN_LINE,
});

test('labels with bullets are labels', () => {
  const facts = read(
    '## Berufserfahrung\n\n### Köchin\n\n- **Unternehmen:** Blauer Reiher\n- **Zeitraum:** 05/2018 - heute\n- **Aufgaben:**\n  - Bestellungen\n  - Anleitung\n\n### Kellnerin\n\n- **Unternehmen:** Grüner Fink\n- **Zeitraum:** 03/2015 - 04/2018',
  );
  assert.deepEqual(jobsOf(facts), [
    ['Köchin', 'Blauer Reiher', '2018-05-01', undefined],
    ['Kellnerin', 'Grüner Fink', '2015-03-01', '2018-04-30'],
  ]);
});

test('a list in which each entry begins with its position has labels only', () => {
  const facts = read(
    'Experience\n• Designation: Cook\n• Client: Blue Heron\n• Tenure: May 2018 - present\n• Duties: Ordering\n• Designation: Waiter\n• Client: Green Finch\n• Tenure: March 2015 - April 2018',
  );
  assert.deepEqual(jobsOf(facts), [
    ['Cook', 'Blue Heron', '2018-05-01', undefined],
    ['Waiter', 'Green Finch', '2015-03-01', '2018-04-30'],
  ]);
});

test('a head of labels can be long, and those of other entries shorter', () => {
  const facts = read(
    'Berufserfahrung\n- Position: Koch\n- Unternehmen: Blauer Reiher\n- Ort: Fulda\n- Abteilung: Küche\n- Zeitraum: 05/2018 - heute\n- Aufgaben: Bestellen\n- Position: Kellner\n- Unternehmen: Grüner Fink\n- Zeitraum: 03/2015 - 04/2018',
  );
  assert.deepEqual(jobsOf(facts), [
    ['Koch', 'Blauer Reiher', '2018-05-01', undefined],
    ['Kellner', 'Grüner Fink', '2015-03-01', '2018-04-30'],
  ]);
});

test('the label of a university is not part of its name', () => {
  const [studies] = read(
    'Ausbildung\nBachelor Forstwirtschaft\nUniversität: Universität Neustadt\nStudiendauer: 2008 - 2012',
  ).professionEducations;
  assert.deepEqual(
    [studies?.profession, studies?.institution],
    ['Bachelor Forstwirtschaft', 'Universität Neustadt'],
  );
});

test('the head of a table is no entry, though its labels are in one cell', () => {
  const facts = extractFacts(
    [
      line([50, 'Ausbildung']),
      line([50, 'Zeitraum Abschluss'], [200, 'Institution'], [400, 'Ort']),
      line([50, '2008 - 2011'], [120, 'Bachelor of Arts'], [200, 'Hochschule Neustadt'], [400, 'Neustadt']),
      line([50, '2006 - 2008'], [120, 'Fachabitur'], [200, 'Fachoberschule Fulda'], [400, 'Fulda']),
    ],
    catalogs,
  );
  assert.deepEqual(facts.professionEducations[0]?.profession, 'Bachelor of Arts');
  const oneCell = read(
    'Berufserfahrung\nZeitraum Position Arbeitgeber\n2018 - heute\tKoch\tGasthof Linde\n2015 - 2018\tKellner\tHotel Seestern',
  );
  assert.deepEqual(
    oneCell.jobs.map(({ position }) => position),
    ['Koch', 'Kellner'],
  );
});

for (const [school, diploma] of [
  ['Escola Secundária da Ponte', 'Secondary School Diploma'],
  ['Liceum Ogólnokształcące nr 3', 'High School Certificate'],
] as const) {
  test(`"${diploma}" is a degree and not a school`, () => {
    const [found] = read(`Education\n${school}, Lisbon - ${diploma}\n09/2010 - 06/2013`).schoolEducations;
    assert.deepEqual([found?.school, found?.graduation], [school, diploma]);
  });
}
