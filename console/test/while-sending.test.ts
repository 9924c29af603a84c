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

async function findClient(name: string) {
  const admin = await service.platform('admin');
  const { clients } = (await admin.get('/clients')).body as {
    clients: { clientId: string; name: string; permissions: string[] }[];
  };
  return clients.find((client) => client.name === name);
}

const permissionsOf = async (name: string) => (await findClient(name))?.permissions;

/** As a colleague changes them. */
async function setPermissions(name: string, permissions: string[]): Promise<void> {
  const admin = await service.platform('admin');
  const { clientId } = (await findClient(name))!;
  assert.equal((await admin.put(`/clients/${clientId}`, { permissions })).status, 204);
}

const permission = (page: Page, name: string) => page.getByRole('checkbox', { name });
const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
const isUnsure = (page: Page) =>
  page
    .getByRole('alert')
    .getByText(/^Der Dienst hat nicht geantwortet/)
    .waitFor();

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
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Webshop');
  await permission(page, 'Auswahllisten: Lesen').uncheck();
  await permission(page, 'Bewerbungen: Schreiben').check();
  await save(page);
  await isUnsure(page);
  assert.deepEqual(await permissionsOf('Webshop'), ['applications:write', 'jobads:read']);
  await save(page);
  await said(page, 'Webshop ist geändert.');
  await undo(page);
  await said(page, 'Shop ist wieder wie vorher.');
  assert.deepEqual(await permissionsOf('Shop'), ['jobads:read', 'masterdata:read']);
});

consoleTest('what a lost change of a client has made is taken away again by the next one', async (page) => {
  await openChange(page, 'Depot');
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
  await loseResponse(page, 'PUT', '**/platform/clients/*');
  await name.fill('Depot Nord');
  await permission(page, 'Auswahllisten: Lesen').uncheck();
  await permission(page, 'Bewerbungen: Schreiben').check();
  await save(page);
  await isUnsure(page);
  assert.deepEqual(await permissionsOf('Depot Nord'), ['applications:write', 'jobads:read']);
  await name.fill('Depot Süd');
  await permission(page, 'Auswahllisten: Lesen').check();
  await permission(page, 'Bewerbungen: Schreiben').uncheck();
  await permission(page, 'Kunden: Schreiben').check();
  await save(page);
  await said(page, 'Depot Süd ist geändert.');
  assert.deepEqual(await permissionsOf('Depot Süd'), ['customers:write', 'jobads:read', 'masterdata:read']);
  await undo(page);
  await said(page, 'Depot ist wieder wie vorher.');
  assert.deepEqual(await permissionsOf('Depot'), ['jobads:read', 'masterdata:read']);
});

consoleTest('a lost change of a client is taken back by the form as it was before', async (page) => {
  const change = await openChange(page, 'Archiv');
  // The service has made the change, but a proxy did not wait for it.
  await loseResponse(page, 'PUT', '**/platform/clients/*', 504);
  await permission(page, 'Bewerbungen: Schreiben').check();
  await save(page);
  await isUnsure(page);
  // Also if the form was closed meanwhile.
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await change.click();
  await draft(page).waitFor();
  await permission(page, 'Bewerbungen: Schreiben').uncheck();
  await save(page);
  await said(page, 'Archiv ist geändert.');
  assert.deepEqual(await permissionsOf('Archiv'), ['jobads:read', 'masterdata:read']);
});

consoleTest(
  'undoing leaves what a colleague has granted a client since the form was closed',
  async (page) => {
    const change = await openChange(page, 'Kasse');
    await page.route('**/platform/clients/*', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.fallback(),
    );
    await permission(page, 'Bewerbungen: Schreiben').check();
    await permission(page, 'Kunden: Schreiben').check();
    await save(page);
    await isUnsure(page);
    await page.unrouteAll();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await setPermissions('Kasse', ['applications:write', 'jobads:read', 'masterdata:read']);
    await change.click();
    await draft(page).waitFor();
    await save(page);
    await said(page, 'Kasse ist geändert.');
    await undo(page);
    await said(page, 'Kasse ist wieder wie vorher.');
    assert.deepEqual(await permissionsOf('Kasse'), ['applications:write', 'jobads:read', 'masterdata:read']);
  },
);

consoleTest('what a change of a client has not changed is not undone', async (page) => {
  await openChange(page, 'Lager');
  await permission(page, 'Auswahllisten: Lesen').uncheck();
  await setPermissions('Lager', ['jobads:read']);
  await save(page);
  await said(page, 'Lager ist geändert.');
  assert.equal(await page.getByRole('button', { name: 'Rückgängig' }).count(), 0);
});
