import { after } from 'node:test';

const actions: (() => unknown)[] = [];
let isShared = false;

/** Called by a process that runs several files. Returns what it must call after the last one. */
export function shareAmongFiles(): () => Promise<void> {
  isShared = true;
  return async () => {
    for (const action of actions.splice(0)) await action();
  };
}

/** Runs the action after the tests of the process, which are those of the calling file, or of the files of its group. */
export function atEndOfProcess(action: () => unknown): void {
  if (isShared) actions.push(action);
  else after(action);
}
