import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineText } from './lines.ts';
import { arrangePages } from './pdf-arrange.ts';
import { toRows } from './pdf-segments.ts';
import type { Segment } from './segment.ts';

const PAGE_WIDTH = 595;

const at = (x: number, y: number, text: string, width: number): Segment => ({
  x,
  end: x + width,
  y,
  size: 20,
  font: 'Body',
  text,
});
const read = (...pieces: Segment[]) => arrangePages([pieces], PAGE_WIDTH).map(lineText);

test('a smaller text on the right whose top is level with a line is on it', () => {
  const segment = (x: number, y: number, text: string, size: number) => ({
    x,
    end: x + text.length * size * 0.5,
    y,
    size,
    font: 'Body',
    text,
  });
  const rows = (raised: number) =>
    toRows([
      segment(450, 700 + raised, '2019 – 2021', 7),
      segment(50, 700, 'Experience', 11),
      segment(170, 700, 'Welder', 11),
      segment(170, 686, 'Blue Heron', 11),
    ]).map((row) => row.segments.map(({ text }) => text));
  assert.deepEqual(rows(3), [['Experience', 'Welder', '2019 – 2021'], ['Blue Heron']]);
  assert.deepEqual(rows(7)[0], ['2019 – 2021']);
});

test('a text that is printed again as its shadow counts once', () => {
  assert.deepEqual(
    read(
      at(51.5, 698.5, 'Front O', 70),
      at(121.5, 698.5, 'ffi', 20),
      at(141.5, 698.5, 'ce', 20),
      at(50, 700, 'Front O', 70),
      at(120, 700, 'ffi', 20),
      at(140, 700, 'ce', 20),
    ),
    ['Front Office'],
  );
});

test('the same letter twice is no shadow', () => {
  assert.deepEqual(read(at(50, 700, 'i', 4.4), at(54.4, 700, 'l', 4.4), at(58.6, 700, 'l', 4.4)), ['ill']);
});

test('the hyphen between numbers stays where a cell is wrapped', () => {
  const rows = [700, 640].flatMap((y) => [
    at(50, y, '10/2021-', 78),
    at(50, y - 22, 'heute', 50),
    at(160, y, 'Koch', 40),
  ]);
  assert.deepEqual(
    read(...rows).map((text) => text.replaceAll(/ {2,}/g, ' ')),
    ['10/2021- heute Koch', '10/2021- heute Koch'],
  );
});

test('words whose letters are set apart stay apart', () => {
  assert.deepEqual(read(at(50, 700, 'S V E N J A', 128), at(192, 700, 'V O G T', 93)), ['SVENJA VOGT']);
});

const cellsOf = (...pieces: Segment[]) =>
  arrangePages([pieces], PAGE_WIDTH).map(({ cells }) => cells.map(({ text }) => text));

test('a letter that stands for a picture is a cell of its own', () => {
  assert.deepEqual(
    cellsOf(
      { ...at(50, 700, 'B', 14), font: 'Pictures' },
      at(76, 700, 'Parkweg 2', 90),
      { ...at(50, 660, 'i', 8), font: 'Pictures' },
      at(76, 660, '4 March 1991', 100),
    ),
    [
      ['B', 'Parkweg 2'],
      ['i', '4 March 1991'],
    ],
  );
});

test('letters of another size are a cell of their own after a gap as wide as they are high', () => {
  assert.deepEqual(
    cellsOf(
      { ...at(50, 700, 'Parkweg 2', 40), size: 10 },
      {
        ...at(105, 700, 'Erika Muster', 200),
        size: 34,
        font: 'Title',
      },
    ),
    [['Parkweg 2', 'Erika Muster']],
  );
});

test('a heading in the margin is read before the line beside it', () => {
  const entry = (y: number, text: string) => ({ ...at(200, y, text, 100), size: 12 });
  assert.deepEqual(
    read(
      entry(700, '2011 - 2014'),
      at(50, 694, 'Studies', 60),
      entry(680, 'Westcoast College'),
      entry(640, '2008 - 2011'),
      entry(620, 'Halmby School'),
    ).slice(0, 2),
    ['Studies', '2011 - 2014'],
  );
});
