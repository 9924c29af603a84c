import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { openAs, openConsole, untilIdle } from './open-console.ts';
import { insertApplications } from './recruiting-data.ts';

const { service, consoleTest, urlOf } = await openConsole();
const { ids } = await insertApplications(service);
const recruiter = await service.platform('recruiter');

/** The choices, without the first one, which stands for none. */
async function choicesOf(field: Locator): Promise<string[]> {
  await field.locator('option').nth(5).waitFor({ state: 'attached' });
  return (await field.locator('option').allTextContents()).slice(1);
}

function assertSorted(names: string[], language: string): void {
  assert.ok(names.length > 10);
  assert.deepEqual(names, names.toSorted(new Intl.Collator(language).compare));
}

const CLASSES = ['A1', 'A', 'B', 'BE', 'C1', 'C1E', 'C', 'CE', 'D1', 'D1E', 'D', 'DE', 'M', 'S'];

consoleTest(
  'long lists are sorted in the language shown, and classes of licences by the law',
  async (page) => {
    await openAs(page, urlOf(`/candidates/${ids.Muster!.candidateId}`), recruiter.cookie);
    const languages = page.getByLabel('Auswählen: Sprachen');
    const german = await choicesOf(languages);
    assertSorted(german, 'de');
    await page.getByRole('button', { name: 'Bearbeiten: Person' }).click();
    const person = page.getByRole('form', { name: 'Person', exact: true });
    assertSorted(await choicesOf(person.getByLabel('Staatsangehörigkeit')), 'de');
    assertSorted(await choicesOf(person.getByLabel('Geburtsland')), 'de');
    await page.getByRole('button', { name: 'Hinzufügen: Führerscheine' }).click();
    const licences = await choicesOf(page.getByLabel('Klasse'));
    assert.deepEqual(licences.slice(0, CLASSES.length), CLASSES);
    await page.goto(urlOf('/settings/profile'));
    await page.getByLabel('Sprache').selectOption('English');
    await page.goto(urlOf('/candidates'));
    await page.getByRole('button', { name: 'Filters' }).click();
    const english = await choicesOf(page.getByLabel('Language', { exact: true }));
    assertSorted(english, 'en');
    assert.deepEqual(
      (await choicesOf(page.getByLabel("Driver's license"))).slice(0, CLASSES.length),
      CLASSES,
    );
    await page.goto(urlOf('/jobads/new'));
    assertSorted(await choicesOf(page.getByLabel('Country')), 'en');
    await untilIdle(page);
  },
);
