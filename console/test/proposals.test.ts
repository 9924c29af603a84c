import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { indexMarked } from '../../server/areas/search/index.ts';
import { openAs, openConsole, untilIdle } from './open-console.ts';
import { insertProposals } from './proposals-data.ts';

const { service, consoleTest, urlOf } = await openConsole();
const data = await insertProposals(service);
const { recruiter, requestId, ada } = data;
const path = `/requests/${requestId}`;

const open = (page: Page, tab: string, { cookie } = recruiter) =>
  openAs(page, urlOf(`${path}?tab=${tab}`), cookie);
const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name} \\d`) });
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const says = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();
const stored = async () => (await recruiter.get(`${path}/proposals`)).body;

consoleTest('matches say what is met, missed, and unknown, are filtered, and shortlisted', async (page) => {
  await open(page, 'matches');
  await page.getByText('Alle 3 Bewerber wurden verglichen.').waitFor();
  const text = async (name: string) => (await row(page, name).innerText()).replaceAll(/\s+/g, ' ');
  assert.match(
    await text('Ada Zeller'),
    /9 von 9 erfüllt Vormerken ✓ Erfüllt Beruf: .*Arbeitserlaubnis: nicht nötig/,
  );
  assert.match(
    await text('Ben Adler'),
    /0 von 9 erfüllt .*✕ Nicht erfüllt Beruf: .*Entfernung: \d+(,\d)? km, ohne Angabe gelten 50 km; Verfügbar ab: 01\.07\.2030; Wochenstunden: 20; Schichtarbeit: nein \? Nicht bekannt Gabelstaplerschein; Deutsch B1; .*Lohn/,
  );
  await page.getByText('Verglichen wird mit').click();
  await page.getByText('Schwindelfrei.').waitFor();
  await page.getByLabel('Nur mit dem Beruf').check();
  await page.getByText('1 Bewerber', { exact: true }).waitFor();
  await page.waitForURL(/only=/);
  await page.reload();
  await page.getByText('1 Bewerber', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Ada Zeller vormerken' }).click();
  await says(page, 'Ada Zeller ist vorgemerkt.');
  await row(page, 'Ada Zeller').getByText('Vorgemerkt').waitFor();
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await page.getByRole('button', { name: 'Ada Zeller vormerken' }).waitFor();
  assert.deepEqual((await stored()).proposals, []);
  await page.getByLabel('Nur mit dem Beruf').uncheck();
  await page.getByLabel('Eva Vogt auswählen').check();
  await page.getByLabel('Ben Adler auswählen').check();
  await page.getByRole('button', { name: '2 vormerken' }).click();
  await says(page, '2 Bewerber sind vorgemerkt.');
  await page.getByLabel('Ohne bereits Vorgeschlagene').check();
  await page.getByText('1 Bewerber', { exact: true }).waitFor();
  for (const { id } of (await stored()).proposals) await recruiter.delete(`${path}/proposals/${id}`);
});

consoleTest(
  'a proposal is moved by keys, taken back, priced, and placed, and the request is filled',
  async (page) => {
    const [id] = (await data.shortlist(ada)) as [number];
    await recruiter.put(`/customers/requests/temporarystaffing/${requestId}`, { headcount: 1 });
    await open(page, 'proposals');
    await page.getByText('0 von 1 besetzt').waitFor();
    const move = page.getByRole('button', { name: 'Ändern: Ada Zeller' });
    await move.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Vorgeschlagen' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await says(page, 'Ada Zeller: Vorgeschlagen');
    // The focus goes with the card.
    await column(page, 'Vorgeschlagen').locator(':focus').waitFor();
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await column(page, 'Vorgemerkt').getByRole('link', { name: 'Ada Zeller' }).waitFor();

    await move.click();
    await page.getByRole('menuitem', { name: 'Satz und Bemerkung …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Satz', { exact: true }).fill('29,90');
    await dialog.getByLabel('Währung').fill('XX');
    await dialog.getByRole('textbox', { name: 'Bemerkung' }).fill('Nur nachts');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Währung').fill('EUR');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('29,90 € je Stunde').waitFor();
    const { rate, comment } = (await recruiter.get(`${path}/proposals/${id}`)).body;
    assert.deepEqual([rate, comment], [{ amount: 29.9, unit: 'hour', currency: 'EUR' }, 'Nur nachts']);

    // A colleague has moved it since, and the page has heard of it.
    await data.move(id, 'accepted');
    await column(page, 'Angenommen').getByRole('link', { name: 'Ada Zeller' }).waitFor();
    await move.click();
    await page.getByRole('menuitem', { name: 'Vermittelt' }).click();
    await page.getByText('1 von 1 besetzt').waitFor();
    const one = (await data.shortlist(data.ben))[0]!;
    await data.move(one, 'accepted', 'placed');
    await page.getByText('2 von 1 besetzt').waitFor();
    const tooMany = page.getByText('Es ist eine Person mehr vermittelt, als der Auftrag vorsieht.');
    await tooMany.waitFor();
    await data.move(one, 'accepted');
    await tooMany.waitFor({ state: 'detached' });
    assert.equal((await recruiter.delete(`${path}/proposals/${one}`)).status, 204);
    await move.click();
    assert.equal(await page.getByRole('menuitem', { name: 'Entfernen …' }).count(), 0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Auftrag auf „Besetzt“ setzen' }).click();
    await says(page, '„Staplerfahrer, Nachtschicht“ ist auf „Besetzt“ gesetzt.');
    await page.getByRole('button', { name: 'Auftrag auf „Besetzt“ setzen' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Auftrag', exact: true }).click();
    await page.getByText('Geändert: Stand eines Vorschlags').first().waitFor();
  },
);

consoleTest('a proposal is removed after a question, and the candidate lists what is left', async (page) => {
  const [id] = (await data.shortlist(data.ben)) as [number];
  await data.move(id, 'declined');
  await data.shortlist(data.ben);
  await openAs(page, urlOf(`/candidates/${data.ben}?tab=applications`), recruiter.cookie);
  const table = page.getByRole('table', { name: 'Vorschläge für Aufträge' });
  await table.getByRole('row', { name: /Staplerfahrer, Nachtschicht.*Vorgemerkt/ }).waitFor();
  await table.getByRole('link', { name: 'Staplerfahrer, Nachtschicht' }).first().click();
  await column(page, 'Abgelehnt').getByRole('button', { name: 'Ändern: Ben Adler' }).click();
  await page.getByRole('menuitem', { name: 'Angenommen' }).click();
  await page.getByText('Der Bewerber hat für diesen Auftrag schon einen offenen Vorschlag.').waitFor();
  await column(page, 'Vorgemerkt').getByRole('button', { name: 'Ändern: Ben Adler' }).click();
  await page.getByRole('menuitem', { name: 'Entfernen …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Entfernen' }).click();
  await says(page, 'Ben Adler ist vom Auftrag entfernt.');
  await column(page, 'Vorgemerkt').getByText('Niemand').waitFor();
});

consoleTest('a card says who shortlisted, and does not name them as who moved it', async (page) => {
  const [id] = (await data.shortlist(data.eva)) as [number];
  const colleague = await service.platform('branchManager');
  const moved = await colleague.put(`${path}/proposals/${id}`, { status: 'proposed' });
  assert.equal(moved.status, 204, moved.text);
  await open(page, 'proposals');
  const card = column(page, 'Vorgeschlagen').getByRole('listitem').filter({ hasText: 'Eva Vogt' });
  await card.getByText('in dieser Minute', { exact: true }).waitFor();
  await card.getByText('vorgemerkt von Test recruiter', { exact: true }).waitFor();
  await data.move(id, 'shortlisted');
  await recruiter.delete(`${path}/proposals/${id}`);
});

consoleTest('a viewer sees both, and is offered no change', async (page) => {
  const viewer = await service.platform('viewer');
  await data.shortlist(data.eva);
  await open(page, 'proposals', viewer);
  await page.getByRole('link', { name: 'Eva Vogt' }).waitFor();
  await untilIdle(page);
  assert.equal(await page.getByRole('button', { name: /Ändern/ }).count(), 0);
  await page.getByRole('link', { name: 'Passende Bewerber' }).click();
  await row(page, 'Eva Vogt').getByText('Vorgemerkt').waitFor();
  assert.equal(await page.getByRole('checkbox', { name: /auswählen/ }).count(), 0);
  assert.equal(await page.getByRole('button', { name: /vormerken/i }).count(), 0);
});

consoleTest('a double click shortlists a candidate once', async (page) => {
  const answers: number[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && response.url().endsWith('/proposals'))
      answers.push(response.status());
  });
  for (const { id } of (await stored()).proposals) await recruiter.delete(`${path}/proposals/${id}`);
  await recruiter.put(`/customers/requests/temporarystaffing/${requestId}`, { statusId: 1 });
  await open(page, 'matches');
  await page.getByRole('button', { name: 'Ben Adler vormerken' }).dblclick();
  await says(page, 'Ben Adler ist vorgemerkt.');
  await untilIdle(page);
  assert.deepEqual(answers, [200]);
});

consoleTest('a work permit that ends during the assignment is marked, with its last day', async (page) => {
  await data.candidate({
    firstName: 'Cleo',
    lastName: 'Befristet',
    workPermit: { required: true, validUntil: '2030-06-30' },
  });
  const requestId = await data.request({ startDate: '2030-05-01', endDate: '2030-12-31' });
  await indexMarked(service.services);
  await openAs(page, urlOf(`/requests/${requestId}?tab=matches`), recruiter.cookie);
  const permit = 'Arbeitserlaubnis: endet am 30.06.2030, vor dem Ende des Einsatzes';
  const match = row(page, 'Cleo Befristet');
  await match.getByText(permit).waitFor();
  assert.match(
    (await match.innerText()).replaceAll(/\s+/g, ' '),
    new RegExp(`0 von 2 erfüllt .*! Nicht für den ganzen Einsatz ${permit}`),
  );
});

consoleTest(
  'who cancels a request reads how many are placed, and the candidate lists that it is',
  async (page) => {
    const requestId = await data.request({ title: 'Kommissionierer', startDate: '2030-05-01' });
    const proposals = `/requests/${requestId}/proposals`;
    const added = await recruiter.post(proposals, { candidateIds: [data.eva] });
    for (const status of ['accepted', 'placed'])
      await recruiter.put(`${proposals}/${added.body.proposals[0].id}`, { status });
    const context = await page.context().browser()!.newContext({ locale: 'de-DE' });
    const tab = await context.newPage();
    await openAs(tab, urlOf(`/candidates/${data.eva}?tab=applications`), recruiter.cookie);
    const entry = tab.getByRole('row', { name: /Kommissionierer.*Vermittelt/ });
    await entry.waitFor();
    assert.equal(await entry.getByText('Der Auftrag ist storniert').count(), 0);
    await openAs(page, urlOf(`/requests/${requestId}`), recruiter.cookie);
    await page.getByRole('button', { name: 'Status ändern …' }).click();
    const dialog = page.getByRole('dialog');
    const choose = async (status: string) => {
      await dialog.getByLabel('Neuer Status').selectOption(`${status} – endgültig`);
      await dialog.getByRole('button', { name: 'Speichern' }).click();
      await dialog.getByText(`Endgültig auf „${status}“ setzen?`).waitFor();
    };
    const freed = dialog.getByText('Für diesen Auftrag ist 1 Person vermittelt.');
    await choose('Geschlossen');
    assert.equal(await freed.count(), 0);
    await dialog.getByRole('button', { name: 'Abbrechen' }).click();
    await choose('Storniert');
    await freed.waitFor();
    await dialog.getByRole('button', { name: 'Auf „Storniert“ setzen' }).click();
    await page.getByRole('link', { name: 'Vorschläge', exact: true }).click();
    await page.getByText('Der Auftrag ist storniert. Niemand wird mehr dafür vermittelt').waitFor();
    // The other tab has heard of it.
    await entry.getByText('Der Auftrag ist storniert').waitFor();
    await context.close();
  },
);

consoleTest('printed matches begin on the first page, and say how many are missing', async (page) => {
  for (let number = 1; number <= 30; number++)
    await data.candidate({ firstName: 'Weitere', lastName: `Nr${number}` });
  await indexMarked(service.services);
  await open(page, 'matches');
  const rows = page.getByRole('listitem').filter({ hasText: 'erfüllt' });
  await rows.nth(24).waitFor();
  const total = (await recruiter.get(`${path}/matches`)).body.total;
  const pdf = await page.pdf({ format: 'A4' });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
  assert.match(text[0]!, /Ada Zeller/);
  assert.match(text.join(' '), new RegExp(`Gedruckt sind die ersten ${await rows.count()} von ${total}\\.`));
});

consoleTest('undo of a shortlist keeps what a colleague has decided since', async (page) => {
  await open(page, 'matches');
  await page.getByRole('button', { name: 'Eva Vogt vormerken' }).click();
  await says(page, 'Eva Vogt ist vorgemerkt.');
  const find = async () =>
    (await stored()).proposals.find(({ candidateId }: { candidateId: number }) => candidateId === data.eva);
  const { id } = await find();
  await data.move(id, 'proposed');
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await says(page, 'Das konnte nicht zurückgenommen werden, weil');
  assert.equal((await find()).status, 'proposed');
  await recruiter.delete(`${path}/proposals/${id}`);
});

consoleTest('the open tab is marked whatever the address says more, and keeps it', async (page) => {
  await openAs(page, urlOf(`${path}?tab=matches&unproposed=true`), recruiter.cookie);
  const current = page.locator('nav a[aria-current="page"]');
  const tab = current.getByText('Passende Bewerber');
  await tab.waitFor();
  await tab.click();
  await untilIdle(page);
  assert.ok(await page.getByLabel('Ohne bereits Vorgeschlagene').isChecked());
  await page.goto(urlOf(`/companies/${data.companyId}?tab=sites&site=${data.siteId}`));
  await current.getByText('Standorte und Ansprechpartner').waitFor();
});
