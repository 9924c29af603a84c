import PDFDocument from 'pdfkit';
import type { Block, SampleDocument } from './document.ts';

// All lengths are in points. The page is A4.
const PAGE_WIDTH = 595;
const PAGE_HEIGHT = 842;
const MARGIN = 50;
const WIDTH = PAGE_WIDTH - 2 * MARGIN;
const BOTTOM = PAGE_HEIGHT - 60;
const HEADER_HEIGHT = 20;
const GUTTER = 22;
const PHOTO = { x: 455, y: 45, width: 85, height: 105 };
/** Of the head beside the photo. */
const WIDTH_BESIDE_PHOTO = 390;
const BELOW_PHOTO = 160;
/** Letter sizes. */
const BODY = 10;
const SMALL = 9;
const FURNITURE = 8;
const TITLE = 20;
/** Free space below each text. */
const LEADING = 2;
const CELL_PADDING = 6;
const MINIMUM_ROW_HEIGHT = 12;
const BULLET_INDENT = 4;
const BULLET_TEXT_INDENT = 16;
/** Room that must be left on a page for a heading and the lines after it, and for a bullet. */
const HEADING_ROOM = 60;
const BULLET_ROOM = 14;

/** Share of the width that a narrow column has. */
const SIDE_SHARE = 0.3;

/** Outside WinAnsi the standard fonts have no letters; the base letter is what such CVs show. */
function toWinAnsi(text: string): string {
  return text.replaceAll('ı', 'i').replaceAll('ś', 's').replaceAll('ł', 'l');
}

/** Where the next block of a column goes. */
interface Cursor {
  x: number;
  width: number;
  y: number;
  page: number;
}

interface TextStyle {
  size?: number;
  bold?: boolean;
  centered?: boolean;
  color?: string;
  spacing?: number;
}

/** A PDF in Helvetica. The same document gives the same bytes. */
export async function writePdf(sample: SampleDocument): Promise<Buffer> {
  const writer = new PdfWriter(sample);
  writer.write();
  return writer.end();
}

class PdfWriter {
  readonly #sample: SampleDocument;
  readonly #pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    info: { CreationDate: new Date(0) },
  });
  readonly #chunks: Buffer[] = [];
  readonly #ended: Promise<unknown>;
  readonly #top: number;
  #pages = 1;

  constructor(sample: SampleDocument) {
    this.#sample = sample;
    this.#top = sample.pageHeader === undefined ? MARGIN : MARGIN + HEADER_HEIGHT;
    this.#pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    this.#ended = new Promise((resolve) => this.#pdf.on('end', resolve));
  }

  write(): void {
    const cursor: Cursor = { x: MARGIN, width: WIDTH, y: this.#top, page: 0 };
    this.#writeHead(cursor);
    if (this.#sample.side === undefined) this.#writeBlocks(cursor, this.#sample.main);
    else this.#writeColumns(this.#sample.side, cursor.y);
    this.#writeFurniture();
  }

  async end(): Promise<Buffer> {
    this.#pdf.end();
    await this.#ended;
    return Buffer.concat(this.#chunks);
  }

  #writeHead(cursor: Cursor): void {
    if (this.#sample.photo) {
      this.#pdf.rect(PHOTO.x, PHOTO.y, PHOTO.width, PHOTO.height).fill('#bbbbbb');
      cursor.width = WIDTH_BESIDE_PHOTO;
    }
    this.#writeBlocks(cursor, this.#sample.head);
    if (this.#sample.photo) cursor.y = Math.max(cursor.y, BELOW_PHOTO);
    cursor.width = WIDTH;
  }

  #writeColumns(side: NonNullable<SampleDocument['side']>, y: number): void {
    const width = WIDTH * SIDE_SHARE;
    const isLeft = side.place === 'left';
    this.#writeBlocks({ x: isLeft ? MARGIN : MARGIN + WIDTH - width, width, y, page: 0 }, side.blocks);
    const x = isLeft ? MARGIN + width + GUTTER : MARGIN;
    this.#writeBlocks({ x, width: WIDTH - width - GUTTER, y, page: 0 }, this.#sample.main);
  }

  #writeFurniture(): void {
    const { pageHeader, pageFooter } = this.#sample;
    for (let page = 0; page < this.#pages; page++) {
      this.#pdf.switchToPage(page);
      this.#pdf.font('Helvetica').fontSize(FURNITURE).fillColor('#555555');
      if (pageHeader !== undefined) this.#pdf.text(toWinAnsi(pageHeader), MARGIN, 28, { lineBreak: false });
      if (pageFooter !== undefined) this.#pdf.text(pageFooter(page + 1), 500, 815, { lineBreak: false });
    }
  }

  #writeBlocks(cursor: Cursor, blocks: readonly Block[]): void {
    for (const block of blocks) {
      this.#pdf.switchToPage(cursor.page);
      this.#writeBlock(cursor, block);
    }
  }

  #writeBlock(cursor: Cursor, block: Block): void {
    switch (block.kind) {
      case 'title':
        this.#writeText(cursor, block.text, { size: TITLE, bold: true, centered: block.centered });
        cursor.y += 4;
        break;
      case 'line': {
        const { text, bold, centered, small } = block;
        this.#writeText(cursor, text, { bold, centered, size: small ? SMALL : BODY });
        break;
      }
      case 'bullet':
        this.#writeBullet(cursor, block);
        break;
      case 'gap':
        cursor.y += 7;
        break;
      case 'pageBreak':
        this.#turnPage(cursor);
        break;
      case 'row':
        this.#writeRow(cursor, block);
        break;
      case 'heading':
        this.#writeHeading(cursor, block);
    }
  }

  #writeText(cursor: Cursor, text: string, style: TextStyle): void {
    this.#setFont(style.bold, style.size).fillColor(style.color ?? 'black');
    const layout = {
      width: cursor.width,
      align: style.centered ? ('center' as const) : ('left' as const),
      characterSpacing: style.spacing ?? 0,
    };
    const height = this.#pdf.heightOfString(toWinAnsi(text), layout);
    if (cursor.y + height > BOTTOM) this.#turnPage(cursor);
    this.#pdf.text(toWinAnsi(text), cursor.x, cursor.y, layout);
    cursor.y += height + LEADING;
  }

  #writeBullet(cursor: Cursor, { sign, text }: Block & { kind: 'bullet' }): void {
    if (cursor.y > BOTTOM - BULLET_ROOM) this.#turnPage(cursor);
    this.#setFont(false)
      .fillColor('black')
      .text(sign, cursor.x + BULLET_INDENT, cursor.y, { lineBreak: false });
    const inner = {
      ...cursor,
      x: cursor.x + BULLET_TEXT_INDENT,
      width: cursor.width - BULLET_TEXT_INDENT,
    };
    this.#writeText(inner, text, {});
    cursor.y = inner.y;
    cursor.page = inner.page;
  }

  #writeRow(cursor: Cursor, { cells, widths: shares, bold, alignsRight }: Block & { kind: 'row' }): void {
    this.#setFont(bold).fillColor('black');
    const widths = shares.map((share) => share * cursor.width);
    const heights = cells.map((cell, index) =>
      cell === '' ? 0 : this.#pdf.heightOfString(toWinAnsi(cell), { width: widths[index]! - CELL_PADDING }),
    );
    const height = Math.max(...heights, MINIMUM_ROW_HEIGHT);
    if (cursor.y + height > BOTTOM) {
      this.#turnPage(cursor);
      this.#setFont(bold);
    }
    let x = cursor.x;
    for (const [index, cell] of cells.entries()) {
      const isRight = alignsRight === true && index === cells.length - 1;
      const width = widths[index]!;
      if (cell !== '')
        this.#pdf.text(toWinAnsi(cell), x, cursor.y, {
          width: width - (isRight ? 0 : CELL_PADDING),
          align: isRight ? 'right' : 'left',
        });
      x += width;
    }
    cursor.y += height + LEADING;
  }

  #writeHeading(cursor: Cursor, { text, style }: Block & { kind: 'heading' }): void {
    cursor.y += 6;
    if (cursor.y > BOTTOM - HEADING_ROOM) this.#turnPage(cursor);
    switch (style) {
      case 'box':
        this.#pdf.rect(cursor.x - 4, cursor.y - 3, cursor.width + 8, 18).fill('#1f4e79');
        this.#writeText(cursor, text, { size: 12, bold: true, color: 'white' });
        break;
      case 'spaced':
        this.#writeText(cursor, text.toUpperCase(), { size: 12, bold: true, spacing: 4 });
        break;
      case 'colon':
        this.#writeText(cursor, `${text}:`, { size: 11, bold: true });
        break;
      default:
        this.#writeText(cursor, style === 'capitals' ? text.toUpperCase() : text, { size: 13, bold: true });
    }
    if (style === 'underlined')
      this.#pdf
        .moveTo(cursor.x, cursor.y)
        .lineTo(cursor.x + cursor.width, cursor.y)
        .stroke('#888888');
    cursor.y += 4;
  }

  #setFont(bold = false, size = BODY) {
    return this.#pdf.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size);
  }

  #turnPage(cursor: Cursor): void {
    cursor.page += 1;
    cursor.y = this.#top;
    if (cursor.page >= this.#pages) {
      this.#pdf.addPage();
      this.#pages += 1;
    }
    this.#pdf.switchToPage(cursor.page);
  }
}
