import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { indexMarked } from '../../server/areas/search/index.ts';
import { violationsOf } from '../../server/testing/browser.ts';
import { openAs, openConsole, untilIdle, untilTrue } from './open-console.ts';
import { pdfOf } from './pdf.ts';
import { insertApplications } from './recruiting-data.ts';

const { service, consoleTest, urlOf } = await openConsole();
const { ids, jobAdId } = await insertApplications(service);
const { cookie, ...recruiter } = await service.platform('recruiter');
const { applicationId, candidateId } = ids.Muster!;
await indexMarked(service.services);
await recruiter.post('/tasks', { title: 'Rückruf', dueDate: '2020-01-02', applicationId });
await recruiter.post(`/candidates/${candidateId}/notes`, { text: 'Telefonat am Montag' });

const letter = { filename: 'anschreiben.txt', base64File: Buffer.from('Guten Tag').toString('base64') };
await recruiter.post(`/candidates/${candidateId}/documents/other`, letter);
const cv = {
  filename: 'lebenslauf.pdf',
  base64File: (await pdfOf(['Ada Muster', 'Zeugnis'])).toString('base64'),
};
await recruiter.post(`/candidates/${candidateId}/documents/cv`, cv);
const colleague = await service.platform('admin');
const mention = { text: '@Test recruiter, bitte anrufen', mentions: [recruiter.user.id] };
await colleague.post(`/candidates/${candidateId}/notes`, mention);

const openPalette = (page: Page) => page.keyboard.press('Control+k');
const openKeys = (page: Page) => page.keyboard.press('?');
const openUserMenu = (page: Page) => page.getByRole('button', { name: 'Test recruiter' }).click();
const openMoveMenu = (page: Page) => page.keyboard.press('e');
const waitForPreview = (page: Page) => page.getByRole('article').waitFor();
const openCardMenu = (page: Page) => page.getByRole('button', { name: /…$/ }).first().click();
const enterKnownEmail = async (page: Page) => {
  await page.getByRole('textbox', { name: /mail/i }).fill('kandidat0@example.org');
  await page.getByRole('link', { name: 'Ada Muster' }).waitFor();
};

const openReason = async (page: Page) => {
  await page.keyboard.press('e');
  await page.getByRole('menuitem', { name: /^(Abgelehnt|Rejected)$/ }).click();
  await page.getByRole('dialog').waitFor();
};
const openDocument = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).click();
  await page
    .getByRole('region', { name })
    .getByText(/Ada Muster|Guten Tag/)
    .waitFor();
};
const openDeletion = async (page: Page) => {
  await page.getByRole('button', { name: /anschreiben\.txt löschen|Delete anschreiben\.txt/ }).click();
  await page.getByRole('dialog').waitFor();
};
const openFollowUp = async (page: Page) => {
  await page.keyboard.press('w');
  await page.getByRole('button', { name: /In 3 Tagen|In 3 days/ }).waitFor();
  await page.getByLabel(/Neue Notiz|New note/).fill('@');
  await page.getByRole('listbox').waitFor();
};
const openNotifications = async (page: Page) => {
  await page.getByRole('button', { name: /^(Benachrichtigungen|Notifications)/ }).click();
  await page.getByRole('dialog').getByRole('link').first().waitFor();
};
const openFilters = (page: Page) => page.getByRole('button', { name: /^Filters?$/ }).click();
const openViews = (page: Page) => page.getByRole('button', { name: /^(Ansichten|Views)/ }).click();
const openBulk = async (page: Page) => {
  await page.getByRole('table').getByRole('checkbox').nth(1).check();
  await page.getByRole('button', { name: /^Status …/ }).click();
};
const findWords = async (page: Page) => {
  await openPalette(page);
  await page.getByRole('dialog').getByRole('combobox').fill('Muster');
  await page.getByRole('option', { name: /Ada Muster/ }).waitFor();
};

const PAGES: Record<string, { path: string; open?: (page: Page) => Promise<void>; isAnonymous?: boolean }> = {
  'the sign-in': { path: '/sign-in', isAnonymous: true },
  today: { path: '/' },
  'the queue': { path: '/applications' },
  'an application': { path: `/applications?application=${applicationId}` },
  'the menu of stages': { path: `/applications?application=${applicationId}`, open: openMoveMenu },
  'the question for a reason': { path: `/applications?application=${applicationId}`, open: openReason },
  'an open PDF': {
    path: `/applications?application=${applicationId}`,
    open: (page) => openDocument(page, 'lebenslauf.pdf'),
  },
  'an open text': {
    path: `/applications?application=${applicationId}`,
    open: (page) => openDocument(page, 'anschreiben.txt'),
  },
  'the deletion of a document': { path: `/applications?application=${applicationId}`, open: openDeletion },
  'a new follow-up and a mention': { path: `/applications?application=${applicationId}`, open: openFollowUp },
  'the notifications': { path: '/', open: openNotifications },
  'the candidates': { path: '/candidates?text=Berlin' },
  'the filters of candidates': { path: '/candidates?stage=new&place=10115', open: openFilters },
  'the views of candidates': { path: '/candidates', open: openViews },
  'the change of selected candidates': { path: '/candidates', open: openBulk },
  'a search without candidates': { path: '/candidates?text=Quark' },
  'records in the palette': { path: '/', open: findWords },
  'the profile': { path: '/settings/profile' },
  'job ads': { path: '/jobads' },
  'a new job ad': { path: '/jobads/new' },
  'a job ad': { path: `/jobads/${jobAdId}`, open: waitForPreview },
  'the pipeline': { path: `/jobads/${jobAdId}/pipeline` },
  'the menu of a card': { path: `/jobads/${jobAdId}/pipeline`, open: openCardMenu },
  'a new candidate': { path: `/candidates/new?jobAd=${jobAdId}`, open: enterKnownEmail },
  'an unknown address': { path: '/unknown' },
  'the palette': { path: '/', open: openPalette },
  'the keys': { path: '/', open: openKeys },
  'the user menu': { path: '/', open: openUserMenu },
};

async function show(page: Page, name: string, language: 'de' | 'en'): Promise<void> {
  const { path, open, isAnonymous = false } = PAGES[name]!;
  await page.addInitScript(`localStorage.setItem('stellwerk.language', '${language}')`);
  if (isAnonymous) await page.goto(urlOf(path));
  else await openAs(page, urlOf(path), cookie);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await untilIdle(page);
  await open?.(page);
  // Every state between two colors is gone when nothing moves.
  await untilTrue(page, 'document.getAnimations().every(({ playState }) => playState !== "running")');
}

for (const name of Object.keys(PAGES)) {
  for (const language of ['de', 'en'] as const) {
    consoleTest(`${name} has no accessibility violations in both themes (${language})`, async (page) => {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await show(page, name, language);
      assert.deepEqual(await violationsOf(page), []);
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      assert.deepEqual(await violationsOf(page), []);
    });
  }

  consoleTest(`${name} fits a window 320 pixels wide`, async (page) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await show(page, name, 'de');
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 320);
    assert.deepEqual(await violationsOf(page), []);
  });
}
