import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

// --beside N, for benches that call startBusy: N processes do other work (busy-program.ts) without a pause from then on until the
// bench ends, as on a machine that is shared. The results get a section of their own.

const MAXIMUM = 64;
/** Read before a bench prepares anything, which can take minutes. */
const COUNT = readCount();
const children: ChildProcess[] = [];

function readCount(): number {
  const { values } = parseArgs({ options: { beside: { type: 'string' } }, strict: false });
  if (values.beside === undefined) return 0;
  if (/^[1-9]\d?$/.test(String(values.beside)) && Number(values.beside) <= MAXIMUM)
    return Number(values.beside);
  throw new Error(
    `--beside must be the number of busy processes, from 1 to ${MAXIMUM}, such as --beside 2. Without it, none runs.`,
  );
}

/** Starts as many busy processes as --beside says, and returns when all of them work. They end with this process. */
export async function startBusy(): Promise<void> {
  await Promise.all(
    Array.from({ length: COUNT }, async () => {
      const child = fork(join(import.meta.dirname, 'busy-program.ts'), {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      children.push(child);
      await once(child, 'message');
      // The bench does not wait for them. Its end closes the channel, and that ends them.
      child.unref();
      child.channel!.unref();
    }),
  );
}

/** What runs beside the bench, as a sentence for its results, or undefined without --beside. */
export function describeBusy(): string | undefined {
  if (children.length === 0) return undefined;
  if (children.some(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null))
    throw new Error('A busy process ended before the bench, so the results are not of a run beside load.');
  const processes = children.length === 1 ? 'one process' : `${children.length} processes`;
  return `Beside the bench, ${processes} did other work without a pause (\`--beside ${children.length}\`): parsing, compressing, hashing, and copying memory; at the end, the load average of the machine over the last minute was ${loadavg()[0]!.toFixed(1)}.`;
}
