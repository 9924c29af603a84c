import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import { PLAIN_LINE } from '../../../../testing/text-line.ts';
import type { TextLine } from '../text/lines.ts';
import { readPlain } from '../text/plain.ts';
import { extractFacts } from './extract.ts';

const catalogs = builtInCatalogs();
const factsOf = (source: string | TextLine[]) =>
  extractFacts(typeof source === 'string' ? readPlain(source) : source, catalogs);
const jobsOf = (source: string | TextLine[]) =>
  factsOf(source).jobs.map(({ position, employer, fromDate }) => [position, employer, fromDate?.slice(0, 4)]);

const JOBS = [
  ['Gärtnerin', 'Baumschule Erlengrund', '2019'],
  ['Fahrerin', 'Petersen GmbH', '2015'],
  ['Köchin', 'Gasthof Linde', '2012'],
];
/** The jobs in a layout: of each its dates, its title and its place. */
const list = (layout: (dates: string, title: string, place: string) => string) =>
  JOBS.map(([title, place, year]) => layout(`05/${year} - 04/${Number(year) + 2}`, title!, place!));

const REMARKS = [
  '(neueste Tätigkeit zuerst)',
  'Auszug',
  'Kaufmännischer Bereich, Emden',
  'Einsatzorte waren überwiegend Emden und Leer.',
  'Mehr als zehn Jahre Erfahrung als Gärtnerin',
];
const LAYOUTS: [name: string, text: string][] = [
  [
    'titles beside the dates',
    list((dates, title, place) => `${dates}   ${title}\n                    ${place}`).join('\n'),
  ],
  ['spaces between entries', list((dates, title, place) => `${dates}   ${title}\n${place}\n`).join('\n')],
  ['all in lines of their own', list((dates, title, place) => `${dates}\n${title}\n${place}`).join('\n')],
  [
    'duties with bullets',
    list((dates, title, place) => `${dates}   ${title}\n${place}\n- Beratung\n- Planung`).join('\n'),
  ],
  ['all on one line', list((dates, title, place) => `${dates}   ${title}, ${place}`).join('\n')],
];

for (const [name, text] of LAYOUTS)
  test(`a remark above the first dates moves no employer: ${name}`, () => {
    for (const remark of REMARKS)
      assert.deepEqual(jobsOf(`Berufserfahrung\n${remark}\n${text}`), JOBS, remark);
  });

test('a remark above the first education is no school', () => {
  const { professionEducations, schoolEducations } = factsOf(
    'Ausbildung\n(Auszug)\n2008 - 2011   Ausbildung zur Gärtnerin\n   Baumschule Erlengrund\n2002 - 2008   Realschulabschluss\n   Realschule Emden',
  );
  assert.deepEqual(
    professionEducations.map(({ institution }) => institution),
    ['Baumschule Erlengrund'],
  );
  assert.deepEqual(
    schoolEducations.map(({ school }) => school),
    ['Realschule Emden'],
  );
});

test('what is above the first dates is part of the first entry if the others have it too', () => {
  for (const layout of [
    list((dates, title, place) => `${title}\n${dates}\n${place}`),
    list((dates, title, place) => `${place}\n${dates}   ${title}`),
    list((dates, title, place) => `${title}\n${dates}\n${place}\n- Beratung`),
    list((dates, title, place) => `${title}\n${place}\n${dates}`),
  ])
    assert.deepEqual(jobsOf(`Berufserfahrung\n${layout.join('\n')}`), JOBS, layout.join('\n'));
  const once =
    'Berufserfahrung\nPetersen GmbH\n2019 - 2021   Teamleiterin\n- Schulungen\n2015 - 2019   Fahrerin\n- Touren';
  assert.deepEqual(jobsOf(once)[0], ['Teamleiterin', 'Petersen GmbH', '2019']);
});

test('a remark in the column of the dates is not above the first title', () => {
  const line = (...cells: [x: number, text: string][]): TextLine => ({
    cells: cells.map(([x, text]) => ({ x, text })),
    ...PLAIN_LINE,
    page: 1,
  });
  const lines = [
    line([50, 'Berufserfahrung']),
    line([50, 'Fundierte Erfahrung in Beratung und Verkauf']),
    line([52, '05/2019 - 04/2021'], [180, 'Gärtnerin']),
    line([180, 'Baumschule Erlengrund']),
    line([180, 'Fahrerin']),
    line([52, '05/2015 - 04/2017']),
    line([180, 'Petersen GmbH']),
    line([180, 'Köchin']),
    line([52, '05/2012 - 04/2014']),
    line([180, 'Gasthof Linde']),
  ];
  assert.deepEqual(jobsOf(lines), JOBS);
});
