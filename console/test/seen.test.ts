import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { contrast } from '../../server/areas/portal/branding/color.ts';
import { makeBranch } from '../../server/testing/makers/branches.ts';
import { insertCandidates, insertLongList } from './candidate-data.ts';
import { walkInSight } from './in-sight.ts';
import { openAs, openConsole, untilIdle } from './open-console.ts';

// What people see who have few colors, a high zoom, or paper.

const { service, consoleTest, urlOf } = await openConsole();
const { ids, berlin } = await insertCandidates(service);
const admin = await service.platform('admin');

async function open(page: Page, path: string): Promise<void> {
  await openAs(page, urlOf(path), admin.cookie);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await untilIdle(page);
}

const comparison = `/candidates/duplicates/${ids.maier}/${ids.roth}`;

interface Window {
  getComputedStyle(element: unknown, pseudoElement?: string): Record<string, string>;
}

const styleOf = (element: Locator, property: string) =>
  element.evaluate(
    (shown, name) => (globalThis as unknown as Window).getComputedStyle(shown)[name]!,
    property,
  );

/** The element looks otherwise after it than before. */
async function changesLook(element: Locator, act: () => Promise<unknown>): Promise<void> {
  const before = await element.screenshot();
  await act();
  await untilIdle(element.page());
  assert.notDeepEqual(await element.screenshot(), before);
}

consoleTest('forced colors show what is chosen, open, and focused', async (page) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, comparison);
  const [kept, merged] = [page.getByRole('radio').nth(0), page.getByRole('radio').nth(1)];
  await changesLook(kept, () => merged.check());
  await page.keyboard.press('Control+k');
  const option = page.getByRole('option').first();
  await option.and(page.locator('[aria-selected="true"]')).waitFor();
  await changesLook(option, () => page.keyboard.press('ArrowDown'));
  await open(page, '/settings/users/new');
  const tab = (name: string) => page.getByRole('link', { name, exact: true });
  assert.notEqual(
    await styleOf(tab('Benutzer'), 'borderBottomColor'),
    await styleOf(tab('Niederlassungen'), 'borderBottomColor'),
  );
  const box = page.getByRole('checkbox', { name: 'Berlin' });
  await changesLook(box, () => box.check());
  const role = page.getByLabel('Rolle');
  await page.getByLabel('E-Mail-Adresse').focus();
  await changesLook(role, () => page.keyboard.press('Tab'));
  await open(page, '/applications?branch=all');
  const names = page.getByRole('table', { name: 'Bewerbungen' }).getByRole('button');
  await names.nth(0).click();
  const row = names.nth(0).locator('xpath=ancestor::tr');
  await changesLook(row, () => names.nth(1).click());
});

/** The contrast of the border of an element with what is inside of it. */
async function contrastOfBorder(element: Locator): Promise<number> {
  const [border, ground] = [
    await styleOf(element, 'borderTopColor'),
    await styleOf(element, 'backgroundColor'),
  ];
  return contrast(toHex(border), toHex(ground));
}

const toHex = (rgb: string) =>
  `#${[...rgb.matchAll(/\d+/g)].map(([part]) => Number(part).toString(16).padStart(2, '0')).join('')}`;

consoleTest('the borders of fields and boxes can be seen in both themes', async (page) => {
  await open(page, '/settings/users/new');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await untilIdle(page);
    const fields = [page.getByLabel('Vorname'), page.getByLabel('Rolle'), page.getByRole('checkbox').first()];
    for (const field of fields) {
      const ratio = await contrastOfBorder(field);
      assert.ok(ratio >= 3, `${colorScheme}: ${ratio}`);
    }
  }
});

consoleTest('the focus is in sight beside the bars at the edges of the window', async (page) => {
  for (const [path, key, width, height] of [
    ['/jobads/new', 'Tab', 1280, 800],
    ['/jobads/new', 'Shift+Tab', 640, 400],
    [`/candidates/${ids.maier}`, 'Shift+Tab', 600, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(page, path);
    assert.ok((await walkInSight(page, key)) > 40);
  }
});

consoleTest('paper has no buttons, and shows what has been chosen and filled in', async (page) => {
  await open(page, comparison);
  await page.getByRole('radio').nth(1).check();
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.getByRole('button').count(), 0);
  // Printers leave out the background that Mantine chooses with.
  for (const radio of await page.getByRole('radio').all())
    assert.equal(await styleOf(radio, 'appearance'), 'auto');
  await page.emulateMedia({ media: 'screen' });
  await open(page, `/candidates/${ids.maier}`);
  await page.getByRole('textbox', { name: 'Neues Schlagwort' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.getByRole('navigation').count(), 0);
  assert.equal(await page.getByRole('textbox', { name: 'Neues Schlagwort' }).count(), 0);
  await page.emulateMedia({ media: 'screen' });
  await open(page, '/jobads/new');
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.getByRole('button', { name: 'Fett' }).count(), 0);
  await page.emulateMedia({ media: 'screen' });
  await open(page, `/settings/branches/${berlin}`);
  await page
    .getByRole('button', { name: /^Bearbeiten/ })
    .first()
    .click();
  await page.emulateMedia({ media: 'print' });
  assert.ok(await page.getByRole('textbox', { name: 'Name' }).isVisible());
});

consoleTest('a printed part that is longer than a page begins on the first page', async (page) => {
  await open(page, '/settings/lists');
  const first = await page.getByRole('row').nth(1).getByRole('cell').first().innerText();
  const pdf = await page.pdf({ format: 'A4' });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
  assert.ok(text.length > 1);
  assert.ok(text[0]!.includes(first), text.join('\n'));
});

consoleTest('paper has the day and the time of what happened', async (page) => {
  await open(page, '/candidates?branch=all');
  const time = page.getByRole('table').locator('time').first();
  const said = await time.innerText();
  assert.match(said, /^(?:vor \d+|in|gerade|gestern|vorgestern|jetzt)/);
  await page.emulateMedia({ media: 'print' });
  // What a style sheet adds is in no text of the page.
  const onPaper = await time.evaluate(
    (node) => (globalThis as unknown as Window).getComputedStyle(node, '::after').content!,
  );
  assert.match(onPaper, /^"\d{2}\.\d{2}\.\d{4}, \d{2}:\d{2}"$/);
  assert.equal(await time.getByText(said).isVisible(), false);
});

consoleTest('a printed list has every row that is loaded, and says if there are more', async (page) => {
  const office = await makeBranch(service, 'Köln');
  await insertLongList(service, office);
  await open(page, `/candidates?branch=${office}&sort=name`);
  assert.ok((await page.getByRole('row').count()) < 60);
  const pdf = await page.pdf({ format: 'A4' });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  const printed = [...text.matchAll(/Reihe Nr(\d{3})/g)].map(([, number]) => Number(number));
  assert.ok(printed.length >= 100, String(printed.length));
  assert.deepEqual(
    printed,
    [...printed.keys()].map((index) => index + 1),
  );
  assert.ok(text.includes(`Gedruckt sind die ersten ${printed.length} von 250.`), text.slice(-300));
  assert.ok((await page.getByRole('row').count()) < 60);
});
