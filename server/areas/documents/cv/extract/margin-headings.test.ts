import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import { PLAIN_LINE } from '../../../../testing/text-line.ts';
import type { TextLine } from '../text/lines.ts';
import { extractFacts } from './extract.ts';

const line = (...cells: [x: number, text: string][]): TextLine => ({
  cells: cells.map(([x, text]) => ({ x, text })),
  ...PLAIN_LINE,
  page: 1,
});

test('a heading in the margin that is broken over two lines opens its list', () => {
  const lines = [
    line([60, 'Berufs-'], [170, 'Fahrerin, Petersen GmbH'], [450, '03/2015 – 04/2019']),
    line([50, 'erfahrung'], [170, 'Touren im Norden']),
    line(
      [80, 'Aus- und'],
      [170, 'Ausbildung zur Gärtnerin, Baumschule Erlengrund'],
      [450, '08/2012 – 02/2015'],
    ),
    line([50, 'Weiterbildung']),
  ];
  assert.deepEqual(
    extractFacts(lines, builtInCatalogs()).professionEducations.map((entry) => [
      entry.profession,
      entry.institution,
      entry.fromDate,
    ]),
    [['Ausbildung zur Gärtnerin', 'Baumschule Erlengrund', '2012-08-01']],
  );
});
