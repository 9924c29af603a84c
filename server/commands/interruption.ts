import { constants } from 'node:os';
import { UnfinishedRestoreError } from '../core/backup/index.ts';
import { CommandError } from './command.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How much work runs that cleans up after itself. */
let interruptible = 0;

/**
 * Calls `work` with a signal that aborts on Ctrl-C or a shutdown. `work` must then clean up after itself, or `message` must
 * say what is left.
 */
export async function withInterruption<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  message = 'Interrupted. Nothing was written.',
): Promise<Result> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  for (const name of SIGNALS) process.on(name, abort);
  interruptible += 1;
  try {
    return await work(controller.signal);
  } catch (error) {
    if (!controller.signal.aborted || error instanceof UnfinishedRestoreError) throw error;
    throw new CommandError(message);
  } finally {
    interruptible -= 1;
    for (const name of SIGNALS) process.off(name, abort);
  }
}

let ending: Promise<void> | undefined;

/**
 * Resolves unless an interruption is ending the process, with its own exit code. The work of the command then often fails first, because its
 * database stops, and must not end the process before the database has stopped.
 */
export async function unlessEnding(): Promise<void> {
  await ending;
}

/**
 * Calls `stop` on Ctrl-C or a shutdown, and then ends the process with the exit code of the signal. Work of withInterruption ends by
 * itself instead. Returns what takes that back.
 */
export function stopOnInterruption(stop: () => Promise<unknown>): () => void {
  const end = (name: NodeJS.Signals) => {
    if (interruptible > 0) return;
    ending = stop()
      .catch(() => {})
      .then(() => process.exit(128 + constants.signals[name]));
  };
  for (const name of SIGNALS) process.on(name, end);
  return () => {
    for (const name of SIGNALS) process.off(name, end);
  };
}
