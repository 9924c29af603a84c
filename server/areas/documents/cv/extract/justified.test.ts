import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import type { TextLine } from '../text/lines.ts';
import { readPlain } from '../text/plain.ts';
import { extractFacts } from './extract.ts';
import { joinAfterCommas } from './justified.ts';

const catalogs = builtInCatalogs();
const lineOf = (cells: readonly [number, string][]): TextLine => ({
  ...readPlain('x')[0]!,
  page: 1,
  cells: cells.map(([x, text]) => ({ x, text })),
});

test('a text of a head that ends with a comma goes on in the line below', () => {
  const join = (...lines: readonly [number, string][][]) =>
    joinAfterCommas(lines.map(lineOf)).map(({ cells }) => cells.map(({ text }) => text));
  assert.deepEqual(
    join(
      [
        [174, 'Elektroinstallateur,'],
        [331, 'Erlengrund'],
        [432, '02/1996 – 07/2006'],
      ],
      [[174, 'Gebäudetechnik, Werl.']],
    ),
    [['Elektroinstallateur, Erlengrund Gebäudetechnik, Werl.', '02/1996 – 07/2006']],
  );
  assert.deepEqual(
    join(
      [
        [174, 'Bachelor of Science in Physics,'],
        [432, '02/1996 – 07/2006'],
      ],
      [[174, 'Northfield University']],
    ),
    [['Bachelor of Science in Physics, Northfield University', '02/1996 – 07/2006']],
  );
  const apart: [number, string][][] = [
    [
      [174, 'Electrician, Erlengrund'],
      [432, '02/1996 – 07/2006'],
    ],
    [[174, 'Repairs']],
  ];
  assert.equal(join(...apart).length, 2);
});

test('the employer of a job that goes on below is read whole', () => {
  const { jobs } = extractFacts(
    [
      lineOf([[50, 'Berufserfahrung']]),
      lineOf([
        [174, 'Betriebsleiter,'],
        [331, 'Elektro'],
        [432, '01/2015 – heute'],
      ]),
      lineOf([[174, 'Anlagenbau GmbH, Soest']]),
      lineOf([
        [174, 'Elektroinstallateur,'],
        [331, 'Erlengrund'],
        [432, '02/1996 – 07/2006'],
      ]),
      lineOf([[174, 'Gebäudetechnik GmbH, Werl']]),
    ],
    catalogs,
  );
  assert.deepEqual(
    jobs.map(({ position, employer }) => [position, employer]),
    [
      ['Betriebsleiter', 'Elektro Anlagenbau GmbH'],
      ['Elektroinstallateur', 'Erlengrund Gebäudetechnik GmbH'],
    ],
  );
});
