const PROGRESS_MS = 1000;

/**
 * Prints a line at the beginning and at the end, and at most one per second between, to standard error: standard output is for the
 * result.
 */
export function showProgress(
  describe: (done: number, total: number) => string,
): (done: number, total: number) => void {
  let shownAtMs = -Infinity;
  return (done, total) => {
    if (done < total && performance.now() - shownAtMs < PROGRESS_MS) return;
    shownAtMs = performance.now();
    process.stderr.write(`${describe(done, total)}\n`);
  };
}
