import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { boxOf, startBrowserTests, violationsOf } from '../../../testing/browser.ts';
import { startTestService } from '../../../testing/harness.ts';
import { readCvsPatiently } from '../../../testing/patient-cv-reading.ts';
import { insertAd, Visitor } from '../../../testing/portal-visitor.ts';

readCvsPatiently();
const browserTest = await startBrowserTests();
const service = await startTestService();
const { api, key } = service.tenant;
const jobAdId = await insertAd(service);
const url = (path: string) => `${service.baseUrl}/jobs/${key}${path}`;

browserTest(
  'a visitor finds an ad and applies with a CV, and the API returns the application',
  async (page) => {
    await page.goto(url('?channel=9'));
    await page.getByLabel('Beruf oder Schlagwort').fill('lagerhelfer');
    await page.getByRole('button', { name: 'Suchen' }).click();
    await page.getByRole('link', { name: 'Lagerhelfer (m/w/d)' }).click();
    await page.getByRole('link', { name: 'Jetzt bewerben' }).first().click();
    await page.getByText('Weitere Angaben').click();
    await page.getByLabel('Anrede').selectOption({ label: 'Frau' });
    await page.getByLabel('Vorname').fill('Grete');
    await page.getByLabel('Nachname').fill('Übermuth');
    await page.getByLabel('E-Mail-Adresse').fill('grete@example.org');
    await page.getByLabel('Postleitzahl').fill('10115');
    await page.getByLabel('Ort', { exact: true }).fill('Berlin');
    await page.getByLabel('Lebenslauf').setInputFiles({
      name: 'Lebenslauf Übermuth.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7\n'),
    });
    await page.getByLabel('Zeugnisse und anderes').setInputFiles([
      { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('Zeugnis') },
      { name: 'b.txt', mimeType: 'text/plain', buffer: Buffer.from('Schein') },
    ]);
    await page.locator('#privacyChecked').check();
    await page.locator('#termsOfUseChecked').check();
    await service.clock.advance(10_000);
    await page.getByRole('button', { name: 'Bewerbung absenden' }).click();
    await page.getByRole('heading', { name: 'Danke für Ihre Bewerbung' }).waitFor();
    const { body } = await api.get('/candidates/duplicates?email=grete@example.org');
    const { body: candidate } = await api.get(`/candidates/${body.duplicates[0].id}`);
    assert.equal(candidate.lastName, 'Übermuth');
    assert.equal(candidate.applies[0].jobAdId, jobAdId);
    assert.equal(candidate.applies[0].channelId, 9);
    assert.deepEqual(
      candidate.documents.map((document: { originalFileName: string }) => document.originalFileName).sort(),
      ['Lebenslauf Übermuth.pdf', 'a.txt', 'b.txt'],
    );
  },
);

browserTest('after an error, the summary has the focus and links to the field', async (page) => {
  await page.goto(url(`/${jobAdId}/apply`));
  await page.getByLabel('Vorname').fill('Ada');
  await service.clock.advance(10_000);
  // This browser would not send an invalid form. Other browsers would.
  await page.evaluate("document.querySelector('form').noValidate = true");
  await page.getByRole('button', { name: 'Bewerbung absenden' }).click();
  await page.getByRole('alert').waitFor();
  await page.locator('.errors:focus').waitFor();
  assert.deepEqual(await violationsOf(page), []);
  const borderOf = (id: string) =>
    page.evaluate(`getComputedStyle(document.getElementById('${id}')).borderTopWidth`);
  assert.deepEqual([await borderOf('lastName'), await borderOf('firstName')], ['2px', '1px']);
  await page.getByRole('link', { name: 'Nachname' }).click();
  await page.locator('#lastName:focus').waitFor();
  assert.equal(await page.getByLabel('Vorname').inputValue(), 'Ada');
});

browserTest('the form has at most eight fields before the folded ones, with aligned labels', async (page) => {
  await page.goto(url(`/${jobAdId}/apply`));
  const fields = page.locator('form :is(input, select, textarea):visible:not(.trap *)');
  const ids = await fields.evaluateAll((all) => all.map(({ id }) => id));
  assert.deepEqual(ids.slice(0, 8), [
    'cv',
    'firstName',
    'lastName',
    'email',
    'phoneNumber',
    'countryId',
    'zipCode',
    'city',
  ]);
  assert.ok(ids.slice(8).every((id) => id.endsWith('Checked')));
  await page.getByText('Weitere Angaben').click();
  for (const [left, right] of [
    ['firstName', 'lastName'],
    ['email', 'phoneNumber'],
    ['zipCode', 'city'],
    ['salutationId', 'availableFrom'],
    ['street', 'streetNumber'],
  ]) {
    for (const part of [`label[for="${left}"] `, `#${left}`]) {
      const other = part.startsWith('label') ? `label[for="${right}"]` : `#${right}`;
      assert.equal((await boxOf(page, part)).y, (await boxOf(page, other)).y, part);
    }
  }
});

browserTest('the hint for the postal code follows the country, also without a script', async (page) => {
  const context = await page.context().browser()!.newContext({ locale: 'de-DE', javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(url(`/${jobAdId}/apply`));
  const hint = plain.locator('#zipCode-hint');
  for (const [country, expected] of [
    ['Deutschland', '5 Ziffern'],
    ['Österreich', '4 Ziffern'],
    ['Schweiz', '4 Ziffern'],
    ['Polen', 'wie dort üblich'],
  ] as const) {
    await plain.getByLabel('Land').selectOption({ label: country });
    assert.equal((await hint.innerText()).trim(), expected, country);
  }
  await context.close();
});

const CV = join(import.meta.dirname, '../../../checks/cv-samples/files/open/dates-right-1.pdf');

browserTest('a CV fills in the form while the visitor types, and is sent with it', async (page) => {
  await page.goto(url(`/${jobAdId}/apply`));
  await page.getByLabel('Vorname').fill('Elly');
  await page.getByLabel('Datei mit dem Lebenslauf').setInputFiles(CV);
  await page.getByText('7 Felder haben wir').waitFor();
  const value = (id: string) => page.locator(`#${id}`).inputValue();
  assert.deepEqual(
    [await value('firstName'), await value('lastName'), await value('city'), await value('countryId')],
    ['Elly', 'Öztürk', 'Wien', '40'],
  );
  assert.equal(await page.getByLabel('Straße').isVisible(), true);
  assert.equal(await page.getByLabel('dates-right-1.pdf').isChecked(), true);
  assert.deepEqual(await violationsOf(page), []);
  await page.locator('#email').fill('elly@example.org');
  await page.locator('#privacyChecked').check();
  await page.locator('#termsOfUseChecked').check();
  await service.clock.advance(10_000);
  await page.getByRole('button', { name: 'Bewerbung absenden' }).click();
  await page.getByRole('heading', { name: 'Danke für Ihre Bewerbung' }).waitFor();
  const { body } = await api.get('/candidates/duplicates?email=elly@example.org');
  const { body: candidate } = await api.get(`/candidates/${body.duplicates[0].id}`);
  assert.equal(candidate.location.city, 'Wien');
  assert.equal(candidate.documents[0].originalFileName, 'dates-right-1.pdf');
});

browserTest('a visitor who removes a CV while it is being read is not told to wait for it', async (page) => {
  await page.goto(url(`/${jobAdId}/apply`));
  const reading = Promise.withResolvers<void>();
  await page.route('**/cv*', async (route) => {
    await reading.promise;
    await route.continue();
  });
  await page.getByLabel('Datei mit dem Lebenslauf').setInputFiles(CV);
  await page.locator('#cv-status.busy').waitFor();
  await page.getByLabel('Datei mit dem Lebenslauf').setInputFiles([]);
  const response = page.waitForResponse('**/cv*');
  reading.resolve();
  await response;
  assert.equal(await page.locator('#cv-status').innerText(), '');
  assert.equal(await page.locator('#cv-status.busy').count(), 0);
});

browserTest('a new CV that cannot be kept is sent in place of the one that was kept', async (page) => {
  await page.goto(url(`/${jobAdId}/apply`));
  const cv = page.locator('#cv');
  await cv.setInputFiles(CV);
  await page.locator('#cv-kept').getByLabel('dates-right-1.pdf').waitFor();
  // As if other addresses had used up all shares.
  await service.sql(
    `INSERT INTO portal_use (subject, uses, bytes, ends_at)
     SELECT convert_to('all-held ' || n, 'UTF8'), 1000000, 0, clock_now() + interval '59 minutes' FROM generate_series(0, 15) AS n
     ON CONFLICT (subject) DO UPDATE SET uses = excluded.uses, ends_at = excluded.ends_at`,
  );
  const other = { name: 'Neu.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') };
  await cv.setInputFiles(other);
  await page.locator('#cv-kept:empty').waitFor({ state: 'attached' });
  await page.getByLabel('Datei mit dem Lebenslauf').waitFor();
  await service.sql('DELETE FROM portal_use');
  await page.locator('#email').fill('neu@example.org');
  await page.locator('#privacyChecked').check();
  await page.locator('#termsOfUseChecked').check();
  await service.clock.advance(10_000);
  await page.getByRole('button', { name: 'Bewerbung absenden' }).click();
  await page.getByRole('heading', { name: 'Danke für Ihre Bewerbung' }).waitFor();
  const documents = await service.sql(
    `SELECT d.original_file_name AS name FROM document AS d JOIN candidate AS c ON c.id = d.candidate_id
      WHERE c.email = 'neu@example.org'`,
  );
  assert.deepEqual(documents, [{ name: 'Neu.pdf' }]);
});

browserTest('without a script, a button reads the CV, and Enter sends the form', async (page) => {
  const context = await page.context().browser()!.newContext({ locale: 'en', javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(url(`/${jobAdId}/apply`));
  await plain.getByLabel('File with your CV').setInputFiles(CV);
  await plain.getByRole('button', { name: 'Fill in the fields from my CV' }).click();
  await plain.getByText('We have filled in 8 fields').waitFor();
  assert.equal(await plain.locator('#lastName').inputValue(), 'Öztürk');
  await plain.locator('#email').fill('enter@example.org');
  await plain.locator('#privacyChecked').check();
  await plain.locator('#termsOfUseChecked').check();
  await service.clock.advance(10_000);
  await plain.locator('#city').press('Enter');
  await plain.getByRole('heading', { name: 'Thank you for your application' }).waitFor();
  await context.close();
});

browserTest('a pasted text that is too long is not cut', async (page) => {
  await page.goto(url(`/${jobAdId}/apply`));
  for (const field of ['Vorname', 'Möchten Sie uns noch etwas mitteilen?']) {
    if (!(await page.getByLabel(field).isVisible())) await page.getByText('Weitere Angaben').click();
    await page.getByLabel(field).focus();
    await page.keyboard.insertText('x'.repeat(70_000));
    assert.equal((await page.getByLabel(field).inputValue()).length, 70_000, field);
  }
});

browserTest('an incomplete date in the folded part is shown when the form is sent', async (page) => {
  await page.goto(url(`/${jobAdId}/apply`));
  await typeIncompleteDate(page, 'folded@example.org');
  await page.getByRole('button', { name: 'Bewerbung absenden' }).click();
  await page.locator('#availableFrom:focus').waitFor();
  assert.equal(await page.getByLabel('Frühester Beginn').isVisible(), true);
});

browserTest('without a script, a form with an incomplete date in the folded part is sent', async (page) => {
  const context = await page.context().browser()!.newContext({ locale: 'de-DE', javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(url(`/${jobAdId}/apply`));
  await typeIncompleteDate(plain, 'folded-plain@example.org');
  await plain.locator('#lastName').fill('');
  await service.clock.advance(10_000);
  await plain.getByRole('button', { name: 'Bewerbung absenden' }).click();
  await plain.getByRole('link', { name: 'Nachname: Bitte füllen Sie dieses Feld aus.' }).waitFor();
  await plain.locator('#lastName').fill('Muster');
  await plain.getByRole('button', { name: 'Bewerbung absenden' }).click();
  await plain.getByRole('heading', { name: 'Danke für Ihre Bewerbung' }).waitFor();
  await context.close();
});

/** Fills in the form, with a part of a date in the folded part, which is folded again. */
async function typeIncompleteDate(page: Page, email: string): Promise<void> {
  await page.getByText('Weitere Angaben').click();
  await page.locator('#availableFrom').focus();
  await page.keyboard.type('12');
  await page.getByText('Weitere Angaben').click();
  const values = { firstName: 'Ada', lastName: 'Muster', email, zipCode: '10115', city: 'Berlin' };
  for (const [id, value] of Object.entries(values)) await page.locator(`#${id}`).fill(value);
  await page.locator('#privacyChecked').check();
  await page.locator('#termsOfUseChecked').check();
}

browserTest('a visitor changes the language of a form with errors and loses nothing', async (page) => {
  await page.goto(url(`/${jobAdId}/apply`));
  await page.getByLabel('Vorname').fill('Ada');
  await page.evaluate("document.querySelector('form').noValidate = true");
  await page.getByRole('button', { name: 'Bewerbung absenden' }).click();
  await page.getByRole('alert').waitFor();
  assert.deepEqual(await violationsOf(page), []);
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('button', { name: 'Send application' }).waitFor();
  assert.equal(await page.getByLabel('First name').inputValue(), 'Ada');
  // The Enter key sends the form. It does not press the language button, which comes first.
  await page.evaluate("document.querySelector('form').noValidate = true");
  await page.getByLabel('First name').press('Enter');
  await page.getByRole('alert').waitFor();
  assert.match(await page.title(), /^Error/);
});

browserTest(
  'on a phone, the language button keeps the values, the kept files, and the new ones',
  async (page) => {
    await page.setViewportSize({ width: 375, height: 667 });
    await page.goto(url(`/${jobAdId}/apply`));
    await page.locator('#firstName').fill('Elly');
    await page.getByLabel('Datei mit dem Lebenslauf').setInputFiles(CV);
    await page.getByText('7 Felder haben wir').waitFor();
    await page.locator('#privacyChecked').check();
    await page
      .getByLabel('Zeugnisse und anderes')
      .setInputFiles([{ name: 'Schein.txt', mimeType: 'text/plain', buffer: Buffer.from('Schein') }]);
    const fieldValue = (id: string) => page.locator(`#${id}`).inputValue();
    await page.getByRole('button', { name: 'Bewerbung absenden' }).waitFor();
    await page.locator('.language').click();
    await page.getByRole('button', { name: 'Send application' }).waitFor();
    assert.deepEqual(
      [
        await fieldValue('firstName'),
        await fieldValue('lastName'),
        await fieldValue('city'),
        await fieldValue('countryId'),
      ],
      ['Elly', 'Öztürk', 'Wien', '40'],
    );
    assert.equal(await page.locator('#privacyChecked').isChecked(), true);
    for (const name of ['dates-right-1.pdf', 'Schein.txt'])
      assert.equal(await page.getByLabel(name).isChecked(), true, name);
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 375);
    await page.locator('.language').click();
    await page.locator('#email').fill('elly.mobil@example.org');
    await page.locator('#termsOfUseChecked').check();
    await service.clock.advance(10_000);
    await page.getByRole('button', { name: 'Bewerbung absenden' }).click();
    await page.getByRole('heading', { name: 'Danke für Ihre Bewerbung' }).waitFor();
    const { body } = await api.get('/candidates/duplicates?email=elly.mobil@example.org');
    const { body: candidate } = await api.get(`/candidates/${body.duplicates[0].id}`);
    assert.deepEqual(
      candidate.documents
        .map(({ originalFileName }: { originalFileName: string }) => originalFileName)
        .sort(),
      ['Schein.txt', 'dates-right-1.pdf'],
    );
  },
);

// Runs without a browser too, so that the file always has a test.
test('the form of the browser tests exists', async () => {
  assert.equal((await new Visitor(service).own(`/${jobAdId}/apply`)).status, 200);
});
