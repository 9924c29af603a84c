import { fstatSync, writeSync } from 'node:fs';

const STDOUT = 1;
// Windows says EOF.
const WITHOUT_READER = ['EPIPE', 'EOF'];

/** Writes to stdout. A failure is an `error` event of `process.stdout`. */
export function writeOutput(text: string): void {
  if (!isFile(STDOUT)) return void process.stdout.write(text);
  // A full disk may take only a part of a text. Node's own stream then drops the rest without an error.
  try {
    let rest = Buffer.from(text);
    while (rest.length > 0) rest = rest.subarray(writeSync(STDOUT, rest));
  } catch (error) {
    process.stdout.emit('error', error);
  }
}

interface OutputWatch {
  /** Whether stdout failed because the program that reads it has ended. */
  isReaderGone(): boolean;
  /** Waits until stdout has taken or refused everything, and returns its first failure. */
  settle(): Promise<Error | undefined>;
}

/** Calls `onFailure` when stdout cannot be written. Failures of stderr are ignored. */
export function watchOutput(onFailure: () => void): OutputWatch {
  let failure: NodeJS.ErrnoException | undefined;
  // Both listeners stay until the process ends. An error can arrive after the last write, and ends a process without a listener.
  process.stdout.on('error', (error) => {
    failure ??= error;
    onFailure();
  });
  process.stderr.on('error', () => {});
  return {
    isReaderGone: () => WITHOUT_READER.includes(failure?.code ?? ''),
    async settle() {
      if (process.stdout.writableLength > 0)
        await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
      // The error event comes after the write has returned.
      await new Promise((resolve) => setImmediate(resolve));
      return failure;
    },
  };
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    // A program without a console, on Windows, has no stdout.
    return false;
  }
}
