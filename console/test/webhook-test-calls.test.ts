import assert from 'node:assert/strict';
import { startReceiver } from '../../server/testing/webhook-receiver.ts';
import {
  CANDIDATE_CREATED,
  openDevelopers,
  openDevelopersScreen,
  STATUS_CHANGED,
  startDeliverer,
} from './developers-data.ts';
import { openConsole } from './open-console.ts';

const { service, consoleTest, urlOf } = await openConsole({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const receiver = await startReceiver();
const { admin, subscribe, respondWith } = await openDevelopers(service, startDeliverer(service), receiver);

consoleTest('a test call shows the outcome of its own registration only', async (page) => {
  await subscribe();
  await subscribe(STATUS_CHANGED);
  respondWith(200, 'danke');
  await openDevelopersScreen(page, urlOf('/developers'), admin);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/platform/webhooks/test', async (route) => {
    if (route.request().postDataJSON().event === CANDIDATE_CREATED) await held;
    await route.fallback();
  });
  await page.getByRole('button', { name: `Testen: candidate.created an ${receiver.url}` }).click();
  const outcome = page.getByRole('status', { name: 'Ergebnis des Testaufrufs' });
  await outcome.waitFor();
  await page.keyboard.press('Escape');
  await outcome.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: `Testen: candidate.statusChanged an ${receiver.url}` }).click();
  await outcome.getByText(/^Zugestellt/).waitFor();
  assert.equal(receiver.calls.at(-1)!.body.eventId, STATUS_CHANGED);
  letGo();
});
