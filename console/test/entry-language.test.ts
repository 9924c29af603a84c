import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { button, formOf } from './elements.ts';
import { openAs, openConsole, storeDraft, untilIdle, untilTrue } from './open-console.ts';
import { insertApplications } from './recruiting-data.ts';

// Numbers that were entered before the user chose another language.

const { service, consoleTest, urlOf } = await openConsole();
const { ids } = await insertApplications(service);
const recruiter = await service.platform('recruiter');
const candidateOf = (lastName: string) => `/candidates/${ids[lastName]!.candidateId}`;
const availabilityOf = async (lastName: string) =>
  (await recruiter.get(candidateOf(lastName))).body.availability;

async function open(page: Page, path: string): Promise<void> {
  await openAs(page, urlOf(path), recruiter.cookie);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await untilIdle(page);
}

async function chooseEnglish(page: Page): Promise<void> {
  await button(page, 'Test recruiter').click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await untilTrue(page, "document.documentElement.lang === 'en'");
  await untilIdle(page);
}

consoleTest('a number in an open form stays the same when the language changes', async (page) => {
  await open(page, candidateOf('Muster'));
  await button(page, 'Bearbeiten: Wünsche und Verfügbarkeit').click();
  const german = formOf(page, 'Wünsche und Verfügbarkeit');
  await german.getByLabel('Gehaltswunsch').fill('2.500');
  await german.getByLabel('Wochenstunden').fill('38,5');
  await chooseEnglish(page);
  const english = formOf(page, 'Preferences and availability');
  await english.getByRole('button', { name: 'Save' }).click();
  await english.waitFor({ state: 'hidden' });
  const { salaryExpectation, weeklyHours } = await availabilityOf('Muster');
  assert.deepEqual([salaryExpectation, weeklyHours], [2500, 38.5]);
});

consoleTest('a number in a draft stays the same when the language changes', async (page) => {
  await open(page, candidateOf('Weiß'));
  await button(page, 'Bearbeiten: Wünsche und Verfügbarkeit').click();
  const german = formOf(page, 'Wünsche und Verfügbarkeit');
  await storeDraft(page, () => german.getByLabel('Gehaltswunsch').fill('2.500'));
  await page.goto(urlOf('/settings/profile'));
  await chooseEnglish(page);
  await page.goto(urlOf(candidateOf('Weiß')));
  const english = formOf(page, 'Preferences and availability');
  await english.getByRole('button', { name: 'Save' }).click();
  await english.waitFor({ state: 'hidden' });
  assert.equal((await availabilityOf('Weiß')).salaryExpectation, 2500);
});

for (const [path, field, english] of [
  ['/companies/new', 'Mitarbeitende', 'Employees'],
  ['/jobads/new', 'Wochenstunden', 'Hours per week'],
  ['/requests/new', 'Wochenstunden', 'Hours per week'],
] as const)
  consoleTest(`a number of ${path} stays the same when the language changes`, async (page) => {
    await open(page, path);
    await storeDraft(page, () => page.getByLabel(field).fill('1.500'));
    await chooseEnglish(page);
    assert.equal(await page.getByLabel(english).inputValue(), '1500');
    await page.reload();
    await page.getByLabel(english).waitFor();
    assert.equal(await page.getByLabel(english).inputValue(), '1500');
  });

consoleTest('the example in a field of a job ad has the language of the page', async (page) => {
  await open(page, '/jobads/new');
  await page.getByPlaceholder('Etwa Vollzeit').waitFor();
  await chooseEnglish(page);
  await page.getByPlaceholder('Such as full-time').waitFor();
});
