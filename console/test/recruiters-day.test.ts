import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { insertAd } from '../../server/testing/portal-visitor.ts';
import { openConsole, signIn } from './open-console.ts';
import { pdfOf } from './pdf.ts';

const { service, consoleTest, urlOf } = await openConsole();
const { api, key, id: tenantId } = service.tenant;
const jobAdId = await insertAd(service);
const recruiter = await service.platform('recruiter');
const cv = await pdfOf(['Grete Übermuth, Lagerfachkraft']);

/** Applies as somebody who has found the ad, in a browser that knows nothing of the console. */
async function applyOnPortal(page: Page): Promise<void> {
  const context = await page.context().browser()!.newContext({ locale: 'de-DE' });
  try {
    const portal = await context.newPage();
    await portal.goto(`${service.baseUrl}/jobs/${key}/${jobAdId}/apply`);
    await portal.getByLabel('Vorname').fill('Grete');
    await portal.getByLabel('Nachname').fill('Übermuth');
    await portal.getByLabel('E-Mail-Adresse').fill('grete@example.org');
    await portal.getByLabel('Postleitzahl').fill('10115');
    await portal.getByLabel('Ort', { exact: true }).fill('Berlin');
    const file = { name: 'Lebenslauf.pdf', mimeType: 'application/pdf', buffer: cv };
    await portal.getByLabel('Lebenslauf').setInputFiles(file);
    await portal.locator('#privacyChecked').check();
    await portal.locator('#termsOfUseChecked').check();
    // Nobody fills in a form in an instant: the service would take it for a program.
    await service.clock.advance(10_000);
    await portal.getByRole('button', { name: 'Bewerbung absenden' }).click();
    await portal.getByRole('heading', { name: 'Danke für Ihre Bewerbung' }).waitFor();
  } finally {
    await context.close();
  }
}

const status = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();

/** Reads the CV beside the queue, writes a note, sets a follow-up, moves the application on, and takes that back. */
async function workByKeyboard(page: Page): Promise<void> {
  const details = page.getByRole('region', { name: 'Grete Übermuth', exact: true });
  await page.keyboard.press('j');
  await details.getByRole('button', { name: 'Lebenslauf.pdf', exact: true }).waitFor();
  await page.keyboard.press('o');
  const viewer = page.getByRole('region', { name: 'Lebenslauf.pdf', exact: true });
  await viewer.getByText('Grete Übermuth, Lagerfachkraft').waitFor();
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'hidden' });
  await page.keyboard.press('n');
  await page.getByLabel('Neue Notiz').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Hat einen Staplerschein.');
  await page.keyboard.press('Control+Enter');
  await details.getByText('Hat einen Staplerschein.').and(page.locator(':not(textarea)')).waitFor();
  await page.getByLabel('Neue Notiz').blur();
  await page.keyboard.press('w');
  await page.getByLabel('Was ist zu tun?').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Nach der Schicht fragen');
  await page.keyboard.press('Enter');
  await status(page, '„Nach der Schicht fragen“ ist für den');
  await page.keyboard.press('e');
  await page.getByRole('menuitem', { name: 'In Prüfung' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await status(page, 'Grete Übermuth: jetzt „In Prüfung“.');
}

async function find(): Promise<{ candidateId: number; stage: string }> {
  const { body: found } = await api.get('/candidates/duplicates?email=grete@example.org');
  const candidateId = found.duplicates[0].id;
  const { body } = await recruiter.get(`/candidates/${candidateId}/applies`);
  return { candidateId, stage: body.applies[0].stage };
}

consoleTest('an application of the portal is worked on, and everything else shows the same', async (page) => {
  await signIn(page, urlOf('/applications'), recruiter.user);
  await page.getByText('0 Bewerbungen').waitFor();
  let loads = 0;
  page.on('load', () => loads++);
  const { body: before } = await api.get('/changes?entities=candidate');
  await applyOnPortal(page);
  await page.getByRole('row', { name: /Grete Übermuth/ }).waitFor();
  await page.getByText('1 Bewerbung', { exact: true }).waitFor();
  assert.equal(loads, 0);
  await workByKeyboard(page);
  const { candidateId } = await find();
  assert.equal((await find()).stage, 'inReview');
  await page.getByRole('button', { name: 'Rückgängig' }).focus();
  await page.keyboard.press('Enter');
  await status(page, 'Grete Übermuth: wieder „Neu“.');
  assert.equal((await find()).stage, 'new');

  const accesses = await service.sql('SELECT kind FROM document_access WHERE tenant_id = $1', [tenantId]);
  assert.deepEqual(accesses, [{ kind: 'content' }]);
  const { body: candidate } = await api.get(`/candidates/${candidateId}`);
  assert.deepEqual(
    [candidate.lastName, candidate.applies[0].jobAdId, candidate.documents[0].originalFileName],
    ['Übermuth', jobAdId, 'Lebenslauf.pdf'],
  );
  await service.settle();
  const { body: after } = await api.get(`/changes?entities=candidate&cursor=${before.nextCursor}`);
  assert.ok(after.changes.length > 0);
  assert.deepEqual([...new Set(after.changes.map(({ id }: { id: number }) => id))], [candidateId]);
  await page.goto(urlOf(`/candidates/${candidateId}?tab=history`));
  await page
    .getByRole('row', { name: /Test recruiter.*Bewerbungen/ })
    .first()
    .waitFor();
  await page
    .getByRole('row', { name: /Stellenportal.*Angelegt/ })
    .first()
    .waitFor();
});
