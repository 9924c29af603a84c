import type { Locator, Page } from 'playwright-core';
import { companyMaker } from '../../server/testing/makers/companies.ts';
import { insertCandidates } from './candidate-data.ts';
import { openAs, openConsole, untilIdle } from './open-console.ts';

// The keyboard goes on where it was, after what it used has disappeared.

const { service, consoleTest, urlOf } = await openConsole();
const { recruiter, berlin, ids } = await insertCandidates(service);
const company = await companyMaker(service.tenant.api).company({ name: 'Nordkai' });

async function open(page: Page, path: string): Promise<void> {
  await openAs(page, urlOf(path), recruiter.cookie);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await untilIdle(page);
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
/** Waits until the element, and no part of it, has the focus. */
const focused = (page: Page, element: Locator) => element.and(page.locator(':focus')).waitFor();
const undo = (page: Page) => button(page, 'Rückgängig').press('Enter');

async function choose(page: Page, element: Locator, key: string): Promise<void> {
  await element.focus();
  await page.keyboard.press(key);
}

consoleTest('the first Tab of a page reaches the link to the content', async (page) => {
  for (const path of ['/', '/candidates', '/jobads']) {
    await open(page, path);
    await page.keyboard.press('Tab');
    await focused(page, page.getByRole('link', { name: 'Zum Inhalt' }));
  }
});

consoleTest('undo returns the focus to where it was', async (page) => {
  await open(page, `/candidates/${ids.maier}`);
  const responsible = page.getByLabel('Zuständig');
  await responsible.focus();
  await responsible.selectOption('Test recruiter');
  await page.getByText(/zuständig ist jetzt/).waitFor();
  await focused(page, responsible);
  await undo(page);
  await page.getByText('Die Zuständigkeit ist zurückgesetzt.').waitFor();
  await focused(page, responsible);
  const status = page.getByLabel('Status', { exact: true });
  await status.focus();
  await status.selectOption('Archiviert');
  await page.getByRole('dialog', { name: /archivieren\?$/ }).waitFor();
  await page.keyboard.press('Escape');
  await focused(page, status);
});

consoleTest('the focus stays in the part from which something was removed', async (page) => {
  await open(page, `/candidates/${ids.roth}`);
  await choose(page, button(page, 'Entfernen: Nachtschicht'), 'Enter');
  await button(page, 'Rückgängig').waitFor();
  const skills = page.getByRole('region', { name: 'Fähigkeiten' });
  await focused(page, skills);
  await undo(page);
  await button(page, 'Entfernen: Nachtschicht').waitFor();
  await focused(page, skills);
  await recruiter.post(`/candidates/${ids.roth}/notes`, { text: 'Ruft zurück' });
  await open(page, `/candidates/${ids.roth}?tab=communication`);
  await choose(page, button(page, /^Löschen: Notiz vom /), 'Enter');
  // A dialog takes the focus a moment after it appears.
  await page.getByRole('dialog').locator(':focus').waitFor();
  await choose(page, button(page, 'Endgültig löschen'), 'Enter');
  await page.getByText('Noch keine Notiz').waitFor();
  await focused(page, page.getByRole('region', { name: 'Notizen', exact: true }));
});

consoleTest('the dialogs of the list of candidates return the focus to their buttons', async (page) => {
  await open(page, '/candidates?sort=name');
  await page.getByRole('checkbox', { name: 'Auswählen: Jana Maier' }).check();
  for (const name of ['Status …', 'Zuständig …', 'Niederlassung …', 'Schlagwort …']) {
    await choose(page, button(page, name), 'Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await focused(page, button(page, name));
  }
  await choose(page, button(page, 'Schlagwort …'), 'Enter');
  await focused(page, page.getByRole('dialog').getByRole('textbox', { name: 'Schlagwort' }));
  await page.keyboard.type('Frühschicht');
  await page.keyboard.press('Enter');
  await page.getByText('Jana Maier geändert.').waitFor();
  await focused(page, button(page, 'Schlagwort …'));
  await undo(page);
  await page.getByText('Jana Maier ist wie vorher.').waitFor();
  await focused(page, button(page, 'Schlagwort …'));
  await choose(page, button(page, 'Ansichten'), 'Enter');
  await choose(page, page.getByRole('menuitem', { name: /speichern/ }), 'Enter');
  await page.getByRole('dialog').getByLabel('Name').fill('Frühe');
  await page.keyboard.press('Enter');
  await focused(page, button(page, 'Frühe'));
});

consoleTest(
  'a dialog with a form begins at its first field, and returns the focus to its button',
  async (page) => {
    await open(page, `/companies/${company}`);
    for (const name of ['Status ändern …', 'Vertrag ändern …']) {
      await choose(page, button(page, name), 'Enter');
      await focused(page, page.getByRole('dialog').getByRole('combobox'));
      await untilIdle(page);
      await focused(page, page.getByRole('dialog').getByRole('combobox'));
      await page.keyboard.press('Escape');
      await focused(page, button(page, name));
    }
  },
);

consoleTest('a job ad that is published or withdrawn keeps the focus at its actions', async (page) => {
  const { body } = await recruiter.post('/jobads', {
    title: 'Packer',
    officeId: berlin,
    location: { zipCode: '10115', city: 'Berlin', countryId: 276 },
    tasks: 'Packen',
  });
  await open(page, `/jobads/${body.id}`);
  const actions = page.getByRole('group', { name: 'Status' });
  for (const name of ['Veröffentlichen', 'Zurückziehen']) {
    await choose(page, button(page, name), 'Enter');
    await button(page, name).waitFor({ state: 'detached' });
    await focused(page, actions);
  }
});

consoleTest('a task that is done leaves the focus at the tasks', async (page) => {
  for (const title of ['Rückruf', 'Vertrag']) await recruiter.post('/tasks', { title });
  await open(page, '/');
  for (const title of ['Rückruf', 'Vertrag']) {
    await choose(page, page.getByRole('checkbox', { name: `Erledigt: ${title}` }), 'Space');
    await page.getByText(`„${title}“ ist erledigt.`).waitFor();
    await page.getByRole('checkbox', { name: `Erledigt: ${title}` }).waitFor({ state: 'detached' });
    await focused(page, page.getByLabel('Meine Aufgaben'));
  }
  await undo(page);
  await page.getByRole('checkbox', { name: 'Erledigt: Vertrag' }).waitFor();
  await focused(page, page.getByLabel('Meine Aufgaben'));
});
