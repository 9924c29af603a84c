import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pdfPages } from '../../../../testing/pdf-page.ts';
import { lineText } from './lines.ts';
import type { Segment } from './segment.ts';

const { at, arrange } = pdfPages({ pitch: 20, width: 595 });
const read = (...pages: Segment[][]) => arrange(...pages).map(lineText);

const MAIN = [
  at(220, 1, 'Experience'),
  at(220, 2, '2019 – present'),
  at(220, 3, 'Welder at Blue Heron'),
  at(220, 4, 'Built bridges of steel'),
  at(220, 6, 'Education'),
  at(220, 7, '2010 – 2013'),
  at(220, 8, 'Northfield College'),
];

test('a sidebar about the person needs no headings to be read after the main column', () => {
  const lines = arrange([
    ...MAIN,
    at(50, 2, 'Erika Muster'),
    at(50, 3, '36037 Fulda'),
    at(50, 4, 'erika@example.org'),
    at(50, 5, '0661 123456'),
  ]);
  assert.deepEqual(lines.map(lineText).slice(-4), [
    'Erika Muster',
    '36037 Fulda',
    'erika@example.org',
    '0661 123456',
  ]);
  assert.deepEqual(lines.filter(({ startsColumn }) => startsColumn).map(lineText), ['Erika Muster']);
});

test('a column of dates belongs to the texts beside it, though both have headings', () => {
  const lines = read([
    at(50, 1, 'Experience'),
    at(50, 2, '2019 – 2021'),
    at(220, 2.4, 'Welder'),
    at(50, 3, '2016 – 2019'),
    at(220, 3.4, 'Languages'),
    at(50, 4, '2013 – 2016'),
    at(220, 4.4, 'Packer'),
    at(50, 5, '2010 – 2013'),
    at(220, 5.4, 'Cook'),
  ]);
  assert.deepEqual(lines.slice(0, 5), ['Experience', '2019 – 2021', 'Welder', '2016 – 2019', 'Languages']);
});

for (const dates of [
  ["Nov '19 – heute", "Feb '15 – Okt '19", "Aug '12 – Jan '15", "Mai '10 – Juli '12"],
  ['11.19 – heute', '02.15 – 10.19', '08.12 – 01.15', '05.10 – 07.12'],
  ['11|2019 – heute', '02|2015 – 10|2019', '08|2012 – 01|2015', '05|2010 – 07|2012'],
  ['2019-Nov – heute', '2015-Feb – 2019-Okt', '2012-Aug – 2015-Jan', '2010-Mai – 2012-Juli'],
])
  test(`a column of dates such as ${dates[1]} belongs to the texts beside it`, () => {
    const lines = read([
      at(50, 1, 'Berufserfahrung'),
      ...dates.flatMap((text, index) => [at(50, 2 + index, text), at(220, 2.4 + index, `Koch ${index}`)]),
      at(220, 6.4, 'Sprachen'),
    ]);
    assert.deepEqual(lines.slice(0, 4), ['Berufserfahrung', dates[0], 'Koch 0', dates[1]]);
  });

test('labels below headings belong to the texts beside them', () => {
  const lines = read([
    at(50, 1, 'Personal details'),
    at(50, 2, 'Name'),
    at(220, 2, 'Erika Muster'),
    at(50, 3, 'Phone'),
    at(220, 3, '0661 123456'),
    at(50, 4, 'Town'),
    at(220, 4, '36037 Fulda'),
    at(50, 5, 'Skills'),
    at(50, 6, 'Office'),
    at(220, 6, 'Training'),
    at(50, 7, 'Others'),
    at(220, 7, 'Welding'),
  ]);
  assert.ok(lines.includes('Name  Erika Muster'));
  assert.ok(lines.includes('Others  Welding'));
});

test('an indent is no column', () => {
  const lines = read([
    at(50, 1, 'Experience'),
    at(50, 2, '2019 – present Welder at Blue Heron'),
    at(56, 3, 'Skills'),
    at(56, 4, 'Bridges'),
    at(56, 5, 'Boats'),
    at(56, 6, 'Cranes'),
    at(50, 7, 'Education'),
    at(50, 8, '2010 – 2013 Northfield College'),
    at(56, 9, 'Languages'),
    at(56, 10, 'English'),
  ]);
  assert.deepEqual(lines[2], 'Skills');
  assert.deepEqual(lines.at(-1), 'English');
});

test('of a header the first stays, of a footer with a telephone number the last', () => {
  const page = (number: number) => [
    at(50, 0, 'Erika Muster'),
    ...Array.from({ length: 30 }, (_, index) => at(50, index + 3, `text ${number} ${'abcdefgh'[index % 8]}`)),
    at(50, 37, 'Tel. 0661 123456'),
    at(300, 38, `Page ${number} of 2`),
  ];
  const lines = read(page(1), page(2));
  assert.equal(lines.filter((line) => line === 'Erika Muster').length, 1);
  assert.equal(lines[0], 'Erika Muster');
  assert.equal(lines.at(-1), 'Tel. 0661 123456');
  assert.equal(lines.filter((line) => /^Tel\./.test(line)).length, 1);
  assert.ok(!lines.some((line) => line.startsWith('Page')));
});

test('a line keeps where its font changes between words', () => {
  const [line] = arrange([
    at(50, 1, 'Welder', 'Bold'),
    { ...at(83, 1, 'Blue'), font: 'Italic' },
    { ...at(103, 1, 'Heron'), font: 'Other' },
  ]);
  assert.deepEqual(line?.cells[0]?.parts, ['Welder', 'BlueHeron']);
});

test('a list of short entries with their dates can be a column', () => {
  const lines = read([
    at(50, 1, 'Contact'),
    at(220, 1, 'Experience'),
    at(50, 2, 'erika@example.org'),
    at(220, 2, 'Welder, Blue Heron Steel Works Limited'),
    at(50, 3, '0661 123456'),
    at(220, 3, '2019 – present'),
    at(50, 4, 'Languages'),
    at(220, 4, 'Packer, Northern Logistics Limited'),
    at(50, 5, 'English – native'),
    at(220, 5, '2016 – 2019'),
    at(50, 6, 'German – B1'),
    at(220, 6, 'Cook, Harbour View Hotel Limited'),
    at(220, 7, '2013 – 2016'),
  ]);
  assert.deepEqual(lines.slice(0, 4), [
    'Experience',
    'Welder, Blue Heron Steel Works Limited',
    '2019 – present',
    'Packer, Northern Logistics Limited',
  ]);
});

test('what is flush right in a side column is read with it, and not with the column beside it', () => {
  const lines = read([
    ...MAIN,
    at(220, 5, 'Weekend shifts'),
    at(50, 1, 'Languages'),
    at(50, 2, 'English'),
    at(165, 2.4, 'Native'),
    at(50, 3, 'German'),
    at(190, 3.4, 'B1'),
    at(50, 4, 'Polish'),
    at(190, 4.4, 'A2'),
  ]);
  const from = lines.indexOf('Languages');
  assert.deepEqual(lines.slice(from, from + 7), [
    'Languages',
    'English',
    'Native',
    'German',
    'B1',
    'Polish',
    'A2',
  ]);
});

test('a main column in which periods are broken over two lines is no table of dates', () => {
  const lines = read([
    at(220, 1, 'Experience'),
    at(220, 2, '2020-10 -'),
    at(290, 2.1, 'Welder'),
    at(220, 3, 'present'),
    at(290, 3.1, 'Blue Heron'),
    at(220, 4, '2016-03 -'),
    at(290, 4.1, 'Packer'),
    at(220, 5, '2020-09'),
    at(290, 5.1, 'Red Kite'),
    at(220, 6, 'Education'),
    at(220, 7, '2010-08 -'),
    at(290, 7.1, 'Diploma'),
    at(220, 8, '2013-07'),
    at(290, 8.1, 'Northfield College'),
    at(50, 1.3, 'Erika Muster'),
    at(50, 2.3, 'Contact'),
    at(50, 3.3, 'erika@example.org'),
    at(50, 4.3, 'Skills'),
    at(50, 5.3, 'Welding'),
    at(140, 5.8, 'Good'),
    at(50, 6.3, 'Languages'),
    at(50, 7.3, 'English'),
    at(140, 7.8, 'Native'),
    at(50, 8.3, 'Polish'),
  ]);
  const main = lines.slice(0, lines.indexOf('Erika Muster'));
  assert.equal(main[0], 'Experience');
  assert.ok(!main.includes('Skills') && !main.includes('Languages'), main.join(' / '));
});
