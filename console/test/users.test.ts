import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { mailTasks } from '../../server/mail-tasks.ts';
import { signIn } from '../../server/testing/harness.ts';
import { loseResponse, openAs, storeDraft, untilIdle } from './open-console.ts';
import { fillUsers, openWithMail } from './users-data.ts';

const { service, consoleTest, urlOf } = await openWithMail();
const { admin, branches, users } = await fillUsers(service);
const viewer = await service.platform('viewer');

const readUser = async (id: number) => (await admin.get(`/users/${id}`)).body;
const idIn = (page: Page) => Number(new URL(page.url()).pathname.split('/').at(-1));
const message = (page: Page, text: string) =>
  page.getByRole('status', { name: 'Meldungen' }).getByText(text, { exact: true }).waitFor();
const undo = (page: Page) =>
  page.getByRole('status', { name: 'Meldungen' }).getByRole('button', { name: 'Rückgängig' }).click();
const namesIn = async (page: Page) => {
  await untilIdle(page);
  return page.getByRole('table').getByRole('link').allTextContents();
};

consoleTest('the list of users follows its filters, which are in the address', async (page) => {
  await openAs(page, urlOf(`/settings/users?branch=${branches.berlin}`), viewer.cookie);
  await page.getByRole('heading', { level: 1, name: 'Benutzer' }).waitFor();
  assert.deepEqual(await namesIn(page), ['Eva Kern']);
  await page.getByLabel('Niederlassung').selectOption('Alle Niederlassungen');
  await page.getByLabel('Rolle').selectOption('Recruiting');
  await page.getByLabel('Zustand').selectOption('Alle');
  assert.deepEqual(await namesIn(page), ['Olga Frei', 'Eva Kern']);
  await page.getByLabel('Zustand').selectOption('Deaktiviert');
  assert.deepEqual(await namesIn(page), ['Olga Frei']);
  await page.goto(urlOf('/settings/users'));
  const names = await namesIn(page);
  assert.ok(names.includes('Eva Kern') && !names.includes('Olga Frei'), String(names));
  await page.getByLabel('Suchen', { exact: true }).fill('FIRM.example ne');
  await page.waitForURL(/q=/);
  assert.deepEqual(await namesIn(page), ['Nora Neu']);
  await page.getByRole('row', { name: /Nora Neu.*Niederlassungsleitung.*Eingeladen bis/ }).waitFor();
  await page.getByLabel('Suchen', { exact: true }).fill('niemand');
  await page.getByText('Kein Benutzer passt zu diesen Filtern.').waitFor();
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).click();
  await page.getByRole('link', { name: 'Max Sommer-Hohenlichtenberger' }).click();
  await page.getByText('Hat noch kein Passwort und kann sich nicht anmelden.').waitFor();
  // Only those who may change users are offered it.
  assert.equal(await page.getByRole('main').getByRole('button').count(), 0);
  const foreign = (await service.platform('admin', await service.createTenant())).user.id;
  await page.goto(urlOf(`/settings/users/${foreign}`));
  await page.getByRole('heading', { level: 1, name: 'Diesen Benutzer gibt es nicht' }).waitFor();
  await page.goto(urlOf('/settings/users/new'));
  await page.getByRole('heading', { level: 1, name: 'Dafür fehlt Ihnen die Berechtigung' }).waitFor();
});

consoleTest('an admin creates a user with branches, who is invited', async (page) => {
  await openAs(page, urlOf('/settings/users'), admin.cookie);
  await page.getByRole('link', { name: 'Neuer Benutzer' }).click();
  const form = page.getByRole('form', { name: 'Neuer Benutzer' });
  const create = form.getByRole('button', { name: 'Anlegen' });
  await form.getByLabel('Vorname').fill('Ada');
  await form.getByLabel('E-Mail-Adresse').fill('Olga.Frei@firm.example');
  await create.click();
  await form.getByRole('alert').getByText('3 Angaben sind nicht zulässig:').waitFor();
  await form.getByLabel('Nachname').fill('Muster');
  await form.getByLabel('Rolle').selectOption('Niederlassungsleitung');
  await create.click();
  await form
    .getByRole('alert')
    .getByText(/hat schon ein anderer Benutzer, vielleicht ein deaktivierter/)
    .waitFor();
  await form.getByLabel('E-Mail-Adresse').fill('ada.muster@firm.example');
  // A closed branch cannot be chosen.
  assert.equal(await form.getByLabel(/Bonn/).count(), 0);
  await form.getByLabel('Niederlassung München').check();
  await form.getByLabel('Niederlassung Berlin').check();
  assert.equal(await form.getByLabel('Hauptniederlassung').inputValue(), String(branches.munich));
  await form.getByLabel('Hauptniederlassung').selectOption('Niederlassung Berlin');
  await create.click();
  await page.getByRole('heading', { level: 1, name: 'Ada Muster' }).waitFor();
  await message(page, 'Ada Muster ist angelegt. Die Einladung ist unterwegs.');
  const id = idIn(page);
  const ada = await readUser(id);
  assert.deepEqual([ada.role, ada.hasPassword, ada.invitedUntilUtc !== null], ['branchManager', false, true]);
  assert.deepEqual(
    ada.assignedOffices.map(({ officeId, isPrimary }: Record<string, unknown>) => [officeId, isPrimary]),
    [
      [branches.berlin, true],
      [branches.munich, false],
    ],
  );
  const again = page.getByRole('button', { name: 'Erneut einladen' });
  await again.click();
  await message(page, 'Die Einladung an ada.muster@firm.example ist unterwegs.');
  for (let sent = 2; sent < 5; sent++) await admin.post(`/users/${id}/invitation`);
  await again.click();
  await message(
    page,
    'Nicht verschickt: An diese Adresse gingen schon fünf Einladungen. Warten Sie eine Stunde.',
  );
});

consoleTest('an invitation that cannot be delivered is named in the list and on the page', async (page) => {
  const { body } = await admin.post('/users', {
    firstName: 'Tina',
    lastName: 'Tippfehler',
    role: 'viewer',
    email: 'tina@firm.exmaple',
  });
  await admin.post(`/users/${body.id}/invitation`);
  const [job] = await service.sql<{ payload: unknown }>(
    `SELECT job.payload FROM graphile_worker._private_jobs AS job
       JOIN password_link AS link ON link.id::text = job.payload->>'id'
      WHERE link.tenant_id = $1 AND link.user_id = $2`,
    [service.tenant.id, body.id],
  );
  const [sending] = mailTasks(service.services);
  await sending!.run(job!.payload, { isLast: true });
  await openAs(page, urlOf('/settings/users'), admin.cookie);
  await page.getByRole('row', { name: /Tina Tippfehler.*Eingeladen nicht zugestellt/ }).waitFor();
  await page.getByRole('link', { name: 'Tina Tippfehler' }).click();
  await page.getByText(/^Die Einladung an tina@firm\.exmaple konnte nicht zugestellt werden \(/).waitFor();
  await page.getByRole('button', { name: 'Erneut einladen' }).click();
  await page.getByText(/^Ist eingeladen und hat noch kein Passwort gesetzt\. Der Link gilt bis/).waitFor();
});

consoleTest(
  'the parts of a user are changed, taken back, and merged with the changes of others',
  async (page) => {
    const { eva } = users;
    await openAs(page, urlOf(`/settings/users/${eva}`), admin.cookie);
    await page.getByRole('button', { name: 'Bearbeiten: Person' }).click();
    const person = page.getByRole('form', { name: 'Person' });
    await person.getByLabel('Nachname').fill('Kern-Muster');
    await admin.put(`/users/${eva}`, { lastName: 'Kernig', userPartnerId: 'P-7' });
    await person.getByRole('button', { name: 'Speichern' }).click();
    const conflict = page.getByRole('dialog', { name: 'Jemand hat dasselbe geändert' });
    await conflict.getByLabel('Meine Angabe: Kern-Muster').check();
    await conflict.getByRole('button', { name: 'Auswahl speichern' }).click();
    await page.getByRole('heading', { level: 1, name: 'Eva Kern-Muster' }).waitFor();
    assert.equal((await readUser(eva)).userPartnerId, 'P-7');

    await page.getByRole('button', { name: 'Bearbeiten: Niederlassungen' }).click();
    const offices = page.getByRole('form', { name: 'Niederlassungen' });
    await offices.getByLabel('Niederlassung Berlin').uncheck();
    // Closed, and kept.
    assert.ok(await offices.getByLabel('Niederlassung Bonn (geschlossen)').isChecked());
    await offices.getByLabel('Hauptniederlassung').selectOption('Niederlassung Bonn');
    await offices.getByRole('button', { name: 'Speichern' }).click();
    const list = page.getByRole('list', { name: 'Niederlassungen' }).getByRole('listitem');
    await list.getByText('Niederlassung Bonn (Haupt)').waitFor();
    assert.deepEqual(await list.allTextContents(), ['Niederlassung Bonn (Haupt)', 'Niederlassung München']);
    await undo(page);
    await list.getByText('Niederlassung Berlin (Haupt)').waitFor();
    // What is not changed is sent as it is stored.
    await page.getByRole('button', { name: 'Bearbeiten: Niederlassungen' }).click();
    await offices.getByLabel('Hauptniederlassung').selectOption('Niederlassung München');
    await offices.getByRole('button', { name: 'Speichern' }).click();
    await list.getByText('Niederlassung München (Haupt)').waitFor();
    assert.equal(await list.count(), 3);
    assert.equal((await readUser(eva)).assignedOffices.length, 3);

    await page.getByRole('button', { name: 'Lizenz hinzufügen' }).click();
    const adding = page.getByRole('form', { name: 'Lizenz hinzufügen' });
    await adding.getByLabel('Gültig bis').fill('2030-12-31');
    await adding.getByRole('button', { name: 'Speichern' }).click();
    await adding.getByRole('alert').getByRole('link', { name: 'Bezeichnung' }).waitFor();
    await adding.getByLabel('Bezeichnung').fill('Ersthelferin');
    await adding.getByRole('button', { name: 'Speichern' }).click();
    await message(page, '„Ersthelferin“ ist hinzugefügt.');
    await page.getByRole('button', { name: 'Bearbeiten: AEVO' }).click();
    const changing = page.getByRole('form', { name: 'Bearbeiten: AEVO' });
    await changing.getByLabel('Gültig bis').fill('2031-01-31');
    await changing.getByRole('button', { name: 'Speichern' }).click();
    await message(page, '„AEVO“ ist geändert.');
    await page.getByText('Gültig bis 31.01.2031').waitFor();
    await undo(page);
    await message(page, '„AEVO“ ist wieder wie vorher.');
    await page.getByRole('button', { name: 'Entfernen: Fachkunde Arbeitssicherheit' }).click();
    await message(page, '„Fachkunde Arbeitssicherheit“ ist entfernt.');
    const licences = (await readUser(eva)).licences.map(({ name, validUntil }: Record<string, unknown>) => [
      name,
      validUntil,
    ]);
    assert.deepEqual(licences.sort(), [
      ['AEVO', null],
      ['Ersthelferin', '2030-12-31'],
    ]);
  },
);

consoleTest('a licence whose change got no response is stored once', async (page) => {
  await openAs(page, urlOf(`/settings/users/${users.max}`), admin.cookie);
  const saveTwice = async (title: string, lost: string, day = lost, status?: number) => {
    const form = page.getByRole('form', { name: title });
    await form.getByLabel('Gültig bis').fill(lost);
    await loseResponse(page, 'PUT', '**/licences', status);
    const save = form.getByRole('button', { name: 'Speichern' });
    await save.click();
    await form.getByRole('alert').waitFor();
    await page.getByText('Keine Verbindung.').waitFor({ state: 'hidden' });
    await form.getByLabel('Gültig bis').fill(day);
    await save.click();
    await form.waitFor({ state: 'hidden' });
    const { licences } = await readUser(users.max);
    assert.deepEqual(
      licences.map(({ validUntil }: Record<string, unknown>) => validUntil),
      [day],
    );
  };
  await page.getByRole('button', { name: 'Lizenz hinzufügen' }).click();
  await page.getByLabel('Bezeichnung').fill('AEVO');
  await saveTwice('Lizenz hinzufügen', '2030-12-31');
  await page.getByRole('button', { name: 'Bearbeiten: AEVO' }).click();
  await saveTwice('Bearbeiten: AEVO', '2031-12-31');
  // The user corrects the day meanwhile.
  await page.getByRole('button', { name: 'Bearbeiten: AEVO' }).click();
  await saveTwice('Bearbeiten: AEVO', '2032-12-31', '2033-12-31');
  await page.getByRole('button', { name: 'Entfernen: AEVO' }).click();
  await message(page, '„AEVO“ ist entfernt.');
  await page.getByRole('button', { name: 'Lizenz hinzufügen' }).click();
  await page.getByLabel('Bezeichnung').fill('AEVO');
  // A proxy responds instead.
  await saveTwice('Lizenz hinzufügen', '2034-12-31', '2035-12-31', 504);
});

consoleTest('access is given and taken, but not from the last admin', async (page) => {
  const worker = await service.platform('recruiter');
  const { id, email } = worker.user;
  await openAs(page, urlOf(`/settings/users/${id}`), admin.cookie);
  await page.getByRole('button', { name: 'Passwort setzen …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Neues Passwort').fill('kurz');
  await dialog.getByRole('button', { name: 'Passwort setzen' }).click();
  await dialog.getByText('Das neue Passwort braucht 12 bis 256 Zeichen.').waitFor();
  await dialog.getByRole('button', { name: 'Passwort erzeugen' }).click();
  const password = await dialog.getByLabel('Neues Passwort').inputValue();
  assert.match(password, /^(?:\w{5}-){3}\w{5}$/);
  await dialog.getByRole('button', { name: 'Passwort setzen' }).click();
  await message(page, 'Test recruiter hat ein neues Passwort.');
  assert.equal((await worker.get('/session')).status, 401);
  await signIn(service.baseUrl, { email, password });

  await page.getByRole('button', { name: 'Deaktivieren …' }).click();
  await dialog.getByText('Alle Sitzungen und offenen Einladungen enden sofort').waitFor();
  await dialog.getByRole('button', { name: 'Deaktivieren' }).click();
  await message(page, 'Test recruiter ist deaktiviert.');
  await page.getByRole('button', { name: 'Wieder aktivieren' }).waitFor();
  assert.equal((await readUser(id)).isActive, false);
  await undo(page);
  await message(page, 'Test recruiter ist wieder aktiv.');
  assert.equal((await readUser(id)).isActive, true);

  await page.goto(urlOf(`/settings/users/${admin.user.id}`));
  await page.getByRole('button', { name: 'Deaktivieren …' }).click();
  await dialog.getByText('Das ist Ihr eigenes Konto: Sie werden sofort abgemeldet.').waitFor();
  await dialog.getByRole('button', { name: 'Deaktivieren' }).click();
  const refusal = 'Das ist der letzte Benutzer, der sich anmelden und verwalten kann.';
  await dialog.getByRole('alert').getByText(refusal).waitFor();
  await dialog.getByRole('button', { name: 'Abbrechen' }).click();
  await page.getByRole('button', { name: 'Bearbeiten: Rolle' }).click();
  const role = page.getByRole('form', { name: 'Rolle' });
  await role.getByLabel('Rolle').selectOption('Nur Lesen');
  await role.getByRole('button', { name: 'Speichern' }).click();
  await role.getByRole('alert').getByText(refusal).waitFor();
  // With a second admin it is possible, and the page no longer offers what the new role may not do.
  await service.platform('admin');
  await role.getByRole('button', { name: 'Speichern' }).click();
  await page.getByRole('button', { name: 'Bearbeiten: Person' }).waitFor({ state: 'hidden' });
  const links = page.getByRole('navigation', { name: 'Hauptnavigation' }).getByRole('link');
  await links.getByText('Entwickler').waitFor({ state: 'hidden' });
});

consoleTest('a branch is created, changed, closed, and opened again', async (page) => {
  const manager = await service.platform('branchManager');
  await openAs(page, urlOf('/settings/branches'), manager.cookie);
  assert.deepEqual(await namesIn(page), ['Niederlassung Berlin', 'Niederlassung München']);
  await page.getByLabel('Zustand').selectOption('Geschlossene');
  assert.deepEqual(await namesIn(page), ['Niederlassung Bonn']);
  await page.getByRole('link', { name: 'Neue Niederlassung' }).click();
  const form = page.getByRole('form', { name: 'Neue Niederlassung' });
  await form.getByLabel('Telefon').fill('keine');
  await form.getByLabel('Postleitzahl').fill('1011');
  await form.getByLabel('Land', { exact: true }).selectOption('Deutschland');
  await form.getByRole('button', { name: 'Anlegen' }).click();
  const faults = form.getByRole('alert').getByRole('listitem');
  await faults.first().waitFor();
  assert.deepEqual((await faults.allTextContents()).sort(), [
    'Name: Bitte ausfüllen.',
    'Postleitzahl: Eine deutsche Postleitzahl hat 5 Ziffern, etwa 10115.',
    'Telefon: Geben Sie eine Telefonnummer ein, etwa 030 901820.',
  ]);
  await form.getByLabel('Name', { exact: true }).fill('Niederlassung Emden');
  await form.getByLabel('Telefon').fill('04921 870');
  await storeDraft(page, () => form.getByLabel('Postleitzahl').fill('26721'));
  // What was entered survives a reload.
  await page.reload();
  await form.getByText(/^Entwurf vom/).waitFor();
  await form.getByRole('button', { name: 'Anlegen' }).click();
  await page.getByRole('heading', { level: 1, name: 'Niederlassung Emden' }).waitFor();
  await page.getByText('Dieser Niederlassung ist niemand zugeordnet.').waitFor();
  const id = idIn(page);
  const read = async () => (await admin.get(`/branches/${id}`)).body;

  await page.getByRole('button', { name: 'Bearbeiten: Adresse' }).click();
  const address = page.getByRole('form', { name: 'Adresse' });
  await address.getByLabel('Ort').fill('Emden');
  await address.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Emden', { exact: true }).waitFor();
  await undo(page);
  await page.getByText('Emden', { exact: true }).waitFor({ state: 'hidden' });
  assert.deepEqual([(await read()).location.zipCode, (await read()).location.city], ['26721', null]);

  await page.getByRole('button', { name: 'Schließen …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Niederlassung schließen' }).click();
  await message(page, '„Niederlassung Emden“ ist geschlossen.');
  assert.equal((await read()).isActive, false);
  await page.getByRole('button', { name: 'Wieder öffnen' }).click();
  await message(page, '„Niederlassung Emden“ ist wieder geöffnet.');
  assert.equal((await read()).isActive, true);
  await page.goto(urlOf(`/settings/branches/${branches.munich}`));
  await page.getByRole('list', { name: 'Benutzer' }).getByRole('link', { name: 'Nora Neu' }).waitFor();
  await page.goto(urlOf('/settings/branches/2147483000'));
  await page.getByRole('heading', { level: 1, name: 'Diese Niederlassung gibt es nicht' }).waitFor();
});
