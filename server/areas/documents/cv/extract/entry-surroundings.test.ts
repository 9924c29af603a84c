import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import { PLAIN_LINE } from '../../../../testing/text-line.ts';
import type { TextLine } from '../text/lines.ts';
import { readPlain } from '../text/plain.ts';
import { extractFacts } from './extract.ts';

// What stands around entries and is no part of them: other dates, lines about the person, cities, labels.

const catalogs = builtInCatalogs();
/** A line of a PDF. `parts`: its texts in different fonts. */
const line = (...cells: [x: number, text: string, parts?: string[]][]): TextLine => ({
  cells: cells.map(([x, text, parts]) => ({ x, text, parts })),
  ...PLAIN_LINE,
  page: 1,
});
const factsOf = (source: string | TextLine[]) =>
  extractFacts(typeof source === 'string' ? readPlain(source) : source, catalogs);
const jobsOf = (source: string | TextLine[]) =>
  factsOf(source).jobs.map((job) => [job.position, job.employer, job.fromDate, job.untilDate]);
const trainingsOf = (source: string | TextLine[]) =>
  factsOf(source).professionEducations.map((entry) => [entry.profession, entry.institution, entry.fromDate]);

const GARDENER = ['Gärtnerin', 'Baumschule Erlengrund', '2019-05-01', '2021-04-30'];
const DRIVER = ['Fahrerin', 'Petersen GmbH', '2015-03-01', '2019-04-30'];
const HEAD = line([50, 'Berufserfahrung']);

test('a line about birth or a denomination above the first dates is no part of an entry', () => {
  for (const about of ['geb. 28.07.1993 in Husum', 'Familienstand: ledig', 'Ev.-luth.'])
    assert.deepEqual(
      jobsOf(
        `Erika Muster\nerika@example.org\n${about}\nVon 05.2019 bis 04.2021\nGärtnerin\nBaumschule Erlengrund\nVon 03.2015 bis 04.2019\nFahrerin\nPetersen GmbH`,
      ),
      [GARDENER, DRIVER],
      about,
    );
});

test('in a list of both, what was learned at a vocational school is no job, and teaching there is one', () => {
  const read = (title: string, place: string) =>
    factsOf(
      `Werdegang\n05/2019 - 04/2021   Gärtnerin, Petersen GmbH\n08/2016 - 04/2019   ${title}, ${place}`,
    );
  assert.deepEqual(
    read('Elektronikerin', 'Berufsschule Nord').professionEducations.map(({ profession }) => profession),
    ['Elektronikerin'],
  );
  assert.equal(read('Geprüfte Bilanzbuchhalterin', 'IHK Husum').professionEducations.length, 1);
  assert.equal(read('Lehrerin', 'Berufsschule Nord').jobs.length, 2);
  assert.equal(read('Elektronikerin', 'Schule & Söhne GmbH').jobs.length, 2);
});

test('cities after the titles of a list are no part of them', () => {
  const text =
    'Berufserfahrung\n05/2019 – 04/2021\nBaumschule Erlengrund\nGärtnerin, Husum\n\n03/2015 – 04/2019\nPetersen GmbH\nFahrerin, Dresden';
  assert.deepEqual(jobsOf(text), [GARDENER, DRIVER]);
});

test('an employer and its city in two fonts have the title below them', () => {
  const entry = (dates: string, place: string, city: string, title: string) => [
    line([50, dates], [150, `${place}, ${city}`, [place, `, ${city}`]]),
    line([150, title]),
    { ...line([170, 'Beratung der Kunden']), isBullet: true },
  ];
  assert.deepEqual(
    jobsOf([
      HEAD,
      ...entry('2019 – heute', 'ST. GERTRAUD HOSPITAL', 'Berlin', 'Clinical Pharmacist'),
      ...entry('2016 – 2019', 'NORDLICHT PHARMA GMBH', 'Hamburg', 'Regulatory Affairs Associate'),
      ...entry('2013 – 2015', 'FARMACIA SAN ZENO', 'Verona', 'Pharmacist'),
    ]).map(([title, place]) => [title, place]),
    [
      ['Clinical Pharmacist', 'ST. GERTRAUD HOSPITAL'],
      ['Regulatory Affairs Associate', 'NORDLICHT PHARMA GMBH'],
      ['Pharmacist', 'FARMACIA SAN ZENO'],
    ],
  );
});

test('beside a city, an employer whose name looks like one is not replaced by the duties below', () => {
  const entry = (place: string, city: string, title: string, dates: string, duties: string) => [
    line([50, place], [450, city]),
    line([50, title], [450, dates]),
    line([50, duties]),
  ];
  const [, second] = jobsOf([
    HEAD,
    ...entry('Petersen GmbH', 'Bochum', 'Fahrerin', '05/2019 – 04/2021', 'Touren im Norden'),
    ...entry('Wittkamp', 'Herne', 'Monteurin', '03/2015 – 04/2019', 'Notdienst und Reparaturen'),
  ]);
  assert.deepEqual(second?.slice(0, 2), ['Monteurin', 'Wittkamp']);
});

test('a hyphen before a comma keeps a title whole', () => {
  const title = 'Anlagenmechanikerin für Sanitär-, Heizungs- und Klimatechnik';
  assert.deepEqual(
    jobsOf(
      `Berufserfahrung\n05/2019 - 04/2021   ${title}, Petersen GmbH, Bochum\n03/2015 - 04/2019   Fahrerin, Nissen GmbH, Herne`,
    ).map(([position]) => position),
    [title, 'Fahrerin'],
  );
});

test('the label of a degree after the school, and "in" before a subject, are no part of it', () => {
  const text =
    'Ausbildung\n10/2015 - 03/2019   Hochschule Flensburg in Flensburg, Abschluss: Bachelor Biologie\n10/2012 - 03/2015   Hochschule Kiel in Kiel, Abschluss: Diplom Chemie';
  assert.deepEqual(
    trainingsOf(text).map(([title]) => title),
    ['Bachelor Biologie', 'Diplom Chemie'],
  );
  assert.equal(
    trainingsOf('Education\nin Master of Biology   10/2015 - 03/2019\nUniversity of Hull')[0]?.[0],
    'Master of Biology',
  );
});

test('two dates with nothing between them in a cell of their own are a period', () => {
  assert.deepEqual(
    jobsOf(
      'Experience\nGärtnerin\tMai 2019 April 2021\nBaumschule Erlengrund\n\nFahrerin\tMärz 2015 April 2019\nPetersen GmbH',
    ),
    [GARDENER, DRIVER],
  );
});

test('a single beginning above beginnings and ends lasts', () => {
  const lines = [
    HEAD,
    line([90, '2019']),
    line([130, 'Gärtnerin, Erlengrund GmbH, Husum']),
    line([90, '2015']),
    line([130, 'Fahrerin, Petersen GmbH, Husum']),
    line([85, '2019']),
    line([90, '2012']),
    line([130, 'Köchin, Nissen GmbH, Husum']),
    line([85, '2015']),
  ];
  assert.deepEqual(
    factsOf(lines).jobs.map(({ position, fromDate, isCurrent }) => [position, fromDate, isCurrent]),
    [
      ['Gärtnerin', '2019-01-01', true],
      ['Fahrerin', '2015-01-01', false],
      ['Köchin', '2012-01-01', false],
    ],
  );
});

test('qualifications with periods beside schools are educations, if no heading names these', () => {
  const text = 'Qualifications\n09/2010 - 06/2013   BSc Biology, University of Hull';
  assert.deepEqual(trainingsOf(text), [['BSc Biology', 'University of Hull', '2010-09-01']]);
  assert.deepEqual(trainingsOf(`Education\nCalder High School, GCSE, 2009\n${text}`), []);
});

test('emphasis of Markdown is not read', () => {
  assert.deepEqual(
    jobsOf('## Berufserfahrung\n### Gärtnerin\n**Baumschule Erlengrund** | *05/2019 – 04/2021*\n'),
    [GARDENER],
  );
});

test('numbers before entries that count from one on are no part of them, other numbers are', () => {
  const list = (first: string, second: string) =>
    `Berufserfahrung\n${first}\nBaumschule Erlengrund\n05/2019 – 04/2021\n\n${second}\nPetersen GmbH\n03/2015 – 04/2019`;
  assert.deepEqual(jobsOf(list('1. Gärtnerin', '2. Fahrerin')), [GARDENER, DRIVER]);
  assert.equal(jobsOf(list('1. Steuerfrau', '1. Maschinistin'))[0]?.[0], '1. Steuerfrau');
});
