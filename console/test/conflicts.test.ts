import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openClients } from './developers-data.ts';
import { openAs, openConsole, untilIdle } from './open-console.ts';
import { said, undo } from './privacy-steps.ts';
import { insertApplications } from './recruiting-data.ts';

// A colleague changes what is being saved, and the user goes on typing meanwhile.

const { service, consoleTest, urlOf } = await openConsole();
const { ids } = await insertApplications(service);
const recruiter = await service.platform('recruiter');
const colleague = await service.platform('recruiter');

const pathOf = (lastName: string) => `/candidates/${ids[lastName]!.candidateId}`;
const contactOf = async (lastName: string) => (await recruiter.get(pathOf(lastName))).body.contact;
const form = (page: Page) => page.getByRole('form', { name: 'Kontakt', exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Jemand hat dasselbe geändert' });

/** Saves another phone number than a colleague has, and holds the call until it is released. */
async function saveHeld(page: Page, lastName: string): Promise<() => void> {
  await openAs(page, urlOf(pathOf(lastName)), recruiter.cookie);
  await page.getByRole('heading', { level: 1, name: lastName }).waitFor();
  await untilIdle(page);
  await page.getByRole('button', { name: 'Bearbeiten: Kontakt' }).click();
  await form(page).getByLabel('Telefon').fill('030 1');
  const theirs = await colleague.put(pathOf(lastName), { contact: { phone: '030 2' } });
  assert.equal(theirs.status, 204);
  const held = Promise.withResolvers<void>();
  await page.route('**/platform/candidates/*', async (route) => {
    if (route.request().method() === 'PUT') await held.promise;
    await route.continue();
  });
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await form(page).getByRole('button', { name: 'Speichern' }).click();
  await sent;
  return held.resolve;
}

consoleTest('a conflict is shown although the user has typed more, and both are saved', async (page) => {
  const release = await saveHeld(page, 'Muster');
  await form(page).getByLabel('Website').fill('https://muster.example');
  release();
  const phone = dialog(page).getByRole('radiogroup', { name: 'Telefon' });
  await phone.getByLabel('Meine Angabe: 030 1').check();
  assert.equal(await dialog(page).getByRole('radiogroup').count(), 1);
  await dialog(page).getByRole('button', { name: 'Auswahl speichern' }).click();
  await form(page).waitFor({ state: 'hidden' });
  const { phone: stored, website } = await contactOf('Muster');
  assert.deepEqual([stored, website], ['030 1', 'https://muster.example']);
});

consoleTest('a conflict that the user has typed away meanwhile is none', async (page) => {
  const release = await saveHeld(page, 'Weiß');
  await form(page).getByLabel('Telefon').fill('030 2');
  await form(page).getByLabel('Website').fill('https://weiss.example');
  release();
  await page.getByRole('status').getByText('Kontakt: gespeichert.').waitFor();
  await form(page).waitFor({ state: 'hidden' });
  assert.equal(await dialog(page).count(), 0);
  const { phone, website } = await contactOf('Weiß');
  assert.deepEqual([phone, website], ['030 2', 'https://weiss.example']);
});

consoleTest('a form that is closed while it is saved shows no conflict', async (page) => {
  const release = await saveHeld(page, 'Şahin');
  await form(page).getByRole('button', { name: 'Abbrechen' }).click();
  await form(page).waitFor({ state: 'hidden' });
  release();
  await untilIdle(page);
  assert.equal(await dialog(page).count(), 0);
  assert.equal((await contactOf('Şahin')).phone, '030 2');
});

consoleTest('an undo keeps a permission that a colleague has given meanwhile', async (page) => {
  const { admin, create, find } = await openClients(service);
  const { clientId } = await create('Portal', ['jobads:read']);
  await openAs(page, urlOf(`/developers?tab=clients&client=${clientId}`), admin.cookie);
  await page.getByRole('button', { name: 'Ändern …' }).click();
  const form = page.getByRole('dialog', { name: 'Portal ändern' });
  await form.getByRole('checkbox', { name: 'Auswahllisten: Lesen' }).check();
  await form.getByRole('checkbox', { name: 'Bewerbungen: Schreiben' }).check();
  await admin.put(`/clients/${clientId}`, { permissions: ['jobads:read', 'masterdata:read'] });
  // The colleague comes between the read of the change and the change.
  let isFirst = true;
  await page.route(`**/platform/clients/${clientId}`, async (route) => {
    if (route.request().method() === 'PUT' && isFirst) {
      isFirst = false;
      const permissions = ['jobads:read', 'masterdata:read', 'branches:read'];
      await admin.put(`/clients/${clientId}`, { permissions });
    }
    await route.fallback();
  });
  await form.getByRole('button', { name: 'Speichern' }).click();
  await said(page, 'Portal ist geändert.');
  assert.deepEqual((await find('Portal')).permissions, [
    'applications:write',
    'jobads:read',
    'branches:read',
    'masterdata:read',
  ]);
  await undo(page);
  await said(page, 'Portal ist wieder wie vorher.');
  assert.deepEqual((await find('Portal')).permissions, ['jobads:read', 'branches:read', 'masterdata:read']);
});
