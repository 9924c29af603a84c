import assert from 'node:assert/strict';
import type { Page, Route } from 'playwright-core';
import { openAs, openConsole, untilIdle } from './open-console.ts';
import { openPrivacy } from './privacy-data.ts';
import { rowOf, said, undo } from './privacy-steps.ts';
import { insertProposals } from './proposals-data.ts';

// A colleague has done something about the same record before the page hears of it.

const { service, consoleTest, urlOf } = await openConsole();
const { api } = service.tenant;
const recruiter = await service.platform('recruiter');
const data = await insertProposals(service);

/** The page does not hear of what others do. */
const deafen = (page: Page) => page.route('**/platform/live*', (route) => route.abort());

async function createCandidate(firstName: string, lastName: string): Promise<number> {
  const { body, text } = await api.post('/candidates', { firstName, lastName });
  assert.ok(body.id, text);
  return body.id;
}

/** Runs a change of a colleague before the next call of an operation reaches the service. */
async function before(page: Page, method: string, url: string, change: () => Promise<unknown>) {
  let isFirst = true;
  await page.route(url, async (route) => {
    if (isFirst && route.request().method() === method) {
      isFirst = false;
      await change();
    }
    await route.fallback();
  });
}

consoleTest('a qualification that the candidate has already is not added, and not removed', async (page) => {
  const id = await createCandidate('Ada', 'Muster');
  const put = (body: object) => api.post(`/candidates/${id}/qualifications`, body);
  const stored = async () =>
    (await recruiter.get(`/candidates/${id}`)).body.qualifications.map(
      ({ name, score }: { name: string; score: number | null }) => [name, score],
    );
  await put({ name: 'Schweißschein', score: 4 });
  await deafen(page);
  await openAs(page, urlOf(`/candidates/${id}`), recruiter.cookie);
  await page.getByRole('list', { name: 'Qualifikationen' }).getByText('Schweißschein, 4 von 5').waitFor();
  const field = page.getByRole('textbox', { name: 'Neue Qualifikation' });
  const add = async (name: string) => {
    await field.fill(name);
    await page.keyboard.press('Enter');
  };
  await add('SCHWEIßSCHEIN');
  await said(page, 'Das gibt es schon.');
  assert.equal(await page.getByRole('button', { name: 'Rückgängig' }).count(), 0);
  // A colleague adds it between the read of the page and its change.
  await before(page, 'POST', '**/qualifications', () => put({ name: 'Staplerschein', score: 5 }));
  await add('Staplerschein');
  await page.getByRole('list', { name: 'Qualifikationen' }).getByText('Staplerschein, 5 von 5').waitFor();
  await untilIdle(page);
  await said(page, 'Das gibt es schon.');
  assert.equal(await page.getByRole('button', { name: 'Rückgängig' }).count(), 0);
  assert.equal(await field.inputValue(), 'Staplerschein');
  await add('Kranschein');
  await said(page, '„Kranschein“ ist hinzugefügt.');
  await undo(page);
  await said(page, '„Kranschein“ ist entfernt.');
  assert.deepEqual((await stored()).sort(), [
    ['Schweißschein', 4],
    ['Staplerschein', 5],
  ]);
});

consoleTest('who was merged meanwhile is not said to be deleted', async (page) => {
  const privacy = await openPrivacy(service, await service.createTenant());
  const { admin } = privacy;
  const { candidateId: merged } = await privacy.createDue(['Ada', 'Muster'], 3);
  const { candidateId: kept } = await privacy.createDue(['Ada', 'Neumann']);
  await deafen(page);
  await openAs(page, urlOf('/privacy'), admin.cookie);
  await page.getByRole('button', { name: 'Löschen: Ada Muster' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ada Muster löschen?' });
  await dialog.getByRole('textbox').fill('Ada Muster');
  const { status, text } = await admin.post(`/candidates/${kept}/merge`, { mergedCandidateId: merged });
  assert.equal(status, 200, text);
  // While nobody knows where the candidate has gone, nothing is said to be deleted.
  const isUnknown = (route: Route) => route.fulfill({ status: 500 });
  await page.route('**/platform/candidates/merged*', isUnknown);
  const erase = dialog.getByRole('button', { name: 'Endgültig löschen' });
  await erase.click();
  await dialog.getByText('Das hat nicht geklappt. Es wurde nichts geändert.').waitFor();
  await page.unroute('**/platform/candidates/merged*', isUnknown);
  await erase.click();
  await dialog
    .getByText(
      'Ada Muster wurde inzwischen mit einem anderen Bewerber zusammengeführt. Es wurde nichts gelöscht.',
    )
    .waitFor();
  assert.equal(await page.getByText('Ada Muster ist gelöscht.').count(), 0);
  await dialog.getByRole('link', { name: 'Zu Ada Neumann' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ada Neumann' }).waitFor();
  assert.equal((await admin.get(`/candidates/${kept}`)).status, 200);
});

consoleTest('who was erased by a colleague meanwhile is said to be deleted', async (page) => {
  const privacy = await openPrivacy(service, await service.createTenant());
  const { candidateId } = await privacy.createDue(['Ada', 'Muster'], 3);
  await deafen(page);
  await openAs(page, urlOf('/privacy'), privacy.admin.cookie);
  await page.getByRole('button', { name: 'Löschen: Ada Muster' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ada Muster löschen?' });
  await dialog.getByRole('textbox').fill('Ada Muster');
  assert.equal((await privacy.admin.delete(`/candidates/${candidateId}`)).status, 204);
  await dialog.getByRole('button', { name: 'Endgültig löschen' }).click();
  await said(page, 'Ada Muster ist gelöscht.');
  await rowOf(page, 'Ada Muster').waitFor({ state: 'hidden' });
});

consoleTest('a request that a colleague has changed meanwhile is not said to be undone', async (page) => {
  const requestId = await data.request({ title: 'Kranführer', headcount: 1 });
  const added = await recruiter.post(`/requests/${requestId}/proposals`, { candidateIds: [data.ada] });
  for (const status of ['accepted', 'placed'])
    await recruiter.put(`/requests/${requestId}/proposals/${added.body.proposals[0].id}`, { status });
  await deafen(page);
  await openAs(page, urlOf(`/requests/${requestId}?tab=proposals`), recruiter.cookie);
  const fill = page.getByRole('button', { name: 'Auftrag auf „Besetzt“ setzen' });
  await fill.waitFor();
  await untilIdle(page);
  const status = await recruiter.put(`/customers/requests/${requestId}/status`, { statusId: 2 });
  assert.ok(status.status < 300, status.text);
  await fill.click();
  await said(
    page,
    'Nicht geändert: Die Angaben wurden inzwischen geändert. Bitte prüfen Sie sie noch einmal.',
  );
  const { body } = await recruiter.get(`/customers/requests/temporarystaffing/${requestId}`);
  assert.equal(body.statusId, 2);
});

consoleTest('undo of shortlisting several says who is still on the list, and why', async (page) => {
  await openAs(page, urlOf(`/requests/${data.requestId}?tab=matches`), recruiter.cookie);
  for (const name of ['Ada Zeller', 'Ben Adler', 'Eva Vogt'])
    await page.getByLabel(`${name} auswählen`).check();
  await page.getByRole('button', { name: '3 vormerken' }).click();
  await said(page, '3 Bewerber sind vorgemerkt.');
  const stored = async () =>
    (await recruiter.get(`/requests/${data.requestId}/proposals`)).body.proposals as {
      id: number;
      candidateId: number;
      status: string;
    }[];
  const { id } = (await stored()).find(({ candidateId }) => candidateId === data.ben)!;
  await data.move(id, 'proposed');
  // One of the others is removed after the failure, and the message waits for it.
  const removed = page.waitForResponse(
    (response) => response.request().method() === 'GET' && response.url().endsWith(`/proposals/${id}`),
  );
  await page.route('**/platform/requests/*/proposals/*', async (route) => {
    if (route.request().method() === 'DELETE') await removed;
    await route.fallback();
  });
  await undo(page);
  await said(
    page,
    '2 Bewerber sind nicht mehr vorgemerkt. Ben Adler: nicht zurückgenommen, denn der Vorschlag wurde inzwischen geändert.',
  );
  assert.deepEqual(
    (await stored()).map(({ candidateId, status }) => [candidateId, status]),
    [[data.ben, 'proposed']],
  );
  await recruiter.delete(`/requests/${data.requestId}/proposals/${id}`);
});

consoleTest(
  'a format of webhook calls that a colleague has changed since is not changed back',
  async (page) => {
    const tenant = await service.createTenant();
    const admin = await service.platform('admin', tenant);
    const put = (format: number) => tenant.api.put(`/webhooks/settings/eventdatatype/${format}`);
    const notUndone = 'Das konnte nicht zurückgenommen werden, weil die Angaben inzwischen geändert wurden.';
    await deafen(page);
    await openAs(page, urlOf('/developers'), admin.cookie);
    const format = page.getByLabel('Format der Aufrufe');
    const choose = async () => {
      await format.selectOption('CloudEvents 1.0');
      await said(page, 'Format der Aufrufe: jetzt CloudEvents 1.0.');
    };
    await choose();
    await put(1482);
    await undo(page);
    await said(page, notUndone);
    await untilIdle(page);
    await choose();
    // A colleague changes it between the read and the change of the undo.
    await before(page, 'PUT', '**/webhooks/settings/eventdatatype/1482', () => put(1482));
    await undo(page);
    await said(page, notUndone);
  },
);
