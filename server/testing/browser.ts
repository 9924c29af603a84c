import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import chromium from '@sparticuz/chromium';
import axe from 'axe-core';
import { type Browser, chromium as driver, type Page } from 'playwright-core';

type BrowserTest = (title: string, run: (page: Page, context: TestContext) => Promise<void>) => void;

/**
 * Starts a browser and returns a function that registers a test with a new page. Without a browser, the tests are skipped with
 * the reason in their titles.
 */
export async function startBrowserTests(): Promise<BrowserTest> {
  const started = await startBrowser();
  return (title, run) => {
    if ('reason' in started) {
      test(`${title} (no browser: ${started.reason})`, { skip: true }, () => {});
      return;
    }
    test(title, async (context) => {
      const page = await started.browser.newPage({ locale: 'de-DE', viewport: { width: 1200, height: 900 } });
      try {
        await run(page, context);
      } finally {
        await page.close();
      }
    });
  };
}

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Returns the violations that axe finds with all its rules, including those of WCAG 2.2 AA, or only with those about colors. */
export async function violationsOf(page: Page, { onlyColors = false } = {}): Promise<string[]> {
  // Evaluated through the developer tools, because the policy of the page blocks scripts.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  const options = { resultTypes: ['violations'], ...(onlyColors && { runOnly: COLOR_RULES }) };
  const run = `axe.run(document, ${JSON.stringify(options)})`;
  const { violations } = await page.evaluate<{ violations: Violation[] }>(run);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

/** The edges of an element, in pixels of the window. */
export async function boxOf(page: Page, selector: string) {
  const box = (await page.locator(selector).first().boundingBox())!;
  return { ...box, bottom: box.y + box.height };
}

/** The browser for the calling test file. It is closed after the tests of the file. */
async function startBrowser(): Promise<{ browser: Browser } | { reason: string }> {
  try {
    const launched = await launchBrowser();
    after(() => launched.close());
    return launched;
  } catch (error) {
    return { reason: String(error).split('\n')[0]! };
  }
}

interface LaunchedBrowser {
  browser: Browser;
  /** Ends the browser and deletes its files. */
  close(): Promise<void>;
}

/**
 * Launches a browser from an npm package, without any other installation. Throws if it cannot start because it was built for
 * another platform.
 */
export async function launchBrowser(): Promise<LaunchedBrowser> {
  // The package unpacks itself into the temporary directory. Two programs must not do that at the same time.
  const directory = await mkdtemp(join(tmpdir(), 'stellwerk-browser-'));
  const before = process.env.TMPDIR;
  process.env.TMPDIR = directory;
  try {
    const browser = await driver.launch({
      executablePath: await chromium.executablePath(),
      // A single process would support only one page.
      args: chromium.args.filter((argument) => argument !== '--single-process'),
    });
    const close = async () => {
      await browser.close();
      await rm(directory, { recursive: true, force: true });
    };
    return { browser, close };
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
