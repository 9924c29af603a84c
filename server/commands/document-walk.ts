import { KeySet } from '../areas/access/index.ts';
import type { Services } from '../core/services.ts';
import { explainMasterKeyError } from './errors.ts';

// What the commands share that read every document.

const PROGRESS_MS = 1000;

/** The documents could not be opened with another master key, and would all count as damaged. */
export async function requireKey({ database, masterKeys, now }: Services): Promise<void> {
  await new KeySet(database.system, masterKeys, now).signingKey().catch((error) => {
    throw explainMasterKeyError(error);
  });
}

/** Prints at most one line per second, to standard error: standard output is for the result. */
export function showProgress(verb: string): (done: number, total: number) => void {
  let shownAtMs = performance.now();
  return (done, total) => {
    if (performance.now() - shownAtMs < PROGRESS_MS) return;
    shownAtMs = performance.now();
    process.stderr.write(`${verb} ${done} of ${total} files.\n`);
  };
}
