import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { MAXIMUM_REGISTRATIONS } from '../../server/areas/webhooks/registrations/rules.ts';
import { startReceiver } from '../../server/testing/webhook-receiver.ts';
import {
  CANDIDATE_CREATED,
  openDevelopers,
  openDevelopersScreen,
  STATUS_CHANGED,
  startDeliverer,
} from './developers-data.ts';
import { openAs, openConsole, untilIdle } from './open-console.ts';
import { focusIn, rowOf, said, undo } from './privacy-steps.ts';

const { service, consoleTest, urlOf } = await openConsole({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const deliverer = startDeliverer(service);
const receiver = await startReceiver();
const createData = () => openDevelopers(service, deliverer, receiver);
const open = (page: Page, user: { cookie: string }) => openDevelopersScreen(page, urlOf('/developers'), user);
const openForm = async (page: Page) => {
  await page.getByRole('button', { name: 'Adresse registrieren …' }).click();
  return page.getByRole('dialog', { name: 'Adresse registrieren' });
};
const pairs = (rows: { event: number; url: string }[]) => rows.map(({ event, url }) => [event, url]);

consoleTest('an address is registered for several events, and undoing removes all of them', async (page) => {
  const { admin, registrations } = await createData();
  await open(page, admin);
  await page.getByText('Noch keine Adresse ist registriert.').waitFor();
  const form = await openForm(page);
  await form.getByRole('textbox', { name: 'Adresse des Empfängers' }).fill(receiver.url);
  const submit = form.getByRole('button', { name: 'Registrieren' });
  await submit.click();
  await form.getByText('Wählen Sie mindestens ein Ereignis.').waitFor();
  await form.getByRole('checkbox', { name: 'candidate.created (1401)' }).check();
  await form.getByRole('checkbox', { name: 'candidate.statusChanged (1404)' }).check();
  await submit.click();
  await said(page, '2 Ereignisse sind registriert.');
  await form.waitFor({ state: 'hidden' });
  await rowOf(page, 'candidate.created').getByText(receiver.url).last().waitFor();
  await rowOf(page, 'Nr. 1404').getByText('noch kein Ergebnis').last().waitFor();
  assert.deepEqual(pairs(await registrations()), [
    [CANDIDATE_CREATED, receiver.url],
    [STATUS_CHANGED, receiver.url],
  ]);
  await undo(page);
  await said(page, 'Die Registrierung ist zurückgenommen.');
  await page.getByText('Noch keine Adresse ist registriert.').waitFor();
  assert.deepEqual(await registrations(), []);
});

consoleTest('an address that was begun stays when the dialog is closed', async (page) => {
  const { admin } = await createData();
  await open(page, admin);
  const form = await openForm(page);
  await form.getByRole('checkbox', { name: /^candidate\.created/ }).check();
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'hidden' });
  await openForm(page);
  await form.getByText(/^Entwurf vom .* wiederhergestellt\.$/).waitFor();
  assert.ok(await form.getByRole('checkbox', { name: /^candidate\.created/ }).isChecked());
});

consoleTest('an empty form says at once that address and events are missing', async (page) => {
  const { admin } = await createData();
  await open(page, admin);
  const form = await openForm(page);
  await form.getByRole('button', { name: 'Registrieren' }).click();
  await form.getByText('Wählen Sie mindestens ein Ereignis.').waitFor();
  await form.getByText(/^Geben Sie eine vollständige Adresse/).waitFor();
  await form.getByRole('textbox', { name: 'Adresse des Empfängers' }).and(page.locator(':focus')).waitFor();
});

consoleTest(
  'a wrong address is explained beside its field, and each event has its own result',
  async (page) => {
    const { admin, subscribe, registrations } = await createData();
    await subscribe();
    await open(page, admin);
    const form = await openForm(page);
    const address = form.getByRole('textbox', { name: 'Adresse des Empfängers' });
    await address.fill('hooks.example.com');
    await form.getByRole('checkbox', { name: /^candidate\.created/ }).check();
    await form.getByRole('checkbox', { name: /^candidate\.deleted/ }).check();
    await form.getByRole('button', { name: 'Registrieren' }).click();
    await form.getByText(/^Geben Sie eine vollständige Adresse/).waitFor();
    await address.and(page.locator(':focus')).waitFor();
    assert.equal((await registrations()).length, 1);
    await address.fill(receiver.url);
    await form.getByRole('button', { name: 'Registrieren' }).click();
    const results = form.getByRole('status', { name: 'Ergebnis', exact: true });
    await results.getByText('candidate.created: war schon registriert und ist aktiv').waitFor();
    await results.getByText('candidate.deleted: registriert').waitFor();
    await said(page, '1 Ereignis ist registriert.');
    assert.ok(!(await form.getByRole('checkbox', { name: /^candidate\.deleted/ }).isChecked()));
    assert.deepEqual(pairs(await registrations()), [
      [CANDIDATE_CREATED, receiver.url],
      [1403, receiver.url],
    ]);
  },
);

consoleTest(
  'an event that can have no more registrations says so, and the others are registered',
  async (page) => {
    const { admin, sql, registrations } = await createData();
    await sql(
      `INSERT INTO webhook_registration (tenant_id, event_type_id, url, url_key)
     SELECT $1, ${CANDIDATE_CREATED}, 'https://old.example.com/' || g, g::text FROM generate_series(1, $2) AS g`,
      MAXIMUM_REGISTRATIONS,
    );
    await open(page, admin);
    const form = await openForm(page);
    await form.getByRole('textbox', { name: 'Adresse des Empfängers' }).fill(receiver.url);
    await form.getByRole('checkbox', { name: /^candidate\.created/ }).check();
    await form.getByRole('checkbox', { name: /^candidate\.deleted/ }).check();
    await form.getByRole('button', { name: 'Registrieren' }).click();
    const results = form.getByRole('status', { name: 'Ergebnis', exact: true });
    await results
      .getByText(
        /^candidate\.created: nicht registriert: für dieses Ereignis sind keine weiteren Registrierungen/,
      )
      .waitFor();
    await results.getByText('candidate.deleted: registriert').waitFor();
    assert.equal((await registrations()).length, MAXIMUM_REGISTRATIONS + 1);
  },
);

consoleTest('a paused registration says why, and is reactivated with what it missed', async (page) => {
  const { admin, subscribe, deliver, createCandidate, respondWith, registrations } = await createData();
  await subscribe();
  respondWith(500);
  for (let count = 0; count < 10; count++) await createCandidate();
  await deliver();
  await createCandidate();
  await open(page, admin);
  const row = rowOf(page, 'candidate.created');
  await row.getByText('Pausiert').last().waitFor();
  await row
    .getByText(/nach 10 Fehlern in Folge/)
    .last()
    .waitFor();
  await row.getByRole('cell', { name: '10', exact: true }).waitFor();
  respondWith(200);
  receiver.calls.length = 0;
  await row.getByRole('button', { name: `Reaktivieren: candidate.created an ${receiver.url}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Registrierung reaktivieren' });
  assert.ok(
    await dialog.getByRole('checkbox', { name: 'Auch die verpassten Aufrufe nachholen' }).isChecked(),
  );
  await dialog.getByRole('button', { name: 'Reaktivieren' }).click();
  await said(page, /wieder aktiv. Die verpassten Aufrufe folgen/);
  await row
    .getByText(/^Aktiv/)
    .last()
    .waitFor();
  // Its button is gone.
  await focusIn(page, 'Registrierungen');
  await deliver();
  assert.equal(receiver.calls.length, 11);
  assert.equal((await registrations())[0].isPaused, false);
});

consoleTest('without the missed calls, only new events are called', async (page) => {
  const { admin, subscribe, deliver, createCandidate, respondWith } = await createData();
  await subscribe();
  respondWith(500);
  for (let count = 0; count < 10; count++) await createCandidate();
  await deliver();
  respondWith(200);
  receiver.calls.length = 0;
  await open(page, admin);
  await page.getByRole('button', { name: /^Reaktivieren/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Registrierung reaktivieren' });
  await dialog.getByRole('checkbox').uncheck();
  await dialog.getByRole('button', { name: 'Reaktivieren' }).click();
  await said(page, /wieder aktiv\.$/);
  await createCandidate();
  await deliver();
  assert.equal(receiver.calls.length, 1);
});

consoleTest('a removal says what is lost, keeps the focus, and is undone', async (page) => {
  const { admin, subscribe, registrations } = await createData();
  await subscribe();
  await subscribe(STATUS_CHANGED);
  await open(page, admin);
  const button = page.getByRole('button', { name: `Entfernen: candidate.created an ${receiver.url}` });
  const dialog = page.getByRole('dialog', { name: 'Registrierung entfernen?' });
  await button.click();
  await dialog.getByText(/Aufrufe, die noch ausstehen, verfallen/).waitFor();
  await page.keyboard.press('Escape');
  await button.and(page.locator(':focus')).waitFor();
  assert.equal((await registrations()).length, 2);
  await button.click();
  await dialog.getByRole('button', { name: 'Entfernen' }).click();
  await said(page, /: entfernt\.$/);
  await rowOf(page, 'candidate.created').waitFor({ state: 'hidden' });
  await focusIn(page, 'Registrierungen');
  assert.deepEqual(pairs(await registrations()), [[STATUS_CHANGED, receiver.url]]);
  await undo(page);
  await said(page, /: wieder registriert\.$/);
  await rowOf(page, 'candidate.created').waitFor();
  assert.equal((await registrations()).length, 2);
});

consoleTest('the rules are those of the service, and the format is changed and taken back', async (page) => {
  const { admin, tenant } = await createData();
  const stored = async () => (await tenant.api.get('/webhooks/settings')).body.settings.eventDataTypeId;
  await open(page, admin);
  await page
    .getByText(/innerhalb von 15\ss mit Status 200.*jeweils 5\ss, 5\smin, 30\smin, 2\sh.*24\sh nach/)
    .waitFor();
  await page.getByText(/Nach 10 Fehlern in Folge wird die Registrierung pausiert/).waitFor();
  const format = page.getByLabel('Format der Aufrufe');
  await format.selectOption('CloudEvents 1.0');
  await said(page, 'Format der Aufrufe: jetzt CloudEvents 1.0.');
  assert.equal(await stored(), 1483);
  await undo(page);
  await said(page, 'Format der Aufrufe: wieder Standardformat.');
  assert.equal(await stored(), 1482);
  // A colleague is faster.
  await untilIdle(page);
  await tenant.api.put('/webhooks/settings/eventdatatype/1483');
  await format.selectOption('CloudEvents 1.0');
  await said(page, 'Jemand hat das Format inzwischen geändert. Es wurde nichts geändert.');
});

consoleTest('a test call shows what the receiver returned, or what to do', async (page) => {
  const { admin, subscribe, respondWith, readLog } = await createData();
  await subscribe();
  respondWith(200, 'danke');
  await open(page, admin);
  const button = page.getByRole('button', { name: `Testen: candidate.created an ${receiver.url}` });
  await button.click();
  const outcome = page.getByRole('status', { name: 'Ergebnis des Testaufrufs' });
  await outcome.getByText(/^Zugestellt: Der Empfänger hat nach [\d.]+\sms mit Status 200/).waitFor();
  await outcome.getByText('danke').waitFor();
  assert.equal(receiver.calls[0]!.body.eventId, CANDIDATE_CREATED);
  respondWith(302, '');
  await page.getByRole('button', { name: 'Noch einmal senden' }).click();
  await outcome.getByText('Der Empfänger hat mit Status 302 geantwortet.').waitFor();
  await outcome.getByText(/^Weiterleitungen wird nicht gefolgt/).waitFor();
  await page.keyboard.press('Escape');
  await button.and(page.locator(':focus')).waitFor();
  assert.deepEqual(await readLog(), []);
});

consoleTest('an address is tested before it is registered', async (page) => {
  const { admin, registrations } = await createData();
  await open(page, admin);
  const form = await openForm(page);
  const address = form.getByRole('textbox', { name: 'Adresse des Empfängers' });
  await address.fill('ftp://hooks.example.com');
  const send = form.getByRole('button', { name: 'Testaufruf senden' });
  const outcome = form.getByRole('status', { name: 'Ergebnis des Testaufrufs' });
  await send.click();
  await outcome.getByText(/^Geben Sie eine vollständige Adresse/).waitFor();
  await address.fill('http://127.0.0.1:1/hook');
  await form.getByRole('checkbox', { name: /^candidate\.statusChanged/ }).check();
  await send.click();
  await outcome.getByText('Der Empfänger hat die Verbindung abgelehnt.').waitFor();
  await address.fill(receiver.url);
  await send.click();
  await outcome.getByText(/^Zugestellt/).waitFor();
  assert.equal(receiver.calls.at(-1)!.body.eventId, STATUS_CHANGED);
  assert.deepEqual(await registrations(), []);
});

consoleTest(
  'Today says how many registrations are paused, to those who can reactivate them',
  async (page) => {
    const { tenant, subscribe, deliver, createCandidate, respondWith } = await createData();
    await subscribe();
    await subscribe(CANDIDATE_CREATED, `${receiver.url}/other`);
    await subscribe(STATUS_CHANGED);
    const integrator = await service.platform('integrator', tenant);
    await openAs(page, urlOf('/'), integrator.cookie);
    await page.getByRole('heading', { level: 1, name: 'Heute' }).waitFor();
    await untilIdle(page);
    assert.equal(await page.getByRole('link', { name: 'Zu den Registrierungen' }).count(), 0);
    respondWith(500);
    for (let count = 0; count < 10; count++) await createCandidate();
    await deliver();
    await page.reload();
    await page.getByText(/^2 Webhook-Registrierungen sind pausiert\. Bis sie reaktiviert werden/).waitFor();
    await page.getByRole('link', { name: 'Zu den Registrierungen' }).click();
    await rowOf(page, `${receiver.url}/other`).getByText('Pausiert').last().waitFor();
    // Every role may read registrations, but not every one may reactivate them.
    const recruiter = await service.platform('recruiter', tenant);
    await openAs(page, urlOf('/'), recruiter.cookie);
    await page.getByRole('heading', { level: 2, name: 'Meine Aufgaben' }).waitFor();
    await untilIdle(page);
    assert.equal(await page.getByText(/Webhook-Registrierung/).count(), 0);
  },
);

consoleTest('the buttons of a paused registration leave its address legible', async (page) => {
  const { admin, subscribe, sql } = await createData();
  const path = '/mandant/nord/eingang/bewerbungen?quelle=stellwerk';
  await subscribe(STATUS_CHANGED, `${receiver.url}${path}`);
  await sql('UPDATE webhook_registration SET paused_at = clock_now() WHERE tenant_id = $1');
  await open(page, admin);
  const row = rowOf(page, path);
  for (const width of [1300, 1024, 780]) {
    await page.setViewportSize({ width, height: 900 });
    const { width: addressWidth } = (await row.getByText(path).boundingBox())!;
    assert.ok(addressWidth > 150, `${addressWidth} of ${width}`);
    for (const button of await row.getByRole('button').all()) {
      const box = (await button.boundingBox())!;
      assert.ok(box.x + box.width <= width);
    }
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= width);
  }
});

consoleTest('undo keeps a registration that was there with another spelling of its address', async (page) => {
  const { admin, subscribe, registrations, sql } = await createData();
  await subscribe();
  await sql('UPDATE webhook_registration SET paused_at = clock_now() WHERE tenant_id = $1');
  await open(page, admin);
  const form = await openForm(page);
  await form.getByRole('textbox', { name: 'Adresse des Empfängers' }).fill(`${receiver.url}#mine`);
  await form.getByRole('checkbox', { name: 'candidate.created (1401)' }).check();
  await form.getByRole('button', { name: 'Registrieren' }).click();
  await said(page, '1 Ereignis ist registriert.');
  assert.equal(await page.getByRole('button', { name: 'Rückgängig' }).count(), 0);
  const [row] = await registrations();
  assert.equal(row.isPaused, false);
});

consoleTest('a list that cannot be read says so, and is read again', async (page) => {
  const { admin, subscribe } = await createData();
  await subscribe();
  let isBroken = true;
  await page.route('**/platform/webhooks/subscriptions', (route) =>
    isBroken
      ? route.fulfill({ status: 500, json: { messageGuid: null, message: 'x', validationErrors: [] } })
      : route.continue(),
  );
  await open(page, admin);
  const retry = page.getByRole('alert').getByRole('button', { name: 'Noch einmal versuchen' });
  await retry.waitFor();
  assert.equal(await page.getByText('Noch keine Adresse ist registriert.').count(), 0);
  isBroken = false;
  await retry.click();
  await rowOf(page, 'candidate.created').waitFor();
});
