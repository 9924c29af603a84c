import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { applyCv } from '../../server/areas/documents/cv/apply.ts';
import { button } from './elements.ts';
import { loseResponse, openAs, openConsole, untilIdle, untilTrue } from './open-console.ts';
import { pdfOf } from './pdf.ts';
import { pngOf } from './png.ts';
import { insertApplications } from './recruiting-data.ts';

const { service, consoleTest, urlOf } = await openConsole();
const { ids } = await insertApplications(service);
const recruiter = await service.platform('recruiter');
const { applicationId, candidateId } = ids.Muster!;

async function add(name: string, contents: Buffer, category = 'other', of = candidateId): Promise<number> {
  const body = { filename: name, base64File: contents.toString('base64') };
  const added = await recruiter.post(`/candidates/${of}/documents/${category}`, body);
  assert.equal(added.status, 200, added.text);
  return added.body.id;
}

const PAGES = ['Ada Muster, Lagerfachkraft', 'Zeugnis der Spedition', 'Staplerschein', 'Letzte Seite'];
const cv = await add('lebenslauf.pdf', await pdfOf(PAGES), 'cv');
const text = await add('anschreiben.txt', Buffer.from('Sehr geehrte Frau Weiß,\nich bewerbe mich.'));
const program = await add('bewerbung.bat', Buffer.from('@rem ich bewerbe mich.'));
const picture = await add('foto.png', pngOf());
const archive = await add('zeugnisse.zip', Buffer.from('504b0506'.padEnd(44, '0'), 'hex'));
await add('fax.pdf', faxPdf());
await add('gesperrt.pdf', await pdfOf(['Geheim'], 'secret'));
const long = await add('lang.txt', Buffer.alloc(2_000_001, 'a'));
const broken = await add('kaputt.pdf', Buffer.from('%PDF-1.7\nthis is no document'));

/** A page with one picture, compressed as faxes are: eight white lines, which are shown as black. */
function faxPdf(): Buffer {
  const lines = Buffer.from('ff00100100', 'hex').toString('latin1');
  const drawing = 'q 400 0 0 400 100 400 cm /Fax Do Q';
  const image =
    '/Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 1 /ColorSpace /DeviceGray';
  const fax = '/Decode [1 0] /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 8 /Rows 8 >>';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /Fax 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >> stream\n${drawing}\nendstream`,
    `<< ${image} ${fax} /Length ${lines.length} >> stream\n${lines}\nendstream`,
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.7\n${body}trailer << /Root 1 0 R /Size 6 >>\n%%EOF`, 'latin1');
}

async function accessesTo(documentId: number): Promise<string[]> {
  const rows = await service.sql<{ kind: string }>(
    'SELECT kind FROM document_access WHERE tenant_id = $1 AND document_id = $2',
    [service.tenant.id, documentId],
  );
  return rows.map(({ kind }) => kind);
}

/** Whether the upper half of the first page has something dark. */
const HAS_INK = `(() => {
  const canvas = document.querySelector('[data-page="1"] canvas');
  if (canvas === null) return false;
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height / 2);
  return data.some((value, index) => index % 4 === 0 && value < 80);
})()`;

const open = (page: Page, application = applicationId) =>
  openAs(page, urlOf(`/applications?application=${application}`), recruiter.cookie);
const viewer = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

consoleTest('the CV is read beside the queue, and its contents are read once', async (page) => {
  await open(page);
  await button(page, 'lebenslauf.pdf').waitFor();
  await untilIdle(page);
  assert.deepEqual(await accessesTo(cv), []);
  await page.keyboard.press('o');
  const region = viewer(page, 'lebenslauf.pdf');
  await region.getByText('Ada Muster, Lagerfachkraft').waitFor();
  await region.getByText('Seite 1 von 4').waitFor();
  assert.equal(await region.getByText('Letzte Seite').count(), 0);
  await region.getByRole('button', { name: 'Vergrößern' }).click();
  await page.keyboard.press('-');
  await region.getByRole('button', { name: 'Seitenbreite' }).click();
  const pages = region.getByRole('region', { name: 'Seiten' });
  await pages.focus();
  await page.keyboard.press('End');
  await region.getByText('Letzte Seite').waitFor();
  await region.getByText('Seite 4 von 4').waitFor();
  await untilIdle(page);
  assert.deepEqual(await accessesTo(cv), ['content']);
  // A button keeps the focus, and with it the keys of the viewer, when it has done all it can.
  const previous = region.getByRole('button', { name: 'Vorherige Seite' });
  await previous.focus();
  while (!(await previous.isDisabled())) await page.keyboard.press('Enter');
  await region.getByText('Seite 1 von 4').waitFor();
  await previous.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('o');
  await region.waitFor({ state: 'hidden' });
  await button(page, 'lebenslauf.pdf').and(page.locator(':focus')).waitFor();
});

consoleTest('a page of a PDF is drawn, and its text can be selected', async (page) => {
  const font = page.waitForResponse((response) => response.url().endsWith('/LiberationSans-Regular.ttf'));
  await open(page);
  await button(page, 'lebenslauf.pdf').click();
  const line = viewer(page, 'lebenslauf.pdf').getByText('Ada Muster, Lagerfachkraft');
  await line.click({ clickCount: 3 });
  assert.match(await page.evaluate<string>('String(getSelection())'), /Ada Muster, Lagerfachkraft/);
  await untilTrue(page, HAS_INK);
  assert.equal((await font).status(), 200);
});

consoleTest('a scan that is compressed like a fax is drawn, without WebAssembly', async (page) => {
  await open(page);
  await button(page, 'fax.pdf').click();
  await viewer(page, 'fax.pdf').getByText('Seite 1 von 1').waitFor();
  await untilTrue(page, HAS_INK);
});

consoleTest('texts and pictures are shown, and other files only downloaded', async (page) => {
  await open(page);
  await button(page, 'anschreiben.txt').click();
  await viewer(page, 'anschreiben.txt').getByText('Sehr geehrte Frau Weiß,').waitFor();
  await button(page, 'foto.png').click();
  await viewer(page, 'foto.png').getByRole('img', { name: 'foto.png' }).waitFor();
  assert.equal(await viewer(page, 'anschreiben.txt').count(), 0);
  await button(page, 'zeugnisse.zip').click();
  const region = viewer(page, 'zeugnisse.zip');
  await region.getByText('Dieses Format kann hier nicht gezeigt werden.').waitFor();
  assert.deepEqual(await accessesTo(archive), []);
  await button(page, 'lang.txt').click();
  await viewer(page, 'lang.txt').getByText('Dieser Text ist zu lang für die Anzeige.').waitFor();
  assert.deepEqual(await accessesTo(long), []);
  await button(page, 'zeugnisse.zip').click();
  const downloading = page.waitForEvent('download');
  await region.getByRole('button', { name: 'Herunterladen' }).click();
  assert.equal((await downloading).suggestedFilename(), 'zeugnisse.zip');
  assert.deepEqual(await accessesTo(archive), ['content']);
  assert.deepEqual([await accessesTo(text), await accessesTo(picture)], [['content'], ['content']]);
  await page.keyboard.press('Escape');
  await region.waitFor({ state: 'hidden' });
});

consoleTest(
  'what is open is downloaded without being read again, and a text as a text whatever its name',
  async (page) => {
    await open(page);
    await button(page, 'bewerbung.bat').click();
    const region = viewer(page, 'bewerbung.bat');
    await region.getByText('ich bewerbe mich.').waitFor();
    const before = (await accessesTo(program)).length;
    const downloading = page.waitForEvent('download');
    await region.getByRole('button', { name: 'Herunterladen' }).click();
    assert.equal((await downloading).suggestedFilename(), 'bewerbung.bat.txt');
    assert.equal((await accessesTo(program)).length, before);
  },
);

consoleTest('a damaged file and a failed read say so, with the way out', async (page) => {
  await open(page);
  await button(page, 'kaputt.pdf').click();
  await viewer(page, 'kaputt.pdf').getByRole('alert').getByText('Die Datei ist beschädigt').waitFor();
  assert.deepEqual(await accessesTo(broken), ['content']);
  await button(page, 'gesperrt.pdf').click();
  await viewer(page, 'gesperrt.pdf').getByText('Die Datei ist mit einem Passwort geschützt.').waitFor();
  await page.route('**/content', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await button(page, 'anschreiben.txt').click();
  const region = viewer(page, 'anschreiben.txt');
  await region.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await region.getByText('ich bewerbe mich.').waitFor();
});

consoleTest('what shows PDFs can be loaded again when the connection is back', async (page) => {
  await open(page);
  await untilIdle(page);
  const part = '**/app/assets/pdf-view-*.js';
  await page.route(part, async (route) => {
    await page.context().setOffline(true);
    await route.abort('internetdisconnected');
  });
  await button(page, 'lebenslauf.pdf').click();
  const region = viewer(page, 'lebenslauf.pdf');
  const again = region.getByRole('alert').getByRole('button', { name: 'Noch einmal versuchen' });
  await again.waitFor();
  const notice = page.getByRole('status').getByText('Keine Verbindung.');
  await notice.waitFor();
  await page.unroute(part);
  await page.context().setOffline(false);
  await notice.waitFor({ state: 'hidden' });
  // A browser can keep the failure of a part until the page is loaded again.
  const loaded = page.waitForEvent('load');
  await again.click();
  await loaded;
  await button(page, 'lebenslauf.pdf').click();
  await region.getByText(PAGES[0]!).waitFor();
});

consoleTest(
  'a PDF whose worker did not arrive is not called damaged, and is shown with the next try',
  async (page) => {
    await open(page);
    await untilIdle(page);
    await page.route('**/app/assets/pdf.worker*', (route) => route.abort('connectionreset'), { times: 1 });
    await button(page, 'lebenslauf.pdf').click();
    const region = viewer(page, 'lebenslauf.pdf');
    await region.getByRole('alert').getByRole('button', { name: 'Noch einmal versuchen' }).click();
    await region.getByText(PAGES[0]!).waitFor();
  },
);

consoleTest('files are added by drop and by button, and a refused one is named', async (page) => {
  const { applicationId, candidateId } = ids.Weiß!;
  await open(page, applicationId);
  await page.getByLabel('Art der neuen Datei').selectOption('Führerschein');
  const files = await page.evaluateHandle(`(() => {
    const files = new DataTransfer();
    files.items.add(new File(['Klasse B'], 'führerschein.txt', { type: 'text/plain' }));
    files.items.add(new File([], 'leer.txt', { type: 'text/plain' }));
    return files;
  })()`);
  const part = page.getByRole('region', { name: 'Dokumente' });
  await part.getByText('oder hierher ziehen').dispatchEvent('drop', { dataTransfer: files });
  await button(page, 'führerschein.txt').waitFor();
  await part.getByRole('alert').getByText('leer.txt: Die Datei ist leer.').waitFor();
  await part.getByText(/^Führerschein · /).waitFor();
  await page.getByLabel('Art der neuen Datei').selectOption('Lebenslauf');
  await page.getByLabel('Angaben aus dem Lebenslauf übernehmen').uncheck();
  await page.locator('input[type="file"]').setInputFiles([
    { name: 'lebenslauf.txt', mimeType: 'text/plain', buffer: Buffer.from('Chiara Weiß') },
    { name: 'zweiter.txt', mimeType: 'text/plain', buffer: Buffer.from('Chiara Weiß') },
  ]);
  await button(page, 'lebenslauf.txt').waitFor();
  await button(page, 'zweiter.txt').waitFor();
  const { body } = await recruiter.get(`/candidates/${candidateId}`);
  assert.deepEqual(
    body.documents.map(({ originalFileName, documentCategory }: Record<string, { key: string }>) => [
      originalFileName,
      documentCategory!.key,
    ]),
    [
      ['führerschein.txt', 'driverlicense'],
      ['lebenslauf.txt', 'cv'],
      ['zweiter.txt', 'cv'],
    ],
  );
});

consoleTest(
  'a file whose response was lost becomes one document, also after a reload',
  async (page, context) => {
    const { applicationId, candidateId } = ids.Kowalenko!;
    const directory = mkdtempSync(join(tmpdir(), 'stellwerk-file-'));
    context.after(() => rmSync(directory, { recursive: true }));
    const path = join(directory, 'zeugnis.txt');
    writeFileSync(path, 'Zeugnis');
    const names = async () =>
      (await recruiter.get(`/candidates/${candidateId}`)).body.documents.map(
        ({ originalFileName }: { originalFileName: string }) => originalFileName,
      );
    await open(page, applicationId);
    const input = page.locator('input[type="file"]');
    const alert = page.getByRole('region', { name: 'Dokumente' }).getByRole('alert');
    await loseResponse(page, 'POST', '**/documents/other');
    await page.getByLabel('Art der neuen Datei').selectOption('Sonstiges');
    await input.setInputFiles(path);
    await alert.getByText('zeugnis.txt: Der Dienst hat nicht geantwortet.').waitFor();
    await button(page, 'zeugnis.txt').waitFor();
    await untilIdle(page);
    await page.reload();
    await page.getByLabel('Art der neuen Datei').selectOption('Sonstiges');
    await loseResponse(page, 'POST', '**/documents/other', 504);
    await input.setInputFiles(path);
    await alert.getByText('zeugnis.txt: Der Dienst hat nicht geantwortet.').waitFor();
    await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
    await page.getByRole('status').getByText('„zeugnis.txt“ ist hinzugefügt.').waitFor();
    await alert.waitFor({ state: 'hidden' });
    assert.deepEqual(await names(), ['zeugnis.txt']);
    // A browser reports only a choice that differs from the one before.
    await untilTrue(page, `document.querySelector('input[type="file"]').files.length === 0`);
    await button(page, 'zeugnis.txt löschen').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Endgültig löschen' }).click();
    await button(page, 'zeugnis.txt').waitFor({ state: 'hidden' });
    await input.setInputFiles(path);
    await button(page, 'zeugnis.txt').waitFor();
    assert.deepEqual(await names(), ['zeugnis.txt']);
  },
);

consoleTest('why a file was refused is said in the language of the user', async (page) => {
  await open(page);
  const name = `${'x'.repeat(252)}.txt`;
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('Zeugnis') });
  const alert = page.getByRole('region', { name: 'Dokumente' }).getByRole('alert');
  await alert.getByText('Geben Sie höchstens 255 Zeichen ein.').waitFor();
  assert.equal(await alert.getByRole('button', { name: 'Noch einmal versuchen' }).count(), 0);
});

consoleTest('a document is deleted after a question that names it', async (page) => {
  const { applicationId, candidateId } = ids.Öztürk!;
  const id = await add('alt.txt', Buffer.from('alt'), 'other', candidateId);
  await open(page, applicationId);
  await button(page, 'alt.txt').click();
  await viewer(page, 'alt.txt').waitFor();
  await button(page, 'alt.txt löschen').click();
  const dialog = page.getByRole('dialog', { name: 'Dokument löschen?' });
  await dialog.getByText('„alt.txt“ wird endgültig gelöscht.').waitFor();
  await dialog.getByRole('button', { name: 'Abbrechen' }).click();
  await button(page, 'alt.txt löschen').click();
  await dialog.getByRole('button', { name: 'Endgültig löschen' }).click();
  await page.getByRole('status').getByText('„alt.txt“ ist gelöscht.').waitFor();
  await viewer(page, 'alt.txt').waitFor({ state: 'hidden' });
  await page.getByText('Keine Dokumente.').waitFor();
  assert.equal((await recruiter.get(`/candidates/export/documents/${id}`)).status, 404);
});

consoleTest(
  'a document whose deletion got no response disappears, and nothing else is claimed',
  async (page) => {
    const { applicationId, candidateId } = ids.Şahin!;
    await add('verloren.txt', Buffer.from('alt'), 'other', candidateId);
    await open(page, applicationId);
    await button(page, 'verloren.txt löschen').click();
    await loseResponse(page, 'DELETE', '**/platform/documents/*');
    await page.getByRole('dialog').getByRole('button', { name: 'Endgültig löschen' }).click();
    await page
      .getByRole('status')
      .getByText('Es kann sein, dass die Änderung trotzdem gemacht wurde.')
      .waitFor();
    await button(page, 'verloren.txt').waitFor({ state: 'hidden' });
  },
);

consoleTest('a viewer opens documents, and is offered no change of them', async (page) => {
  const { cookie } = await service.platform('viewer');
  await openAs(page, urlOf(`/applications?application=${applicationId}`), cookie);
  await button(page, 'anschreiben.txt').click();
  await viewer(page, 'anschreiben.txt').getByText('ich bewerbe mich.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Dateien hinzufügen' }).count(), 0);
  assert.equal(await page.getByRole('button', { name: 'anschreiben.txt löschen' }).count(), 0);
});

consoleTest('why a CV was not read is below its name and in the viewer, with what to do', async (page) => {
  const { candidateId, applicationId } = ids.Kowalenko!;
  const scan = await add('scan.pdf', faxPdf(), 'cv', candidateId);
  const { services, tenant } = service;
  const settings = { ...services.settings, recognizesText: false };
  await applyCv({ ...services, settings }, tenant.id, scan);
  const reason = /^Die Datei ist ein Scan ohne Text, .* Bitten Sie um den Lebenslauf als PDF mit Text/;
  await open(page, applicationId);
  await page.getByText('Nicht auslesbar', { exact: true }).waitFor();
  await page.getByRole('list', { name: 'Dokumente' }).getByText(reason).waitFor();
  await button(page, 'scan.pdf').click();
  await viewer(page, 'scan.pdf').getByText(reason).waitFor();
  assert.equal(await page.getByText('CV_OCR').count(), 0);
});
