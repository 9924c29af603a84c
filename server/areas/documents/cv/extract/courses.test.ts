import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import { PLAIN_LINE } from '../../../../testing/text-line.ts';
import type { TextLine } from '../text/lines.ts';
import { readPlain } from '../text/plain.ts';
import { extractFacts } from './extract.ts';

const catalogs = builtInCatalogs();
const line = (text: string, style: Partial<TextLine> = {}, beside?: [x: number, text: string]): TextLine => ({
  cells: [{ x: 50, text }, ...(beside === undefined ? [] : [{ x: beside[0], text: beside[1] }])],
  ...PLAIN_LINE,
  ...style,
});
const coursesOf = (lines: readonly TextLine[]) =>
  extractFacts(lines, catalogs).educations.map(({ title, provider }) => [title, provider]);

test('providers in another style are not courses, and wrapped titles are one', () => {
  const gap = { hasGapBefore: true };
  const provider = { isBold: true };
  assert.deepEqual(
    coursesOf([
      line('Zertifikate', { size: 14, ...gap }),
      line('Sachkunde Reinigung von', gap),
      line('Werkzeugen'),
      line('Kammer Nord-', provider),
      line('Süd', provider),
      line('Erste Hilfe', gap),
      line('Blauer Reiher', provider),
    ]),
    [
      ['Sachkunde Reinigung von Werkzeugen', 'Kammer Nord-Süd'],
      ['Erste Hilfe', 'Blauer Reiher'],
    ],
  );
});

test('in plain text a provider stands below its course', () => {
  const lines = readPlain(
    'Certificates\n\nForklift driving\nNorthfield Academy\n\nFood hygiene\nWestfield Institute',
  );
  assert.deepEqual(coursesOf(lines), [
    ['Forklift driving', 'Northfield Academy'],
    ['Food hygiene', 'Westfield Institute'],
  ]);
});

test('a title that ends with a small word goes on below', () => {
  assert.deepEqual(
    coursesOf(readPlain('Weiterbildung\nGesprächsführung für\nFortgeschrittene\nStaplerschein')),
    [
      ['Gesprächsführung für Fortgeschrittene', undefined],
      ['Staplerschein', undefined],
    ],
  );
});

test('dates that are wrapped within parentheses belong to their course, in columns too', () => {
  const bullet = { isBullet: true, hasGapBefore: true };
  assert.deepEqual(
    coursesOf([
      line('Certificates', { size: 14, hasGapBefore: true }),
      line('Planning of Stocks', bullet, [300, 'Quality Belt· Westfield Academy(Nov']),
      line('(POS)· Northfield Institute(May 2018)', {}, [310, '2020)']),
      line('First Aid·', bullet, [300, 'Fire Safety·']),
      line('Red Kite(Nov 2017)', {}, [310, 'Red Kite(May 2022)']),
      line('Forklift Level 1· Westfield Academy(Oct', bullet, [300, 'Heat Pumps· Green']),
      line('2014)', {}, [310, 'Finch Academy(Feb 2018)']),
    ]),
    [
      ['Planning of Stocks (POS)', 'Northfield Institute'],
      ['Quality Belt', 'Westfield Academy'],
      ['First Aid', 'Red Kite'],
      ['Fire Safety', 'Red Kite'],
      ['Forklift Level 1', 'Westfield Academy'],
      ['Heat Pumps', 'Green Finch Academy'],
    ],
  );
});

test('"Kurse und Scheine" is a heading of courses', () => {
  assert.deepEqual(coursesOf([line('Kurse und Scheine'), line('2019 Gabelstaplerschein, TÜV Nord')]), [
    ['Gabelstaplerschein', 'TÜV Nord'],
  ]);
});

test('what is after the dash of a title is its provider only if the words of the list say so', () => {
  const read = (...lines: string[]) => coursesOf(readPlain(['Zertifikate', ...lines].join('\n')));
  for (const year of ['', ', 2022'])
    assert.deepEqual(
      read(
        `Certified Cloud Solutions Developer – Associate${year}`,
        `Office Specialist - Word Expert${year}`,
      ),
      [
        ['Certified Cloud Solutions Developer – Associate', undefined],
        ['Office Specialist - Word Expert', undefined],
      ],
      year,
    );
  assert.deepEqual(read('2019 Erste Hilfe – Rotes Kreuz', '2021 Brandschutz – Blauer Reiher'), [
    ['Erste Hilfe', 'Rotes Kreuz'],
    ['Brandschutz', 'Blauer Reiher'],
  ]);
  assert.deepEqual(read('2019 Kammer Nord – Brandschutz'), [['Brandschutz', 'Kammer Nord']]);
});

test('a fact about the person under a label is no course', () => {
  for (const fact of [
    'Führerschein: B, BE, gültig bis 06/2031',
    'Führerschein Klasse B (2009)',
    'Nationality: Irish (permit valid until 06/2031)',
    'Staatsangehörigkeit: polnisch',
    'Sprachen: Deutsch, Englisch B2 (2019)',
  ])
    assert.deepEqual(
      coursesOf(readPlain(`Zertifikate\n2018 Erste Hilfe, Rotes Kreuz\n${fact}`)),
      [['Erste Hilfe', 'Rotes Kreuz']],
      fact,
    );
  assert.deepEqual(coursesOf(readPlain('Lehrgänge\n2018 Sprachen im Beruf, Kammer Nord')), [
    ['Sprachen im Beruf', 'Kammer Nord'],
  ]);
});

test('a course is not continued by the first line of another section', () => {
  assert.deepEqual(
    coursesOf(
      readPlain(
        'Weiterbildung\n- Brandschutz nach DIN 4102, 05/2019\n\nSprachen\nDeutsch\n\nKenntnisse und Scheine\n- Kettensägen-Schein (Grundstufe)\n- Führerschein: B, BE',
      ),
    ),
    [['Brandschutz nach DIN 4102', undefined]],
  );
});
