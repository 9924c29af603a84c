import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { indexMarked } from '../../server/areas/search/index.ts';
import { insertCandidates } from './candidate-data.ts';
import { openAs, openConsole, untilIdle } from './open-console.ts';

const { service, consoleTest, urlOf } = await openConsole();
const { ids, berlin } = await insertCandidates(service);
const admin = await service.platform('admin');
const created = await admin.post('/users', {
  firstName: 'Tom',
  lastName: 'Neu',
  role: 'recruiter',
  email: 'tom.neu@firm.example',
});
const tom: number = created.body.id;
const { api } = service.tenant;
const assigned = await api.put(`/candidates/${ids.weber}`, { responsibility: tom });
assert.equal(assigned.status, 204, assigned.text);
const company = (await api.post('/customers', { name: 'Nordlicht', responsibility: tom })).body.id;
const call = { communicationTypeId: 1, subject: 'Anruf', userId: tom };
assert.equal((await api.post(`/candidates/${ids.weber}/communications`, call)).status, 200);
const jobAd = await admin.post('/jobads', { title: 'Schweißer', officeId: berlin, responsibility: tom });
assert.equal(jobAd.status, 200, jobAd.text);
await indexMarked(service.services);

const NAME = 'Tom Neu (deaktiviert)';

consoleTest('a record names the deactivated user who is responsible for it', async (page) => {
  await openAs(page, urlOf(`/settings/users/${tom}`), admin.cookie);
  await page.getByRole('button', { name: 'Deaktivieren …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Dieser Benutzer ist zuständig für:').waitFor();
  for (const name of ['1 Bewerber', '1 Kunde'])
    await dialog.getByRole('link', { name, exact: true }).waitFor();
  await untilIdle(page);
  assert.equal(await dialog.getByRole('link').count(), 2);
  await dialog.getByRole('button', { name: 'Deaktivieren' }).click();
  await page.getByRole('button', { name: 'Wieder aktivieren' }).waitFor();

  await page.goto(urlOf(`/candidates/${ids.weber}`));
  await assertChosen(page, 'Zuständig');
  await page.goto(urlOf(`/candidates/${ids.weber}?tab=communication`));
  await page.getByRole('cell', { name: NAME }).waitFor();
  await page.getByRole('button', { name: 'Bearbeiten: Anruf' }).click();
  await assertChosen(page, 'Wer');
  await page.goto(urlOf(`/companies/${company}`));
  await page.getByText(NAME).first().waitFor();
  await page.goto(urlOf(`/companies?branch=all&responsible=${tom}`));
  await page.getByText(`Zuständig: ${NAME}`).waitFor();
  await page.goto(urlOf(`/requests?branch=all&responsible=${tom}`));
  await assertChosen(page, 'Zuständig');
  await page.goto(urlOf(`/jobads/${jobAd.body.id}`));
  const responsible = await assertChosen(page, 'Zuständig');
  await responsible.selectOption('Test admin');
  await responsible.selectOption(NAME);
});

/** The field has the deactivated user, by the name. */
async function assertChosen(page: Page, label: string) {
  const field = page.getByLabel(label, { exact: true });
  await field.getByRole('option', { name: NAME }).waitFor({ state: 'attached' });
  assert.equal(await field.inputValue(), String(tom));
  return field;
}

consoleTest('the deactivation leads to the list of the candidates of the user', async (page) => {
  assert.equal((await admin.put(`/users/${tom}`, { isActive: true })).status, 204);
  await openAs(page, urlOf(`/settings/users/${tom}`), admin.cookie);
  await page.getByRole('button', { name: 'Deaktivieren …' }).click();
  assert.equal((await admin.put(`/users/${tom}`, { isActive: false })).status, 204);
  await page.getByRole('dialog').getByRole('link', { name: '1 Bewerber', exact: true }).click();
  await page.getByText('1 Bewerber', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Ute Weber' }).waitFor();
  await page.getByText(`Zuständig: ${NAME}`).waitFor();
});

consoleTest('the filters of lists find what a deactivated user is responsible for', async (page) => {
  assert.equal((await admin.put(`/users/${tom}`, { isActive: false })).status, 204);
  await openAs(page, urlOf('/candidates?branch=all'), admin.cookie);
  await chooseResponsible(page);
  await page.getByText('1 Bewerber', { exact: true }).waitFor();
  await page.goto(urlOf('/companies?branch=all'));
  await chooseResponsible(page);
  await page.getByText(`Zuständig: ${NAME}`).waitFor();
  await page.goto(urlOf('/requests?branch=all'));
  const filter = page.getByLabel('Zuständig', { exact: true });
  await filter.selectOption(NAME);
  assert.equal(await filter.getByRole('option').last().textContent(), NAME);

  await page.goto(urlOf('/companies/new'));
  const ofNew = page.getByLabel('Zuständig', { exact: true });
  await ofNew.getByRole('option', { name: 'Test admin' }).waitFor({ state: 'attached' });
  assert.equal(await ofNew.getByRole('option', { name: NAME }).count(), 0);
});

async function chooseResponsible(page: Page) {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Zuständig' }).fill('tom');
  await page.getByRole('option', { name: NAME }).click();
}
