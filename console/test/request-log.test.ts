import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { getRequestRecorder } from '../../server/areas/access/index.ts';
import { eventually } from '../../server/testing/another-process.ts';
import { type ApiResponse, createApi, requestToken } from '../../server/testing/harness.ts';
import { openAs, openConsole, untilIdle } from './open-console.ts';

const { service, consoleTest, urlOf } = await openConsole();

const UNKNOWN_ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const BAD_CANDIDATE = { firstName: 7, contact: { email: 'x' } };

async function createData() {
  const tenant = await service.createTenant(['masterdata:read']);
  const admin = await service.platform('admin', tenant);
  const integrator = await service.platform('integrator', tenant);

  async function createClient(name: string, permissions = ['candidates:read', 'candidates:write']) {
    const client = (await admin.post('/clients', { name, permissions })).body;
    const token = await requestToken(service.baseUrl, service.services.settings.publicUrl, client);
    return { clientId: client.clientId as string, api: createApi(service.baseUrl, token) };
  }

  /** Resolves when so many calls are in the log. A response can arrive before its call has been recorded. */
  async function written(count: number): Promise<void> {
    await eventually(`${count} calls in the log`, async () => {
      await getRequestRecorder(service.services).flush();
      return (await integrator.get('/request-log?limit=200')).body.requests.length >= count;
    });
  }

  const sql = (text: string, ...values: unknown[]) => service.sql(text, [tenant.id, ...values], tenant.id);
  return { tenant, admin, integrator, createClient, written, sql };
}
type Data = Awaited<ReturnType<typeof createData>>;

const open = async (page: Page, { integrator }: Data, search = '') => {
  await openAs(page, urlOf(`/developers?tab=calls${search}`), integrator.cookie);
  await page.getByRole('heading', { level: 2, name: 'Einzelne Aufrufe' }).waitFor();
};
const list = (page: Page) => page.getByRole('table', { name: 'Einzelne Aufrufe' });
const routesIn = (page: Page) => list(page).getByRole('button').allTextContents();
/** Resolves when the list has exactly these calls. */
async function untilListed(page: Page, ...routes: string[]): Promise<void> {
  await list(page).getByRole('button').nth(routes.length).waitFor({ state: 'hidden' });
  await list(page)
    .getByRole('button')
    .nth(routes.length - 1)
    .waitFor();
  await untilIdle(page);
  assert.deepEqual(await routesIn(page), routes);
}
const cellsIn = async (page: Page, table: string) =>
  (await page.getByRole('table', { name: table }).getByRole('row').all()).map((row) =>
    row.getByRole('cell').allTextContents(),
  );
const requestIdOf = ({ headers }: ApiResponse): string => headers.get('x-request-id')!;
const idField = (page: Page) => page.getByRole('textbox', { name: /^X-Request-Id oder messageGuid/ });
const searchOf = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

consoleTest('a call that failed is found, and its details say why', async (page) => {
  const data = await createData();
  const { clientId, api } = await data.createClient('Karriereseite');
  await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' });
  const failed = await api.post('/candidates', BAD_CANDIDATE);
  await api.get('/candidates?Lovelace=1');
  await api.get('/branches');
  await data.written(4);
  await openAs(page, urlOf('/developers'), data.integrator.cookie);
  await page.getByRole('link', { name: 'Aufrufe', exact: true }).click();
  await untilListed(page, 'GET /branches', 'GET /candidates', 'POST /candidates', 'POST /candidates');
  const row = (text: string) => list(page).getByRole('row').filter({ hasText: text });
  await row('GET /branches').getByText('403 fehlgeschlagen').waitFor();
  await row('GET /branches').getByText('Karriereseite', { exact: true }).waitFor();
  await row('GET /candidates')
    .getByText('invalidRequest · eine Eigenschaft, deren Namen die Anwendung gewählt hat: unknownProperty', {
      exact: true,
    })
    .waitFor();
  await row('lastName: required · firstName: type · und 1 weitere').getByText('400 fehlgeschlagen').waitFor();
  await list(page).getByRole('row').last().getByRole('cell', { name: '200', exact: true }).waitFor();
  assert.ok(!(await page.content()).includes('Lovelace'));

  const button = page.getByRole('button', { name: /^Einzelheiten: POST .*, Karriereseite, 400, / });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Aufruf' });
  await dialog.getByText('candidate_create').waitFor();
  await dialog.getByText('invalidRequest').waitFor();
  assert.deepEqual(await dialog.getByRole('listitem').allTextContents(), [
    'lastName: required',
    'firstName: type',
    'contact.email: format',
  ]);
  await dialog.getByText(/^Nennen Sie dem Betreiber diese ID: /).waitFor();
  const shown = dialog.getByRole('textbox', { name: /^Anfrage-ID/ });
  assert.equal(await shown.inputValue(), requestIdOf(failed));
  const ofError = dialog.getByRole('textbox', { name: 'messageGuid des Fehlers' });
  assert.equal(await ofError.inputValue(), failed.body.messageGuid);
  await dialog.getByRole('button', { name: /Anfrage-ID/ }).click();
  await dialog.getByText('Kopiert.').waitFor();
  await page.keyboard.press('Escape');
  await button.and(page.locator(':focus')).waitFor();
  assert.equal(searchOf(page, 'call'), null);

  await button.click();
  await dialog.getByRole('link', { name: 'Karriereseite' }).click();
  await page.getByRole('region', { name: 'Karriereseite' }).waitFor();
  await page.getByRole('link', { name: 'Aufrufe dieser Anwendung' }).click();
  await list(page).waitFor();
  assert.equal(searchOf(page, 'client'), clientId);
});

consoleTest('an address opens a call that the list does not have', async (page) => {
  const data = await createData();
  const { api } = await data.createClient('Karriereseite');
  const failed = await api.get('/candidates/4711');
  await api.get('/candidates');
  await data.written(2);
  await data.sql('UPDATE client_request SET is_interrupted = true WHERE tenant_id = $1');
  await open(page, data, `&outcome=succeeded&call=${requestIdOf(failed)}`);
  const dialog = page.getByRole('dialog', { name: 'Aufruf' });
  await dialog.getByText('GET /candidates/{candidateId}').waitFor();
  await dialog.getByText('recordNotFound').waitFor();
  await dialog.getByText(/^Die Anwendung hat die Verbindung getrennt/).waitFor();
  await page.keyboard.press('Escape');
  await untilListed(page, 'GET /candidates');
  await list(page).getByText('Verbindung getrennt').waitFor();
  await open(page, data, `&call=${UNKNOWN_ID}`);
  await dialog.getByText('Zu dieser ID ist kein Aufruf gespeichert.').waitFor();
});

consoleTest('the filters are in the address, and apply after a reload', async (page) => {
  const data = await createData();
  const site = await data.createClient('Karriereseite');
  const payroll = await data.createClient('Lohnabrechnung');
  await site.api.get('/candidates');
  await site.api.get('/candidates/4711');
  await payroll.api.get('/branches');
  await data.written(3);
  await open(page, data);
  await untilListed(page, 'GET /branches', 'GET /candidates/{candidateId}', 'GET /candidates');
  await page.getByLabel('Anwendung').selectOption('Karriereseite');
  await untilListed(page, 'GET /candidates/{candidateId}', 'GET /candidates');
  await page.getByText('2 Aufrufe, davon 1 fehlgeschlagen.').waitFor();
  await page.getByLabel('Ergebnis').selectOption('Fehlgeschlagen');
  await untilListed(page, 'GET /candidates/{candidateId}');
  assert.equal(searchOf(page, 'client'), site.clientId);
  assert.equal(searchOf(page, 'outcome'), 'failed');
  await page.reload();
  await untilListed(page, 'GET /candidates/{candidateId}');
  await page.getByLabel('Anwendung').selectOption('Lohnabrechnung');
  await page.getByLabel('Ergebnis').selectOption('Erfolgreich');
  await page.getByText('Kein Aufruf der letzten 7 Tage passt zu diesen Filtern.').waitFor();
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).last().click();
  await untilListed(page, 'GET /branches', 'GET /candidates/{candidateId}', 'GET /candidates');
  assert.equal(await page.getByLabel('Anwendung').inputValue(), '');
});

consoleTest('a call is found by the id of its request', async (page) => {
  const data = await createData();
  const { api, clientId } = await data.createClient('Karriereseite');
  const asked = await api.get('/candidates/4711');
  await api.get('/candidates');
  await data.written(2);
  await open(page, data);
  await untilListed(page, 'GET /candidates', 'GET /candidates/{candidateId}');
  await idField(page).focus();
  await idField(page).fill('4711');
  await page.getByText(/^Geben Sie die ganze ID ein/).waitFor();
  await untilListed(page, 'GET /candidates', 'GET /candidates/{candidateId}');
  await idField(page).fill(` ${requestIdOf(asked).toUpperCase()} `);
  await untilListed(page, 'GET /candidates/{candidateId}');
  assert.equal(searchOf(page, 'request'), requestIdOf(asked));
  assert.equal(await page.getByText(/^Geben Sie die ganze ID ein/).count(), 0);
  await page.getByLabel('Ergebnis').selectOption('Erfolgreich');
  await page.getByText('Mit den anderen Filtern passt kein Aufruf zu dieser ID.').waitFor();
  await page.getByRole('button', { name: 'Nur nach der ID suchen' }).click();
  await untilListed(page, 'GET /candidates/{candidateId}');
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).last().click();
  await untilListed(page, 'GET /candidates', 'GET /candidates/{candidateId}');
  await idField(page).fill(asked.body.messageGuid);
  await untilListed(page, 'GET /candidates/{candidateId}');
  await idField(page).fill(UNKNOWN_ID);
  await page.getByText('Zu dieser ID ist kein Aufruf gespeichert.').waitFor();
  await page.getByText(/mehr als etwa 10 Aufrufen in der Sekunde werden einige nur gezählt/).waitFor();
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).last().click();
  await untilListed(page, 'GET /candidates', 'GET /candidates/{candidateId}');
  assert.equal(await idField(page).inputValue(), '');
  // What cannot be an id is no filter.
  await open(page, data, `&client=${clientId}&request=4711`);
  await untilListed(page, 'GET /candidates', 'GET /candidates/{candidateId}');
});

consoleTest('the last 24 hours are counted by hour and by operation', async (page) => {
  await service.clock.enterNext('hour');
  const data = await createData();
  const site = await data.createClient('Karriereseite');
  const payroll = await data.createClient('Lohnabrechnung');
  await site.api.get('/candidates');
  await site.api.get('/candidates');
  await site.api.get('/candidates');
  await site.api.get('/candidates/4711');
  await payroll.api.get('/candidates/4712');
  await data.written(5);
  // One of them was yesterday, and is not counted.
  await data.sql(
    `INSERT INTO client_request_hour (tenant_id, hour, api_client_id, operation, route, status, requests, duration_ms)
     SELECT $1, hour - back * interval '1 hour', api_client_id, 'branch_list', 'GET /branches', 200, 1000, 7000
       FROM (SELECT hour, api_client_id FROM client_request_hour WHERE tenant_id = $1 LIMIT 1) AS one, unnest(ARRAY[5, 24]) AS back`,
  );
  await open(page, data);
  await page.getByText('1.005 Aufrufe, davon 2 fehlgeschlagen.').waitFor();
  await page.getByRole('img', { name: 'Letzte 24 Stunden' }).waitFor();
  const operations = async () => (await Promise.all(await cellsIn(page, 'Aufgerufene Operationen'))).slice(1);
  const counted = (await operations()).map(([route, ...counts]) => [route!.split('im Mittel')[0], ...counts]);
  assert.deepEqual(counted[0], ['GET /branches', '1.000', '0', '7\u00a0ms']);
  assert.deepEqual(
    counted.slice(1).map((cells) => cells.slice(0, 3)),
    [
      ['GET /candidates', '3', '0'],
      ['GET /candidates/{candidateId}', '2', '2'],
    ],
  );
  await page.getByText('Als Tabelle zeigen').click();
  const [, ...hours] = await Promise.all(await cellsIn(page, 'Letzte 24 Stunden'));
  assert.equal(hours.length, 24);
  assert.deepEqual(hours.at(-6), ['1.000', '0']);
  assert.deepEqual(hours.at(-4), ['0', '0']);
  await page.getByLabel('Anwendung').selectOption('Lohnabrechnung');
  await page.getByText('1 Aufruf, davon 1 fehlgeschlagen.').waitFor();
  assert.equal((await operations()).length, 1);
});

consoleTest('every call is shown once, page by page, and calls since then are read again', async (page) => {
  const data = await createData();
  const { api } = await data.createClient('Karriereseite');
  await api.get('/candidates');
  await data.written(1);
  await data.sql(
    `INSERT INTO client_request (tenant_id, api_client_id, at, operation, route, status, duration_ms, is_interrupted, request_id)
     SELECT $1, api_client_id, at, operation, 'GET /test/' || number, 200, 1, false, gen_random_uuid()
       FROM (SELECT * FROM client_request WHERE tenant_id = $1) AS one, generate_series(1, 120) AS number`,
  );
  await open(page, data);
  const older = page.getByRole('button', { name: 'Ältere Aufrufe zeigen' });
  for (const count of [50, 100]) {
    await list(page)
      .getByRole('button')
      .nth(count - 1)
      .waitFor();
    assert.equal((await routesIn(page)).length, count);
    await older.click();
  }
  await list(page).getByRole('button').nth(120).waitFor();
  await older.waitFor({ state: 'hidden' });
  const numbers = Array.from({ length: 120 }, (_, index) => `GET /test/${120 - index}`);
  assert.deepEqual(await routesIn(page), [...numbers, 'GET /candidates']);
  await api.get('/candidates/4711');
  await data.written(122);
  await page.getByRole('button', { name: 'Aktualisieren' }).click();
  await page.getByText('2 Aufrufe, davon 1 fehlgeschlagen.').waitFor();
  await list(page).getByText('recordNotFound').waitFor();
  assert.equal((await routesIn(page)).length, 122);
});

consoleTest('without calls, the page says what an application needs', async (page) => {
  const data = await createData();
  await open(page, data);
  await page.getByText('In den letzten 24 Stunden gab es keinen Aufruf.').waitFor();
  await page.getByText('In den letzten 7 Tagen hat keine Anwendung die Schnittstelle aufgerufen.').waitFor();
  await page.getByRole('link', { name: 'Zu den API-Clients' }).click();
  await page.getByRole('heading', { name: 'API-Clients' }).waitFor();
});

consoleTest('a log that cannot be read says so, and is read again', async (page) => {
  const data = await createData();
  const { api } = await data.createClient('Karriereseite');
  await api.get('/candidates');
  await data.written(1);
  let isBroken = true;
  await page.route(/\/platform\/request-log/, (route) =>
    isBroken
      ? route.fulfill({ status: 500, json: { messageGuid: null, message: 'x', validationErrors: [] } })
      : route.continue(),
  );
  await open(page, data);
  const retry = page.getByRole('alert').getByRole('button', { name: 'Noch einmal versuchen' });
  await retry.nth(1).waitFor();
  assert.equal(await page.getByText('hat keine Anwendung die Schnittstelle aufgerufen').count(), 0);
  isBroken = false;
  await retry.last().click();
  await untilListed(page, 'GET /candidates');
  await retry.click();
  await page.getByText('1 Aufruf, davon 0 fehlgeschlagen.').waitFor();
});
