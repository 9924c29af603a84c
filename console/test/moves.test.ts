import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { indexMarked } from '../../server/areas/search/index.ts';
import { changeSelected, selectRows } from './candidate-steps.ts';
import { button } from './elements.ts';
import { openAs, openConsole, untilIdle } from './open-console.ts';
import { insertApplications } from './recruiting-data.ts';

// Several people decide about the same application or candidate. Nothing that a colleague has decided is overwritten without a word.

const { service, consoleTest, urlOf } = await openConsole();
const { ids, jobAdId } = await insertApplications(service);
const recruiter = await service.platform('recruiter');
const colleague = await service.platform('recruiter');
await service.sql("UPDATE user_account SET first_name = 'Sabine', last_name = 'Vogel' WHERE id = $1", [
  colleague.user.id,
]);

const open = (page: Page, path: string) => openAs(page, urlOf(path), recruiter.cookie);
const pipeline = `/jobads/${jobAdId}/pipeline`;
const column = (page: Page, name: string) => page.getByRole('region', { name });
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

async function did(response: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await response;
  assert.ok(status < 300, text);
}

const decide = (name: string, stage: string, reason?: string) =>
  did(colleague.put(`/applications/${ids[name]!.applicationId}/stage`, { stage, reason }));

async function stored(name: string) {
  const { body } = await recruiter.get(`/applications/${ids[name]!.applicationId}`);
  return [body.stage, body.stageReason, body.candidateStatusId];
}

const candidateOf = async (name: string) =>
  (await recruiter.get(`/candidates/${ids[name]!.candidateId}`)).body;

/** The page does not hear of what others do. */
const deafen = (page: Page) => page.route('**/platform/live*', (route) => route.abort());

/** Begins to drag a card, and does something else before it is dropped. */
async function dragWhile(page: Page, name: string, meanwhile: () => Promise<unknown>): Promise<void> {
  const { x, y } = (await card(page, name).boundingBox())!;
  await page.mouse.move(x + 10, y + 10);
  await page.mouse.down();
  await page.mouse.move(x + 30, y + 30, { steps: 3 });
  await page.locator('[data-dragged="true"]').waitFor();
  await meanwhile();
}

async function dropOn(page: Page, name: string): Promise<void> {
  const { x, y, width } = (await column(page, name).boundingBox())!;
  await page.mouse.move(x + width / 2, y + 60, { steps: 3 });
  await page.mouse.up();
}

for (const hears of [true, false])
  consoleTest(
    `a card that a colleague rejects while it is dragged stays rejected, ${hears ? 'live' : 'without the live stream'}`,
    async (page) => {
      if (!hears) await deafen(page);
      await open(page, pipeline);
      await column(page, 'Neu 4').waitFor();
      await dragWhile(page, 'Ada Muster', async () => {
        await decide('Muster', 'rejected', 'Kein Führerschein');
        if (hears) await column(page, 'Abgelehnt 1').getByText('Ada Muster').waitFor();
      });
      await dropOn(page, 'Vorstellungsgespräch');
      const message = page.getByRole('status').filter({ hasText: 'Ada Muster' });
      await message
        .getByText(
          'nicht verschoben, denn die Bewerbung ist inzwischen in „Abgelehnt“. Das war Sabine Vogel.',
        )
        .waitFor();
      assert.deepEqual(await stored('Muster'), ['rejected', 'Kein Führerschein', 2004]);
      await column(page, 'Abgelehnt 1').getByText('Ada Muster').waitFor();
      await column(page, 'Vorstellungsgespräch 0').waitFor();
      // Who wants it all the same can move it, and undoing brings the decision back.
      await button(page, 'Trotzdem verschieben').click();
      await message.getByText('Ada Muster: jetzt „Vorstellungsgespräch“.').waitFor();
      assert.deepEqual(await stored('Muster'), ['interview', null, null]);
      await button(page, 'Rückgängig').click();
      await message.getByText('Ada Muster: wieder „Abgelehnt“.').waitFor();
      assert.deepEqual(await stored('Muster'), ['rejected', 'Kein Führerschein', 2004]);
      await decide('Muster', 'new');
    },
  );

consoleTest('a card that a colleague has moved to the same column is said to be there', async (page) => {
  await deafen(page);
  await open(page, pipeline);
  await column(page, 'Neu 4').waitFor();
  await decide('Weiß', 'offer', 'Ab Mai');
  await card(page, 'Chiara Weiß').dragTo(column(page, 'Angebot'));
  await page
    .getByText('Chiara Weiß: Die Bewerbung ist inzwischen schon in „Angebot“. Das war Sabine Vogel.')
    .waitFor();
  assert.equal(await button(page, 'Rückgängig').count(), 0);
  assert.deepEqual(await stored('Weiß'), ['offer', 'Ab Mai', null]);
  await decide('Weiß', 'new');
});

consoleTest('undoing a move leaves the same decision of a colleague as it is', async (page) => {
  await open(page, pipeline);
  await card(page, 'Elif Şahin').dragTo(column(page, 'Abgelehnt'));
  await button(page, 'Rückgängig').waitFor();
  await decide('Şahin', 'interview');
  await decide('Şahin', 'rejected', 'Wohnt zu weit weg');
  await button(page, 'Rückgängig').click();
  await page
    .getByText(
      'nicht zurückgenommen, denn die Bewerbung ist inzwischen in „Abgelehnt“. Das war Sabine Vogel.',
    )
    .waitFor();
  assert.deepEqual(await stored('Şahin'), ['rejected', 'Wohnt zu weit weg', 2004]);
  await decide('Şahin', 'new');
});

consoleTest(
  'a card that a colleague moves while it is dragged is no longer dragged afterwards',
  async (page) => {
    await open(page, pipeline);
    await column(page, 'Neu 4').waitFor();
    await dragWhile(page, 'Bülent Öztürk', async () => {
      await decide('Öztürk', 'offer');
      await column(page, 'Angebot 1').getByText('Bülent Öztürk').waitFor();
    });
    await page.mouse.move(10, 10);
    await page.mouse.up();
    await page.mouse.move(20, 20);
    await page.locator('[data-dragged="true"]').waitFor({ state: 'detached' });
    await decide('Öztürk', 'new');
  },
);

async function askForReason(page: Page, name: string, reason: string) {
  await button(page, 'Verschieben nach … e').or(button(page, 'Verschieben nach …')).first().click();
  await page.getByRole('menuitem', { name: 'Abgelehnt' }).click();
  const dialog = page.getByRole('dialog', { name: `${name}: „Abgelehnt“` });
  await dialog.getByLabel('Grund').fill(reason);
  return dialog;
}

for (const hears of [true, false])
  consoleTest(
    `the reason of the first who rejects is shown to the second, ${hears ? 'live' : 'without the live stream'}`,
    async (page) => {
      if (!hears) await deafen(page);
      await open(page, `/applications?application=${ids.Weiß!.applicationId}`);
      const dialog = await askForReason(page, 'Chiara Weiß', 'Zu wenig Deutsch');
      await untilIdle(page);
      await decide('Weiß', 'rejected', 'Kein Führerschein');
      if (!hears) await dialog.getByRole('button', { name: 'Verschieben' }).click();
      const said = dialog.getByRole('alert');
      await said
        .getByText('Sabine Vogel hat die Bewerbung inzwischen schon in „Abgelehnt“ verschoben.')
        .waitFor();
      await said.getByText('Gespeicherter Grund: Kein Führerschein').waitFor();
      await said.getByText('Ihr Grund wird nicht gespeichert.').waitFor();
      assert.equal(await dialog.getByLabel('Grund').inputValue(), 'Zu wenig Deutsch');
      assert.equal(await dialog.getByRole('button', { name: 'Verschieben' }).count(), 0);
      await dialog.getByRole('button', { name: 'Schließen' }).last().click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByRole('region', { name: 'Chiara Weiß' }).getByText('Kein Führerschein').waitFor();
      assert.equal(await page.getByText('Zu wenig Deutsch').count(), 0);
      assert.deepEqual(await stored('Weiß'), ['rejected', 'Kein Führerschein', 2004]);
      await decide('Weiß', 'new');
    },
  );

consoleTest('leaving the page with a reason asks, and the reason can be kept', async (page) => {
  await open(page, '/requests');
  await page.getByRole('link', { name: 'Bewerbungen' }).click();
  await page.getByRole('button', { name: /^Dmytro Kowalenko/ }).click();
  const dialog = await askForReason(page, 'Dmytro Kowalenko', 'Zu wenig Deutsch');
  await page.goBack();
  const question = page.getByRole('dialog').filter({ hasText: 'nicht gespeichert' });
  await question.waitFor();
  await question.getByRole('button', { name: 'Hier bleiben' }).click();
  await question.waitFor({ state: 'hidden' });
  // The page goes forward again a moment later.
  await page.waitForURL(/application=/);
  assert.equal(await dialog.getByLabel('Grund').inputValue(), 'Zu wenig Deutsch');
  // Escape answers the question, and the dialog below it stays.
  await page.goBack();
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  await page.waitForURL(/application=/);
  await untilIdle(page);
  assert.equal(await dialog.getByLabel('Grund').inputValue(), 'Zu wenig Deutsch');
  await page.goBack();
  await question.getByRole('button', { name: 'Verlassen, Entwurf behalten' }).click();
  await page.getByRole('heading', { level: 1, name: 'Aufträge' }).waitFor();
  await page.goForward();
  await button(page, 'Verschieben nach … e').or(button(page, 'Verschieben nach …')).first().click();
  await page.getByRole('menuitem', { name: 'Abgelehnt' }).click();
  await dialog.getByText(/^Entwurf vom .* wiederhergestellt\.$/).waitFor();
  assert.equal(await dialog.getByLabel('Grund').inputValue(), 'Zu wenig Deutsch');
  await dialog.getByRole('button', { name: 'Abbrechen' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Aufträge' }).waitFor();
});

consoleTest('in a narrow window, going back from an application returns to the list', async (page) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await open(page, '/requests');
  await page.getByRole('heading', { level: 1, name: 'Aufträge' }).waitFor();
  await open(page, '/applications?order=asc');
  const row = page.getByRole('button', { name: /^Dmytro Kowalenko/ });
  const back = page.getByRole('button', { name: 'Zur Liste' });
  const search = () => new URL(page.url()).search;
  await row.click();
  await back.waitFor();
  // Stepping leaves one way back.
  await page.keyboard.press('j');
  await page.getByRole('region', { name: 'Dmytro Kowalenko' }).waitFor({ state: 'hidden' });
  await page.goBack();
  await row.waitFor();
  assert.equal(search(), '?order=asc');
  await row.click();
  await back.click();
  await row.waitFor();
  assert.equal(search(), '?order=asc');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Aufträge' }).waitFor();
  // An address that was opened with an application has no list before it.
  await open(page, `/applications?application=${ids.Kowalenko!.applicationId}`);
  await back.click();
  await row.waitFor();
});

consoleTest('a status in the header does not overwrite that of a colleague', async (page) => {
  await deafen(page);
  const { candidateId } = ids.Öztürk!;
  await open(page, `/candidates/${candidateId}`);
  const status = page.getByLabel('Status');
  await status.waitFor();
  await untilIdle(page);
  await did(colleague.put(`/candidates/${candidateId}/status`, { statusId: 2005, comment: 'Gespräch' }));
  // What else a colleague changes is no obstacle.
  await did(colleague.put(`/candidates/${candidateId}`, { title: 'Dr.' }));
  await status.selectOption('Abgelehnt');
  await page
    .getByText('nicht geändert, denn der Status ist inzwischen „Qualifiziert“. Das war Sabine Vogel.')
    .waitFor();
  assert.equal((await candidateOf('Öztürk')).statusId, 2005);
  assert.equal(await status.locator('option:checked').textContent(), 'Qualifiziert');
  await button(page, 'Trotzdem ändern').click();
  await page.getByText('Bülent Öztürk: Status „Abgelehnt“.').waitFor();
  assert.equal((await candidateOf('Öztürk')).statusId, 2004);
  await button(page, 'Rückgängig').click();
  await page.getByText('Bülent Öztürk: Der Status ist zurückgesetzt.').waitFor();
  const { statusId, applies } = await candidateOf('Öztürk');
  assert.deepEqual([statusId, applies[0].stage], [2005, 'inReview']);
  // Archiving is final, so it asks again.
  await untilIdle(page);
  await status.selectOption('Archiviert');
  await did(colleague.put(`/candidates/${candidateId}/status`, { statusId: 2003 }));
  await button(page, 'Archivieren').click();
  await page.getByText('nicht geändert, denn der Status ist inzwischen „Einstellung“.').waitFor();
  assert.equal(await button(page, 'Trotzdem ändern').count(), 0);
  assert.equal((await candidateOf('Öztürk')).statusId, 2003);
});

consoleTest('a responsible user in the header does not overwrite that of a colleague', async (page) => {
  await deafen(page);
  const { candidateId } = ids.Şahin!;
  const other = await service.platform('recruiter');
  await open(page, `/candidates/${candidateId}`);
  const responsible = page.getByLabel('Zuständig');
  await responsible.waitFor();
  await untilIdle(page);
  await did(colleague.put(`/candidates/${candidateId}`, { responsibility: colleague.user.id }));
  await responsible.selectOption(String(other.user.id));
  await page
    .getByText('nicht geändert, denn zuständig ist inzwischen Sabine Vogel. Das war Sabine Vogel.')
    .waitFor();
  assert.equal((await candidateOf('Şahin')).responsibility, colleague.user.id);
  await button(page, 'Trotzdem ändern').click();
  await page.getByText(/^Elif Şahin: zuständig ist jetzt Test recruiter/).waitFor();
  assert.equal((await candidateOf('Şahin')).responsibility, other.user.id);
  await button(page, 'Rückgängig').click();
  await page.getByText('Die Zuständigkeit ist zurückgesetzt.').waitFor();
  assert.equal((await candidateOf('Şahin')).responsibility, colleague.user.id);
});

consoleTest(
  'a change of many candidates names those that a colleague has changed meanwhile',
  async (page) => {
    await deafen(page);
    await indexMarked(service.services);
    await open(page, '/candidates?sort=name');
    await selectRows(page, 'Ada Muster', 'Chiara Weiß');
    await decide('Weiß', 'hired');
    await changeSelected(page, 'Status …', 'Neuer Status', 'Abgelehnt');
    await page.getByRole('status').getByText('Ada Muster geändert. 1 nicht geändert.').waitFor();
    const failures = page.getByRole('region', { name: 'Nicht geändert' });
    await failures.getByText('Chiara Weiß wurde inzwischen geändert').waitFor();
    assert.equal((await candidateOf('Weiß')).statusId, 2003);
    await button(page, 'Rückgängig').click();
    await page.getByText('Ada Muster ist wie vorher.').waitFor();
    // The list is read again, and would know of the colleague's change.
    await untilIdle(page);
    await did(colleague.put(`/candidates/${ids.Muster!.candidateId}`, { responsibility: colleague.user.id }));
    await changeSelected(page, 'Zuständig …', 'Neu zuständig', 'Test recruiter');
    await failures.getByText('Ada Muster wurde inzwischen geändert').waitFor();
    assert.equal((await candidateOf('Muster')).responsibility, colleague.user.id);
  },
);
