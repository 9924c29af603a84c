import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { MAXIMUM_READ } from '../../server/areas/privacy/retention/schema.ts';
import { formatCursor } from '../../server/core/http/page-position.ts';
import { openAs, openConsole, untilIdle } from './open-console.ts';
import { openPrivacy, type PrivacyData } from './privacy-data.ts';
import { focusIn, namesIn, rowOf, said, undo } from './privacy-steps.ts';

const { service, consoleTest, urlOf } = await openConsole();
const createData = async () => openPrivacy(service, await service.createTenant());
const open = async (page: Page, { admin }: PrivacyData, path = '/privacy') => {
  await openAs(page, urlOf(path), admin.cookie);
  await page.getByRole('heading', { level: 1 }).waitFor();
};

consoleTest('the list has who is due, the longest first, and deletes one by name', async (page) => {
  const data = await createData();
  await data.createDue(['Ada', 'Muster'], 3);
  const { candidateId } = await data.createDue(['Grace', 'Hopper'], 400);
  await open(page, data);
  await rowOf(page, 'Ada Muster').waitFor();
  assert.deepEqual(await namesIn(page), ['Grace Hopper', 'Ada Muster']);
  const row = rowOf(page, 'Grace Hopper');
  await row.getByText('Fachkraft für Lagerlogistik').last().waitFor();
  await row.getByText('Abgelehnt').last().waitFor();
  await row
    .getByText(/^1[34] Monate überfällig$/)
    .last()
    .waitFor();
  await rowOf(page, 'Ada')
    .getByText(/^\d+ Tage überfällig$/)
    .last()
    .waitFor();
  const button = row.getByRole('button', { name: 'Löschen: Grace Hopper' });
  const dialog = page.getByRole('dialog', { name: 'Grace Hopper löschen?' });
  await button.click();
  await dialog.getByRole('textbox').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await button.and(page.locator(':focus')).waitFor();
  await button.click();
  await dialog.getByText(/Profil, Bewerbungen, Dokumenten.*nicht rückgängig/).waitFor();
  const erase = dialog.getByRole('button', { name: 'Endgültig löschen' });
  await dialog.getByRole('textbox').fill('Grace');
  assert.ok(await erase.isDisabled());
  await dialog.getByRole('textbox').fill('Grace Hopper');
  await erase.click();
  await said(page, 'Grace Hopper ist gelöscht.');
  await row.waitFor({ state: 'hidden' });
  await focusIn(page, 'Zur Löschung fällig');
  assert.equal((await data.admin.get(`/candidates/${candidateId}`)).status, 404);
  await page.reload();
  await rowOf(page, 'Ada Muster').waitFor();
  assert.deepEqual(await namesIn(page), ['Ada Muster']);
});

consoleTest('a page that is empty although there is a next one is not the end', async (page) => {
  const data = await createData();
  await data.createDue(['Ada', 'Muster'], 3);
  const { applicationId } = await data.createDue(['Hedy', 'Lamarr']);
  await data.sql(
    `INSERT INTO application (tenant_id, candidate_id, channel_id, applied_at, stage, stage_changed_at)
     SELECT $1, candidate_id, channel_id, applied_at, stage, '2020-01-01'::timestamptz + g * interval '1 second'
       FROM application, generate_series(1, $3) AS g WHERE tenant_id = $1 AND id = $2`,
    applicationId,
    MAXIMUM_READ,
  );
  await data.admin.put(`/applications/${applicationId}/stage`, { stage: 'hired' });
  const { body } = await data.admin.get('/privacy/due');
  assert.deepEqual(body.candidates, []);
  assert.ok(body.nextCursor !== null);
  await open(page, data);
  await rowOf(page, 'Ada Muster').waitFor();
  assert.deepEqual(await namesIn(page), ['Ada Muster']);
});

consoleTest('after many empty pages the user goes on, and never reads that nobody is due', async (page) => {
  const data = await createData();
  await data.createDue(['Ada', 'Muster'], 3);
  let isEmpty = true;
  const nextCursor = formatCursor(
    { sort: 'closedAtUtc', order: 'asc' },
    { key: '2020-01-01T00:00:00.000000Z', id: 1 },
  );
  await page.route('**/platform/privacy/due?*', (route) => {
    if (isEmpty) return route.fulfill({ json: { candidates: [], nextCursor } });
    return route.continue();
  });
  await open(page, data);
  await page.getByText('Die Suche ist noch nicht zu Ende.').waitFor();
  assert.equal(await page.getByText('Kein Bewerber ist zur Löschung fällig.').count(), 0);
  isEmpty = false;
  await page.getByRole('button', { name: 'Weiter suchen' }).click();
  await rowOf(page, 'Ada Muster').waitFor();
  await page.getByText('Die Suche ist noch nicht zu Ende.').waitFor({ state: 'hidden' });
});

consoleTest(
  'who leaves the list through a colleague keeps the place, and an open dialog stays',
  async (page) => {
    const data = await createData();
    const { applicationId } = await data.createDue(['Ada', 'Muster'], 400);
    await data.createDue(['Grace', 'Hopper'], 3);
    await open(page, data);
    await page.getByRole('button', { name: 'Löschen: Grace Hopper' }).click();
    const dialog = page.getByRole('dialog', { name: 'Grace Hopper löschen?' });
    await dialog.getByRole('textbox').fill('Grace');
    await untilIdle(page);
    await data.admin.put(`/applications/${applicationId}/stage`, { stage: 'inReview' });
    await rowOf(page, 'Ada Muster').getByText('Nicht mehr fällig').waitFor();
    assert.deepEqual(await namesIn(page), ['Ada Muster', 'Grace Hopper']);
    for (const button of await rowOf(page, 'Ada Muster').getByRole('button').all())
      assert.ok(await button.isDisabled());
    assert.equal(await dialog.getByRole('textbox').inputValue(), 'Grace');
  },
);

consoleTest('the rule is changed, switched off, and taken back', async (page) => {
  const data = await createData();
  await data.createDue(['Ada', 'Muster'], 3);
  const stored = async () => (await data.admin.get('/privacy/retention')).body.proposeErasureAfterMonths;
  await open(page, data, '/privacy?tab=rule');
  await page.getByText('6 Monate', { exact: true }).waitFor();
  await page.getByText(/^Niemand wird automatisch gelöscht/).waitFor();
  const form = page.getByRole('form', { name: 'Löschfrist' });
  const months = form.getByLabel('Monate nach dem Ende der letzten Bewerbung');
  const edit = async (value: string) => {
    await page.getByRole('button', { name: 'Bearbeiten: Löschfrist' }).click();
    await months.fill(value);
    await form.getByRole('button', { name: 'Speichern' }).click();
  };
  await edit('121');
  await form
    .getByText(/Geben Sie eine Zahl von 1 bis 120 ein/)
    .last()
    .waitFor();
  await months.fill('');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await said(page, 'Die Löschfrist ist gespeichert.');
  await page.getByText('keine, es wird niemand vorgeschlagen').waitFor();
  assert.equal(await stored(), null);
  await page.getByRole('link', { name: 'Fällig' }).click();
  await page.getByText('Es wird niemand vorgeschlagen.').waitFor();
  await page.getByRole('link', { name: 'Löschfrist festlegen' }).click();
  await undo(page);
  await said(page, 'Die vorige Löschfrist gilt wieder.');
  assert.equal(await stored(), 6);
  await page.getByRole('link', { name: 'Fällig' }).click();
  await rowOf(page, 'Ada Muster').waitFor();
});

consoleTest('of two people who change the rule, the second one chooses', async (page) => {
  const data = await createData();
  await open(page, data, '/privacy?tab=rule');
  await page.getByRole('button', { name: 'Bearbeiten: Löschfrist' }).click();
  const form = page.getByRole('form', { name: 'Löschfrist' });
  await form.getByLabel('Monate nach dem Ende der letzten Bewerbung').fill('9');
  await data.admin.put('/privacy/retention', { proposeErasureAfterMonths: 12 });
  await form.getByRole('button', { name: 'Speichern' }).click();
  const conflict = page.getByRole('dialog', { name: 'Jemand hat dasselbe geändert' });
  await conflict.getByRole('radio', { name: 'Gespeichert: 12' }).check();
  await conflict.getByRole('button', { name: 'Auswahl speichern' }).click();
  await page.getByText('12 Monate', { exact: true }).waitFor();
});

consoleTest('the access log has a period, which is in the address', async (page) => {
  const data = await createData();
  const { candidateId } = await data.createDue(['Ada', 'Muster']);
  const file = { filename: 'Zeugnis.txt', base64File: Buffer.from('Zeugnis').toString('base64') };
  const { body } = await data.tenant.api.post(`/candidates/${candidateId}/documents/other`, file);
  await data.admin.get(`/candidates/export/documents/${body.id}/content`);
  await open(page, data, '/privacy?tab=accesses');
  const row = rowOf(page, `Dokument Nr. ${body.id}`);
  await row.getByText('Test admin').waitFor();
  await page.getByLabel('Bis').fill('2020-01-31');
  await page.getByText('In diesem Zeitraum hat niemand ein Dokument gelesen.').waitFor();
  assert.equal(new URL(page.url()).searchParams.get('to'), '2020-01-31');
  await page.getByRole('button', { name: 'Zeitraum aufheben' }).click();
  await row.getByRole('link', { name: `Bewerber Nr. ${candidateId}` }).click();
  await page.getByRole('heading', { level: 1, name: 'Ada Muster' }).waitFor();
  await page.getByRole('row', { name: /Zeugnis\.txt/ }).waitFor();
});

consoleTest('data protection works with it, and a recruiter sees nothing of it', async (page) => {
  const data = await createData();
  const { candidateId } = await data.createDue(['Ada', 'Muster'], 3);
  const held = await data.createDue(['Grace', 'Hopper']);
  await data.hold(held.candidateId, 'Klage');
  const recruiter = await service.platform('recruiter', data.tenant);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openAs(page, urlOf('/privacy'), recruiter.cookie);
  await page.getByRole('heading', { level: 1, name: 'Dafür fehlt Ihnen die Berechtigung' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Datenschutz' }).count(), 0);
  await page.goto(urlOf(`/candidates/${held.candidateId}`));
  await page.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor();
  await untilIdle(page);
  assert.equal(await page.getByText('Löschsperre').count(), 0);
  assert.deepEqual(
    asked.filter((url) => url.includes('/hold') || url.includes('/platform/privacy')),
    [],
  );
  const dataProtection = await service.platform('dataProtection', data.tenant);
  await openAs(page, urlOf('/privacy'), dataProtection.cookie);
  await page.getByRole('button', { name: 'Aufbewahren: Ada Muster' }).waitFor();
  await page.getByRole('link', { name: 'Ada Muster' }).click();
  await page.waitForURL((url) => url.pathname.endsWith(`/candidates/${candidateId}`));
  await page.getByRole('button', { name: 'Löschsperre setzen …' }).waitFor();
});
