import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { readAgain, streamNothing } from './live-stream.ts';
import { openAs, openConsole, untilIdle } from './open-console.ts';
import { insertProposals } from './proposals-data.ts';
import { insertApplications } from './recruiting-data.ts';

// What the page shows when it reads something again, and that fails.

const { service, consoleTest, urlOf } = await openConsole();
const { ids, bonn } = await insertApplications(service);
const { requestId, ada, shortlist } = await insertProposals(service);
const admin = await service.platform('admin');
const recruiter = await service.platform('recruiter');
const FAILED = 'Das konnte nicht geladen werden.';

async function open(page: Page, path: string, { cookie } = recruiter): Promise<void> {
  await streamNothing(page);
  await openAs(page, urlOf(path), cookie);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await untilIdle(page);
}

/** Lets these reads fail from now on, and makes the page read again what it shows. */
async function failAgain(page: Page, ...urls: string[]): Promise<void> {
  for (const url of urls) await page.route(url, (route) => route.fulfill({ status: 500, json: {} }));
  const failed = Promise.all(urls.map((url) => page.waitForResponse(url)));
  await readAgain(page);
  await failed;
  await untilIdle(page);
}

consoleTest('a list of the own branches stays one when the user cannot be read again', async (page) => {
  const user = await service.platform('recruiter');
  const offices = { assignedOffices: [{ officeId: bonn }] };
  assert.equal((await admin.put(`/users/${user.user.id}/assignedoffices`, offices)).status, 204);
  await open(page, '/applications', user);
  await page.getByText('1 Bewerbung', { exact: true }).waitFor();
  await failAgain(page, `**/platform/users/${user.user.id}`);
  await page.getByText('1 Bewerbung', { exact: true }).waitFor();
  assert.equal(await page.getByLabel('Niederlassung').inputValue(), 'mine');
});

consoleTest(
  'lists of the own branches say that the user cannot be read, and not those of all branches',
  async (page) => {
    const own = `**/platform/users/${recruiter.user.id}`;
    await page.route(own, (route) => route.fulfill({ status: 500, json: {} }));
    const read: string[] = [];
    page.on('request', (request) => read.push(new URL(request.url()).pathname));
    for (const path of ['/', '/applications', '/candidates', '/companies', '/requests']) {
      await open(page, path);
      assert.equal(await page.getByRole('alert').getByText(FAILED).count(), path === '/' ? 2 : 1, path);
    }
    const searches = read.filter((path) => path.endsWith('/search'));
    assert.deepEqual(searches, []);
    await page.unroute(own);
    await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
    await page.getByLabel('Niederlassung').waitFor();
  },
);

consoleTest('a candidate beside the list stays when it cannot be read again', async (page) => {
  const { applicationId, candidateId } = ids.Muster!;
  await open(page, `/applications?application=${applicationId}`);
  const details = page.getByRole('region', { name: 'Ada Muster' });
  const address = details.getByRole('link', { name: 'kandidat0@example.org' });
  await address.waitFor();
  await failAgain(page, `**/platform/candidates/${candidateId}`);
  await details.getByRole('alert').getByText(FAILED).waitFor();
  assert.ok(await address.isVisible());
});

consoleTest('the parts of Today stay when they cannot be read again', async (page) => {
  await open(page, '/');
  const newest = page.getByRole('table', { name: 'Die neuesten' }).getByRole('link', { name: 'Ada Muster' });
  const requests = page.getByRole('table', { name: 'Laufende Aufträge' }).getByRole('row').nth(1);
  await newest.waitFor();
  await requests.waitFor();
  await failAgain(page, '**/platform/applications/search', '**/platform/requests/search');
  for (const name of ['Neue Bewerbungen', 'Laufende Aufträge'])
    await page.getByRole('region', { name }).getByRole('alert').getByText(FAILED).waitFor();
  assert.ok(await newest.isVisible());
  assert.ok(await requests.isVisible());
});

consoleTest('the board of a request stays when it cannot be read again', async (page) => {
  await shortlist(ada);
  await open(page, `/requests/${requestId}?tab=proposals`);
  const card = page.getByRole('region', { name: 'Vorgemerkt 1' }).getByText('Ada Zeller').first();
  await card.waitFor();
  await failAgain(page, `**/platform/requests/${requestId}/proposals`);
  await page.getByRole('alert').getByText(FAILED).waitFor();
  assert.ok(await card.isVisible());
});

consoleTest('a hold that is being entered stays when it cannot be read again', async (page) => {
  const { candidateId } = ids.Muster!;
  await open(page, `/candidates/${candidateId}`, admin);
  await page.getByRole('button', { name: 'Löschsperre setzen …' }).click();
  const reason = page.getByRole('dialog').getByLabel('Grund');
  await reason.fill('Klage nach dem AGG');
  await failAgain(page, `**/platform/candidates/${candidateId}/hold*`);
  assert.equal(await reason.inputValue(), 'Klage nach dem AGG');
});
