import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { startReceiver } from '../../server/testing/webhook-receiver.ts';
import { kept, openDevelopers, openDevelopersScreen, startDeliverer } from './developers-data.ts';
import { loseResponse, openAs, openConsole, untilIdle, untilTrue } from './open-console.ts';

const { service, consoleTest, urlOf } = await openConsole({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const deliverer = startDeliverer(service);
const receiver = await startReceiver();
const createData = () => openDevelopers(service, deliverer, receiver);
const open = (page: Page, user: { cookie: string }) => openDevelopersScreen(page, urlOf('/developers'), user);

consoleTest('a signing secret is shown once after a rotation, and nowhere else', async (page) => {
  const { admin } = await createData();
  const secrets = async () => (await admin.get('/webhooks/secrets')).body.secrets;
  const [first] = await secrets();
  await open(page, admin);
  await page.getByRole('cell', { name: 'Aktueller Schlüssel', exact: true }).waitFor();
  assert.ok(!(await page.content()).includes(first.secret));
  const button = page.getByRole('button', { name: 'Schlüssel wechseln …' });
  await button.click();
  const question = page.getByRole('dialog', { name: 'Signaturschlüssel wechseln?' });
  await question.getByText(/Sieben Tage lang sind die Aufrufe mit dem neuen und dem aktuellen/).waitFor();
  assert.equal((await secrets()).length, 1);
  await question.getByRole('button', { name: 'Schlüssel wechseln' }).click();
  const dialog = page.getByRole('dialog', { name: 'Neuer Signaturschlüssel' });
  await dialog.waitFor();
  const [{ secret }] = await secrets();
  assert.notEqual(secret, first.secret);
  assert.equal(await dialog.getByRole('textbox', { name: 'Schlüssel' }).inputValue(), secret);
  await dialog.locator(':focus').waitFor();
  assert.ok(!(await kept(page)).includes(secret));
  await page.keyboard.press('Escape');
  await dialog
    .getByText('Sie haben es noch nicht kopiert. Wenn Sie schließen, ist es nicht mehr zu sehen.')
    .waitFor();
  await dialog.getByRole('button', { name: 'Kopieren: Schlüssel' }).click();
  await dialog.getByText('Kopiert.').waitFor();
  await dialog.getByRole('button', { name: 'Fertig' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await button.and(page.locator(':focus')).waitFor();
  assert.ok(!(await page.content()).includes(secret));
  await page.getByRole('cell', { name: 'Voriger Schlüssel', exact: true }).waitFor();
  await button.click();
  await question.getByText(/Der vorige Schlüssel signiert dann sofort nicht mehr/).waitFor();
});

consoleTest('a secret is shown when somebody asks for it, and gone with the dialog', async (page) => {
  const { tenant, admin } = await createData();
  await admin.post('/webhooks/secrets');
  const [current, previous] = (await admin.get('/webhooks/secrets')).body.secrets;
  await open(page, await service.platform('integrator', tenant));
  for (const [name, { secret }] of [
    ['Aktueller Schlüssel', current],
    ['Voriger Schlüssel', previous],
  ] as const) {
    const button = page.getByRole('button', { name: `Anzeigen: ${name}` });
    await button.click();
    const dialog = page.getByRole('dialog', { name });
    assert.equal(await dialog.getByRole('textbox', { name: 'Schlüssel' }).inputValue(), secret);
    await dialog.getByRole('button', { name: 'Kopieren: Schlüssel' }).click();
    await dialog.getByText('Kopiert.').waitFor();
    assert.ok(!(await kept(page)).includes(secret));
    await dialog.getByRole('button', { name: 'Schließen' }).last().click();
    await dialog.waitFor({ state: 'hidden' });
    await button.and(page.locator(':focus')).waitFor();
    assert.ok(!(await page.content()).includes(secret));
  }
});

consoleTest('a secret that ended meanwhile is not shown', async (page) => {
  const { admin, sql } = await createData();
  await admin.post('/webhooks/secrets');
  await open(page, admin);
  const button = page.getByRole('button', { name: 'Anzeigen: Voriger Schlüssel' });
  await button.waitFor();
  await sql("UPDATE tenant SET webhook_secret_rotated_at = clock_now() - interval '8 days' WHERE id = $1");
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Voriger Schlüssel' });
  await dialog.getByText('Dieser Schlüssel signiert nicht mehr.').waitFor();
  await dialog.getByRole('button', { name: 'Schließen' }).last().click();
  await page.getByRole('cell', { name: 'Voriger Schlüssel', exact: true }).waitFor({ state: 'hidden' });
});

consoleTest('a rotation that runs cannot be closed, left, or begun again', async (page) => {
  const { admin } = await createData();
  await openAs(page, urlOf('/developers?tab=deliveries'), admin.cookie);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  const { promise: begun, resolve: begin } = Promise.withResolvers<() => Promise<void>>();
  await page.route('**/platform/webhooks/secrets', (route) =>
    route.request().method() === 'POST' ? begin(() => route.continue()) : route.continue(),
  );
  await page.getByRole('button', { name: 'Schlüssel wechseln …' }).click();
  const question = page.getByRole('dialog', { name: 'Signaturschlüssel wechseln?' });
  await question.getByRole('button', { name: 'Schlüssel wechseln' }).dblclick();
  const goOn = await begun;
  // The call is sent a moment before the dialog is drawn as busy.
  const cancel = question.getByRole('button', { name: 'Abbrechen' });
  await cancel.and(page.locator('[aria-disabled="true"]')).waitFor();
  await page.keyboard.press('Escape');
  assert.ok(await cancel.isDisabled());
  await page.evaluate('history.back()');
  await untilTrue(page, 'location.search === ""');
  assert.ok(await question.isVisible());
  await goOn();
  await page.getByRole('dialog', { name: 'Neuer Signaturschlüssel' }).waitFor();
  const { secrets } = (await admin.get('/webhooks/secrets')).body;
  assert.equal(secrets.length, 2);
});

consoleTest(
  'after a lost response, another try shows the new secret and does not rotate again',
  async (page) => {
    const { admin } = await createData();
    const secrets = async () => (await admin.get('/webhooks/secrets')).body.secrets;
    const [first] = await secrets();
    await open(page, admin);
    await page.getByRole('button', { name: 'Schlüssel wechseln …' }).click();
    const question = page.getByRole('dialog', { name: 'Signaturschlüssel wechseln?' });
    await loseResponse(page, 'POST', '**/platform/webhooks/secrets');
    await question.getByRole('button', { name: 'Schlüssel wechseln' }).click();
    await question.getByRole('alert').getByText('Gewechselt wird nur einmal').waitFor();
    await question.getByRole('button', { name: 'Schlüssel wechseln' }).click();
    const dialog = page.getByRole('dialog', { name: 'Neuer Signaturschlüssel' });
    await dialog.waitFor();
    const [current, previous] = await secrets();
    assert.equal(previous.secret, first.secret);
    assert.equal(await dialog.getByRole('textbox', { name: 'Schlüssel' }).inputValue(), current.secret);
  },
);

consoleTest('a double click on a busy page rotates once', async (page) => {
  const { admin } = await createData();
  await openAs(page, urlOf('/developers'), admin.cookie);
  let rotations = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/webhooks/secrets')) rotations++;
  });
  await page.getByRole('button', { name: 'Schlüssel wechseln …' }).click();
  const question = page.getByRole('dialog', { name: 'Signaturschlüssel wechseln?' });
  await question.getByRole('button', { name: 'Schlüssel wechseln' }).hover();
  // Both clicks wait while the page computes, so that it draws nothing between them.
  await Promise.all([
    page.evaluate('for (const end = performance.now() + 500; performance.now() < end; );'),
    page.mouse.down(),
    page.mouse.up(),
    page.mouse.down({ clickCount: 2 }),
    page.mouse.up({ clickCount: 2 }),
  ]);
  await page.getByRole('dialog', { name: 'Neuer Signaturschlüssel' }).waitFor();
  await untilIdle(page);
  assert.equal(rotations, 1);
});
