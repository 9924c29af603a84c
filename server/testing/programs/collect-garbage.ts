import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Preloaded into a process whose memory is measured: SIGUSR2 makes it collect all garbage, and append the bytes that are still
// in use to the file MEMORY_FILE, one number a line. Without that, the memory of a busy process mostly says how much of the
// machine's memory is free, because V8 collects late while there is plenty.

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
process.on('SIGUSR2', () => {
  collect();
  // What the first one has finalized is garbage for the second one.
  setImmediate(() => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    appendFileSync(process.env.MEMORY_FILE!, `${heapUsed + external}\n`);
  });
});
