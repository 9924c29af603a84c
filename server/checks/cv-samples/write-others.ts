import { strToU8, type Zippable, zipSync } from 'fflate';
import { type Block, type SampleDocument, spaceLetters } from './document.ts';

const xml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const PAGE_TWIPS = 9600;
const zip = (files: Record<string, string>) => {
  const entries: Zippable = {};
  for (const [name, text] of Object.entries(files))
    entries[name] = [strToU8(text), { mtime: new Date(1980, 0, 2), level: 9 }];
  return Buffer.from(zipSync(entries));
};

function headingText(item: Block & { kind: 'heading' }): string {
  if (item.style === 'capitals') return item.text.toUpperCase();
  if (item.style === 'spaced') return spaceLetters(item.text);
  return item.style === 'colon' ? `${item.text}:` : item.text;
}

/** Consecutive rows of the same widths are one table. */
function grouped(blocks: readonly Block[]): (Block | { kind: 'table'; rows: (Block & { kind: 'row' })[] })[] {
  const result: ReturnType<typeof grouped> = [];
  for (const item of blocks) {
    const last = result.at(-1);
    if (item.kind !== 'row') result.push(item);
    else if (last?.kind === 'table' && last.rows[0]!.widths.join() === item.widths.join())
      last.rows.push(item);
    else result.push({ kind: 'table', rows: [item] });
  }
  return result;
}

/** Office Open XML with tables. The head of a CV with a photo is in a text box, a narrow column in a table cell. */
export function writeDocx(sample: SampleDocument): Buffer {
  const run = (text: string, bold = false, size = 20) =>
    `<w:r><w:rPr>${bold ? '<w:b/>' : ''}<w:sz w:val="${size}"/></w:rPr>${text
      .split('\t')
      .map((part) => `<w:t xml:space="preserve">${xml(part)}</w:t>`)
      .join('<w:tab/>')}</w:r>`;
  const paragraph = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;
  const body = (blocks: readonly Block[]): string =>
    grouped(blocks)
      .map((item) => {
        switch (item.kind) {
          case 'title':
            return paragraph(run(item.text, true, 40), '<w:pStyle w:val="Title"/>');
          case 'line':
            return paragraph(
              run(item.text, item.bold, item.small ? 18 : 20),
              item.centered ? '<w:jc w:val="center"/>' : '',
            );
          case 'heading':
            return paragraph(
              run(headingText(item), true, 26),
              `<w:pStyle w:val="Heading1"/>${item.style === 'box' ? '<w:shd w:val="clear" w:fill="1F4E79"/>' : ''}`,
            );
          case 'bullet':
            return paragraph(run(item.text), '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>');
          case 'gap':
            return paragraph('');
          case 'pageBreak':
            return paragraph('<w:r><w:br w:type="page"/></w:r>');
          case 'table':
            return `<w:tbl><w:tblPr/>${item.rows.map((row) => `<w:tr>${row.cells.map((cell, index) => `<w:tc><w:tcPr><w:tcW w:w="${Math.round(row.widths[index]! * PAGE_TWIPS)}" w:type="dxa"/></w:tcPr>${paragraph(run(cell, row.bold))}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;
          default:
            return '';
        }
      })
      .join('');
  const head = sample.photo
    ? paragraph(
        `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxContent>${body(sample.head)}</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>${body(sample.head)}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
      )
    : body(sample.head);
  const cell = (blocks: readonly Block[], share: number) =>
    `<w:tc><w:tcPr><w:tcW w:w="${Math.round(share * PAGE_TWIPS)}" w:type="dxa"/></w:tcPr>${body(blocks)}</w:tc>`;
  const main =
    sample.side === undefined
      ? body(sample.main)
      : `<w:tbl><w:tr>${sample.side.place === 'left' ? cell(sample.side.blocks, 0.3) + cell(sample.main, 0.7) : cell(sample.main, 0.7) + cell(sample.side.blocks, 0.3)}</w:tr></w:tbl>`;
  return zip({
    '[Content_Types].xml':
      '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels':
      '<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:v="urn:schemas-microsoft-com:vml"><w:body>${head}${main}</w:body></w:document>`,
  });
}

export function writeOdt(sample: SampleDocument): Buffer {
  const text = (value: string) =>
    xml(value).replaceAll(/ {2,}/g, (spaces) => ` <text:s text:c="${spaces.length - 1}"/>`);
  const body = (blocks: readonly Block[]): string =>
    grouped(blocks)
      .map((item) => {
        switch (item.kind) {
          case 'title':
            return `<text:h text:style-name="Title" text:outline-level="1">${text(item.text)}</text:h>`;
          case 'heading':
            return `<text:h text:style-name="Heading" text:outline-level="2">${text(headingText(item))}</text:h>`;
          case 'line':
            return `<text:p text:style-name="${item.bold ? 'Bold' : 'Standard'}">${text(item.text)}</text:p>`;
          case 'bullet':
            return `<text:list><text:list-item><text:p>${text(item.text)}</text:p></text:list-item></text:list>`;
          case 'table':
            return `<table:table>${item.rows.map((row) => `<table:table-row>${row.cells.map((cell) => `<table:table-cell><text:p text:style-name="${row.bold ? 'Bold' : 'Standard'}">${text(cell)}</text:p></table:table-cell>`).join('')}</table:table-row>`).join('')}</table:table>`;
          default:
            return '<text:p/>';
        }
      })
      .join('');
  return zip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'META-INF/manifest.xml':
      '<?xml version="1.0" encoding="UTF-8"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
    'content.xml': `<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"><office:automatic-styles><style:style style:name="Bold" style:family="paragraph"><style:text-properties fo:font-weight="bold"/></style:style></office:automatic-styles><office:body><office:text>${body([...sample.head, ...sample.main])}</office:text></office:body></office:document-content>`,
  });
}

export function writeRtf(sample: SampleDocument): Buffer {
  // Latin letters as \'hh in code page 1252, others as \u with a question mark for old readers.
  const text = (value: string) =>
    [...value]
      .map((letter) => {
        const code = letter.codePointAt(0)!;
        if ('\\{}'.includes(letter)) return `\\${letter}`;
        if (code < 128) return letter;
        return code < 256 ? `\\'${code.toString(16)}` : `\\u${code > 32767 ? code - 65536 : code}?`;
      })
      .join('');
  const body = [...sample.head, ...sample.main].map((item) => {
    switch (item.kind) {
      case 'title':
        return `{\\b\\fs40 ${text(item.text)}\\par}`;
      case 'heading':
        return `{\\b\\fs26 ${text(headingText(item))}\\par}`;
      case 'line':
        return item.bold ? `{\\b ${text(item.text)}\\par}` : `${text(item.text)}\\par`;
      case 'bullet':
        return `{\\pntext\\bullet\\tab}${text(item.text)}\\par`;
      case 'row':
        return `\\trowd${item.widths.map((_, index) => `\\cellx${Math.round(item.widths.slice(0, index + 1).reduce((sum, share) => sum + share, 0) * PAGE_TWIPS)}`).join('')}\\intbl ${item.cells.map((cell) => `${item.bold ? '\\b ' : ''}${text(cell)}\\b0\\cell`).join(' ')}\\row\\pard`;
      default:
        return '\\par';
    }
  });
  return Buffer.from(
    `{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fswiss Helvetica;}}{\\colortbl;\\red0\\green0\\blue0;}{\\*\\generator Sample;}{\\info{\\title CV}}\n\\pard\\f0\\fs20 ${body.join('\n')}}`,
    'latin1',
  );
}

/** The seed chooses the encoding: UTF-8 without or with byte order mark, UTF-16 or windows-1252. */
export function writeTxt(sample: SampleDocument, seed: number): Buffer {
  const lines = [...sample.head, ...sample.main].flatMap((item): string[] => {
    switch (item.kind) {
      case 'title':
        return [item.text, ''];
      case 'heading':
        return [
          '',
          headingText(item),
          ...(item.style === 'underlined' ? ['-'.repeat(item.text.length)] : []),
        ];
      case 'line':
        return [item.text];
      case 'bullet':
        return [`  ${item.sign} ${item.text}`];
      case 'row':
        return [
          item.cells
            .map((cell, index) =>
              index === item.cells.length - 1 ? cell : cell.padEnd(Math.round(item.widths[index]! * 90)),
            )
            .join(' ')
            .trimEnd(),
        ];
      default:
        return [''];
    }
  });
  const text = lines.join('\r\n');
  if (seed % 4 === 1) return Buffer.from(`\ufeff${text}`, 'utf8');
  if (seed % 4 === 2) return Buffer.from(`\ufeff${text}`, 'utf16le');
  if (seed % 4 === 3) {
    const bytes = [...text].map(
      (letter) => ({ '–': 0x96, '•': 0x95, '€': 0x80 })[letter] ?? letter.codePointAt(0)!,
    );
    if (bytes.every((code) => code < 256)) return Buffer.from(bytes);
  }
  return Buffer.from(text, 'utf8');
}
