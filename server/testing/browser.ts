import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as driver } from 'playwright-core';

/**
 * A browser for the calling test file, out of an npm package and nothing installed besides; ends with the file's
 * tests. Where it cannot start, because it was built for another platform, the reason is answered instead.
 */
export async function startBrowser(): Promise<{ browser: Browser } | { reason: string }> {
  // The package unpacks itself into the temporary directory. Two test files at once must not meet there half-way.
  const directory = await mkdtemp(join(tmpdir(), 'stellwerk-browser-'));
  const before = process.env.TMPDIR;
  process.env.TMPDIR = directory;
  after(() => rm(directory, { recursive: true, force: true }));
  try {
    const browser = await driver.launch({
      executablePath: await chromium.executablePath(),
      // In one process it would know one page only.
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
