import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { MAXIMUM_READ } from '../../server/areas/webhooks/delivery-log/schema.ts';
import { eventually, inTime } from '../../server/testing/another-process.ts';
import { startReceiver } from '../../server/testing/webhook-receiver.ts';
import { type Data, insertEntries, openDeliveries } from './deliveries-data.ts';
import { CANDIDATE_CREATED, openDevelopers, startDeliverer } from './developers-data.ts';
import { openConsole, untilIdle } from './open-console.ts';
import { rowOf } from './privacy-steps.ts';

const { service, consoleTest, urlOf } = await openConsole({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const deliverer = startDeliverer(service);
const receiver = await startReceiver();
const createData = () => openDevelopers(service, deliverer, receiver);
/** More than the delay before the second read for an outcome. */
const LATER_MS = 4000;
const open = (page: Page, data: Data, search = '') => openDeliveries(page, urlOf, data, search);

/** Counts the reads of the list from now on. */
function countReads(page: Page) {
  let reads = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/webhooks/protocol/search')) reads++;
  });
  return {
    count: () => reads,
    reach: (count: number) => eventually(`${count} reads of the list`, async () => reads >= count),
  };
}

/** Waits longer than the second delay, and then reads all `pages` of the list. Returns the number of reads since they were counted. */
async function countLater(page: Page, reads: ReturnType<typeof countReads>, pages: number): Promise<number> {
  await untilIdle(page);
  const before = reads.count();
  await page.clock.runFor(LATER_MS);
  await page.getByRole('button', { name: 'Aktualisieren' }).click();
  await reads.reach(before + pages);
  await untilIdle(page);
  return reads.count();
}

/** A delivery that failed, and is the newest of the list. */
async function insertFailed(data: Data): Promise<void> {
  await data.subscribe();
  data.respondWith(500);
  await data.createCandidate();
  await data.deliver();
  data.respondWith(200);
}

/** Resends the newest one, and closes its details. */
async function resendFirst(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Einzelheiten/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Zustellung' });
  await dialog.getByRole('button', { name: 'Erneut zustellen' }).click();
  await dialog.getByText('1 Zustellung ist eingereiht.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
}

consoleTest('one delivery is resent, and what cannot be says why', async (page) => {
  const data = await createData();
  await data.subscribe();
  data.respondWith(500);
  const candidate = await data.createCandidate();
  await data.deliver();
  data.respondWith(200);
  await open(page, data);
  await page.getByRole('button', { name: /^Einzelheiten/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Zustellung' });
  const reads = countReads(page);
  await dialog.getByRole('button', { name: 'Erneut zustellen' }).click();
  await dialog.getByText('1 Zustellung ist eingereiht.').waitFor();
  // Also if the dialog is gone.
  await page.keyboard.press('Escape');
  // The list is read at once, and again for the outcome, which comes later than it usually does.
  await reads.reach(2);
  await data.deliver();
  assert.equal(receiver.calls.length, 2);
  assert.equal(receiver.calls[0]!.headers['webhook-id'], receiver.calls[1]!.headers['webhook-id']);
  await rowOf(page, `Datensatz ${candidate}`).getByText('Zugestellt').waitFor();
  await data.tenant.api.post('/webhooks/unsubscribe', { event: CANDIDATE_CREATED, url: receiver.url });
  await page.getByRole('button', { name: /^Einzelheiten/ }).click();
  await dialog.getByRole('button', { name: 'Erneut zustellen' }).click();
  await dialog
    .getByText(/^1 Zustellung ist nicht eingereiht, weil ihre Registrierung pausiert oder entfernt ist/)
    .waitFor();
});

consoleTest(
  'exactly what the filters show is resent, and the rest is counted with its reason',
  async (page) => {
    const data = await createData();
    await data.subscribe();
    data.respondWith(500);
    const failed = await data.createCandidate();
    await data.deliver();
    data.respondWith(200);
    const delivered = await data.createCandidate();
    await data.deliver();
    // Of an address that is not registered, within the period and before it.
    await insertEntries(data, 1, 60, 131);
    await insertEntries(data, 1, 40 * 24 * 60, 131);
    receiver.calls.length = 0;
    await open(page, data);
    await rowOf(page, `Datensatz ${delivered}`).waitFor();
    await page.getByRole('button', { name: 'Erneut zustellen …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erneut zustellen?' });
    await dialog.getByText(/^Zu den Filtern passen 2 Zustellungen/).waitFor();
    await dialog.getByRole('button', { name: 'Erneut zustellen' }).click();
    const result = dialog.getByRole('status', { name: 'Ergebnis' });
    await result.getByText('1 Zustellung ist eingereiht.').waitFor();
    await result.getByText(/^1 Zustellung ist nicht eingereiht/).waitFor();
    await dialog.getByRole('button', { name: 'Schließen' }).last().click();
    await data.deliver();
    assert.deepEqual(
      receiver.calls.map(({ body }) => body.entityId),
      [failed],
    );
  },
);

const resendAll = async (page: Page) => {
  await page.getByRole('button', { name: 'Erneut zustellen …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erneut zustellen?' });
  await dialog.getByRole('button', { name: 'Erneut zustellen' }).click();
  return dialog.getByRole('status', { name: 'Ergebnis' });
};

consoleTest('one click resends a whole period, however many entries it has', async (page) => {
  const data = await createData();
  // More than one call of the operation reads. Of an address that is not registered.
  await insertEntries(data, MAXIMUM_READ, 1);
  await insertEntries(data, 2, 25 * 24 * 60, 131);
  await insertEntries(data, 3, 1, 131);
  await open(page, data, '&from=2000-01-01');
  const result = await resendAll(page);
  await result.getByText(/^5 Zustellungen sind nicht eingereiht/).waitFor();
});

consoleTest('a resend that fails halfway says what was queued', async (page) => {
  const data = await createData();
  await insertEntries(data, MAXIMUM_READ, 1);
  await insertEntries(data, 1, 29 * 24 * 60, 131);
  let calls = 0;
  await page.route('**/platform/webhooks/protocol/resend', (route) =>
    ++calls === 1 ? route.continue() : route.abort(),
  );
  await open(page, data);
  const result = await resendAll(page);
  await result.getByText(/^1 Zustellung ist nicht eingereiht/).waitFor();
  await result.getByText(/^Danach ist ein Fehler aufgetreten/).waitFor();
});

consoleTest('the list is read once more after a resend, and not again for a retry in hours', async (page) => {
  const data = await createData();
  // Of an address that is not registered.
  await insertEntries(data, 1, 1, 131);
  await data.sql(
    `UPDATE webhook_delivery SET next_attempt_at = clock_now() + interval '3 hours' WHERE tenant_id = $1`,
  );
  await insertEntries(data, 1, 2, 132);
  await page.clock.install();
  await open(page, data);
  await rowOf(page, 'nächster Versuch').waitFor();
  const reads = countReads(page);
  const result = await resendAll(page);
  await result.getByText(/^1 Zustellung ist nicht eingereiht/).waitFor();
  await page.keyboard.press('Escape');
  await reads.reach(2);
  assert.equal(await countLater(page, reads, 1), 3);
});

consoleTest('a resend that empties the list reads it once more', async (page) => {
  const data = await createData();
  await data.subscribe();
  await insertEntries(data, 1, 1, 132);
  await data.sql('UPDATE webhook_delivery SET url = $2 WHERE tenant_id = $1', receiver.url);
  await open(page, data, '&status=skipped');
  await page.getByRole('button', { name: /^Einzelheiten/ }).waitFor();
  const reads = countReads(page);
  const result = await resendAll(page);
  await result.getByText('1 Zustellung ist eingereiht.').waitFor();
  await reads.reach(2);
});

consoleTest('the pages of a long list are read only once more after a resend', async (page) => {
  const data = await createData();
  await insertEntries(data, 301, 1);
  await insertFailed(data);
  await page.clock.install();
  await open(page, data);
  for (const last of [100, 200, 300]) {
    await rowOf(page, `Datensatz ${last - 1}`).waitFor();
    await page.getByRole('button', { name: 'Weitere anzeigen' }).click();
  }
  await rowOf(page, 'Datensatz 301').waitFor();
  const reads = countReads(page);
  await resendFirst(page);
  await reads.reach(2 * 4);
  assert.equal(await countLater(page, reads, 4), 3 * 4);
});

consoleTest('looking for the outcome of a resend lets the next page arrive', async (page) => {
  const data = await createData();
  await insertEntries(data, 101, 1);
  await insertFailed(data);
  await page.clock.install();
  await open(page, data);
  await resendFirst(page);
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/webhooks/protocol/search', async (route) => {
    if (route.request().postDataJSON().cursor === null) return route.fallback();
    asked.resolve();
    await released.promise;
    await route.fallback().catch(() => {});
  });
  await page.getByRole('button', { name: 'Weitere anzeigen' }).click();
  await inTime('The next page is asked for', asked.promise);
  await page.clock.runFor(LATER_MS);
  released.resolve();
  await rowOf(page, 'Datensatz 101').waitFor();
});
