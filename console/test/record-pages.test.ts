import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { indexMarked } from '../../server/areas/search/index.ts';
import { openAs, openConsole, untilTrue } from './open-console.ts';
import { insertProposals } from './proposals-data.ts';

const { service, consoleTest, urlOf } = await openConsole();
const { recruiter, requestId, companyId, officeId, ada } = await insertProposals(service);
const created = await recruiter.post('/jobads', {
  title: 'Staplerfahrer (m/w/d)',
  officeId,
  salary: { from: 20.6, to: 23, currency: 'EUR', period: 'hour' },
});
assert.equal(created.status, 200, created.text);
const jobAdId: number = created.body.id ?? created.body.jobAdId;

const open = (page: Page, path: string) => openAs(page, urlOf(path), recruiter.cookie);
const titled = (page: Page, title: string) => untilTrue(page, `document.title === ${JSON.stringify(title)}`);

consoleTest('the window is named after the record, and after no candidate', async (page) => {
  const { name } = (await recruiter.get(`/customers/${companyId}`)).body;
  await open(page, `/companies/${companyId}`);
  await titled(page, `${name} – Kunde – Stellwerk`);
  await page.getByRole('link', { name: 'Aufträge', exact: true }).first().click();
  await titled(page, 'Aufträge – Stellwerk');
  await page.goto(urlOf(`/requests/${requestId}`));
  await titled(page, 'Staplerfahrer, Nachtschicht – Auftrag – Stellwerk');
  await page.goto(urlOf(`/jobads/${jobAdId}`));
  await titled(page, 'Staplerfahrer (m/w/d) – Stellenanzeige – Stellwerk');
  await page.goto(urlOf(`/jobads/${jobAdId}/pipeline`));
  await titled(page, 'Staplerfahrer (m/w/d) – Pipeline – Stellwerk');
  await page.goto(urlOf(`/candidates/${ada}`));
  await titled(page, `Bewerber ${ada} – Stellwerk`);
  await page.goto(urlOf('/candidates/4711'));
  await titled(page, 'Bewerber – Stellwerk');
  await page.goto(urlOf(`/settings/branches/${officeId}`));
  await titled(page, 'Nord – Niederlassung – Stellwerk');
  await page.goto(urlOf(`/settings/users/${recruiter.user.id}`));
  await titled(page, 'Test recruiter – Benutzer – Stellwerk');
});

consoleTest('the way back from a record leads to its list as it was', async (page) => {
  await indexMarked(service.services);
  for (const [list, back] of [
    ['/candidates?branch=all&sort=name', '← Zu den Bewerbern'],
    ['/companies?sort=created', '← Zu den Kunden'],
    ['/requests?status=all', '← Zu den Aufträgen'],
    [`/jobads?branch=${officeId}`, '← Zu den Stellenanzeigen'],
  ] as const) {
    await open(page, list);
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByRole('link', { name: back }).click();
    await page.getByRole('table').waitFor();
    assert.equal(page.url(), urlOf(list));
  }
  // Without a list that was left, it is the whole list.
  await open(page, `/candidates/${ada}`);
  await page.getByRole('link', { name: '← Zu den Bewerbern' }).click();
  await page.getByRole('heading', { level: 1, name: 'Bewerber' }).waitFor();
  assert.equal(page.url(), urlOf('/candidates'));
});

consoleTest('the window is named after the tab', async (page) => {
  const admin = await service.platform('admin');
  await openAs(page, urlOf('/developers'), admin.cookie);
  await titled(page, 'Webhooks – Entwickler – Stellwerk');
  await page.getByRole('link', { name: 'Änderungen' }).click();
  await titled(page, 'Änderungen – Entwickler – Stellwerk');
  await page.goto(urlOf('/privacy?tab=holds'));
  await titled(page, 'Löschsperren – Datenschutz – Stellwerk');
  await page.goto(urlOf('/reports?tab=channels'));
  await titled(page, 'Kanäle – Auswertungen – Stellwerk');
});

consoleTest(
  'a desired salary is shown with its currency and period, and entered with its cents',
  async (page) => {
    const salary = (salaryExpectation: number) =>
      recruiter.put(`/candidates/${ada}`, { availability: { salaryExpectation, currency: 'EUR' } });
    assert.equal((await salary(14.7)).status, 204);
    await open(page, `/candidates/${ada}`);
    const part = page.getByRole('region', { name: 'Wünsche und Verfügbarkeit' });
    await part.getByText('14,70 € je Stunde', { exact: true }).waitFor();
    assert.equal(await part.getByText('Währung').count(), 0);
    const form = page.getByRole('form', { name: 'Wünsche und Verfügbarkeit' });
    const field = form.getByLabel('Gehaltswunsch');
    await page.getByRole('button', { name: 'Bearbeiten: Wünsche und Verfügbarkeit' }).click();
    assert.equal(await field.inputValue(), '14,70');
    assert.equal(await form.getByLabel('Währung').inputValue(), 'EUR');
    await form.getByRole('button', { name: 'Abbrechen' }).click();
    assert.equal((await salary(3200)).status, 204);
    await part.getByText('3.200,00 € je Stunde', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Bearbeiten: Wünsche und Verfügbarkeit' }).click();
    assert.equal(await field.inputValue(), '3200');
    await form.getByRole('button', { name: 'Abbrechen' }).click();
    await page.goto(urlOf(`/jobads/${jobAdId}`));
    await page.getByRole('heading', { level: 1, name: 'Staplerfahrer (m/w/d)' }).waitFor();
    assert.equal(await page.getByLabel('Vergütung von').inputValue(), '20,60');
    assert.equal(await page.getByLabel('Vergütung bis').inputValue(), '23');
  },
);

consoleTest('a new request marks what it needs', async (page) => {
  await open(page, `/requests/new?company=${companyId}`);
  const form = page.getByRole('form', { name: 'Neuer Auftrag' });
  for (const label of ['Kunde', 'Titel', 'Personen', 'Beginn', 'Niederlassung'])
    await form.locator('label').filter({ hasText: label }).getByText('*').waitFor();
  assert.equal(await form.locator('label').filter({ hasText: 'Ende' }).getByText('*').count(), 0);
});
