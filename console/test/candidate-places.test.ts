import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { indexMarked } from '../../server/areas/search/index.ts';
import { openAs, openConsole } from './open-console.ts';

const { service, consoleTest, urlOf } = await openConsole();
const recruiter = await service.platform('recruiter');
const applicants = [
  ['Anna', 'Landau', { zipCode: '76829', city: 'Landau in der Pfalz', countryId: 276 }],
  ['Ben', 'Westfalen', { zipCode: '48143', city: 'Münster', countryId: 276 }],
  ['Cleo', 'Heide', { zipCode: '29633', city: 'Munster', countryId: 276 }],
  ['Dora', 'Aare', { zipCode: '3011', city: 'Bern', countryId: 756 }],
] as const;
for (const [firstName, lastName, location] of applicants) {
  const { body } = await service.tenant.api.post('/candidates', { firstName, lastName, location });
  await service.tenant.api.post(`/candidates/${body.id}/apply`, { recruiterId: recruiter.user.id });
}
await indexMarked(service.services);

const placeField = (page: Page) => page.getByLabel('PLZ oder Ort');
const chip = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Aktive Filter' }).getByText(text, { exact: true }).waitFor();
const foundAlone = async (page: Page, name: string) => {
  await page.getByText('1 Bewerber', { exact: true }).waitFor();
  await page.getByRole('link', { name }).waitFor();
};

async function search(page: Page, place: string): Promise<void> {
  await placeField(page).fill(place);
  await placeField(page).press('Enter');
}

consoleTest('the chip of a radius names the place that was found', async (page) => {
  await openAs(page, urlOf('/candidates?branch=all'), recruiter.cookie);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await search(page, '3011 Bern');
  await chip(page, '30 km um 3011 Bern (Schweiz)');
  await foundAlone(page, 'Dora Aare');
  await search(page, 'Münster');
  await chip(page, '30 km um 48143 Münster');
  await foundAlone(page, 'Ben Westfalen');
  const others = page.getByRole('list', { name: 'Weitere Orte mit diesem Namen' });
  await others.getByRole('button', { name: '29633 Munster' }).click();
  await chip(page, '30 km um 29633 Munster');
  await foundAlone(page, 'Cleo Heide');
  assert.equal(await placeField(page).inputValue(), '29633 Munster');
  assert.equal(await others.count(), 0);
});

consoleTest('the towns that a name can mean are offered', async (page) => {
  await openAs(page, urlOf('/candidates?branch=all'), recruiter.cookie);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await search(page, 'Landau');
  await page.getByText('Mehrere Orte heißen so.').waitFor();
  const choices = page.getByRole('list', { name: 'Orte mit diesem Namen', exact: true }).getByRole('button');
  assert.deepEqual(await choices.allTextContents(), [
    '76829 Landau in der Pfalz',
    '94405 Landau an der Isar',
  ]);
  await choices.first().click();
  await chip(page, '30 km um 76829 Landau in der Pfalz');
  await foundAlone(page, 'Anna Landau');
  assert.equal(await placeField(page).getAttribute('aria-invalid'), null);
  await placeField(page).and(page.locator(':focus')).waitFor();
});
