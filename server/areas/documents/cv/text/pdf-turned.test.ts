import assert from 'node:assert/strict';
import { test } from 'node:test';
import PDFDocument from 'pdfkit';
import { lineText } from './lines.ts';
import { readText } from './read-text.ts';

const HEIGHT = 841.89;
const LEFT = 70;
const ROWS = ['Erika Lindqvist', 'erika.lindqvist@example.org', 'Berufserfahrung'];

/** A page whose texts are upright only after a viewer has turned it by 90 degrees, as printers write landscape pages. */
async function turnedPage(): Promise<Uint8Array> {
  const pdf = new PDFDocument({ size: 'A4', margin: 0 });
  const pieces: Buffer[] = [];
  pdf.on('data', (piece: Buffer) => pieces.push(piece));
  const written = new Promise<Buffer>((resolve) => pdf.on('end', () => resolve(Buffer.concat(pieces))));
  (pdf.page.dictionary.data as Record<string, unknown>).Rotate = 90;
  for (const [index, text] of ROWS.entries())
    pdf
      .save()
      .translate(100 + 30 * index, HEIGHT - LEFT)
      .rotate(-90)
      .text(text, 0, 0, { lineBreak: false })
      .restore();
  pdf.end();
  return new Uint8Array(await written);
}

test('the texts of a page that viewers turn are read as they are seen, with their places in the file', async () => {
  const lines = await readText(await turnedPage());
  assert.deepEqual(lines.map(lineText), ROWS);
  for (const [index, { rectangle }] of lines.entries()) {
    const { left, right, bottom, top } = rectangle!;
    assert.equal(bottom, LEFT);
    assert.ok(top - bottom > right - left);
    assert.ok(left >= 100 + 30 * index - 5 && right <= 130 + 30 * index, `${left} to ${right}`);
  }
});
