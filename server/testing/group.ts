import { registerHooks } from 'node:module';
import { join, relative } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { shareAmongFiles } from './end-of-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const AWAITED_TESTS = new URL('awaited-tests.ts', import.meta.url).href;

/** They do something for the file that loads them when they are loaded, such as starting a server. So each file has its own. */
const OF_ONE_FILE =
  /\/server\/testing\/(?:backups|command-line|installations|several-servers|unrecorded)\.ts$/;

/**
 * Runs test files one after the other in this process, each as a test with the tests of the file below it. A file that has a
 * process of its own spends more than half of its CPU time on loading the server and on code that is not compiled yet.
 *
 * The hooks of a file apply to its own tests only, and its services end with its last test. Its browser is that of the group. What
 * else a file changes in the process, such as a mocked clock, it must restore, also after a failure.
 */
export async function runGroup(files: readonly string[]): Promise<void> {
  let current = '';
  after(shareAmongFiles());
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'node:test' && context.parentURL !== AWAITED_TESTS)
        return { url: AWAITED_TESTS, shortCircuit: true };
      const resolved = next(specifier, context);
      if (!OF_ONE_FILE.test(resolved.url)) return resolved;
      return { ...resolved, url: `${resolved.url}?${new URLSearchParams({ for: current })}` };
    },
  });
  const { STELLWERK_TEST_STATEMENTS: statements } = process.env;
  const { allTestsEnded } = (await import(AWAITED_TESTS)) as typeof import('./awaited-tests.ts');
  for (const file of files) {
    const name = relative(ROOT, file);
    test(name, async () => {
      current = name;
      // The file before can have turned the recording of statements off for itself. See unrecorded.ts.
      if (statements !== undefined) process.env.STELLWERK_TEST_STATEMENTS = statements;
      await import(pathToFileURL(file).href);
      await allTestsEnded();
    });
  }
}
