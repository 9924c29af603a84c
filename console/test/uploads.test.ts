import assert from 'node:assert/strict';
import type { Dialog, Page } from 'playwright-core';
import { setDocumentQuota } from '../../server/areas/tenants/index.ts';
import { button } from './elements.ts';
import { openAs, openConsole, signIn, signInAgain, untilIdle } from './open-console.ts';
import { insertApplications } from './recruiting-data.ts';

const { service, consoleTest, urlOf } = await openConsole();
const { ids } = await insertApplications(service);
const recruiter = await service.platform('recruiter');

const open = (page: Page, candidateId: number) =>
  openAs(page, urlOf(`/candidates/${candidateId}?tab=documents`), recruiter.cookie);
const choose = (page: Page, ...names: string[]) =>
  page
    .locator('input[type="file"][multiple]')
    .setInputFiles(names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })));
const alertOf = (page: Page) => page.getByRole('region', { name: 'Dokumente' }).getByRole('alert');
const message = (page: Page, text: string) => page.getByRole('status').getByText(text);
const namesOf = async (candidateId: number) =>
  (await recruiter.get(`/candidates/${candidateId}`)).body.documents.map(
    ({ originalFileName }: { originalFileName: string }) => originalFileName,
  );

/** Holds the uploads until they are released, and lets those of some files fail without a response. */
async function holdUploads(page: Page, ...lost: string[]) {
  const released = Promise.withResolvers<void>();
  await page.route('**/documents/*', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await released.promise;
    const { filename } = route.request().postDataJSON();
    return lost.includes(filename) ? route.abort() : route.continue();
  });
  return released;
}

consoleTest('a file that fails after the user has left the candidate is named, and kept', async (page) => {
  const { candidateId } = ids.Muster!;
  const released = await holdUploads(page, 'zwei.txt');
  await open(page, candidateId);
  await choose(page, 'eins.txt', 'zwei.txt', 'drei.txt');
  await page.getByRole('progressbar', { name: 'eins.txt wird gesendet' }).waitFor();
  await page.getByRole('link', { name: 'Profil', exact: true }).click();
  await page.getByRole('heading', { name: 'Kontakt', exact: true }).waitFor();
  // Whoever comes back sees how far it is.
  await page.getByRole('link', { name: 'Dokumente', exact: true }).click();
  await page.getByRole('progressbar', { name: 'drei.txt wird gesendet' }).waitFor();
  await page.getByRole('link', { name: 'Heute' }).click();
  await page.getByRole('heading', { name: 'Heute', level: 1 }).waitFor();
  released.resolve();
  await message(page, '„drei.txt“ ist hinzugefügt. Bei Ada Muster nicht hinzugefügt: „zwei.txt“.').waitFor();
  await message(page, 'Der Dienst hat nicht geantwortet.').waitFor();
  await page.getByRole('link', { name: 'Zu den Dokumenten' }).click();
  await alertOf(page).getByText('zwei.txt: Der Dienst hat nicht geantwortet.').waitFor();
  await page.unroute('**/documents/*');
  await button(page, 'Noch einmal versuchen').click();
  await button(page, 'zwei.txt').waitFor();
  assert.deepEqual(await namesOf(candidateId), ['eins.txt', 'drei.txt', 'zwei.txt']);
});

consoleTest('the browser asks before files that are being sent are lost', async (page) => {
  const { candidateId } = ids.Weiß!;
  const released = await holdUploads(page);
  await open(page, candidateId);
  const asked: Dialog[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog);
    void dialog.dismiss();
  });
  await choose(page, 'eins.txt', 'zwei.txt');
  await page.getByRole('progressbar', { name: 'zwei.txt wird gesendet' }).waitFor();
  const question = page.waitForEvent('dialog');
  // The browser asks only for a page that was used.
  await page.getByRole('heading', { name: 'Dokumente' }).click();
  await page.evaluate('void setTimeout(() => location.reload())');
  assert.equal((await question).type(), 'beforeunload');
  released.resolve();
  await button(page, 'eins.txt').waitFor();
  await button(page, 'zwei.txt').waitFor();
  assert.deepEqual(await namesOf(candidateId), ['eins.txt', 'zwei.txt']);
  await untilIdle(page);
  await page.reload();
  await button(page, 'zwei.txt').waitFor();
  assert.equal(asked.length, 1);
});

consoleTest('a folder that is dropped is named as one', async (page) => {
  await open(page, ids.Muster!.candidateId);
  const hint = page.getByText('oder hierher ziehen');
  const { x, y } = (await hint.boundingBox())!;
  const browser = await page.context().newCDPSession(page);
  const data = { items: [], files: [import.meta.dirname], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browser.send('Input.dispatchDragEvent', { type, x: x + 5, y: y + 5, data });
  await alertOf(page).getByText('test: Das ist ein Ordner.').waitFor();
});

consoleTest(
  'a file that does not fit in the quota is refused with what to do, without a retry',
  async (page) => {
    const { candidateId } = ids.Öztürk!;
    const db = service.services.database.tenant(service.tenant.id);
    await setDocumentQuota(db, service.tenant.id, 1);
    await open(page, candidateId);
    await choose(page, 'lebenslauf.txt');
    await alertOf(page).getByText('lebenslauf.txt: Für weitere Dateien ist kein Platz').waitFor();
    await alertOf(page).getByText('Löschen Sie Dokumente, die Sie nicht mehr brauchen').waitFor();
    assert.equal(await button(page, 'Noch einmal versuchen').count(), 0);
    await setDocumentQuota(db, service.tenant.id, null);
  },
);

consoleTest(
  'a file that the session did not outlive says so, and is sent after the sign-in',
  async (page) => {
    const { candidateId } = ids.Kowalenko!;
    const { user, ...calls } = await service.platform('recruiter');
    await signIn(page, urlOf(`/candidates/${candidateId}?tab=documents`), user);
    const released = await holdUploads(page);
    await choose(page, 'eins.txt');
    await page.getByRole('progressbar', { name: 'eins.txt wird gesendet' }).waitFor();
    await calls.delete('/sessions');
    released.resolve();
    await signInAgain(page, user);
    await alertOf(page).getByText('eins.txt: Ihre Sitzung war abgelaufen. Die Datei ist nicht').waitFor();
    await button(page, 'Noch einmal versuchen').click();
    await button(page, 'eins.txt').waitFor();
  },
);

consoleTest(
  'an upload to a busy service can be repeated, one to a candidate who is gone cannot',
  async (page) => {
    const { candidateId } = ids.Şahin!;
    await open(page, candidateId);
    await page.route('**/documents/*', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
    await choose(page, 'eins.txt');
    await alertOf(page).getByText('eins.txt: Der Dienst ist gerade überlastet').waitFor();
    await button(page, 'Noch einmal versuchen').click();
    await button(page, 'eins.txt').waitFor();
    const released = await holdUploads(page);
    await choose(page, 'zwei.txt');
    await page.getByRole('progressbar', { name: 'zwei.txt wird gesendet' }).waitFor();
    const admin = await service.platform('admin');
    assert.equal((await admin.delete(`/candidates/${candidateId}`)).status, 204);
    released.resolve();
    await message(page, '„zwei.txt“. Den Bewerber gibt es nicht mehr').waitFor();
  },
);
