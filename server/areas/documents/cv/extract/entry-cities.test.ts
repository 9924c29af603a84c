import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import { PLAIN_LINE } from '../../../../testing/text-line.ts';
import type { TextLine } from '../text/lines.ts';
import { readPlain } from '../text/plain.ts';
import { extractFacts } from './extract.ts';
import { isKnownCity } from './known-names.ts';

// The city of an entry stands in many places, and is not its employer.

const catalogs = builtInCatalogs();
/** Cells are parted by tabs and begin at these places. */
const line = (text: string, style: Partial<TextLine> = {}, starts = [50, 170]): TextLine => ({
  cells: text.split('\t').map((cell, index) => ({ x: starts[index]!, text: cell })),
  ...PLAIN_LINE,
  ...style,
});
const jobsOf = (source: string | TextLine[]) =>
  extractFacts(typeof source === 'string' ? readPlain(source) : source, catalogs).jobs.map(
    ({ position, employer }) => [position, employer],
  );

test('towns of the table of postal codes are known, with and without what it adds to their names', () => {
  for (const name of ['Rendsburg', 'Lingen', 'Landau in der Pfalz', 'Landau', 'Weil der Stadt'])
    assert.ok(isKnownCity(name), name);
  for (const name of ['Lehre', 'Haus', 'Stahlbau Rendsburg', 'Emsbote', 'Au'])
    assert.ok(!isKnownCity(name), name);
});

test('a city below the dates is not the employer, whatever its employers are called', () => {
  assert.deepEqual(
    jobsOf([
      line('Berufserfahrung', { size: 14 }),
      line('08/2020 – heute\tReferentin', { hasGapBefore: true }),
      line('Lingen\tLandfrauenverband Ems'),
      line('01/2016 – 07/2020\tRedakteurin', { hasGapBefore: true }),
      line('Meppen\tEmsbote'),
      line('01/2014 – 12/2015\tVolontärin', { hasGapBefore: true }),
      line('Meppen\tEmsbote'),
    ]),
    [
      ['Referentin', 'Landfrauenverband Ems'],
      ['Redakteurin', 'Emsbote'],
      ['Volontärin', 'Emsbote'],
    ],
  );
});

test('a city beside the dates is not the employer', () => {
  assert.deepEqual(
    jobsOf(
      'Berufserfahrung\n\n06/2018 – heute | Rendsburg\nSchweißfachmann\nStahlbau Reimers\n- Prüfung der Nähte\n\n01/2013 – 05/2018 | Neumünster\nWIG-Schweißer\nNordmetall Montage\n- Aufmaß',
    ),
    [
      ['Schweißfachmann', 'Stahlbau Reimers'],
      ['WIG-Schweißer', 'Nordmetall Montage'],
    ],
  );
});

test('a city beside the dates that nobody knows is not the employer if one is named below the title', () => {
  assert.deepEqual(
    jobsOf(
      'Experience\n\nMay 2020 – present | Aniarville\nPayroll Analyst\nMarlowe Finance Ltd\n- Monthly payroll\n\nNov 2015 – Apr 2020 | Tarbotstown\nPayroll Officer\nThornbury Foods\n- Time sheets',
    ),
    [
      ['Payroll Analyst', 'Marlowe Finance Ltd'],
      ['Payroll Officer', 'Thornbury Foods'],
    ],
  );
  // Here the lines below the titles describe the work, and what is beside the dates is the employer.
  assert.deepEqual(
    jobsOf(
      'Experience\n\nMay 2020 – present | Aniarville\nPayroll Analyst\n- Monthly payroll\n\nNov 2015 – Apr 2020 | Tarbotstown\nPayroll Officer\n- Time sheets',
    ),
    [
      ['Payroll Analyst', 'Aniarville'],
      ['Payroll Officer', 'Tarbotstown'],
    ],
  );
});
