import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { button, formOf } from './elements.ts';
import { openAs, openConsole, untilIdle } from './open-console.ts';
import { insertApplications } from './recruiting-data.ts';

// Without a connection nothing is changed, at once or later.

const { service, consoleTest, urlOf } = await openConsole();
const { ids, jobAdId } = await insertApplications(service);
const recruiter = await service.platform('recruiter');
const admin = await service.platform('admin');

const pathOf = (lastName: string) => `/candidates/${ids[lastName]!.candidateId}`;
const notice = (page: Page) => page.getByRole('status').getByText('Keine Verbindung. Änderungen sind');
const message = (page: Page) => page.getByRole('status', { name: 'Meldungen' });
const setOffline = (page: Page, isOffline: boolean) => page.context().setOffline(isOffline);

async function open(page: Page, path: string, { cookie } = recruiter): Promise<void> {
  await openAs(page, urlOf(path), cookie);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await untilIdle(page);
}

/** Returns the changes that are sent while the connection returns, and until the page has read what it waits for. */
async function sentAfterwards(page: Page): Promise<readonly string[]> {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const isChange = !['GET', 'HEAD'].includes(request.method()) && !pathname.endsWith('/search');
    if (isChange) sent.push(`${request.method()} ${pathname}`);
  });
  await setOffline(page, false);
  await notice(page).waitFor({ state: 'hidden' });
  await untilIdle(page);
  return sent;
}

consoleTest('a form that was cancelled without a connection is not saved later', async (page) => {
  await open(page, pathOf('Weiß'));
  await button(page, 'Bearbeiten: Kontakt').click();
  const form = formOf(page, 'Kontakt');
  await form.getByLabel('Telefon').fill('030 901820');
  await setOffline(page, true);
  await form.getByRole('button', { name: 'Speichern' }).click();
  await form.getByRole('alert').getByText('Keine Verbindung: Es wurde nichts gespeichert.').waitFor();
  await form.getByRole('button', { name: 'Abbrechen' }).click();
  await form.waitFor({ state: 'hidden' });
  assert.deepEqual(await sentAfterwards(page), []);
  assert.equal((await recruiter.get(pathOf('Weiß'))).body.contact.phone, null);
});

consoleTest('nobody is erased later, whose deletion was cancelled without a connection', async (page) => {
  await open(page, pathOf('Kowalenko'), admin);
  await button(page, 'Bewerber löschen …').click();
  const dialog = page.getByRole('dialog', { name: 'Dmytro Kowalenko löschen?' });
  await dialog.getByRole('textbox').fill('Dmytro Kowalenko');
  await setOffline(page, true);
  await dialog.getByRole('button', { name: 'Endgültig löschen' }).click();
  await dialog.getByRole('alert').getByText('Keine Verbindung: Es wurde nichts geändert.').waitFor();
  await dialog.getByRole('button', { name: 'Abbrechen' }).click();
  await dialog.waitFor({ state: 'hidden' });
  assert.deepEqual(await sentAfterwards(page), []);
  assert.equal((await admin.get(pathOf('Kowalenko'))).status, 200);
  // The question begins without what became of the one before.
  await button(page, 'Bewerber löschen …').click();
  await dialog.getByRole('textbox').fill('Dmytro Kowalenko');
  assert.equal(await dialog.getByRole('alert').count(), 0);
  await dialog.getByRole('button', { name: 'Endgültig löschen' }).click();
  await message(page).getByText('Dmytro Kowalenko ist gelöscht.').waitFor();
  assert.equal((await admin.get(pathOf('Kowalenko'))).status, 404);
});

consoleTest('a status and a card that were changed without a connection stay as they are', async (page) => {
  const stored = async () => (await recruiter.get(pathOf('Muster'))).body;
  const { statusId } = await stored();
  await open(page, pathOf('Muster'));
  await setOffline(page, true);
  await page.getByLabel('Status', { exact: true }).selectOption('Qualifiziert');
  await message(page).getByText('Keine Verbindung: Es wurde nichts geändert.').waitFor();
  assert.deepEqual(await sentAfterwards(page), []);
  assert.equal((await stored()).statusId, statusId);

  await open(page, `/jobads/${jobAdId}/pipeline`);
  const card = page.getByRole('listitem').filter({ hasText: 'Ada Muster' });
  await setOffline(page, true);
  await card.dragTo(page.getByRole('region', { name: /^Angebot/ }));
  await message(page).getByText('Keine Verbindung: Es wurde nichts geändert.').waitFor();
  assert.deepEqual(await sentAfterwards(page), []);
  const { stage } = (await recruiter.get(`/applications/${ids.Muster!.applicationId}`)).body;
  assert.equal(stage, 'new');
});

consoleTest('what was done is not taken back later', async (page) => {
  await open(page, pathOf('Öztürk'));
  await button(page, 'Bearbeiten: Kontakt').click();
  await formOf(page, 'Kontakt').getByLabel('Telefon').fill('030 901821');
  await formOf(page, 'Kontakt').getByRole('button', { name: 'Speichern' }).click();
  const undo = button(page, 'Rückgängig');
  await undo.waitFor();
  await setOffline(page, true);
  await notice(page).waitFor();
  assert.ok(await undo.isDisabled());
  await setOffline(page, false);
  await undo.click();
  await message(page).getByText('Die Änderung ist zurückgenommen.').waitFor();
  assert.equal((await recruiter.get(pathOf('Öztürk'))).body.contact.phone, null);
});

for (const [width, height] of [
  [1280, 500],
  [320, 640],
] as const)
  consoleTest(`that there is no connection stays in sight in a window of ${width} pixels`, async (page) => {
    await page.setViewportSize({ width, height });
    await open(page, pathOf('Muster'));
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await setOffline(page, true);
    await notice(page).waitFor();
    const [above, below] = await page.evaluate<[number, string]>(
      `(() => {
        const notice = [...document.querySelectorAll('[role=status] > p')].find((each) => each.textContent.startsWith('Keine Verbindung.'));
        const { top, bottom, left, right } = notice.getBoundingClientRect();
        const shown = [top + 2, bottom - 2].map((y) => document.elementFromPoint((left + right) / 2, y));
        return [scrollY, shown.every((each) => each === notice) ? 'shown' : shown.map((each) => each?.outerHTML.slice(0, 80)).join()];
      })()`,
    );
    assert.ok(above > 100);
    assert.equal(below, 'shown');
  });

consoleTest(
  'what waits for the service goes on when it responds, whatever the network does',
  async (page) => {
    await open(page, pathOf('Weiß'));
    const calls = /\/platform\/|favicon/;
    await page.route(calls, (route) => route.abort());
    await page
      .getByRole('navigation', { name: 'Hauptnavigation' })
      .getByRole('link', { name: 'Kunden' })
      .click();
    await notice(page).waitFor();
    // The network is back before the service is.
    const sent: string[] = [];
    page.on('request', (request) => {
      if (calls.test(request.url()) && !request.url().includes('/live'))
        sent.push(new URL(request.url()).pathname);
    });
    await setOffline(page, true);
    await setOffline(page, false);
    for (const _ of [1, 2]) await page.waitForRequest('**/favicon.svg');
    assert.deepEqual(new Set(sent), new Set(['/favicon.svg']));
    await page.unroute(calls);
    await page.getByText('Noch gibt es hier keine Kunden.').waitFor();
  },
);

for (const [part, links, link, text] of [
  ['screen', 'Hauptnavigation', 'Kunden', 'Noch gibt es hier keine Kunden.'],
  ['tab', 'Teile des Bewerbers', 'Notizen und Kommunikation', 'Noch keine Notiz'],
] as const)
  consoleTest(
    `a ${part} whose parts did not arrive before the connection was lost is there when it is back`,
    async (page) => {
      await open(page, pathOf('Weiß'));
      const parts = '**/app/assets/*.js';
      await page.route(parts, async (route) => {
        await setOffline(page, true);
        await route.abort('internetdisconnected');
      });
      await page.getByRole('navigation', { name: links }).getByRole('link', { name: link }).click();
      await page.getByRole('main').getByRole('alert').waitFor();
      await notice(page).waitFor();
      await page.unroute(parts);
      await setOffline(page, false);
      await page.getByText(text).waitFor();
    },
  );
