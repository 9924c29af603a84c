import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { openAs, openConsole } from './open-console.ts';

const { service, consoleTest, urlOf } = await openConsole();
const recruiter = await service.platform('recruiter');
const IDS = Array.from({ length: 11 }, (_, index) => index + 1);

consoleTest(
  'qualifications and languages must all apply, and there are at most ten of each',
  async (page) => {
    const response = await fetch(`${service.baseUrl}/platform/masterdata/qualifications`, {
      headers: { cookie: recruiter.cookie, 'accept-language': 'de' },
    });
    const { qualifications } = (await response.json()) as { qualifications: { id: number; name: string }[] };
    const qualification = qualifications.slice(0, 9).map(({ id }) => id);
    const { name } = qualifications[9]!;
    const language = Array.from({ length: 10 }, (_, index) => String(index + 1));
    const address = new URLSearchParams({
      qualification: JSON.stringify(qualification),
      language: JSON.stringify(language.slice(0, 9)),
    });
    await openAs(page, urlOf(`/candidates?${address}`), recruiter.cookie);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const field = page.getByRole('combobox', { name: 'Qualifikation' });
    const spoken = page.getByLabel('Sprache', { exact: true });
    const described = async (described: Locator, text: string) =>
      page.locator(`[id="${await described.getAttribute('aria-describedby')}"]`, { hasText: text }).waitFor();
    await described(field, 'Alle müssen zutreffen.');
    await described(spoken, 'Alle müssen zutreffen.');
    await field.fill(name);
    await page.getByRole('option', { name, exact: true }).click();
    await described(field, 'Höchstens 10, und alle müssen zutreffen.');
    assert.equal(await field.isEditable(), false);
    await spoken.selectOption(language.at(-1)!);
    await described(spoken, 'Höchstens 10, und alle müssen zutreffen.');
    const filters = page.getByRole('list', { name: 'Aktive Filter' }).getByRole('listitem');
    await filters.nth(19).waitFor();
    // Another level of a language is no other language.
    assert.equal(await spoken.locator('option:not([value=""])').count(), 10);
    await filters.filter({ hasText: name }).getByRole('button').click();
    await described(field, 'Alle müssen zutreffen.');
    assert.equal(await field.isEditable(), true);
  },
);

const NOBODY = 'Kein Bewerber passt zu dieser Suche.';
/** The service has no entries with these ids. */
const DEAD = 'Dieser Link enthält einen Filter, den es nicht gibt';
const MANY = Array.from({ length: 101 }, (_, index) => index + 1);

for (const [what, address, tooMany, count, then] of [
  ['qualifications', { qualification: JSON.stringify(IDS) }, 'Qualifikation: ', IDS.length, NOBODY],
  ['languages', { language: JSON.stringify(IDS.map(String)) }, 'Sprache: ', IDS.length, NOBODY],
  ['professions', { profession: JSON.stringify(MANY) }, 'Beruf: ', MANY.length, DEAD],
] as const)
  consoleTest(`a link with more ${what} than the search takes says so`, async (page) => {
    await openAs(page, urlOf(`/candidates?${new URLSearchParams(address)}`), recruiter.cookie);
    const notice = page
      .getByRole('alert')
      .getByText(/höchstens 10 Qualifikationen, 10 Sprachen und je 100 andere Werte/);
    await notice.waitFor();
    const filters = page.getByRole('list', { name: 'Aktive Filter' }).getByRole('listitem');
    assert.equal(await filters.filter({ hasText: tooMany }).count(), count);
    await filters.first().getByRole('button').click();
    await page.getByText(then).waitFor();
    assert.equal(await notice.isVisible(), false);
  });

consoleTest('a link to companies with more values than the search takes says so', async (page) => {
  const address = new URLSearchParams({ industry: JSON.stringify(MANY) });
  await openAs(page, urlOf(`/companies?${address}`), recruiter.cookie);
  const notice = page.getByRole('alert').getByText(/höchstens je 100 Werte/);
  await notice.waitFor();
  await page.getByRole('list', { name: 'Aktive Filter' }).getByRole('button').first().click();
  await page.getByText(DEAD).waitFor();
  assert.equal(await notice.isVisible(), false);
});
