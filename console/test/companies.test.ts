import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { indexMarked } from '../../server/areas/search/index.ts';
import { makeBranch } from '../../server/testing/makers/branches.ts';
import { companyMaker } from '../../server/testing/makers/companies.ts';
import { button, formOf, partOf, said } from './elements.ts';
import { openAs, openConsole, untilIdle } from './open-console.ts';

const { service, consoleTest, urlOf } = await openConsole();
const recruiter = await service.platform('recruiter');
const viewer = await service.platform('viewer');
const make = companyMaker(service.tenant.api);
const hamburg = await makeBranch(service, 'Hamburg');
const nordkai = await make.company({
  name: 'Nordkai Logistik GmbH',
  customerNumber: 'K-10002',
  officeId: hamburg,
  location: { zipCode: '20457', city: 'Hamburg' },
  contact: { email: 'info@nordkai.example.org', phone: '040 5550100' },
});
const site = await make.site(nordkai, { description: 'Lager Altenwerder', location: { city: 'Hamburg' } });
await make.contact(nordkai, site, {
  firstName: 'Sabine',
  lastName: 'Vogt',
  email: 's.vogt@nordkai.example.org',
});
await make.location(nordkai, site, { description: 'Halle 3' });
await make.company({ name: 'Ärztehaus Süd', location: { city: 'Bonn' } });
const zimmerei = await make.company({ name: 'Zimmerei Brandt' });
await recruiter.put(`/customers/${zimmerei}/status`, { statusId: 3 });
await indexMarked(service.services);

const tableOf = (page: Page) => page.getByRole('table', { name: 'Kunden' });
const exactly = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

async function openCompany(page: Page, query = '', { cookie } = recruiter): Promise<void> {
  await openAs(page, urlOf(`/companies/${nordkai}${query}`), cookie);
  await page.getByRole('heading', { level: 1, name: /^Nordkai/ }).waitFor();
  await untilIdle(page);
}

consoleTest('the list finds companies, filters them in the address, and follows colleagues', async (page) => {
  await openAs(page, urlOf('/companies'), recruiter.cookie);
  await exactly(page, '3 Kunden');
  assert.deepEqual(await tableOf(page).getByRole('link').allTextContents(), [
    'Ärztehaus Süd',
    'Nordkai Logistik GmbH',
    'Zimmerei Brandt',
  ]);
  const words = page.getByRole('searchbox', { name: 'Suchen' });
  for (const [text, excerpt] of [
    ['Vogd', 'Ansprechpartner: Sabine Vogt'],
    ['K-1000', 'Kundennummer: K-10002'],
    ['Altenwerder Nordkai', undefined],
  ] as const) {
    await words.fill(text);
    await page.waitForURL((url) => url.searchParams.get('text') === text);
    if (excerpt === undefined) await page.getByText('Kein Kunde passt zu dieser Suche.').waitFor();
    else await tableOf(page).getByRole('row', { name: excerpt }).waitFor();
  }
  await button(page, 'Suche und Filter zurücksetzen').click();
  await exactly(page, '3 Kunden');

  await button(page, 'Filter').click();
  await page.getByLabel('Status', { exact: true }).selectOption('Kunde');
  await exactly(page, '1 Kunde');
  await page.reload();
  await exactly(page, '1 Kunde');
  await page.getByRole('list', { name: 'Aktive Filter' }).getByText('Status: Kunde').waitFor();
  await recruiter.put(`/customers/${nordkai}/status`, { statusId: 3 });
  await exactly(page, '2 Kunden');
  await button(page, 'Filter aufheben: Status: Kunde').click();
  await exactly(page, '3 Kunden');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.getByRole('link', { name: 'Nordkai Logistik GmbH' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /^Nordkai/ }).waitFor();
});

consoleTest(
  'a part and the status are changed, undone, and merged with those of a colleague',
  async (page) => {
    await openCompany(page);
    await button(page, 'Bearbeiten: Firma').click();
    const form = formOf(page, 'Firma');
    await form.getByLabel('Mitarbeitende').fill('240');
    await form.getByLabel('Namenszusatz').fill('Kontraktlogistik');
    await recruiter.put(`/customers/${nordkai}`, { name2: 'Seehafen', vatId: 'DE123456789' });
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await form.getByRole('button', { name: 'Speichern' }).click();
    assert.deepEqual((await sent).postDataJSON(), { employees: 240, name2: 'Kontraktlogistik' });
    assert.match((await sent).headers()['if-match']!, /^W\/"/);
    const question = page.getByRole('dialog', { name: 'Jemand hat dasselbe geändert' });
    await question.getByText('Gespeichert: Seehafen').waitFor();
    await question.getByText('Meine Angabe: Kontraktlogistik').click();
    await question.getByRole('button', { name: 'Auswahl speichern' }).click();
    await page.getByRole('heading', { level: 1, name: 'Nordkai Logistik GmbH Kontraktlogistik' }).waitFor();
    await partOf(page, 'Firma').getByText('DE123456789').waitFor();
    await button(page, 'Rückgängig').click();
    await page.getByRole('heading', { level: 1, name: 'Nordkai Logistik GmbH Seehafen' }).waitFor();

    await button(page, 'Status ändern …').click();
    const dialog = page.getByRole('dialog', { name: 'Status von Nordkai Logistik GmbH' });
    await dialog.getByLabel('Status', { exact: true }).selectOption('Gesperrt');
    await dialog.getByLabel('Kommentar').fill('Zahlt nicht');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await page.locator('header').getByText('Gesperrt').waitFor();
    await button(page, 'Rückgängig').click();
    await said(page, 'Nordkai Logistik GmbH: Der Status ist zurückgesetzt.');
    await button(page, 'Status ändern …').click();
    await dialog.getByLabel('Kommentar').fill('Mahnung bezahlt');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await said(page, 'Nordkai Logistik GmbH: Der Status ist gespeichert.');
    // What is in the activities stays there.
    assert.equal(await button(page, 'Rückgängig').count(), 0);
    await button(page, 'Vertrag ändern …').click();
    const contract = page.getByRole('dialog', { name: 'Vertragsstatus von Nordkai Logistik GmbH' });
    await contract.getByLabel('Vertragsstatus', { exact: true }).selectOption({ index: 2 });
    await contract.getByLabel('Gültig ab').fill('2026-04-01');
    await contract.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText(', ab 01.04.2026').waitFor();

    await page.getByRole('link', { name: 'Aktivitäten' }).click();
    const rows = page.getByRole('table', { name: 'Aktivitäten' }).getByRole('row');
    await rows.getByText('Status von Kunde auf Gesperrt geändert: Zahlt nicht').waitFor();
    await rows.getByText('Status bleibt Kunde: Mahnung bezahlt').waitFor();
    await button(page, '+ Neue Notiz').click();
    await formOf(page, 'Neue Notiz').getByLabel('Notiz').fill('Neue Halle besichtigt');
    await formOf(page, 'Neue Notiz').getByRole('button', { name: 'Speichern' }).click();
    await rows.nth(1).getByText('Neue Halle besichtigt').waitFor();
    await page.getByRole('link', { name: 'Verlauf' }).click();
    await page
      .getByRole('cell', { name: /^Kunde geändert: .*Mitarbeitende/ })
      .first()
      .waitFor();
  },
);

consoleTest(
  'sites have contacts and work locations, which are added, changed, and set inactive',
  async (page) => {
    await openCompany(page, '?tab=sites');
    await button(page, '+ Neuer Ansprechpartner').click();
    const form = formOf(page, 'Neuer Ansprechpartner');
    await form.getByLabel('Vorname').fill('Jonas');
    await form.getByLabel('E-Mail-Adresse').fill('jonas');
    await form.getByRole('button', { name: 'Speichern' }).click();
    await form.getByRole('alert').getByText('2 Angaben sind nicht zulässig:').waitFor();
    await form.getByRole('alert').getByRole('link', { name: 'Nachname' }).click();
    await page.keyboard.type('Petersen');
    await form.getByLabel('E-Mail-Adresse').fill('j.petersen@nordkai.example.org');
    await form.getByRole('button', { name: 'Speichern' }).click();
    await said(page, '„Jonas Petersen“ ist angelegt.');
    const contacts = partOf(page, 'Ansprechpartner');
    await button(page, 'Bearbeiten: Jonas Petersen').click();
    await formOf(page, 'Bearbeiten: Jonas Petersen').getByLabel('Position').fill('Werkleitung');
    await formOf(page, 'Bearbeiten: Jonas Petersen').getByRole('button', { name: 'Speichern' }).click();
    await contacts.getByText('Werkleitung').waitFor();
    await button(page, 'Rückgängig').waitFor();
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/status', async (route) => {
      await isReleased;
      await route.continue();
    });
    await button(page, 'Deaktivieren: Sabine Vogt').click();
    // It would undo the change before.
    await page.getByRole('button', { name: 'Rückgängig', disabled: true }).waitFor();
    release();
    await said(page, '„Sabine Vogt“ ist jetzt inaktiv.');
    await button(page, 'Inaktive zeigen (1)').waitFor();
    assert.equal(await contacts.getByText('Sabine Vogt').count(), 0);
    await button(page, 'Rückgängig').click();
    await contacts.getByText('Sabine Vogt').waitFor();
    await button(page, 'Löschen: Halle 3').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Einsatzort löschen' }).click();
    await partOf(page, 'Einsatzorte').getByText('Noch kein Einsatzort.').waitFor();

    await button(page, '+ Neuer Standort').click();
    await formOf(page, 'Neuer Standort').getByLabel('Bezeichnung').fill('Werk 2');
    await formOf(page, 'Neuer Standort').getByRole('button', { name: 'Speichern' }).click();
    await partOf(page, 'Standort Werk 2').waitFor();
    await button(page, 'Deaktivieren: Werk 2').click();
    await page.getByText('Dieser Standort ist inaktiv.').waitFor();
    assert.equal(await button(page, '+ Neuer Ansprechpartner').count(), 0);
    await page.getByRole('link', { name: 'Stammdaten' }).click();
    await contacts.getByRole('link', { name: 's.vogt@nordkai.example.org' }).waitFor();
  },
);

consoleTest('a company with many sites says that its profile has the contacts of some', async (page) => {
  const company = await make.company({ name: 'Filialnetz GmbH' });
  let last = 0;
  for (let number = 1; number <= 9; number++)
    last = await make.site(company, { description: `Filiale ${number}` });
  await make.contact(company, last, { lastName: 'Ansprechbar' });
  await openAs(page, urlOf(`/companies/${company}`), recruiter.cookie);
  const contacts = partOf(page, 'Ansprechpartner');
  await contacts.getByText('nur die Ansprechpartner der ersten 8 von 9 aktiven Standorten').waitFor();
  await untilIdle(page);
  assert.equal(await contacts.getByText('Noch kein Ansprechpartner.').count(), 0);
  await contacts.getByRole('link', { name: 'Standorte und Ansprechpartner' }).click();
  await page.getByText('Filiale 9').first().waitFor();
});

consoleTest(
  'a new company gets its first site, once, and the form names possible duplicates',
  async (page) => {
    await openAs(page, urlOf('/companies/new'), recruiter.cookie);
    const form = formOf(page, 'Neuer Kunde');
    const field = (name: string) => form.getByRole('textbox', { name, exact: true });
    await field('Name').fill('Nortkai Logistik & Co. KG');
    await partOf(page, 'Mögliche Dubletten').getByRole('link', { name: 'Nordkai Logistik GmbH' }).waitFor();
    await field('Name').fill('Nord-Kai Logistik GmbH');
    await partOf(page, 'Mögliche Dubletten').getByRole('link', { name: 'Nordkai Logistik GmbH' }).waitFor();
    await field('Name').fill('Hafenlogistik Altona');
    await partOf(page, 'Mögliche Dubletten').getByText('Noch kein Kunde mit diesem Namen').waitFor();
    await recruiter.put(`/customers/${nordkai}`, { vatId: 'DE999087007' });
    await field('USt-IdNr.').fill('DE 999 087 007');
    await partOf(page, 'Mögliche Dubletten').getByRole('link', { name: 'Nordkai Logistik GmbH' }).waitFor();
    await field('USt-IdNr.').fill('');
    await field('Name').fill('Quellwerk Getränke AG');
    await partOf(page, 'Mögliche Dubletten').getByText('Noch kein Kunde mit diesem Namen').waitFor();
    await field('Kundennummer').fill('K-10002');
    await field('Ort').fill('Celle');
    await button(page, 'Kunden anlegen').click();
    await form.getByRole('alert').getByText('Das gibt es schon.').waitFor();
    await field('Kundennummer').fill('K-20001');
    let calls = 0;
    await page.route('**/offices', async (route) => {
      if (calls++ > 0) return route.continue();
      // The site is created, but the response is lost.
      const headers = { 'idempotency-key': route.request().headers()['idempotency-key']! };
      const path = new URL(route.request().url()).pathname.replace('/platform', '');
      const stored = await recruiter.post(path, route.request().postDataJSON(), { headers });
      assert.equal(stored.status, 200, stored.text);
      await route.abort();
    });
    await button(page, 'Kunden anlegen').click();
    await form.getByRole('alert').getByText('Angelegt wird nur einmal.').waitFor();
    await button(page, 'Kunden anlegen').click();
    await page.getByRole('heading', { level: 1, name: 'Quellwerk Getränke AG' }).waitFor();
    await said(page, 'Quellwerk Getränke AG ist angelegt.');
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    const { body } = await recruiter.get(`/customers/${id}`);
    assert.deepEqual(
      body.offices.map(({ description, city }: { description: string; city: string }) => [description, city]),
      [['Hauptsitz', 'Celle']],
    );
  },
);

consoleTest(
  'the form of a new company stays untouched while the main branch of the user changes',
  async (page) => {
    const { user, cookie } = await service.platform('recruiter');
    await openAs(page, urlOf('/companies/new'), cookie);
    await formOf(page, 'Neuer Kunde').waitFor();
    await untilIdle(page);
    const read = page.waitForResponse((response) => response.url().endsWith(`/users/${user.id}`));
    const admin = await service.platform('admin');
    const assignedOffices = [{ officeId: hamburg, isPrimary: true }];
    const { status } = await admin.put(`/users/${user.id}/assignedoffices`, { assignedOffices });
    assert.equal(status, 204);
    await read;
    await untilIdle(page);
    // Nothing asks whether it may be left.
    await page.getByRole('link', { name: 'Heute' }).click();
    await page.getByRole('heading', { level: 1, name: 'Heute' }).waitFor();
  },
);

consoleTest(
  'the palette leads to companies and to those of contacts, and a viewer changes nothing',
  async (page) => {
    await openAs(page, urlOf('/'), viewer.cookie);
    await page.getByRole('heading', { level: 1, name: 'Heute' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('Sabine Vogt');
    await page
      .getByRole('group', { name: 'Ansprechpartner' })
      .getByRole('option', { name: /Sabine Vogt/ })
      .click();
    await page.getByRole('heading', { level: 1, name: /^Nordkai/ }).waitFor();
    await partOf(page, 'Ansprechpartner').getByText('Sabine Vogt').waitFor();
    for (const tab of ['Stammdaten', 'Standorte und Ansprechpartner', 'Aktivitäten']) {
      await page
        .getByRole('navigation', { name: 'Teile des Kunden' })
        .getByRole('link', { name: tab })
        .click();
      await untilIdle(page);
      const buttons = await page.getByRole('main').getByRole('button').allTextContents();
      assert.deepEqual(buttons, [], tab);
    }
    const other = companyMaker((await service.createTenant()).api);
    for (const id of [await other.company(), 2_000_000_000, 'x']) {
      await page.goto(urlOf(`/companies/${id}`));
      await page.getByRole('heading', { level: 1, name: 'Diesen Kunden gibt es nicht' }).waitFor();
    }
    await page.goto(urlOf('/companies/new'));
    await page.getByRole('heading', { level: 1, name: 'Dafür fehlt Ihnen die Berechtigung' }).waitFor();
  },
);
