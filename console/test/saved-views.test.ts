import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { insertCandidates } from './candidate-data.ts';
import { button } from './elements.ts';
import { openAs, openConsole, untilIdle, untilTrue } from './open-console.ts';

const { service, consoleTest, urlOf } = await openConsole();
await insertCandidates(service);
// Also the colleague: another tab, or another device, of the same user.
const manager = await service.platform('branchManager');

const open = (page: Page, path: string) => openAs(page, urlOf(path), manager.cookie);
const wordsOf = (page: Page) => page.getByRole('searchbox', { name: 'Suchen' });
const message = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text);

let count = 0;

/** A view that searches for the words. */
async function saveView(text: string): Promise<{ id: number; name: string }> {
  count += 1;
  const name = `Lager ${count}`;
  const filter = { branch: 'all', text };
  const created = await manager.post('/views', { name, screen: 'candidates', filter });
  assert.equal(created.status, 200, created.text);
  return { id: created.body.id, name };
}

const textOf = async (id: number) => (await manager.get(`/views/${id}`)).body.filter.text;

async function changeByColleague(id: number, change: object): Promise<void> {
  assert.equal((await manager.put(`/views/${id}`, change)).status, 204);
}

const searchByColleague = (id: number, text: string) =>
  changeByColleague(id, { filter: { branch: 'all', text } });

/** Opens the view, and searches for other words. */
async function openChanged(page: Page, { id, name }: { id: number; name: string }, words: string) {
  await open(page, `/candidates?view=${id}`);
  await button(page, name).waitFor();
  await wordsOf(page).fill(words);
  await button(page, `${name} (geändert)`).waitFor();
}

async function choose(page: Page, name: string, item: string): Promise<void> {
  await button(page, name).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const overwrite = (page: Page, { name }: { name: string }) =>
  choose(page, `${name} (geändert)`, `„${name}“ mit diesen Filtern überschreiben`);

consoleTest('the address has only the view until its filters are changed, and then says so', async (page) => {
  const { id, name } = await saveView('Nachtschicht');
  await open(page, `/candidates?view=${id}`);
  await button(page, name).waitFor();
  await untilIdle(page);
  assert.equal(new URL(page.url()).search, `?view=${id}`);
  assert.equal(await wordsOf(page).inputValue(), 'Nachtschicht');
  // Whoever comes back sees the view as it is now.
  await searchByColleague(id, 'Maier');
  await page.reload();
  await page.getByRole('link', { name: 'Jana Maier' }).waitFor();
  assert.equal(await wordsOf(page).inputValue(), 'Maier');
  await wordsOf(page).fill('Roth');
  await button(page, `${name} (geändert)`).waitFor();
  await page.waitForURL((url) => url.searchParams.get('text') === 'Roth');
  // The filters of the view again, by hand and by the menu.
  await wordsOf(page).fill('Maier');
  await button(page, name).waitFor();
  await page.waitForURL((url) => url.search === `?view=${id}`);
  await page.getByLabel('Niederlassung').selectOption('Bonn');
  await choose(page, `${name} (geändert)`, `Zurück zu „${name}“`);
  await button(page, name).waitFor();
  await page.waitForURL((url) => url.search === `?view=${id}`);
  // Addresses from before.
  await page.goto(urlOf(`/candidates?text=Maier&branch=all&view=${id}`));
  await page.waitForURL((url) => url.search === `?view=${id}`);
  await page.goto(urlOf(`/candidates?text=Nachtschicht&branch=all&view=${id}`));
  await button(page, `${name} (geändert)`).waitFor();
  assert.equal(await wordsOf(page).inputValue(), 'Nachtschicht');
});

consoleTest('who overwrites a view that was changed meanwhile is told, and chooses', async (page) => {
  const view = await saveView('Nachtschicht');
  await openChanged(page, view, 'Roth');
  await searchByColleague(view.id, 'Maier');
  await overwrite(page, view);
  const refusal = `„${view.name}“ ist nicht überschrieben: Die Filter dieser Ansicht wurden inzwischen geändert`;
  await message(page, refusal).waitFor();
  assert.equal(await textOf(view.id), 'Maier');
  await page.getByRole('link', { name: 'Ansicht ansehen' }).click();
  await page.getByRole('link', { name: 'Jana Maier' }).waitFor();
  await page.goBack();
  await untilTrue(page, "document.querySelector('[type=search]').value === 'Roth'");
  // What was read meanwhile is not what the filters began with.
  await wordsOf(page).fill('Weber');
  await page.waitForURL((url) => url.searchParams.get('text') === 'Weber');
  await searchByColleague(view.id, 'Nachtschicht');
  await overwrite(page, view);
  await message(page, refusal).waitFor();
  await button(page, 'Trotzdem überschreiben').click();
  await message(page, `Die Ansicht „${view.name}“ ist gespeichert.`).waitFor();
  assert.equal(await textOf(view.id), 'Weber');
  await button(page, view.name).waitFor();
  await button(page, 'Rückgängig').click();
  await button(page, `${view.name} (geändert)`).waitFor();
  assert.equal(await textOf(view.id), 'Nachtschicht');
  assert.equal(await wordsOf(page).inputValue(), 'Weber');
});

consoleTest('an undo leaves what a colleague has saved since', async (page) => {
  const view = await saveView('Nachtschicht');
  await openChanged(page, view, 'Roth');
  await overwrite(page, view);
  await message(page, `Die Ansicht „${view.name}“ ist gespeichert.`).waitFor();
  await searchByColleague(view.id, 'Maier');
  await button(page, 'Rückgängig').click();
  await message(
    page,
    `Nicht zurückgenommen: Die Ansicht „${view.name}“ wurde inzwischen noch einmal`,
  ).waitFor();
  assert.equal(await textOf(view.id), 'Maier');
});

consoleTest('who overwrites or deletes a view that is gone is told, and can save it again', async (page) => {
  const view = await saveView('Nachtschicht');
  await openChanged(page, view, 'Roth');
  await manager.delete(`/views/${view.id}`);
  await overwrite(page, view);
  await message(page, `Die Ansicht „${view.name}“ gibt es nicht mehr`).waitFor();
  await button(page, 'Ansichten').waitFor();
  assert.equal(await wordsOf(page).inputValue(), 'Roth');
  await button(page, 'Neu anlegen').click();
  await button(page, view.name).waitFor();
  const id = Number(new URL(page.url()).searchParams.get('view'));
  assert.equal(await textOf(id), 'Roth');
  await manager.delete(`/views/${id}`);
  await choose(page, view.name, `„${view.name}“ löschen`);
  await message(page, `Die Ansicht „${view.name}“ gibt es nicht mehr`).waitFor();
  await button(page, 'Ansichten').waitFor();
  assert.equal(await wordsOf(page).inputValue(), 'Roth');
});

consoleTest(
  'a view that was changed meanwhile is renamed or deleted only after a second look',
  async (page) => {
    const view = await saveView('Nachtschicht');
    await open(page, `/candidates?view=${view.id}`);
    await choose(page, view.name, `„${view.name}“ umbenennen …`);
    await changeByColleague(view.id, { name: 'Nachts' });
    const name = page.getByLabel('Name der Ansicht');
    await name.fill('Spät');
    await button(page, 'Speichern').click();
    await page.getByText('Sie heißt jetzt „Nachts“, sichtbar für nur mich.').waitFor();
    assert.equal((await manager.get(`/views/${view.id}`)).body.name, 'Nachts');
    await button(page, 'Speichern').click();
    await button(page, 'Spät').waitFor();
    await button(page, 'Spät').click();
    await searchByColleague(view.id, 'Maier');
    await page.getByRole('menuitem', { name: '„Spät“ löschen' }).click();
    await message(page, '„Spät“ ist nicht gelöscht: Die Ansicht wurde inzwischen geändert').waitFor();
    assert.equal(await textOf(view.id), 'Maier');
    await button(page, 'Trotzdem löschen').click();
    await message(page, 'Die Ansicht „Spät“ ist gelöscht.').waitFor();
    assert.equal((await manager.get(`/views/${view.id}`)).status, 404);
  },
);
