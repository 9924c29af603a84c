import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { indexMarked } from '../../server/areas/search/index.ts';
import { inTime } from '../../server/testing/another-process.ts';
import { externalApplication } from '../../server/testing/makers/applications.ts';
import { replaceStream } from './live-stream.ts';
import { openAs, openConsole, untilIdle } from './open-console.ts';
import { insertApplications } from './recruiting-data.ts';

// What the page shows while changes arrive all the time, and while reads overtake each other.

const { service, consoleTest, urlOf } = await openConsole();
const { ids } = await insertApplications(service);
const recruiter = await service.platform('recruiter');
const colleague = await service.platform('recruiter');

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Bewerbungen' }).getByRole('row');

/** A stream on which such changes of other records arrive every 50 ms, and nothing else. */
const streamChanges = (page: Page, entity: string) =>
  replaceStream(
    page,
    `const data = JSON.stringify({ entity: '${entity}', id: 2_000_000_000, operation: 'updated' });
     this.timer = setInterval(() => this.dispatchEvent(new MessageEvent('change', { data })), 50);`,
  );

/** A stream that begins, and begins again when the test calls `resume()`, as after an interruption. It sends nothing else. */
const streamNothing = (page: Page) =>
  replaceStream(
    page,
    `globalThis.resume = () => this.dispatchEvent(new Event('ready'));
     setTimeout(resume);`,
  );

consoleTest('an application arrives while candidates are changed all the time', async (page) => {
  await streamChanges(page, 'candidate');
  await openAs(page, urlOf('/applications'), recruiter.cookie);
  await page.getByText('6 Bewerbungen').waitFor();
  const person = externalApplication({ firstName: 'Greta', lastName: 'Neumann' });
  const sent = await service.tenant.api.post('/candidates/applies/external', person);
  assert.equal(sent.status, 200, sent.text);
  await rowsOf(page).nth(1).getByText('Greta Neumann').waitFor();
  await page.getByText('7 Bewerbungen').waitFor();
});

consoleTest('a candidate is read again while documents are changed all the time', async (page) => {
  const path = `/candidates/${ids.Muster!.candidateId}`;
  await streamChanges(page, 'document');
  await openAs(page, urlOf(path), recruiter.cookie);
  const remarks = page.getByRole('region', { name: 'Bemerkungen' });
  await remarks.waitFor();
  assert.equal((await colleague.put(path, { remarks: 'Ruft am Montag an.' })).status, 204);
  await remarks.getByText('Ruft am Montag an.').waitFor();
});

consoleTest('a change that comes before the page is connected is shown', async (page) => {
  const path = `/candidates/${ids.Muster!.candidateId}`;
  const held = Promise.withResolvers<void>();
  await page.route('**/platform/live**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await openAs(page, urlOf(path), recruiter.cookie);
  const remarks = page.getByRole('region', { name: 'Bemerkungen' });
  await remarks.waitFor();
  assert.equal((await colleague.put(path, { remarks: 'Kommt am Dienstag.' })).status, 204);
  held.resolve();
  await remarks.getByText('Kommt am Dienstag.').waitFor();
});

consoleTest('a mention and a task that come during an interruption are shown after it', async (page) => {
  const { candidateId } = ids.Muster!;
  const { user } = recruiter;
  await streamNothing(page);
  await openAs(page, urlOf('/'), recruiter.cookie);
  await page.getByRole('button', { name: 'Benachrichtigungen', exact: true }).waitFor();
  await page.getByText('Sie haben keine offenen Aufgaben.').waitFor();
  await untilIdle(page);
  const note = { text: '@Test recruiter, bitte anrufen', mentions: [user.id] };
  assert.equal((await colleague.post(`/candidates/${candidateId}/notes`, note)).status, 200);
  const task = { title: 'Unterlagen prüfen', dueDate: '2030-01-01', assigneeId: user.id };
  assert.equal((await colleague.post('/tasks', task)).status, 200);
  await page.evaluate('resume()');
  await page.getByRole('button', { name: /^Benachrichtigungen, \d ungelesen/ }).waitFor();
  await page.getByText('Unterlagen prüfen').waitFor();
});

consoleTest('a list is read once when its page is opened', async (page) => {
  await indexMarked(service.services);
  await streamNothing(page);
  const reads: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/search') && request.postDataJSON().limit > 0)
      reads.push(new URL(request.url()).pathname);
  });
  const pages = { candidates: 'Bewerber', applications: 'Bewerbungen', companies: 'Kunden' };
  for (const [path, name] of Object.entries(pages)) {
    await openAs(page, urlOf(`/${path}`), recruiter.cookie);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await untilIdle(page);
    // The stream begins after the list has been read.
    await page.evaluate('resume()');
    await untilIdle(page);
    const ofList = reads.filter((read) => read === `/platform/${path}/search`);
    assert.equal(ofList.length, 1, path);
  }
});

consoleTest('a list that was read before a move does not take it back', async (page) => {
  await openAs(page, urlOf('/applications'), recruiter.cookie);
  const row = rowsOf(page).filter({ hasText: 'Ada Muster' });
  await row.getByText('Neu', { exact: true }).waitFor();
  await row.click();
  await page.getByRole('region', { name: 'Ada Muster' }).waitFor();
  await untilIdle(page);
  const held = Promise.withResolvers<void>();
  const isRead = Promise.withResolvers<void>();
  let calls = 0;
  await page.route('**/applications/search*', async (route) => {
    if (calls++ > 0) return route.fallback();
    const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' };
    const response = await route.fetch({ headers });
    isRead.resolve();
    await held.promise;
    await route.fulfill({ response });
  });
  const { candidateId } = ids.Kowalenko!;
  assert.equal((await colleague.put(`/candidates/${candidateId}`, { remarks: 'Geändert' })).status, 204);
  await inTime('another read of the list', isRead.promise);
  await page.getByRole('button', { name: /^Verschieben nach …/ }).click();
  await page.getByRole('menuitem', { name: 'In Prüfung' }).click();
  await row.getByText('In Prüfung', { exact: true }).waitFor();
  await page.getByRole('status').getByText('Ada Muster: jetzt „In Prüfung“.').waitFor();
  // Each stage that the row shows from now on.
  await page.evaluate(`{
    const row = [...document.querySelectorAll('tr')].find((each) => each.textContent.includes('Ada Muster'));
    globalThis.stages = [];
    new MutationObserver(() => stages.push(row.querySelector('[data-stage]').dataset.stage))
      .observe(row, { subtree: true, childList: true, attributes: true, characterData: true });
  }`);
  held.resolve();
  await untilIdle(page);
  assert.ok(!(await page.evaluate<string[]>('stages')).includes('new'));
  await row.getByText('In Prüfung', { exact: true }).waitFor();
});

/** The next response with rows of candidates. Others only count them. */
const candidatesRead = (page: Page) =>
  page.waitForResponse(
    (response) =>
      response.url().endsWith('/candidates/search') && response.request().postDataJSON().limit > 0,
  );

consoleTest('a list shows a change that is indexed late', async (page) => {
  await indexMarked(service.services);
  await openAs(page, urlOf('/candidates'), recruiter.cookie);
  await page.getByRole('table', { name: 'Bewerber' }).waitFor();
  await untilIdle(page);
  const first = candidatesRead(page);
  const body = { firstName: 'Lena', lastName: 'Nachzügler', application: {} };
  assert.equal((await colleague.post('/candidates', body)).status, 200);
  await first;
  await candidatesRead(page);
  await indexMarked(service.services);
  await page.getByRole('row').filter({ hasText: 'Lena Nachzügler' }).waitFor();
});

consoleTest('a list that is opened before a change is indexed shows it too', async (page) => {
  await indexMarked(service.services);
  const body = { firstName: 'Olga', lastName: 'Vorher', application: {} };
  assert.equal((await colleague.post('/candidates', body)).status, 200);
  // The page hears of nothing that concerns its list.
  await streamChanges(page, 'contact');
  const first = candidatesRead(page);
  await openAs(page, urlOf('/candidates'), recruiter.cookie);
  assert.equal((await (await first).json()).isCurrent, false);
  await indexMarked(service.services);
  await page.getByRole('row').filter({ hasText: 'Olga Vorher' }).waitFor();
});
