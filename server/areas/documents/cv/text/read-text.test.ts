import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { lineText } from './lines.ts';
import { readText } from './read-text.ts';

const texts = async (bytes: Uint8Array) => (await readText(bytes)).map(lineText);
const docx = (body: string) =>
  zipSync({ 'word/document.xml': strToU8(`<w:document><w:body>${body}</w:body></w:document>`) });
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

test('text in UTF-8, UTF-16 and windows-1252 is read the same', async () => {
  const text = 'Jürgen Größe – Köln';
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
  for (const bytes of [
    Buffer.from(text),
    Buffer.from(`\ufeff${text}`),
    utf16,
    Buffer.from(utf16).swap16(),
    Buffer.from([...text].map((letter) => (letter === '–' ? 0x96 : letter.charCodeAt(0)))),
  ]) {
    assert.deepEqual(await texts(bytes), [text]);
  }
});

test('RTF text is read in code page 1252 and Unicode, without fonts, properties and pictures', async () => {
  const rtf = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\*\generator X;}{\info{\title T}}{\b M\'fcller}\tab \u322?\'f3d\'9f\par Zeile\line Zwei {\pict 00ff}\par}`;
  assert.deepEqual(await texts(Buffer.from(rtf, 'latin1')), ['Müller  łódŸ', 'Zeile', 'Zwei']);
});

test('the cells of an RTF table stay separate', async () => {
  const rtf = String.raw`{\rtf1\trowd\cellx1\cellx2\intbl 2018\cell Koch\cell\row}`;
  assert.deepEqual(
    (await readText(Buffer.from(rtf)))[0]?.cells.map(({ text }) => text),
    ['2018', 'Koch'],
  );
});

test('the lines of a cell of an RTF table stay in it', async () => {
  const row = String.raw`\trowd\cellx1\cellx2\pard\intbl Sprachen\cell Deutsch\par Englisch\line Polnisch\cell\row`;
  const lines = await readText(Buffer.from(String.raw`{\rtf1 ${row}${row}\pard danach\par}`));
  const expected = [['0 Sprachen', '1000 Deutsch'], ['1000 Englisch'], ['1000 Polnisch']];
  assert.deepEqual(
    lines.map(({ cells }) => cells.map(({ x, text }) => `${x} ${text}`)),
    [...expected, ...expected, ['0 danach']],
  );
});

test('the cells of an RTF table in a cell stay separate', async () => {
  const rtf = String.raw`{\rtf1\trowd\intbl\itap2 Deutsch\nestcell B2\nestcell{\nonesttables\par}{\*\nesttableprops\nestrow}\cell\row}`;
  assert.deepEqual(
    (await readText(Buffer.from(rtf)))[0]?.cells.map(({ text }) => text),
    ['Deutsch', 'B2'],
  );
});

test('the main part of a DOCX can have another name', async () => {
  const relationships = (target: string) =>
    strToU8(
      `<Relationships><Relationship Type="http://x/officeDocument" Target="${target}"/></Relationships>`,
    );
  const main = strToU8(`<w:document><w:body>${paragraph('Text')}</w:body></w:document>`);
  for (const target of ['word/document2.xml', '/word/document2.xml'])
    assert.deepEqual(
      await texts(zipSync({ '_rels/.rels': relationships(target), 'word/document2.xml': main })),
      ['Text'],
    );
  const workbook = zipSync({ '_rels/.rels': relationships('xl/workbook.xml'), 'xl/workbook.xml': main });
  await assert.rejects(readText(workbook), { reason: 'unknownFormat' });
});

test('the rows of a DOCX table are lines, its columns cells', async () => {
  const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
  const [line] = await readText(
    docx(`<w:tbl><w:tr>${cell('2018')}${cell('Koch &amp; Kellner')}</w:tr></w:tbl>`),
  );
  assert.deepEqual(
    line?.cells.map(({ text }) => text),
    ['2018', 'Koch & Kellner'],
  );
});

test('the columns of a DOCX page that is laid out with a table are read one after the other', async () => {
  const cell = (name: string) =>
    `<w:tc>${Array.from({ length: 7 }, (_, index) => paragraph(`${name}${index}`)).join('')}</w:tc>`;
  const lines = await texts(docx(`<w:tbl><w:tr>${cell('s')}${cell('mainly ')}</w:tr></w:tbl>`));
  assert.deepEqual(lines.slice(0, 2), ['mainly 0', 'mainly 1']);
  assert.deepEqual(lines.slice(7, 9), ['s0', 's1']);
});

test('text boxes are read once and deleted text is ignored', async () => {
  const box = `<w:p><w:r><mc:AlternateContent><mc:Choice><w:txbxContent>${paragraph('Jana')}</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>${paragraph('Jana')}</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>`;
  assert.deepEqual(
    await texts(docx(`${box}<w:p><w:del><w:r><w:t>weg</w:t></w:r></w:del><w:r><w:t>da</w:t></w:r></w:p>`)),
    ['Jana', 'da'],
  );
});

test('hidden text and text that was moved away are ignored in a DOCX, hyphens that do not break are read', async () => {
  const run = (text: string, properties = '') => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
  assert.deepEqual(
    await texts(
      docx(
        `<w:p><w:moveFrom>${run('weg')}</w:moveFrom><w:moveTo>${run('da')}</w:moveTo></w:p>` +
          `<w:p>${run('geheim', '<w:vanish/>')}${run('sichtbar', '<w:vanish w:val="0"/>')}${run(' auch')}</w:p>` +
          '<w:p><w:r><w:t>Baden</w:t><w:noBreakHyphen/><w:t>Baden</w:t></w:r></w:p>' +
          `<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>x</w:t><w:tab/><w:br/><w:noBreakHyphen/></w:r>${run('nur dies')}</w:p>`,
      ),
    ),
    ['da', 'sichtbar auch', 'Baden-Baden', 'nur dies'],
  );
});

test('of a tracked change of formatting in a DOCX, only the new one counts', async () => {
  const old = '<w:rPrChange><w:rPr><w:b/><w:vanish/></w:rPr></w:rPrChange>';
  const style = '<w:pPrChange><w:pPr><w:pStyle w:val="Heading1"/></w:pPr></w:pPrChange>';
  const [line] = await readText(
    docx(`<w:p><w:pPr>${style}</w:pPr><w:r><w:rPr>${old}</w:rPr><w:t>sichtbar</w:t></w:r></w:p>`),
  );
  assert.deepEqual(line && [lineText(line), line.isBold, line.isHeading], ['sichtbar', false, false]);
});

test('letters of an RTF are read in the code page of their font, or of a Mac', async () => {
  const fonts = String.raw`{\fonttbl{\f0\fswiss\fcharset0 Arial;}{\f1\fbidi \froman\fprq2\fcharset238{\*\panose 02}Arial CE;}}`;
  for (const [rtf, expected] of [
    [String.raw`{\rtf1\ansi\deff1${fonts}Ko\'b3odziej {\f0\'b3}\f0\plain\'b3\par}`, 'Kołodziej ³ł'],
    [
      String.raw`{\rtf1\ansi\ansicpg1252${fonts}\f1 Ko³odziej ${'\u008c'}\f0  ${'\u008c'}\par}`,
      'Kołodziej Ś Œ',
    ],
    [
      String.raw`{\rtf1\ansi\ansicpg1252${fonts}\f1 Ko\'b3odziej\f0  M\'fcller {\f1\'b3}\'b3\par}`,
      'Kołodziej Müller ł³',
    ],
    [String.raw`{\rtf1\mac M\'9fller\par}`, 'Müller'],
    [String.raw`{\rtf1\ansi\ansicpg10000 M\'9fller\par}`, 'Müller'],
  ] as const)
    assert.deepEqual(await texts(Buffer.from(rtf, 'latin1')), [expected]);
});

test('hidden, deleted and moved text is ignored in an RTF', async () => {
  const rtf = String.raw`{\rtf1 Mobil: {\deleted 0170 1111111}{\revised 0171 2345678}\par {\v geheim}sichtbar\par \v weg\v0 da\par \v\deleted weg\plain da\par {\mvf\mvauth1 weg}{\mvt\mvauth1 neu}\par}`;
  assert.deepEqual(await texts(Buffer.from(rtf)), ['Mobil: 0171 2345678', 'sichtbar', 'da', 'da', 'neu']);
});

test('ODT paragraphs, repeated spaces and lists are read', async () => {
  const xml =
    '<office:text><text:h>Titel</text:h><text:p>a<text:tab/>b<text:s text:c="3"/>c</text:p><text:list><text:list-item><text:p>x</text:p></text:list-item></text:list></office:text>';
  const lines = await readText(zipSync({ 'content.xml': strToU8(xml) }));
  assert.deepEqual(lines.map(lineText), ['Titel', 'a  b  c', 'x']);
  assert.deepEqual(
    lines.map(({ isBullet }) => isBullet),
    [false, false, true],
  );
});

test('a DOCX that is not well-formed is read as far as possible', async () => {
  const text = (words: string) => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`;
  assert.deepEqual(
    await texts(docx(`${text('Forschung & Lehre')}</w:x>${text('a &uuml; b')}<w:p><w:r><w:t>cut`)),
    ['Forschung & Lehre', 'a &uuml; b', 'cut'],
  );
});

test('a DOCX can have ">" in an attribute and CDATA in a text', async () => {
  const xml =
    '<w:p><w:fldSimple w:instr="IF 2 > 1"><w:r><w:t><![CDATA[Koch < Leitung]]></w:t></w:r></w:fldSimple></w:p>';
  assert.deepEqual(await texts(docx(xml)), ['Koch < Leitung']);
});

test('an entity that the file declares is not expanded', async () => {
  const xml = `<!DOCTYPE x [<!ENTITY boom "bang">]><w:document><w:body>${paragraph('a &boom; b')}</w:body></w:document>`;
  assert.deepEqual(await texts(zipSync({ 'word/document.xml': strToU8(xml) })), ['a &boom; b']);
});

test('a DOCX with 50,000 nested elements is rejected', async () => {
  await assert.rejects(texts(docx('<w:sdt>'.repeat(50_000))), { reason: 'damaged' });
});

test('spaced letters are closed up', async () => {
  assert.deepEqual(await texts(Buffer.from('B E R U F S P R A X I S\nP E R S O N A L   D A T A')), [
    'BERUFSPRAXIS',
    'PERSONAL DATA',
  ]);
});

test('a web page is not read as a CV', async () => {
  for (const markup of [
    '<!DOCTYPE html><p>Lebenslauf',
    '<html>',
    '\n<svg xmlns="http://www.w3.org/2000/svg" width="9">\n<text>Lebenslauf</text></svg>',
    '<!-- Lebenslauf --><svg/>',
    '<Candidate xmlns="x"/>',
  ])
    await assert.rejects(readText(Buffer.from(markup)), { reason: 'unknownFormat' }, markup);
  for (const text of ['<Lebenslauf>', '<<< Lebenslauf >>>', '<erika@example.org>', '<3 Lager'])
    assert.deepEqual(await texts(Buffer.from(text)), [text]);
});

test('an empty file has no text', async () => {
  await assert.rejects(readText(new Uint8Array()), { reason: 'noText' });
});

test('the header of a DOCX comes before its text and the footer after it, without page numbers', async () => {
  const part = (name: string, ...texts_: string[]) =>
    strToU8(`<w:${name}>${texts_.map(paragraph).join('')}</w:${name}>`);
  const bytes = zipSync({
    'word/document.xml': strToU8(`<w:document><w:body>${paragraph('Text')}</w:body></w:document>`),
    'word/header1.xml': part('hdr', 'Erika Muster', 'Seite 1 von 2'),
    'word/header2.xml': part('hdr', 'Erika Muster'),
    'word/footer1.xml': part('ftr', 'Tel. 0661 123456', 'Text'),
  });
  assert.deepEqual(await texts(bytes), ['Erika Muster', 'Text', 'Tel. 0661 123456']);
});

test('headers and footers of an ODT are read from its styles', async () => {
  const styles =
    '<office:master-styles><style:master-page><style:header><text:p>Erika Muster</text:p></style:header><style:footer-left><text:p>0661 123456</text:p></style:footer-left></style:master-page></office:master-styles>';
  const bytes = zipSync({
    'content.xml': strToU8('<office:text><text:p>Text</text:p></office:text>'),
    'styles.xml': strToU8(styles),
  });
  assert.deepEqual(await texts(bytes), ['Erika Muster', 'Text', '0661 123456']);
});

test('headers and footers of an RTF are read', async () => {
  const rtf = String.raw`{\rtf1{\footer 0661 123456\par}{\header{\b Erika} Muster\par}Text\par}`;
  assert.deepEqual(await texts(Buffer.from(rtf)), ['Erika Muster', 'Text', '0661 123456']);
});

test('headings in Markdown are headings, and its stars are dropped', async () => {
  const lines = await readText(Buffer.from('## Berufserfahrung\n\n**Koch**, Gasthof Linde\n'));
  assert.deepEqual(lines.map(lineText), ['Berufserfahrung', 'Koch, Gasthof Linde']);
  assert.deepEqual(
    lines.map(({ isHeading }) => isHeading),
    [true, false],
  );
});

test('accents before their letters are put on them, apostrophes stay', async () => {
  assert.deepEqual(await texts(Buffer.from('Dvoˇrák M¨uller O´Connor it´s')), [
    'Dvořák Müller O´Connor it´s',
  ]);
});

for (const [what, bytes, reason] of [
  ['the beginning of a Word file', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0], 'damaged'],
  ['a JPEG file', [0xff, 0xd8, 0xff, 0xe0, 0, 0x10], 'image'],
  ['a PNG file', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'image'],
  ['a GIF file', [0x47, 0x49, 0x46, 0x38, 0x39, 0x61], 'otherImage'],
] as const)
  test(`${what} is rejected as such`, async () => {
    await assert.rejects(readText(Uint8Array.from(bytes)), { reason });
  });

for (const text of ['Gescannt mit CamScanner', 'Scanned with Adobe Scan\n\nPage 2', 'CamScanner\n1'])
  test(`a file with only "${text.replaceAll('\n', ' ')}" is a scan without text`, async () => {
    await assert.rejects(readText(Buffer.from(text)), { reason: 'noText' });
  });
