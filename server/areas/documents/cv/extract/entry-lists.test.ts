import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import { PLAIN_LINE } from '../../../../testing/text-line.ts';
import type { TextLine } from '../text/lines.ts';
import { readPlain } from '../text/plain.ts';
import { extractFacts } from './extract.ts';

// What a whole list of entries shows about each of them.

const catalogs = builtInCatalogs();
/** Cells are parted by tabs and begin at these places. */
const line = (text: string, style: Partial<TextLine> = {}, starts = [50, 120, 300]): TextLine => ({
  cells: text.split('\t').map((cell, index) => ({ x: starts[index]!, text: cell })),
  ...PLAIN_LINE,
  ...style,
});
const factsOf = (source: string | TextLine[]) =>
  extractFacts(typeof source === 'string' ? readPlain(source) : source, catalogs);
const jobsOf = (source: string | TextLine[]) =>
  factsOf(source).jobs.map(({ position, employer }) => [position, employer]);
const datesOf = (source: string | TextLine[]) =>
  factsOf(source).jobs.map(({ position, employer, fromDate, untilDate }) => [
    position,
    employer,
    fromDate?.slice(0, 4),
    untilDate?.slice(0, 4),
  ]);

test('the beginning of a period can be above its end, with or without a sign between them', () => {
  const expected = [
    ['Gärtnerin', 'Baumschule Erlengrund', '2017', undefined],
    ['Fahrerin', 'Blumen Petersen', '2012', '2017'],
  ];
  const withSign = [
    line('Berufserfahrung', { size: 14 }),
    line('2017\tGärtnerin', { hasGapBefore: true }),
    line('|'),
    { ...line('x'), cells: [{ x: 120, text: 'Baumschule Erlengrund' }] },
    line('heute'),
    line('2012\tFahrerin', { hasGapBefore: true }),
    line('|'),
    { ...line('x'), cells: [{ x: 120, text: 'Blumen Petersen' }] },
    line('2017'),
  ];
  assert.deepEqual(datesOf(withSign), expected);
  const withoutSign = [
    line('Berufserfahrung', { size: 14 }),
    line('2017\tGärtnerin'),
    line('heute\tBaumschule Erlengrund'),
    line('2012\tFahrerin'),
    line('2017\tBlumen Petersen'),
  ];
  assert.deepEqual(datesOf(withoutSign), expected);
});

test('single years one below the other are no period', () => {
  const facts = factsOf(
    'Ausbildung\n2010   Abitur, Goethe-Gymnasium Fulda\n2014   Bachelor of Arts, Universität Kassel',
  );
  assert.equal(facts.schoolEducations.length + facts.professionEducations.length, 2);
});

test('years at which entries ended, the latest first, are no periods', () => {
  const ended = (year: string, title: string, employer: string) => [
    line(`${year}\t${title}`, { hasGapBefore: true }),
    { ...line('x'), cells: [{ x: 120, text: employer }] },
  ];
  const dates = datesOf([
    line('Berufserfahrung', { size: 14 }),
    ...ended('2021', 'Gärtnerin', 'Baumschule Erlengrund'),
    ...ended('2017', 'Fahrerin', 'Blumen Petersen'),
    ...ended('2014', 'Köchin', 'Gasthof Zur Fähre'),
    ...ended('2010', 'Kassiererin', 'Lebensmittel Nissen'),
  ]);
  assert.deepEqual(
    dates.map(([, , from, until]) => [from, until]),
    [
      [undefined, '2021'],
      [undefined, '2017'],
      [undefined, '2014'],
      [undefined, '2010'],
    ],
  );
});

test('the sign that parts most entries parts those whose words show nothing', () => {
  assert.deepEqual(
    jobsOf(
      'Berufserfahrung\n03/2018 - 06/2021\nGärtnerin / Baumschule Erlengrund\n\n05/2015 - 02/2018\nFahrerin / Petersen & Nissen\n\n01/2013 - 04/2015\nKommis / Aniar',
    ),
    [
      ['Gärtnerin', 'Baumschule Erlengrund'],
      ['Fahrerin', 'Petersen & Nissen'],
      ['Kommis', 'Aniar'],
    ],
  );
});

test('one entry does not change the order that the others have', () => {
  assert.deepEqual(
    jobsOf(
      'Experience\nMay 2018 - June 2021\nErlengrund Nurseries Ltd, Leeds - Gardener\nMay 2015 - April 2018\nPetersen Flowers, York - Driver\nMay 2013 - April 2015\nHopp, Hull - Delivery Driver\nMay 2011 - April 2013\nWee Stars, Bath - Playgroup Guide',
    ),
    [
      ['Gardener', 'Erlengrund Nurseries Ltd'],
      ['Driver', 'Petersen Flowers'],
      ['Delivery Driver', 'Hopp'],
      ['Playgroup Guide', 'Wee Stars'],
    ],
  );
});

test('a city after the employer is no title if the titles are in the lines below, with or without bullets', () => {
  const read = (sign: string) =>
    jobsOf(
      `Berufserfahrung\n2019 - heute   Erlengrund GmbH, Husum\n${sign}Gärtnerin\n${sign}Pflege der Beete\n\n2015 - 2018   Blumen Petersen, Niebüll\n${sign}Fahrerin\n${sign}Fahrten in der Stadt`,
    );
  const expected = [
    ['Gärtnerin', 'Erlengrund GmbH'],
    ['Fahrerin', 'Blumen Petersen'],
  ];
  assert.deepEqual(read('* '), expected);
  assert.deepEqual(read(''), expected);
});

test('a heading in words of its own opens a list of jobs, if it looks like the other headings', () => {
  const expected = [
    ['Gärtnerin', 'Baumschule Erlengrund'],
    ['Fahrerin', 'Blumen Petersen'],
  ];
  const entries = [
    line('Gärtnerin'),
    line('Baumschule Erlengrund'),
    line('03/2018 - 06/2021'),
    line('Fahrerin'),
    line('Blumen Petersen'),
    line('05/2015 - 02/2018'),
  ];
  const heading = { size: 14, hasGapBefore: true };
  assert.deepEqual(
    jobsOf([
      line('Anna Muster', { size: 20 }),
      line('anna@example.org'),
      line('Kenntnisse', heading),
      line('Excel'),
      line('Wo ich war', heading),
      ...entries,
      line('Sprachen', heading),
      line('Deutsch Muttersprache'),
    ]),
    expected,
  );
  assert.deepEqual(
    jobsOf(
      'Sehr geehrte Damen und Herren,\n\nmeine Angaben:\n\nGearbeitet habe ich bisher\n- 03/2018 bis 06/2021 als Gärtnerin bei Baumschule Erlengrund\n- 05/2015 bis 02/2018 als Fahrerin bei Blumen Petersen',
    ),
    expected,
  );
});

test('an employer that looks like a heading is none, if it is the first entry of a list', () => {
  const large = { size: 14, hasGapBefore: true };
  assert.deepEqual(
    jobsOf([
      line('Berufserfahrung', large),
      line('Erlengrund', large),
      line('Gärtnerin'),
      line('03/2018 - 06/2021'),
      line('Sprachen', large),
      line('Deutsch Muttersprache'),
      line('Kenntnisse', large),
      line('Excel'),
    ]),
    [['Gärtnerin', 'Erlengrund']],
  );
});

test('what is wrapped in a list after its label belongs to the list', () => {
  const facts = factsOf(
    'Anna Muster\nanna@example.org\nLanguages: Arabic (native), French\n(C1), English (B2)',
  );
  assert.equal(facts.languages.filter(({ languageLevelId }) => languageLevelId !== undefined).length, 3);
});
