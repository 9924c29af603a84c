import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { indexMarked } from '../../server/areas/search/index.ts';
import { openAs, openAsOther, openConsole, storeDraft, untilIdle } from './open-console.ts';
import { insertRequests } from './requests-data.ts';

const { service, consoleTest, urlOf } = await openConsole();
const { api } = service.tenant;
const { officeId, company, other, stapler, placed, stock, closed } = await insertRequests(service);
const recruiter = await service.platform('recruiter');
const viewer = await service.platform('viewer');

const open = (page: Page, path: string, { cookie } = recruiter) => openAs(page, urlOf(path), cookie);
const table = (page: Page) => page.getByRole('table', { name: 'Aufträge' });
const link = (page: Page, name: string | RegExp) => table(page).getByRole('link', { name });
const status = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const read = async (kind: string, id: number) => (await api.get(`/customers/requests/${kind}/${id}`)).body;

consoleTest('the list shows what is current, and its words and filters are in the address', async (page) => {
  await open(page, '/requests');
  const row = table(page).getByRole('row', { name: /Staplerfahrer/ });
  await row.waitFor();
  assert.match(
    (await row.innerText()).replaceAll(/\s+/g, ' '),
    /Frühschicht Arbeitnehmerüberlassung, Nr\. \d+ Hansa Lagerhaus GmbH Hamburg 3 01\.05\.2026 31\.10\.2026 In Bearbeitung niemand Berlin/,
  );
  await page.getByText('3 Aufträge', { exact: true }).waitFor();
  assert.equal(await link(page, 'Kommissionierer').count(), 0);
  await page.getByLabel('Art').selectOption('Werkvertrag');
  await page.getByText('1 Auftrag', { exact: true }).waitFor();
  await page.getByLabel('Status').selectOption('Alle');
  await page.getByLabel('Art').selectOption('Alle Arten');
  await page.getByLabel('Suchen').fill('hansa');
  await page.waitForURL(/\/requests\?text=hansa&status=all$/);
  await page.getByText('3 Aufträge', { exact: true }).waitFor();
  await page.getByLabel('Reihenfolge').selectOption('Frühester Beginn');
  await page.getByText('Reihenfolge').waitFor();
  await table(page).locator('tbody tr').first().getByText('Kommissionierer').waitFor();
  await page.reload();
  await table(page).locator('tbody tr').first().getByText('Kommissionierer').waitFor();
  assert.equal(await page.getByLabel('Suchen').inputValue(), 'hansa');
  await page.goto(urlOf(`/requests?company=${other}&status=closed`));
  await link(page, /Leitung Produktion/).waitFor();
  await page.getByRole('button', { name: 'Filter aufheben: Kunde: Alpenmetall Gruber OHG' }).click();
  await link(page, /Staplerfahrer/).waitFor();
  await page.getByLabel('Suchen').fill('gibtesnicht');
  await page.getByText('Kein Auftrag passt zu diesen Filtern.').waitFor();
  await page.getByRole('link', { name: 'Alle Filter aufheben' }).click();
  await page.getByText('3 Aufträge', { exact: true }).waitFor();
});

consoleTest('the list shows long titles and whole dates beside all of its columns', async (page) => {
  await open(page, '/requests?status=all');
  for (const width of [1024, 1200, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const title of [/Staplerfahrer/, 'Inventur Lager Nord']) {
      const found = link(page, title);
      await found.waitFor();
      const [all, shown] = await found.evaluate(({ scrollHeight, clientHeight }) => [
        scrollHeight,
        clientHeight,
      ]);
      assert.ok(all! <= shown!, `${width}: ${title}`);
    }
  }
  // Three lines would make the row higher than the window of rows reckons with.
  const longest = link(page, /^Leitung Produktion/);
  assert.equal((await longest.boundingBox())!.height, 35);
  assert.match((await longest.getAttribute('title'))!, /Blechbearbeitung \(m\/w\/d\)$/);
});

consoleTest(
  'the list is used by keys, follows what happens, and leads to the page and back',
  async (page) => {
    await open(page, '/requests');
    await link(page, 'Inventur Lager Nord').waitFor();
    await untilIdle(page);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    const first = table(page).locator('[aria-rowindex="2"]');
    await table(page).locator('[aria-rowindex="2"][data-current="true"]').waitFor();
    assert.equal(await page.evaluate('document.activeElement.closest("tr").ariaRowIndex'), '2');
    const created = await api.post(`/customers/${company}/requests/temporarystaffing`, {
      officeId,
      title: 'Helfer, ganz neu',
      headcount: 5,
      startDate: '2026-08-01',
    });
    await indexMarked(service.services);
    await first.getByText('Helfer, ganz neu').waitFor();
    // The row of the keys is still the same one.
    await table(page).locator('[aria-rowindex="3"][data-current="true"]').waitFor();
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Helfer, ganz neu' }).waitFor();
    await api.put(`/customers/requests/temporarystaffing/${created.body.id}`, { headcount: 7 });
    await page.getByText('Personen: 7').waitFor();
    await api.put(`/customers/requests/${created.body.id}/status`, {
      statusId: 4,
      comment: 'Kunde sagt ab.',
    });
    await page.getByRole('row', { name: /Storniert.*Kunde sagt ab\./ }).waitFor();
    await page.getByRole('link', { name: '← Zu den Aufträgen' }).click();
    await page.getByText('3 Aufträge', { exact: true }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('gruber');
    await page.keyboard.press('Enter');
    await page.getByText('1 Auftrag', { exact: true }).waitFor();
  },
);

consoleTest('the list shows what has changed while another page was open', async (page) => {
  const change = async (headcount: number) => {
    const response = await api.put(`/customers/requests/servicecontract/${stock}`, { headcount });
    assert.equal(response.status, 204, response.text);
  };
  await open(page, '/requests');
  const row = { name: /^Inventur Lager Nord/ };
  const toCompany = page.getByRole('link', { name: 'Hansa Lagerhaus GmbH' });
  const inList = page.getByRole('row', row).filter({ has: toCompany });
  const inPart = part(page, 'Aufträge').getByRole('row', row);
  await inList.getByRole('cell', { name: '12', exact: true }).waitFor();
  await inList.getByRole('link', { name: 'Hansa Lagerhaus GmbH' }).click();
  await inPart.getByRole('cell', { name: '12', exact: true }).waitFor();
  await untilIdle(page);
  await change(13);
  // It is read again when lists are.
  await inPart.getByRole('cell', { name: '13', exact: true }).waitFor();
  await page.goBack();
  await inList.getByRole('cell', { name: '13', exact: true }).waitFor();
  await change(12);
});

consoleTest('the page shows a request with its names, and changes only what is sent', async (page) => {
  await recruiter.post('/jobads', { title: 'Stapler gesucht', officeId, customerRequestId: stapler });
  await open(page, `/requests/${stapler}`);
  await part(page, 'Auftrag').getByText('Fachkraft Lagerlogistik').waitFor();
  await part(page, 'Ort und Ansprechpartner').getByText('Halle 4, Tor 12').waitFor();
  await page.getByRole('link', { name: '040 66969123' }).waitFor();
  await part(page, 'Konditionen').getByText('15,60 €').waitFor();
  await part(page, 'Konditionen').getByText('31.10.2027').waitFor();
  await part(page, 'Stellenanzeigen').getByRole('link', { name: 'Stapler gesucht' }).waitFor();
  assert.match(
    (await page.getByRole('link', { name: 'Hansa Lagerhaus GmbH' }).getAttribute('href')) ?? '',
    new RegExp(`/app/companies/${company}$`),
  );
  await page.getByRole('button', { name: 'Bearbeiten: Auftrag' }).click();
  const form = page.getByRole('form', { name: 'Auftrag' });
  await form.getByLabel('Ende').fill('2026-04-01');
  await form.getByLabel('Personen').fill('0');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await form.getByRole('alert').getByText('2 Angaben sind nicht zulässig:').waitFor();
  await form.getByRole('alert').getByText('„Ende“ darf nicht vor „Beginn“ liegen.').waitFor();
  // A colleague changes another field, and this one too.
  await api.put(`/customers/requests/temporarystaffing/${stapler}`, {
    headcount: 8,
    startDate: '2026-05-04',
  });
  await form.getByLabel('Ende').fill('2026-12-31');
  await form.getByLabel('Personen').fill('6');
  await form.getByRole('button', { name: 'Speichern' }).click();
  const conflict = page.getByRole('dialog', { name: 'Jemand hat dasselbe geändert' });
  await conflict.getByText('Gespeichert: 8').waitFor();
  await conflict.getByText('Meine Angabe: 6').click();
  await conflict.getByRole('button', { name: 'Auswahl speichern' }).click();
  await status(page, 'Gespeichert.');
  const changed = await read('temporarystaffing', stapler);
  assert.deepEqual([changed.headcount, changed.startDate, changed.endDate], [6, '2026-05-04', '2026-12-31']);
  await part(page, 'Verlauf').getByText('Geändert: Personen und Ende').waitFor();
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await status(page, 'Die Änderung ist zurückgenommen.');
  assert.deepEqual((await read('temporarystaffing', stapler)).endDate, '2026-10-31');
});

consoleTest('the status is set with a comment, taken back, and asked about if it is final', async (page) => {
  await open(page, `/requests/${placed}`);
  const change = page.getByRole('button', { name: 'Status ändern …' });
  await change.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Neuer Status').selectOption('Besetzt');
  await dialog.getByLabel('Bemerkung').fill('Beginnt im Juli.');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await status(page, 'ist geändert.');
  await page.getByRole('row', { name: /Besetzt.*Beginnt im Juli\./ }).waitFor();
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await status(page, 'hat wieder den vorherigen Status.');
  assert.equal((await read('directplacement', placed)).statusId, 1);
  await change.click();
  await dialog.getByLabel('Neuer Status').selectOption('Geschlossen – endgültig');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await dialog.getByText('Endgültig auf „Geschlossen“ setzen?').waitFor();
  assert.equal((await read('directplacement', placed)).statusId, 1);
  await dialog.getByRole('button', { name: 'Auf „Geschlossen“ setzen' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('row', { name: /^Geschlossen/ }).waitFor();
  assert.equal((await read('directplacement', placed)).statusId, 5);
  await untilIdle(page);
  assert.equal(await page.getByRole('button', { name: 'Rückgängig' }).count(), 0);
  await change.click();
  await dialog.getByText('Der Status ist endgültig.').waitFor();
  assert.equal(await dialog.getByLabel('Neuer Status').getByRole('option').count(), 2);
});

consoleTest('a request is created for a company, and faults stand beside their fields', async (page) => {
  await open(page, '/requests');
  await page.getByRole('link', { name: 'Neuer Auftrag' }).click();
  const form = page.getByRole('form', { name: 'Neuer Auftrag' });
  await form.getByRole('button', { name: 'Auftrag anlegen' }).click();
  await form.getByText('Wählen Sie zuerst den Kunden.').waitFor();
  // Nothing covers it.
  assert.equal(await form.getByText('Name, Kundennummer oder Ort').count(), 0);
  await form.getByRole('combobox', { name: 'Kunde' }).fill('hansa');
  await page.getByRole('option', { name: 'Hansa Lagerhaus GmbH, 20457 Hamburg' }).click();
  await form.getByLabel('Art', { exact: true }).selectOption('Werkvertrag');
  await form.getByRole('button', { name: 'Auftrag anlegen' }).click();
  const alert = form.getByRole('alert');
  for (const name of ['Titel', 'Beginn', 'Niederlassung', 'Leistung'])
    await alert.getByRole('link', { name, exact: true }).waitFor();
  await form.getByLabel('Titel').fill('Umzug des Lagers');
  await form.getByLabel('Beginn').fill('2026-09-01');
  await form.getByLabel('Personen').fill('9');
  await form.getByLabel('Niederlassung').selectOption('Berlin');
  await form.getByLabel('Leistung').fill('Alle Regale in die neue Halle');
  await form.getByLabel('Festpreis (€)').fill('12.500,50');
  const contact = { label: 'Karla Vogt (Schichtleitung)' };
  await storeDraft(page, () => form.getByLabel('Ansprechpartner').selectOption(contact));
  await page.reload();
  await form.getByText(/^Entwurf vom/).waitFor();
  await form.getByRole('button', { name: 'Auftrag anlegen' }).click();
  await page.getByRole('heading', { level: 1, name: 'Umzug des Lagers' }).waitFor();
  await status(page, '„Umzug des Lagers“ ist angelegt.');
  const created = await read('servicecontract', Number(new URL(page.url()).pathname.split('/').at(-1)));
  assert.deepEqual(
    [created.customerId, created.headcount, created.fixedPrice, created.scope, created.statusId],
    [company, 9, 12_500.5, 'Alle Regale in die neue Halle', 1],
  );
  await indexMarked(service.services);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Suchen oder Befehl ausführen' });
  await palette.getByRole('combobox').fill('umzug');
  await page.getByRole('option', { name: /Umzug des Lagers/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Umzug des Lagers' }).waitFor();
});

consoleTest(
  'Today names the current requests that start first, and a task leads to its request',
  async (page) => {
    const task = { title: 'Kunden anrufen', requestId: stock, assigneeId: recruiter.user.id };
    assert.equal((await recruiter.post('/tasks', task)).status, 200);
    await open(page, '/');
    const rows = part(page, 'Laufende Aufträge').getByRole('row');
    await rows.nth(1).getByText('Staplerfahrer (m/w/d), Frühschicht').waitFor();
    assert.equal(await rows.getByText('Kommissionierer').count(), 0);
    await part(page, 'Laufende Aufträge').getByRole('link', { name: 'Zu den Aufträgen' }).click();
    await page.waitForURL(/\/requests\?sort=start$/);
    await page.goBack();
    await part(page, 'Meine Aufgaben').getByRole('link', { name: 'Inventur Lager Nord' }).click();
    await page.getByRole('heading', { level: 1, name: 'Inventur Lager Nord' }).waitFor();
  },
);

consoleTest('a reader changes nothing, and what does not exist is said', async (page) => {
  await open(page, `/requests/${stock}`, viewer);
  await part(page, 'Konditionen').getByText('18.500,00 €').waitFor();
  await untilIdle(page);
  assert.equal(await page.getByRole('button', { name: /Bearbeiten|Status ändern/ }).count(), 0);
  const stranger = await service.platform('recruiter', await service.createTenant());
  for (const [path, cookie] of [
    ['/requests/999999', viewer.cookie],
    ['/requests/abc', viewer.cookie],
    [`/requests/${closed}`, stranger.cookie],
  ] as const) {
    await openAsOther(page, urlOf(path), cookie);
    await page.getByRole('heading', { level: 1, name: 'Diesen Auftrag gibt es nicht' }).waitFor();
  }
});
