import assert from 'node:assert/strict';
import { test } from 'node:test';
import PDFDocument from 'pdfkit';
import { lineText } from './lines.ts';
import { readText } from './read-text.ts';

const HEIGHT = 841.89;
const LEFT = 70;
const ROWS = ['Erika Lindqvist', 'erika.lindqvist@example.org', 'Berufserfahrung'];

/** A page with this `/Rotate`, on which `draw` writes a row. */
async function turnedPage(
  rotate: number,
  draw: (pdf: PDFKit.PDFDocument, text: string, index: number) => void,
): Promise<Uint8Array> {
  const pdf = new PDFDocument({ size: 'A4', margin: 0 });
  const pieces: Buffer[] = [];
  pdf.on('data', (piece: Buffer) => pieces.push(piece));
  const written = new Promise<Buffer>((resolve) => pdf.on('end', () => resolve(Buffer.concat(pieces))));
  (pdf.page.dictionary.data as Record<string, unknown>).Rotate = rotate;
  for (const [index, text] of ROWS.entries()) draw(pdf, text, index);
  pdf.end();
  return new Uint8Array(await written);
}

test('the texts of a page that viewers turn are read as they are seen, with their places in the file', async () => {
  // As printers write landscape pages.
  const bytes = await turnedPage(90, (pdf, text, index) =>
    pdf
      .save()
      .translate(100 + 30 * index, HEIGHT - LEFT)
      .rotate(-90)
      .text(text, 0, 0, { lineBreak: false })
      .restore(),
  );
  const lines = await readText(bytes);
  assert.deepEqual(lines.map(lineText), ROWS);
  for (const [index, { rectangle }] of lines.entries()) {
    const { left, right, bottom, top } = rectangle!;
    assert.equal(bottom, LEFT);
    assert.ok(top - bottom > right - left);
    assert.ok(left >= 100 + 30 * index - 5 && right <= 130 + 30 * index, `${left} to ${right}`);
  }
});

for (const rotate of [90, 180, 270])
  test(`a page that was turned wrongly by ${rotate} degrees is read as it was written`, async () => {
    const bytes = await turnedPage(rotate, (pdf, text, index) => {
      pdf.text(text, LEFT, 100 + 30 * index, { lineBreak: false });
      // Decoration stays one.
      if (index === 0) pdf.save().rotate(90).text('Entwurf', 100, -500, { lineBreak: false }).restore();
    });
    const lines = await readText(bytes);
    assert.deepEqual(lines.map(lineText), ROWS);
    for (const [index, { rectangle }] of lines.entries()) {
      const { left, right, bottom, top } = rectangle!;
      assert.equal(left, LEFT);
      assert.ok(right - left > top - bottom);
      assert.ok(
        top <= HEIGHT - 95 - 30 * index && bottom >= HEIGHT - 130 - 30 * index,
        `${top} to ${bottom}`,
      );
    }
  });
