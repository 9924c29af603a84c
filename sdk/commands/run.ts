import { parseArgs } from 'node:util';
import {
  AbortedError,
  AuthenticationError,
  ConnectionError,
  PermissionError,
  TokenError,
} from '../core/errors.ts';
import { watchOutput } from './output.ts';

/** The command was used wrongly, or its configuration is incomplete. Ends with exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Flags in the form that parseArgs expects. */
type Flags = NonNullable<Parameters<typeof parseArgs>[0]>['options'];

/** Parses the flags of a command line. Throws a UsageError for an unknown flag or an unexpected argument. */
export function readFlags(args: readonly string[], options: NonNullable<Flags>) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false, strict: true }).values as Record<
      string,
      string | boolean | string[] | undefined
    >;
  } catch (error) {
    // Only the first sentence: Node adds advice on positional arguments, which these commands do not take.
    throw new UsageError(`${(error as Error).message.split('. ')[0]}. See --help.`);
  }
}

/** Parses a flag whose value is an integer within bounds. */
export function readNumber(
  name: string,
  value: unknown,
  bounds: { default: number; minimum: number; maximum: number },
): number {
  if (value === undefined) return bounds.default;
  const number = Number(value);
  if (!Number.isInteger(number) || number < bounds.minimum || number > bounds.maximum)
    throw new UsageError(`--${name} must be an integer from ${bounds.minimum} to ${bounds.maximum}.`);
  return number;
}

/** What a shell returns for a program that Ctrl-C has ended. */
const INTERRUPTED = 130;

/**
 * Runs a command and returns its exit code: 0 for success, 1 for failure, 2 for wrong usage or missing configuration, 130 if it was
 * interrupted before the end. A command that works until it is stopped must return when its signal is aborted. The first SIGINT or
 * SIGTERM aborts the signal. A second one ends the process immediately. SIGHUP only aborts it, because a terminal that closes can send
 * it twice, by its shell and by the system. A failure of stdout aborts the signal too. It is an error, unless the reader has ended, such
 * as `head`. A failure of stderr is ignored.
 */
export async function runCommand(
  work: (signal: AbortSignal) => Promise<number>,
  write: (text: string) => void = (text) => void process.stderr.write(text),
): Promise<number> {
  const controller = new AbortController();
  const stop = () => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.removeListener(name, stop);
    controller.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, stop);
  const hangUp = () => controller.abort();
  process.on('SIGHUP', hangUp);
  // Not `stop`: Ctrl-C also ends the reader, which may be noticed before the signal. The signal is then still the first one.
  const output = watchOutput(() => controller.abort());
  let code: number;
  try {
    code = await work(controller.signal);
  } catch (error) {
    if (controller.signal.aborted && (error instanceof AbortedError || error === controller.signal.reason)) {
      const reason = output.isReaderGone() ? ': the program that reads the output has ended' : '';
      write(`Interrupted before the end${reason}.\n`);
      code = INTERRUPTED;
    } else {
      write(`${explain(error)}\n`);
      code = isMisuse(error) ? 2 : 1;
    }
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.removeListener(name, stop);
    process.removeListener('SIGHUP', hangUp);
  }
  const failure = await output.settle();
  if (failure === undefined || output.isReaderGone()) return code;
  write(
    `The output cannot be written (${failure.message}). If its disk is full, make space on it and start again.\n`,
  );
  return 1;
}

function isMisuse(error: unknown): boolean {
  return (
    error instanceof UsageError ||
    error instanceof TypeError ||
    (error instanceof TokenError && error.status < 429)
  );
}

/** A message for the user: what happened and what to do about it. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message } = error;
  if (error instanceof TokenError && error.error === 'invalid_client')
    // The message ends with the description that the service sent, which may or may not end with a period.
    return `${message.replace(/\.?$/, '.')} Check STELLWERK_CLIENT_ID and STELLWERK_CLIENT_SECRET; the secret may have been rotated.`;
  if (error instanceof AuthenticationError)
    return `${message} The service issues tokens but does not accept them. Check that STELLWERK_URL and the audience belong together.`;
  if (error instanceof PermissionError && error.messageGuid !== null)
    return `${message} Add the permission to this API client and start again.`;
  if (error instanceof ConnectionError)
    return `${message} Check STELLWERK_URL and that the service is running.`;
  return message;
}
