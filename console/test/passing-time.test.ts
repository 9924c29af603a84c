import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openAs, openConsole, untilIdle } from './open-console.ts';
import { insertApplications } from './recruiting-data.ts';

// What a page that stays open shows as time passes.

const { service, consoleTest, urlOf } = await openConsole();
const { ids } = await insertApplications(service);
const recruiter = await service.platform('recruiter');
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const now = service.clock.now().getTime();
/** A day in UTC, in which the browser of the tests is as well. */
const dayOf = (daysAgo: number) => new Date(now - daysAgo * DAY_MS).toISOString().slice(0, 10);

/** Opens a page late in the evening, or at another time, of a browser whose calendar is that of UTC. */
async function openAt(page: Page, path: string, time: string): Promise<void> {
  const developerTools = await page.context().newCDPSession(page);
  await developerTools.send('Emulation.setTimezoneOverride', { timezoneId: 'UTC' });
  await page.clock.install({ time });
  await openAs(page, urlOf(path), recruiter.cookie);
}

const overdue = (page: Page, title: string) =>
  page
    .getByRole('table', { name: 'Meine Aufgaben' })
    .getByRole('row', { name: title })
    .getByText('überfällig');

consoleTest('Today that is open at midnight begins the new day', async (page) => {
  const { applicationId } = ids.Muster!;
  await recruiter.post('/tasks', { title: 'Rückruf', dueDate: dayOf(1), applicationId });
  await openAt(page, '/', `${dayOf(1)}T23:00:00Z`);
  const oldest = (day: string) =>
    page.getByRole('table', { name: 'Neue Bewerbungen nach Alter' }).locator(`a[href*="to=${day}"]`);
  const lastDay = (day: string) =>
    page
      .getByRole('region', { name: 'Bewerbungen der letzten 14 Tage' })
      .locator('tbody tr:last-child th', { hasText: day.split('-').toReversed().join('.') });
  await page.getByRole('row', { name: 'Rückruf' }).waitFor();
  await oldest(dayOf(9)).waitFor();
  await lastDay(dayOf(1)).waitFor({ state: 'attached' });
  assert.equal(await overdue(page, 'Rückruf').count(), 0);
  await page.clock.fastForward(61 * MINUTE_MS);
  await overdue(page, 'Rückruf').waitFor();
  await oldest(dayOf(8)).waitFor();
  await lastDay(dayOf(0)).waitFor({ state: 'attached' });
});

consoleTest('Today begins the new day when the computer wakes up', async (page) => {
  const { applicationId } = ids.Muster!;
  await recruiter.post('/tasks', { title: 'Vertrag', dueDate: dayOf(1), applicationId });
  await openAt(page, '/', `${dayOf(1)}T20:00:00Z`);
  await page.getByRole('row', { name: 'Vertrag' }).waitFor();
  await untilIdle(page);
  assert.equal(await overdue(page, 'Vertrag').count(), 0);
  // No timer ends while the computer sleeps.
  await page.clock.setSystemTime(`${dayOf(0)}T06:00:00Z`);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await overdue(page, 'Vertrag').waitFor();
});

consoleTest('the age of an application grows while the page is open', async (page) => {
  const { candidateId } = ids.Muster!;
  const appliedAtUtc = `${dayOf(1)}T10:00:00Z`;
  const body = { recruiterId: recruiter.user.id, appliedAtUtc };
  const applied = await service.tenant.api.post(`/candidates/${candidateId}/apply`, body);
  assert.equal(applied.status, 200, applied.text);
  await openAt(page, `/applications?application=${applied.body.id}`, `${dayOf(1)}T12:30:00Z`);
  const age = page
    .getByRole('region', { name: 'Ada Muster' })
    .locator(`time[datetime="${appliedAtUtc.replace('Z', '.000Z')}"]`)
    .first();
  await age.getByText('vor 2 Stunden').waitFor();
  await page.clock.fastForward(61 * MINUTE_MS);
  await age.getByText('vor 3 Stunden').waitFor();
});
