import PDFDocument from 'pdfkit';
import type { Block, SampleDocument } from './document.ts';

const MARGIN = 50;
const WIDTH = 595 - 2 * MARGIN;
const BOTTOM = 842 - 60;
const BODY = 10;
const SIDE_SHARE = 0.3;
const GUTTER = 22;

/** Outside WinAnsi the standard fonts have no letters; the base letter is what such CVs show. */
function toWinAnsi(text: string): string {
  return text.replaceAll('ı', 'i').replaceAll('ś', 's').replaceAll('ł', 'l');
}

interface Cursor {
  x: number;
  width: number;
  y: number;
  page: number;
}

/** A PDF in Helvetica. The same document gives the same bytes. */
export async function writePdf(sample: SampleDocument): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    info: { CreationDate: new Date(0) },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  let pages = 1;
  const top = sample.pageHeader === undefined ? MARGIN : MARGIN + 20;
  const turn = (cursor: Cursor) => {
    cursor.page += 1;
    cursor.y = top;
    if (cursor.page >= pages) {
      pdf.addPage();
      pages += 1;
    }
    pdf.switchToPage(cursor.page);
  };
  const draw = (
    cursor: Cursor,
    text: string,
    options: { size?: number; bold?: boolean; centered?: boolean; color?: string; spacing?: number },
  ) => {
    pdf
      .font(options.bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(options.size ?? BODY)
      .fillColor(options.color ?? 'black');
    const layout = {
      width: cursor.width,
      align: options.centered ? ('center' as const) : ('left' as const),
      characterSpacing: options.spacing ?? 0,
    };
    const height = pdf.heightOfString(toWinAnsi(text), layout);
    if (cursor.y + height > BOTTOM) turn(cursor);
    pdf.text(toWinAnsi(text), cursor.x, cursor.y, layout);
    cursor.y += height + 2;
  };
  const block = (cursor: Cursor, item: Block) => {
    pdf.switchToPage(cursor.page);
    switch (item.kind) {
      case 'title':
        draw(cursor, item.text, { size: 20, bold: true, centered: item.centered });
        cursor.y += 4;
        break;
      case 'line':
        draw(cursor, item.text, { bold: item.bold, centered: item.centered, size: item.small ? 9 : BODY });
        break;
      case 'bullet': {
        if (cursor.y > BOTTOM - 14) turn(cursor);
        pdf
          .font('Helvetica')
          .fontSize(BODY)
          .fillColor('black')
          .text(item.sign, cursor.x + 4, cursor.y, { lineBreak: false });
        const inner = { ...cursor, x: cursor.x + 16, width: cursor.width - 16 };
        draw(inner, item.text, {});
        cursor.y = inner.y;
        cursor.page = inner.page;
        break;
      }
      case 'gap':
        cursor.y += 7;
        break;
      case 'pageBreak':
        turn(cursor);
        break;
      case 'row': {
        pdf
          .font(item.bold ? 'Helvetica-Bold' : 'Helvetica')
          .fontSize(BODY)
          .fillColor('black');
        const widths = item.widths.map((share) => share * cursor.width);
        const heights = item.cells.map((cell, index) =>
          cell === '' ? 0 : pdf.heightOfString(toWinAnsi(cell), { width: widths[index]! - 6 }),
        );
        const height = Math.max(...heights, 12);
        if (cursor.y + height > BOTTOM) {
          turn(cursor);
          pdf.font(item.bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(BODY);
        }
        let x = cursor.x;
        item.cells.forEach((cell, index) => {
          const align =
            item.alignsRight && index === item.cells.length - 1 ? ('right' as const) : ('left' as const);
          if (cell !== '')
            pdf.text(toWinAnsi(cell), x, cursor.y, {
              width: widths[index]! - (align === 'right' ? 0 : 6),
              align,
            });
          x += widths[index]!;
        });
        cursor.y += height + 2;
        break;
      }
      case 'heading': {
        cursor.y += 6;
        if (cursor.y > BOTTOM - 60) turn(cursor);
        if (item.style === 'box') {
          pdf.rect(cursor.x - 4, cursor.y - 3, cursor.width + 8, 18).fill('#1f4e79');
          draw(cursor, item.text, { size: 12, bold: true, color: 'white' });
        } else if (item.style === 'spaced')
          draw(cursor, item.text.toUpperCase(), { size: 12, bold: true, spacing: 4 });
        else
          draw(
            cursor,
            item.style === 'capitals'
              ? item.text.toUpperCase()
              : item.style === 'colon'
                ? `${item.text}:`
                : item.text,
            { size: item.style === 'colon' ? 11 : 13, bold: true },
          );
        if (item.style === 'underlined')
          pdf
            .moveTo(cursor.x, cursor.y)
            .lineTo(cursor.x + cursor.width, cursor.y)
            .stroke('#888888');
        cursor.y += 4;
      }
    }
  };
  const head: Cursor = { x: MARGIN, width: WIDTH, y: top, page: 0 };
  if (sample.photo) {
    pdf.rect(455, 45, 85, 105).fill('#bbbbbb');
    head.width = 390;
  }
  for (const item of sample.head) block(head, item);
  if (sample.photo) head.y = Math.max(head.y, 160);
  if (sample.side === undefined) {
    head.width = WIDTH;
    for (const item of sample.main) block(head, item);
  } else {
    const sideWidth = WIDTH * SIDE_SHARE;
    const isLeft = sample.side.place === 'left';
    const side: Cursor = {
      x: isLeft ? MARGIN : MARGIN + WIDTH - sideWidth,
      width: sideWidth,
      y: head.y,
      page: 0,
    };
    const main: Cursor = {
      x: isLeft ? MARGIN + sideWidth + GUTTER : MARGIN,
      width: WIDTH - sideWidth - GUTTER,
      y: head.y,
      page: 0,
    };
    for (const item of sample.side.blocks) block(side, item);
    for (const item of sample.main) block(main, item);
  }
  for (let page = 0; page < pages; page++) {
    pdf.switchToPage(page);
    pdf.font('Helvetica').fontSize(8).fillColor('#555555');
    if (sample.pageHeader !== undefined)
      pdf.text(toWinAnsi(sample.pageHeader), MARGIN, 28, { lineBreak: false });
    if (sample.pageFooter !== undefined)
      pdf.text(sample.pageFooter(page + 1), 500, 815, { lineBreak: false });
  }
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}
