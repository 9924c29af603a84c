import assert from 'node:assert/strict';
import type { Page, Route } from 'playwright-core';
import { loseResponse, openAs, openConsole, storeDraft, untilIdle } from './open-console.ts';
import { insertApplications } from './recruiting-data.ts';

const { service, consoleTest, urlOf } = await openConsole();
const { ids } = await insertApplications(service);
const recruiter = await service.platform('recruiter');
const colleague = await service.platform('branchManager');
const admin = await service.platform('admin');
const viewer = await service.platform('viewer');
const integrator = await service.platform('integrator');

const open = (page: Page, name: string, cookie = recruiter.cookie) =>
  openAs(page, urlOf(`/applications?application=${ids[name]!.applicationId}`), cookie);
const details = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** A second person, in a browser of their own. */
async function secondPage(page: Page, path: string, cookie: string): Promise<Page> {
  const context = await page.context().browser()!.newContext({ locale: 'de-DE' });
  page.once('close', () => void context.close());
  const other = await context.newPage();
  await openAs(other, urlOf(path), cookie);
  return other;
}

consoleTest('a follow-up is set by keyboard alone, and shows on Today', async (page) => {
  await open(page, 'Muster');
  await page.getByText('Keine offene Wiedervorlage.').waitFor();
  await page.keyboard.press('w');
  await page.getByLabel('Was ist zu tun?').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Nach der Schicht fragen');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('„Nach der Schicht fragen“ ist für den').waitFor();
  const list = page.getByRole('list', { name: 'Wiedervorlagen' });
  await list.getByText('Nach der Schicht fragen').waitFor();
  await page.getByRole('link', { name: 'Heute', exact: true }).click();
  const tasks = page.getByRole('table', { name: 'Meine Aufgaben' });
  await tasks.getByRole('row', { name: /Nach der Schicht fragen.*Ada Muster/ }).waitFor();
  const { body } = await recruiter.get('/tasks?mine=true');
  const tomorrow = await page.evaluate<string>(`(() => {
    const now = new Date();
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
    return new Date(day - day.getTimezoneOffset() * 60000).toISOString().slice(0, 10);
  })()`);
  assert.deepEqual(
    [body.tasks[0].dueDate, body.tasks[0].candidateId, body.tasks[0].assigneeId],
    [tomorrow, ids.Muster!.candidateId, recruiter.user.id],
  );
});

consoleTest('a follow-up for a colleague is done, and opened again', async (page) => {
  await open(page, 'Weiß');
  await page.getByRole('button', { name: 'Wiedervorlage anlegen' }).click();
  await page.getByLabel('Was ist zu tun?').fill('Zeugnisse prüfen');
  await page.getByRole('button', { name: 'Nächste Woche' }).click();
  await page.getByLabel('Wer übernimmt das?').selectOption('Test branchManager');
  await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
  const item = page.getByRole('listitem').filter({ hasText: 'Zeugnisse prüfen' });
  await item.getByText('Test branchManager').waitFor();
  const { body } = await colleague.get('/tasks?mine=true');
  const monday = new Date(`${body.tasks[0].dueDate}T00:00:00Z`);
  assert.equal(monday.getUTCDay(), 1);
  await item.getByRole('checkbox', { name: 'Erledigt: Zeugnisse prüfen' }).click();
  await page.getByText('Keine offene Wiedervorlage.').waitFor();
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await item.waitFor();
});

consoleTest('a follow-up that was set is taken back', async (page) => {
  await open(page, 'Kowalenko');
  await page.getByText('Keine offene Wiedervorlage.').waitFor();
  await page.keyboard.press('w');
  await page.getByLabel('Was ist zu tun?').fill('Irrtum');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await page.getByText('„Irrtum“ ist wieder entfernt.').waitFor();
  await page.getByText('Keine offene Wiedervorlage.').waitFor();
  const { body } = await recruiter.get(`/tasks?candidateId=${ids.Kowalenko!.candidateId}`);
  assert.deepEqual(body.tasks, []);
});

consoleTest(
  'a follow-up whose response was lost is set again, also after a reload, and is there once',
  async (page) => {
    const { candidateId } = ids.Kowalenko!;
    await loseResponse(page, 'POST', '**/platform/tasks');
    await open(page, 'Kowalenko');
    const form = page.getByRole('form', { name: 'Wiedervorlage anlegen' });
    await page.getByRole('button', { name: 'Wiedervorlage anlegen' }).click();
    await form.getByLabel('Was ist zu tun?').fill('Nur einmal');
    await page.keyboard.press('Enter');
    await form.getByText('Der Dienst hat nicht geantwortet').waitFor();
    await untilIdle(page);
    await page.reload();
    await form.getByRole('button', { name: 'Anlegen', exact: true }).click();
    await page.getByRole('status').getByText('„Nur einmal“ ist für den').waitFor();
    const { body } = await recruiter.get(`/tasks?candidateId=${candidateId}`);
    assert.deepEqual(
      body.tasks.map(({ title }: { title: string }) => title),
      ['Nur einmal'],
    );
  },
);

consoleTest('a follow-up that was begun waits as a draft, with its day and its assignee', async (page) => {
  await open(page, 'Öztürk');
  const form = page.getByRole('form', { name: 'Wiedervorlage anlegen' });
  const title = form.getByLabel('Was ist zu tun?');
  const assignee = form.getByLabel('Wer übernimmt das?').locator('option:checked');
  const untilAssigned = (name: string) => assignee.and(page.getByText(name)).waitFor({ state: 'attached' });
  const restored = form.getByRole('status').getByText(/^Entwurf vom .* wiederhergestellt\.$/);
  const checkDraft = async () => {
    await restored.waitFor();
    assert.equal(await title.inputValue(), 'Referenz anrufen');
    assert.equal(await form.getByLabel('Fällig').inputValue(), '2099-05-04');
    await untilAssigned('Test branchManager');
  };
  await page.getByRole('button', { name: 'Wiedervorlage anlegen' }).click();
  await title.fill('Referenz anrufen');
  await form.getByLabel('Fällig').fill('2099-05-04');
  await storeDraft(page, () => form.getByLabel('Wer übernimmt das?').selectOption('Test branchManager'));
  assert.equal(await restored.count(), 0);
  await page.reload();
  await checkDraft();
  await untilIdle(page);
  // Nobody has asked for the form, so single keys still work.
  await page.keyboard.press('w');
  await title.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'hidden' });
  await page.keyboard.press('w');
  await title.and(page.locator(':focus')).waitFor();
  await checkDraft();
  await form.getByRole('button', { name: 'Entwurf verwerfen' }).click();
  await restored.waitFor({ state: 'hidden' });
  await title.and(page.locator(':focus')).waitFor();
  assert.equal(await title.inputValue(), '');
  await form.getByRole('button', { name: 'Morgen', pressed: true }).waitFor();
  assert.equal(await assignee.textContent(), 'Ich (Test recruiter)');
  await page.keyboard.press('Escape');
  await untilIdle(page);
  await page.reload();
  await page.getByRole('button', { name: 'Wiedervorlage anlegen' }).waitFor();
  assert.equal(await form.count(), 0);
});

consoleTest('a mention in a note reaches the colleague at once', async (page) => {
  const other = await secondPage(page, '/', admin.cookie);
  await other.getByRole('button', { name: 'Benachrichtigungen', exact: true }).waitFor();
  await other.getByText('Sie haben keine offenen Aufgaben.').waitFor();
  await open(page, 'Öztürk');
  await page.getByLabel('Neue Notiz').waitFor();
  await untilIdle(page);
  await page.keyboard.press('n');
  await page.keyboard.type('Bitte anrufen, @adm');
  const options = page.getByRole('listbox', { name: 'Erwähnen' }).getByRole('option');
  await options.getByText('Test admin').waitFor();
  assert.deepEqual(await options.allTextContents(), ['Test admin']);
  await page.keyboard.press('Enter');
  await page.keyboard.type('heute noch');
  assert.equal(await page.getByLabel('Neue Notiz').inputValue(), 'Bitte anrufen, @Test admin heute noch');
  await page.getByRole('button', { name: 'Notiz speichern' }).click();
  await page.getByRole('list', { name: 'Notizen' }).getByText('Bitte anrufen').waitFor();
  const bell = other.getByRole('button', { name: 'Benachrichtigungen, 1 ungelesen' });
  await bell.click();
  const dialog = other.getByRole('dialog', { name: 'Benachrichtigungen' });
  const link = dialog.getByRole('link', {
    name: 'Test recruiter hat Sie in einer Notiz zu Bülent Öztürk erwähnt',
  });
  assert.equal(await link.getAttribute('href'), `/app/candidates/${ids.Öztürk!.candidateId}`);
  await dialog.getByRole('button', { name: 'Alle als gelesen markieren' }).click();
  await dialog.getByRole('button', { name: 'Alle als gelesen markieren' }).waitFor({ state: 'hidden' });
  await other.keyboard.press('Escape');
  await other.getByRole('button', { name: 'Benachrichtigungen', exact: true }).waitFor();
  assert.equal((await admin.get('/notifications/unread')).body.unread, 0);
});

consoleTest('what is typed right after a mention in the middle of a text follows it', async (page) => {
  await open(page, 'Weiß');
  const field = page.getByLabel('Neue Notiz');
  await field.fill('Bitte  fragen.');
  await untilIdle(page);
  await field.press('Home');
  for (let step = 0; step < 'Bitte '.length; step++) await page.keyboard.press('ArrowRight');
  await page.keyboard.type('@adm');
  await page.getByRole('option', { name: 'Test admin' }).waitFor();
  // Both keys before the browser draws the next frame, as a fast typist on a busy machine has them.
  await page.evaluate(`(async () => {
    const field = document.activeElement;
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    await Promise.resolve();
    document.execCommand('insertText', false, 'selbst');
  })()`);
  assert.equal(await field.inputValue(), 'Bitte @Test admin selbst fragen.');
});

consoleTest('a mention of somebody who may not read the note is refused by name', async (page) => {
  await open(page, 'Şahin');
  await page.getByLabel('Neue Notiz').fill('Sieh dir das an, @Test integrator');
  await untilIdle(page);
  await page.getByRole('button', { name: 'Notiz speichern' }).click();
  await page.getByText('Test integrator darf Notizen nicht lesen.').waitFor();
  assert.equal((await integrator.get('/notifications/unread')).body.unread, 0);
});

consoleTest('the reason of a rejection is stored, and goes with it when it is undone', async (page) => {
  const { applicationId } = ids.Kowalenko!;
  await open(page, 'Kowalenko');
  await details(page, 'Dmytro Kowalenko').waitFor();
  await page.keyboard.press('e');
  await page.getByRole('menuitem', { name: 'In Prüfung' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Dmytro Kowalenko: „Abgelehnt“' }).waitFor();
  await page.getByLabel('Grund').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Kein Führerschein');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Dmytro Kowalenko: jetzt „Abgelehnt“.').waitFor();
  await details(page, 'Dmytro Kowalenko').getByText('Kein Führerschein').waitFor();
  const { body } = await recruiter.get(`/applications/${applicationId}`);
  assert.deepEqual([body.stage, body.stageReason], ['rejected', 'Kein Führerschein']);
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await page.getByRole('status').getByText('Dmytro Kowalenko: wieder „Neu“.').waitFor();
  const undone = await recruiter.get(`/applications/${applicationId}`);
  assert.deepEqual([undone.body.stage, undone.body.stageReason], ['new', null]);
});

consoleTest('the reason stays until the application has moved', async (page) => {
  await open(page, 'Kowalenko');
  await page.getByRole('button', { name: 'Verschieben nach …' }).click();
  await page.getByRole('menuitem', { name: 'Abgelehnt' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dmytro Kowalenko: „Abgelehnt“' });
  const reason = dialog.getByLabel('Grund');
  const confirm = dialog.getByRole('button', { name: 'Verschieben' });
  await reason.fill('x'.repeat(65_536));
  await confirm.click();
  // The service refuses it, above the field and beside it.
  await dialog
    .getByRole('alert')
    .getByText(/65.535/)
    .waitFor();
  await reason.and(page.locator('[aria-invalid="true"]')).waitFor();
  await reason.fill('Kein Führerschein');
  const failing = Promise.withResolvers<void>();
  const refuse = (route: Route) => failing.promise.then(() => route.abort());
  await page.route('**/platform/applications/*/stage', refuse, { times: 1 });
  await confirm.click();
  // Closed, it would hide what becomes of the move.
  await dialog
    .getByRole('button', { name: 'Abbrechen' })
    .and(page.locator('[aria-disabled="true"]'))
    .waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await dialog.getByRole('button', { name: 'Schließen' }).count(), 0);
  failing.resolve();
  await dialog.getByText('Der Dienst hat nicht geantwortet. Es kann sein,').waitFor();
  assert.equal(await reason.inputValue(), 'Kein Führerschein');
  await confirm.click();
  await dialog.waitFor({ state: 'hidden' });
  await details(page, 'Dmytro Kowalenko').getByText('Kein Führerschein').waitFor();
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await page.getByRole('status').getByText('Dmytro Kowalenko: wieder „Neu“.').waitFor();
});

consoleTest('a colleague moves the application while the reason is asked for', async (page) => {
  const { applicationId } = ids.Weiß!;
  await open(page, 'Weiß');
  await page.getByRole('button', { name: 'Verschieben nach …' }).click();
  await page.getByRole('menuitem', { name: 'Abgelehnt' }).click();
  const dialog = page.getByRole('dialog', { name: 'Chiara Weiß: „Abgelehnt“' });
  await dialog.getByLabel('Grund').fill('Kein Führerschein');
  await untilIdle(page);
  assert.equal(await dialog.getByRole('alert').count(), 0);
  // Out of the list, which does not follow this one any longer.
  const moved = await colleague.put(`/applications/${applicationId}/stage`, {
    stage: 'withdrawn',
    reason: 'Umzug',
  });
  assert.equal(moved.status, 204);
  await dialog.getByRole('alert').getByText('inzwischen verschoben: jetzt „Zurückgezogen“').waitFor();
  assert.equal(await dialog.getByLabel('Grund').inputValue(), 'Kein Führerschein');
  await dialog.getByRole('button', { name: 'Verschieben' }).click();
  await dialog.waitFor({ state: 'hidden' });
  assert.equal((await recruiter.get(`/applications/${applicationId}`)).body.stage, 'rejected');
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await page.getByRole('status').getByText('Chiara Weiß: wieder „Zurückgezogen“.').waitFor();
  const { body } = await recruiter.get(`/applications/${applicationId}`);
  assert.deepEqual([body.stage, body.stageReason], ['withdrawn', 'Umzug']);
});

consoleTest('undoing a move leaves the later move of a colleague as it is', async (page) => {
  const { applicationId } = ids.Öztürk!;
  await open(page, 'Öztürk');
  await page.getByRole('button', { name: 'Verschieben nach …' }).click();
  await page.getByRole('menuitem', { name: 'In Prüfung' }).click();
  const undo = page.getByRole('button', { name: 'Rückgängig' });
  await undo.waitFor();
  const moved = await colleague.put(`/applications/${applicationId}/stage`, { stage: 'interview' });
  assert.equal(moved.status, 204);
  await undo.click();
  const refusal =
    'Bülent Öztürk: nicht zurückgenommen, denn die Bewerbung ist inzwischen in „Vorstellungsgespräch“.';
  await page.getByText(refusal).waitFor();
  assert.equal((await recruiter.get(`/applications/${applicationId}`)).body.stage, 'interview');
  await details(page, 'Bülent Öztürk').getByText('Vorstellungsgespräch', { exact: true }).waitFor();
});

consoleTest('an application outside the list opens by its address, and moves', async (page) => {
  const { applicationId } = ids.Şahin!;
  const moved = await recruiter.put(`/applications/${applicationId}/stage`, { stage: 'withdrawn' });
  assert.equal(moved.status, 204);
  await open(page, 'Şahin');
  await details(page, 'Elif Şahin').getByText('ich suche eine Stelle in der Frühschicht').waitFor();
  await page.keyboard.press('e');
  await page.getByRole('menuitem', { name: 'Angebot' }).click();
  await details(page, 'Elif Şahin').getByText('Angebot', { exact: true }).waitFor();
  await openAs(page, urlOf('/applications?application=999999'), recruiter.cookie);
  await page.getByText('Diese Bewerbung gibt es nicht.').waitFor();
});

consoleTest('a viewer sees follow-ups, and is offered none', async (page) => {
  await open(page, 'Weiß', viewer.cookie);
  await page.getByRole('list', { name: 'Wiedervorlagen' }).getByText('Zeugnisse prüfen').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Wiedervorlage anlegen' }).count(), 0);
  assert.equal(await page.getByRole('checkbox', { name: 'Erledigt: Zeugnisse prüfen' }).isDisabled(), true);
});
