import { constants, setPriority } from 'node:os';

// Imported before anything else of the thread, because loading the readers costs CPU time too. Linux has a priority for each
// thread. Elsewhere, this would slow down the whole process.
if (process.platform === 'linux') {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has a lower priority already, or its sandbox forbids the call. Then the CV is read like any other work.
  }
}
