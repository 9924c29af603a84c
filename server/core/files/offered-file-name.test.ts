import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toOfferedFileName } from './offered-file-name.ts';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const BYTES = 'application/octet-stream';

for (const [name, mediaType, expected] of [
  // What a system would run, or open as a page.
  ['Lebenslauf.bat', 'text/plain', 'Lebenslauf.bat.txt'],
  ['Lebenslauf.pdf.js', 'text/plain', 'Lebenslauf.pdf.js.txt'],
  ['Lebenslauf.HTA', 'text/plain', 'Lebenslauf.HTA.txt'],
  ['Lebenslauf.url', 'text/plain', 'Lebenslauf.url.txt'],
  ['Lebenslauf.desktop', 'text/plain', 'Lebenslauf.desktop.txt'],
  ['Lebenslauf.html', 'text/plain', 'Lebenslauf.html.txt'],
  ['Lebenslauf.exe', 'application/pdf', 'Lebenslauf.exe.pdf'],
  ['Lebenslauf.jar', 'application/zip', 'Lebenslauf.jar.zip'],
  ['foto.svg', 'image/png', 'foto.svg.png'],
  // Another type than the extension says, or none.
  ['Lebenslauf.pdf', 'text/plain', 'Lebenslauf.pdf.txt'],
  ['Lebenslauf', WORD, 'Lebenslauf.docx'],
  ['.bat', 'text/plain', 'bat.txt'],
  // Names as they should be.
  ['Lebenslauf.txt', 'text/plain', 'Lebenslauf.txt'],
  ['Lebenslauf.PDF', 'application/pdf', 'Lebenslauf.PDF'],
  ['Lebenslauf.docx', WORD, 'Lebenslauf.docx'],
  ['Lebenslauf.doc', 'application/rtf', 'Lebenslauf.doc'],
  ['Lebenslauf.docx', 'application/zip', 'Lebenslauf.docx'],
  ['liste.csv', 'text/plain', 'liste.csv'],
  ['foto.jpeg', 'image/jpeg', 'foto.jpeg'],
  // Types without usual extensions keep all names but those that a system would run.
  ['profil.xml', BYTES, 'profil.xml'],
  ['profil', BYTES, 'profil'],
  ['Lebenslauf.doc', 'application/x-cfb', 'Lebenslauf.doc'],
  ['Lebenslauf.lnk', BYTES, 'Lebenslauf.lnk.bin'],
  ['Lebenslauf.html', BYTES, 'Lebenslauf.html.bin'],
  ['Lebenslauf.msi', 'application/x-cfb', 'Lebenslauf.msi.bin'],
  ['Lebenslauf.exe', 'application/x-msdownload', 'Lebenslauf.exe.bin'],
  // Windows ignores spaces and periods at the end, and runs a file by a class id.
  ['Lebenslauf.exe. .', BYTES, 'Lebenslauf.exe. ..bin'],
  [
    'Lebenslauf.{3050F4D8-98B5-11CF-BB82-00AA00BDCE0B}',
    BYTES,
    'Lebenslauf.{3050F4D8-98B5-11CF-BB82-00AA00BDCE0B}.bin',
  ],
] as const)
  test(`${JSON.stringify(name)} with the type ${mediaType.split('.').at(-1)} is offered as ${JSON.stringify(expected)}`, () =>
    assert.equal(toOfferedFileName(name, mediaType), expected));

test('the longest name keeps the extension that is added', () => {
  const offered = toOfferedFileName(`${'x'.repeat(251)}.bat`, 'text/plain');
  assert.equal(offered, `${'x'.repeat(251)}.txt`);
});
