import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as driver } from 'playwright-core';

/**
 * A browser for the calling test file, from an npm package, without any other installation. It is closed after the tests of
 * the file. If the browser cannot start because it was built for another platform, returns the reason instead.
 */
export async function startBrowser(): Promise<{ browser: Browser } | { reason: string }> {
  // The package unpacks itself into the temporary directory. Two test files must not do that at the same time.
  const directory = await mkdtemp(join(tmpdir(), 'stellwerk-browser-'));
  const before = process.env.TMPDIR;
  process.env.TMPDIR = directory;
  after(() => rm(directory, { recursive: true, force: true }));
  try {
    const browser = await driver.launch({
      executablePath: await chromium.executablePath(),
      // A single process would support only one page.
      args: chromium.args.filter((argument) => argument !== '--single-process'),
    });
    after(() => browser.close());
    return { browser };
  } catch (error) {
    return { reason: String(error).split('\n')[0]! };
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
