import { CommandError } from './command.ts';

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
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of signals) process.on(name, abort);
  try {
    return await work(controller.signal);
  } catch (error) {
    throw controller.signal.aborted ? new CommandError(message) : error;
  } finally {
    for (const name of signals) process.off(name, abort);
  }
}
