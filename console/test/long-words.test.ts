import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { indexMarked } from '../../server/areas/search/index.ts';
import { proposalMaker } from '../../server/testing/makers/proposals.ts';
import { openAs, openConsole, untilIdle } from './open-console.ts';

// A word that is wider than the window, such as a name, is broken. It makes no page wider, and hides no button.

const WORD = 'Donaudampfschifffahrtsgesellschaftskapitän';
/** As long as the service takes a name, without a place to break it. */
const LONGEST = 'Donaudampf'.repeat(10);
const NARROW = { width: 360, height: 700 };

const { service, consoleTest, urlOf } = await openConsole();
const admin = await service.platform('admin');
const make = await proposalMaker(service);
const create = async (path: string, body: object): Promise<number> => {
  const response = await admin.post(path, body);
  assert.ok(response.status < 300, response.text);
  return response.body.id;
};
const change = async (path: string, body: object) => {
  const response = await admin.put(path, body);
  assert.equal(response.status, 204, response.text);
};

const branch = await create('/branches', { name: LONGEST, location: { city: LONGEST } });
const email = `${'a'.repeat(64)}@firm.example`;
const user = await create('/users', { firstName: 'Max', lastName: LONGEST, email, role: 'recruiter' });
await change(`/users/${user}/assignedoffices`, { assignedOffices: [{ officeId: branch }] });
const contact = { email: 'doppelt@example.org' };
const candidate = await make.candidate({ lastName: LONGEST, officeId: branch, contact });
await make.candidate({ lastName: LONGEST, contact });
await change(`/candidates/${candidate}/hold`, { reason: LONGEST, until: null });
const request = await make.request({ title: LONGEST });
await create(`/requests/${request}/proposals`, { candidateIds: [candidate] });
await change(`/customers/requests/${request}/status`, { statusId: 4, comment: LONGEST });
const talk = { communicationTypeId: 1, direction: 'in', userId: user, subject: LONGEST, text: LONGEST };
await create(`/candidates/${candidate}/communications`, talk);
await create('/clients', { name: LONGEST, permissions: ['candidates:read'] });
await indexMarked(service.services);

async function assertInWindow(page: Page, ...elements: Locator[]): Promise<void> {
  const { width, height } = page.viewportSize()!;
  for (const element of elements) {
    const box = (await element.boundingBox())!;
    const isInside = box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
    assert.ok(isInside, `${element} is at ${JSON.stringify(box)}`);
  }
}

consoleTest('a message with a long word leaves its buttons in a narrow window', async (page) => {
  await page.setViewportSize(NARROW);
  for (const keyword of [WORD, LONGEST]) {
    const { status } = await admin.post(`/candidates/${candidate}/keywords`, { keyword });
    assert.equal(status, 200);
    await openAs(page, urlOf(`/candidates/${candidate}`), admin.cookie);
    await page.getByRole('button', { name: `Entfernen: ${keyword}` }).click();
    const message = page.getByRole('status', { name: 'Meldungen' });
    const undo = message.getByRole('button', { name: 'Rückgängig' });
    await undo.waitFor();
    await untilIdle(page);
    const close = message.getByRole('button', { name: 'Schließen' });
    const text = message.getByText(keyword);
    await assertInWindow(page, message, text, undo, close);
    const [shown, needed] = await text.evaluate(({ clientWidth, scrollWidth }) => [clientWidth, scrollWidth]);
    assert.equal(needed, shown, 'The text runs over the buttons.');
    await undo.click();
    await page.getByRole('button', { name: `Entfernen: ${keyword}` }).waitFor();
  }
});

const TABLES = {
  users: '/settings/users',
  branches: '/settings/branches',
  duplicates: '/candidates/duplicates',
  'proposals of a candidate': `/candidates/${candidate}?tab=applications`,
  communications: `/candidates/${candidate}?tab=communication`,
  'requests of a company': `/companies/${make.companyId}`,
  'statuses of a request': `/requests/${request}`,
  'API clients': '/developers?tab=clients',
  holds: '/privacy?tab=holds',
};

consoleTest('tables with long words fit the window', async (page) => {
  const tooWide: string[] = [];
  for (const [name, path] of Object.entries(TABLES)) {
    await openAs(page, urlOf(path), admin.cookie);
    await page.getByRole('table').first().waitFor();
    for (const width of [1200, 700, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await untilIdle(page);
      const needed = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (needed > width) tooWide.push(`${name}: ${needed} of ${width}`);
    }
  }
  assert.deepEqual(tooWide, []);
});

consoleTest('heads of columns and dates are whole, however narrow the window is', async (page) => {
  await page.addInitScript("localStorage.setItem('stellwerk.language', 'en')");
  await openAs(page, urlOf('/requests?status=all'), admin.cookie);
  await page.getByRole('columnheader', { name: 'Headcount' }).waitFor();
  const cut = `[...document.querySelectorAll('th, td')]
    .filter((cell) => cell.scrollWidth > cell.clientWidth && (cell.tagName === 'TH' || /^\\d+ \\w+ \\d{4}$/.test(cell.textContent)))
    .map((cell) => cell.textContent)`;
  for (const width of [1440, 1200, 768, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await untilIdle(page);
    assert.deepEqual(await page.evaluate(cut), [], String(width));
  }
  await page.goto(urlOf(`/companies/${make.companyId}?tab=history`));
  await page.getByRole('cell').first().waitFor();
  const broken = `[...document.querySelectorAll('td time')].filter((time) => {
    const range = document.createRange();
    range.setStart(time.firstChild, 0);
    range.setEnd(time.firstChild, time.textContent.indexOf(','));
    return range.getClientRects().length > 1;
  }).map((time) => time.textContent)`;
  assert.deepEqual(await page.evaluate(broken), []);
});
