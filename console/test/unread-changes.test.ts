import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openAs, openConsole, untilIdle } from './open-console.ts';
import { insertApplications } from './recruiting-data.ts';

// A change is made, and the read of the candidate after it fails: the page says that it was made, and reads again.

const { service, consoleTest, urlOf } = await openConsole();
const { ids } = await insertApplications(service);
const recruiter = await service.platform('recruiter');

const pathOf = (lastName: string) => `/candidates/${ids[lastName]!.candidateId}`;
const read = async (lastName: string) => (await recruiter.get(pathOf(lastName))).body;
const said = (page: Page, text: string) =>
  page.getByRole('status', { name: 'Meldungen' }).getByText(text).waitFor();
const undo = (page: Page) => page.getByRole('button', { name: 'Rückgängig' }).click();

/** Opens a candidate. After each change from `firstFailing` on, the first read fails. */
async function open(page: Page, lastName: string, query = '', firstFailing = 1): Promise<void> {
  // Its reads would be the first ones.
  await page.route('**/platform/live*', (route) => route.abort());
  await openAs(page, urlOf(`${pathOf(lastName)}${query}`), recruiter.cookie);
  await page.getByRole('heading', { level: 1, name: lastName }).waitFor();
  await untilIdle(page);
  const path = `/platform${pathOf(lastName)}`;
  let changes = 0;
  let isChanged = false;
  await page.route(`**${path}**`, async (route) => {
    const isRead = route.request().method() === 'GET';
    if (!isRead) isChanged = ++changes >= firstFailing;
    const isFailing = isRead && isChanged && new URL(route.request().url()).pathname === path;
    if (!isFailing) return route.fallback();
    isChanged = false;
    await route.fulfill({ status: 503, json: { message: 'The service is overloaded.' } });
  });
}

consoleTest('a status and a responsible person that were set', async (page) => {
  await open(page, 'Şahin');
  await page.getByLabel('Status').selectOption('Einstellung');
  await said(page, 'Elif Şahin: Status „Einstellung“.');
  assert.equal((await read('Şahin')).statusId, 2003);
  await undo(page);
  await said(page, 'Elif Şahin: Der Status ist zurückgesetzt.');
  await page.getByLabel('Zuständig').selectOption(String(recruiter.user.id));
  await said(page, 'Elif Şahin: zuständig ist jetzt Test recruiter.');
  assert.equal((await read('Şahin')).responsibility, recruiter.user.id);
});

consoleTest('a keyword that was added', async (page) => {
  await open(page, 'Muster');
  const keyword = page.getByRole('textbox', { name: 'Neues Schlagwort' });
  await keyword.fill('Schichtleitung');
  await page.getByRole('button', { name: 'Hinzufügen: Neues Schlagwort' }).click();
  await said(page, 'Schichtleitung');
  const keywords = page.getByRole('list', { name: 'Schlagwörter' });
  await keywords.getByText('Schichtleitung').waitFor();
  assert.equal(await keyword.inputValue(), '');
  await undo(page);
  await keywords.waitFor({ state: 'hidden' });
  assert.deepEqual((await read('Muster')).keywords, []);
});

consoleTest('a file that was attached, and the communication that was deleted with it', async (page) => {
  const mail = { communicationTypeId: 1, subject: 'Unterlagen' };
  assert.equal((await recruiter.post(`${pathOf('Weiß')}/communications`, mail)).status, 200);
  await open(page, 'Weiß', '?tab=communication');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Anlage hinzufügen: Unterlagen' }).click();
  const file = { name: 'brief.txt', mimeType: 'text/plain', buffer: Buffer.from('Guten Tag') };
  await (await choosing).setFiles(file);
  await said(page, 'brief.txt');
  await page.getByRole('button', { name: 'brief.txt' }).waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
  assert.equal((await read('Weiß')).communications[0].attachments.length, 1);
  await page.getByRole('button', { name: 'Löschen: Unterlagen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Endgültig löschen' }).click();
  await page.getByRole('button', { name: 'brief.txt' }).waitFor({ state: 'hidden' });
  await said(page, '„Unterlagen“ ist gelöscht.');
  await untilIdle(page);
  await said(page, '„Unterlagen“ ist gelöscht.');
});

consoleTest('a form whose change was taken back', async (page) => {
  await open(page, 'Kowalenko', '', 2);
  await page.getByRole('button', { name: 'Bearbeiten: Bemerkungen' }).click();
  const form = page.getByRole('form', { name: 'Bemerkungen' });
  await form.getByLabel('Bemerkungen').fill('Ruft an.');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await said(page, 'Bemerkungen: gespeichert.');
  const part = page.getByRole('region', { name: 'Bemerkungen' });
  await part.getByText('Ruft an.').waitFor();
  await undo(page);
  await said(page, 'Die Änderung ist zurückgenommen.');
  await part.getByText('Ruft an.').waitFor({ state: 'hidden' });
  assert.equal((await read('Kowalenko')).remarks, null);
});
