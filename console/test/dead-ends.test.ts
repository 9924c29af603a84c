import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { indexMarked } from '../../server/areas/search/index.ts';
import { makeBranch } from '../../server/testing/makers/branches.ts';
import { companyMaker } from '../../server/testing/makers/companies.ts';
import { openAs, openConsole, untilIdle, untilTrue } from './open-console.ts';
import { insertApplications } from './recruiting-data.ts';

// Addresses and windows that once led nowhere, and what was said wrongly on the way.

const { service, consoleTest, urlOf } = await openConsole();
const { ids, jobAdId } = await insertApplications(service);
const make = companyMaker(service.tenant.api);
const recruiter = await service.platform('recruiter');
const admin = await service.platform('admin');
const { candidateId } = ids.Muster!;
const daysAgo = (days: number) =>
  new Date(service.clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10);
const open = (page: Page, path: string, { cookie } = recruiter) => openAs(page, urlOf(path), cookie);

consoleTest('an address with a filter that does not exist offers to remove the filters', async (page) => {
  for (const [path, list] of [
    ['/candidates?branch=99999', '/candidates'],
    ['/applications?branch=99999', '/applications'],
  ] as const) {
    await open(page, path);
    await page.getByRole('alert').getByText('Dieser Link enthält einen Filter, den es nicht gibt').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Alle Filter aufheben' }).click();
    await page.waitForURL((url) => url.pathname === `/app${list}` && !url.search.includes('99999'));
    await page.getByRole('alert').waitFor({ state: 'hidden' });
  }
});

consoleTest(
  'an address with a view that does not exist shows nobody, and offers to remove it',
  async (page) => {
    await indexMarked(service.services);
    await open(page, '/candidates?view=999');
    const alert = page.getByRole('alert');
    await alert.getByText('Dieser Link enthält einen Filter, den es nicht gibt').waitFor();
    await untilIdle(page);
    assert.equal(await page.getByRole('table').count(), 0);
    await alert.getByRole('button', { name: 'Alle Filter aufheben' }).click();
    await page.getByRole('row', { name: /Ada Muster/ }).waitFor();
    assert.equal(new URL(page.url()).search, '');
  },
);

consoleTest('a view that could not be read is no reason to show everybody', async (page) => {
  await page.route('**/platform/views*', (route) => route.fulfill({ status: 500 }));
  await open(page, '/candidates?view=999');
  await page.getByRole('alert').getByRole('button', { name: 'Noch einmal versuchen' }).waitFor();
  await untilIdle(page);
  assert.equal(await page.getByRole('table').count(), 0);
});

consoleTest('nobody has applied in a period that ends before it begins', async (page) => {
  await indexMarked(service.services);
  const period = `from=${daysAgo(2)}&to=${daysAgo(9)}`;
  for (const path of [`/candidates?${period}`, '/candidates']) {
    await open(page, path);
    if (!path.includes('from')) {
      await page.getByRole('row', { name: /Ada Muster/ }).waitFor();
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByLabel('Beworben ab (UTC)', { exact: true }).fill(daysAgo(2));
      await page.getByLabel('Beworben bis (UTC)', { exact: true }).fill(daysAgo(9));
    }
    await page.getByText('„Beworben bis (UTC)“ darf nicht vor „Beworben ab (UTC)“ liegen.').waitFor();
    await untilIdle(page);
    assert.equal(await page.getByRole('table').count(), 0);
    assert.equal(await page.getByRole('checkbox').count(), 0);
    // The filter stays open while it is corrected.
    await page.getByLabel('Beworben bis (UTC)', { exact: true }).fill(daysAgo(1));
    await page.getByRole('row', { name: /Chiara Weiß/ }).waitFor();
    assert.equal(
      await page.getByText('„Beworben bis (UTC)“ darf nicht vor „Beworben ab (UTC)“ liegen.').count(),
      0,
    );
    await page.getByLabel('Beworben bis (UTC)', { exact: true }).and(page.locator(':focus')).waitFor();
  }
});

consoleTest('a period that ends before it begins says so, and not that nobody has read', async (page) => {
  await open(page, '/privacy?tab=accesses&from=2026-02-01&to=2026-01-01', admin);
  const to = page.getByRole('region', { name: 'Wer welche Dokumente gelesen hat' }).getByLabel('Bis');
  await page.getByText('„Bis“ darf nicht vor „Von“ liegen.').waitFor();
  assert.equal(await to.inputValue(), '2026-01-01');
  await untilIdle(page);
  assert.equal(await page.getByText('hat niemand ein Dokument gelesen').count(), 0);
  await to.fill('2026-03-01');
  await page.getByText('In diesem Zeitraum hat niemand ein Dokument gelesen.').waitFor();
});

consoleTest('a task is overdue on the day after its last one, by the calendar of the user', async (page) => {
  const user = await service.platform('recruiter');
  assert.equal((await user.post('/tasks', { title: 'Rückruf', dueDate: '2026-03-10' })).status, 200);
  const tools = await page.context().newCDPSession(page);
  await tools.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Berlin' });
  const row = page.getByRole('row', { name: 'Rückruf' });
  for (const [time, isOverdue] of [
    ['2026-03-10T22:59:00Z', false],
    ['2026-03-10T23:01:00Z', true],
  ] as const) {
    await page.clock.setFixedTime(time);
    await openAs(page, urlOf('/'), user.cookie);
    await row.getByText('10.03.2026').waitFor();
    assert.equal((await row.textContent())!.includes('überfällig'), isOverdue, time);
  }
});

consoleTest('a task with a long word fits a narrow window', async (page) => {
  const title = 'Arbeitnehmerüberlassungserlaubnis nachfordern';
  const task = { title, dueDate: '2026-01-05', assigneeId: recruiter.user.id, candidateId };
  assert.equal((await recruiter.post('/tasks', task)).status, 200);
  await page.setViewportSize({ width: 320, height: 700 });
  await open(page, '/');
  await page.getByRole('cell', { name: `${title} Ada Muster` }).waitFor();
  await untilIdle(page);
  assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 320);
});

consoleTest('a task leads to what it is about, if that has a page', async (page) => {
  const user = await service.platform('recruiter');
  const { applicationId, candidateId } = ids.Weiß!;
  const companyId = await make.company();
  for (const about of [{ applicationId }, { candidateId }, { jobAdId }, { companyId }]) {
    const [title] = Object.keys(about);
    assert.equal((await user.post('/tasks', { title, ...about })).status, 200);
  }
  await openAs(page, urlOf('/'), user.cookie);
  const row = (title: string) =>
    page.getByRole('table', { name: 'Meine Aufgaben' }).getByRole('row', { name: title });
  for (const [title, name, heading] of [
    ['applicationId', 'Chiara Weiß', 'Chiara Weiß'],
    ['candidateId', 'Chiara Weiß', 'Chiara Weiß'],
    ['companyId', 'Muster AG', 'Muster AG'],
    ['jobAdId', /^Fachkraft für Lagerlogistik/, /^Fachkraft für Lagerlogistik/],
  ] as const) {
    await row(title).getByRole('link', { name }).click();
    await page.waitForURL((url) => url.pathname !== '/app/');
    await page.getByRole('main').getByRole('heading', { name: heading }).first().waitFor();
    const { pathname, search } = new URL(page.url());
    const expected = {
      applicationId: `/app/applications?application=${applicationId}`,
      candidateId: `/app/candidates/${candidateId}`,
      companyId: `/app/companies/${companyId}`,
      jobAdId: `/app/jobads/${jobAdId}`,
    }[title];
    assert.equal(pathname + search, expected);
    await page.goBack();
  }
});

consoleTest('names that are not loaded yet are no numbers', async (page) => {
  await service.tenant.api.put(`/candidates/${candidateId}`, { birth: { countryId: 276 } });
  const held = Promise.withResolvers<void>();
  await page.route('**/masterdata/countries*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await open(page, `/candidates/${candidateId}`);
  const person = page.getByRole('region', { name: 'Person', exact: true });
  await person.getByText('Geburtsland…').waitFor();
  held.resolve();
  await person.getByText('GeburtslandDeutschland').waitFor();
});

consoleTest('a company whose branch and user are not loaded yet is not one without them', async (page) => {
  const officeId = await makeBranch(service, 'Emden');
  const companyId = await make.company({ name: 'Deichbau AG', officeId, responsibility: recruiter.user.id });
  const names = ['**/platform/branches*', '**/users/responsibilities*'];
  const held = Promise.withResolvers<void>();
  for (const name of names)
    await page.route(name, async (route) => {
      await held.promise;
      await route.continue();
    });
  await open(page, `/companies/${companyId}`, admin);
  const heading = page.getByRole('heading', { level: 1, name: 'Deichbau AG' });
  const header = page.locator('header').filter({ has: heading });
  const factOf = (name: string, value: string) =>
    header.locator('dl > div').filter({ hasText: name }).getByText(value, { exact: true });
  await factOf('Niederlassung', '…').waitFor();
  await factOf('Zuständig', '…').waitFor();
  held.resolve();
  await factOf('Niederlassung', 'Emden').waitFor();
  await factOf('Zuständig', 'Test recruiter').waitFor();
  // Names that cannot be read are not loading.
  for (const name of names) await page.route(name, (route) => route.fulfill({ status: 500 }));
  await page.reload();
  await factOf('Niederlassung', 'Unbekannt').waitFor();
  await factOf('Zuständig', 'Unbekannt').waitFor();
});

consoleTest('a profession that is not loaded yet, or cannot be read, is no number', async (page) => {
  const professionId = 27449;
  assert.equal((await admin.put(`/jobads/${jobAdId}`, { professionId })).status, 204);
  const searches: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/professions?search=')) searches.push(request.url());
  });
  const holds = (text: string) =>
    untilTrue(page, `document.querySelector('#jobad-professionId').value === '${text}'`);
  const held = Promise.withResolvers<void>();
  await page.route('**/professions?ids=*', async (route) => {
    await held.promise;
    await route.fulfill({ status: 500 });
  });
  await page.clock.install();
  await open(page, `/jobads/${jobAdId}`);
  await page.locator('#jobad-professionId').waitFor();
  await holds('…');
  await page.clock.runFor(1000);
  held.resolve();
  await holds('Unbekannt');
  await page.clock.runFor(1000);
  await untilIdle(page);
  assert.deepEqual(searches, []);
});

/** After it, a field searches for what was typed. */
const TYPING_MS = 300;

consoleTest('another profession of a job ad has its own name, also until it is loaded', async (page) => {
  await page.clock.install();
  await open(page, '/jobads/new');
  const field = page.getByPlaceholder('Tippen Sie einen Teil des Berufs.');
  const options = page.getByRole('listbox').getByRole('option');
  await field.fill('lager');
  await options.nth(1).waitFor();
  const other = (await options.nth(1).textContent())!;
  await options.first().click();
  await untilIdle(page);
  const held = Promise.withResolvers<void>();
  await page.route('**/professions?ids=*', async (route) => {
    await held.promise;
    await route.continue();
  });
  // The field searches what it has shown for a while. That does not find the other one, which is still offered.
  await page.clock.fastForward(TYPING_MS);
  const searched = page.waitForResponse((response) => response.url().includes('/professions?search='));
  await field.click();
  await options.getByText(other, { exact: true }).click();
  await searched;
  await page.evaluate('new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))');
  assert.equal(await field.inputValue(), other);
  held.resolve();
});

consoleTest('an address of a job ad with something else than its number leads to none', async (page) => {
  for (const path of ['abc', `${jobAdId}e0`, `0x${jobAdId.toString(16)}`]) {
    await open(page, `/jobads/${path}`);
    await page.getByRole('heading', { level: 1, name: 'Diese Stellenanzeige gibt es nicht' }).waitFor();
  }
});

consoleTest('a note is deleted without a word about attachments', async (page) => {
  await recruiter.post(`/candidates/${candidateId}/notes`, { text: 'Ruft zurück', mentions: [] });
  await open(page, `/candidates/${candidateId}?tab=communication`);
  await page.getByRole('button', { name: /^Löschen: Notiz/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Das löscht die Notiz und lässt sich nicht rückgängig machen.').waitFor();
});

consoleTest('a note is never shown as another entry, not even while the types are loaded', async (page) => {
  await recruiter.post(`/candidates/${candidateId}/notes`, { text: 'Ruft zurück', mentions: [] });
  const held = Promise.withResolvers<void>();
  await page.route('**/masterdata/communicationtypes*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await openAs(page, urlOf(`/candidates/${candidateId}?tab=communication`), recruiter.cookie);
  await page
    .getByRole('button', { name: /^Löschen: Notiz vom/ })
    .first()
    .waitFor();
  const others = page.getByRole('region', { name: 'Kommunikation', exact: true });
  assert.equal(await others.getByRole('row').count(), 0);
  held.resolve();
  await others.getByText('Noch keine Kommunikation.').waitFor();
});

consoleTest('a job ad says when it was published', async (page) => {
  const place = { location: { city: 'Bonn' }, tasks: '<p>Lager</p>' };
  assert.equal((await admin.put(`/jobads/${jobAdId}`, place)).status, 204);
  assert.ok((await admin.post(`/jobads/${jobAdId}/publish`, {})).status < 300);
  await open(page, `/jobads/${jobAdId}`);
  await page.getByText('Veröffentlicht: in dieser Minute').waitFor();
});
