import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { boxOf } from '../../server/testing/browser.ts';
import { externalApplication } from '../../server/testing/makers/applications.ts';
import { openAs, openConsole, untilIdle } from './open-console.ts';

// A queue that is longer than what is read of it at first keeps its order while applications leave it.

const ALL = 150;
const FIRST_ROWS = 100;
/** Of the wheel: many more than it takes to see all rows. */
const TURNS = 50;

const { service, consoleTest, urlOf } = await openConsole();
const recruiter = await service.platform('recruiter');
const made = await service.sql<{ id: number; last_name: string }>(
  `WITH made AS (
     INSERT INTO candidate (tenant_id, first_name, last_name, is_visible)
     SELECT $1, 'Reihe', 'Nr' || lpad(n::text, 3, '0'), true FROM generate_series(1, $2::int) AS n RETURNING id, last_name),
   applied AS (
     INSERT INTO application (tenant_id, candidate_id, channel_id, applied_at, stage, stage_changed_at)
     SELECT $1, id, 1, clock_timestamp() - right(last_name, 3)::int * interval '1 day', 'new', clock_timestamp() FROM made
     RETURNING id, candidate_id)
   SELECT applied.id, last_name FROM applied JOIN made ON made.id = candidate_id`,
  [service.tenant.id, ALL],
);
const idOf = new Map(made.map(({ id, last_name }) => [last_name, id]));
const nameOf = (number: number) => `Nr${String(number).padStart(3, '0')}`;
const rowsOf = (page: Page) => page.getByRole('table', { name: 'Bewerbungen' }).getByRole('row');
const moveOn = async (name: string, stage: string) =>
  assert.equal((await recruiter.put(`/applications/${idOf.get(name)}/stage`, { stage })).status, 204);

/** The names of all rows in their order. Those that are not loaded yet are loaded by scrolling. */
async function readAll(page: Page): Promise<string[]> {
  const names = new Map<number, string>();
  const table = page.getByRole('table', { name: 'Bewerbungen' });
  const count = Number(await table.getAttribute('aria-rowcount')) - 1;
  await table.hover();
  await page.mouse.wheel(0, -100_000);
  await table.locator('[aria-rowindex="2"]').waitFor();
  // A wheel can still be moving the list when the page is idle: index and name are read at once, and it turns until all are there.
  for (let turn = 0; turn < TURNS && names.size < count; turn++) {
    const shown = await page.evaluate<[number, string][]>(
      "[...document.querySelectorAll('tr[aria-rowindex]')].map((row) => [Number(row.ariaRowIndex), row.textContent])",
    );
    for (const [index, text] of shown) {
      const name = /Nr\d+/.exec(text);
      if (name !== null) names.set(index, name[0]);
    }
    await page.mouse.wheel(0, 1000);
    await untilIdle(page);
  }
  return [...names.entries()].sort(([a], [b]) => a - b).map(([, name]) => name);
}

/** The upper edge of the row when the list no longer moves. */
async function topOf(row: Locator): Promise<number> {
  for (let before = Number.NaN; ; ) {
    const { y } = (await row.boundingBox())!;
    if (y === before) return y;
    before = y;
    await untilIdle(row.page());
  }
}

const namesWithout = (...left: string[]) =>
  Array.from({ length: ALL }, (_, index) => nameOf(index + 1)).filter((name) => !left.includes(name));

consoleTest('the row that moves up when a colleague moves one on stays in its place', async (page) => {
  await openAs(page, urlOf('/applications'), recruiter.cookie);
  await page.getByText(`${ALL} Bewerbungen`).waitFor();
  await moveOn(nameOf(1), 'rejected');
  await moveOn(nameOf(FIRST_ROWS), 'rejected');
  await page.getByText(`${ALL - 2} Bewerbungen`).waitFor();
  await rowsOf(page).nth(1).getByText(nameOf(2)).waitFor();
  assert.deepEqual(await readAll(page), namesWithout(nameOf(1), nameOf(FIRST_ROWS)));
  for (const number of [1, FIRST_ROWS]) await moveOn(nameOf(number), 'new');
  await page.getByText(`${ALL} Bewerbungen`).waitFor();
  // Both come back to where they were.
  assert.deepEqual(await readAll(page), namesWithout());
});

consoleTest(
  'the row that moves up when the user moves one stays in its place, and so does the moved one',
  async (page) => {
    for (const name of [nameOf(3), nameOf(FIRST_ROWS)]) {
      await openAs(page, urlOf(`/applications?application=${idOf.get(name)}`), recruiter.cookie);
      await page.getByText(`${ALL} Bewerbungen`).waitFor();
      await page.getByRole('region', { name: `Reihe ${name}` }).waitFor();
      await page.keyboard.press('e');
      await page.getByRole('menuitem', { name: 'Zurückgezogen' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Verschieben' }).click();
      await page.getByText(`${ALL - 1} Bewerbungen`).waitFor();
      await untilIdle(page);
      assert.deepEqual(await readAll(page), namesWithout());
      assert.equal(
        await page.getByRole('table', { name: 'Bewerbungen' }).getAttribute('aria-rowcount'),
        String(ALL + 1),
      );
      // Not by its message, which may have gone while all rows were read.
      await moveOn(name, 'new');
      await page.getByText(`${ALL} Bewerbungen`).waitFor();
    }
  },
);

consoleTest('the only row stays when the user moves it', async (page) => {
  await moveOn(nameOf(7), 'offer');
  await openAs(page, urlOf(`/applications?stage=offer&application=${idOf.get(nameOf(7))}`), recruiter.cookie);
  await page.getByText('1 Bewerbung', { exact: true }).waitFor();
  await page.getByRole('region', { name: `Reihe ${nameOf(7)}` }).waitFor();
  await page.keyboard.press('e');
  await page.getByRole('menuitem', { name: 'In Prüfung' }).click();
  await page.getByText('0 Bewerbungen').waitFor();
  await untilIdle(page);
  await rowsOf(page).nth(1).getByText('In Prüfung').waitFor();
});

consoleTest('a queue stays where the user has scrolled it when an application arrives', async (page) => {
  await openAs(page, urlOf(`/applications?application=${idOf.get(nameOf(1))}`), recruiter.cookie);
  await page.getByRole('region', { name: `Reihe ${nameOf(1)}` }).waitFor();
  await untilIdle(page);
  await page.getByRole('table', { name: 'Bewerbungen' }).hover();
  await page.mouse.wheel(0, 2000);
  const row = rowsOf(page).filter({ hasText: nameOf(45) });
  await row.waitFor();
  const before = await topOf(row);
  const person = externalApplication({ firstName: 'Greta', lastName: 'Neumann' });
  const sent = await service.tenant.api.post('/candidates/applies/external', person);
  assert.equal(sent.status, 200, sent.text);
  await page.getByText(`${ALL + 1} Bewerbungen`).waitFor();
  assert.equal(await topOf(row), before);
  // The keys go on from the chosen one, which comes into sight again.
  await page.keyboard.press('j');
  await page.getByRole('region', { name: `Reihe ${nameOf(2)}` }).waitFor();
  await rowsOf(page)
    .filter({ hasText: nameOf(2) })
    .first()
    .waitFor();
});

for (const width of [1200, 390])
  consoleTest(
    `an application is read from its beginning after another one at ${width} pixels`,
    async (page) => {
      await page.setViewportSize({ width, height: 500 });
      await openAs(page, urlOf(`/applications?application=${idOf.get(nameOf(1))}`), recruiter.cookie);
      const heading = (number: number) => page.getByRole('heading', { name: `Reihe ${nameOf(number)}` });
      await heading(1).waitFor();
      await untilIdle(page);
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      assert.ok((await heading(1).boundingBox())!.y < 0);
      await page.keyboard.press('j');
      await heading(2).waitFor();
      await untilIdle(page);
      const { bottom } = await boxOf(page, 'header');
      const { y } = (await heading(2).boundingBox())!;
      assert.ok(y > bottom && y < 250, `${y}`);
    },
  );

consoleTest('a page of the queue that fails is read once, and again if the user wants it', async (page) => {
  await openAs(page, urlOf('/applications'), recruiter.cookie);
  await page.getByText(/^15\d Bewerbungen$/).waitFor();
  await untilIdle(page);
  let failed = 0;
  const reads = '**/applications/search';
  await page.route(reads, (route) => {
    if (route.request().postDataJSON().cursor === undefined) return route.fallback();
    failed++;
    return route.fulfill({ status: 500 });
  });
  await page.getByRole('table', { name: 'Bewerbungen' }).hover();
  await page.mouse.wheel(0, 100_000);
  const retry = page.getByRole('button', { name: 'Noch einmal versuchen' });
  await retry.waitFor();
  for (let frame = 0; frame < 20; frame++)
    await page.evaluate('new Promise((shown) => requestAnimationFrame(shown))');
  assert.equal(failed, 1);
  await page.unroute(reads);
  await retry.click();
  await retry.waitFor({ state: 'hidden' });
  await page.mouse.wheel(0, 100_000);
  await rowsOf(page)
    .filter({ hasText: nameOf(ALL) })
    .waitFor();
});
