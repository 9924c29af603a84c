import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { violationsOf } from '../../server/testing/browser.ts';
import { openAs, type openConsole, untilIdle, untilTrue } from './open-console.ts';

export interface AccessiblePage {
  path: string;
  /** Brings the page into a state, and waits until it is shown. It finds elements by their texts in German. */
  open?: (page: Page) => Promise<unknown>;
  /** Whether nobody has signed in. */
  isAnonymous?: boolean;
}

const NARROW = { width: 320, height: 700 };

/**
 * Registers a test for each page: no violations in both themes, and none in a narrow window, which the page must fit. Screens are
 * shown in both languages, their states in German.
 */
export function checkPages(
  { consoleTest, urlOf }: Awaited<ReturnType<typeof openConsole>>,
  cookie: string,
  pages: Readonly<Record<string, AccessiblePage>>,
): void {
  const show = async (
    page: Page,
    { path, open, isAnonymous = false }: AccessiblePage,
    language: 'de' | 'en',
  ) => {
    await page.addInitScript(`localStorage.setItem('stellwerk.language', '${language}')`);
    if (isAnonymous) await page.goto(urlOf(path));
    else await openAs(page, urlOf(path), cookie);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await untilIdle(page);
    if (open === undefined) return;
    await open(page);
    // A dialog refers to its title only after both have been drawn.
    await untilIdle(page);
  };
  for (const [name, shown] of Object.entries(pages)) {
    for (const language of shown.open === undefined ? (['de', 'en'] as const) : (['de'] as const)) {
      consoleTest(`${name} is accessible in both themes and at 320 pixels (${language})`, async (page) => {
        await page.emulateMedia({ colorScheme: 'light' });
        await show(page, shown, language);
        await check(page);
        await page.emulateMedia({ colorScheme: 'dark' });
        // A theme changes nothing but colors.
        await check(page, { onlyColors: true });
        await page.setViewportSize(NARROW);
        await untilIdle(page);
        assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= NARROW.width);
        await check(page);
      });
    }
  }
}

async function check(page: Page, options?: { onlyColors: boolean }): Promise<void> {
  // Every state between two colors is gone when nothing moves.
  await untilTrue(page, 'document.getAnimations().every(({ playState }) => playState !== "running")');
  assert.deepEqual(await violationsOf(page, options), []);
}
