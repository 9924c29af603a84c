// Windows says EOF.
const WITHOUT_READER = ['EPIPE', 'EOF'];

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
