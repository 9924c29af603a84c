import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import { PLAIN_LINE } from '../../../../testing/text-line.ts';
import type { TextLine } from '../text/lines.ts';
import { readPlain } from '../text/plain.ts';
import { weighFacts } from '../weigh/weigh.ts';
import { extractFacts } from './extract.ts';

// Entries as templates set them: descriptions and dates by their place on the page, one employer for several positions.

const catalogs = builtInCatalogs();
/** A line of a PDF. Each cell is a text after the place where it begins. */
const line = (cells: [x: number, text: string][], style: Partial<TextLine> = {}): TextLine => ({
  cells: cells.map(([x, text]) => ({ x, text })),
  ...PLAIN_LINE,
  page: 1,
  ...style,
});
const heading = (text: string) => line([[50, text]], { size: 14, hasGapBefore: true });
const gap = { hasGapBefore: true };
const linesOf = (source: string | TextLine[]) => (typeof source === 'string' ? readPlain(source) : source);
const factsOf = (source: string | TextLine[]) => extractFacts(linesOf(source), catalogs);
const jobsOf = (source: string | TextLine[]) =>
  factsOf(source).jobs.map(({ position, employer, fromDate, untilDate, isCurrent }) => [
    position,
    employer,
    fromDate?.slice(0, 7),
    isCurrent ? 'now' : untilDate?.slice(0, 7),
  ]);

test('dates below the city, beside what describes the entry, are those of the entry', () => {
  const entry = (head: string, city: string, description: string, dates: string) => [
    line(
      [
        [50, head],
        [500, city],
      ],
      gap,
    ),
    line([
      [64, description],
      [450, dates],
    ]),
    line([
      [64, 'Zwei Vorträge im Jahr'],
      [470, '3 Jahre'],
    ]),
  ];
  assert.deepEqual(
    jobsOf([
      heading('Berufserfahrung'),
      ...entry('Universität Leinefeld, Dozentin', 'Göttingen', 'Aufbau des Labors', 'Okt 2020 – heute'),
      ...entry('Institut Erlengrund, Laborantin', 'Husum', 'Pflege der Proben', 'Apr 2013 – Jun 2017'),
    ]),
    [
      ['Dozentin', 'Universität Leinefeld', '2020-10', 'now'],
      ['Laborantin', 'Institut Erlengrund', '2013-04', '2017-06'],
    ],
  );
});

test('lines that are indented below the titles describe the entries, unless they sound like names', () => {
  const entry = (title: string, indented: string, dates: string) => [
    line([[50, 'Blumen Petersen']], gap),
    line([[50, dates]]),
    line([[50, title]]),
    line([[64, indented]]),
  ];
  assert.deepEqual(
    factsOf([
      heading('Berufserfahrung'),
      ...entry('Gärtnerin', 'Pflege der Beete', '03/2018 - 06/2021'),
      ...entry('Fahrerin', 'Fahrten in der Stadt', '05/2015 - 02/2018'),
    ]).jobs.map(({ position, description }) => [position, description]),
    [
      ['Gärtnerin', 'Pflege der Beete'],
      ['Fahrerin', 'Fahrten in der Stadt'],
    ],
  );
  assert.deepEqual(
    jobsOf([
      heading('Berufserfahrung'),
      line([[50, 'Gärtnerin']], gap),
      line([[64, 'Erlengrund GmbH']]),
      line([[64, '03/2018 - 06/2021']]),
      line([[50, 'Fahrerin']], gap),
      line([[64, 'Petersen KG']]),
      line([[64, '05/2015 - 02/2018']]),
    ]),
    [
      ['Gärtnerin', 'Erlengrund GmbH', '2018-03', '2021-06'],
      ['Fahrerin', 'Petersen KG', '2015-05', '2018-02'],
    ],
  );
});

const SINGLE =
  'Berufserfahrung\n03/2018 - 06/2021\nGärtnerin\nErlengrund GmbH\n\n08/2016\nFahrerin\nPetersen KG\n\n01/2013 - 04/2015\nKöchin\nAniar GmbH';

test('a single date where the other jobs have periods is the month of a job, which is proposed', () => {
  assert.deepEqual(jobsOf(SINGLE)[1], ['Fahrerin', 'Petersen KG', '2016-08', '2016-08']);
  const lines = linesOf(SINGLE);
  const sure = weighFacts(extractFacts(lines, catalogs), lines, catalogs)
    .filter(({ property, confidence }) => property === 'resume.jobs' && confidence >= 0.95)
    .map(({ index }) => index);
  assert.deepEqual(sure, [0, 2]);
});

test('an employer that is printed once is that of the positions below it', () => {
  assert.deepEqual(
    jobsOf(
      'Experience\nErlengrund Ltd\nHead Gardener\n03/2018 - 06/2021\n\nGardener\n05/2015 - 02/2018\n\nPetersen Ltd\nDriver\n01/2013 - 04/2015',
    ),
    [
      ['Head Gardener', 'Erlengrund Ltd', '2018-03', '2021-06'],
      ['Gardener', 'Erlengrund Ltd', '2015-05', '2018-02'],
      ['Driver', 'Petersen Ltd', '2013-01', '2015-04'],
    ],
  );
  assert.deepEqual(
    jobsOf(
      'Experience\nErlengrund Ltd\tLeeds\n03/2018 - 06/2021\nHead Gardener\n\nGardener\tLeeds\n05/2015 - 02/2018\n\nPetersen Ltd\tYork\n01/2013 - 04/2015\nDriver',
    ).map(([title, employer]) => [title, employer]),
    [
      ['Head Gardener', 'Erlengrund Ltd'],
      ['Gardener', 'Erlengrund Ltd'],
      ['Driver', 'Petersen Ltd'],
    ],
  );
});

test('who is self-employed has that as the employer, and not the city', () => {
  const titlesOf = (source: string) => jobsOf(source).map(([title, employer]) => [title, employer]);
  assert.deepEqual(
    titlesOf(
      'Experience\n01/2021 - present\nGardener\nSelf-employed\tLeeds\n\n05/2015 - 02/2018\nDriver\nPetersen Ltd\tYork',
    ),
    [
      ['Gardener', 'Self-employed'],
      ['Driver', 'Petersen Ltd'],
    ],
  );
});

test('the subject of a bare degree can be after the school', () => {
  const entry = (degree: string, school: string, dates: string) => [
    line(
      [
        [50, degree],
        [90, school],
        [500, 'Marburg'],
      ],
      gap,
    ),
    line([[450, dates]]),
  ];
  assert.deepEqual(
    factsOf([
      heading('Ausbildung'),
      ...entry('M.Sc.', 'Universität Marburg, Biologie', '10/2010 - 11/2012'),
      ...entry('B.Sc.', 'Universität Marburg, Chemie', '10/2007 - 09/2010'),
    ]).professionEducations.map(({ profession, institution }) => [profession, institution]),
    [
      ['M.Sc. Biologie', 'Universität Marburg'],
      ['B.Sc. Chemie', 'Universität Marburg'],
    ],
  );
});

test('beginnings above their ends can touch the texts beside them', () => {
  assert.deepEqual(
    jobsOf(
      'Experience\n02/2018 Gardener\npresent Erlengrund Ltd\n\n06/2013 Driver\n01/2018 Petersen Ltd\n\nEducation\n2010 A-levels, Ryburn High School',
    ),
    [
      ['Gardener', 'Erlengrund Ltd', '2018-02', 'now'],
      ['Driver', 'Petersen Ltd', '2013-06', '2018-01'],
    ],
  );
});

test('"seit" can be above its date in a narrow column', () => {
  assert.deepEqual(
    jobsOf([
      heading('Berufserfahrung'),
      line(
        [
          [50, 'seit'],
          [120, 'Gärtnerin'],
        ],
        gap,
      ),
      line([
        [50, '05/2020'],
        [120, 'Erlengrund GmbH'],
      ]),
      line(
        [
          [50, '02/2016 - 04/2020'],
          [120, 'Fahrerin'],
        ],
        gap,
      ),
      line([[120, 'Petersen KG']]),
    ]),
    [
      ['Gärtnerin', 'Erlengrund GmbH', '2020-05', 'now'],
      ['Fahrerin', 'Petersen KG', '2016-02', '2020-04'],
    ],
  );
});

test('the letters of a heading in words of its own are as large as those of the other headings, whatever their font', () => {
  const known = { size: 14, hasGapBefore: true, isBold: true };
  assert.deepEqual(
    jobsOf([
      line([[50, 'Anna Muster']], { size: 20 }),
      line([[50, 'Wo ich war']], { ...known, isBold: false }),
      line([[50, '03/2018 - 06/2021']]),
      line([[50, 'Gärtnerin']]),
      line([[50, 'Erlengrund GmbH']]),
      line([[50, '05/2015 - 02/2018']]),
      line([[50, 'Fahrerin']]),
      line([[50, 'Petersen KG']]),
      line([[50, 'Sprachen']], known),
      line([[50, 'Deutsch']]),
      line([[50, 'Hobbys']], known),
      line([[50, 'Schach']]),
    ]).map(([title]) => title),
    ['Gärtnerin', 'Fahrerin'],
  );
});

test('an employer below what has only the form of a city is the place', () => {
  assert.deepEqual(
    jobsOf([
      heading('Berufserfahrung'),
      line([[50, '03/2018 - 06/2021']], gap),
      line([[50, 'Gärtnerin']]),
      line([
        [50, 'Erlengrund GmbH'],
        [400, 'Husum'],
      ]),
      line([[50, '05/2015 - 02/2018']], gap),
      line([
        [50, 'Fahrerin'],
        [400, 'Winsen'],
      ]),
      line([[50, 'Petersen KG']]),
    ]).map(([title, employer]) => [title, employer]),
    [
      ['Gärtnerin', 'Erlengrund GmbH'],
      ['Fahrerin', 'Petersen KG'],
    ],
  );
});

test('what is indented below a position is not its employer', () => {
  const head = (text: string, dates: string, below: [number, string][]) => [
    line(
      [
        [50, text],
        [500, 'Husum'],
      ],
      gap,
    ),
    line([[450, dates]]),
    ...below.map((cell) => line([cell])),
  ];
  assert.deepEqual(
    jobsOf([
      heading('Berufserfahrung'),
      ...head('Erlengrund GmbH', '07/2021 - heute', [
        [50, 'Leiterin'],
        [64, 'Führung von vier Leuten'],
      ]),
      ...head('Gärtnerin', '03/2018 - 06/2021', [[64, 'Pflege der Beete']]),
      ...head('Petersen KG', '05/2015 - 02/2018', [[50, 'Fahrerin']]),
    ]).map(([title, employer]) => [title, employer]),
    [
      ['Leiterin', 'Erlengrund GmbH'],
      ['Gärtnerin', 'Erlengrund GmbH'],
      ['Fahrerin', 'Petersen KG'],
    ],
  );
});

test('what is above the space between two entries belongs to the first of them', () => {
  assert.deepEqual(
    factsOf(
      'Experience\nErlengrund Ltd\nHead Gardener\n03/2018 - 06/2021\nPlants and soil\nTeam of five\n\nGardener\n05/2015 - 02/2018\n\nPetersen Ltd\nDriver\n01/2013 - 04/2015\n\nAniar Ltd\nChef\n01/2011 - 12/2012',
    ).jobs.map(({ position, employer, description }) => [position, employer, description]),
    [
      ['Head Gardener', 'Erlengrund Ltd', 'Plants and soil\nTeam of five'],
      ['Gardener', 'Erlengrund Ltd', undefined],
      ['Driver', 'Petersen Ltd', undefined],
      ['Chef', 'Aniar Ltd', undefined],
    ],
  );
});

test('"Employer, Title" is parted where a city that nobody knows is beside it', () => {
  const entry = (head: string, city: string, dates: string) => [
    line(
      [
        [50, head],
        [500, city],
      ],
      gap,
    ),
    line([[450, dates]]),
  ];
  assert.deepEqual(
    factsOf([
      heading('Ausbildung'),
      ...entry('Volga State University, Diploma in Chemistry', 'Kasan', '09/2006 - 06/2011'),
    ]).professionEducations.map(({ profession, institution }) => [profession, institution]),
    [['Diploma in Chemistry', 'Volga State University']],
  );
});
