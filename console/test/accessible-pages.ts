import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type Rules, violationsOf } from '../../server/testing/browser.ts';
import { isLong } from '../../server/testing/long.ts';
import { openAs, type openConsole, untilIdle, untilTrue } from './open-console.ts';

interface AccessiblePage {
  path: string;
  /** Brings the page into a state, and waits until it is shown. It finds elements by their texts in German. */
  open?: (page: Page) => Promise<unknown>;
  /** Whether nobody has signed in. */
  isAnonymous?: boolean;
}

const NARROW = { width: 320, height: 700 };

/**
 * Registers a test for each page: no violations in both themes, and a narrow window, which the page must fit. Screens are shown in
 * German and then in English, dark and narrow only, because a language changes names and widths, and neither the structure of a page
 * nor its colors. States of a screen are shown in German. The long form also looks for all violations in the narrow window, in each
 * language; the short form there only in German for those that a narrow layout can cause.
 */
export function checkPages(
  { consoleTest, urlOf }: Awaited<ReturnType<typeof openConsole>>,
  cookie: string,
  pages: Readonly<Record<string, AccessiblePage>>,
): void {
  for (const [name, { path, open, isAnonymous = false }] of Object.entries(pages)) {
    consoleTest(`${name} is accessible in both themes and at 320 pixels`, async (page) => {
      await page.emulateMedia({ colorScheme: 'light' });
      if (isAnonymous) await page.goto(urlOf(path));
      else await openAs(page, urlOf(path), cookie);
      await untilShown(page);
      if (open !== undefined) {
        await open(page);
        // A dialog refers to its title only after both have been drawn.
        await untilIdle(page);
      }
      await check(page, 'all');
      await page.emulateMedia({ colorScheme: 'dark' });
      // A theme changes nothing but colors.
      await check(page, 'colors');
      await page.setViewportSize(NARROW);
      await assertFits(page);
      await check(page, isLong ? 'all' : 'layout');
      if (open !== undefined) return;
      await page.evaluate("localStorage.setItem('stellwerk.language', 'en')");
      await page.reload();
      await untilShown(page);
      assert.equal(await page.getAttribute('html', 'lang'), 'en');
      await assertFits(page);
      if (isLong) await check(page, 'all');
    });
  }
}

async function untilShown(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await untilIdle(page);
}

async function assertFits(page: Page): Promise<void> {
  await untilIdle(page);
  assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= NARROW.width);
}

async function check(page: Page, rules: Rules): Promise<void> {
  // Every state between two colors is gone when nothing moves.
  await untilTrue(page, 'document.getAnimations().every(({ playState }) => playState !== "running")');
  assert.deepEqual(await violationsOf(page, rules), []);
}
