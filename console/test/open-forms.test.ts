import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { companyMaker } from '../../server/testing/makers/companies.ts';
import { button, formOf } from './elements.ts';
import { openAs, openConsole, untilIdle } from './open-console.ts';
import { insertProposals } from './proposals-data.ts';
import { insertApplications } from './recruiting-data.ts';

// A colleague changes or deletes a record while somebody types about it: what was typed stays.

const { service, consoleTest, urlOf } = await openConsole();
const { ids, jobAdId } = await insertApplications(service);
const recruiter = await service.platform('recruiter');
const colleague = await service.platform('recruiter');
const admin = await service.platform('admin');
const make = companyMaker(service.tenant.api);
const GONE = /^Das ist inzwischen gelöscht und kann nicht mehr gespeichert werden\./;

const pathOf = (lastName: string) => `/candidates/${ids[lastName]!.candidateId}`;
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

async function open(page: Page, path: string, { cookie } = recruiter): Promise<void> {
  await openAs(page, urlOf(path), cookie);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await untilIdle(page);
}

async function did(answer: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await answer;
  assert.ok(status === 200 || status === 204, text);
}

/** The form still has what was typed, says that nothing can be saved, and disappears when it is closed. */
async function isKept(page: Page, form: string, field: string, text: string): Promise<void> {
  const kept = formOf(page, form);
  await kept.getByRole('alert').getByText(GONE).waitFor();
  const input = kept.getByRole('textbox', { name: field, exact: true });
  assert.equal(await input.inputValue(), text);
  await input.and(page.locator(':focus')).waitFor();
  assert.equal(await kept.getByRole('button', { name: 'Speichern' }).count(), 0);
  await kept.getByRole('button', { name: 'Schließen' }).click();
  await kept.waitFor({ state: 'hidden' });
}

const type = (page: Page, form: string, field: string, text: string) =>
  formOf(page, form).getByRole('textbox', { name: field, exact: true }).fill(text);

consoleTest('the reason of a move from the board stays when a colleague moves the card', async (page) => {
  await open(page, `/jobads/${jobAdId}/pipeline`);
  await card(page, 'Ada Muster').getByRole('button', { name: 'Verschieben nach …' }).click();
  await page.getByRole('menuitem', { name: 'Abgelehnt' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ada Muster: „Abgelehnt“' });
  await dialog.getByLabel('Grund').fill('Wohnt zu weit weg');
  const id = ids.Muster!.applicationId;
  await did(colleague.put(`/applications/${id}/stage`, { stage: 'interview' }));
  await dialog
    .getByText('Test recruiter hat die Bewerbung inzwischen verschoben: jetzt „Vorstellungsgespräch“.')
    .waitFor();
  assert.equal(await dialog.getByLabel('Grund').inputValue(), 'Wohnt zu weit weg');
  await dialog.getByRole('button', { name: 'Verschieben' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await card(page, 'Ada Muster')
    .getByRole('button', { name: 'Verschieben nach …' })
    .and(page.locator(':focus'))
    .waitFor();
  await button(page, 'Rückgängig').click();
  await page.getByRole('region', { name: 'Vorstellungsgespräch 1' }).getByText('Ada Muster').waitFor();
  // Another question begins without what became of the one before, and the focus returns to its button.
  const other = card(page, 'Elif Şahin').getByRole('button', { name: 'Verschieben nach …' });
  await other.click();
  await page.getByRole('menuitem', { name: 'Zurückgezogen' }).click();
  await page.getByRole('dialog', { name: 'Elif Şahin: „Zurückgezogen“' }).getByLabel('Grund').waitFor();
  await page.keyboard.press('Escape');
  await other.and(page.locator(':focus')).waitFor();
});

consoleTest(
  'the reason is about the application that was chosen, also when a newer one arrives',
  async (page) => {
    const [{ id: newerId }] = (await service.sql<{ id: number }>(
      `INSERT INTO application (tenant_id, candidate_id, channel_id, job_ad_id, applied_at, stage, stage_changed_at)
     SELECT tenant_id, candidate_id, channel_id, job_ad_id, applied_at - interval '1 year', 'new', clock_timestamp()
       FROM application WHERE tenant_id = $1 AND id = $2 RETURNING id`,
      [service.tenant.id, ids.Weiß!.applicationId],
    )) as [{ id: number }];
    await open(page, pathOf('Weiß'));
    await page.keyboard.press('e');
    await page.getByRole('menuitem', { name: 'Abgelehnt' }).click();
    const dialog = page.getByRole('dialog', { name: 'Chiara Weiß: „Abgelehnt“' });
    await dialog.getByLabel('Grund').fill('Kein Führerschein');
    await service.sql(
      `UPDATE application SET applied_at = clock_timestamp() WHERE tenant_id = $1 AND id = $2`,
      [service.tenant.id, newerId],
    );
    await did(colleague.put(`/applications/${newerId}/stage`, { stage: 'offer' }));
    await page.locator('dd').filter({ hasText: 'Angebot' }).waitFor();
    await dialog.getByRole('button', { name: 'Verschieben' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const { applies } = (await recruiter.get(`${pathOf('Weiß')}/applies`)).body;
    const stages = new Map(applies.map(({ id, stage }: { id: number; stage: string }) => [id, stage]));
    assert.deepEqual([stages.get(newerId), stages.get(ids.Weiß!.applicationId)], ['offer', 'rejected']);
  },
);

consoleTest('forms at a site stay when a colleague deactivates the contact and the site', async (page) => {
  const company = await make.company({ name: 'Nordkai' });
  const site = await make.site(company, { description: 'Lager Nord' });
  await make.site(company, { description: 'Lager Süd' });
  const contact = await make.contact(company, site, { firstName: 'Sabine', lastName: 'Vogt' });
  await make.contact(company, site, { firstName: 'Tom', lastName: 'Zander' });
  const path = `/customers/${company}/offices/${site}`;
  await open(page, `/companies/${company}?tab=sites`);
  await button(page, '+ Neuer Einsatzort').click();
  await formOf(page, 'Neuer Einsatzort').getByLabel('Bezeichnung').fill('Halle 9');
  await button(page, 'Bearbeiten: Sabine Vogt').click();
  const editing = formOf(page, 'Bearbeiten: Sabine Vogt');
  await editing.getByLabel('Position').fill('Leitung');
  await did(colleague.put(`${path}/contacts/${contact}/status`, { isActive: false }));
  await page.getByText('Inaktive zeigen (1)').waitFor();
  await editing.getByLabel('Position').and(page.locator(':focus')).waitFor();
  await did(colleague.put(`${path}/status`, { isActive: false }));
  await page.getByText('Dieser Standort ist inaktiv.').waitFor();
  await editing.getByRole('button', { name: 'Speichern' }).click();
  await editing.waitFor({ state: 'hidden' });
  await page.getByRole('listitem').filter({ hasText: 'Sabine Vogt' }).waitFor({ state: 'hidden' });
  const saved = (await recruiter.get(`/customers/offices/${site}`)).body.contacts.find(
    ({ id }: { id: number }) => id === contact,
  );
  assert.deepEqual([saved.position, saved.isActive], ['Leitung', false]);

  const adding = formOf(page, 'Neuer Einsatzort');
  assert.equal(await adding.getByLabel('Bezeichnung').inputValue(), 'Halle 9');
  await adding.getByRole('button', { name: 'Speichern' }).click();
  await adding.getByRole('alert').getByText('Dieser Standort ist inaktiv.').waitFor();
  assert.equal(await adding.getByLabel('Bezeichnung').inputValue(), 'Halle 9');
  await adding.getByRole('button', { name: 'Abbrechen' }).click();
  await adding.waitFor({ state: 'hidden' });
  assert.equal(await button(page, '+ Neuer Einsatzort').count(), 0);
});

consoleTest('the form of a contact that is opened again begins with what is stored by then', async (page) => {
  const company = await make.company({ name: 'Südkai' });
  const site = await make.site(company, { description: 'Lager' });
  const contact = await make.contact(company, site, {
    firstName: 'Sabine',
    lastName: 'Vogt',
    phone: '040 1',
  });
  await open(page, `/companies/${company}?tab=sites`);
  const form = formOf(page, 'Bearbeiten: Sabine Vogt');
  await button(page, 'Bearbeiten: Sabine Vogt').click();
  await form.getByRole('button', { name: 'Abbrechen' }).click();
  const path = `/customers/${company}/offices/${site}/contacts/${contact}`;
  await did(colleague.put(path, { phone: '040 2' }));
  await page.getByText('040 2').waitFor();
  await button(page, 'Bearbeiten: Sabine Vogt').click();
  assert.equal(await form.getByLabel('Telefon').inputValue(), '040 2');
});

consoleTest('the form of a work location stays when a colleague deletes it', async (page) => {
  const { companyId, siteId, locationId } = await make.all();
  await open(page, `/companies/${companyId}?tab=sites`);
  const form = 'Bearbeiten: Halle 1';
  await button(page, form).click();
  await type(page, form, 'Bezeichnung', 'Halle 1, Tor 3');
  await did(colleague.delete(`/customers/${companyId}/offices/${siteId}/locations/${locationId}`));
  await isKept(page, form, 'Bezeichnung', 'Halle 1, Tor 3');
  await page.getByText('Noch kein Einsatzort.').waitFor();
});

consoleTest('the form of an entry of the resume stays when a colleague deletes it', async (page) => {
  const path = `${pathOf('Kowalenko')}/resume/jobs`;
  const job = { employer: 'Lager Nord', fromDate: '2020-03-01' };
  const { id } = (await recruiter.post(path, { ...job, position: 'Fahrer' })).body;
  const { id: other } = (await recruiter.post(path, { ...job, position: 'Packer' })).body;
  await open(page, pathOf('Kowalenko'));
  const form = 'Bearbeiten: Fahrer';
  await button(page, form).click();
  await type(page, form, 'Beschreibung', 'Fuhr nachts.');
  await did(colleague.delete(`${path}/${id}`));
  await isKept(page, form, 'Beschreibung', 'Fuhr nachts.');
  // No live stream: the service says it.
  await page.route('**/live*', (route) => route.abort());
  await page.reload();
  await button(page, 'Bearbeiten: Packer').click();
  await type(page, 'Bearbeiten: Packer', 'Beschreibung', 'Packte.');
  await did(colleague.delete(`${path}/${other}`));
  await formOf(page, 'Bearbeiten: Packer').getByRole('button', { name: 'Speichern' }).click();
  await formOf(page, 'Bearbeiten: Packer').getByText(GONE).waitFor();
});

consoleTest('forms of a communication and a note stay when a colleague deletes them', async (page) => {
  const path = `${pathOf('Öztürk')}/communications`;
  const call = { communicationTypeId: 1, subject: 'Anruf', text: 'Meldet sich' };
  const { id } = (await recruiter.post(path, call)).body;
  const note = (await recruiter.post(`${pathOf('Öztürk')}/notes`, { text: 'Ruft an' })).body;
  await open(page, `${pathOf('Öztürk')}?tab=communication`);
  await button(page, 'Bearbeiten: Anruf').click();
  await type(page, 'Bearbeiten: Anruf', 'Text', 'Meldet sich am Montag');
  await did(colleague.delete(`${path}/${id}`));
  await isKept(page, 'Bearbeiten: Anruf', 'Text', 'Meldet sich am Montag');
  await page.getByText('Noch keine Kommunikation.').waitFor();
  await page.getByRole('button', { name: /^Bearbeiten: Notiz vom/ }).click();
  const form = (await page.getByRole('form', { name: /^Bearbeiten: Notiz vom/ }).getAttribute('aria-label'))!;
  await type(page, form, 'Text', 'Ruft morgen an');
  await did(colleague.delete(`${path}/${note.id}`));
  await isKept(page, form, 'Text', 'Ruft morgen an');
});

consoleTest(
  'rate and comment of a proposal stay when a colleague moves the candidate or removes it',
  async (page) => {
    const data = await insertProposals(service);
    const [id] = (await data.shortlist(data.ada)) as [number];
    await open(page, `/requests/${data.requestId}?tab=proposals`, data.recruiter);
    const change = button(page, 'Ändern: Ada Zeller');
    await change.click();
    await page.getByRole('menuitem', { name: 'Satz und Bemerkung …' }).click();
    const title = 'Satz und Bemerkung: Ada Zeller';
    const form = formOf(page, title);
    await form.getByLabel('Bemerkung').fill('Nur nachts');
    await data.move(id, 'proposed');
    await page.getByRole('region', { name: /^Vorgeschlagen 1/, includeHidden: true }).waitFor();
    assert.equal(await form.getByLabel('Bemerkung').inputValue(), 'Nur nachts');
    await form.getByRole('button', { name: 'Speichern' }).click();
    await form.waitFor({ state: 'hidden' });
    await card(page, 'Ada Zeller').getByText('Nur nachts').waitFor();
    await change.click();
    await page.getByRole('menuitem', { name: 'Satz und Bemerkung …' }).click();
    await form.getByLabel('Bemerkung').fill('Nur tags');
    await did(data.recruiter.delete(`/requests/${data.requestId}/proposals/${id}`));
    await isKept(page, title, 'Bemerkung', 'Nur tags');
  },
);

consoleTest('the form of a licence of a user stays when another admin removes it', async (page) => {
  const { users } = (await admin.get('/users')).body;
  const path = `/users/${users.find(({ role }: { role: string }) => role === 'recruiter').id}`;
  const { status } = await admin.put(`${path}/licences`, { licences: [{ name: 'AEVO' }] });
  assert.equal(status, 204);
  await open(page, `/settings${path}`, admin);
  await button(page, 'Bearbeiten: AEVO').click();
  await type(page, 'Bearbeiten: AEVO', 'Bezeichnung', 'AEVO und SiFa');
  await did(admin.put(`${path}/licences`, { licences: [] }));
  await isKept(page, 'Bearbeiten: AEVO', 'Bezeichnung', 'AEVO und SiFa');
});

consoleTest('the dialog for a password stays when another admin deactivates the user', async (page) => {
  const { users } = (await admin.get('/users')).body;
  const path = `/users/${users.find(({ role }: { role: string }) => role === 'recruiter').id}`;
  await open(page, `/settings${path}`, admin);
  await button(page, 'Passwort setzen …').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Passwort erzeugen' }).click();
  await did(admin.put(path, { isActive: false }));
  await page.getByText('Wieder aktivieren', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Passwort erzeugen' }).waitFor();
});
