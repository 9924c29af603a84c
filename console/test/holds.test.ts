import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openAs, openConsole, untilIdle } from './open-console.ts';
import { openPrivacy, type PrivacyData } from './privacy-data.ts';
import { focusIn, rowOf, said, undo } from './privacy-steps.ts';

const { service, consoleTest, urlOf } = await openConsole();
const createData = async () => openPrivacy(service, await service.createTenant());
const open = async (page: Page, { admin }: PrivacyData, path: string) => {
  await openAs(page, urlOf(path), admin.cookie);
  await page.getByRole('heading', { level: 1 }).waitFor();
};

consoleTest('a hold is set from the list by keyboard alone, and taken back', async (page) => {
  const data = await createData();
  const { candidateId } = await data.createDue(['Ada', 'Muster'], 3);
  await open(page, data, '/privacy');
  await rowOf(page, 'Ada').getByRole('button', { name: 'Aufbewahren: Ada Muster' }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'Löschsperre für Ada Muster' });
  await form.getByLabel('Grund').and(page.locator(':focus')).waitFor();
  await form.getByLabel('Letzter Tag').focus();
  await page.keyboard.press('Enter');
  await form.getByRole('alert').getByText('Bitte ausfüllen.').waitFor();
  await form.getByLabel('Grund').focus();
  await page.keyboard.type('Klage, Az. 17/2026');
  await form.getByLabel('Letzter Tag').fill('2020-01-01');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await form
    .getByText(/Dieser Tag ist vorbei/)
    .last()
    .waitFor();
  await form.getByLabel('Letzter Tag').fill('2099-12-31');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await said(page, 'Ada Muster: Die Löschsperre ist gespeichert.');
  await page.getByText('Kein Bewerber ist zur Löschung fällig.').waitFor();
  await focusIn(page, 'Zur Löschung fällig');
  assert.deepEqual(await data.readHold(candidateId), { reason: 'Klage, Az. 17/2026', until: '2099-12-31' });
  await undo(page);
  await said(page, 'Ada Muster: Die Löschsperre ist wieder wie vorher.');
  await rowOf(page, 'Ada Muster').waitFor();
  assert.equal(await data.readHold(candidateId), null);
});

consoleTest('holds are listed, changed, released, and set again', async (page) => {
  const data = await createData();
  const { candidateId } = await data.createDue(['Ada', 'Muster']);
  await data.hold(candidateId, 'Klage', '2099-12-31');
  await open(page, data, '/privacy?tab=holds');
  const row = rowOf(page, 'Ada Muster');
  await row.getByText('bis 31.12.2099').last().waitFor();
  await row
    .getByText(/^Test admin, /)
    .last()
    .waitFor();
  await row.getByRole('button', { name: 'Löschsperre ändern: Ada Muster' }).click();
  const form = page.getByRole('form', { name: 'Löschsperre für Ada Muster' });
  await page.getByText(/Es gilt schon eine Löschsperre, gesetzt von Test admin/).waitFor();
  await form.getByLabel('Letzter Tag').fill('');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await row.getByText('bis sie aufgehoben wird').last().waitFor();
  assert.deepEqual(await data.readHold(candidateId), { reason: 'Klage', until: null });
  await undo(page);
  await row.getByText('bis 31.12.2099').last().waitFor();
  assert.deepEqual(await data.readHold(candidateId), { reason: 'Klage', until: '2099-12-31' });
  await row.getByRole('button', { name: 'Löschsperre aufheben: Ada Muster' }).click();
  await said(page, 'Ada Muster: Die Löschsperre ist aufgehoben.');
  await page.getByText('Es gilt keine Löschsperre.').waitFor();
  await focusIn(page, 'Geltende Löschsperren');
  assert.equal(await data.readHold(candidateId), null);
  await undo(page);
  await said(page, 'Ada Muster: Die Löschsperre gilt wieder.');
  await row.waitFor();
  assert.deepEqual(await data.readHold(candidateId), { reason: 'Klage', until: '2099-12-31' });
});

consoleTest('a hold that a colleague has changed is neither released nor replaced unseen', async (page) => {
  const data = await createData();
  const { candidateId } = await data.createDue(['Ada', 'Muster'], 3);
  await data.hold(candidateId, 'Klage');
  await open(page, data, '/privacy?tab=holds');
  const release = page.getByRole('button', { name: 'Löschsperre aufheben: Ada Muster' });
  await release.waitFor();
  await data.hold(candidateId, 'Klage und Widerspruch');
  await release.click();
  await said(page, 'Ada Muster: Die Löschsperre wurde inzwischen geändert. Es wurde nichts aufgehoben.');
  await rowOf(page, 'Klage und Widerspruch').waitFor();
  await page.getByRole('button', { name: 'Löschsperre ändern: Ada Muster' }).click();
  const form = page.getByRole('form', { name: 'Löschsperre für Ada Muster' });
  await form.getByLabel('Grund').fill('Meiner');
  await data.hold(candidateId, 'Ihrer');
  await form.getByRole('button', { name: 'Speichern' }).click();
  const conflict = page.getByRole('dialog', { name: 'Jemand hat dasselbe geändert' });
  await conflict.getByRole('radio', { name: 'Gespeichert: Ihrer' }).waitFor();
  await conflict.getByRole('radio', { name: 'Meine Angabe: Meiner' }).check();
  await conflict.getByRole('button', { name: 'Auswahl speichern' }).click();
  await rowOf(page, 'Meiner').waitFor();
  assert.deepEqual(await data.readHold(candidateId), { reason: 'Meiner', until: null });
  await data.admin.delete(`/candidates/${candidateId}/hold`);
  await release.click();
  await said(page, 'Ada Muster: Die Löschsperre gilt schon nicht mehr.');
  await page.getByText('Es gilt keine Löschsperre.').waitFor();
});

consoleTest('the deletion names a hold that a colleague has set meanwhile, and leads to it', async (page) => {
  const data = await createData();
  const { candidateId } = await data.createDue(['Ada', 'Muster'], 3);
  const eraseIn = async (name: string, button: string) => {
    const dialog = page.getByRole('dialog', { name });
    await dialog.getByRole('textbox').fill('Ada Muster');
    await data.hold(candidateId, 'Klage');
    await dialog.getByRole('button', { name: button }).click();
    return dialog.getByRole('alert');
  };
  await open(page, data, `/candidates/${candidateId}`);
  await page.getByRole('button', { name: 'Bewerber löschen …' }).click();
  const alert = await eraseIn('Ada Muster löschen?', 'Endgültig löschen');
  await alert.getByText(/^Ada Muster hat inzwischen eine Löschsperre\. Es wurde nichts gelöscht\./).waitFor();
  await alert.getByRole('button', { name: 'Zur Löschsperre' }).click();
  const note = page.getByRole('region', { name: /^Löschsperre bis/ });
  await note.and(page.locator(':focus')).waitFor();
  await note.getByText('Klage').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Bewerber löschen …' }).count(), 0);
  assert.equal((await data.admin.delete(`/candidates/${candidateId}/hold`)).status, 204);
  await page.evaluate("localStorage.setItem('stellwerk.language', 'en')");
  await page.goto(urlOf('/privacy'));
  await page.getByRole('button', { name: 'Delete: Ada Muster' }).click();
  const inEnglish = await eraseIn('Delete Ada Muster?', 'Delete for good');
  await inEnglish.getByText(/^Somebody has put Ada Muster on hold\. Nothing was deleted\./).waitFor();
  await rowOf(page, 'Ada Muster').getByText('No longer due').waitFor();
  await inEnglish.getByRole('button', { name: 'View hold' }).click();
  await page
    .getByRole('region', { name: /^On hold until/ })
    .getByText('Klage')
    .waitFor();
  assert.equal((await data.admin.get(`/candidates/${candidateId}`)).status, 200);
});

consoleTest('the page of a candidate shows the hold on every tab, and the earlier ones', async (page) => {
  const data = await createData();
  const { candidateId } = await data.createDue(['Ada', 'Muster']);
  await open(page, data, `/candidates/${candidateId}`);
  await page.getByText(/^Die Löschung wird seit dem \d\d\.\d\d\.\d{4} vorgeschlagen\.$/).waitFor();
  await page.getByRole('button', { name: 'Löschsperre setzen …' }).click();
  const form = page.getByRole('form', { name: 'Löschsperre für Ada Muster' });
  await form.getByLabel('Grund').fill('Widerspruch');
  await form.getByRole('button', { name: 'Speichern' }).click();
  const note = page.getByRole('region', { name: 'Löschsperre bis sie aufgehoben wird' });
  await note.getByText('Widerspruch').waitFor();
  await note.getByText(/^Test admin, /).waitFor();
  await page.getByText('Bis sie aufgehoben ist, kann niemand diesen Bewerber löschen.').waitFor();
  await page.getByText(/^Ohne die Löschsperre würde die Löschung ab dem /).waitFor();
  await page.getByRole('link', { name: 'Verlauf' }).click();
  await note.getByRole('button', { name: 'Löschsperre aufheben: Ada Muster' }).click();
  await said(page, 'Ada Muster: Die Löschsperre ist aufgehoben.');
  await note.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Profil', exact: true }).click();
  await page.getByText('Frühere Löschsperren (1)').click();
  await page
    .getByRole('listitem')
    .filter({ hasText: /Widerspruch.*beendet von Test admin/ })
    .waitFor();
  await page.getByRole('button', { name: 'Bewerber löschen …' }).waitFor();
});

consoleTest('the page of a candidate says why no retention period is running', async (page) => {
  const data = await createData();
  const { candidateId } = await data.createDue(['Ada', 'Muster']);
  const application = { recruiterId: data.admin.user.id };
  await data.admin.post(`/candidates/${candidateId}/apply`, application);
  await open(page, data, `/candidates/${candidateId}`);
  await page.getByText('Es läuft keine Löschfrist, weil eine Bewerbung offen ist.').waitFor();
  await untilIdle(page);
  // A colleague decides, and the page follows.
  await data.tenant.api.put(`/candidates/${candidateId}/status`, { statusId: 2004 });
  await page.getByText(/^Die Löschung wird ab dem \d\d\.\d\d\.\d{4} vorgeschlagen\.$/).waitFor();
});
