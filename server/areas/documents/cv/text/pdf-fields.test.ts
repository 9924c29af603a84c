import assert from 'node:assert/strict';
import { test } from 'node:test';
import PDFDocument from 'pdfkit';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import { parseCv } from '../worker/parse.ts';
import { lineText, type ReadNotes } from './lines.ts';
import { readText } from './read-text.ts';

const LEFT = 50;
const FIELD = 200;
const WIDTH = 300;
const HEIGHT = 18;

/** A PDF of one page. */
function formOf(write: (pdf: PDFKit.PDFDocument) => void): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4', margin: 0 });
  const pieces: Buffer[] = [];
  pdf.on('data', (piece: Buffer) => pieces.push(piece));
  const written = new Promise<Buffer>((resolve) => pdf.on('end', () => resolve(Buffer.concat(pieces))));
  pdf.font('Helvetica').initForm();
  write(pdf);
  pdf.end();
  return written;
}

const read = async (pdf: Buffer, notes?: ReadNotes) =>
  (await readText(new Uint8Array(pdf), { notes })).map(lineText);

const ROWS = [
  ['Name:', 'Erika Lindqvist'],
  ['E-Mail:', 'erika.lindqvist@example.org'],
  ['Telefon:', '0172 9968577'],
  ['Geburtsdatum:', '03.04.1985'],
] as const;

const PERSONAL_FORM = await formOf((pdf) => {
  pdf.fontSize(18).text('Personalbogen', LEFT, 60);
  for (const [index, [label, value]] of ROWS.entries()) {
    const y = 110 + 30 * index;
    pdf.fontSize(12).text(label, LEFT, y);
    pdf.formText(label, FIELD, y - 4, WIDTH, HEIGHT, { value, fontSize: 12 });
  }
  pdf.text('Berufserfahrung', LEFT, 260);
  const value = '01/2015 - heute: Köchin, Hotel Adler\n03/2010 - 12/2014: Beiköchin, Gasthof Linde';
  pdf.formText('jobs', LEFT, 285, 450, 80, { value, multiline: true, fontSize: 12 });
});

test('the values of a form stand beside their labels, and the lines of a field below each other', async () => {
  assert.deepEqual(await read(PERSONAL_FORM), [
    'Personalbogen',
    ...ROWS.map(([label, value]) => `${label}  ${value}`),
    'Berufserfahrung',
    '01/2015 - heute: Köchin, Hotel Adler',
    '03/2010 - 12/2014: Beiköchin, Gasthof Linde',
  ]);
});

test('a CV that is a form is read', async () => {
  const cv = await parseCv(PERSONAL_FORM, builtInCatalogs());
  assert.deepEqual(
    [cv.name?.lastName, cv.emails, cv.phones.map(({ text }) => text), cv.birthDate],
    ['Lindqvist', ['erika.lindqvist@example.org'], ['0172 9968577'], '1985-04-03'],
  );
  assert.deepEqual(
    cv.jobs.map(({ position, employer }) => [position, employer]),
    [
      ['Köchin', 'Hotel Adler'],
      ['Beiköchin', 'Gasthof Linde'],
    ],
  );
});

test('of the fields of a form, only what a person reads is text', async () => {
  const pdf = await formOf((pdf) => {
    pdf.fontSize(12).text('Nationalität:', LEFT, 60);
    const select = ['Deutsch', 'Polnisch'];
    pdf.formCombo('nationality', FIELD, 56, WIDTH, HEIGHT, { select, value: 'Polnisch' });
    pdf.text('Führerschein:', LEFT, 90);
    pdf.formCheckbox('licence', FIELD, 86, HEIGHT, HEIGHT, { backgroundColor: 'white' });
    pdf.text('Passwort:', LEFT, 120);
    pdf.formText('password', FIELD, 116, WIDTH, HEIGHT, { value: 'geheim', password: true });
    pdf.text('Ort:', LEFT, 150);
    pdf.formText('empty', FIELD, 146, WIDTH, HEIGHT, {});
    // A program has written the value into the page too.
    pdf.text('Straße:', LEFT, 180).text('Hauptstraße 5', FIELD + 2, 180);
    pdf.formText('street', FIELD, 176, WIDTH, HEIGHT, { value: 'Hauptstraße 5' });
  });
  assert.deepEqual(await read(pdf), [
    'Nationalität:  Polnisch',
    'Führerschein:',
    'Passwort:',
    'Ort:',
    'Straße:  Hauptstraße 5',
  ]);
});

test('the fields of a page that is a picture are read, and the page is named', async () => {
  const notes: ReadNotes = { pagesWithoutText: [], recognizedPages: [], unreadPages: [] };
  const pdf = await formOf((pdf) => {
    pdf.rect(LEFT, 50, 400, 400).fill('#888888');
    pdf.formText('name', FIELD, 60, WIDTH, HEIGHT, { value: 'Erika Lindqvist' });
  });
  assert.deepEqual(await read(pdf, notes), ['Erika Lindqvist']);
  assert.deepEqual(notes.pagesWithoutText, [1]);
});

test('a form with very many letters is read up to a limit', async () => {
  const value = 'Lager '.repeat(500).trim();
  const pdf = await formOf((pdf) => {
    pdf.fontSize(12).text('Lebenslauf', LEFT, 30);
    for (let index = 0; index < 20; index++)
      pdf.formText(`field${index}`, LEFT, 60 + 30 * index, WIDTH, HEIGHT, { value, fontSize: 12 });
  });
  const lines = await read(pdf);
  assert.equal(lines[0], 'Lebenslauf');
  assert.ok(lines.join(' ').length < 25_000);
});
