import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { partOf } from './elements.ts';
import { loseResponse, openAs, openConsole, untilIdle } from './open-console.ts';
import { insertApplications } from './recruiting-data.ts';

const { service, consoleTest, urlOf } = await openConsole();
const { ids } = await insertApplications(service);
const recruiter = await service.platform('recruiter');
const colleague = await service.platform('recruiter');
const { api } = service.tenant;

const idOf = (lastName: string) => ids[lastName]!.candidateId;
const pathOf = (lastName: string) => `/candidates/${idOf(lastName)}`;
const read = async (lastName: string) => (await recruiter.get(pathOf(lastName))).body;

async function open(page: Page, lastName: string, query = '', as = recruiter): Promise<void> {
  await openAs(page, urlOf(`${pathOf(lastName)}${query}`), as.cookie);
  await page.getByRole('heading', { level: 1, name: lastName }).waitFor();
  await untilIdle(page);
}

consoleTest('status and responsible are changed in the header, and taken back', async (page) => {
  await open(page, 'Şahin');
  await page.getByLabel('Status').selectOption('Einstellung');
  await page.getByText('Elif Şahin: Status „Einstellung“.').waitFor();
  const before = await read('Şahin');
  assert.deepEqual([before.statusId, before.applies[0].stage], [2003, 'hired']);
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await page.getByText('Elif Şahin: Der Status ist zurückgesetzt.').waitFor();
  assert.equal((await read('Şahin')).applies[0].stage, 'new');
  const [other] = await service.sql<{ id: number }>('SELECT id FROM user_account WHERE id = $1', [
    colleague.user.id,
  ]);
  await page.getByLabel('Zuständig').selectOption(String(other!.id));
  await page.getByText(/zuständig ist jetzt Test recruiter/).waitFor();
  assert.equal((await read('Şahin')).responsibility, colleague.user.id);
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await page.getByText('Die Zuständigkeit ist zurückgesetzt.').waitFor();
  assert.equal((await read('Şahin')).responsibility, null);
});

consoleTest('keywords and languages are added, removed, and taken back', async (page) => {
  await open(page, 'Şahin');
  const keyword = page.getByRole('textbox', { name: 'Neues Schlagwort' });
  await keyword.fill('x'.repeat(300));
  await page.getByRole('button', { name: 'Hinzufügen: Neues Schlagwort' }).click();
  await page
    .getByText('Das hat nicht geklappt. Es wurde nichts geändert. Geben Sie höchstens 100 Zeichen ein.')
    .waitFor();
  assert.equal((await keyword.inputValue()).length, 300);
  await keyword.fill('Schichtleitung');
  await page.getByRole('button', { name: 'Hinzufügen: Neues Schlagwort' }).click();
  const keywords = page.getByRole('list', { name: 'Schlagwörter' });
  await keywords.getByText('Schichtleitung').waitFor();
  await page.getByRole('button', { name: 'Entfernen: Schichtleitung' }).click();
  await keywords.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await keywords.getByText('Schichtleitung').waitFor();
  await page.getByLabel('Auswählen: Sprachen').selectOption('Polnisch');
  await page.getByRole('button', { name: 'Hinzufügen: Sprachen' }).click();
  await page.getByRole('list', { name: 'Sprachen' }).getByText('Polnisch').waitFor();
  await page.getByRole('combobox', { name: 'Beruf suchen' }).fill('Lager');
  await page.getByRole('listbox').getByRole('option').first().click();
  await page.getByRole('list', { name: 'Berufe' }).getByText(/Lager/).waitFor();
  const { keywords: stored, languages, professionObjects } = await read('Şahin');
  assert.deepEqual([stored.length, languages.length, professionObjects.length], [1, 1, 1]);
});

consoleTest('an entry of the resume is changed, deleted, and taken back', async (page) => {
  const job = { employer: 'Lager Nord', position: 'Staplerfahrer', fromDate: '2020-01-01' };
  assert.equal((await api.post(`${pathOf('Weiß')}/resume/jobs`, job)).status, 200);
  await open(page, 'Weiß');
  await page.getByRole('button', { name: 'Bearbeiten: Staplerfahrer' }).click();
  const form = page.getByRole('form', { name: 'Bearbeiten: Staplerfahrer' });
  await form.getByLabel('Bis').fill('2024-06-30');
  await form.getByRole('button', { name: 'Speichern' }).click();
  const jobs = page.getByRole('list', { name: 'Berufserfahrung' });
  await jobs.getByText('Lager Nord · 01.01.2020 – 30.06.2024').waitFor();
  await page.getByRole('button', { name: 'Löschen: Staplerfahrer' }).click();
  await jobs.waitFor({ state: 'hidden' });
  assert.deepEqual((await read('Weiß')).resume.jobs, []);
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await jobs.getByText('Lager Nord · 01.01.2020 – 30.06.2024').waitFor();
});

consoleTest('the tabs show applications, notes, history, and who has read', async (page) => {
  const path = pathOf('Muster');
  const admin = await service.platform('admin');
  const file = { filename: 'Zeugnis.txt', base64File: Buffer.from('Zeugnis').toString('base64') };
  const uploaded = await api.post(`${path}/documents/other`, file);
  assert.equal(uploaded.status, 200, uploaded.text);
  assert.equal((await colleague.get(`/candidates/export/documents/${uploaded.body.id}/content`)).status, 200);
  await colleague.put(path, { contact: { website: 'https://example.org' } });
  await open(page, 'Muster', '?tab=history', admin);
  const history = page.getByRole('table', { name: 'Verlauf' });
  await history
    .getByRole('row', { name: /Test recruiter Geändert: Website/ })
    .first()
    .waitFor();
  await history.getByRole('row', { name: /Dokument hinzugefügt/ }).waitFor();
  await page.getByRole('link', { name: 'Zugriffe' }).click();
  await page.getByRole('row', { name: /Test recruiter Zeugnis\.txt Inhalt/ }).waitFor();
  await page.getByRole('link', { name: 'Dokumente' }).click();
  await page.getByText('Zeugnis.txt').waitFor();
  await page.getByRole('link', { name: 'Notizen und Kommunikation' }).click();
  await page.getByLabel('Neue Notiz').fill('Ruft zurück');
  await page.getByRole('button', { name: 'Notiz speichern' }).click();
  await page.getByRole('list', { name: 'Notizen' }).getByText('Ruft zurück').waitFor();
  await page
    .getByRole('navigation', { name: 'Teile des Bewerbers' })
    .getByRole('link', { name: 'Bewerbungen' })
    .click();
  const row = page.getByRole('listitem').filter({ hasText: 'ich suche eine Stelle' });
  await row.getByRole('button', { name: 'Verschieben nach …' }).click();
  await page.getByRole('menuitem', { name: 'In Prüfung' }).click();
  await row.getByText('In Prüfung').first().waitFor();
  assert.equal((await read('Muster')).applies[0].stage, 'inReview');
});

consoleTest('a viewer reads, and is offered no change', async (page) => {
  await open(page, 'Muster', '', await service.platform('viewer'));
  await partOf(page, 'Kontakt').getByText('kandidat0@example.org').waitFor();
  assert.equal(
    await page.getByRole('button', { name: /Bearbeiten|Entfernen|Hinzufügen|löschen/ }).count(),
    0,
  );
  assert.equal(await page.getByRole('button', { name: 'Verschieben nach …' }).count(), 0);
  assert.equal(await page.getByLabel('Status').count(), 0);
  assert.equal(await page.getByRole('link', { name: 'Zugriffe' }).count(), 0);
});

consoleTest('a candidate of another tenant is like a missing one', async (page) => {
  const stranger = await service.platform('recruiter', await service.createTenant());
  await openAs(page, urlOf(pathOf('Muster')), stranger.cookie);
  await page.getByRole('heading', { level: 1, name: 'Diesen Bewerber gibt es nicht' }).waitFor();
  const shown = await page.locator('main').textContent();
  await page.goto(urlOf('/candidates/2147483000'));
  await page.getByRole('heading', { level: 1, name: 'Diesen Bewerber gibt es nicht' }).waitFor();
  assert.equal(await page.locator('main').textContent(), shown);
});

consoleTest('erasing a candidate says what remains, and demands the name', async (page) => {
  const dataProtection = await service.platform('dataProtection');
  await open(page, 'Kowalenko', '', dataProtection);
  assert.equal(await page.getByRole('button', { name: /^Bearbeiten/ }).count(), 0);
  await page.getByRole('button', { name: 'Bewerber löschen …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dmytro Kowalenko löschen?' });
  const erase = dialog.getByRole('button', { name: 'Endgültig löschen' });
  // As docs/security.md has it.
  const text = await dialog.textContent();
  for (const remains of [
    'Meldung der Löschung',
    'Protokoll der Zugriffe',
    'Kennung im Vorsystem',
    'Qualifikationen',
  ])
    assert.ok(text?.includes(remains), remains);
  await dialog.getByRole('textbox').fill('Dmytro');
  assert.ok(await erase.isDisabled());
  await dialog.getByRole('textbox').fill('Dmytro Kowalenko');
  await erase.click();
  await page.getByText('Dmytro Kowalenko ist gelöscht.').waitFor();
  assert.equal((await recruiter.get(pathOf('Kowalenko'))).status, 404);
});

consoleTest('a name with characters that nobody sees is typed as it is seen', async (page) => {
  const name = { firstName: 'Fatima\u200f', lastName: 'Al\u200b-Sayed' };
  const { id } = (await service.tenant.api.post('/candidates', name)).body;
  const dataProtection = await service.platform('dataProtection');
  await openAs(page, urlOf(`/candidates/${id}`), dataProtection.cookie);
  await page.getByRole('button', { name: 'Bewerber löschen …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Fatima Al-Sayed');
  await dialog.getByRole('button', { name: 'Endgültig löschen' }).click();
  await page.getByText(/ ist gelöscht\.$/).waitFor();
  assert.equal((await recruiter.get(`/candidates/${id}`)).status, 404);
});

consoleTest('an erasure whose response was lost is not reported as a failure', async (page) => {
  const dataProtection = await service.platform('dataProtection');
  await open(page, 'Weiß', '', dataProtection);
  await page.getByRole('button', { name: 'Bewerber löschen …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Chiara Weiß löschen?' });
  await dialog.getByRole('textbox').fill('Chiara Weiß');
  await loseResponse(page, 'DELETE', '**/platform/candidates/*');
  await dialog.getByRole('button', { name: 'Endgültig löschen' }).click();
  await page.getByText('Chiara Weiß ist gelöscht.').waitFor();
  assert.equal((await recruiter.get(pathOf('Weiß'))).status, 404);
});
