import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { violationsOf } from '../../server/testing/browser.ts';
import { openAs, openConsole, untilIdle } from './open-console.ts';
import { insertApplications } from './recruiting-data.ts';

const { service, consoleTest, urlOf } = await openConsole();
const { ids } = await insertApplications(service);
const { cookie, ...recruiter } = await service.platform('recruiter');
const { applicationId, candidateId } = ids.Muster!;
await recruiter.post('/tasks', { title: 'Rückruf', dueDate: '2020-01-02', applicationId });
await recruiter.post(`/candidates/${candidateId}/notes`, { text: 'Telefonat am Montag' });

const openPalette = (page: Page) => page.keyboard.press('Control+k');
const openKeys = (page: Page) => page.keyboard.press('?');
const openUserMenu = (page: Page) => page.getByRole('button', { name: 'Test recruiter' }).click();
const openMoveMenu = (page: Page) => page.keyboard.press('e');

const PAGES: Record<string, { path: string; open?: (page: Page) => Promise<void>; isAnonymous?: boolean }> = {
  'the sign-in': { path: '/sign-in', isAnonymous: true },
  today: { path: '/' },
  'the queue': { path: '/applications' },
  'an application': { path: `/applications?application=${applicationId}` },
  'the menu of stages': { path: `/applications?application=${applicationId}`, open: openMoveMenu },
  'the profile': { path: '/settings/profile' },
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
  await page.waitForFunction('document.getAnimations().every(({ playState }) => playState !== "running")');
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
