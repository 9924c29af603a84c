import * as runner from 'node:test';

// Stands in for node:test in the files of a group (see group.ts). There, the tests of a file are subtests of the test that
// imports it, and a subtest that nobody waits for is cancelled when its parent ends.

export { after, afterEach, before, beforeEach, mock } from 'node:test';

const started = new Set<Promise<unknown>>();

function tracked<F extends (...inputs: never[]) => Promise<void>>(original: F): F {
  const start = (...inputs: Parameters<F>) => {
    const ended = original(...inputs);
    started.add(ended);
    void ended.finally(() => started.delete(ended));
    return ended;
  };
  return Object.assign(start, original) as unknown as F;
}

export const test = tracked(runner.test);
export const describe = tracked(runner.describe);

/** Resolves when every test that was started has ended. */
export async function allTestsEnded(): Promise<void> {
  while (started.size > 0) await Promise.all(started);
}
