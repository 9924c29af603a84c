import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import type { TextLine } from '../text/lines.ts';
import { readPlain } from '../text/plain.ts';
import { extractFacts } from './extract.ts';

// Heads of entries in which a text seems to be a title or a place and is not, or is cut in two.

const catalogs = builtInCatalogs();
const line = (text: string, style: Partial<TextLine> = {}, parts?: string[]): TextLine => ({
  cells: text.split('\t').map((cell, index) => ({ x: 50 + 200 * index, text: cell, parts })),
  size: 10,
  isBold: false,
  isBullet: false,
  hasGapBefore: false,
  isHeading: false,
  ...style,
});
const linesOf = (source: string | TextLine[]) => (typeof source === 'string' ? readPlain(source) : source);
const jobsOf = (source: string | TextLine[]) =>
  extractFacts(linesOf(source), catalogs).jobs.map(({ position, employer }) => [position, employer]);
const educationsOf = (source: string | TextLine[]) => {
  const facts = extractFacts(linesOf(source), catalogs);
  return [
    ...facts.professionEducations.map(({ profession, institution }) => [profession, institution]),
    ...facts.schoolEducations.map(({ graduation, school }) => [graduation, school]),
  ];
};

const GARDENER = ['Gärtnerin', 'Baumschule Erlengrund'];
const DRIVER = ['Fahrerin', 'Blumen Petersen'];

test('how long an entry lasted is neither its title nor its place', () => {
  assert.deepEqual(
    jobsOf(
      'Berufserfahrung\nBaumschule Erlengrund\tMai 2019 - April 2020\nein Jahr\nGärtnerin\n\nBlumen Petersen\tMärz 2015 - Mai 2018\n3 Jahre, 3 Monate\nFahrerin',
    ),
    [GARDENER, DRIVER],
  );
});

test('"heute" above or beside the dates is no title, and no line of the head', () => {
  assert.deepEqual(
    jobsOf(
      'Berufserfahrung\nGärtnerin - Baumschule Erlengrund\nheute\nMai 2019 - heute\nPflege der Beete\nFahrerin - Blumen Petersen\nMärz 2015 - Mai 2018',
    ),
    [GARDENER, DRIVER],
  );
  assert.deepEqual(
    jobsOf('Work experience\nMay 2019 - now\tcurrent\nGardener\nErlengrund Ltd\nRaised trees from seed'),
    [['Gardener', 'Erlengrund Ltd']],
  );
});
