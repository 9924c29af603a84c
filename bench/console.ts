import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { DIST } from '../console/stamp.js';
import { indexMarked } from '../server/areas/search/index.ts';
import { openDatabase } from '../server/core/db/connection.ts';
import { launchBrowser } from '../server/testing/browser.ts';
import { startEnvironment } from './environment.ts';
import { type Recruiter, search, signInRecruiter } from './recruiter.ts';
import { writeSection } from './results.ts';
import { fillSearch, untilVacuumed } from './search-data.ts';
import { SEARCHES } from './searches.ts';

// npm run bench:console [-- --candidates N] [-- --short]: what the console loads and how long its screens take, in a browser on
// the same machine, with 100,000 candidates. Needs npm run build:console before. Exits with 1 if a budget is exceeded.

const isShort = process.argv.includes('--short');
const candidatesAt = process.argv.indexOf('--candidates');
const CANDIDATES = candidatesAt === -1 ? (isShort ? 1000 : 100_000) : Number(process.argv[candidatesAt + 1]);
const COLD_STARTS = isShort ? 3 : 20;
const ROUNDS = isShort ? 3 : 20;
const SEARCH_CALLS = isShort ? 10 : 50;
const SCROLLS = 20;

const BUDGETS = {
  signInKilobytes: 150,
  candidatesKilobytes: 260,
  furtherKilobytes: 60,
  coldMs: 1500,
  changeMs: 200,
  searchMs: 100,
  rows: 120,
};

interface Measurement {
  what: string;
  value: number;
  unit: 'kB' | 'ms' | 'rows';
  maximum: number;
}

const measured: Measurement[] = [];
const note = (measurement: Measurement) => {
  measured.push(measurement);
  const { what, value, unit, maximum } = measurement;
  console.log(`${what}: ${value.toFixed(0)} ${unit} (at most ${maximum})`);
};
const at = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1]!;

const environment = await startEnvironment();
const database = openDatabase({
  url: environment.databaseUrl,
  maximumConnections: 4,
  transactionTimeoutMs: 600_000,
});
const origin = `http://127.0.0.1:${environment.servicePort}`;
try {
  await fillSearch(environment, CANDIDATES);
  await indexMarked({ database });
  if (!isShort) await untilVacuumed(environment);
  const recruiter = await signInRecruiter(environment, database);
  await measureSearches(recruiter);
  const { browser, close } = await launchBrowser();
  try {
    await measureSignIn(browser);
    await measureColdStarts(browser, recruiter);
    await measureScreens(browser, recruiter);
  } finally {
    await close();
  }
} finally {
  await database.close();
  await environment.stop();
}
if (!isShort) {
  await writeSection(
    'console',
    `The console with ${CANDIDATES.toLocaleString('en')} candidates`,
    'Measured by `npm run bench:console`, with service, database, and browser on one machine. Script is compressed with gzip. Times are 95th percentiles, after autovacuum has been over the index of the search.',
    [
      '| what | measured | at most |',
      '|---|---:|---:|',
      ...measured.map(
        ({ what, value, unit, maximum }) => `| ${what} | ${value.toFixed(0)} ${unit} | ${maximum} ${unit} |`,
      ),
    ],
  );
}
const exceeded = measured.filter(({ value, maximum }) => value > maximum);
console.log(exceeded.length === 0 ? 'No budget is exceeded.' : `${exceeded.length} budgets are exceeded.`);
process.exitCode = exceeded.length === 0 ? 0 : 1;

async function measureSearches(recruiter: Recruiter): Promise<void> {
  for (const { name, body } of SEARCHES) {
    const times: number[] = [];
    for (let index = -3; index < SEARCH_CALLS; index++) {
      const startedMs = performance.now();
      await search(recruiter, body(index + 3));
      if (index >= 0) times.push(performance.now() - startedMs);
    }
    note({
      what: `a search over HTTP: ${name}`,
      value: at(times, 0.95),
      unit: 'ms',
      maximum: BUDGETS.searchMs,
    });
  }
}

/** A browser that has loaded nothing yet. */
async function openContext(browser: Browser, recruiter?: Recruiter): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'de-DE', viewport: { width: 1440, height: 900 } });
  if (recruiter !== undefined) {
    const [name, value] = recruiter.cookie.split('=');
    await context.addCookies([{ name: name!, value: value!, domain: '127.0.0.1', path: '/' }]);
  }
  return context;
}

/** Collects the scripts that a page loads. `take` returns their size in kB (gzip) since the last call. */
function watchScripts(page: Page): { take(): number } {
  const seen = new Set<string>();
  let bytes = 0;
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (!path.endsWith('.js') || seen.has(path)) return;
    seen.add(path);
    bytes += statSync(join(DIST, `${path.replace(/^\/app\//, '')}.gz`)).size;
  });
  return {
    take() {
      const kilobytes = bytes / 1000;
      bytes = 0;
      return kilobytes;
    },
  };
}

async function measureSignIn(browser: Browser): Promise<void> {
  const context = await openContext(browser);
  const page = await context.newPage();
  const scripts = watchScripts(page);
  await page.goto(`${origin}/app/`);
  await page.getByRole('button', { name: 'Anmelden' }).waitFor();
  await page.waitForLoadState('networkidle');
  note({ what: 'script until sign-in', value: scripts.take(), unit: 'kB', maximum: BUDGETS.signInKilobytes });
  await context.close();
}

function firstRow(page: Page) {
  return page.getByRole('main').getByRole('row').nth(1);
}

async function measureColdStarts(browser: Browser, recruiter: Recruiter): Promise<void> {
  const times: number[] = [];
  let kilobytes = 0;
  for (let start = 0; start < COLD_STARTS; start++) {
    const context = await openContext(browser, recruiter);
    const page = await context.newPage();
    const scripts = watchScripts(page);
    const startedMs = performance.now();
    await page.goto(`${origin}/app/candidates`, { waitUntil: 'commit' });
    await firstRow(page).waitFor();
    times.push(performance.now() - startedMs);
    kilobytes = scripts.take();
    await context.close();
  }
  note({ what: 'the list of candidates, cold', value: at(times, 0.95), unit: 'ms', maximum: BUDGETS.coldMs });
  note({
    what: 'script until the list of candidates',
    value: kilobytes,
    unit: 'kB',
    maximum: BUDGETS.candidatesKilobytes,
  });
}

/** Goes through the navigation. The first round loads the scripts of each screen, the others measure. */
async function measureScreens(browser: Browser, recruiter: Recruiter): Promise<void> {
  const context = await openContext(browser, recruiter);
  const page = await context.newPage();
  const scripts = watchScripts(page);
  await page.goto(`${origin}/app/candidates`);
  await firstRow(page).waitFor();
  note({ what: 'rows in the document', value: await mostRows(page), unit: 'rows', maximum: BUDGETS.rows });
  scripts.take();
  const links = page.getByRole('navigation', { name: 'Hauptnavigation' }).getByRole('link');
  const names = await links.allTextContents();
  const times = new Map<string, number[]>();
  for (let round = 0; round <= ROUNDS; round++) {
    for (const name of names) {
      const durationMs = await page.evaluate<number>(changeScreen(name));
      if (round > 0) times.set(name, [...(times.get(name) ?? []), durationMs]);
      else {
        note({
          what: `script of "${name}", beyond what was loaded`,
          value: scripts.take(),
          unit: 'kB',
          maximum: BUDGETS.furtherKilobytes,
        });
      }
    }
  }
  for (const [name, durations] of times)
    note({
      what: `change of screen to "${name}"`,
      value: at(durations, 0.95),
      unit: 'ms',
      maximum: BUDGETS.changeMs,
    });
  await context.close();
}

/**
 * A script that follows a link of the navigation, and returns the milliseconds until the screen is shown. Measured in the page:
 * a driver looks only every half second.
 */
function changeScreen(name: string): string {
  return `new Promise((resolve) => {
    const link = [...document.querySelectorAll('nav a')].find(({ textContent }) => textContent === '${name}');
    const startedMs = performance.now();
    link.click();
    const look = () => {
      const heading = document.querySelector('main h1');
      // Bars in place of what is being read are not what somebody came for.
      const isShown = heading?.textContent === '${name}' && !document.querySelector('main .mantine-Skeleton-root');
      requestAnimationFrame(isShown ? () => resolve(performance.now() - startedMs) : look);
    };
    look();
  })`;
}

/** Scrolls through the list. Returns the largest number of rows in the document. */
async function mostRows(page: Page): Promise<number> {
  let most = 0;
  await page.getByRole('main').getByRole('row').nth(1).hover();
  for (let scroll = 0; scroll < SCROLLS; scroll++) {
    await page.mouse.wheel(0, 2000);
    await page.evaluate('new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))');
    most = Math.max(most, await page.getByRole('row').count());
  }
  return most;
}
