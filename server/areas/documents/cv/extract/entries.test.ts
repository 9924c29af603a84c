import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import { PLAIN_LINE } from '../../../../testing/text-line.ts';
import type { TextLine } from '../text/lines.ts';
import { readPlain } from '../text/plain.ts';
import { extractFacts } from './extract.ts';

const catalogs = builtInCatalogs();
const read = (text: string) => extractFacts(readPlain(text), catalogs);
const jobsOf = (text: string) =>
  read(text).jobs.map((job) => [job.position, job.employer, job.fromDate, job.untilDate]);
/** With the months of the dates. */
const monthsOf = (text: string) =>
  jobsOf(text).map(([position, employer, ...dates]) => [
    position,
    employer,
    ...dates.map((date) => date?.slice(0, 7)),
  ]);
const line = (
  cells: [x: number, text: string, parts?: string[]][],
  style: Partial<TextLine> = {},
): TextLine => ({
  cells: cells.map(([x, text, parts]) => ({ x, text, parts })),
  ...PLAIN_LINE,
  ...style,
});

const COOK = ['Koch', 'Gasthof Linde', '2018-05-01', undefined];
const WAITER = ['Kellner', 'Hotel Seestern', '2015-03-01', '2018-04-30'];

for (const [what, text] of Object.entries({
  'one entry of one line, the others of two':
    '05/2018 – heute\tKoch, Gasthof Linde\n\n03/2015 – 04/2018\tKellner\n\tHotel Seestern',
  'a period broken after its dash':
    '05/2018 –\tKoch, Gasthof Linde, Kassel\nheute\n03/2015 –\tKellner, Hotel Seestern, Kassel\n04/2018\tBedienung der Gäste',
  'begin and end in cells of their own':
    'von\tbis\tTätigkeit\tFirma\n05/2018\theute\tKoch\tGasthof Linde\n03/2015\t04/2018\tKellner\tHotel Seestern',
  'how long it lasted':
    'Bis heute 4 Jahre und 2 Monate, seit Mai 2018\nKoch\nGasthof Linde\n\n3 Jahre 2 Monate, März 2015 - April 2018\nKellner\nHotel Seestern',
  'a list of bullets':
    '• seit 05.2018: Koch bei Gasthof Linde in Kassel\n• 03.2015 bis 04.2018: Kellner bei Hotel Seestern in Kassel',
  'the city beside the title':
    '05/2018 – heute\tKoch\tKassel\n\tGasthof Linde\n03/2015 – 04/2018\tKellner\tFulda\n\tHotel Seestern',
  '"als" before the title':
    '05/2018 – heute\tGasthof Linde, Kassel\n\tals Koch\n03/2015 – 04/2018\tHotel Seestern, Kassel\n\tals Kellner',
  'dates in a description':
    'Koch\t05/2018 – heute\nGasthof Linde, Kassel\n• Leitung des Umzugs 2019\nKellner\t03/2015 – 04/2018\nHotel Seestern, Kassel\nVertretung der Leitung 2016 bis 2017',
  'description on the line':
    'seit 05/2018 Koch, Gasthof Linde, Kassel. Leitung der Küche\n03/2015 – 04/2018 Kellner, Hotel Seestern, Kassel.',
})) {
  test(`entries with ${what}`, () => {
    assert.deepEqual(jobsOf(`Berufserfahrung\n\n${text}`), [COOK, WAITER]);
  });
}

test('a month at the end of a line and its year on the next are one date', () => {
  const lines = [
    line([[50, 'Experience']]),
    line([
      [50, 'Welder'],
      [300, 'March 2015 – August'],
    ]),
    line([[400, '2018']]),
    line([[50, 'Northern Steel Ltd']]),
  ];
  const [job] = extractFacts(lines, catalogs).jobs;
  assert.deepEqual(
    [job?.position, job?.employer, job?.untilDate],
    ['Welder', 'Northern Steel Ltd', '2018-08-31'],
  );
});

test('a change of font parts a title from an employer', () => {
  const lines = [
    line([[50, 'Work experience']]),
    line([[50, '01/2019 – present']]),
    line([[50, 'SHIFT LEADER BLUE HERON', ['SHIFT LEADER', 'BLUE HERON']]]),
    line([[50, 'Planned the shifts of twelve people']]),
  ];
  const [job] = extractFacts(lines, catalogs).jobs;
  assert.deepEqual([job?.position, job?.employer], ['SHIFT LEADER', 'BLUE HERON']);
});

test('a single year in the column of the dates dates an entry', () => {
  const lines = [
    line([[50, 'Erfahrungen']]),
    line([[62, '2019 – heute']]),
    line([[62, 'Aushilfe']]),
    line([[62, 'Eiscafé Venezia']]),
    line([[62, '2018']]),
    line([[62, 'Praktikantin']]),
    line([[62, 'Sparkasse Neustadt']]),
  ];
  assert.deepEqual(
    extractFacts(lines, catalogs).jobs.map(({ position, untilDate }) => [position, untilDate]),
    [
      ['Aushilfe', undefined],
      ['Praktikantin', '2018-12-31'],
    ],
  );
});

test('a smaller heading within a list does not end it', () => {
  const text = [
    line([[50, 'Experience']], { size: 16 }),
    line([[50, '2019 – present']]),
    line([[50, 'Analyst at Blue Heron Ltd']]),
    line([[50, 'Achievements']], { size: 11 }),
    line([[50, 'Built a dashboard']]),
    line([[50, '2016 – 2019']]),
    line([[50, 'Clerk at Green Finch Ltd']]),
  ];
  assert.deepEqual(
    extractFacts(text, catalogs).jobs.map(({ position }) => position),
    ['Analyst', 'Clerk'],
  );
});

test('jobs, training and school in one list are told apart', () => {
  const facts = read(
    'Werdegang\n2019 - heute\tPflegefachkraft\tSeniorenheim Abendruh\n2016 - 2019\tAusbildung zur Altenpflegerin\tPflegeschule Fulda\n2006 - 2016\tMittlere Reife\tRealschule Fulda',
  );
  assert.deepEqual(
    [facts.jobs, facts.professionEducations, facts.schoolEducations].map((list) => list.length),
    [1, 1, 1],
  );
});

test('jobs in sentences are found without a heading', () => {
  const text =
    'Erika Muster\nVon Mai 2018 bis heute bin ich als Köchin bei Gasthof Linde in Kassel beschäftigt.\nVon März 2015 bis April 2018 war ich als Kellnerin bei Hotel Seestern in Fulda tätig.';
  assert.deepEqual(jobsOf(text), [
    ['Köchin', 'Gasthof Linde', '2018-05-01', undefined],
    ['Kellnerin', 'Hotel Seestern', '2015-03-01', '2018-04-30'],
  ]);
});

for (const [text, title, place] of [
  [
    '2010 – 2012 A-levels: English, History, Northfield High School, Leeds',
    'A-levels: English, History',
    'Northfield High School',
  ],
  ['2002 – 2010 Goethe-Gymnasium (Abitur)', 'Abitur', 'Goethe-Gymnasium'],
  ['2002 – 2010 Realschule am See, Abschluss: Mittlere Reife', 'Mittlere Reife', 'Realschule am See'],
] as const) {
  test(`title and place in "${text}"`, () => {
    const [school] = read(`Education\n${text}`).schoolEducations;
    assert.deepEqual([school?.graduation, school?.school], [title, place]);
  });
}

test('courses without dates are read line by line, those with dates with their provider', () => {
  assert.deepEqual(
    read('Zertifikate\nStaplerschein\nBedienung von Kränen').educations.map(({ title }) => title),
    ['Staplerschein', 'Bedienung von Kränen'],
  );
  assert.deepEqual(read('Weiterbildung\n03/2021\tLadungssicherung, Seminarhaus Süd').educations, [
    {
      title: 'Ladungssicherung',
      provider: 'Seminarhaus Süd',
      fromDate: undefined,
      untilDate: '2021-03-31',
    },
  ]);
});

test('a date after a text and another one beside it are a period', () => {
  assert.deepEqual(
    monthsOf(
      'Experience\n\nGardener\nErlengrund Ltd, Leeds. April 2019   present\n\nDriver\nPetersen Ltd, London. October 2014   March 2019',
    ),
    [
      ['Gardener', 'Erlengrund Ltd', '2019-04', undefined],
      ['Driver', 'Petersen Ltd', '2014-10', '2019-03'],
    ],
  );
  assert.deepEqual(
    monthsOf(
      'Berufserfahrung\n\nGärtnerin\nErlengrund GmbH, Kassel. 04/2019   heute\n\nFahrerin\nPetersen GmbH, Köln. 10/2014   03/2019',
    ),
    [
      ['Gärtnerin', 'Erlengrund GmbH', '2019-04', undefined],
      ['Fahrerin', 'Petersen GmbH', '2014-10', '2019-03'],
    ],
  );
});
