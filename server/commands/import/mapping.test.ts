import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { mapColumns } from './mapping.ts';
import { PROPERTIES, type Property } from './properties.ts';

const GUIDE = join(import.meta.dirname, '../../../docs/importing-candidates.md');
const NOTHING = new Map<string, string>();

const READ_AS: Record<Property['kind'], string> = {
  text: 'text',
  flag: 'yes or no',
  integer: 'number',
  number: 'number',
  date: 'date',
  time: 'time',
  reference: 'record',
  list: 'list',
  file: 'file',
};

function table(): string {
  const rows = PROPERTIES.map(({ path, kind, reference, headings }) => [
    `\`${path}\``,
    reference === undefined ? READ_AS[kind] : `record: ${reference}`,
    headings.join(', '),
  ]);
  const all = [['property', 'read as', 'headings'], ...rows];
  const widths = [0, 1].map((column) => Math.max(...all.map((row) => row[column]!.length)));
  const line = ([first, second, third]: string[]) =>
    `| ${first!.padEnd(widths[0]!)} | ${second!.padEnd(widths[1]!)} | ${third} |`;
  return [
    line(all[0]!),
    `| ${'-'.repeat(widths[0]!)} | ${'-'.repeat(widths[1]!)} | --- |`,
    ...rows.map(line),
  ].join('\n');
}

test('the table of the guide has every property with its headings', async () => {
  const guide = await readFile(GUIDE, 'utf8');
  const shown = /<!-- properties -->\n(.*)\n<!-- end of properties -->/s.exec(guide)?.[1];
  assert.equal(shown, table(), `docs/importing-candidates.md must have this table:\n\n${table()}\n`);
});

for (const { path, headings } of PROPERTIES) {
  test(`the headings of ${path} are recognized, however they are written`, () => {
    assert.ok(headings.length > 0);
    for (const heading of [...headings, path]) {
      for (const written of [heading, heading.toUpperCase(), ` ${heading.replaceAll(' ', '_')}:`]) {
        assert.equal(mapColumns([written], NOTHING).columns[0]?.property.path, path, written);
      }
    }
  });
}

test('a list can come from several columns, anything else cannot', () => {
  const { columns } = mapColumns(['Sprache 1', 'Sprache 2', 'Fremdsprache'], NOTHING);
  assert.deepEqual(
    columns.map(({ property }) => property.path),
    ['languages', 'languages'],
  );
  assert.throws(
    () => mapColumns(['Ort', 'Wohnort'], NOTHING),
    /"Ort" and "Wohnort" both mean location\.city/,
  );
});

test('a heading that the file does not have, or has twice, is rejected', () => {
  const given = new Map([['Stadt', 'location.city']]);
  assert.throws(() => mapColumns(['Ort'], given), /no column "Stadt"\. Its columns are: "Ort"/);
  assert.throws(() => mapColumns(['Ort', 'Ort'], NOTHING), /two columns "Ort"/);
});
