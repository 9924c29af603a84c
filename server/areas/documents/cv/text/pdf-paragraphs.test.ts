import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pdfPages } from '../../../../testing/pdf-page.ts';
import type { Segment } from './segment.ts';

/** One and a half letter heights, which the numbers of a PDF miss by a little. */
const { at, arrange, widthOf } = pdfPages({ pitch: 15.01, width: 400 });
const read = (segments: Segment[]) =>
  arrange(segments).map(({ cells }) => cells.map(({ text, parts }) => parts ?? text));

test('a title and an employer in another font are joined with what is wrapped below them', () => {
  const title = 'Assistant Gardener';
  const employer = 'at Ravensmoor Nurseries and';
  assert.deepEqual(
    read([
      at(50, 1, title, 'Bold'),
      at(50 + widthOf(`${title} `), 1, employer),
      at(300, 1, '2015 - 2018', 'Light'),
      at(50, 2, 'Sons'),
      at(50, 4, 'Raised trees from seed', 'Light'),
    ]),
    [[[title, `${employer} Sons`], '2015 - 2018'], ['Raised trees from seed']],
  );
});

test('a name is closed up that is wrapped after its hyphen', () => {
  const name = 'Ausbildung zur Gärtnerin in der Schule am Anna-Magdalena-';
  assert.deepEqual(read([at(50, 1, name), at(50, 2, 'Petersen-Platz')]), [[`${name}Petersen-Platz`]]);
});

test('short texts that end at the same place by chance are not wrapped there', () => {
  const texts = ['Gärtnerin in Husum', 'Erlengrund Pflanzen', 'Fahrer in der Stadt', 'Petersen und Nissen'];
  assert.deepEqual(
    read(texts.map((text, index) => at(50, index + 1, text))),
    texts.map((text) => [text]),
  );
});

test('a title goes on with "für" wherever it is wrapped', () => {
  assert.deepEqual(read([at(50, 1, 'Referentin'), at(50, 2, 'für Öffentlichkeit'), at(50, 3, 'Husum')]), [
    ['Referentin für Öffentlichkeit'],
    ['Husum'],
  ]);
});

test('a name goes on in its cell of a table, and the dates beside it in theirs', () => {
  assert.deepEqual(
    read([
      at(50, 1, 'Ausbildung zum'),
      at(200, 1, 'Elektromarkt Sauter'),
      at(320, 1, '08/2009 –'),
      at(50, 2, 'Kaufmann im Einzelhandel'),
      at(320, 2, '07/2012'),
    ])[0],
    ['Ausbildung zum Kaufmann im Einzelhandel', 'Elektromarkt Sauter', '08/2009 – 07/2012'],
  );
});

test('a name that ends with "of" goes on in the line below, however much room was left', () => {
  assert.deepEqual(read([at(50, 1, 'Institute of'), at(50, 2, 'Forestry'), at(50, 3, 'Husum')]), [
    ['Institute of Forestry'],
    ['Husum'],
  ]);
});
