import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { formOf, partOf, save } from './elements.ts';
import { loseResponse, openAs, openConsole, storeDraft, untilIdle } from './open-console.ts';
import { insertApplications } from './recruiting-data.ts';

// A change whose response was lost, and the old value that is put back after it.

const { service, consoleTest, urlOf } = await openConsole();
const { ids } = await insertApplications(service);
const recruiter = await service.platform('recruiter');
const pathOf = (lastName: string) => `/candidates/${ids[lastName]!.candidateId}`;
const phoneOf = async (lastName: string) => (await recruiter.get(pathOf(lastName))).body.contact.phone;
const phone = (page: Page) => formOf(page, 'Kontakt').getByLabel('Telefon');

async function open(page: Page, lastName: string): Promise<void> {
  await openAs(page, urlOf(pathOf(lastName)), recruiter.cookie);
  await page.getByRole('heading', { level: 1, name: lastName }).waitFor();
  await untilIdle(page);
}

/** Saves another phone number, which the service stores without a response. */
async function saveLost(page: Page, lastName: string, status?: number): Promise<void> {
  const { contact } = (await recruiter.get(pathOf(lastName))).body;
  assert.equal(contact.phone, null);
  assert.equal((await recruiter.put(pathOf(lastName), { contact: { phone: '030 1' } })).status, 204);
  await open(page, lastName);
  await page.getByRole('button', { name: 'Bearbeiten: Kontakt' }).click();
  await phone(page).fill('030 2');
  await loseResponse(page, 'PUT', '**/platform/candidates/*', status);
  await save(page, 'Kontakt');
  await formOf(page, 'Kontakt').getByRole('alert').waitFor();
  assert.equal(await phoneOf(lastName), '030 2');
}

for (const [lastName, status] of [
  ['Muster', undefined],
  ['Weiß', 504],
] as const)
  consoleTest(
    `the old value is stored again after a save without a response (${status ?? 'lost connection'})`,
    async (page) => {
      await saveLost(page, lastName, status);
      await phone(page).fill('030 1');
      await save(page, 'Kontakt');
      await formOf(page, 'Kontakt').waitFor({ state: 'hidden' });
      await partOf(page, 'Kontakt').getByRole('link', { name: '030 1' }).waitFor();
      assert.equal(await phoneOf(lastName), '030 1');
      await page.getByRole('status').getByText('Kontakt: gespeichert.').waitFor();
      // It is what was there before the first attempt.
      assert.equal(await page.getByRole('button', { name: 'Rückgängig' }).count(), 0);
    },
  );

consoleTest('the old value that was put back is kept as a draft', async (page) => {
  await saveLost(page, 'Öztürk');
  await storeDraft(page, () => phone(page).fill('030 1'));
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await formOf(page, 'Kontakt')
    .getByText(/^Entwurf vom .* wiederhergestellt\.$/)
    .waitFor();
  assert.equal(await phone(page).inputValue(), '030 1');
  await save(page, 'Kontakt');
  await formOf(page, 'Kontakt').waitFor({ state: 'hidden' });
  assert.equal(await phoneOf('Öztürk'), '030 1');
});

consoleTest('the old value that is put back while the new one is sent stays in the form', async (page) => {
  await open(page, 'Şahin');
  await page.getByRole('button', { name: 'Bearbeiten: Kontakt' }).click();
  await phone(page).fill('030 2');
  const held = Promise.withResolvers<void>();
  await page.route('**/platform/candidates/*', async (route) => {
    if (route.request().method() === 'PUT') await held.promise;
    await route.fallback();
  });
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await save(page, 'Kontakt');
  await sent;
  await phone(page).fill('');
  held.resolve();
  await page.getByRole('status').getByText('Kontakt: gespeichert.').waitFor();
  assert.equal(await phoneOf('Şahin'), '030 2');
  await untilIdle(page);
  assert.equal(await phone(page).inputValue(), '');
  await save(page, 'Kontakt');
  await formOf(page, 'Kontakt').waitFor({ state: 'hidden' });
  assert.equal(await phoneOf('Şahin'), null);
});

consoleTest(
  'the old value that is put back does not overwrite what a colleague has stored since',
  async (page) => {
    await saveLost(page, 'Kowalenko');
    const theirs = await recruiter.put(pathOf('Kowalenko'), { contact: { phone: '030 3' } });
    assert.equal(theirs.status, 204);
    await phone(page).fill('030 1');
    await save(page, 'Kontakt');
    const dialog = page.getByRole('dialog', { name: 'Jemand hat dasselbe geändert' });
    await dialog.getByLabel('Meine Angabe: 030 1').waitFor();
    assert.equal(await phoneOf('Kowalenko'), '030 3');
  },
);
