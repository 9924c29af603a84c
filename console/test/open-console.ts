import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Page, Request, Route } from 'playwright-core';
import { indexMarked } from '../../server/areas/search/index.ts';
import { startBrowserTests } from '../../server/testing/browser.ts';
import { startTestService, type TestService } from '../../server/testing/harness.ts';
import { builtStamp, sourceStamp } from '../stamp.js';

type ConsoleTest = (title: string, run: (page: Page, context: TestContext) => Promise<void>) => void;

interface Console {
  service: TestService;
  /** A test with a new browser. Any violation of the content policy, error, or call to another host fails it. */
  consoleTest: ConsoleTest;
  urlOf(path: string): string;
}

interface User {
  email: string;
  password: string;
}

let isBuilt = false;

/** Builds the console if it is not what its sources say, and starts a service and a browser. */
export async function openConsole(environment: Record<string, string> = {}): Promise<Console> {
  isBuilt ||= builtStamp() === sourceStamp();
  // Another process, because loading the builder takes a third of a second.
  if (!isBuilt) {
    const build = spawnSync(process.execPath, [join(import.meta.dirname, '../build.ts'), '--if-stale'], {
      encoding: 'utf8',
    });
    assert.equal(build.status, 0, build.stderr);
  }
  const browserTest = await startBrowserTests();
  const service = await startTestService(environment);
  const consoleTest: ConsoleTest = (title, run) =>
    browserTest(title, async (page, context) => {
      const complaints = watch(page, service.baseUrl);
      await run(page, context);
      assert.deepEqual(complaints, []);
    });
  return { service, consoleTest, urlOf: (path) => `${service.baseUrl}/app${path}` };
}

/** A response with an error status, or none, which is what some tests are about. */
const MISSING = /^Failed to load resource|Unable to preload CSS|dynamically imported module/;

/** Collects what no page of the console may do. */
function watch(page: Page, baseUrl: string): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !MISSING.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  const pending = new Set<Request>();
  pendingOf.set(page, pending);
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  page.on('response', (response) => {
    // The live stream never ends. When it has begun, the page hears of every change.
    if (response.request().resourceType() === 'eventsource') pending.delete(response.request());
  });
  page.on('request', (request) => {
    pending.add(request);
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== baseUrl) complaints.push(`request to ${url.host}`);
  });
  return complaints;
}

const pendingOf = new WeakMap<Page, Set<Request>>();
const FRAMES = 3;

/** As long as the waits of Playwright. */
const WITHIN_MS = 30_000;

/** Resolves when the page has shown several frames without waiting for a response, and hears of changes. */
export async function untilIdle(page: Page): Promise<void> {
  const pending = pendingOf.get(page)!;
  const deadlineMs = performance.now() + WITHIN_MS;
  for (let idle = 0; idle < FRAMES; ) {
    await page.evaluate('new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))');
    idle = pending.size === 0 ? idle + 1 : 0;
    if (performance.now() > deadlineMs)
      assert.fail(`Not idle after 30 s. Running: ${Array.from(pending, (request) => request.url())}`);
  }
}

/** Resolves when the expression is true. The waits of Playwright would evaluate it in the page, which the content policy forbids. */
export async function untilTrue(page: Page, expression: string): Promise<void> {
  const deadlineMs = performance.now() + WITHIN_MS;
  while (!(await page.evaluate<boolean>(expression))) {
    assert.ok(performance.now() < deadlineMs, `Not true after 30 s: ${expression}`);
    await page.evaluate('new Promise((shown) => requestAnimationFrame(shown))');
  }
}

/** Resolves when a draft of this part is stored. It is encrypted, which takes a moment. */
export async function untilDraftOf(page: Page, part: string): Promise<void> {
  await untilTrue(page, `Object.keys(localStorage).some((name) => name.endsWith('-${part}'))`);
}

/** Changes what a form holds, and waits until the draft is stored with it. */
export async function storeDraft(page: Page, change: () => Promise<unknown>): Promise<void> {
  const before = await page.evaluate<string>('new Date().toISOString()');
  await change();
  await untilTrue(
    page,
    `Object.entries(localStorage).some(([name, value]) => name.startsWith('stellwerk.draft.') && JSON.parse(value).savedAtUtc >= '${before}')`,
  );
}

/**
 * Makes a change and lets the search know of it, before the page reads a list again. Otherwise, a test
 * would wait until the page reads it once more.
 */
export async function changeIndexed<Result>(
  page: Page,
  { services }: TestService,
  change: () => Promise<Result>,
): Promise<Result> {
  const indexed = Promise.withResolvers<void>();
  const hold = async (route: Route) => {
    await indexed.promise;
    await route.fallback();
  };
  await page.route(SEARCHES, hold);
  const result = await change();
  await indexMarked(services);
  indexed.resolve();
  await page.unroute(SEARCHES, hold);
  return result;
}

const SEARCHES = '**/platform/*/search';

/** Signs in through the page, in German, and waits for the frame. */
export async function signIn(page: Page, url: string, { email, password }: User): Promise<void> {
  await page.goto(url);
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Passwort').fill(password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('navigation', { name: 'Hauptnavigation' }).waitFor();
}

/** Signs in in the dialog that comes when the session has ended. */
export async function signInAgain(page: Page, { password }: User): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Ihre Sitzung ist abgelaufen' });
  await dialog.getByLabel('Passwort').fill(password);
  await dialog.getByRole('button', { name: 'Anmelden' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Opens a page as a user whose session was started elsewhere. */
export async function openAs(page: Page, url: string, cookie: string): Promise<void> {
  const [name, value] = cookie.split(';')[0]!.split('=');
  await page.context().addCookies([{ name: name!, value: value!, domain: new URL(url).hostname, path: '/' }]);
  await page.goto(url);
}

/**
 * Opens a page as somebody else. The page before is closed first: it loads itself again when it sees that its user has gone, and what is
 * loaded meanwhile would be given up.
 */
export async function openAsOther(page: Page, url: string, cookie: string): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
  await openAs(page, url, cookie);
}

/** Lets the service do the next call of an operation, and loses its response. A proxy can then respond with `status`. */
export async function loseResponse(page: Page, method: string, url: string, status?: number): Promise<void> {
  let isLost = false;
  await page.route(url, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback();
    isLost = true;
    const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' };
    const response = await route.fetch({ headers });
    assert.ok(response.ok(), await response.text());
    await (status === undefined ? route.abort() : route.fulfill({ status }));
  });
}
