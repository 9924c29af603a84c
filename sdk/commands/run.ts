import { parseArgs } from 'node:util';
import { AuthenticationError, ConnectionError, PermissionError, TokenError } from '../core/errors.ts';

/** The command was called wrongly, or something it needs is not set up: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Flags as parseArgs takes them. */
export type Flags = NonNullable<Parameters<typeof parseArgs>[0]>['options'];

/** Flags of the command line; an unknown or repeated one, or a stray word, is a UsageError that names it. */
export function readFlags(words: readonly string[], options: NonNullable<Flags>) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: false, strict: true }).values as Record<
      string,
      string | boolean | string[] | undefined
    >;
  } catch (error) {
    // Without Node's advice on positional arguments behind the first sentence.
    throw new UsageError(`${(error as Error).message.split('. ')[0]}. See --help.`);
  }
}

/** A flag's whole number within bounds; the default where it is not given. */
export function readNumber(
  name: string,
  value: unknown,
  { standard, least, most }: { standard: number; least: number; most: number },
): number {
  if (value === undefined) return standard;
  const number = Number(value);
  if (!Number.isInteger(number) || number < least || number > most)
    throw new UsageError(`--${name} takes a whole number from ${least} to ${most}.`);
  return number;
}

/**
 * Runs a command to its exit code: 0 done, 1 failed, 2 called wrongly or not set up. SIGINT and SIGTERM abort the
 * signal once; a second one ends the process at once.
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
  try {
    return await work(controller.signal);
  } catch (error) {
    if (controller.signal.aborted && error === controller.signal.reason) return 0;
    write(`${explain(error)}\n`);
    return isMisuse(error) ? 2 : 1;
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.removeListener(name, stop);
  }
}

function isMisuse(error: unknown): boolean {
  return (
    error instanceof UsageError ||
    error instanceof TypeError ||
    (error instanceof TokenError && error.status < 429)
  );
}

/** What happened and what to do about it. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message } = error;
  if (error instanceof TokenError && error.error === 'invalid_client')
    return `${message}. Check STELLWERK_CLIENT_ID and STELLWERK_CLIENT_SECRET; the secret may have been rotated.`;
  if (error instanceof AuthenticationError)
    return `${message} The service issues tokens but does not take them: check that STELLWERK_URL and the audience belong together.`;
  if (error instanceof PermissionError)
    return `${message} Have the permission added to this API client, then start again.`;
  if (error instanceof ConnectionError)
    return `${message} Check STELLWERK_URL and that the service is running.`;
  return message;
}
