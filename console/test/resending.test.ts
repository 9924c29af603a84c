import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { MAXIMUM_READ } from '../../server/areas/webhooks/delivery-log/schema.ts';
import { startReceiver } from '../../server/testing/webhook-receiver.ts';
import { type Data, insertEntries, openDeliveries } from './deliveries-data.ts';
import { CANDIDATE_CREATED, openDevelopers, startDeliverer } from './developers-data.ts';
import { openConsole } from './open-console.ts';
import { rowOf } from './privacy-steps.ts';

const { service, consoleTest, urlOf } = await openConsole({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const deliverer = startDeliverer(service);
const receiver = await startReceiver();
const createData = () => openDevelopers(service, deliverer, receiver);
const open = (page: Page, data: Data, search = '') => openDeliveries(page, urlOf, data, search);

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
  // The list is read at once, and again for the outcome, which comes later than it usually does.
  const isReadTwice = Promise.withResolvers<void>();
  let reads = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/webhooks/protocol/search') && ++reads === 2) isReadTwice.resolve();
  });
  await dialog.getByRole('button', { name: 'Erneut zustellen' }).click();
  await dialog.getByText('1 Zustellung ist eingereiht.').waitFor();
  // Also if the dialog is gone.
  await page.keyboard.press('Escape');
  await isReadTwice.promise;
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
