import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { button, formOf, refused, said, save, undo } from './elements.ts';
import { loseResponse, openAs, openConsole, untilIdle } from './open-console.ts';
import { insertApplications } from './recruiting-data.ts';

const { service, consoleTest, urlOf } = await openConsole();
const { ids } = await insertApplications(service);
const recruiter = await service.platform('recruiter');
const colleague = await service.platform('recruiter');

const pathOf = (lastName: string) => `/candidates/${ids[lastName]!.candidateId}`;
const read = async (lastName: string) => (await recruiter.get(pathOf(lastName))).body;

async function open(page: Page, lastName: string, query: string): Promise<void> {
  await openAs(page, urlOf(`${pathOf(lastName)}${query}`), recruiter.cookie);
  await page.getByRole('heading', { level: 1, name: lastName }).waitFor();
  await untilIdle(page);
}

async function choose(
  page: Page,
  name: string,
  file: string | { name: string; mimeType: string; buffer: Buffer },
) {
  const chooser = page.waitForEvent('filechooser');
  await button(page, name).click();
  await (await chooser).setFiles(file);
}

consoleTest('a communication is added, changed, and deleted', async (page) => {
  await open(page, 'Öztürk', '?tab=communication');
  const title = 'Hinzufügen: Kommunikation';
  await button(page, title).click();
  const form = formOf(page, title);
  await form.getByLabel('Betreff').fill('Rückruf');
  await form.getByLabel('Wann').fill('2099-01-01T10:00');
  await save(page, title);
  await refused(page, title, 'Art', 'Bitte ausfüllen.');
  await form.getByLabel('Art').selectOption({ index: 1 });
  await save(page, title);
  await refused(page, title, 'Wann', 'Dieser Zeitpunkt liegt in der Zukunft.');
  await form.getByLabel('Wann').fill('2026-01-05T10:00');
  await form.getByLabel('Richtung').selectOption('eingehend');
  await save(page, title);
  await said(page, '„Rückruf“ ist hinzugefügt.');
  const table = page.getByRole('table', { name: 'Kommunikation' });
  await table.getByRole('row', { name: /, eingehend Test recruiter Rückruf/ }).waitFor();
  await undo(page);
  await table.waitFor({ state: 'hidden' });
  assert.deepEqual((await read('Öztürk')).communications, []);

  const call = { communicationTypeId: 1, subject: 'Anruf', text: 'Meldet sich' };
  assert.equal((await colleague.post(`${pathOf('Öztürk')}/communications`, call)).status, 200);
  await button(page, 'Bearbeiten: Anruf').click();
  const edited = formOf(page, 'Bearbeiten: Anruf');
  await edited.getByLabel('Text').fill('Meldet sich am Montag');
  await save(page, 'Bearbeiten: Anruf');
  await said(page, 'Gespeichert.');
  assert.equal((await read('Öztürk')).communications[0].text, 'Meldet sich am Montag');
  await button(page, 'Löschen: Anruf').click();
  const dialog = page.getByRole('dialog', { name: 'Anruf löschen?' });
  await dialog.getByRole('button', { name: 'Abbrechen' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await button(page, 'Löschen: Anruf').click();
  await dialog.getByRole('button', { name: 'Endgültig löschen' }).click();
  await said(page, '„Anruf“ ist gelöscht.');
  await page.getByText('Noch keine Kommunikation.').waitFor();
  assert.deepEqual((await read('Öztürk')).communications, []);
});

/** Holds back what is added at the end of the path, until the function that it returns is called. */
async function holdBack(page: Page, end: string, keys: string[]): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(`**/platform/candidates/*/${end}`, async (route) => {
    const request = route.request();
    if (request.method() !== 'POST') return route.fallback();
    keys.push(request.headers()['idempotency-key']!);
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

consoleTest('what is typed while a note is saved stays, and is saved as another one', async (page) => {
  const keys: string[] = [];
  const release = await holdBack(page, 'notes', keys);
  await open(page, 'Kowalenko', '?tab=communication');
  const field = page.getByLabel('Neue Notiz');
  const text = 'Hat einen Staplerschein.';
  await field.fill(text);
  await button(page, 'Notiz speichern').click();
  await button(page, 'Notiz speichern').and(page.locator('[data-loading]')).waitFor();
  await field.press('End');
  await page.keyboard.type(' Kommt am Montag.');
  release();
  await said(page, 'Die Notiz ist gespeichert.');
  await untilIdle(page);
  assert.equal(await field.inputValue(), 'Kommt am Montag.');
  await page.reload();
  await page.getByText(/^Entwurf vom /).waitFor();
  assert.equal(await field.inputValue(), 'Kommt am Montag.');
  await button(page, 'Notiz speichern').click();
  await said(page, 'Die Notiz ist gespeichert.');
  const notes = page.getByRole('list', { name: 'Notizen' });
  await notes.getByText('Kommt am Montag.', { exact: true }).waitFor();
  assert.equal(await field.inputValue(), '');
  assert.equal(new Set(keys).size, 2);
  const { body } = await recruiter.get(`${pathOf('Kowalenko')}/notes`);
  assert.deepEqual(
    body.notes.map((note: { text: string }) => note.text),
    ['Kommt am Montag.', text],
  );
});

consoleTest('what is typed while a communication is saved stays in the form', async (page) => {
  const keys: string[] = [];
  const release = await holdBack(page, 'communications', keys);
  await open(page, 'Muster', '?tab=communication');
  const title = 'Hinzufügen: Kommunikation';
  await button(page, title).click();
  const form = formOf(page, title);
  await form.getByLabel('Betreff').fill('Anruf');
  await form.getByLabel('Art').selectOption({ index: 1 });
  await form.getByLabel('Text').fill('Meldet sich.');
  await save(page, title);
  await form.getByRole('button', { name: 'Speichern' }).and(page.locator('[data-loading]')).waitFor();
  await form.getByLabel('Text').press('End');
  await page.keyboard.type(' Ist im Urlaub.');
  release();
  await said(page, '„Anruf“ ist hinzugefügt.');
  await untilIdle(page);
  assert.equal(await form.getByLabel('Text').inputValue(), 'Ist im Urlaub.');
  assert.equal(await form.getByLabel('Betreff').inputValue(), '');
  await form.getByLabel('Betreff').fill('Urlaub');
  await form.getByLabel('Art').selectOption({ index: 1 });
  await save(page, title);
  await said(page, '„Urlaub“ ist hinzugefügt.');
  await form.waitFor({ state: 'hidden' });
  assert.equal(new Set(keys).size, 2);
  const { communications } = await read('Muster');
  assert.deepEqual(communications.map((each: { text: string }) => each.text).sort(), [
    'Ist im Urlaub.',
    'Meldet sich.',
  ]);
});

consoleTest('files are attached to a communication, and downloaded', async (page) => {
  const mail = { communicationTypeId: 1, subject: 'Unterlagen' };
  assert.equal((await recruiter.post(`${pathOf('Weiß')}/communications`, mail)).status, 200);
  await open(page, 'Weiß', '?tab=communication');
  const attach = 'Anlage hinzufügen: Unterlagen';
  await choose(page, attach, { name: 'leer.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) });
  await page.getByRole('alert').getByText('Die Datei ist leer.').waitFor();
  await choose(page, attach, { name: 'brief.txt', mimeType: 'text/plain', buffer: Buffer.from('Guten Tag') });
  const files = page.getByRole('list', { name: 'Anlagen: Unterlagen' });
  const downloading = page.waitForEvent('download');
  await files.getByRole('button', { name: 'brief.txt' }).click();
  const file = await downloading;
  assert.equal(file.suggestedFilename(), 'brief.txt');
  assert.equal(await readFile((await file.path())!, 'utf8'), 'Guten Tag');
  assert.equal((await read('Weiß')).communications[0].attachments.length, 1);
});

consoleTest('a file whose response was lost is attached once, also after a reload', async (page, context) => {
  const mail = { communicationTypeId: 1, subject: 'Nachweise' };
  assert.equal((await recruiter.post(`${pathOf('Kowalenko')}/communications`, mail)).status, 200);
  await loseResponse(page, 'POST', '**/attachments');
  // A file of its own, so that it has the same time of change both times.
  const directory = mkdtempSync(join(tmpdir(), 'stellwerk-file-'));
  context.after(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'schein.txt');
  writeFileSync(path, 'Staplerschein');
  const choosePermit = () => choose(page, 'Anlage hinzufügen: Nachweise', path);
  await open(page, 'Kowalenko', '?tab=communication');
  await choosePermit();
  await page.getByRole('alert').getByText('Der Dienst hat nicht geantwortet').waitFor();
  await untilIdle(page);
  await page.reload();
  await choosePermit();
  await page.getByRole('status').getByText('schein.txt').waitFor();
  const { communications } = await read('Kowalenko');
  const stored = communications.find(({ subject }: { subject: string }) => subject === 'Nachweise');
  assert.equal(stored.attachments.length, 1);
});

consoleTest('a note is changed and deleted', async (page) => {
  const note = await colleague.post(`${pathOf('Şahin')}/notes`, { text: 'Hat am Dienstag Zeit' });
  assert.equal(note.status, 200, note.text);
  await open(page, 'Şahin', '?tab=communication');
  const notes = page.getByRole('list', { name: 'Notizen' });
  const edit = notes.getByRole('button', { name: /^Bearbeiten: Notiz vom / });
  await edit.click();
  const form = page.getByRole('form', { name: /^Bearbeiten: Notiz vom / });
  await form.getByLabel('Text').fill('Hat am Mittwoch Zeit');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await said(page, 'Gespeichert.');
  await notes.getByText('Hat am Mittwoch Zeit').waitFor();
  await edit.and(page.locator(':focus')).waitFor();
  await undo(page);
  await notes.getByText('Hat am Dienstag Zeit').waitFor();
  await notes.getByRole('button', { name: /^Löschen: Notiz vom / }).click();
  const dialog = page.getByRole('dialog', { name: /^Notiz vom .* löschen\?$/ });
  await dialog.getByRole('button', { name: 'Endgültig löschen' }).click();
  await page.getByText('Noch keine Notiz').waitFor();
  assert.deepEqual((await read('Şahin')).communications, []);
});

consoleTest('an application is recorded by hand', async (page) => {
  await open(page, 'Muster', '?tab=applications');
  const title = 'Hinzufügen: Bewerbungen';
  await button(page, title).click();
  const form = formOf(page, title);
  await form.getByLabel('Recruiter').selectOption('');
  await form.getByLabel('Eingegangen am').fill('2026-01-05T10:00');
  await form.getByLabel('Nachricht').fill('Kam mit der Post');
  await save(page, title);
  await refused(page, title, 'Recruiter', 'Bitte ausfüllen.');
  await form.getByLabel('Recruiter').selectOption(String(recruiter.user.id));
  await save(page, title);
  await said(page, '„Initiativbewerbung“ ist hinzugefügt.');
  const list = page.getByRole('list', { name: 'Bewerbungen' });
  await list.getByText('Kam mit der Post').waitFor();
  assert.equal(await button(page, 'Rückgängig').count(), 0);
  const { applies } = await read('Muster');
  assert.equal(applies.length, 2);
  const added = applies.find(({ message }: { message: string }) => message === 'Kam mit der Post');
  assert.deepEqual([added.recruiterId, added.jobAdId], [recruiter.user.id, null]);
});
