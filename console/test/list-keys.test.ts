import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { makeBranch } from '../../server/testing/makers/branches.ts';
import { walkInSight } from './in-sight.ts';
import { openAs, openConsole, untilIdle } from './open-console.ts';

// The row of the keys j and k is always to be seen, wherever it is in a long list.

const { service, consoleTest, urlOf } = await openConsole();
const recruiter = await service.platform('recruiter');
const office = await makeBranch(service, 'Köln');
await service.sql(
  `WITH made AS (
     INSERT INTO candidate (tenant_id, first_name, last_name, office_id, is_visible)
     SELECT $1, 'Reihe', 'Nr' || lpad(n::text, 3, '0'), $2, true FROM generate_series(1, 300) AS n
     RETURNING id, last_name),
   applied AS (
     INSERT INTO application (tenant_id, candidate_id, channel_id, applied_at, stage, stage_changed_at)
     SELECT $1, id, 1, clock_timestamp() - right(last_name, 3)::int * interval '1 hour', 'new', clock_timestamp() FROM made)
   INSERT INTO candidate_search (tenant_id, candidate_id, name_key, created_at, applied_at, office_id, profession_ids,
                                 license_ids, languages, applied_job_ad_ids, applied_stages, applied_on)
   SELECT $1, id, lower(last_name), '2026-03-01', timestamptz '2026-03-01', $2, '{}', '{}', '{}', '{}', '{}', '{}' FROM made`,
  [service.tenant.id, office],
);

/** Presses the key so often, and waits for its row each time. */
async function press(page: Page, key: string, times: number, next: (step: number) => Locator): Promise<void> {
  for (let step = 1; step <= times; step++) {
    await page.keyboard.press(key);
    await next(step).waitFor();
  }
}

/** The row is within the box of the list and the window, and not below the head of the list. */
async function checkSeen(table: Locator, row: Locator): Promise<void> {
  await untilIdle(table.page());
  const [list, head, box] = [
    (await table.locator('xpath=../..').boundingBox())!,
    (await table.getByRole('columnheader').first().boundingBox())!,
    (await row.boundingBox())!,
  ];
  const [top, bottom] = [box.y - (head.y + head.height), list.y + list.height - (box.y + box.height)];
  assert.ok(box.y + box.height <= table.page().viewportSize()!.height + 0.5, 'below the window');
  assert.ok(top >= -0.5 && bottom >= -0.5, `${top} px below the head, ${bottom} px above the lower edge`);
}

async function walk(page: Page, table: Locator, marked: string): Promise<void> {
  const row = (index: number) => table.locator(`[aria-rowindex="${index + 1}"]`);
  const markedRow = (index: number) => row(index).locator(marked);
  await row(1).waitFor();
  await untilIdle(page);
  for (const end of [10, 20, 30]) {
    await press(page, 'j', 10, (step) => markedRow(end - 10 + step));
    await checkSeen(table, row(end));
  }
  for (const end of [20, 10, 1]) {
    const times = end === 1 ? 9 : 10;
    await press(page, 'k', times, (step) => markedRow(end + times - step));
    await checkSeen(table, row(end));
  }
}

for (const width of [1200, 320])
  consoleTest(`the keys keep the focused candidate in sight at ${width} pixels`, async (page) => {
    await page.setViewportSize({ width, height: 700 });
    await openAs(page, urlOf('/candidates?sort=name'), recruiter.cookie);
    await walk(page, page.getByRole('table', { name: 'Bewerber' }), 'a:focus');
  });

consoleTest('Shift and Tab reach no row below the head of the list', async (page) => {
  await page.setViewportSize({ width: 1200, height: 700 });
  await openAs(page, urlOf('/candidates?sort=name'), recruiter.cookie);
  const row = page.getByRole('table', { name: 'Bewerber' }).locator('[aria-rowindex="21"]');
  await page.getByRole('link', { name: 'Reihe Nr001' }).waitFor();
  await press(page, 'j', 20, (step) => page.locator(`[aria-rowindex="${step + 1}"] a:focus`));
  await row.locator('a:focus').waitFor();
  await walkInSight(page, 'Shift+Tab', 36);
});

consoleTest('the keys keep the chosen application in sight', async (page) => {
  await page.setViewportSize({ width: 1200, height: 700 });
  await openAs(page, urlOf('/applications'), recruiter.cookie);
  await walk(page, page.getByRole('table', { name: 'Bewerbungen' }), '[aria-current="true"]');
});

consoleTest('whoever comes back from a candidate goes on at its row', async (page) => {
  await page.setViewportSize({ width: 1200, height: 700 });
  await openAs(page, urlOf('/candidates?sort=name'), recruiter.cookie);
  const focused = (index: number) => page.locator(`[aria-rowindex="${index + 1}"] a:focus`);
  const ways = [() => page.goBack(), () => page.getByRole('link', { name: 'Zu den Bewerbern' }).click()];
  await page.getByRole('link', { name: 'Reihe Nr001' }).waitFor();
  await press(page, 'j', 24, focused);
  for (const [number, back] of ways.entries()) {
    await press(page, 'j', 1, () => focused(25 + number));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: `Reihe Nr0${25 + number}` }).waitFor();
    await back();
    await focused(25 + number).waitFor();
    await checkSeen(page.getByRole('table', { name: 'Bewerber' }), page.locator('tr:has(a:focus)'));
  }
});

for (const [path, table] of [
  ['/candidates?sort=name', 'Bewerber'],
  ['/applications?stage=all', 'Bewerbungen'],
] as const)
  consoleTest(`rows in another order begin at the first one: ${table}`, async (page) => {
    await page.setViewportSize({ width: 1200, height: 700 });
    await openAs(page, urlOf(path), recruiter.cookie);
    const list = page.getByRole('table', { name: table });
    await list.getByText('Nr001').first().waitFor();
    await list.hover();
    await page.mouse.wheel(0, 2000);
    await list.getByText('Nr050').first().waitFor();
    await page.getByLabel('Reihenfolge').selectOption(table === 'Bewerber' ? 'oldest' : 'asc');
    await list.locator('[aria-rowindex="2"]').waitFor();
    await checkSeen(list, list.locator('[aria-rowindex="2"]'));
  });

consoleTest('the selected candidates stay selected while another one is looked at', async (page) => {
  await openAs(page, urlOf('/candidates?sort=name'), recruiter.cookie);
  for (const number of [1, 2]) await page.getByRole('checkbox', { name: `Reihe Nr00${number}` }).check();
  await page.getByRole('link', { name: 'Reihe Nr003' }).click();
  await page.getByRole('heading', { level: 1, name: 'Reihe Nr003' }).waitFor();
  await page.getByRole('link', { name: 'Zu den Bewerbern' }).click();
  await page.getByText('2 ausgewählt').waitFor();
  assert.ok(await page.getByRole('checkbox', { name: 'Reihe Nr002' }).isChecked());
  // Who comes from elsewhere begins anew.
  await page.getByRole('link', { name: 'Kunden' }).click();
  await page.getByRole('heading', { level: 1, name: 'Kunden' }).waitFor();
  await page.goBack();
  await page.getByRole('checkbox', { name: 'Reihe Nr002' }).waitFor();
  assert.equal(await page.getByText(/ausgewählt$/).count(), 0);
});
