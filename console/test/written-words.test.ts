import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { insertCandidates } from './candidate-data.ts';
import { openAs, openConsole } from './open-console.ts';

const { service, consoleTest, urlOf } = await openConsole();
const { recruiter } = await insertCandidates(service);
const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Suchen' });
const exactly = (page: Page, count: string) => page.getByText(count, { exact: true }).waitFor();
const hintOf = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Ob sie nebeneinander stehen, prüft die Suche nicht.' });

consoleTest('a minus sign excludes, and quotation marks are exact and survive a reload', async (page) => {
  await openAs(page, urlOf('/candidates'), recruiter.cookie);
  await exactly(page, '3 Bewerber');
  for (const [words, count] of [
    ['-Nachtschicht', '2 Bewerber'],
    ['"Frühschicht"', '1 Bewerber'],
    ['"Früh"', '0 Bewerber'],
    ['"Schweißer Frühschicht" -Maier', '1 Bewerber'],
  ] as const) {
    await searchField(page).fill(words);
    await page.waitForURL((url) => url.search.includes('text='));
    await exactly(page, count);
  }
  await page.reload();
  await exactly(page, '1 Bewerber');
  assert.equal(await searchField(page).inputValue(), '"Schweißer Frühschicht" -Maier');
});

consoleTest('several words in quotation marks say below the field what is not checked', async (page) => {
  for (const path of ['/candidates', '/companies', '/requests']) {
    await openAs(page, urlOf(path), recruiter.cookie);
    for (const words of ['"Schweißer"', '"Schweißer', 'Schweißer Lager', '"Schweißer" im Lager "Ost"']) {
      await searchField(page).fill(words);
      await page.waitForURL((url) => url.searchParams.get('text')?.includes('Schweißer') === true);
      assert.equal(await hintOf(page).count(), 0, `${path} ${words}`);
    }
    for (const words of ['"Leiter Lager"', '„Leiter im Lager“', '-"Leiter Lager"']) {
      await searchField(page).fill(words);
      await hintOf(page).waitFor();
      await searchField(page).fill('');
      await hintOf(page).waitFor({ state: 'detached' });
    }
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('"Leiter Lager"');
  await page.getByRole('dialog').getByRole('status').filter({ hasText: 'nebeneinander' }).waitFor();
});
