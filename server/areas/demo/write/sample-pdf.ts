import anyAscii from 'any-ascii';

// A4 in points, and a layout that leaves a readable margin.
const PAGE_WIDTH = 595;
const PAGE_HEIGHT = 842;
const MARGIN = 62;
const TITLE_SIZE = 18;
const HEADING_SIZE = 12;
const TEXT_SIZE = 10;
const LINE_HEIGHT = 14;
const HEADING_GAP = 8;
const COLUMN_WIDTH = 100;
const MAXIMUM_LINE_LENGTH = 92;
const MAXIMUM_COLUMN_LENGTH = 72;

/** The characters of Windows code page 1252 from 0x80 to 0x9f, with U+FFFD for unassigned codes. */
const CODE_PAGE = '€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ';

/**
 * A one-page PDF 1.4 with a title and lines of text in Helvetica (ISO 32000-1, one of the standard 14 fonts, so
 * nothing is embedded). A line that begins with `# ` is a heading, an empty line is a gap, and text after a tab goes into a
 * second column. Long lines wrap. Letters outside WinAnsi lose their accents. The same input gives the same bytes. Throws a
 * RangeError if the lines do not fit on the page.
 */
export function samplePdf(lines: string[], title: string): Buffer {
  const content = toContent(lines, title);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (de-DE) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE_WIDTH} ${PAGE_HEIGHT}] /Contents 6 0 R
   /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Title ${toTextString(title)} >>`,
  ];
  // Everything is ASCII, so a character is a byte and offsets can be counted on the text.
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  // Each entry of the table has exactly 20 bytes, its line end included (ISO 32000-1, 7.5.4).
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

function toContent(lines: readonly string[], title: string): string {
  let y = PAGE_HEIGHT - MARGIN - TITLE_SIZE;
  const operators: string[] = [];
  const show = (font: string, size: number, text: string, indent = 0) => {
    if (y < MARGIN) throw new RangeError('The text does not fit on one page.');
    if (text !== '')
      operators.push(`/${font} ${size} Tf 1 0 0 1 ${MARGIN + indent} ${y} Tm ${toLiteral(text)} Tj`);
  };
  show('F2', TITLE_SIZE, title);
  y -= LINE_HEIGHT + HEADING_GAP;
  for (const line of lines) {
    if (line.startsWith('# ')) {
      y -= HEADING_GAP;
      show('F2', HEADING_SIZE, line.slice(2));
      y -= LINE_HEIGHT;
      continue;
    }
    const [left, right] = line.split('\t', 2) as [string, string | undefined];
    if (right !== undefined) show('F1', TEXT_SIZE, left);
    const indent = right === undefined ? 0 : COLUMN_WIDTH;
    for (const part of wrap(right ?? left, indent === 0 ? MAXIMUM_LINE_LENGTH : MAXIMUM_COLUMN_LENGTH)) {
      show('F1', TEXT_SIZE, part, indent);
      y -= LINE_HEIGHT;
    }
  }
  return `BT\n${operators.join('\n')}\nET`;
}

function wrap(line: string, maximumLength: number): string[] {
  const parts: string[] = [];
  let rest = line;
  while (rest.length > maximumLength) {
    const space = rest.lastIndexOf(' ', maximumLength);
    const end = space > 0 ? space : maximumLength;
    parts.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...parts, rest];
}

/** A literal string in WinAnsi, with octal escapes for everything but ASCII. */
function toLiteral(text: string): string {
  const escaped = [...text.normalize('NFC')].map((letter) => {
    if (/[()\\]/.test(letter)) return `\\${letter}`;
    const code = toWinAnsi(letter);
    return code >= 32 && code < 127 ? String.fromCharCode(code) : `\\${code.toString(8).padStart(3, '0')}`;
  });
  return `(${escaped.join('')})`;
}

function toWinAnsi(letter: string): number {
  const code = letter.codePointAt(0)!;
  if ((code >= 32 && code < 127) || (code >= 160 && code < 256)) return code;
  const place = CODE_PAGE.indexOf(letter);
  if (place >= 0 && letter !== '�') return 128 + place;
  return (anyAscii(letter) || '?').charCodeAt(0);
}

/** A text string as UTF-16 with byte order mark, in hexadecimal, which can represent every letter. */
function toTextString(text: string): string {
  return `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`;
}
