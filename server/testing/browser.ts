import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import chromium from '@sparticuz/chromium';
import axe from 'axe-core';
import { type Browser, chromium as driver, type Page } from 'playwright-core';
import { atEndOfProcess } from './end-of-process.ts';

/**
 * Not those of the package: they turn off the rules of the web that pages must keep, such as same-origin. Chromium refuses to start for
 * root with its sandbox. Nothing here draws in three dimensions, and doing that in software would take almost half of the time of the
 * tests.
 */
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'];
/** A page of a test lives for seconds. Compiling its scripts takes more CPU time than it saves: a fifth of that of browser tests. */
const INTERPRETED = '--js-flags=--no-opt,--no-maglev,--no-sparkplug';

/**
 * Nothing moves: a button that is pressed while its dialog slides in and released a moment later is not clicked, which happened
 * on a slow machine.
 */
const PAGE = {
  locale: 'de-DE',
  viewport: { width: 1200, height: 900 },
  reducedMotion: 'reduce',
} as const;

/**
 * How many times slower than this machine the scripts of pages run, 1 if unset. A test that only passes while the page is faster than
 * the test fails with 6 or more, and not by chance in CI.
 */
const SLOWDOWN = Number(process.env.STELLWERK_TEST_SLOWDOWN ?? 1);
/**
 * The longest time, in milliseconds, by which a call of a page to the service starts later, 0 if unset. Each call is late by another
 * part of it. With 1000, a test fails that only passes while the service is faster than the test.
 */
const LATENCY_MS = Number(process.env.STELLWERK_TEST_LATENCY_MS ?? 0);

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
      const page = await started.browser.newPage(PAGE);
      if (SLOWDOWN > 1) await slowDown(page);
      if (LATENCY_MS > 0) await delayCalls(page);
      try {
        await run(page, context);
      } finally {
        await page.close();
      }
    });
  };
}

async function slowDown(page: Page): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

async function delayCalls(page: Page): Promise<void> {
  await page.route(/\/(?:v3|platform)\//, async (route) => {
    await setTimeout(Math.random() * LATENCY_MS);
    // The page may have gone meanwhile.
    await route.continue().catch(() => {});
  });
}

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

const RULES = {
  all: undefined,
  colors: ['color-contrast', 'link-in-text-block'],
  // What a layout hides, shrinks, or makes scroll.
  layout: [
    ...['button-name', 'link-name', 'label', 'select-name', 'aria-input-field-name', 'aria-command-name'],
    ...['aria-hidden-focus', 'scrollable-region-focusable', 'target-size', 'empty-table-header'],
  ],
};

export type Rules = keyof typeof RULES;

/** Returns the violations that axe finds with all its rules, including those of WCAG 2.2 AA, or with these rules. */
export async function violationsOf(page: Page, rules: Rules = 'all'): Promise<string[]> {
  // Evaluated through the developer tools, because the policy of the page blocks scripts.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  const options = { resultTypes: ['violations'], ...(RULES[rules] && { runOnly: RULES[rules] }) };
  // A dialog lies over links that nobody can reach meanwhile, and the distance between both means nothing.
  const context = rules === 'layout' ? `document.querySelector('[role="dialog"]') ?? document` : 'document';
  const run = `axe.run(${context}, ${JSON.stringify(options)})`;
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

let running: LaunchedBrowser | undefined;

/** The browser of this process. A new page shares nothing with the pages of other tests. */
async function startBrowser(): Promise<{ browser: Browser } | { reason: string }> {
  try {
    if (running?.browser.isConnected()) return running;
    const launched = await launchBrowser([INTERPRETED]);
    atEndOfProcess(() => launched.close());
    running = launched;
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
 * another platform. `more` are arguments of Chromium.
 */
export async function launchBrowser(more: readonly string[] = []): Promise<LaunchedBrowser> {
  const executablePath = await unpackBrowser();
  const directory = await mkdtemp(join(tmpdir(), 'stellwerk-browser-'));
  try {
    const browser = await driver.launch({
      executablePath,
      env: { ...process.env, TMPDIR: directory },
      args: [...ARGUMENTS, ...more],
    });
    const close = async () => {
      await browser.close();
      await rm(directory, { recursive: true, force: true });
    };
    return { browser, close };
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

/** Beside the packages, so that it goes with them. */
const UNPACKED = join(import.meta.dirname, '../../node_modules/.cache/stellwerk-browser');

/** Returns the path of the browser. Unpacking takes seconds, so it is done once for each version of the package. */
async function unpackBrowser(): Promise<string> {
  const manifest = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'));
  const { version } = JSON.parse(await readFile(manifest, 'utf8'));
  const folder = join(UNPACKED, version);
  if (!existsSync(folder)) await unpackInto(folder);
  return join(folder, 'chromium');
}

/** Other processes may do the same at the same time: the first one that is done gives its folder the name. */
async function unpackInto(folder: string): Promise<void> {
  await mkdir(UNPACKED, { recursive: true });
  const own = await mkdtemp(join(UNPACKED, 'new-'));
  // The package unpacks itself into the temporary directory.
  const before = process.env.TMPDIR;
  process.env.TMPDIR = own;
  try {
    await chromium.executablePath();
    await rename(own, folder);
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
