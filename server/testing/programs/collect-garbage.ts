import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Preloaded into a process whose memory is measured: SIGUSR2 makes it collect all garbage. Without that, the memory of a busy
// process mostly says how much of the machine's memory is free, because V8 collects late while there is plenty.

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
process.on('SIGUSR2', () => {
  collect();
  // What the first one has finalized is garbage for the second one.
  setImmediate(collect);
});
