import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import type { TextLine } from '../text/lines.ts';
import { weighFacts } from '../weigh/weigh.ts';
import { extractFacts } from './extract.ts';

// Tables whose cells are wrapped.

const catalogs = builtInCatalogs();
const row = (cells: [x: number, text: string][], hasGapBefore = false): TextLine => ({
  cells: cells.map(([x, text]) => ({ x, text })),
  size: 10,
  isBold: false,
  isBullet: false,
  hasGapBefore,
  isHeading: false,
  page: 1,
});
const heading = row([[50, 'Experience']], true);
const jobsOf = (lines: TextLine[]) =>
  extractFacts([heading, ...lines], catalogs).jobs.map(({ position, employer, fromDate, untilDate }) => [
    position,
    employer,
    fromDate?.slice(0, 7),
    untilDate?.slice(0, 7),
  ]);

test('where the dates of a row of a table go on below, its texts do', () => {
  for (const [begin, end] of [
    ['03/2013 –', '03/2018'],
    ['Mar 2013 – Mar', '2018'],
    ['03|2013 – 03|', '2018'],
    ['03/2013 to', '03/2018'],
  ] as const)
    assert.deepEqual(
      jobsOf([
        row([
          [50, 'Thornbury'],
          [200, 'Warehouse'],
          [350, begin],
        ]),
        row([
          [50, 'Foods Ltd'],
          [200, 'Supervisor'],
          [350, end],
        ]),
        row([[200, 'Planned deliveries.']]),
      ]),
      [['Warehouse Supervisor', 'Thornbury Foods Ltd', '2013-03', '2018-03']],
      begin,
    );
});

test('in two columns, what is below the title is the employer, wherever the dates are broken', () => {
  assert.deepEqual(
    jobsOf([
      row([
        [50, '03/2013 –'],
        [200, 'Supervisor'],
      ]),
      row([
        [50, '03/2018'],
        [200, 'Thornbury Foods Ltd'],
      ]),
    ]),
    [['Supervisor', 'Thornbury Foods Ltd', '2013-03', '2018-03']],
  );
});

test('a month at the end of a line goes on with the year below it, beside another text too', () => {
  assert.deepEqual(
    jobsOf([
      row([[50, 'Supervisor']]),
      row([[50, 'Thornbury Foods Ltd']]),
      row([[50, 'Sep 2016 to Mar']]),
      row([
        [50, '2020'],
        [80, 'Bristol'],
      ]),
    ]),
    [['Supervisor', 'Thornbury Foods Ltd', '2016-09', '2020-03']],
  );
  const broken = (title: string, from: string, until: string) => [
    row([[50, title]]),
    row([[50, 'Thornbury Foods Ltd']]),
    row([
      [50, from],
      [150, 'Bristol'],
    ]),
    row([[50, until]]),
  ];
  assert.deepEqual(
    jobsOf([
      ...broken('Supervisor', 'Sep 2016 to Mar', '2020'),
      ...broken('Packer', 'Aug 2014 to Jul', '2016'),
    ]),
    [
      ['Supervisor', 'Thornbury Foods Ltd', '2016-09', '2020-03'],
      ['Packer', 'Thornbury Foods Ltd', '2014-08', '2016-07'],
    ],
  );
});

test('a text that fills its cell of a table is not sure if there is one below it', () => {
  const confidenceOf = (below: TextLine[], x = 95) => {
    const lines = [
      heading,
      row([
        [50, 'Welder'],
        [x, 'Thornbury Steel Ltd'],
        [x + 110, '03/2013 – 03/2018'],
      ]),
      ...below,
    ];
    const values = weighFacts(extractFacts(lines, catalogs), lines, catalogs);
    return values.find(({ property }) => property === 'resume.jobs')!.confidence;
  };
  assert.ok(confidenceOf([]) >= 0.95);
  assert.ok(confidenceOf([row([[95, 'Holdings']])]) < 0.95);
  // Above it, a name is broken.
  const lines = [
    heading,
    row([
      [50, 'Assistant of'],
      [200, 'x'],
    ]),
    row([
      [50, 'Head Cook'],
      [200, 'Thornbury Foods Ltd'],
      [350, '03/2013 – 03/2018'],
    ]),
  ];
  const facts = {
    ...extractFacts(lines.slice(1), catalogs),
    ...extractFacts([heading, lines[2]!], catalogs),
  };
  const [job] = weighFacts(facts, lines, catalogs).filter(({ property }) => property === 'resume.jobs');
  assert.ok(job!.confidence < 0.95);
});
