import PDFDocument from 'pdfkit';

/** A PDF with a line on each page, in one of the fonts that a PDF does not contain. */
export function pdfOf(lines: readonly string[], userPassword?: string): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4', autoFirstPage: false, userPassword });
  const pieces: Buffer[] = [];
  pdf.on('data', (piece: Buffer) => pieces.push(piece));
  const written = new Promise<Buffer>((resolve) => pdf.on('end', () => resolve(Buffer.concat(pieces))));
  for (const line of lines) pdf.addPage().font('Helvetica').fontSize(18).text(line, 72, 72);
  pdf.end();
  return written;
}

/** A PDF with these lines on one page, one below the other. */
export function pageOf(lines: readonly string[]): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4' });
  const pieces: Buffer[] = [];
  pdf.on('data', (piece: Buffer) => pieces.push(piece));
  const written = new Promise<Buffer>((resolve) => pdf.on('end', () => resolve(Buffer.concat(pieces))));
  for (const [index, line] of lines.entries()) pdf.fontSize(11).text(line, 72, 72 + index * 24);
  pdf.end();
  return written;
}
