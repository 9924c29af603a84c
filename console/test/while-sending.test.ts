import assert from 'node:assert/strict';
import type { Locator, Page, Route } from 'playwright-core';
import { startReceiver } from '../../server/testing/webhook-receiver.ts';
import { openDevelopers, openDevelopersScreen, startDeliverer } from './developers-data.ts';
import { loseResponse, openAs, openConsole } from './open-console.ts';
import { said, undo } from './privacy-steps.ts';

// What a dialog does while its change is being sent.

const { service, consoleTest, urlOf } = await openConsole({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const deliverer = startDeliverer(service);
const receiver = await startReceiver();

/** Holds the calls until the function that it returns says what becomes of them. */
async function hold(page: Page, method: string, url: string) {
  const { promise, resolve } = Promise.withResolvers<(route: Route) => Promise<void>>();
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    await (await promise)(route);
  });
  return resolve;
}

const draft = (page: Page) => page.getByText(/^Entwurf vom .* wiederhergestellt\.$/);

async function stays(page: Page, name: string) {
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByRole('button', { name: 'Abbrechen', disabled: true }).waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Schließen' }).count(), 0);
  await page.keyboard.press('Escape');
  return dialog;
}

/** Opens the dialog that changes a new client. Returns the button that opens it. */
async function openChange(page: Page, name: string): Promise<Locator> {
  const admin = await service.platform('admin');
  const body = { name, permissions: ['jobads:read', 'masterdata:read'] };
  const { clientId } = (await admin.post('/clients', body)).body as { clientId: string };
  await openAs(page, urlOf(`/developers?tab=clients&client=${clientId}`), admin.cookie);
  const change = page.getByRole('button', { name: 'Ändern …' });
  await change.click();
  return change;
}

async function permissionsOf(client: string): Promise<unknown> {
  const admin = await service.platform('admin');
  const { clients } = (await admin.get('/clients')).body as { clients: Record<string, unknown>[] };
  return clients.find(({ name }) => name === client)?.permissions;
}

consoleTest('the dialog of a client stays while its change is sent, and says why it failed', async (page) => {
  const change = await openChange(page, 'Portal');
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
  await name.fill('Jobportal');
  const respond = await hold(page, 'PUT', '**/platform/clients/*');
  await page.getByRole('button', { name: 'Speichern' }).click();
  const dialog = await stays(page, 'Portal ändern');
  respond((route) => route.abort());
  await dialog.getByRole('alert').waitFor();
  await page.unrouteAll();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await change.click();
  await draft(page).waitFor();
  assert.equal(await dialog.getByRole('alert').count(), 0);
  await page.getByRole('button', { name: 'Speichern' }).click();
  await said(page, 'Jobportal ist geändert.');
});

consoleTest(
  'the dialog that registers an address stays until all is sent, and leaves no draft',
  async (page) => {
    const { admin } = await openDevelopers(service, deliverer, receiver);
    await openDevelopersScreen(page, urlOf('/developers'), admin);
    const add = page.getByRole('button', { name: 'Adresse registrieren …' });
    await add.click();
    await page.getByRole('textbox', { name: 'Adresse des Empfängers' }).fill(receiver.url);
    await page.getByRole('checkbox', { name: /^candidate\.created/ }).check();
    const respond = await hold(page, 'POST', '**/webhooks/subscribe');
    await page.getByRole('button', { name: 'Registrieren', exact: true }).click();
    const dialog = await stays(page, 'Adresse registrieren');
    respond((route) => route.fallback());
    await said(page, '1 Ereignis ist registriert.');
    await dialog.waitFor({ state: 'hidden' });
    await add.click();
    await dialog.getByRole('checkbox', { name: /^candidate\.created/ }).waitFor();
    assert.equal(await draft(page).count(), 0);
  },
);

consoleTest('a permission that is taken and given back is no change of a client', async (page) => {
  const change = await openChange(page, 'Karriereseite');
  const box = page.getByRole('checkbox', { name: 'Stellenanzeigen: Lesen' });
  await box.uncheck();
  await box.check();
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'hidden' });
  await change.click();
  await box.waitFor();
  assert.equal(await draft(page).count(), 0);
});

consoleTest('a change of a client whose response was lost is undone as well', async (page) => {
  await openChange(page, 'Shop');
  await loseResponse(page, 'PUT', '**/platform/clients/*');
  const dialog = page.getByRole('dialog', { name: 'Shop ändern' });
  const save = dialog.getByRole('button', { name: 'Speichern' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Webshop');
  await dialog.getByRole('checkbox', { name: 'Auswahllisten: Lesen' }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Bewerbungen: Schreiben' }).check();
  await save.click();
  await dialog.getByText(/^Der Dienst hat nicht geantwortet/).waitFor();
  assert.deepEqual(await permissionsOf('Webshop'), ['applications:write', 'jobads:read']);
  await save.click();
  await said(page, 'Webshop ist geändert.');
  await undo(page);
  await said(page, 'Shop ist wieder wie vorher.');
  assert.deepEqual(await permissionsOf('Shop'), ['jobads:read', 'masterdata:read']);
});

consoleTest('what a change of a client has not changed is not undone', async (page) => {
  await openChange(page, 'Lager');
  const admin = await service.platform('admin');
  const dialog = page.getByRole('dialog', { name: 'Lager ändern' });
  await dialog.getByRole('checkbox', { name: 'Auswahllisten: Lesen' }).uncheck();
  const { clients } = (await admin.get('/clients')).body as { clients: { clientId: string; name: string }[] };
  const { clientId } = clients.find(({ name }) => name === 'Lager')!;
  await admin.put(`/clients/${clientId}`, { permissions: ['jobads:read'] });
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await said(page, 'Lager ist geändert.');
  assert.equal(await page.getByRole('button', { name: 'Rückgängig' }).count(), 0);
});
