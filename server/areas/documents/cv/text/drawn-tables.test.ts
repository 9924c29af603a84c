import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import { extractFacts } from '../extract/extract.ts';
import { lineText } from './lines.ts';
import { readText } from './read-text.ts';

const catalogs = builtInCatalogs();
const read = (text: string) => readText(new TextEncoder().encode(text));
const jobsOf = async (...list: string[]) => {
  const lines = await read(['Erika Muster', '', 'Berufserfahrung', ...list].join('\n'));
  return extractFacts(lines, catalogs).jobs.map(({ position, employer }) => [position, employer]);
};

const JOBS = [
  ['Gärtnerin', 'Baumschule Erlengrund'],
  ['Fahrerin', 'Petersen GmbH'],
  ['Köchin', 'Gasthof Linde'],
];
const DATES = ['05/2019 - heute', '03/2015 - 04/2019', '01/2012 - 02/2015'];
const rows = (layout: (dates: string, title: string, place: string) => string[]) =>
  JOBS.flatMap(([title, place], index) => layout(DATES[index]!, title!, place!));

for (const rule of [
  '+---------+-----------+',
  '* * * *',
  '####',
  '┌──────┬──────┐',
  '=-=-=-=-=',
  '~ ~ ~ ~',
  '|---|:--:|',
])
  test(`a line of signs is no text, above the first job and between jobs: ${rule}`, async () => {
    const lists = [rows((dates, title, place) => [`${dates}   ${title}`, `                    ${place}`])];
    lists.push(rows((dates, title, place) => [`${dates}   ${title}`, place, rule]));
    for (const list of lists) assert.deepEqual(await jobsOf(rule, ...list), JOBS, list.join('\n'));
  });

test('the rows of a table that is drawn with signs have cells, and no signs of its frame', async () => {
  const bars = (...cells: string[]) => `| ${cells.map((cell) => cell.padEnd(24)).join(' | ')} |`;
  const box = (...cells: string[]) => bars(...cells).replaceAll('|', '│');
  for (const [row, frame] of [
    [bars, '+--------------------------+--------------------------+'],
    [box, '├──────────────────────────┼──────────────────────────┤'],
  ] as const) {
    const list = rows((dates, title, place) => [row(dates, title), row('', place), frame]);
    assert.deepEqual(await jobsOf(frame, ...list), JOBS, list.join('\n'));
    const table = rows((dates, title, place) => [row(dates, title, place)]);
    assert.deepEqual(await jobsOf(row('Zeitraum', 'Tätigkeit', 'Arbeitgeber'), frame, ...table), JOBS);
  }
});

test('a line between two columns is in no text', async () => {
  const list = rows((dates, title, place) => [
    `${dates.padEnd(18)} | ${title}`,
    `${' '.repeat(18)} | ${place}`,
  ]);
  assert.deepEqual(await jobsOf(...list), JOBS);
  const lines = await read(list.join('\n'));
  assert.deepEqual(lines.slice(0, 2).map(lineText), ['05/2019 - heute  Gärtnerin', 'Baumschule Erlengrund']);
});

test('a sign between the texts of a line parts no columns', async () => {
  const [line] = await read('Fahrerin | Petersen GmbH | Husum');
  assert.equal(line!.cells.length, 1);
});

test('a line of signs of a word processor is no text either', async () => {
  const lines = await read('{\\rtf1 Erika Muster\\par _ _ _ _\\par Fahrerin\\par +----+----+\\par}');
  assert.deepEqual(lines.map(lineText), ['Erika Muster', 'Fahrerin']);
});
