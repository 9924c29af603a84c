import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { startBrowserTests } from '../../../testing/browser.ts';
import { startTestService } from '../../../testing/harness.ts';
import { insertAd } from '../../../testing/portal-visitor.ts';

const browserTest = await startBrowserTests();
const service = await startTestService();
const { api, key } = service.tenant;
const jobAdId = await insertAd(service);
const url = (path: string) => `${service.baseUrl}/jobs/${key}${path}`;

/** Fills in a form without a last name, and sends it. Other browsers than this one send it too. */
async function sendIncomplete(page: Page, email: string): Promise<void> {
  await page.getByLabel('Vorname').fill('Ada');
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Postleitzahl').fill('10115');
  await page.getByLabel('Ort', { exact: true }).fill('Berlin');
  await page.getByText('Weitere Angaben').click();
  await page.locator('#message').fill('Ab sofort');
  await page.locator('#privacyChecked').check();
  await page.locator('#termsOfUseChecked').check();
  await service.clock.advance(10_000);
  await page.evaluate("document.querySelector('form').noValidate = true");
  await page.getByRole('button', { name: 'Bewerbung absenden' }).click();
  await page.getByRole('alert').waitFor();
}

browserTest('going back after an error keeps what was entered, also the CV that was read', async (page) => {
  await page.goto(url(`/${jobAdId}/apply`));
  await page.getByLabel('Lebenslauf').setInputFiles({
    name: 'Lebenslauf.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Lagerhilfe'),
  });
  const kept = page.getByRole('checkbox', { name: /Lebenslauf\.txt/ });
  await kept.waitFor();
  await sendIncomplete(page, 'back@example.org');
  await page.goBack();
  await kept.waitFor();
  const entered = async () => ({
    first: await page.getByLabel('Vorname').inputValue(),
    message: await page.locator('#message').inputValue(),
    isVisible: await page.locator('#message').isVisible(),
    consents: await page.locator('#privacyChecked:checked, #termsOfUseChecked:checked').count(),
  });
  const all = { first: 'Ada', message: 'Ab sofort', isVisible: true, consents: 2 };
  assert.equal(await page.getByRole('alert').count(), 0);
  assert.deepEqual(await entered(), all);
  await page.reload();
  await kept.waitFor();
  assert.deepEqual(await entered(), all);
  await page.getByLabel('Nachname').fill('Lovelace');
  await page.getByRole('button', { name: 'Bewerbung absenden' }).click();
  await page.getByRole('heading', { name: 'Danke für Ihre Bewerbung' }).waitFor();
  // Whoever goes back and sends it again has not applied twice.
  await page.goBack();
  await page.getByLabel('Nachname').waitFor();
  await page.getByRole('button', { name: 'Bewerbung absenden' }).click();
  await page.getByRole('heading', { name: 'Danke für Ihre Bewerbung' }).waitFor();
  const { body } = await api.get('/candidates/duplicates?email=back@example.org');
  assert.equal(body.duplicates.length, 1);
  const { body: candidate } = await api.get(`/candidates/${body.duplicates[0].id}`);
  assert.equal(candidate.applies.length, 1);
  assert.equal(candidate.documents[0].originalFileName, 'Lebenslauf.txt');
});

browserTest('a form with errors that is loaded again keeps what was corrected in it', async (page) => {
  await page.goto(url(`/${jobAdId}/apply`));
  await sendIncomplete(page, 'reload@example.org');
  await page.getByLabel('Nachname').fill('Lovelace');
  await page.keyboard.press('Tab');
  await page.reload();
  assert.equal(await page.getByLabel('Nachname').inputValue(), 'Lovelace');
  await page.locator('#privacyChecked:checked').waitFor();
});

browserTest('a new form is empty, whatever was entered in another one', async (page) => {
  await page.goto(url(`/${jobAdId}/apply`));
  await sendIncomplete(page, 'other@example.org');
  await page.goto(url(`/${jobAdId}/apply?channel=9`));
  assert.equal(await page.getByLabel('Vorname').inputValue(), '');
});
