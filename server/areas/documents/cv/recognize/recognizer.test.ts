import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import PDFDocument from 'pdfkit';
import { builtInCatalogs, SAMPLES_DIRECTORY } from '../../../../checks/cv-samples/measure.ts';
import type { WeighedValue } from '../values.ts';
import { CvParsingError, parseCv, RECOGNITION_LIMITS } from '../worker/parse.ts';

// Recognizing takes seconds, so there is only one picture here. proposals.test.ts has the other one.

const catalogs = builtInCatalogs();
const PICTURE = await readFile(join(SAMPLES_DIRECTORY, '../pictures/cv.png'));
/** In pixels, as the picture was made: its height, and where the letters of a line stand and how high they are. */
const PICTURE_WIDTH = 1100;
const PICTURE_HEIGHT = 600;
const JOB = { left: 60, right: 975, baseline: 375, size: 32 };
const JOB_TEXT = '04/2019 - heute  Staplerfahrerin, Spreekai Logistik GmbH';
/** In letter heights. */
const ASCENT = 0.78;
const TOLERANCE = 0.35;

const recognize = (bytes: Uint8Array) => parseCv(bytes, catalogs, RECOGNITION_LIMITS, true);

async function reasonOf(bytes: Uint8Array, recognizesText: boolean): Promise<string> {
  const reading = parseCv(bytes, catalogs, RECOGNITION_LIMITS, recognizesText);
  return reading.then(
    () => 'parsed',
    (error) => (error instanceof CvParsingError ? error.reason : String(error)),
  );
}

function find(values: readonly WeighedValue[], property: string) {
  const value = values.find((one) => one.property === property);
  assert.ok(value?.sources[0] !== undefined, property);
  return { ...value, source: value.sources[0] };
}

interface Edges {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

function assertPlace(found: Edges | null, expected: Edges, tolerance: number): void {
  for (const edge of ['left', 'bottom', 'right', 'top'] as const)
    assert.ok(
      found !== null && Math.abs(found[edge] - expected[edge]) <= tolerance,
      `${edge}: ${found?.[edge]} and not ${expected[edge]}`,
    );
}

/** A PDF of these pages. */
function pdfOf(...pages: ((pdf: PDFKit.PDFDocument) => void)[]): Promise<Buffer> {
  const pdf = new PDFDocument({ size: [595, 842], margin: 0, autoFirstPage: false });
  const pieces: Buffer[] = [];
  pdf.on('data', (piece: Buffer) => pieces.push(piece));
  const written = new Promise<Buffer>((resolve) => pdf.on('end', () => resolve(Buffer.concat(pieces))));
  for (const page of pages) page(pdf.addPage());
  pdf.end();
  return written;
}

const footer = (pdf: PDFKit.PDFDocument) => pdf.fontSize(9).text('Scanned with CamScanner', 240, 820);

test('of a PDF, only pages without text are recognized, also if they are turned, askew, and signed by a scanner', async () => {
  const scale = 0.5;
  const skew = 1.5;
  const [left, top] = [-PICTURE_WIDTH * scale - 100, 50];
  const center: [number, number] = [left + (PICTURE_WIDTH / 2) * scale, top + (PICTURE_HEIGHT / 2) * scale];
  const bytes = await pdfOf(
    (pdf) => pdf.fontSize(11).text('Jana Wieczorek', 72, 72).text('Telefon: 030 1234567', 72, 100),
    (pdf) => {
      // The page is shown turned to the right, so its picture is turned to the left.
      Object.assign(pdf.page.dictionary.data, { Rotate: 90 });
      pdf.save().rotate(-90).rotate(skew, { origin: center });
      pdf.image(PICTURE, left, top, { scale }).restore();
      footer(pdf);
    },
  );
  const { values, leftovers } = await recognize(bytes);
  assert.deepEqual(leftovers, [{ code: 'recognizedPages', count: 1, pages: [2] }]);
  const phone = find(values, 'contact.phone');
  assert.equal(phone.source.page, 1);
  const { source } = find(values, 'resume.jobs');
  assert.deepEqual([source.page, source.text], [2, JOB_TEXT]);
  const [cosine, sine] = [Math.cos((skew * Math.PI) / 180), Math.sin((skew * Math.PI) / 180)];
  const corners = [JOB.left, JOB.right].flatMap((x) =>
    [JOB.baseline - ASCENT * JOB.size, JOB.baseline + (1 - ASCENT) * JOB.size].map((y) => {
      const [fromLeft, fromTop] = [left + x * scale - center[0], top + y * scale - center[1]];
      const askew = {
        x: center[0] + cosine * fromLeft - sine * fromTop,
        y: center[1] + sine * fromLeft + cosine * fromTop,
      };
      // Turned to the left, and measured from the lower edge of the page.
      return { x: askew.y, y: 842 + askew.x };
    }),
  );
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const around = {
    left: Math.min(...xs),
    right: Math.max(...xs),
    bottom: Math.min(...ys),
    top: Math.max(...ys),
  };
  assertPlace(source.rectangle, around, TOLERANCE * JOB.size * scale);
});

test('without the recognition of text, a picture and a scan are rejected as such', async () => {
  assert.equal(await reasonOf(PICTURE, false), 'image');
  const scan = await pdfOf((pdf) => footer(pdf.image(PICTURE, 50, 50, { width: 400 })));
  assert.equal(await reasonOf(scan, false), 'scan');
});

test('without the recognition of text, pages that only a scanner has signed are left over', async () => {
  const bytes = await pdfOf((pdf) => pdf.text('jana.wieczorek@example.org', 72, 72), footer);
  const { leftovers } = await parseCv(bytes, catalogs);
  assert.deepEqual(leftovers, [{ code: 'pageWithoutText', count: 1, pages: [2] }]);
});

test('a page with nothing but lines has no recognized text', async () => {
  const lines = await pdfOf((pdf) => pdf.rect(100, 100, 200, 200).stroke());
  assert.equal(await reasonOf(lines, true), 'unrecognized');
});

test('a picture that claims more pixels than it may have is not decoded', async () => {
  const bomb = Buffer.from(PICTURE);
  bomb.writeUInt32BE(30_000, 16);
  bomb.writeUInt32BE(30_000, 20);
  assert.equal(await reasonOf(bomb, true), 'tooManyPixels');
});
