import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import { PLAIN_LINE } from '../../../../testing/text-line.ts';
import type { TextLine } from '../text/lines.ts';
import { readPlain } from '../text/plain.ts';
import { extractFacts } from './extract.ts';

// Heads of entries in which a text seems to be a title or a place and is not, or is cut in two.

const catalogs = builtInCatalogs();
const line = (text: string, style: Partial<TextLine> = {}, parts?: string[]): TextLine => ({
  cells: text.split('\t').map((cell, index) => ({ x: 50 + 200 * index, text: cell, parts })),
  ...PLAIN_LINE,
  ...style,
});
const linesOf = (source: string | TextLine[]) => (typeof source === 'string' ? readPlain(source) : source);
const jobsOf = (source: string | TextLine[]) =>
  extractFacts(linesOf(source), catalogs).jobs.map(({ position, employer }) => [position, employer]);
const educationsOf = (source: string | TextLine[]) => {
  const facts = extractFacts(linesOf(source), catalogs);
  return [
    ...facts.professionEducations.map(({ profession, institution }) => [profession, institution]),
    ...facts.schoolEducations.map(({ graduation, school }) => [graduation, school]),
  ];
};

const GARDENER = ['Gärtnerin', 'Baumschule Erlengrund'];
const DRIVER = ['Fahrerin', 'Blumen Petersen'];

test('how long an entry lasted is neither its title nor its place', () => {
  assert.deepEqual(
    jobsOf(
      'Berufserfahrung\nBaumschule Erlengrund\tMai 2019 - April 2020\nein Jahr\nGärtnerin\n\nBlumen Petersen\tMärz 2015 - Mai 2018\n3 Jahre, 3 Monate\nFahrerin',
    ),
    [GARDENER, DRIVER],
  );
});

test('a slash parts a title and a place, but not two titles or two places', () => {
  const read = (head: string) => jobsOf(`Berufserfahrung\n03/2018 - 06/2021\n${head}\nPflege der Beete`);
  assert.deepEqual(read('Gärtnerin / Erlengrund Baumschulen GmbH & Co. KG'), [
    ['Gärtnerin', 'Erlengrund Baumschulen GmbH & Co. KG'],
  ]);
  assert.deepEqual(read('Köchin / Verkäuferin, Blumen Petersen GmbH'), [
    ['Köchin / Verkäuferin', 'Blumen Petersen GmbH'],
  ]);
});

test('"heute" above or beside the dates is no title, and no line of the head', () => {
  assert.deepEqual(
    jobsOf(
      'Berufserfahrung\nGärtnerin - Baumschule Erlengrund\nheute\nMai 2019 - heute\nPflege der Beete\nFahrerin - Blumen Petersen\nMärz 2015 - Mai 2018',
    ),
    [GARDENER, DRIVER],
  );
  assert.deepEqual(
    jobsOf('Work experience\nMay 2019 - now\tcurrent\nGardener\nErlengrund Ltd\nRaised trees from seed'),
    [['Gardener', 'Erlengrund Ltd']],
  );
});

test('educations without dates are read if their lines say which is the title and which the place', () => {
  const expected = [
    ['Bachelor, Forestry', 'Ravensmoor College'],
    ['High School Diploma', 'Ravensmoor High School'],
  ];
  const [degree, college, diploma, school] = expected.flat();
  assert.deepEqual(educationsOf(`Education\n${degree}\n${college}\n${diploma}\n${school}`), expected);
  assert.deepEqual(
    educationsOf(`Education\n${degree}\n${college}\nDurham\n\n${diploma}\n${school}`),
    expected,
  );
  assert.deepEqual(educationsOf(`Education\n${degree} - ${college}\nAbitur - Gymnasium Waldau`), [
    expected[0],
    ['Abitur', 'Gymnasium Waldau'],
  ]);
  const bold = { isBold: true };
  const styled = [line(degree!, bold), line(college!), line('Durham'), line(diploma!, bold), line(school!)];
  assert.deepEqual(educationsOf([line('Education', { size: 14 }), ...styled]), expected);
  assert.deepEqual(
    educationsOf([
      line('Education', { size: 14 }),
      line(degree!),
      line('Ravensmoor', bold),
      { ...line('College', bold), cells: [{ x: 90, text: 'College' }] },
      line(diploma!),
      line(school!, bold),
    ]),
    expected,
  );
  assert.deepEqual(educationsOf(`Education\n${degree}\n${college}\nI liked the lectures.`), []);
});

test('a field and its degree are one title if the school is below', () => {
  const lines = [
    line('Education', { size: 14 }),
    line('Forestry, Bachelor', {}, ['Forestry', ', Bachelor']),
    line('2013 - 2016'),
    line('University of Ravensmoor'),
    line('Nursing, BSc', {}, ['Nursing', ', BSc']),
    line('2009 - 2012'),
    line('Ravensmoor College'),
  ];
  assert.deepEqual(educationsOf(lines), [
    ['Forestry, Bachelor', 'University of Ravensmoor'],
    ['Nursing, BSc', 'Ravensmoor College'],
  ]);
});

const CASHIER = ['Kassiererin', 'Hotel Zur Fähre'];
const threeJobs = (last: string) =>
  `Berufserfahrung\nGärtnerin, Baumschule Erlengrund GmbH\n05/2018 - heute\nPflege der Beete\nKassiererin, Hotel Zur Fähre\n03/2015 - 04/2018\nAbrechnung am Abend\n${last}`;

test('a line below the dates describes the entry if it does in the others of the list', () => {
  assert.deepEqual(jobsOf(threeJobs('Vorleserin, Familie Petersen\n01/2014 - 02/2015\nBücher und Lieder')), [
    ['Gärtnerin', 'Baumschule Erlengrund GmbH'],
    CASHIER,
    ['Vorleserin', 'Familie Petersen'],
  ]);
});

test('a text in a place that the others of the list do not have is neither title nor place', () => {
  const [first, second] = ['Gärtnerin\t05/2018 - heute', 'Kassiererin\t03/2015 - 04/2018'];
  assert.deepEqual(
    jobsOf(
      `Berufserfahrung\nErlengrund\n${first}\nZur Fähre\n${second}\nPetersen\nFahrerin\t01/2014 - 02/2015\tTouren im Umland`,
    ),
    [
      ['Gärtnerin', 'Erlengrund'],
      ['Kassiererin', 'Zur Fähre'],
      ['Fahrerin', 'Petersen'],
    ],
  );
});

test('a sentence or a heading for duties below the dates is no employer', () => {
  assert.deepEqual(
    jobsOf('Berufserfahrung\nGärtnerin Erlengrund\n05/2018 - heute\nIch pflege die Beete und Bäume.'),
    [],
  );
  assert.deepEqual(
    jobsOf('Berufserfahrung\nVorleserin Petersen\n05/2018 - heute\nSchwerpunkte\nBücher und Lieder'),
    [],
  );
});

test('words part a title and a place that no sign parts', () => {
  assert.deepEqual(
    jobsOf(
      'Berufserfahrung\n05/2018 - heute Kellnerin Gasthof Zur Fähre, Kassel\n03/2015 - 04/2018 Gärtnerin Erlengrund GmbH\n01/2014 - 02/2015 Fahrerin Petersen',
    ),
    [
      ['Kellnerin', 'Gasthof Zur Fähre'],
      ['Gärtnerin', 'Erlengrund GmbH'],
    ],
  );
  assert.deepEqual(
    educationsOf(
      'Ausbildung\n2010 - 2013\nBachelor Forstwirtschaft Staatliche Hochschule Waldau\n2006 - 2010\nStaatliche Fachoberschule Waldau\nFachhochschulreife',
    ),
    [
      ['Bachelor Forstwirtschaft', 'Staatliche Hochschule Waldau'],
      ['Fachhochschulreife', 'Staatliche Fachoberschule Waldau'],
    ],
  );
});

test('dates in a font of their own are those of an entry, where the others have them in a column', () => {
  const own = 'Bachelor Forestry at Ravensmoor College';
  assert.deepEqual(
    educationsOf([
      line('Education', { size: 14 }),
      line(`${own} 2015 - 2018`, {}, ['Bachelor Forestry', 'at Ravensmoor College', '2015 - 2018']),
      line('Nursing Diploma at Waldau College\t2013 - 2015'),
      line('A-levels at Northfield School\t2010 - 2013'),
    ]),
    [
      ['Bachelor Forestry', 'Ravensmoor College'],
      ['Nursing Diploma', 'Waldau College'],
      ['A-levels', 'Northfield School'],
    ],
  );
});
