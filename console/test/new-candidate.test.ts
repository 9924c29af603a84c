import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openAs, openConsole, storeDraft } from './open-console.ts';
import { insertApplications } from './recruiting-data.ts';

const { service, consoleTest, urlOf } = await openConsole();
const { berlin, jobAdId } = await insertApplications(service);
const recruiter = await service.platform('recruiter');

const open = (page: Page, path = '/candidates/new') => openAs(page, urlOf(path), recruiter.cookie);
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const duplicates = (page: Page) => page.getByRole('list', { name: 'Mögliche Dubletten' });
const save = (page: Page) => page.getByRole('button', { name: 'Bewerber anlegen' });

async function idsOf(lastName: string): Promise<number[]> {
  const rows = await service.sql<{ id: number }>(
    'SELECT id FROM candidate WHERE tenant_id = $1 AND last_name = $2',
    [service.tenant.id, lastName],
  );
  return rows.map(({ id }) => id);
}

/** The service creates the candidate, and the page does not hear of it. */
async function loseFirstResponse(page: Page): Promise<void> {
  let calls = 0;
  await page.route('**/platform/candidates', async (route) => {
    if (calls++ > 0) return route.continue();
    const key = route.request().headers()['idempotency-key']!;
    const body = route.request().postDataJSON();
    const { status, text } = await recruiter.post('/candidates', body, {
      headers: { 'idempotency-key': key },
    });
    assert.equal(status, 200, text);
    await route.abort();
  });
}

consoleTest('a candidate is created with an application', async (page) => {
  await open(page, `/candidates/new?jobAd=${jobAdId}`);
  await field(page, 'Vorname').fill('Greta');
  await field(page, 'Nachname').fill('Neumann');
  await field(page, 'E-Mail-Adresse').fill('greta@example.org');
  await field(page, 'Mobil').fill('0170 9990001');
  await field(page, 'Postleitzahl').fill('10115');
  await field(page, 'Ort').fill('Berlin');
  await field(page, 'Gewünschte Tätigkeit').fill('Staplerfahrerin');
  await page.getByLabel('Niederlassung').selectOption('Berlin');
  await page.getByLabel('Zuständig').selectOption({ index: 1 });
  await page.getByLabel('Quelle').selectOption({ index: 1 });
  await field(page, 'Nachricht zur Bewerbung').fill('Hat angerufen');
  await page.getByText('Bisher keine Dublette gefunden.').waitFor();
  await save(page).click();
  await page.getByRole('status').getByText('Greta Neumann ist angelegt.').waitFor();
  const [id] = await idsOf('Neumann');
  await page.waitForURL(`**/app/candidates/${id}`);
  const { body } = await recruiter.get(`/candidates/${id}`);
  const { contact, location, desiredPosition, officeId, responsibility, sourceOfSupplyId, applies } = body;
  assert.deepEqual(
    [contact.email, contact.mobile, location.zipCode, location.city, desiredPosition, officeId],
    ['greta@example.org', '0170 9990001', '10115', 'Berlin', 'Staplerfahrerin', berlin],
  );
  assert.ok(sourceOfSupplyId > 0);
  assert.deepEqual(
    [applies[0].jobAdId, applies[0].recruiterId, applies[0].message, applies[0].stage],
    [jobAdId, responsibility, 'Hat angerufen', 'new'],
  );
});

consoleTest('possible duplicates are named while somebody types, with what matches', async (page) => {
  const created = await recruiter.post('/candidates', {
    firstName: 'Hanna',
    lastName: 'Meyer',
    contact: { email: 'hanna@example.org', mobile: '0151 / 2345-6701' },
    location: { city: 'Bonn' },
    application: {},
  });
  await open(page);
  await page.getByText(/^Sobald Sie Vor- und Nachnamen, eine E-Mail-Adresse/).waitFor();
  await field(page, 'Telefon').fill('+49 (0)151 23456701');
  await duplicates(page).getByText('gleiche Telefonnummer').waitFor();
  const link = duplicates(page).getByRole('link', { name: 'Hanna Meyer' });
  assert.equal(await link.getAttribute('href'), `/app/candidates/${created.body.id}`);
  await duplicates(page).getByText('Bonn, hanna@example.org').waitFor();
  await field(page, 'Telefon').fill('');
  await link.waitFor({ state: 'hidden' });
  await field(page, 'Vorname').fill('Hanna');
  await field(page, 'Nachname').fill('Maier');
  await duplicates(page).getByText('ähnlicher Name').waitFor();
  await field(page, 'E-Mail-Adresse').fill('HANNA@example.org');
  await duplicates(page).getByText('gleiche E-Mail-Adresse und ähnlicher Name').waitFor();
  await page.route('**/platform/candidates/duplicates/search', (route) =>
    route.fulfill({ status: 500, json: { messageGuid: null, message: 'x', validationErrors: [] } }),
  );
  await field(page, 'Nachname').fill('Zander');
  await page.getByRole('region', { name: 'Mögliche Dubletten' }).getByRole('alert').waitFor();
  assert.equal(await page.getByText('Bisher keine Dublette gefunden.').count(), 0);
});

consoleTest('a double click creates one candidate', async (page) => {
  let calls = 0;
  await page.route('**/platform/candidates', (route) => {
    calls++;
    return route.continue();
  });
  await open(page);
  await field(page, 'Vorname').fill('Ida');
  await field(page, 'Nachname').fill('Doppel');
  await save(page).dblclick();
  await page.getByRole('status').getByText('Ida Doppel ist angelegt.').waitFor();
  assert.equal(calls, 1);
  assert.equal((await idsOf('Doppel')).length, 1);
});

consoleTest('another try after a lost response creates one candidate', async (page) => {
  await loseFirstResponse(page);
  await open(page);
  await field(page, 'Vorname').fill('Jan');
  await field(page, 'Nachname').fill('Verloren');
  await save(page).click();
  await page.getByRole('alert').getByText('Der Dienst hat nicht geantwortet.').waitFor();
  assert.equal((await idsOf('Verloren')).length, 1);
  await save(page).click();
  await page.getByRole('status').getByText('Jan Verloren ist angelegt.').waitFor();
  assert.equal((await idsOf('Verloren')).length, 1);
});

consoleTest('what was changed after a lost response does not create a second one', async (page) => {
  await loseFirstResponse(page);
  await open(page);
  await field(page, 'Vorname').fill('Karl');
  await field(page, 'Nachname').fill('Einmal');
  await save(page).click();
  await page.getByRole('alert').getByText('Der Dienst hat nicht geantwortet.').waitFor();
  await field(page, 'Vorname').fill('Karla');
  await save(page).click();
  await page.getByRole('alert').getByText('Das ist beim vorigen Versuch schon angelegt worden.').waitFor();
  assert.equal((await idsOf('Einmal')).length, 1);
});

consoleTest('what the service refuses stands beside its field', async (page) => {
  await open(page);
  await field(page, 'Nachname').fill('Ohne');
  await field(page, 'E-Mail-Adresse').fill('keine-adresse');
  await save(page).click();
  await page.getByRole('textbox', { name: 'Vorname', description: 'Bitte ausfüllen.' }).waitFor();
  const wrong = 'Geben Sie eine E-Mail-Adresse ein, etwa ada@example.org.';
  await page.getByRole('textbox', { name: 'E-Mail-Adresse', description: wrong }).waitFor();
  // The list above the form has the focus, and leads to each field.
  const summary = page.getByRole('alert').and(page.locator(':focus'));
  await summary.getByText('2 Angaben sind nicht zulässig:').waitFor();
  await summary.getByRole('link', { name: 'E-Mail-Adresse' }).click();
  await field(page, 'E-Mail-Adresse').and(page.locator(':focus')).waitFor();
  assert.equal(await field(page, 'Nachname').inputValue(), 'Ohne');
  assert.deepEqual(await idsOf('Ohne'), []);
});

consoleTest('a viewer may not create candidates', async (page) => {
  const viewer = await service.platform('viewer');
  await openAs(page, urlOf('/candidates/new'), viewer.cookie);
  await page.getByRole('heading', { level: 1, name: 'Dafür fehlt Ihnen die Berechtigung' }).waitFor();
});

consoleTest(
  'a reload after a lost response sends the same again, and creates one candidate',
  async (page) => {
    await loseFirstResponse(page);
    await open(page);
    await field(page, 'Vorname').fill('Rosa');
    await field(page, 'Nachname').fill('Wiedersehen');
    await save(page).click();
    await page.getByRole('alert').waitFor();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText(/^Entwurf vom .* wiederhergestellt\.$/).waitFor();
    await save(page).click();
    await page.getByRole('status').getByText('Rosa Wiedersehen ist angelegt.').waitFor();
    assert.equal((await idsOf('Wiedersehen')).length, 1);
    await open(page);
    assert.equal(await field(page, 'Nachname').inputValue(), '');
  },
);

/** Holds the next creation until it is released. */
async function holdCreation(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/platform/candidates', async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

consoleTest('what is entered while the candidate is being created stays, to be copied', async (page) => {
  const release = await holdCreation(page);
  await open(page);
  await field(page, 'Vorname').fill('Lena');
  await field(page, 'Nachname').fill('Weiter');
  await field(page, 'Nachricht zur Bewerbung').fill('Hat angerufen.');
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && /candidates$/.test(request.url()),
  );
  await save(page).click();
  await sent;
  await field(page, 'Nachricht zur Bewerbung').fill('Hat angerufen. Ruft am Montag wieder an.');
  release();
  await page.getByRole('heading', { level: 1, name: 'Lena Weiter' }).waitFor();
  const kept = page.getByRole('region', { name: 'Nicht gespeichert' });
  await kept.getByText('Das haben Sie noch eingegeben, während Ihre Angaben gespeichert wurden.').waitFor();
  assert.equal(await kept.getByRole('textbox').count(), 1);
  assert.equal(await field(page, 'Nachricht zur Bewerbung').inputValue(), 'Ruft am Montag wieder an.');
  await kept.getByRole('button', { name: 'Schließen' }).click();
  // Nothing of it begins another candidate.
  await open(page);
  await field(page, 'Nachname').waitFor();
  assert.equal(await field(page, 'Nachricht zur Bewerbung').inputValue(), '');
  assert.equal((await idsOf('Weiter')).length, 1);
});

consoleTest(
  'a draft that is being sent cannot be discarded, and can be again if that fails',
  async (page) => {
    await open(page);
    await field(page, 'Vorname').fill('Mia');
    await storeDraft(page, () => field(page, 'Nachname').fill('Gesendet'));
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    const discard = page.getByRole('button', { name: 'Entwurf verwerfen' });
    await discard.waitFor();
    const held = Promise.withResolvers<void>();
    await page.route('**/platform/candidates', async (route) => {
      await held.promise;
      await route.abort();
    });
    await save(page).click();
    await discard.waitFor({ state: 'hidden' });
    held.resolve();
    await page.getByRole('alert').getByText('Der Dienst hat nicht geantwortet.').waitFor();
    await discard.click();
    assert.equal(await field(page, 'Nachname').inputValue(), '');
    await page.unroute('**/platform/candidates');
    await field(page, 'Vorname').fill('Nora');
    await field(page, 'Nachname').fill('Danach');
    await save(page).click();
    await page.getByRole('heading', { level: 1, name: 'Nora Danach' }).waitFor();
  },
);
