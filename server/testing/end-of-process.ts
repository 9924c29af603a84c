import { after } from 'node:test';

const actions: (() => unknown)[] = [];
let isShared = false;

/** Called by a process that runs several files. Returns what it must call after the last one. */
export function shareAmongFiles(): () => Promise<void> {
  isShared = true;
  return async () => {
    await runAll(actions.splice(0));
  };
}

/** Runs the action after the tests of the process, which are those of the calling file, or of the files of its group. */
export function atEndOfProcess(action: () => unknown): void {
  if (isShared) actions.push(action);
  else after(action);
}

/**
 * Runs the actions one after the other, also after one that fails, and then throws what was thrown. What one of them left open would keep
 * the process, and with it the whole run, from ending.
 */
export async function runAll(actions: readonly (() => unknown)[]): Promise<void> {
  const faults: unknown[] = [];
  for (const action of actions) {
    try {
      await action();
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 1) throw new AggregateError(faults, faults.map(String).join('\n'));
  if (faults.length === 1) throw faults[0];
}
