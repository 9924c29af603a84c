import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { openAs, openConsole, untilIdle } from './open-console.ts';
import { insertRequests } from './requests-data.ts';

const { service, consoleTest, urlOf } = await openConsole();
const { company, site, contact } = await insertRequests(service);
const recruiter = await service.platform('recruiter');
const admin = await service.platform('admin');
const created = await admin.post('/users', {
  firstName: 'Tom',
  lastName: 'Neu',
  role: 'recruiter',
  email: 'tom.neu@firm.example',
});
const tom: number = created.body.id;

const setActive = async (isActive: boolean) =>
  assert.equal((await admin.put(`/users/${tom}`, { isActive })).status, 204);

/** The page has noticed that the choice is gone, and the field still says which it was. */
async function assertTaken(field: Locator, name: string) {
  await field.getByRole('option', { name: `${name} – nicht mehr wählbar` }).waitFor({ state: 'attached' });
  const chosen = await field.evaluate(
    (select) => (select as unknown as { selectedOptions: { label: string }[] }).selectedOptions[0]?.label,
  );
  assert.equal(chosen, `${name} – nicht mehr wählbar`);
}

consoleTest('a choice that a colleague takes away keeps its name in the open form', async (page) => {
  await openAs(page, urlOf(`/requests/new?company=${company}`), recruiter.cookie);
  const person = page.getByLabel('Ansprechpartner');
  const name = await person.getByRole('option', { name: 'Karla Vogt' }).textContent();
  await person.selectOption(String(contact));
  const responsible = page.getByLabel('Zuständig', { exact: true });
  await responsible.selectOption('Tom Neu');
  await untilIdle(page);
  await setActive(false);
  const path = `/customers/${company}/offices/${site}/contacts/${contact}/status`;
  const { status } = await recruiter.put(path, { isActive: false });
  assert.equal(status, 204);
  await assertTaken(responsible, 'Tom Neu');
  await assertTaken(person, name!);
  await responsible.selectOption('–');
  assert.equal(await responsible.getByRole('option', { name: 'Tom Neu' }).count(), 0);

  await setActive(true);
  await page.goto(urlOf('/companies/new'));
  await page.getByLabel('Zuständig', { exact: true }).selectOption('Tom Neu');
  await untilIdle(page);
  await setActive(false);
  await assertTaken(page.getByLabel('Zuständig', { exact: true }), 'Tom Neu');
});
