import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrangePages } from './pdf-arrange.ts';
import type { Segment } from './pdf-segments.ts';

const SIZE = 10;
/** One and a half letter heights, which the numbers of a PDF miss by a little. */
const PITCH = 15.01;
const PAGE_WIDTH = 400;
const LETTER_WIDTH = 5;

const at = (x: number, row: number, text: string, font = 'Body'): Segment => ({
  x,
  end: x + text.length * LETTER_WIDTH,
  y: 800 - row * PITCH,
  size: SIZE,
  font,
  text,
});
const read = (segments: Segment[]) =>
  arrangePages([segments], PAGE_WIDTH).map(({ cells }) => cells.map(({ text, parts }) => parts ?? text));

test('a title and an employer in another font are joined with what is wrapped below them', () => {
  const title = 'Assistant Gardener';
  const employer = 'at Ravensmoor Nurseries and';
  assert.deepEqual(
    read([
      at(50, 1, title, 'Bold'),
      at(50 + (title.length + 1) * LETTER_WIDTH, 1, employer),
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
