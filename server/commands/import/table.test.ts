import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeDirectory } from '../../testing/command-line.ts';
import { openTable } from './table.ts';
import type { Encoding } from './text-file.ts';

const path = join(await makeDirectory(), 'people.csv');

async function read(contents: string | Buffer, given: { encoding?: Encoding; separator?: string } = {}) {
  await writeFile(path, contents);
  const table = await openTable(path, given);
  return { ...table, rows: await Array.fromAsync(table.rows) };
}

const HEADING = 'ID;Nachname;Ort\r\n';
const PERSON = `${HEADING}1;Größe;Köln\r\n`;
const FAR = `${HEADING}${'\r\n'.repeat(70_000)}1;Größe;Köln`;
for (const [encoding, contents] of [
  ['utf-8', Buffer.from(PERSON)],
  ['utf-8', Buffer.from(`\uFEFF${PERSON}`)],
  ['utf-8', Buffer.from(FAR)],
  ['utf-16le', Buffer.from(`\uFEFF${PERSON}`, 'utf16le')],
  ['utf-16le', Buffer.from(PERSON, 'utf16le')],
  ['utf-16be', Buffer.from(`\uFEFF${PERSON}`, 'utf16le').swap16()],
  ['windows-1252', Buffer.from(PERSON, 'latin1')],
  // The first umlaut is far behind the first bytes that are read.
  ['windows-1252', Buffer.from(FAR, 'latin1')],
] as const) {
  test(`${encoding} is recognized in a file of ${contents.length} bytes`, async () => {
    const table = await read(contents);
    assert.equal(table.encoding, encoding);
    assert.deepEqual(table.header, ['ID', 'Nachname', 'Ort']);
    assert.deepEqual(
      table.rows.map(({ cells }) => cells),
      [['1', 'Größe', 'Köln']],
    );
  });
}

const LATIN1 = (text: string) => Buffer.from(text, 'latin1');
for (const [name, contents, message] of [
  [
    'one line of Windows-1252 among lines of UTF-8',
    Buffer.concat([Buffer.from(`${HEADING}1;Größe;Köln\r\n`), LATIN1('2;Noël;Metz\r\n3;Muster;Ulm')]),
    /two encodings: line 2 is UTF-8, and line 3 is not\. .*--encoding windows-1252/,
  ],
  [
    'one line of UTF-8 among lines of Windows-1252',
    Buffer.concat([LATIN1(`${HEADING}1;Größe;Köln\r\n2;Noël;Metz\r\n`), Buffer.from('3;Łukasz;Ulm')]),
    /two encodings: line 4 is UTF-8, and line 2 is not/,
  ],
  [
    'lines that end with CR alone',
    Buffer.concat([Buffer.from('ID;Nachname\r1;Größe\r'), LATIN1('2;Noël\r')]),
    /line 2 is UTF-8, and line 3 is not/,
  ],
  [
    'a cut off character at the end',
    Buffer.from(`${HEADING}1;Größe;Köln\r\n2;Mü`).subarray(0, -1),
    /was cut off: it ends in the middle of a character on line 3\. Export it again\./,
  ],
  // ü and ö of DOS.
  [
    'an ü of DOS',
    LATIN1(`${HEADING}1;Muster;Ulm\n2;M\x81ller;Ulm`),
    /neither UTF-8 nor Windows-1252: see line 3/,
  ],
  ['an ö of DOS', LATIN1(`${HEADING}1;J\x94rg;Ulm`), /neither UTF-8 nor Windows-1252: see line 2/],
  // Excel for Mac saves "CSV" in Mac OS Roman.
  ['an ü of a Mac', LATIN1(`${HEADING}1;M\x9fller;Ulm`), /neither UTF-8 nor Windows-1252: see line 2/],
  ['an ä of a Mac', LATIN1(`${HEADING}1;M\x8arz;Ulm`), /neither UTF-8 nor Windows-1252: see line 2/],
  ['an ß of a Mac', LATIN1(`${HEADING}1;Stra\xa7er;Ulm`), /see line 2\. .* a spreadsheet on a Mac\./],
  ['an Ü of a Mac', LATIN1(`${HEADING}1;M\x86LLER;Ulm`), /neither UTF-8 nor Windows-1252: see line 2/],
] as const) {
  test(`a file with ${name} is rejected, with the line`, async () => {
    await assert.rejects(read(contents), message);
  });
}

for (const [name, start, bytes] of [
  ['a workbook', 'PK\x03\x04', 600],
  ['a workbook', 'PK\x03\x04', 100_000],
  ['a workbook of Excel 97 to 2003', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 5000],
] as const) {
  for (const encoding of [undefined, 'windows-1252'] as const) {
    test(`${name} of ${bytes} bytes is rejected with what to do, read as ${encoding ?? 'recognized'}`, async () => {
      const rest = Buffer.from(Array.from({ length: bytes }, (_, index) => (index * 37) % 256));
      const reading = read(Buffer.concat([LATIN1(start), rest]), encoding === undefined ? {} : { encoding });
      await assert.rejects(reading, /is a workbook, .* not a CSV file\. Save .*"CSV UTF-8"/);
    });
  }
}

test('names with Š and Ÿ, and signs beside words, are Windows-1252', async () => {
  const { encoding, rows } = await read(
    LATIN1(`${HEADING}1;\x8aari\xe6 VI\x8aNJIC;Mato\x9aevi\xe6 LOU\x9fS \xa7a 7\x86\r\n`),
  );
  assert.equal(encoding, 'windows-1252');
  assert.deepEqual(rows[0]!.cells, ['1', 'Šariæ VIŠNJIC', 'Matoševiæ LOUŸS §a 7†']);
});

test('quotation marks and a dash of Windows-1252 are not taken for anything else', async () => {
  const { encoding, rows } = await read(
    LATIN1(`${HEADING}1;\x84Gru\xdf\x93;MEN\xdc\x93 \x96 Caf\xe9\x94\r\n`),
  );
  assert.equal(encoding, 'windows-1252');
  assert.deepEqual(rows[0]!.cells, ['1', '„Gruß“', 'MENÜ“ – Café”']);
});

for (const [name, contents, separator] of [
  ['a comma', 'ID,Name\n1,"Muster; Dr."\n', ','],
  ['a tab', 'ID\tName\n1\tMuster; Dr.\n', '\t'],
  ['a semicolon', '"ID, alt";"Name, Vorname"\n1;"Muster; Dr."\n', ';'],
  ['what its line sep= names', 'sep=,\r\nID,Name\r\n1,"Muster; Dr."\r\n', ','],
  ['no separator', 'Name\n"Muster; Dr."\n', ';'],
] as const) {
  test(`a file with ${name} is recognized`, async () => {
    const table = await read(contents);
    assert.equal(table.separator, separator);
    assert.deepEqual(table.rows.at(-1)!.cells.at(-1), 'Muster; Dr.');
    assert.equal(table.rows.at(-1)!.line, name.startsWith('what') ? 3 : 2);
  });
}

test('a row has the line where it begins', async () => {
  const table = await read('ID;Name\n1;"Zwei\nZeilen"\n\n2;Muster\n3;"A ""B"" C"\n4;5" Rohr\n');
  assert.deepEqual(table.rows, [
    { line: 2, cells: ['1', 'Zwei\nZeilen'] },
    { line: 5, cells: ['2', 'Muster'] },
    { line: 6, cells: ['3', 'A "B" C'] },
    { line: 7, cells: ['4', '5" Rohr'] },
  ]);
});

for (const [name, lineBreak] of [
  ['CRLF', '\r\n'],
  ['LF', '\n'],
  ['CR', '\r'],
] as const) {
  test(`rows have their lines in a file with ${name}, also in cells`, async () => {
    const lines = ['ID;Name', '1;"a', 'b', 'c"', '2;Muster', '', '3;"x', '', 'y"', '4;Ende', ''];
    const { rows } = await read(lines.join(lineBreak));
    assert.deepEqual(rows, [
      { line: 2, cells: ['1', 'a\nb\nc'] },
      { line: 5, cells: ['2', 'Muster'] },
      { line: 7, cells: ['3', 'x\n\ny'] },
      { line: 10, cells: ['4', 'Ende'] },
    ]);
  });
}

test('every line break ends a row, whichever the heading has', async () => {
  const { header, rows } = await read('ID;Name\r\n1;A\n2;B\r3;"C\r\nD"\n4;E\r\n');
  assert.deepEqual(header, ['ID', 'Name']);
  assert.deepEqual(rows, [
    { line: 2, cells: ['1', 'A'] },
    { line: 3, cells: ['2', 'B'] },
    { line: 4, cells: ['3', 'C\nD'] },
    { line: 6, cells: ['4', 'E'] },
  ]);
});

test('a CRLF between two pieces of the file is one line break', async () => {
  // Pieces have 64 KiB, the heading 9 bytes, and a row 8, so that each piece ends between the CR and the LF of a row.
  const rows = Array.from({ length: 20_000 }, (_, index) => `${10_000 + index};\r\n`);
  const table = await read(`ID;NNNN\r\n${rows.join('')}`);
  assert.equal(table.rows.length, 20_000);
  assert.deepEqual(table.rows.at(-1), { line: 20_001, cells: ['29999', ''] });
});

for (const [contents, lacksLineBreak] of [
  ['ID;Name\n1;A\n2;B', true],
  ['ID;Name\n1;A\n2;"B\nC"', true],
  ['ID;Name\r\n1;A\r\n2', true],
  ['ID;Name\n1;A\n2;B\n', undefined],
  ['ID;Name\n1;A\n2;B\n\n', undefined],
  ['ID;Name\n1;A\n2;B\r', undefined],
  ['ID;Name\n1;A\n2;B\n ; ', undefined],
  ['sep=;\nID;Name\n2;B', true],
] as const) {
  test(`the last row of ${JSON.stringify(contents)} ${lacksLineBreak ? 'lacks' : 'has'} a line break`, async () => {
    const { rows } = await read(contents);
    assert.equal(rows.at(-1)!.lacksLineBreak, lacksLineBreak);
    for (const row of rows.slice(0, -1)) assert.equal(row.lacksLineBreak, undefined);
  });
}

test('lines of separators are ignored, as spreadsheets write them below the rows', async () => {
  const { header, rows } = await read(',,\nID,Vorname,Nachname\n,,\n1,Ada,Muster\n , ,\n2,,\n,,\n');
  assert.deepEqual(header, ['ID', 'Vorname', 'Nachname']);
  assert.deepEqual(rows, [
    { line: 4, cells: ['1', 'Ada', 'Muster'] },
    { line: 6, cells: ['2', '', ''] },
  ]);
});

test('an unclosed quote is an error with its line, after the rows before it', async () => {
  await writeFile(path, 'ID;Name\n1;Muster\n2;"Offen\n3;C\n');
  const { rows } = await openTable(path, {});
  const iterator = rows[Symbol.asyncIterator]();
  assert.deepEqual((await iterator.next()).value, { line: 2, cells: ['1', 'Muster'] });
  await assert.rejects(iterator.next(), /after line 2 cannot be read: a quote/);
});

test('all rows before an unclosed quote are read, and the message names the last of them', async () => {
  const rows = Array.from({ length: 1500 }, (_, index) => `${index + 2};Muster`);
  rows[699] = '701;"Offen';
  await writeFile(path, `ID;Name\r\n${rows.join('\r\n')}\r\n`);
  const table = await openTable(path, {});
  const lines: number[] = [];
  const reading = (async () => {
    for await (const { line } of table.rows) lines.push(line);
  })();
  await assert.rejects(reading, /The row after line 700 cannot be read/);
  assert.deepEqual([lines.length, lines.at(-1)], [699, 700]);
});

for (const [name, rows] of [
  ['is closed by the first quote of a later row', '1;A;"Offen\n2;B;\n3;C;"Zu"\n'],
  ['is closed after an empty cell in quotes of a later row', '1;A;"Offen\n2;"";x\n3;"C";Zu\n'],
  ['is closed by one that is not doubled', '1;A;"Eins\nzwei\nsagt "Drei"\n'],
] as const) {
  test(`a row whose quote ${name} is marked, because it may contain other rows`, async () => {
    const table = await read(`ID;Name;Text\n${rows}9;Z;z\n`);
    assert.deepEqual(
      table.rows.map(({ line, looseQuoteUntil }) => [line, looseQuoteUntil]),
      [
        [2, 4],
        [5, undefined],
      ],
    );
  });
}

test('line breaks and quotes in a cell are no loose quote', async () => {
  for (const row of ['1;A;"Eins\n""Zwei""\nDrei"', '1;"A\nB";"C" D', '1;5" A;"B\n"', '1;"A" B;"""C\n"""'])
    assert.deepEqual(
      (await read(`ID;Name;Text\n${row}\n`)).rows.map((found) => found.looseQuoteUntil),
      [undefined],
      row,
    );
});

test('an unclosed quote in the headings is an error that says so', async () => {
  await writeFile(path, 'ID;"Name\n1;Muster\n');
  await assert.rejects(openTable(path, {}), /^Error: The row of headings cannot be read: a quote/);
});

test('an unclosed quote in a long file does not read the rest of it', async () => {
  await writeFile(path, `ID;Name\n1;"Offen\n${'2;Muster\n'.repeat(500_000)}`);
  const { rows } = await openTable(path, {});
  await assert.rejects(Array.fromAsync(rows), /after line 1 cannot be read/);
});

test('an encoding or a separator that is passed is used', async () => {
  const { header } = await read('ID|Name\n', { separator: '|' });
  assert.deepEqual(header, ['ID', 'Name']);
  const wrong = read(Buffer.from(PERSON, 'latin1'), { encoding: 'utf-8' });
  await assert.rejects(wrong, /not valid utf-8: line 2 has other bytes\. .*omit --encoding/);
});

for (const contents of ['', '\uFEFF', '\n\n']) {
  test(`a file of ${contents.length} characters without headings is an error`, async () => {
    await assert.rejects(read(contents), /is empty\. Its first line must have the headings/);
  });
}
