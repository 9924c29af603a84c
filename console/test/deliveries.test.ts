import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { MAXIMUM_READ } from '../../server/areas/webhooks/delivery-log/schema.ts';
import { startReceiver } from '../../server/testing/webhook-receiver.ts';
import { findCause } from '../areas/webhooks/causes.ts';
import { type Data, insertEntries, openDeliveries } from './deliveries-data.ts';
import { openDevelopers, STATUS_CHANGED, startDeliverer } from './developers-data.ts';
import { openConsole, untilIdle } from './open-console.ts';
import { rowOf } from './privacy-steps.ts';

const { service, consoleTest, urlOf } = await openConsole({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const deliverer = startDeliverer(service);
const receiver = await startReceiver();
const createData = () => openDevelopers(service, deliverer, receiver);
const open = (page: Page, data: Data, search = '') => openDeliveries(page, urlOf, data, search);
/** The records of the rows, from top to bottom. */
const recordsIn = async (page: Page) =>
  (await page.getByText(/^Datensatz \d+$/).allTextContents()).map((text) => Number(text.split(' ')[1]));

consoleTest('the newest delivery is first, and its details open and close at its row', async (page) => {
  const data = await createData();
  await data.subscribe();
  const first = await data.createCandidate();
  await data.deliver();
  data.respondWith(503, 'out of order');
  const second = await data.createCandidate();
  await data.deliver();
  await open(page, data);
  await rowOf(page, `Datensatz ${second}`).getByText('Fehlgeschlagen').waitFor();
  await rowOf(page, `Datensatz ${second}`)
    .getByText(/^nächster Versuch/)
    .waitFor();
  await rowOf(page, `Datensatz ${first}`).getByText('Zugestellt').waitFor();
  assert.deepEqual(await recordsIn(page), [second, first]);
  const button = page.getByRole('button', {
    name: new RegExp(`^Einzelheiten: candidate.created, Datensatz ${second}`),
  });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Zustellung' });
  await dialog.getByText('Der Empfänger hat mit Status 503 geantwortet.').waitFor();
  await dialog.getByText('out of order', { exact: true }).waitFor();
  await dialog.getByText(`GET /candidates/${second}`).waitFor();
  const id = new URL(page.url()).searchParams.get('delivery');
  assert.equal(await dialog.getByRole('textbox', { name: /webhook-id/ }).inputValue(), id);
  assert.equal((await data.readLog()).at(-1).id, id);
  await page.keyboard.press('Escape');
  await button.and(page.locator(':focus')).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('delivery'), null);
});

consoleTest('the filters are in the address, and apply after a reload', async (page) => {
  const data = await createData();
  await data.subscribe();
  await data.subscribe(STATUS_CHANGED);
  const one = await data.createCandidate();
  const other = await data.createCandidate();
  await data.deliver();
  data.respondWith(500);
  await data.tenant.api.put(`/candidates/${one}/status`, { statusId: 2005 });
  await data.deliver();
  await open(page, data);
  await rowOf(page, `Datensatz ${other}`).waitFor();
  await page.getByLabel('Nr. des Datensatzes').fill(String(one));
  await rowOf(page, `Datensatz ${other}`).waitFor({ state: 'hidden' });
  await rowOf(page, `Datensatz ${one}`).nth(1).waitFor();
  assert.deepEqual(await recordsIn(page), [one, one]);
  await page.getByLabel('Zustand').selectOption('Fehlgeschlagen');
  await rowOf(page, 'candidate.created').waitFor({ state: 'hidden' });
  await page.getByLabel('Ereignis').selectOption('candidate.statusChanged');
  await page.getByRole('list', { name: 'Aktive Filter' }).getByText('candidate.statusChanged').waitFor();
  const { searchParams } = new URL(page.url());
  assert.equal(searchParams.get('record'), String(one));
  assert.equal(searchParams.get('status'), 'failed');
  await page.reload();
  await rowOf(page, 'candidate.statusChanged').waitFor();
  assert.deepEqual(await recordsIn(page), [one]);
  await page.getByRole('button', { name: 'Filter aufheben: candidate.statusChanged' }).click();
  await page.getByRole('list', { name: 'Aktive Filter' }).waitFor({ state: 'hidden' });
  await page.getByLabel('Bis').fill('2020-01-31');
  await page.getByText('Keine Zustellung passt zu diesen Filtern.').waitFor();
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).first().click();
  await rowOf(page, `Datensatz ${other}`).waitFor();
  assert.equal(await page.getByLabel('Nr. des Datensatzes').inputValue(), '');
});

consoleTest('a number that no record can have is said to be none, and has no list', async (page) => {
  const data = await createData();
  await data.subscribe();
  const one = await data.createCandidate();
  await data.deliver();
  await open(page, data);
  const record = page.getByLabel('Nr. des Datensatzes');
  await record.fill(String(one));
  await page.waitForURL((url) => url.searchParams.get('record') === String(one));
  for (const entry of ['9999999999', '0']) {
    await record.fill(entry);
    await page.getByText('Geben Sie eine ganze Zahl von 1 bis 2147483647 ein.').waitFor();
    await rowOf(page, `Datensatz ${one}`).waitFor({ state: 'hidden' });
  }
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).click();
  await rowOf(page, `Datensatz ${one}`).waitFor();
  assert.equal(await record.inputValue(), '');
});

consoleTest('every entry of the period is shown once, however far apart they are', async (page) => {
  const data = await createData();
  await insertEntries(data, 130, 100);
  await open(page, data);
  await rowOf(page, 'Datensatz 1').first().waitFor();
  const more = page.getByRole('button', { name: 'Weitere anzeigen' });
  while ((await more.count()) > 0) {
    await more.click();
    await untilIdle(page);
  }
  assert.deepEqual(
    await recordsIn(page),
    Array.from({ length: 130 }, (_, index) => index + 1),
  );
});

consoleTest('an entry is found in an otherwise empty month', async (page) => {
  const data = await createData();
  const days = 29;
  await insertEntries(data, 1, days * 24 * 60);
  await open(page, data);
  await rowOf(page, 'https://old.example.com/').waitFor();
  await page.getByLabel('Von').fill('2020-01-01');
  await rowOf(page, 'https://old.example.com/').waitFor();
});

consoleTest('it never says that there is nothing as long as entries are not read', async (page) => {
  const data = await createData();
  await insertEntries(data, MAXIMUM_READ, 1);
  await insertEntries(data, 1, 27 * 24 * 60, 131);
  await open(page, data, '&status=failed');
  await page.getByText('Der Zeitraum ist noch nicht zu Ende gelesen.').waitFor();
  assert.equal(await page.getByText('Keine Zustellung passt').count(), 0);
  await page.getByRole('button', { name: 'Erneut zustellen …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erneut zustellen?' });
  await dialog.getByText(/^Bisher gelesen: 0 Zustellungen.*noch nicht zu Ende gelesen/).waitFor();
  await page.keyboard.press('Escape');
  const goOn = page.getByRole('button', { name: 'Ältere Einträge durchsuchen' });
  const row = rowOf(page, 'Fehlgeschlagen');
  while ((await row.count()) === 0) {
    await goOn.click();
    await untilIdle(page);
  }
  await page.getByText('Der Zeitraum ist noch nicht zu Ende gelesen.').waitFor({ state: 'hidden' });
});

consoleTest('an address can name any entry, and says so if there is none', async (page) => {
  const data = await createData();
  await insertEntries(data, 1, 60 * 24 * 60, 131);
  const [{ id }] = await data.readLog();
  await open(page, data, `&status=delivered&delivery=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Zustellung' });
  await dialog.getByText('https://old.example.com/').waitFor();
  await open(page, data, '&delivery=6f1c2a34-5b7d-4e8f-9a01-23456789abcd');
  await dialog.getByText('Diesen Eintrag gibt es nicht.').waitFor();
});

consoleTest('the calls that failed before the last one are shown', async (page) => {
  const data = await createData();
  await data.subscribe();
  data.respondWith(503, 'out of order');
  await data.createCandidate();
  await data.deliver();
  const [{ id }] = await data.readLog();
  const dialog = page.getByRole('dialog', { name: 'Zustellung' });
  const resend = async () => {
    await dialog.getByRole('button', { name: 'Erneut zustellen' }).click();
    await dialog.getByText('1 Zustellung ist eingereiht.').waitFor();
    await data.deliver();
  };
  const reload = () => open(page, data, `&delivery=${id}`);
  await reload();
  await dialog.getByText('Der Empfänger hat mit Status 503 geantwortet.').waitFor();
  const calls = dialog.getByRole('region', { name: 'Fehlgeschlagene Aufrufe' }).getByRole('listitem');
  assert.equal(await calls.count(), 0);
  data.respondWith(404);
  await resend();
  await reload();
  await calls.nth(1).waitFor();
  data.respondWith(200);
  await resend();
  await reload();
  await dialog.getByText('Zugestellt').waitFor();
  const [first, second] = await calls.allTextContents();
  assert.match(first!, /ms · Der Empfänger hat mit Status 503 geantwortet\.out of order$/);
  assert.match(second!, /Status 404/);
});

consoleTest('a period that ends before it begins stays, is explained, and reads nothing', async (page) => {
  const data = await createData();
  await insertEntries(data, 1, 1);
  let reads = 0;
  await page.route('**/platform/webhooks/protocol/search', (route) => {
    reads++;
    return route.continue();
  });
  await open(page, data, '&from=2026-03-05&to=2026-03-01');
  await page.getByText('„Bis“ darf nicht vor „Von“ liegen.').waitFor();
  assert.equal(await page.getByLabel('Bis').inputValue(), '2026-03-01');
  assert.equal(reads, 0);
  await page.getByLabel('Bis').fill('');
  await rowOf(page, 'https://old.example.com/').waitFor();
});

consoleTest('an address with an event that does not exist offers to remove the filters', async (page) => {
  const data = await createData();
  await insertEntries(data, 1, 1);
  await open(page, data, '&event=9999');
  await page.getByRole('button', { name: 'Alle Filter aufheben' }).click();
  await rowOf(page, 'https://old.example.com/').waitFor();
});

const WEBHOOKS = join(import.meta.dirname, '../../server/areas/webhooks');

/** The sentences in a source: each is a reason of a failed or skipped call. */
const sentencesIn = (source: string): string[] =>
  [...source.matchAll(/['`]((?:The|No) [^'`]*\.)['`]/g)].map(([, text]) =>
    text!.replace(/\$\{[^}]*\}/g, '10'),
  );

test('the console knows every sentence with which the service says why a call failed', async () => {
  const files = readdirSync(join(WEBHOOKS, 'delivery')).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const paths = [...files.map((name) => join('delivery', name)), 'registrations/queries.ts'];
  const functions = await service.sql<{ prosrc: string }>(
    "SELECT prosrc FROM pg_proc WHERE prosrc LIKE '%webhook_delivery%'",
  );
  const sentences = new Set([
    ...paths.flatMap((path) => sentencesIn(readFileSync(join(WEBHOOKS, path), 'utf8'))),
    ...functions
      .flatMap(({ prosrc }) => sentencesIn(prosrc))
      .filter((text) => /^The registration/.test(text)),
  ]);
  for (const known of [
    'The registration was paused.',
    'The address is not public.',
    'No response within 10 seconds.',
  ])
    assert.ok(sentences.has(known), known);
  // It has the code of an error that nobody expects.
  sentences.delete('The call failed (10).');
  assert.deepEqual(
    [...sentences].filter((text) => findCause(text) === undefined),
    [],
  );
});

consoleTest('a call that was skipped because of a pause says so in German, with what to do', async (page) => {
  const data = await createData();
  await data.subscribe();
  await data.sql('UPDATE webhook_registration SET paused_at = clock_now() WHERE tenant_id = $1');
  await data.createCandidate();
  await open(page, data);
  await page.getByRole('button', { name: /^Einzelheiten: candidate.created/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Zustellung' });
  await dialog.getByText('Die Registrierung war pausiert.').waitFor();
  await dialog.getByText('Reaktivieren Sie die Registrierung.').waitFor();
});
