import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { damage } from '../../../../checks/cv-samples/damage.ts';
import { SAMPLES_DIRECTORY } from '../../../../checks/cv-samples/measure.ts';
import { lineText, type TextLine, UnreadableError } from './lines.ts';
import { readText } from './read-text.ts';

// Written by LibreOffice: two of the samples, and a text with everything that these lack.
const DIRECTORY = join(SAMPLES_DIRECTORY, '../old-word');
const load = async (name: string) => new Uint8Array(await readFile(join(DIRECTORY, name)));
const read = async (path: string) => readText(new Uint8Array(await readFile(path)));
const COPIES = 150;

const cellsOf = (lines: readonly TextLine[]) => lines.map(({ cells }) => cells.map(({ text }) => text));

for (const name of ['table-title-first-2', 'three-columns-3'])
  test(`a Word file of 1997 to 2003 has the lines and cells of the same text as DOCX: ${name}`, async () => {
    const old = await readText(await load(`${name}.doc`));
    assert.deepEqual(cellsOf(old), cellsOf(await read(join(SAMPLES_DIRECTORY, `open/${name}.docx`))));
  });

test('fields, bold letters, lists, tables, text boxes, headers and footers are read', async () => {
  const lines = await readText(await load('margins.doc'));
  assert.deepEqual(lines.map(lineText), [
    'Erika Lindqvist-Böhm',
    'Berufserfahrung',
    '05/2018 – heute  Köchin, Gasthof Łódź',
    'Wareneinkauf und Pläne für die Küche',
    'Beiköchin bei „Grüner Baum“',
    'erste Zeile',
    'zweite Zeile',
    '2010  Lehre',
    'Hotel am Wall',
    '2009',
    'Abitur',
    'Ende',
    'Kontakt',
    'erika@example.org',
    'Telefon 0661 123456',
  ]);
  const numbersOf = (is: (line: TextLine) => boolean | undefined) =>
    lines.flatMap((line, index) => (is(line) ? [index] : []));
  assert.deepEqual(
    numbersOf(({ isHeading }) => isHeading),
    [1],
  );
  assert.deepEqual(
    numbersOf(({ isBullet }) => isBullet),
    [3],
  );
  assert.deepEqual(
    numbersOf(({ isBold }) => isBold),
    [4],
  );
  assert.deepEqual(
    numbersOf(({ startsColumn }) => startsColumn),
    [12],
  );
});

test('a file of Word before 97, an encrypted one, and another Office file are rejected as such', async () => {
  const bytes = await load('margins.doc');
  const sectors = Array.from({ length: bytes.length / 512 }, (_, index) => 512 * index);
  const stream = sectors.find((at) => bytes[at] === 0xec && bytes[at + 1] === 0xa5)!;
  const changed = (offset: number, ...values: number[]) => {
    const copy = new Uint8Array(bytes);
    copy.set(values, stream + offset);
    return copy;
  };
  await assert.rejects(readText(changed(2, 0x65, 0)), { reason: 'oldWord' });
  await assert.rejects(readText(changed(11, bytes[stream + 11]! | 1)), { reason: 'encrypted' });
  const name = Buffer.from(bytes).indexOf(Buffer.from('WordDocument', 'utf16le'));
  const workbook = new Uint8Array(bytes);
  workbook.set(Buffer.from('Workbook\0\0\0\0', 'utf16le'), name);
  await assert.rejects(readText(workbook), { reason: 'unknownFormat' });
});

test('damaged Word files are read as far as they go, or rejected with a reason', async () => {
  const files = await Promise.all(['margins.doc', 'three-columns-3.doc'].map(load));
  let read = 0;
  for (const [index, bytes] of files.entries())
    for (let seed = 0; seed < COPIES; seed++)
      try {
        await readText(damage(bytes, files[1 - index]!, seed));
        read += 1;
      } catch (error) {
        assert.ok(error instanceof UnreadableError, `file ${index}, seed ${seed}: ${error}`);
      }
  assert.ok(read > COPIES / 5, String(read));
});

/** A compound file with an empty stream of this name. */
function compoundFile(name: string): Uint8Array {
  const [sector, free, end] = [512, 0xffffffff, 0xfffffffe];
  const file = Buffer.alloc(3 * sector);
  file.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  file.writeUInt16LE(9, 30);
  file.fill(0xff, 76, sector);
  for (const [at, value] of [
    [48, 1],
    [60, end],
    [68, end],
    [76, 0],
    [sector, 0xfffffffd],
    [sector + 4, end],
  ] as const)
    file.writeUInt32LE(value, at);
  for (const [index, [text, kind, child]] of [
    ['Root Entry', 5, 1],
    [name, 2, free],
  ].entries() as Iterable<[number, [string, number, number]]>) {
    const at = 2 * sector + 128 * index;
    file.write(text, at, 'utf16le');
    file.writeUInt16LE(2 * text.length + 2, at + 64);
    file[at + 66] = kind;
    for (const [offset, value] of [
      [68, free],
      [72, free],
      [76, child],
    ] as const)
      file.writeUInt32LE(value, at + offset);
  }
  return new Uint8Array(file);
}

test('a DOCX with a password is encrypted, another compound file has an unknown format', async () => {
  await assert.rejects(readText(compoundFile('EncryptedPackage')), { reason: 'encrypted' });
  await assert.rejects(readText(compoundFile('Workbook')), { reason: 'unknownFormat' });
});
