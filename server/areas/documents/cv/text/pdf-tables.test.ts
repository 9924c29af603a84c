import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pdfPages } from '../../../../testing/pdf-page.ts';
import type { Segment } from './segment.ts';

// Lines and tables of a page whose spaces are not those of words and columns.

const { at, arrange, widthOf } = pdfPages({ pitch: 14, width: 595 });
const read = (segments: Segment[]) => arrange(segments).map(({ cells }) => cells.map(({ text }) => text));

/** Words on a row with equal spaces between them. */
function stretched(x: number, row: number, words: readonly string[], space: number, font = 'Body') {
  let next = x;
  return words.map((word) => {
    const segment = at(next, row, word, font);
    next = segment.end + space;
    return segment;
  });
}

test('a line that is stretched to the width of its text is one text', () => {
  const words = ['Gärtnerin,', 'Baumschule', 'Erlengrund,', 'Husum', '05/2019–heute'];
  assert.deepEqual(read(stretched(50, 1, words, 38)), [[words.join(' ')]]);
});

test('dates at the margin of a stretched line are a cell of their own', () => {
  const words = ['Ausbildung', 'zur', 'Gärtnerin,', 'Baumschule'];
  const line = [...stretched(50, 1, words, 14), at(450, 1, '08/2015 – 07/2018')];
  assert.deepEqual(read(line), [[words.join(' '), '08/2015 – 07/2018']]);
});

test('columns with other spaces between them stay cells', () => {
  const cells = [at(50, 1, '2019'), at(120, 1, 'Gärtnerin'), at(220, 1, 'Erlengrund'), at(360, 1, 'Husum')];
  assert.deepEqual(read(cells), [['2019', 'Gärtnerin', 'Erlengrund', 'Husum']]);
});

test('a cell that nearly fills its column does not touch the next one', () => {
  const row = (number: number, title: string, city: string) => [
    at(50, number, '2019 – 2021'),
    at(150, number, title),
    at(260, number, city),
  ];
  const wide = 'x'.repeat(21);
  const lines = read([
    ...row(1, 'Fahrerin', 'Husum'),
    ...row(2, 'Köchin', 'Tönning'),
    ...row(3, wide, 'Heide'),
  ]);
  assert.equal(widthOf(wide), 105);
  assert.deepEqual(lines[2], ['2019 – 2021', wide, 'Heide']);
});

test('dates that are centred beside two lines of a text are on the first of them', () => {
  const lines = read([
    at(150, 1, 'Ausbildung zur Gärtnerin, Baumschule Erlengrund'),
    at(50, 1.5, '2015 – 2018'),
    at(150, 2, 'GmbH, Husum'),
    at(50, 4, '2018 – 2021'),
    at(150, 4, 'Gärtnerin, Petersen GmbH'),
  ]);
  assert.deepEqual(lines[0], ['2015 – 2018', 'Ausbildung zur Gärtnerin, Baumschule Erlengrund']);
});

test('what is below a head that ends with its dates is no part of it', () => {
  const head =
    'Gärtnerin, Baumschule Erlengrund und Stadtgärten Husum in der Nordseestraße bei Heide 05/2016–04/2019';
  const lines = [at(50, 1, head), at(50, 2, 'Pflegearbeiten an Hecken'), at(50, 3, 'Schnitt')];
  assert.deepEqual(read(lines)[0], [head]);
});

test('dates that all have a text on their line are no column, though another column has a heading', () => {
  const lines = read([
    at(50, 1, 'Work'),
    at(50, 2, 'Erlengrund Ltd'),
    at(50, 3, 'Gardener'),
    at(200, 3, '2019-04-01 – present'),
    at(340, 3, 'Raised trees'),
    at(50, 4, 'Petersen Ltd'),
    at(50, 5, 'Driver'),
    at(200, 5, '2015-04-01 – 2019-03-01'),
    at(50, 6, 'Nissen Ltd'),
    at(50, 7, 'Cook'),
    at(200, 7, '2012-04-01 – 2015-03-01'),
    at(340, 7, 'Soups'),
    at(50, 8, 'Education'),
    at(50, 9, 'Northfield College'),
    at(200, 9, '2009-09-01 – 2012-03-01'),
    at(470, 6, 'Skills'),
    at(470, 8, 'Spades'),
    at(470, 9, 'Rakes'),
    at(470, 10, 'Hoes'),
  ]);
  assert.ok(lines.some((cells) => cells.join(' ').startsWith('Driver 2015-04-01')));
});

test('letters of TeX fonts that the file does not name are those of their encoding', () => {
  assert.deepEqual(read([at(50, 1, 'Stra\u00ffe, She\u001eeld, 2019 \u0015 2021, Kau\u001brau')]), [
    ['Straße, Sheffield, 2019 – 2021, Kauffrau'],
  ]);
});

test('a column of titles and headings is no column of the page if the others have the dates of its rows', () => {
  const row = (number: number, title: string, employer: string, from: string, until: string) => [
    at(50, number, title),
    at(200, number, employer),
    at(400, number, from),
    at(480, number, until),
  ];
  const lines = read([
    at(50, 1, 'Experience'),
    ...row(2, 'Gardener', 'Erlengrund Ltd', '04/2019', 'present'),
    ...row(3, 'Driver', 'Petersen Ltd', '04/2015', '03/2019'),
    ...row(4, 'Cook', 'Nissen Ltd', '01/2013', '03/2015'),
    at(50, 6, 'Languages'),
    at(50, 7, 'German'),
    at(200, 7, 'mother tongue'),
    at(200, 6, 'Skills'),
  ]);
  assert.deepEqual(lines[1], ['Gardener', 'Erlengrund Ltd', '04/2019', 'present']);
});
