import { CommandError } from './command.ts';

/** Runs work that cleans up after itself when its signal aborts, as Ctrl-C and an end of the machine ask for. */
export async function withInterruption<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of signals) process.on(name, abort);
  try {
    return await work(controller.signal);
  } catch (error) {
    throw controller.signal.aborted ? new CommandError('Stopped. Nothing was kept.') : error;
  } finally {
    for (const name of signals) process.off(name, abort);
  }
}
