import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { PERMISSIONS } from '../../server/areas/access/permissions.ts';
import { requestToken } from '../../server/testing/harness.ts';
import { kept, openClients } from './developers-data.ts';
import { loseResponse, openAs, openConsole } from './open-console.ts';
import { rowOf, said, undo } from './privacy-steps.ts';

const { service, consoleTest, urlOf } = await openConsole();

const createData = () => openClients(service);
const open = async (page: Page, { cookie }: { cookie: string }, search = '') => {
  await openAs(page, urlOf(`/developers?tab=clients${search}`), cookie);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
};
const openForm = async (page: Page) => {
  await page.getByRole('button', { name: 'API-Client anlegen …' }).click();
  return page.getByRole('dialog', { name: 'API-Client anlegen' });
};

consoleTest('a client is created, and its secret is shown once', async (page) => {
  const { admin, find } = await createData();
  await openAs(page, urlOf('/developers'), admin.cookie);
  await page.getByRole('link', { name: 'API-Clients' }).click();
  const form = await openForm(page);
  await form.getByRole('textbox', { name: 'Name' }).waitFor();
  assert.equal(await form.getByRole('checkbox').count(), PERMISSIONS.length);
  await form.getByRole('textbox', { name: 'Name' }).fill('Karriereseite');
  await form.getByRole('checkbox', { name: 'Bewerbungen: Schreiben' }).check();
  await form.getByRole('checkbox', { name: 'Auswahllisten: Lesen' }).check();
  await form.getByRole('button', { name: 'Anlegen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Zugangsdaten für Karriereseite' });
  const clientSecret = await dialog.getByRole('textbox', { name: 'Client-Secret' }).inputValue();
  const clientId = await dialog.getByRole('textbox', { name: 'Client-ID' }).inputValue();
  await requestToken(service.baseUrl, service.services.settings.publicUrl, { clientId, clientSecret });
  assert.deepEqual((await find('Karriereseite')).permissions, ['applications:write', 'masterdata:read']);
  assert.ok(!(await kept(page)).includes(clientSecret));
  await dialog.getByText('Das wird nur dieses eine Mal gezeigt.').waitFor();
  // Neither the way back nor Escape loses it unasked.
  await page.goBack();
  await dialog.getByText(/^Sie haben es noch nicht kopiert/).waitFor();
  await page.keyboard.press('Escape');
  await dialog.getByText(/^Sie haben es noch nicht kopiert/).waitFor();
  await dialog.getByRole('button', { name: 'Kopieren: Client-Secret' }).click();
  await dialog.getByText('Kopiert.').waitFor();
  await dialog.getByText(/^Sie haben es noch nicht kopiert/).waitFor({ state: 'hidden' });
  await dialog.getByRole('button', { name: 'Fertig' }).click();
  await said(page, 'Karriereseite ist angelegt.');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'API-Client anlegen …' }).and(page.locator(':focus')).waitFor();
  assert.ok(!(await page.content()).includes(clientSecret));
  await rowOf(page, clientId).getByText('Bewerbungen (schreiben), Auswahllisten (lesen)').last().waitFor();
});

consoleTest('what is missing or taken is said beside its field', async (page) => {
  const { admin, create, clients } = await createData();
  await create('Karriereseite', ['jobads:read']);
  await open(page, admin);
  const form = await openForm(page);
  const name = form.getByRole('textbox', { name: 'Name' });
  await name.fill('Karriereseite');
  await form.getByRole('button', { name: 'Anlegen' }).click();
  await form.getByText('Wählen Sie mindestens ein Recht.').waitFor();
  await form.getByRole('checkbox', { name: 'Stellenanzeigen: Lesen' }).check();
  await form.getByRole('button', { name: 'Anlegen' }).click();
  await form.getByText('Einen API-Client mit diesem Namen gibt es schon.').waitFor();
  await name.and(page.locator(':focus')).waitFor();
  assert.equal((await clients()).length, 2);
});

consoleTest(
  'what was entered about a client stays when its dialog is closed, until it is canceled',
  async (page) => {
    const { admin, create } = await createData();
    await create('Portal', ['jobads:read']);
    await open(page, admin);
    const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
    const writing = page.getByRole('checkbox', { name: 'Bewerbungen: Schreiben' });
    const isKept = async (reopen: () => Promise<unknown>) => {
      await name.fill('Karriereseite');
      await writing.check();
      await page.keyboard.press('Escape');
      await name.waitFor({ state: 'hidden' });
      await reopen();
      await page.getByText(/^Entwurf vom .* wiederhergestellt\.$/).waitFor();
      assert.equal(await name.inputValue(), 'Karriereseite');
      assert.ok(await writing.isChecked());
      await page.getByRole('button', { name: 'Abbrechen' }).click();
      await reopen();
      await name.waitFor();
      assert.ok(!(await writing.isChecked()));
      await page.keyboard.press('Escape');
      await name.waitFor({ state: 'hidden' });
    };
    await openForm(page);
    await isKept(() => openForm(page));
    await page.getByRole('link', { name: 'Portal' }).click();
    const change = () => page.getByRole('button', { name: 'Ändern …' }).click();
    await change();
    await isKept(change);
  },
);

consoleTest('without a response the form says how to find out what happened', async (page) => {
  const { admin } = await createData();
  await open(page, admin);
  const form = await openForm(page);
  await form.getByRole('textbox', { name: 'Name' }).fill('Karriereseite');
  await form.getByRole('checkbox', { name: 'Stellenanzeigen: Lesen' }).check();
  await page.route('**/platform/clients', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await form.getByRole('button', { name: 'Anlegen' }).click();
  await form.getByText(/^Der Dienst hat nicht geantwortet. Sehen Sie in der Liste nach/).waitFor();
});

consoleTest(
  'permissions are changed and taken back, and what a colleague has changed stays',
  async (page) => {
    const { admin, create, find } = await createData();
    const { clientId } = await create('Portal', ['jobads:read', 'masterdata:read']);
    await open(page, admin);
    await page.getByRole('link', { name: 'Portal' }).click();
    await page.getByRole('region', { name: 'Portal' }).and(page.locator(':focus')).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('client'), clientId);
    await page.getByRole('button', { name: 'Ändern …' }).click();
    const form = page.getByRole('dialog', { name: 'Portal ändern' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Jobportal');
    await form.getByRole('checkbox', { name: 'Auswahllisten: Lesen' }).uncheck();
    await form.getByRole('checkbox', { name: 'Bewerbungen: Schreiben' }).check();
    await admin.put(`/clients/${clientId}`, {
      permissions: ['jobads:read', 'masterdata:read', 'branches:read'],
    });
    await form.getByRole('button', { name: 'Speichern' }).click();
    await said(page, 'Jobportal ist geändert.');
    const changed = await find('Jobportal');
    assert.deepEqual(changed.permissions, ['applications:write', 'jobads:read', 'branches:read']);
    await page
      .getByText('Bewerbungen (schreiben), Stellenanzeigen (lesen), Niederlassungen (lesen)')
      .waitFor();
    await undo(page);
    await said(page, 'Portal ist wieder wie vorher.');
    assert.deepEqual((await find('Portal')).permissions, ['jobads:read', 'branches:read', 'masterdata:read']);
    await page.getByRole('link', { name: 'Zu den API-Clients' }).click();
    await page.getByRole('region', { name: 'API-Clients' }).and(page.locator(':focus')).waitFor();
  },
);

consoleTest('a name that a colleague has given a client is not replaced without a word', async (page) => {
  const { admin, create, find } = await createData();
  const { clientId } = await create('ERP', ['jobads:read']);
  await open(page, admin);
  await page.getByRole('link', { name: 'ERP' }).click();
  await page.getByRole('button', { name: 'Ändern …' }).click();
  const form = page.getByRole('dialog');
  const save = form.getByRole('button', { name: 'Speichern' });
  await form.getByRole('textbox', { name: 'Name' }).fill('ERP Süd');
  await admin.put(`/clients/${clientId}`, { name: 'ERP Nord' });
  await save.click();
  await form.getByText('Inzwischen heißt der Client „ERP Nord“.').waitFor();
  assert.equal((await find('ERP Nord')).clientId, clientId);
  await save.click();
  await said(page, 'ERP Süd ist geändert.');
  await admin.put(`/clients/${clientId}`, { name: 'ERP West' });
  await undo(page);
  await page.getByText('Das konnte nicht zurückgenommen werden').waitFor();
  assert.equal((await find('ERP West')).clientId, clientId);
});

consoleTest('a client is disabled and enabled again', async (page) => {
  const { admin, create, find } = await createData();
  const { clientId } = await create('Portal', ['jobads:read']);
  await open(page, admin, `&client=${clientId}`);
  await page.getByRole('button', { name: 'Deaktivieren: Portal' }).click();
  await said(page, 'Portal ist deaktiviert. Die bisherigen Token gelten nicht mehr.');
  await page.getByRole('button', { name: 'Aktivieren: Portal' }).and(page.locator(':focus')).waitFor();
  assert.notEqual((await find('Portal')).disabledAtUtc, null);
  await undo(page);
  await said(page, 'Portal ist wieder aktiv und braucht ein neues Token.');
  assert.equal((await find('Portal')).disabledAtUtc, null);
});

consoleTest('tokens are revoked after a question', async (page) => {
  const { admin, create, find } = await createData();
  const credentials = await create('Portal', ['masterdata:read']);
  const { publicUrl } = service.services.settings;
  const token = await requestToken(service.baseUrl, publicUrl, credentials);
  const read = () =>
    fetch(`${service.baseUrl}/v3/masterdata/salutations`, {
      headers: { authorization: `Bearer ${token}`, 'user-agent': 'Mozilla/5.0 (Test)' },
    });
  assert.equal((await read()).status, 200);
  await open(page, admin, `&client=${credentials.clientId}`);
  const button = page.getByRole('button', { name: 'Token widerrufen …' });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Alle Token von Portal widerrufen?' });
  await dialog.getByText(/Die Anwendung erhält 401, bis sie ein neues Token verwendet/).waitFor();
  await dialog.getByRole('button', { name: 'Abbrechen' }).click();
  await button.and(page.locator(':focus')).waitFor();
  assert.equal((await find('Portal')).tokensValidFromUtc, null);
  await button.click();
  await dialog.getByRole('button', { name: 'Token widerrufen' }).click();
  await said(page, 'Portal: Alle bisherigen Token sind widerrufen.');
  await button.and(page.locator(':focus')).waitFor();
  assert.equal((await read()).status, 401);
});

consoleTest('a secret is rotated after a question that says what stays valid', async (page) => {
  const { admin, create, find } = await createData();
  const first = await create('Portal', ['jobads:read']);
  await open(page, admin, `&client=${first.clientId}`);
  await page.getByText('1 Secret ist gültig.').waitFor();
  const button = page.getByRole('button', { name: 'Secret wechseln …' });
  await button.click();
  const question = page.getByRole('dialog', { name: 'Secret von Portal wechseln?' });
  await question.getByText(/Das aktuelle bleibt bis zum nächsten Wechsel gültig, damit/).waitFor();
  await question.getByRole('button', { name: 'Secret wechseln' }).click();
  const dialog = page.getByRole('dialog', { name: 'Neues Secret für Portal' });
  const secret = await dialog.getByRole('textbox', { name: 'Client-Secret' }).inputValue();
  const { publicUrl } = service.services.settings;
  for (const clientSecret of [first.clientSecret, secret])
    await requestToken(service.baseUrl, publicUrl, { clientId: first.clientId, clientSecret });
  await dialog.getByRole('button', { name: 'Fertig' }).click();
  await dialog.getByRole('button', { name: 'Ohne Kopie schließen' }).click();
  await button.and(page.locator(':focus')).waitFor();
  await page.getByText('2 Secrets sind gültig: das neueste und das vorige.').waitFor();
  assert.equal((await find('Portal')).validSecrets, 2);
  await button.click();
  await question.getByText(/Das vorige, das noch gültig ist, gilt sofort nicht mehr/).waitFor();
});

consoleTest('an integrator grants no permission to read that the role lacks', async (page) => {
  const { tenant, create, find } = await createData();
  const { clientId } = await create('Portal', ['candidates:read', 'jobads:write']);
  const integrator = await service.platform('integrator', tenant);
  await open(page, integrator, `&client=${clientId}`);
  assert.ok(await page.getByRole('button', { name: 'Secret wechseln …' }).isDisabled());
  await page
    .getByText(/darf mehr lesen als Ihre Rolle. Deshalb kann nur die Administration sein Secret wechseln/)
    .waitFor();
  await page.getByRole('button', { name: 'Ändern …' }).click();
  const form = page.getByRole('dialog', { name: 'Portal ändern' });
  await form.getByText(/^Mit der Rolle „Integration“ vergeben Sie nur Leserechte/).waitFor();
  const candidates = form.getByRole('checkbox', { name: 'Bewerber: Lesen' });
  assert.ok(await form.getByRole('checkbox', { name: 'Dokumente: Lesen' }).isDisabled());
  await form
    .getByRole('row', { name: /^Dokumente/ })
    .getByText('Leserechte kann hier nur die Administration vergeben.')
    .waitFor();
  assert.ok(await form.getByRole('checkbox', { name: 'Webhooks: Lesen' }).isEnabled());
  // Without it, the secret could be rotated, and an administrator could then give it back.
  assert.ok((await candidates.isDisabled()) && (await candidates.isChecked()));
  await form
    .getByRole('row', { name: /^Bewerber / })
    .getByText(/^Leserechte kann hier nur die Administration entfernen/)
    .waitFor();
  await form.getByRole('checkbox', { name: 'Stellenanzeigen: Schreiben' }).uncheck();
  await form.getByRole('button', { name: 'Speichern' }).click();
  await said(page, 'Portal ist geändert.');
  assert.deepEqual((await find('Portal')).permissions, ['candidates:read']);
  await undo(page);
  await said(page, 'Portal ist wieder wie vorher.');
  assert.deepEqual((await find('Portal')).permissions, ['candidates:read', 'jobads:write']);
});

consoleTest('a permission to read that is added says who can use it', async (page) => {
  const { admin, create } = await createData();
  const { clientId } = await create('Portal', ['applications:write']);
  await open(page, admin, `&client=${clientId}`);
  await page.getByRole('button', { name: 'Ändern …' }).click();
  const form = page.getByRole('dialog', { name: 'Portal ändern' });
  const note = form.getByText(
    /kann jeder lesen, der das Secret kennt.*wechseln Sie vorher zweimal das Secret/,
  );
  await form.getByRole('checkbox', { name: 'Kunden: Schreiben' }).check();
  assert.equal(await note.count(), 0);
  await form.getByRole('checkbox', { name: 'Bewerber: Lesen' }).check();
  await note.waitFor();
});

consoleTest('a permission that the service rejects has the reason in its row', async (page) => {
  const { admin } = await createData();
  await open(page, admin);
  const form = await openForm(page);
  await form.getByRole('textbox', { name: 'Name' }).fill('Portal');
  await form.getByRole('checkbox', { name: 'Kunden: Schreiben' }).check();
  await form.getByRole('checkbox', { name: 'Bewerber: Lesen' }).check();
  const fault = { property: 'permissions[1]', code: 'notAllowed', message: 'x' };
  await page.route('**/platform/clients', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { messageGuid: null, message: 'x', validationErrors: [fault] } })
      : route.continue(),
  );
  await form.getByRole('button', { name: 'Anlegen' }).click();
  await form
    .getByRole('row', { name: /^Kunden/ })
    .getByText('Das ist hier nicht zulässig.')
    .waitFor();
});

consoleTest('a rotation without a response says what another one would end', async (page) => {
  const { admin, create, find } = await createData();
  await create('Portal', ['jobads:read']);
  await open(page, admin);
  await page.getByRole('link', { name: 'Portal' }).click();
  await page.getByRole('button', { name: 'Secret wechseln …' }).click();
  const question = page.getByRole('dialog', { name: 'Secret von Portal wechseln?' });
  await loseResponse(page, 'POST', '**/platform/clients/*/secrets');
  await question.getByRole('button', { name: 'Secret wechseln' }).click();
  await question.getByRole('alert').getByText('Vielleicht ist das Secret schon gewechselt').waitFor();
  await question.getByText(/Das vorige, das noch gültig ist, gilt sofort nicht mehr/).waitFor();
  assert.equal((await find('Portal')).validSecrets, 2);
});

consoleTest('while a client is created, nothing that would lose its secret is done unasked', async (page) => {
  const { admin } = await createData();
  await openAs(page, urlOf('/developers'), admin.cookie);
  await page.getByRole('link', { name: 'API-Clients' }).click();
  let respond = () => {};
  const held = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route('**/platform/clients', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.fallback();
  });
  const form = await openForm(page);
  await form.getByRole('textbox', { name: 'Name' }).fill('Karriereseite');
  await form.getByRole('checkbox', { name: 'Auswahllisten: Lesen' }).check();
  await form.getByRole('button', { name: 'Anlegen' }).click();
  await page.keyboard.press('Escape');
  await page.goBack();
  await form.waitFor();
  respond();
  const dialog = page.getByRole('dialog', { name: 'Zugangsdaten für Karriereseite' });
  await dialog.getByRole('textbox', { name: 'Client-Secret' }).waitFor();
});
